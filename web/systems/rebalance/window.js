// The window of the day in which copies run: “01:00-05:00”, also over midnight.

/** @typedef {{begin: number, end: number}} Window in minutes since midnight, not equal */

const kHour = 60;
const kDay = 1440;
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
