// What bytes and requests refer to if the page's keys have counts: the rows or requests that each key stands for.
import { rowsOf } from './csv_rows.js';
import { csvText } from '../../text/quote.js';

/**
 * @typedef {{keys: number, counted: number, rows: number, share: number, rowBytes: ?number, of: string}} Counted
 * `counted`: over all keys of the
 *   page; `rows`: of the table; `share`: these keys' share of its keys; `rowBytes`: of one row; `of`: the column whose
 *   values the keys are
 */

/** @type {?Counted} */
let table = null;

/** The table whose values become the page's keys. @param {Counted} known */
export const noteTable = (known) => {
  table = known;
};

/**
 * Null if the page's keys have no counts.
 * @param {{keys: number, own_keys?: {counted?: number}}} state that of the page
 * @returns {?Counted}
 */
export function countedOf({ keys, own_keys: own }) {
  if (!own?.counted) return null;
  return table?.keys === keys && table.counted === own.counted
    ? table
    : { keys, counted: own.counted, rows: own.counted, share: 1, rowBytes: null, of: '' };
}

/** The mean, in bytes of text; null if the size of a row is not known. @param {?Counted} counted */
export const bytesPerKey = (counted) =>
  counted?.rowBytes ? (counted.rows * counted.rowBytes * counted.share) / counted.keys : null;

/**
 * Where rows, or keys without counts, are before and after the last change: a sample with the same share for each pair
 * of nodes as in all, by largest remainders. Null with more than 512 nodes.
 * @param {import('../../api/bridge.js').Bridge} bridge @param {number} sample its size
 */
export function lastMoveOf(bridge, sample) {
  const pairs = rowsOf(bridge.text('flows_csv', 1)).map(([from, to, counted]) => ({
    from: csvText(from),
    to: csvText(to),
    counted: Number(counted),
    sampled: 0,
  }));
  if (pairs.length === 0) return null;
  const sum = (/** @type {{counted: number}[]} */ chosen) => chosen.reduce((total, { counted }) => total + counted, 0),
    all = sum(pairs);
  for (const pair of pairs) pair.sampled = Math.floor((sample * pair.counted) / all);
  const missing = sample - pairs.reduce((sampled, pair) => sampled + pair.sampled, 0);
  const rest = (/** @type {typeof pairs[number]} */ pair) => (sample * pair.counted) / all - pair.sampled;
  for (const pair of [...pairs].sort((a, b) => rest(b) - rest(a)).slice(0, missing)) ++pair.sampled;
  const side = (/** @type {'from' | 'to'} */ end) => {
    const nodes = [...new Set(pairs.map((pair) => pair[end]))];
    return { nodes, owners: pairs.flatMap((pair) => new Array(pair.sampled).fill(nodes.indexOf(pair[end]))) };
  };
  return { before: side('from'), after: side('to'), all, moved: sum(pairs.filter(({ from, to }) => from !== to)) };
}
