// When the moves of a runbook run: its steps one after another, as people carry them out, and within a window of the
// day if there is one. (core/rebalance/schedule.h starts each move as soon as its nodes are free, whatever the step.)
import { lengthOf } from '../rebalance/window.js';

/** @typedef {import('../moves/form.js').Move} Move */
/** @typedef {import('../rebalance/window.js').Window} Window */
/** @typedef {[start: number, end: number]} Span in ms since the midnight before the first window, or since the start */
/**
 * How the moves of a step run: one after another, all from one moment on, or each as soon as its nodes are free.
 * @typedef {'in turn' | 'at once' | 'side by side'} Way
 */

const kDayMs = 86_400_000;
const kMinuteMs = 60_000;

/** Tells when what takes so long can start. @param {?Window} window */
function clockOf(window) {
  if (!window) return (/** @type {number} */ now) => now;
  const [begin, length] = [window.begin * kMinuteMs, lengthOf(window) * kMinuteMs];
  return (/** @type {number} */ now, /** @type {number} */ ms) => {
    const since = (now + kDayMs - begin) % kDayMs;
    const fits = since < length && since + ms <= length;
    return fits || since === 0 ? now : now + kDayMs - since; // what fits into none starts with one
  };
}

/** How long a move is, in a window. @param {?Window} window @param {number} ms */
export const isTooLong = (window, ms) => window !== null && ms > lengthOf(window) * kMinuteMs;

/**
 * A move takes a place at both of its nodes, and starts no earlier than the one before it.
 * @param {Move[]} moves @param {number[]} ms by move @param {number} atOnce copies at a node
 * @param {number} now @param {(now: number, ms: number) => number} startOf
 */
function sideBySide(moves, ms, atOnce, now, startOf) {
  /** @type {Map<string, number[]>} when each place for a copy is free, by node */
  const free = new Map();
  let last = now;
  return moves.map(([, ...nodes], i) => {
    const places = nodes.map((node) => {
      if (!free.has(node)) free.set(node, new Array(atOnce).fill(now));
      return /** @type {number[]} */ (free.get(node));
    });
    const soonest = places.map((of) => of.indexOf(Math.min(...of)));
    const start = startOf(Math.max(last, ...places.map((of, at) => of[soonest[at]])), ms[i]);
    places.forEach((of, at) => void (of[soonest[at]] = start + ms[i]));
    last = start;
    return /** @type {Span} */ ([start, start + ms[i]]);
  });
}

/**
 * @param {{moves: Move[], way: Way}[]} steps
 * @param {(entry: string) => number} msOf a copy
 * @param {{atOnce: number, window: ?Window}} of `atOnce`: copies at a node
 * @returns {Span[][]} by step, by move
 */
export function spansOf(steps, msOf, { atOnce, window }) {
  const startOf = clockOf(window);
  let now = window ? window.begin * kMinuteMs : 0;
  return steps.map(({ moves, way }) => {
    const ms = moves.map(([id]) => msOf(id));
    const longest = ms.reduce((most, one) => Math.max(most, one), 0);
    if (way === 'at once') now = startOf(now, longest);
    const spans =
      way === 'side by side'
        ? sideBySide(moves, ms, atOnce, now, startOf)
        : ms.map((one) => {
            const start = way === 'at once' ? now : startOf(now, one);
            if (way === 'in turn') now = start + one;
            return /** @type {Span} */ ([start, start + one]);
          });
    now = spans.reduce((last, [, end]) => Math.max(last, end), now);
    return spans;
  });
}
