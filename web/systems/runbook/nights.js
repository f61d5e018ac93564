// What a runbook says of the nights, or days, in which its steps run, and of moves that are too long for any.
import { t } from '../../text/language.js';
import { amountText, durationText, speedText } from '../rebalance/amounts.js';
import { clockText, isNightly, minutesOf } from '../rebalance/window.js';
import { idsText } from './entries.js';
import { spanOf } from './stages.js';
import { isTooLong } from './times.js';

/** @typedef {import('./plan.js').Carried} Carried */
/** @typedef {import('./stages.js').Stage} Stage */
/** @typedef {import('../rebalance/window.js').Window} Window */

/** “01:00–05:00” @param {Window} window */
const hoursText = ({ begin, end }) => [begin, end].map(clockText).join('–');

/** The time of the day. @param {number} ms */
export const timeOfDay = (ms) => clockText(minutesOf(ms));

/** The moves that are too long for any window. @param {Stage} stage @param {?Window} window */
const tooLong = ({ moves, spans }, window) =>
  moves.flatMap(([id], i) => {
    const ms = spans.length === 0 ? 0 : spans[i][1] - spans[i][0];
    return isTooLong(window, ms) ? [{ id, ms }] : [];
  });

/**
 * Which moves are too long, and what they need; [] if none is.
 * @param {Pick<Carried, 'pace' | 'unit'>} carried @param {Stage[]} stages
 */
export function tooLongTexts({ pace, unit }, stages) {
  const long = stages.flatMap((stage) => tooLong(stage, pace?.window ?? null));
  if (!pace?.window || long.length === 0) return [];
  const longest = long.reduce((most, { ms }) => Math.max(most, ms), 0) / 1000;
  const ids = idsText(long.map(({ id }) => id));
  const facts = [long.length, hoursText(pace.window), `${durationText(longest)} ${speedText(pace.rate, unit)}`, ids];
  return [
    t('{0} {0|move does|moves do} not fit into {1}: {3}. The longest takes {2}.', ...facts),
    t('Another rate or window is needed.'),
  ];
}

/** @param {Carried} carried @returns {[string, string][]} */
export const windowFacts = ({ pace }) =>
  pace?.window
    ? [[t('Window of the day'), t('{0}: nothing is begun that does not end in it', hoursText(pace.window))]]
    : [];

/** “in 3 nights”; nothing, if moves do not fit into any. @param {Carried} carried */
export function countText(carried) {
  const { pace, stages } = carried;
  if (!pace?.window || tooLongTexts(carried, stages).length > 0) return [];
  const nights = new Set(stages.map(({ night }) => night)).size;
  return [isNightly(pace.window) ? t('in {0} {0|night|nights}', nights) : t('on {0} {0|day|days}', nights)];
}

/** When a step runs: “night 2, 01:00–04:11”. @param {Carried} carried @param {Stage} stage */
export function nightText({ pace }, stage) {
  const span = spanOf(stage);
  if (!pace?.window || !span) return '';
  const [from, until] = span.map(timeOfDay);
  if (tooLong(stage, pace.window).length > 0)
    return isNightly(pace.window)
      ? t('night {0}, from {1}', stage.night, from)
      : t('day {0}, from {1}', stage.night, from);
  return isNightly(pace.window)
    ? t('night {0}, {1}–{2}', stage.night, from, until)
    : t('day {0}, {1}–{2}', stage.night, from, until);
}

/**
 * What each night does. Steps are numbered as they are shown: the first one moves nothing.
 * @param {Carried} carried @param {(stage: Stage) => number} sum of the unit
 */
export function nightsList({ pace, unit, stages }, sum) {
  if (!pace?.window || stages.every(({ spans }) => spans.length === 0)) return [];
  const nightly = isNightly(pace.window);
  /** @type {Map<number, {first: number, last: number, moves: number, amount: number, until: number, long: boolean}>} */
  const nights = new Map();
  stages.forEach((stage, i) => {
    const one = nights.get(stage.night) ?? { first: i + 2, last: 0, moves: 0, amount: 0, until: 0, long: false };
    nights.set(stage.night, {
      ...{ first: one.first, last: i + 2, moves: one.moves + stage.moves.length, amount: one.amount + sum(stage) },
      until: Math.max(one.until, spanOf(stage)?.[1] ?? 0),
      long: one.long || tooLong(stage, pace.window).length > 0,
    });
  });
  const items = [...nights].map(([night, { first, last, moves, amount, until, long }]) => {
    const steps = first === last ? t('step {0}', first) : t('steps {0}–{1}', first, last);
    const did = [night, steps, moves, amountText(amount, unit), timeOfDay(until)];
    if (long)
      return nightly
        ? t('Night {0}: {1}, {2} {2|move|moves}, {3}, beyond the window', ...did)
        : t('Day {0}: {1}, {2} {2|move|moves}, {3}, beyond the window', ...did);
    return nightly
      ? t('Night {0}: {1}, {2} {2|move|moves}, {3}, until {4}', ...did)
      : t('Day {0}: {1}, {2} {2|move|moves}, {3}, until {4}', ...did);
  });
  return [{ title: nightly ? t('Nights') : t('Days'), items }];
}

/** What to know before a step that no window is long enough for. @param {Carried} carried @param {Stage} stage */
export const beyondTexts = (carried, stage) => {
  const texts = tooLongTexts(carried, [stage]);
  return texts.length > 0 ? [texts.join(' ')] : [];
};

/**
 * Where to pause: after the last step of a night; '' if the next one is in the same.
 * @param {Carried} carried @param {number} i of the stage @param {boolean} stops whether one may stop after it
 */
export function pauseText({ pace, stages }, i, stops) {
  const next = stages[i + 1];
  if (!pace?.window || !next || next.night === stages[i].night) return '';
  const begins = [i + 3, next.night, timeOfDay(next.spans[0][0])];
  const pause = isNightly(pace.window)
    ? t('Pause here: step {0} begins in night {1}, at {2}.', ...begins)
    : t('Pause here: step {0} begins on day {1}, at {2}.', ...begins);
  if (stops) return pause;
  return `${pause} ${t('The moves of the next step belong to these: do not put them off any longer.')}`;
}
