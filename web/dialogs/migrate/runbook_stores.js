// The runbooks of stores that move their data themselves, by their own commands. A store has one entry here, by the
// name that its writer in web/systems has. No test has run these commands: Debian has no package of either.
import { number, t } from '../../text/language.js';
import { bytesText, timeText } from '../tools/amounts.js';
import { cassandraSteps } from './runbook_cassandra.js';
import { couchbaseSteps } from './runbook_couchbase.js';

/** @typedef {import('./runbook.js').Step} Step */
/** @typedef {import('./runbook_systems.js').Change} Change */
/** @typedef {Pick<Step, 'seconds' | 'time' | 'bytes'>} Copying */

/** @type {Record<string, (change: Change, copying: Copying) => Step[]>} */
export const kStores = { Cassandra: cassandraSteps, Couchbase: couchbaseSteps };

/**
 * What is sent, and how long that takes: by the limit of all, or by what the busiest newcomer's link can take.
 * @param {Change} change
 * @param {import('./runbook.js').Numbers} numbers
 */
export function copyingOf({ copies, busiest }, { keys, bytes, throttle, link }) {
  const sent = keys * copies * bytes;
  return { sent, seconds: Math.max(sent / throttle, (keys * busiest * bytes) / link) };
}

/**
 * @param {Change} change
 * @param {import('./runbook.js').Numbers} numbers
 * @returns {import('./runbook.js').Book}
 */
export function storeRunbook(change, numbers) {
  const { system, share, before, after, added, removed, refused } = change;
  const { sent, seconds } = copyingOf(change, numbers);
  const nights = Math.ceil(seconds / 3600 / numbers.window);
  const time = timeText(seconds),
    windowed = numbers.window < 24 ? ` (${t('{0} {0|night|nights} of {1} h', nights, numbers.window)})` : '';
  const nodeHours = (seconds / 3600) * Math.max(0, added.length - removed.length);
  const money = (sent / 1e12) * numbers.perTb + nodeHours * numbers.perHour;
  const known = added.length + removed.length > 0;
  return {
    title: t('{0}: from {1} to {2} servers', system, before.names.length, after.names.length),
    facts: [
      [
        t('Keys that move'),
        t('{0} of {1} ({2}%)', Math.round(numbers.keys * share), numbers.keys, number(100 * share, 1, 0)),
      ],
      [t('Bytes to copy'), t('{0}, with all replicas', bytesText(sent))],
      [t('Total time'), `${time}${windowed}`],
      [
        t('Money, in the currency of your prices'),
        t('{0} ({1} over the network, {2} node hours)', number(money, 2), bytesText(sent), number(nodeHours, 1)),
      ],
    ],
    notes: [
      t('No test of Reshard has run the commands of {0}. Try them on a cluster that nobody needs.', system),
      ...(refused ? [t('Reshard cannot write this configuration: {0}', refused)] : []),
      ...(known ? [] : [t('No node joins or leaves: {0} has no commands for this change.', system)]),
    ],
    steps: known ? kStores[system](change, { seconds, time, bytes: bytesText(sent) }) : [],
    money: number(money, 2),
  };
}
