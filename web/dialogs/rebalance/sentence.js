// What a plan says in words: one sentence, what no plan can do without, why a move is there, and what was left out.
import { number, t } from '../../text/language.js';
import { amountText, durationText, ratioText, speedText } from '../../systems/rebalance/amounts.js';
import { wordsOf } from '../../systems/shared/kinds.js';

export { amountText, durationText, ratioText };

/** @typedef {import('../../systems/rebalance/problem.js').Amount} Amount */
/** @typedef {import('../../systems/rebalance/problem.js').Asked} Asked */
/** @typedef {import('../../systems/rebalance/problem.js').Note} Note */
/** @typedef {import('../../headless/reshard-rebalance.d.ts').Plan} Plan */
/** @typedef {import('./replay.js').Point} Point */
/** @typedef {Asked['unit']} Unit */
/**
 * @typedef {object} Told what the sentences are about
 * @property {Point[]} curve of the whole plan @property {number} stop how many moves are carried out
 * @property {number} entries of the text @property {number} moved how many of them move until there
 * @property {boolean} empties whether a node ends empty @property {string} kind of them @property {Unit} unit
 * @property {?number} seconds that the moves take; null: nobody knows @property {number} rate in the unit per second
 * @property {number} [nights] in how many windows of the day; 0: at any time @property {boolean} [nightly]
 * @property {number} limit a node's most, in its shares
 * @property {boolean} found whether there is a plan that keeps the rules
 * @property {boolean} impossible whether it is proven that there is none
 * @property {boolean} proven whether no plan is cheaper @property {boolean} plain whether a move costs its bytes alone
 * @property {number} now what is above limits now, and `left` after the whole plan, of all limits
 * @property {number} left
 * @property {number} bound what no plan within the limits can do without: of the unit
 */

/**
 * From where to where the busiest node goes. Where nodes are emptied, shares are those of the nodes that stay: nobody
 * had them before.
 * @param {Point} before @param {Point} after @param {boolean} empties
 */
function busiestText({ worst: from }, { worst: to }, empties) {
  const [was, is] = [ratioText(from), ratioText(to)];
  if (empties) return t('the busiest of the nodes that stay then bears {0} times its share', is);
  if (was === is) return t('the busiest node stays at {0} times its share', is);
  return to < from
    ? t('the busiest node falls from {0} to {1} times its share', was, is)
    : t('the busiest node rises from {0} to {1} times its share', was, is);
}

/** @type {Record<Exclude<Amount, 'count'>, () => string>} */
const kBusiest = {
  requests: () => t('Requests'),
  bytes: () => t('Bytes'),
  keys: () => t('Keys'),
  cpu: () => t('CPU time'),
  network: () => t('Network traffic'),
};

/**
 * How a further amount changes.
 * @param {Amount} of @param {string} kind @param {Point} before @param {Point} after
 */
export function alsoText(of, kind, { worst: from }, { worst: to }) {
  return t(
    '{0}: the busiest node goes from {1} to {2} times its share',
    of === 'count' ? wordsOf(kind).heading() : kBusiest[of](),
    ratioText(from),
    ratioText(to),
  );
}

/**
 * “3 h 10 min at 20 MB/s, in 2 nights”
 * @param {number} seconds @param {Pick<Told, 'rate' | 'unit' | 'nights' | 'nightly'>} of
 */
export function timeText(seconds, { rate, unit, nights = 0, nightly = false }) {
  const [time, speed] = [durationText(seconds), speedText(rate, unit)];
  if (nights === 0) return `${time} ${speed}`;
  return nightly
    ? t('{0} {1}, in {2} {2|night|nights}', time, speed, nights)
    : t('{0} {1}, on {2} {2|day|days}', time, speed, nights);
}

/** How much and how long. @param {Told} told @param {Point} at */
function costText(told, { bytes }) {
  const { unit, seconds } = told;
  const amount = unit === 'entries' ? [] : [amountText(bytes, unit)];
  const time = seconds !== null ? [timeText(seconds, told)] : [];
  return [...amount, ...time].map((part) => `, ${part}`).join('');
}

