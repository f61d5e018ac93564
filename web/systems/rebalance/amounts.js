// How much a plan moves and how long that takes, in words.
import { bytesText } from '../../text/amounts.js';
import { number, t } from '../../text/language.js';

/** @typedef {import('./problem.js').Amount} Amount */
/** @typedef {import('./problem.js').Asked['unit']} Unit */

const kMega = 1e6;
const kMinute = 60;
const kHour = 3600;
const kDay = 86_400;

/** “3 h 10 min”: rounded to two units. @param {number} seconds */
export function durationText(seconds) {
  if (seconds < 1) return t('less than 1 s');
  if (seconds < kMinute) return t('{0} s', Math.round(seconds));
  const two = (/** @type {string} */ text, /** @type {number} */ size, /** @type {number} */ part) => {
    const parts = Math.round(seconds / part);
    const [many, rest] = [Math.floor((parts * part) / size), parts % (size / part)];
    return t(text, many, rest);
  };
  if (seconds < 10 * kMinute) return two('{0} min {1} s', kMinute, 1);
  if (seconds < kHour - 30) return t('{0} min', Math.round(seconds / kMinute));
  if (seconds < kDay - 30) return two('{0} h {1} min', kHour, kMinute);
  return two('{0} d {1} h', kDay, kHour);
}

/** How much is moved, or borne. @param {number} amount @param {Unit | Amount} unit */
export function amountText(amount, unit) {
  if (unit === 'bytes') return amount < 1000 ? `${number(amount)} ${t('B')}` : bytesText(amount);
  if (unit === 'keys') return t('{0} {0|key|keys}', amount);
  if (unit === 'requests') return t('{0} {0|request|requests}', amount);
  return t('{0} {0|entry|entries}', amount);
}

/** “at 20 MB/s” @param {number} rate of one copy, in the unit per second @param {Unit} unit */
export const speedText = (rate, unit) =>
  unit === 'bytes' ? t('at {0} MB/s', number(rate / kMega, 3, 0)) : t('at {0} {0|key|keys} per second', rate);

/** @param {number} worst in shares */
export const ratioText = (worst) => number(worst, 2);
