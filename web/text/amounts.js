// Bytes and time in words.
import { number, t } from './language.js';

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
