// When the moves of a plan run, in words: how long they take, in how many nights, and which are too long for any.
import { t } from '../../text/language.js';
import { nightsOf, scheduleOf } from '../../systems/rebalance/schedule.js';
import { clockText, isNightly, windowIn } from '../../systems/rebalance/window.js';
import { amountText, durationText } from './sentence.js';

/** @typedef {import('./shown.js').Shown} Shown */
/** @typedef {import('./wish.js').Knobs} Knobs */
/** @typedef {import('../../systems/rebalance/schedule.js').Schedule} Schedule */
/** @typedef {Pick<Knobs, 'rate' | 'atOnce' | 'window'>} Pace */
/**
 * @typedef {object} Timed
 * @property {?number} seconds during which copies run; null: nobody knows
 * @property {number} nights in how many windows; 0: at any time @property {boolean} nightly whether these are nights
 * @property {string[]} texts when it ends, or why it never does
 */

const kMega = 1e6;
const kMostNights = 7;
const kMostNamed = 5;

/** @param {{night: number, moves: number, bytes: number, until: number}} of @param {boolean} nightly */
const nightText = ({ night, moves, bytes, until }, nightly) => {
  const [amount, clock] = [amountText(bytes, 'bytes'), clockText(until)];
  return nightly
    ? t('Night {0}: {1} {1|move|moves}, {2}, until {3}', night, moves, amount, clock)
    : t('Day {0}: {1} {1|move|moves}, {2}, until {3}', night, moves, amount, clock);
};

/** @param {ReturnType<typeof nightsOf>} nights @param {boolean} nightly */
function nightTexts(nights, nightly) {
  const texts = nights.map((night) => nightText(night, nightly));
  if (texts.length <= kMostNights) return texts;
  return [...texts.slice(0, kMostNights - 1), '…', ...texts.slice(-1)];
}

export class PaceText {
  /** @type {{of: unknown[], schedule: ?Schedule}} the last one: the slider asks for it often */
  #last = { of: [], schedule: null };

  /**
   * Of the moves that are carried out: others take no place.
   * @param {Shown} shown @param {Pace} pace @returns {?Schedule}
   */
  #schedule({ problem, plan, unit, stop }, { rate, atOnce, window }) {
    const of = [plan, stop, rate, atOnce, window];
    if (of.every((one, i) => one === this.#last.of[i])) return this.#last.schedule;
    const pace = { rate: Math.round(rate * kMega), window: windowIn(window) };
    const schedule = unit === 'bytes' && plan.found ? scheduleOf(problem, plan.moves.slice(0, stop), pace) : null;
    this.#last = { of, schedule };
    return schedule;
  }

  /** @param {Shown} shown @param {Pace} pace @returns {Timed} */
  of(shown, pace) {
    const schedule = this.#schedule(shown, pace);
    const window = windowIn(pace.window);
    const nightly = window !== null && isNightly(window);
    if (!schedule) return { seconds: null, nights: 0, nightly, texts: [] };
    const { moves } = shown.plan;
    const bytesOf = (/** @type {number} */ move) => shown.bytesOf(moves[move][0]);
    if (schedule.too_long.length > 0) {
      const names = schedule.too_long.slice(0, kMostNamed).map((move) => moves[move][0]);
      const longest = Math.max(...schedule.too_long.map(bytesOf)) / (pace.rate * kMega);
      const more = schedule.too_long.length > names.length ? '…' : '';
      const text = t(
        '{0} {0|move does|moves do} not fit into {1}: {3}. The longest takes {2}.',
        schedule.too_long.length,
        pace.window.replace('-', '–'),
        durationText(longest),
        names.join(', ') + more,
      );
      return { seconds: null, nights: 0, nightly, texts: [text] };
    }
    const seconds = (window ? schedule.busy_ms : schedule.end_ms) / 1000;
    const nights = window ? nightsOf(schedule, window, bytesOf) : [];
    return { seconds, nights: nights.length, nightly, texts: nightTexts(nights, nightly) };
  }
}
