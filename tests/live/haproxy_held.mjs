// hash-balance-factor: HAProxy with what the page exports, and requests that all stay open, sent one after another. A
// request is sent when a server has the one before it; servers answer when they have all.
import { createConnection, createServer } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomKeys } from './keys.mjs';
import { backendOf, caseOf, namesOf, serversAt } from './haproxy_servers.mjs';
import { atEnd, compareOwners, folderOf, freePorts, ownersOf, start } from './programs.mjs';
/** @import {Socket} from 'node:net' */
/** @import {Core} from '../../web/headless/reshard-core.d.ts' */
/** @import {Json} from '../types.d.ts' */

const kKeys = 700;

// One thread, so that the counts of open requests are those of all.
export const kHead = `global
    maxconn 2000
    nbthread 1
    tune.bufsize 32768
defaults
    mode http
    timeout connect 20s
    timeout client 60s
    timeout server 60s
    http-reuse never
`;

/** Servers that hold every request, and tell who has it. @param {import('node:test').TestContext} t */
export async function holdingServers(t, /** @type {string[]} */ names) {
  /** @type {(name: string) => void} */
  let has = () => {};
  /** @type {Set<Socket>} */
  const held = new Set();
  for (const name of names) {
    const server = createServer((socket) => {
      let head = '';
      socket.on('error', () => {}).on('close', () => held.delete(socket));
      socket.on('data', (data) => {
        head += data.toString('latin1');
        if (!head.endsWith('\r\n\r\n')) return;
        held.add(socket);
        has(name);
      });
    });
    const [, host, port] = /** @type {string[]} */ (/^\[?(?:::ffff:)?([^\]]*)\]?:(\d+)$/.exec(name));
    await new Promise((done, failed) => {
      server.once('error', failed).listen(Number(port), host, () => done(null));
    });
    atEnd(t, () => {
      for (const socket of held) socket.destroy();
      server.close();
    });
  }
  return {
    /** @type {() => Promise<string>} */
    next: () =>
      new Promise((done) => {
        has = done;
      }),
    answer: () => {
      for (const socket of held) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    },
  };
}

/**
 * By key, the server that has it while all earlier ones are open.
 * @param {Awaited<ReturnType<typeof holdingServers>>} servers
 * @param {number} port
 * @param {Buffer[]} keys
 */
export async function askHeld(servers, port, keys) {
  /** @type {string[]} */
  const owners = [];
  /** @type {Promise<unknown>[]} */
  const answers = [];
  for (const key of keys) {
    const next = servers.next();
    const socket = createConnection({ port, host: '127.0.0.1' });
    const answer = new Promise((done, failed) => {
      socket.on('error', failed).once('data', (data) => {
        socket.destroy();
        const head = data.toString('latin1');
        if (head.startsWith('HTTP/1.1 200 ')) done(null);
        else failed(new Error(`key ${key.toString('latin1')}: ${head.slice(0, 200)}`));
      });
    });
    answers.push(answer);
    socket.write(Buffer.concat([Buffer.from('GET / HTTP/1.1\r\nHost: x\r\nKey: '), key, Buffer.from('\r\n\r\n')]));
    const owner = await Promise.race([next, answer]);
    if (typeof owner !== 'string') throw new Error(`key ${key.toString('latin1')} was answered too early`);
    owners.push(owner);
  }
  servers.answer();
  await Promise.all(answers);
  return owners;
}

/**
 * Compares, under each case, requests of which all stay open.
 * @param {import('node:test').TestContext} t
 * @param {string} program
 * @param {Core} core
 * @param {(names: string[]) => import('./haproxy_servers.mjs').Case[]} casesOf
 */
export async function compareHeld(t, program, core, casesOf) {
  const folder = folderOf(t);
  const [port, other, ...fronts] = await freePorts(40);
  const names = serversAt(port, other);
  const cases = casesOf(names);
  const servers = await holdingServers(t, [...new Set(cases.flatMap(({ input }) => namesOf(input)))]);
  writeFileSync(
    join(folder, 'haproxy.cfg'),
    `${kHead}${cases.map(({ input }, i) => backendOf(core, input, i, fronts[i])).join('')}`,
  );
  await start(t, program, ['-db', '-f', join(folder, 'haproxy.cfg')], { port: fronts[0], host: '127.0.0.1' });
  for (const [i, { how, input }] of cases.entries()) {
    await t.test(how, async () => {
      const keys = randomKeys({ seed: i + 1, count: kKeys });
      const live = await askHeld(servers, fronts[i], keys);
      compareOwners(how, keys, ownersOf(core, /** @type {Json} */ (input), keys), live);
    });
  }
}

const kFactors = [101, 125, 150, 200];

/**
 * A case with hash-balance-factor.
 * @param {string[]} names
 * @param {number} factor
 * @param {Record<string, string>} params
 * @param {Parameters<typeof caseOf>[2]} [more]
 */
export const bounded = (names, factor, params, more) =>
  caseOf(names, { ...params, bounded: 'true', balance_factor: factor }, more);

/** Cases of a release where points are made of ids. @param {string[]} names @param {string} dialect */
export const casesOfFactors = (names, dialect) => [
  ...[
    [1, 1, 1, 1, 1],
    [1, 2, 3, 5, 8],
    [100, 50, 0, 7, 1],
  ].flatMap((weights) => kFactors.map((factor) => bounded(names, factor, { dialect }, { weights }))),
  bounded(names, 117, { dialect, function: 'djb2' }, { weights: [256, 255, 3, 1, 128], ids: [30, 4, null, 7] }),
  bounded(names, 65535, { dialect }, { weights: [1, 2, 1, 2, 1] }),
  // 32 bits do not hold the requests times the factor: at times no server has room.
  bounded(names, 50000000, { dialect }, { weights: [3, 1, 4, 1, 5] }),
  bounded(names, 2147483647, { dialect }, { weights: [9, 2, 6, 5, 3] }),
  bounded(names, 125, { dialect, function: 'crc32', avalanche: 'false' }, { weights: [3, 1, 4, 1, 5], down: [1] }),
  bounded(names, 101, { dialect }, { weights: [3, 1, 4, 1, 5], down: [0, 4] }),
];
