// Tokens of a ring, and the ranges between them, as tables.
import { EntryTable } from '../../reading/entry_table.js';
import { Unreadable } from '../../reading/form.js';

/** @typedef {import('../../reading/pasted.js').Pasted} Pasted */
/**
 * @typedef {{start: bigint, end: bigint, endpoints: string[], line: number}} TokenRange (start, end]; `endpoints`: the
 *   first is the owner
 */

const kMurmurLowest = -(2n ** 63n);
const kMurmurHighest = 2n ** 63n - 1n;
const kRandomHighest = 2n ** 127n;

/** Tells the partitioner from the tokens that it made. */
export class Partitioner {
  /** @type {?('Murmur3Partitioner' | 'RandomPartitioner')} */
  name = null;

  /** A token without leading zeros. @param {string} text @param {number} line */
  token(text, line) {
    if (text.length > 80) throw new Unreadable(line, `“${text.slice(0, 40)}…” is no token`);
    const token = BigInt(text);
    const random = token > kMurmurHighest;
    if (token < kMurmurLowest || token > kRandomHighest) throw new Unreadable(line, `${text} is no token`);
    if (token >= 0n && !random) return token;
    const name = random ? 'RandomPartitioner' : 'Murmur3Partitioner';
    if (this.name && this.name !== name) {
      throw new Unreadable(line, `the token ${text} is of the ${name}, those above of the ${this.name}`);
    }
    this.name = name;
    return token;
  }
}

/** @param {bigint} a @param {bigint} b */
const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Ranges as a table of their ends. A hole between them, or two that overlap, refuse the text; where it is cut, holes
 * are told.
 * @param {TokenRange[]} ranges
 * @param {Pasted} pasted
 * @param {boolean} cut whether ranges are missing because the text ends too early
 */
export function rangeTable(ranges, pasted, cut) {
  const table = new EntryTable('token ranges', pasted);
  const fresh = ranges.filter(({ end, endpoints, line }) => {
    const [owner = null, ...replicas] = endpoints;
    return table.add({ id: String(end), owner, replicas }, line, () => `the range up to ${end}`);
  });
  const sorted = fresh.sort((a, b) => order(a.end, b.end));
  const rows = sorted.map(({ start, end, endpoints: [owner = null, ...replicas] }) => {
    return { id: `(${start}, ${end}]`, owner, replicas };
  });
  return { entries: { kind: 'token ranges', rows }, missing: gapsOf(sorted, cut) };
}

/** @param {TokenRange[]} sorted by their ends @param {boolean} cut */
function gapsOf(sorted, cut) {
  const before = (/** @type {number} */ i) => sorted[(i || sorted.length) - 1];
  sorted.forEach((range, i) => {
    const [{ end, line: other }, wraps] = [before(i), range.start >= range.end];
    if (i > 0 ? !wraps && range.start >= end : !wraps || range.start >= end) return;
    const [line, first] = [Math.max(range.line, other), Math.min(range.line, other)];
    throw new Unreadable(line, `two ranges hold the same tokens: this one and that of line ${first}`);
  });
  const missing = /** @type {string[]} */ ([]);
  sorted.forEach((range, i) => {
    const { end } = before(i);
    if (range.start === end) return;
    const gap = `the tokens from ${end} to ${range.start}`;
    const inTheMiddle = i > 0 || range.start >= range.end;
    if (!cut && inTheMiddle) throw new Unreadable(range.line, `nothing holds ${gap}: a range is missing`);
    missing.push(gap);
  });
  return missing;
}
