// The runbook of Redis Cluster: new masters join, slots move one after another, replicas follow, drained masters leave.
// The steps are in runbook_redis_slots.js and runbook_redis_nodes.js; here they are joined, with what the move costs.
import { number, t } from '../../text/language.js';
import { bytesText, timeText } from '../tools/amounts.js';
import { emptyOf, kSlots, ofLine, unknownOf } from './cluster_nodes.js';
import { missingOf, namesOf } from './runbook_redis_commands.js';
import { addStep, removeStep, replicaStep } from './runbook_redis_nodes.js';
import { moveStep, openStep } from './runbook_redis_slots.js';
import { moneyName, nodeHoursText } from '../../systems/runbook/shown.js';

/**
 * @typedef {import('./runbook_redis_commands.js').RedisChange} RedisChange
 * @typedef {import('./runbook_redis_commands.js').Names} Names
 * @typedef {import('./runbook.js').Step} Step
 */

// What happens to those who take no part.
/** @param {import('./cluster_nodes.js').LeftOut} node */
const leftOutWords = ({ line, address, why, replica }) =>
  ofLine(
    line,
    replica
      ? t('{0} ({1}), a replica that is not up', address, why)
      : t(
          '{0} ({1}) holds no slots and gets none. No command touches it; a master that comes back becomes a replica.',
          address,
          why || 'noflags',
        ),
  );

/**
 * @param {RedisChange} change
 * @param {Names} names
 * @param {string} missing why there are no commands yet
 * @param {number} bytes that move
 * @returns {Step[]}
 */
function stepsOf(change, names, missing, bytes) {
  const { cluster, added, drained, plan } = change;
  const first = cluster !== null && cluster.open.length > 0 && names.via !== '' ? [openStep(cluster, names)] : [];
  const later = [
    ...(added > 0 ? [addStep(change, names)] : []),
    ...(plan.moves.length > 0 ? [moveStep(change, names)] : []),
    ...(added > 0 ? [replicaStep(change, names)] : []),
    ...(drained.length > 0 ? [removeStep(change, names)] : []),
  ].map((step) => ({ ...step, ...(missing && { commands: [], rescue: [], undo: [] }) }));
  return [...first, ...later]
    .map((step) => ({ seconds: 0, ...step, noReturn: false }))
    .map((step) => ({
      ...step,
      time: step.seconds > 0 ? timeText(step.seconds) : '',
      bytes: step.seconds > 0 ? bytesText(bytes) : '',
    }));
}

/**
 * What the whole move takes.
 * @param {RedisChange} change
 */
function totalsOf({ plan: { moves }, numbers }) {
  const slots = moves.reduce((sum, move) => sum + move.slots.length, 0);
  const keys = numbers.keys * (slots / kSlots);
  return { slots, keys, bytes: keys * numbers.bytes };
}

/**
 * @param {RedisChange} change
 * @param {number} seconds of all steps
 */
function moneyOf(change, seconds) {
  const { added, drained, numbers } = change;
  const nodeHours = (seconds / 3600) * Math.max(0, added - drained.length);
  const money = (totalsOf(change).bytes / 1e12) * numbers.perTb + nodeHours * numbers.perHour;
  return { nodeHours, money };
}

/**
 * Who gets most, or that all get the same, if anybody gets slots.
 * @param {RedisChange} change
 * @param {Names} names
 * @returns {[string, string][]}
 */
