// How fast copies run, and when: in bytes per second, or in keys where nobody knows bytes.
import { kMega } from './amounts.js';
import { windowIn } from './window.js';

/** @typedef {import('./problem.js').Asked['unit']} Unit */
/** @typedef {import('./window.js').Window} Window */
/**
 * @typedef {{rate: number, window: ?Window}} Pace `rate`: of one copy, in the unit per second; `window` of the day;
 *   null: always
 */

/** Of one copy, in bytes per second, where nobody says. Of keys there is no usual rate. */
export const kUsualRate = 20_000_000;
export const kMostKeys = 1_000_000_000; // per second

/**
 * As it is chosen; null: nobody can know hours.
 * @param {{rate: number, keyRate: ?number, window: string}} chosen `rate`: in MB/s; `keyRate`: in keys per second
 * @param {Unit} unit of what is moved
 * @returns {?Pace}
 */
export function paceOf({ rate, keyRate, window }, unit) {
  const perSecond = { bytes: Math.round(rate * kMega), keys: keyRate, entries: null }[unit];
  return perSecond === null ? null : { rate: perSecond, window: windowIn(window) };
}
