// What the timeline's steps cost.
export { bytesText, kUnits, timeText } from '../../text/amounts.js';

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