function arrivals(change, names) {
  const { plan, numbers, masters } = change,
    { slots, bytes } = totalsOf(change);
  if (plan.moves.length === 0) return [];
  /** @type {Map<number, number>} */
  const arriving = new Map();
  for (const move of plan.moves) arriving.set(move.to, (arriving.get(move.to) ?? 0) + move.slots.length);
  const sorted = [...arriving].sort((a, b) => b[1] - a[1]),
    [most, mostSlots] = sorted[0],
    leastSlots = sorted[sorted.length - 1][1];
  const amount = [
    mostSlots,
    Math.round(numbers.keys * (mostSlots / kSlots)),
    bytesText(bytes * (slots > 0 ? mostSlots / slots : 0)),
  ];
  // All get the same, but for the slot that is left where their number does not divide.
  if (sorted.length > 1 && mostSlots - leastSlots <= 1) {
    const who = sorted.every(([to]) => to >= masters)
      ? t('each of the {0} new masters', sorted.length)
      : t('each of {0} masters', sorted.length);
    const text =
      mostSlots === leastSlots
        ? t('{0}: {1} {1|slot|slots}, about {2} keys, {3}', who, ...amount)
        : t('{0}: up to {1} {1|slot|slots}, about {2} keys, {3}', who, ...amount);
    return [[t('Arrives on'), text]];
  }
  return [
    [
      sorted.length > 1 ? t('Most arrives on') : t('Arrives on'),
      t('{0}: {1} {1|slot|slots}, about {2} keys, {3}', names.name(most), ...amount),
    ],
  ];
}

/**
 * @param {RedisChange} change
 * @param {Names} names
 * @param {number} seconds of all steps
 * @returns {[string, string][]}
 */
function factsOf(change, names, seconds) {
  const { cluster, numbers } = change,
    { slots, keys, bytes } = totalsOf(change);
  const nights = Math.ceil(seconds / 3600 / numbers.window);
  const windowed = numbers.window < 24 ? t('{0} {0|night|nights} of {1} h', nights, numbers.window) : '';
  const { nodeHours, money } = moneyOf(change, seconds);
  return [
    [t('Slots that move'), t('{0} of {1} ({2}%)', slots, kSlots, number(100 * (slots / kSlots), 1, 0))],
    [t('Keys that move'), t('about {0} of {1}, if each slot has equally many', Math.round(keys), numbers.keys)],
    [t('Bytes to copy'), bytesText(bytes)],
    [
      t('Total time'),
      t(
        '{0} at {1} keys per second and {2} ms per slot',
        windowed ? `${timeText(seconds)} (${windowed})` : timeText(seconds),
        numbers.keysPerSecond,
        numbers.slotMs,
      ),
    ],
    ...arrivals(change, names),
    [
      moneyName(),
      t('{0} ({1} over the network, {2} node hours)', number(money, 2), bytesText(bytes), nodeHoursText(nodeHours)),
    ],
    .../** @type {[string, string][]} */ ((cluster?.leftOut ?? []).map((each) => [t('Left out'), leftOutWords(each)])),
  ];
}

/** @param {RedisChange} change */
function titleOf({ cluster, masters, added, drained, plan }) {
  const filled = emptyOf(cluster).filter((i) => plan.moves.some(({ to }) => to === i)).length;
  if (added === 0 && drained.length === 0 && filled > 0) return t('Fill {0} empty {0|master|masters}', filled);
  return t('Move from {0} to {1} masters', masters, masters + added - drained.length);
}

/**
 * @param {RedisChange} change
 * @returns {import('./runbook.js').Book}
 */
export function redisRunbook(change) {
  const { cluster, plan } = change;
  const names = namesOf(change),
    missing = missingOf(change),
    unknown = cluster ? unknownOf(cluster) : '';
  const steps = stepsOf(change, names, missing, totalsOf(change).bytes);
  const seconds = steps.reduce((sum, step) => sum + step.seconds, 0);
  const notes = [
    ...(plan.moves.length === 0
      ? [t('No slot moves: every master is within 2% of its share, where redis-cli rebalances nothing.')]
      : []),
    ...(missing && steps.length > 0 ? [missing] : []),
    ...(unknown ? [unknown] : []),
    ...(missing
      ? []
      : [
          t(
            'If the cluster has a password, set REDISCLI_AUTH in the terminal first. If it uses TLS, add --tls to each command.',
          ),
        ]),
  ];
  return {
    title: titleOf(change),
    facts: factsOf(change, names, seconds),
    notes,
    steps,
    money: number(moneyOf(change, seconds).money, 2),
  };
}
