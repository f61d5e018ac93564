// Random keys by type, as Reshard and as databases read them, and who owns them.
import assert from 'node:assert/strict';
import { randomKeys, randomNumbers } from '../live/keys.mjs';
import { program, ran } from './command.mjs';

/** @param {() => number} next */
const sixtyFour = (next) => BigInt.asIntN(64, (BigInt(next()) << 32n) | BigInt(next()));
const hex = (/** @type {number} */ number, /** @type {number} */ digits) => number.toString(16).padStart(digits, '0');
const two = (/** @type {number} */ number) => String(number).padStart(2, '0');

/** @type {Record<string, (next: () => number) => string>} */
const kValues = {
  int64: (next) => String(next() % 2 ? sixtyFour(next) : sixtyFour(next) % 1000n),
  int32: (next) => String(next() % 2 ? next() | 0 : (next() % 1000) - 500),
  int16: (next) => String((next() % 65_536) - 32_768),
  bytes: (next) => Array.from({ length: 1 + (next() % 40) }, () => hex(next() % 256, 2)).join(''),
  uuid: (next) => {
    const digits = [0, 1, 2, 3].map(() => hex(next(), 8)).join('');
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  },
  date: (next) => `${1600 + (next() % 900)}-${two(1 + (next() % 12))}-${two(1 + (next() % 28))}`,
};
kValues.timestamp = (next) => {
  const micros = String(next() % 1e6).padStart(6, '0');
  return `${kValues.date(next)} ${two(next() % 24)}:${two(next() % 60)}:${two(next() % 60)}.${micros}`;
};

/**
 * Rows of columns; null is NULL, in every tenth field where `nulls` is set. Some text ends in blanks.
 * @param {string[]} types
 * @param {{count?: number, seed?: number, nulls?: boolean, longest?: number}} options
 * @returns {(?string)[][]}
 */
export function typedRows(types, { count = 5000, seed = 1, nulls = false, longest = 60 }) {
  const next = randomNumbers(seed);
  const texts = randomKeys({ count, seed, longest, bytes: false }).map(
    (text, i) => text.toString() + ' '.repeat(i % 7 === 0 ? 1 + (i % 3) : 0),
  );
  return Array.from({ length: count }, (_, i) =>
    types.map((type) => {
      if (nulls && next() % 10 === 0) return null;
      return type === 'text' || type === 'char' ? texts[i] : kValues[type](next);
    }),
  );
}

/**
 * The owner of each row, by the command.
 * @param {string} link
 * @param {(?string)[][]} rows
 */
export function ownersOf(link, rows) {
  const keys = rows.map((row) => row.map((field) => field ?? '\\N').join('\t'));
  // -0 has no empty keys, and neither have scenarios
  keys.forEach((key) => assert.notEqual(key, ''));
  const out = ran(program, ['place', '-q', '-0', '-l', link], {}, keys.map((key) => `${key}\0`).join(''));
  return out.split('\0').filter((_, i) => i % 2 === 1); // a key, then its owner
}

/**
 * Fails with the number of rows that differ, and the first of them.
 * @param {string} what @param {string[]} said @param {string[]} live @param {unknown[]} rows
 */
export function compared(what, said, live, rows) {
  assert.equal(said.length, rows.length, what);
  assert.equal(live.length, rows.length, what);
  const differ = said.flatMap((owner, i) => (owner === live[i] ? [] : [i]));
  const [first] = differ;
  assert.equal(
    differ.length,
    0,
    `${what}: ${differ.length} differ, such as ${JSON.stringify(rows[first])}: ${said[first]}, live ${live[first]}`,
  );
}

/**
 * The steps of whole numbers, as a configuration asks for them.
 * @param {string} link its parameters say int64
 * @param {number} count how many numbers, from 0
 */
export function stepsOf(link, count) {
  const keys = Array.from({ length: count }, (_, i) => String(i));
  const at = (/** @type {string} */ time) =>
    JSON.parse(ran(program, ['explain', '--json', '--at', time, '-l', link, ...keys]));
  const after = at('after');
  const before = link.includes('&log=') ? at('before') : after;
  return (/** @type {unknown} */ _, /** @type {string} */ key, /** @type {boolean} */ earlier) =>
    (earlier ? before : after)[Number(key)].steps;
}
