// The runbook of a cache router: its new configuration is written, checked, and taken into use by one proxy or client
// after another. Nothing is copied: the keys that move are missed at first, and come in again from the origin.
import { number, percent, t } from '../../text/language.js';
import { bytesText, timeText } from '../tools/amounts.js';
import { costOf } from './runbook_misses.js';
import { rate, stepsOf } from './runbook_reload_steps.js';

/**
 * @typedef {import('./runbook_reload_steps.js').Change} Change
 * @typedef {import('./runbook_reload_steps.js').Reload} Reload
 * @typedef {import('./runbook_reload_steps.js').Numbers} Numbers
 */

const kColdShare = 0.5; // from which on it is as if the cache were empty

const times = (/** @type {number} */ factor) => number(factor, factor < 10 ? 1 : 0);

/**
 * @param {Reload} reload
 * @returns {[string, string][]}
 */
function factsOf({ change, cost, numbers }) {
  const { share, removed } = change;
  return [
    [t('Keys that move'), t('{0} of {1} ({2}%)', Math.round(cost.moved), numbers.keys, number(100 * share, 1, 0))],
    [t('Misses per second at first'), t('{0} of {1} reads', rate(cost.misses), rate(cost.reads))],
    [
      t('Requests per second to the origin'),
      Number.isFinite(cost.factor)
        ? t('{0}, at first {1}: {2} times as many', rate(cost.usual), rate(cost.peak), times(cost.factor))
        : t('{0}, at first {1}', rate(cost.usual), rate(cost.peak)),
    ],
    [
      t('Warm again'),
      t('after {0} at most, a value’s lifetime; much of it with the first read of each key', timeText(cost.seconds)),
    ],
    [t('Bytes that come in again'), bytesText(cost.bytes)],
    [t('Memory of old copies until they expire'), bytesText(cost.oldBytes)],
    [
      t('Money, in the currency of your prices'),
      removed.length > 0
        ? t(
            '{0} ({1} over the network, {2} node hours)',
            number(cost.money, 2),
            bytesText(cost.bytes),
            number(cost.nodeHours, 1),
          )
        : t('{0} ({1} over the network)', number(cost.money, 2), bytesText(cost.bytes)),
    ],
  ];
}

/** @param {Change} change */
function notesOf({ hint, refused, share, planned, added, program, system }) {
  return [
    ...(planned && added.length > 0
      ? [
          t(
            'The page shows no change yet: this is about one more node, {0}. Add yours on the page to have its name here.',
            added.join(', '),
          ),
        ]
      : []),
    ...(refused ? [t('Reshard cannot write this configuration: {0}', refused)] : []),
    ...(share > kColdShare
      ? [t('{0} of the keys move: that is nearly as if the whole cache were emptied.', percent(share))]
      : []),
    ...(hint ? [hint] : []),
    ...(program.untested ? [program.untested()] : []),
    ...(program.client
      ? [t('Each application with this client of {0} needs the same list in the same order.', system)]
      : []),
    t(
      'You can go back at any time. Until the old copies have expired they answer again, and may be out of date; later, going back costs the same misses again.',
    ),
  ];
}

/**
 * @param {Change} change
 * @param {Numbers} numbers
 * @returns {import('./runbook.js').Book}
 */
export function reloadRunbook(change, numbers) {
  const cost = costOf({ ...change, removed: change.removed.length }, numbers);
  const reload = { change, cost, numbers };
  return {
    title: t('{0}: from {1} to {2} servers', change.system, change.before.names.length, change.after.names.length),
    facts: factsOf(reload),
    notes: notesOf(change),
    steps: stepsOf(reload),
    money: number(cost.money, 2),
  };
}
