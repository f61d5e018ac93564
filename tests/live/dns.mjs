// A DNS client, and servers that tell who was asked.
import { createSocket } from 'node:dgram';
import { randomNumbers } from './keys.mjs';
import { atEnd } from './programs.mjs';

/** Domain names as people write them, with labels of any bytes. @param {number} count @param {number} seed */
export function randomNames(count, seed) {
  const next = randomNumbers(seed);
  const below = (/** @type {number} */ n) => next() % n;
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_';
  const some = (/** @type {number} */ length) => Array.from({ length }, () => letters[below(letters.length)]).join('');
  const byte = () => `\\${String(below(256)).padStart(3, '0')}`;
  const label = () =>
    [
      () => some(1 + below(12)),
      () => some(63),
      () => Array.from({ length: 1 + below(8) }, byte).join(''),
      () => `${some(1 + below(5))}\\.${some(1 + below(5))}\\\\`,
    ][[0, 0, 0, 0, 0, 1, 2, 3][below(8)]]();
  /** @type {Set<string>} */
  const names = new Set(['.', 'com', 'com.']);
  while (names.size < count) names.add(Array.from({ length: 1 + below(3) }, label).join('.') + (below(4) ? '' : '.'));
  return [...names];
}

/** A name in wire form. @param {string} name */
function wire(name) {
  /** @type {number[][]} */
  const labels = [[]];
  for (const [, digits, sign, other] of name.matchAll(/\\(\d{3})|\\(.)|(.)/g)) {
    if (other === '.') labels.push([]);
    else labels[labels.length - 1].push(digits ? Number(digits) : (sign ?? other).charCodeAt(0));
  }
  return Buffer.from([...labels.filter(({ length }) => length > 0).flatMap((one) => [one.length, ...one]), 0]);
}

/** A server that answers with its number. @param {import('./programs.mjs').Test} t @param {number} number */
export async function answerDns(t, number) {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 10, 0, 0, number]);
    const head = Buffer.from(query.subarray(0, 12));
    head[2] |= 0x80;
    head.writeUInt16BE(1, 6);
    head.writeUInt32BE(0, 8); // no additional records
    const end = query.indexOf(0, 12) < 0 ? query.length : questionEnd(query);
    socket.send(Buffer.concat([head, query.subarray(12, end), answer]), from.port, from.address);
  });
  await new Promise((done) => {
    socket.bind(0, '127.0.0.1', () => done(null));
  });
  atEnd(t, () => socket.close());
  return `127.0.0.1:${socket.address().port}`;
}

/** @param {Buffer} message */
function questionEnd(message) {
  let at = 12;
  while (message[at] !== 0) at += message[at] + 1;
  return at + 5;
}

/** By name, the number in the answer. @param {number} port @param {string[]} names */
export async function askDns(port, names) {
  const kTogether = 64;
  const socket = createSocket('udp4');
  /** @type {number[]} */
  const numbers = new Array(names.length).fill(-1);
  await new Promise((done, failed) => {
    let asked = 0,
      answered = 0;
    const late = setTimeout(() => failed(new Error(`${names.length - answered} names have no answer`)), 60_000);
    const send = () => {
      const head = Buffer.from([asked >> 8, asked & 0xff, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
      socket.send(Buffer.concat([head, wire(names[asked++]), Buffer.from([0, 1, 0, 1])]), port, '127.0.0.1');
    };
    socket.on('message', (message) => {
      numbers[message.readUInt16BE(0)] = message[message.length - 1];
      if (++answered === names.length) {
        clearTimeout(late);
        done(null);
      } else if (asked < names.length) send();
    });
    for (let i = 0; i < kTogether; ++i) send();
  });
  socket.close();
  return numbers;
}