/** The sentence above everything. @param {Told} told */
export function headlineOf(told) {
  const { curve, stop, entries, moved, kind, found, impossible, limit, now } = told;
  if (!found) return impossible ? t('No plan keeps the rules.') : t('No plan was found that keeps the rules.');
  const [before, after, last] = [curve[0], curve[stop], curve[curve.length - 1]];
  if (last.moves === 0) {
    return now === 0
      ? t(
          'Nothing has to move: the busiest node bears {0} times its share, and {1} is allowed.',
          ...[ratioText(before.worst), number(limit, 4, 2)],
        )
      : t('No move helps: the busiest node bears {0} times its share.', ratioText(before.worst));
  }
  const whole = wordsOf(kind).of(entries);
  const cost = costText(told, after);
  const busiest = busiestText(before, after, told.empties);
  if (stop < last.moves) return t('The first {0} of {1} moves{2}: {3}.', stop, last.moves, cost, busiest);
  if (moved < stop) return t('Move {0} {1} in {2} {2|move|moves}{3}: {4}.', moved, whole, stop, cost, busiest);
  return t('Move {0} {1}{2}: {3}.', moved, whole, cost, busiest);
}

/** What stands below it: what no plan can do without, or that the limits are not reached. @param {Told} told */
export function boundOf({ curve, found, proven, plain, bound, unit, left }) {
  const last = curve[curve.length - 1];
  if (!found || (last.moves === 0 && left === 0)) return '';
  if (left > 0) {
    return proven
      ? t('No plan brings every node within its limit. None comes closer than this one.')
      : t('This does not bring every node within its limit. It is the closest plan that was found.');
  }
  if (plain && (proven || last.bytes <= bound)) return t('It is proven that no plan moves less.');
  if (unit === 'entries' || bound <= 0) return proven ? t('It is proven that no plan costs less.') : '';
  const least = t(
    'No plan that brings every node within its limit can do with less than {0}.',
    amountText(bound, unit),
  );
  return proven ? `${t('It is proven that no plan costs less.')} ${least}` : least;
}

/** @type {Record<Note['what'], (count: number, whole: string, names: string) => string>} */
const kNotes = {
  no_owner: (count, whole, names) => t('{1} {0|is|are} left out, as no node has {0|it|them}: {2}', count, whole, names),
  no_size: (count, whole, names) =>
    t('{1} {0|stays|stay} in place, as the text has no figures of {0|it|them}: {2}', count, whole, names),
  elsewhere: (count, whole, names) =>
    t('{1} {0|is|are} left out, on nodes that are not in the text: {2}', count, whole, names),
  lost: (count, whole, names) => t('{1} {0|is|are} left out, only on nodes that are down: {2}', count, whole, names),
  moving: (count, whole, names) => t('{1} {0|stays|stay} in place, already on the move: {2}', count, whole, names),
  zones_shared: (count, whole) =>
    t('{1} {0|has|have} two copies in one zone, so zones are not kept apart', count, whole),
  down: (count, _, names) => t('{0} {0|node is|nodes are} down and to be emptied: {1}', count, names),
};

const kMostNamed = 5;

/** @param {string[]} names of nodes */
export const emptiedText = (names) =>
  names.length === 0
    ? ''
    : t('Empty then: {0}.', names.slice(0, kMostNamed).join(', ') + (names.length > kMostNamed ? '…' : ''));

/** @param {number} count of entries of the page's table @param {string} kind */
export const keylessText = (count, kind) =>
  t(
    '{1} {0|is|are} left out, as no key of the page is in {0|it|them}: the page knows owners by keys',
    ...[count, wordsOf(kind).whole(count)],
  );

/** @param {Note} note @param {string} kind of the entries */
export function noteText({ what, count, names }, kind) {
  const more = count > names.length ? '…' : '';
  return kNotes[what](count, wordsOf(kind).whole(count), names.join(', ') + more);
}
