// Entries that are ranges: both texts are cut at all ends of either, so that a range that was split, or joined with the
// next, counts only where its owner is another one.

/** @typedef {import('../reading/form.js').Reading} Reading */
/** @typedef {import('../reading/form.js').Entry} Entry */
/** @typedef {import('./form.js').Unit} Unit */
/** @typedef {import('./form.js').Which} Which */
/** @typedef {{from: bigint, to: bigint, row: Entry}} Range from exclusive, to inclusive */
/** @typedef {{all: bigint, ranges: Range[]}} Line all of it, and the ranges in order */

const kRings = /** @type {Record<string, {first: bigint, all: bigint}>} */ ({
  Murmur3Partitioner: { first: -(2n ** 63n), all: 2n ** 64n },
  RandomPartitioner: { first: 0n, all: 2n ** 127n + 1n },
});
const kToken = /^(?:\((-?\d+), )?(-?\d+)\]?$/;
const kHexRange = /^((?:[0-9a-f]{2}){0,8})-((?:[0-9a-f]{2}){0,8})$/;

/** Tokens end a range each; the first one’s begins behind the last token. @param {Entry[]} rows @param {string} key */
function ringLine(rows, key) {
  const { first, all } = kRings[key];
  const ends = rows.map((row) => ({ row, to: BigInt(kToken.exec(row.id)?.[2] ?? '') }));
  ends.sort((a, b) => (a.to < b.to ? -1 : 1));
  const ranges = ends.map(({ row, to }, i) => ({ from: i === 0 ? first - 1n : ends[i - 1].to, to, row }));
  const last = ends[ends.length - 1];
  if (last.to < first + all - 1n) ranges.push({ from: last.to, to: first + all - 1n, row: ends[0].row });
  return { all, ranges };
}

/** Of Vitess: “-80”, “80-c0”. @param {Entry[]} rows @returns {Line} */
function hexLine(rows) {
  const position = (/** @type {string} */ hex) => BigInt(`0x${hex.padEnd(16, '0')}`);
  const ranges = rows.map((row) => {
    const [, from, to] = /** @type {RegExpExecArray} */ (kHexRange.exec(row.id));
    return { from: position(from), to: to === '' ? 2n ** 64n : position(to), row };
  });
  return { all: 2n ** 64n, ranges: ranges.sort((a, b) => (a.from < b.from ? -1 : 1)) };
}

/**
 * Of Citus: each shard has hashes from and to, both its own.
 * @param {Entry[]} rows
 * @param {string[]} ranges of the rows, in their order
 * @returns {Line}
 */
function hashLine(rows, ranges) {
  const line = rows.map((row, i) => {
    const [, from, to] = kHashes.exec(ranges[i]) ?? [];
    return { from: BigInt(from) - 1n, to: BigInt(to), row };
  });
  return { all: 2n ** 32n, ranges: line.sort((a, b) => (a.from < b.from ? -1 : 1)) };
}
const kHashes = /^\[(-?\d+), (-?\d+)\]$/;

/** The ranges of a reading, if its entries are some whose order is known. @param {Reading} reading @returns {?Line} */
function lineOf(reading) {
  const { key, entries } = reading;
  const { kind, rows } = entries;
  if (rows.length === 0) return null;
  const { ranges } = /** @type {{ranges?: string[]}} */ (reading);
  if (ranges?.length === rows.length && ranges.every((range) => kHashes.test(range))) return hashLine(rows, ranges);
  if (key && Object.hasOwn(kRings, key) && rows.every(({ id }) => kToken.test(id))) return ringLine(rows, key);
  return kind === 'shards' && rows.every(({ id }) => kHexRange.test(id)) ? hexLine(rows) : null;
}

/** The part of a range’s bytes that lies between two ends. @param {Range | undefined} range @param {bigint} width */
function partOf(range, width) {
  const bytes = range?.row.bytes;
  if (!range || bytes === undefined) return null;
  const whole = range.to - range.from;
  return { size: width === whole ? bytes : Number((BigInt(bytes) * width) / whole), split: width !== whole };
}

/** @type {import('./form.js').Holder} */
const kNobody = { owner: null, replicas: [] };

/**
 * The pieces of two texts; null: they are not ranges whose order is known.
 * @param {Reading} before
 * @param {Reading} after
 * @returns {?{units: Unit[], sizes: ?Which, split: boolean, all: bigint, cannot: import('./form.js').Cannot[]}}
 */
export function piecesOf(before, after) {
  const [one, other] = [lineOf(before), lineOf(after)];
  if (!one || !other || one.all !== other.all) return null;
  const has = (/** @type {Line} */ { ranges }) => ranges.some(({ row }) => row.bytes !== undefined);
  const sizes = has(one) ? 'before' : has(other) ? 'after' : null;
  const ends = [...new Set([...one.ranges, ...other.ranges].flatMap(({ from, to }) => [from, to]))];
  ends.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const at = [0, 0];
  let split = false;
  const units = /** @type {Unit[]} */ ([]);
  for (let i = 1; i < ends.length; ++i) {
    const [from, to] = [ends[i - 1], ends[i]];
    const [was, is] = [one, other].map(({ ranges }, side) => {
      while (at[side] < ranges.length && ranges[at[side]].to < to) at[side] += 1;
      const range = ranges[at[side]];
      return range && range.from <= from ? range : undefined;
    });
    if (!was && !is) continue;
    const part = sizes ? partOf(sizes === 'before' ? was : is, to - from) : null;
    split ||= part?.split ?? false;
    units.push({
      id: `(${from}, ${to}]`,
      before: was?.row ?? kNobody,
      after: is?.row ?? kNobody,
      width: to - from,
      ...(part && { size: part.size }),
    });
  }
  return { units, sizes, split, all: one.all, cannot: [] };
}
