// Bytes and time in words, and what the timeline's steps cost.
import { number, t } from '../../text/language.js';

/** @type {[string, number][]} */
export const kUnits = [
  ['B', 1],
  ['KB', 1e3],
  ['MB', 1e6],
  ['GB', 1e9],
];

const rounded = (/** @type {number} */ value) => number(value, value >= 100 ? 0 : value >= 10 ? 1 : 2);

/** @param {number} bytes */
export function bytesText(bytes) {
  /** @type {[string, number][]} */
  const units = [...kUnits, ['TB', 1e12], ['PB', 1e15]];
  const [unit, size] = units.findLast(([, each]) => bytes >= each) ?? kUnits[0];
  return `${rounded(bytes / size)} ${t(unit)}`;
}

/** @param {number} seconds */
export function timeText(seconds) {
  if (!Number.isFinite(seconds)) return t('forever');
  if (seconds < 60) return t('{0} s', rounded(seconds));
  if (seconds < 3600) return t('{0} min', rounded(seconds / 60));
  return t('{0} h', rounded(seconds / 3600));
}

/**
 * @typedef {{share: number, rows: number, needless: number} | {share: null, rows: null, needless: null}} Shares
 * @typedef {{title: string, measured: boolean} & Shares} StepCost
 * @typedef {import('../../api/answers.js').HistoryStep & import('../../api/answers.js').StepCosts} TimelineStep any
 *   but the first
 */

/**
 * The main strategy's moves since the initial state, up to the current step; nulls if nothing can be compared.
 * `rows`: the share of the keys' rows that moved if keys have counts, otherwise that of the keys.
 * @param {import('../../api/shapes.js').Timeline} timeline
 * @returns {StepCost[]}
 */
export function costsOf({ at, steps }) {
  const start = steps.slice(0, at + 1).findLastIndex(({ kind }) => kind === 'start');
  const taken = /** @type {TimelineStep[]} */ (steps.slice(start + 1, at + 1).filter(({ kind }) => kind === 'move'));
  return taken.map(({ title, measured, keys, counted, costs: [cost] }) => {
    if (!cost) return { title, measured, share: null, rows: null, needless: null };
    const share = cost.moved / keys,
      needless = cost.needless / keys;
    return {
      title,
      measured,
      share,
      rows: counted ? /** @type {number} */ (cost.moved_counted) / counted : share,
      needless,
    };
  });
}
