// What somebody may have damaged on its way to a door of the page, and what a door must answer to it.
//   RESHARD_LONG=1  10,000 of each kind instead of 500
import { expect } from '@playwright/test';

export const kRounds = process.env.RESHARD_LONG ? 10_000 : 500;

/** What a person can act on: it names a place in the file, or the file's format. */
export const kSaysWhere = new RegExp(
  'line|row|statement|value|column|field|nodes|flows|records|nobody|strategy|footer|gzip|UTF-8|JSON|its columns|' +
    'hold|packed|empty|queries|keys',
  'i',
);
/** What it must not say: a fault in the program that nobody expected. */
const kFault = /undefined|not a function|not iterable|Cannot read|null \(|call stack|computation stopped/i;

/**
 * That a refusal is for a person: it says where, in few words.
 * @param {any} of which input, for the report @param {any} error @param {number} [longest] characters
 */
export function expectWords(of, { message }, where = kSaysWhere, longest = 400) {
  expect([of, message]).toEqual([of, expect.stringMatching(where)]);
  expect([of, message]).toEqual([of, expect.not.stringMatching(kFault)]);
  expect([of, message.length < longest]).toEqual([of, true]);
}

/**
 * The same with some bits flipped and some pieces swapped, and sometimes cut.
 * @param {Buffer} seed
 * @param {(n: number) => number} below
 */
export function mutated(seed, below) {
  const bytes = Buffer.from(seed),
    size = bytes.length;
  const flip = () => {
    bytes[below(size)] ^= 1 << below(8);
  };
  const swap = () => {
    const length = 1 + below(Math.min(40, size >> 1)),
      from = below(size - length),
      to = below(size - length),
      held = Buffer.from(bytes.subarray(from, from + length));
    bytes.copyWithin(from, to, to + length);
    held.copy(bytes, to);
  };
  for (let i = below(4); i >= 0; --i) [flip, swap][below(2)]();
  return below(4) === 0 ? bytes.subarray(0, below(size)) : bytes;
}
