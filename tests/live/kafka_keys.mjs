// What tests of Kafka's producers share: keys as their serialisers write them, and the partitions that the command
// names.
import assert from 'node:assert/strict';
import { reshard, splitAtZeros } from '../command/command.mjs';
import { byteKeys, randomKeys, randomNumbers } from './keys.mjs';
import { compareOwners } from './programs.mjs';

export const kCounts = [12, 100];

/** @typedef {{type: string, written: string[], bytes: Buffer[]}} Keys as people write them, and as serialisers do */

/** 5,000 random keys of each type that a serialiser is known for. @returns {Keys[]} */
export function typedKeys() {
  const next = randomNumbers(49);
  const of = (
    /** @type {string} */ type,
    /** @type {Buffer[]} */ bytes,
    /** @type {(key: Buffer) => string} */ write,
  ) => ({ type, bytes, written: bytes.map(write) });
  const numbers = (/** @type {number} */ size) =>
    Array.from({ length: 5000 }, (_, i) => {
      const bytes = Buffer.alloc(size);
      // half of them small, as ids are, of either sign
      if (i % 2) bytes.writeIntBE((next() % 200_000) - 100_000, size - 4, 4);
      else for (let at = 0; at < size; at += 4) bytes.writeUInt32BE(next(), at);
      if (i % 2 && size === 8 && bytes[4] >= 0x80) bytes.fill(0xff, 0, 4);
      return bytes;
    });
  return [
    of('text', randomKeys({ bytes: false }), String),
    of('bytes', byteKeys(5000, 7), (key) => key.toString('hex')),
    of('int64', numbers(8), (key) => String(key.readBigInt64BE())),
    of('int32', numbers(4), (key) => String(key.readInt32BE())),
  ];
}

export const linkOf = (/** @type {string} */ dialect, /** @type {string} */ type, /** @type {number} */ count) =>
  `v=1&nodes=${Array.from({ length: count }, (_, i) => `p${i}`)}&strategy=partitions&dialect=${dialect}&type=${type}`;

/**
 * Fails unless the command gives all keys these partitions.
 * @param {string} dialect
 * @param {Pick<Keys, 'type' | 'written'>} keys
 * @param {number} count
 * @param {number[]} live
 */
export async function compare(dialect, { type, written }, count, live) {
  const { code, out, error } = await reshard(
    ['place', '-0', '-l', linkOf(dialect, type, count)],
    written.map((key) => `${key}\0`).join(''),
  );
  assert.equal(code, 0, error);
  const said = splitAtZeros(out)
    .filter((_, at) => at % 2 === 1)
    .map(String);
  assert.equal(said.length, written.length);
  compareOwners(
    `${dialect}, ${type}, ${count} partitions`,
    written.map((key) => Buffer.from(key)),
    said,
    live.map((partition) => `p${partition}`),
  );
}
