// The window of the day in which copies run: “01:00-05:00”, also over midnight.

/** @typedef {{begin: number, end: number}} Window in minutes since midnight, not equal */

const kHour = 60;
const kDay = 1440;
const kMinuteMs = 60_000;
const kDayMs = kDay * kMinuteMs;
const kWindow = /^(\d{1,2}):(\d{2})\s*[-–]\s*(\d{1,2}):(\d{2})$/;

/** @param {string} text @returns {?Window} null: it is none */
export function windowIn(text) {
  const match = kWindow.exec(text.trim());
  if (!match) return null;
  const [hours, minutes, endHours, endMinutes] = match.slice(1).map(Number);
  const [begin, end] = [hours * kHour + minutes, endHours * kHour + endMinutes];
  const right = minutes < kHour && endMinutes < kHour && begin < kDay && end <= kDay && begin !== end % kDay;
  return right ? { begin, end: end % kDay } : null;
}

/** How long it is, in minutes. @param {Window} window */
export const lengthOf = ({ begin, end }) => (end + kDay - begin) % kDay;

/** Whether it lies in the night, between 20:00 and 08:00. @param {Window} window */
export function isNightly({ begin, end }) {
  const [evening, morning] = [20 * kHour, 8 * kHour];
  const from = (begin + kDay - evening) % kDay;
  const night = (morning + kDay - evening) % kDay;
  return from + ((end + kDay - begin) % kDay) <= night;
}

/** “04:50” @param {number} minutes since some midnight */
export function clockText(minutes) {
  const within = Math.ceil(minutes) % kDay;
  return [Math.floor(within / kHour), within % kHour].map((part) => String(part).padStart(2, '0')).join(':');
}

/**
 * In which window, from 1, a moment is.
 * @param {number} ms since the midnight before the first window @param {Window} window
 */
export const nightAt = (ms, { begin }) => Math.floor((ms - begin * kMinuteMs) / kDayMs) + 1;

/** The time of the day, in minutes since midnight. @param {number} ms since some midnight */
export const minutesOf = (ms) => (ms % kDayMs) / kMinuteMs;

/**
 * What happens in each night: how many moves end in it, how much they copy, and when the last one is over.
 * @param {{spans: [start: number, end: number][]}} schedule @param {Window} window
 * @param {(move: number) => number} bytesOf
 * @returns {{night: number, moves: number, bytes: number, until: number}[]} `night`: from 1; `until`: in minutes since
 *   midnight
 */
export function nightsOf({ spans }, window, bytesOf) {
  const nights = new Map();
  spans.forEach(([start, end], i) => {
    const night = nightAt(start, window);
    const one = nights.get(night) ?? { night, moves: 0, bytes: 0, until: 0 };
    const until = Math.max(one.until, end);
    nights.set(night, { night, moves: one.moves + 1, bytes: one.bytes + bytesOf(i), until });
  });
  return [...nights.values()].sort((a, b) => a.night - b.night).map((one) => ({ ...one, until: minutesOf(one.until) }));
}
