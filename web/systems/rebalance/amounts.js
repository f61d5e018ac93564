// How much a plan moves and how long that takes, in words.
import { bytesText, kUnits } from '../../text/amounts.js';
import { number, t } from '../../text/language.js';
import { wordsOf } from '../shared/kinds.js';

/** @typedef {import('./problem.js').Amount} Amount */
/** @typedef {import('./problem.js').Asked['unit']} Unit */

export const kMega = 1e6; // bytes, of a rate that is written in MB/s
const kMinute = 60;
const kHour = 3600;
const kDay = 86_400;
const kMicro = 1e-6;

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

/** CPU time, which may be short. @param {number} seconds */
function cpuText(seconds) {
  if (seconds === 0 || seconds >= kMinute) return seconds === 0 ? t('{0} s', '0') : durationText(seconds);
  const [amount, text] = seconds < 1 ? [seconds * 1000, '{0} ms'] : [seconds, '{0} s'];
  return t(text, number(amount, amount >= 100 ? 0 : amount >= 10 ? 1 : 2));
}

/**
 * How much is moved, or borne.
 * @param {number} amount @param {Unit | Amount} unit @param {string} [kind] of the entries, where they are counted
 */
export function amountText(amount, unit, kind = '') {
  if (unit === 'bytes' || unit === 'network') return amount < 1000 ? `${number(amount)} ${t('B')}` : bytesText(amount);
  if (unit === 'cpu') return t('{0} of CPU time', cpuText(amount * kMicro));
  if (unit === 'keys') return t('{0} {0|key|keys}', amount);
  if (unit === 'requests') return t('{0} {0|request|requests}', amount);
  return wordsOf(kind).whole(amount);
}

/**
 * An axis from 0 on: its title, which names the unit, and the numbers at its ticks, each another one.
 * @param {number[]} ticks of equal distance @param {Unit} unit
 * @returns {{title: string, labels: string[]}}
 */
export function axisText(ticks, unit) {
  const most = ticks[ticks.length - 1];
  const labels = (/** @type {number} */ size) => ticks.map((tick) => number(tick / size, 3, 0));
  if (unit === 'keys') return { title: t('Keys moved'), labels: labels(1) };
  if (unit === 'entries') return { title: t('Number of moves'), labels: labels(1) };
  const units = [
    ...kUnits,
    /** @type {[string, number]} */ (['TB', 1e12]),
    /** @type {[string, number]} */ (['PB', 1e15]),
  ];
  const [name, size] = units.findLast(([, each]) => most >= each) ?? kUnits[0];
  return { title: t('Moved, {0}', t(name)), labels: labels(size) };
}

/** “at 20 MB/s” @param {number} rate of one copy, in the unit per second @param {Unit} unit */
export const speedText = (rate, unit) =>
  unit === 'bytes' ? t('at {0} MB/s', number(rate / kMega, 3, 0)) : t('at {0} {0|key|keys} per second', rate);

/** @param {number} worst in shares */
export const ratioText = (worst) => number(worst, 2);
