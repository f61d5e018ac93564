// When the moves of a plan run, in words: how long they take, in how many nights, and which are too long for any.
import { t } from '../../text/language.js';
import { clockText, isNightly, nightsOf } from '../../systems/rebalance/window.js';
import { amountText, durationText } from './sentence.js';

/** @typedef {import('./shown.js').Shown} Shown */
/** @typedef {import('./sentence.js').Unit} Unit */
/** @typedef {import('./timing.js').Times} Times */
/**
 * @typedef {object} Timed
 * @property {?number} seconds during which copies run; null: nobody knows
 * @property {number} nights in how many windows; 0: at any time @property {boolean} nightly whether these are nights
 * @property {string[]} texts when it ends, or why it never does
 */

const kMostNights = 7;
const kMostNamed = 5;

/**
 * @param {{night: number, moves: number, bytes: number, until: number}} of `bytes`: of the unit
 * @param {boolean} nightly @param {Unit} unit
 */
const nightText = ({ night, moves, bytes, until }, nightly, unit) => {
  const [amount, clock] = [amountText(bytes, unit), clockText(until)];
  return nightly
    ? t('Night {0}: {1} {1|move|moves}, {2}, until {3}', night, moves, amount, clock)
    : t('Day {0}: {1} {1|move|moves}, {2}, until {3}', night, moves, amount, clock);
};

/** @param {ReturnType<typeof nightsOf>} nights @param {boolean} nightly @param {Unit} unit */
function nightTexts(nights, nightly, unit) {
  const texts = nights.map((night) => nightText(night, nightly, unit));
  if (texts.length <= kMostNights) return texts;
  return [...texts.slice(0, kMostNights - 1), '…', ...texts.slice(-1)];
}

/** @param {Shown} shown @param {number[]} long moves @param {import('../../systems/rebalance/pace.js').Pace} pace */
function tooLongText({ plan: { moves }, bytesOf }, long, { rate, window }) {
  const names = long.slice(0, kMostNamed).map((move) => moves[move][0]);
  const longest = long.reduce((most, move) => Math.max(most, bytesOf(moves[move][0])), 0) / rate;
  const hours = window ? [window.begin, window.end].map(clockText).join('–') : '';
  return [
    t(
      '{0} {0|move does|moves do} not fit into {1}: {3}. The longest takes {2}.',
      ...[long.length, hours, durationText(longest), names.join(', ') + (long.length > names.length ? '…' : '')],
    ),
    t('Another rate or window is needed.'),
  ].join(' ');
}

/** @param {Shown} shown @param {Times} times @returns {Timed} */
export function timedOf(shown, { pace, schedule, refused }) {
  const window = pace?.window ?? null;
  const nightly = window !== null && isNightly(window);
  const none = { seconds: /** @type {?number} */ (null), nights: 0, nightly };
  if (!pace || !schedule) return { ...none, texts: refused ? [refused] : [] };
  if ('too_long' in schedule) return { ...none, texts: [tooLongText(shown, schedule.too_long, pace)] };
  const { moves } = shown.plan;
  const amountOf = (/** @type {number} */ move) => (moves[move][3] ? 0 : shown.bytesOf(moves[move][0]));
  const nights = window ? nightsOf(schedule, window, amountOf) : [];
  const seconds = (window ? schedule.busy_ms : schedule.end_ms) / 1000;
  return { seconds, nights: nights.length, nightly, texts: nightTexts(nights, nightly, shown.unit) };
}
