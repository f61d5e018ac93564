// What the steps of the runbook of Redis Cluster share: the change, how commands name its masters, and whether there
// are commands yet. They are those of redis-cli 7.0; tests/live/runbook.test.mjs runs every one.
import { t } from '../../text/language.js';
import { comment, shell, shellComment } from '../../text/quote.js';
import { timeText } from '../tools/amounts.js';
import { at, endsOf, hasIds } from './cluster_nodes.js';
import { secondsOf } from './runbook_redis_pace.js';
import { rangesOf } from './slot_plan.js';

/**
 * @typedef {import('./cluster_nodes.js').RedisCluster} RedisCluster
 * @typedef {import('./runbook.js').Step} Step
 * @typedef {import('./runbook.js').Numbers} Numbers
 *
 * @typedef {object} RedisChange
 * @property {?RedisCluster} cluster null if only the numbers are known
 * @property {number} masters how many there are now
 * @property {number} added how many masters are new
 * @property {number[]} drained positions of those that leave
 * @property {import('./new_masters.js').NewMaster[]} given the new ones whose addresses are known
 * @property {string[]} [newcomers] how the page calls the new ones, if it has added them
 * @property {import('./slot_plan.js').SlotPlan} plan
 * @property {Pick<Numbers, 'keys' | 'bytes' | 'keysPerSecond' | 'slotMs' | 'window' | 'perTb' | 'perHour'>} numbers
 *
 * @typedef {Omit<Step, 'seconds' | 'time' | 'bytes' | 'noReturn'> & {seconds?: number}} RedisStep
 * @typedef {ReturnType<typeof namesOf>} Names
 * @typedef {import('./slot_plan.js').SlotMove} SlotMove
 */

export const variable = (/** @type {number} */ i) => `NEW_${i + 1}`;

/** A master that stays, as commands name it; '' if there is none. @param {RedisChange} change */
function viaOf({ cluster, drained }) {
  const kept = cluster?.nodes.find((address, i) => endsOf(address).host !== '' && !drained.includes(i));
  return kept === undefined ? '' : shell(kept);
}

/**
 * Everything that the steps share: names of masters, and how a command names them.
 * @param {RedisChange} change
 */
export function namesOf(change) {
  const { cluster, masters, given, newcomers = [] } = change;
  const name = (/** @type {number} */ i) =>
    i >= masters
      ? (given[i - masters]?.address ?? newcomers[i - masters] ?? t('new-{0}', i - masters + 1))
      : (cluster?.nodes[i] ?? t('master {0}', i + 1));
  const id = (/** @type {number} */ i) =>
    i >= masters ? `"$${variable(i - masters)}"` : /** @type {RedisCluster} */ (cluster).ids[i];
  // Ids of new masters are known only when their servers run.
  const ids = given.map(({ address }, i) => `${variable(i)}=$(redis-cli ${at(address)} CLUSTER MYID)`);
  return { name, id, ids, ready: missingOf(change) === '', via: viaOf(change) };
}

/** Ends when the nodes agree, every slot is covered and none is half moved. @param {string} via */
export const waits = (via) => `until redis-cli --cluster check ${via}; do sleep 2; done`;

/**
 * Commands that each let a node join, one after another: redis-cli adds none while the nodes disagree, and the last one
 * does until it is ready.
 * @param {string} via
 * @param {{join: string, ready: string}[]} nodes
 */
export const oneByOne = (via, nodes) =>
  nodes.flatMap(({ join, ready }, i) => [...(i > 0 ? [waits(via)] : []), join, ready]);

/**
 * Ends when a master that has just joined serves keys: it refuses them for some seconds, and a move that starts in that
 * time stops half-way.
 * @param {string} address
 */
export const serves = (address) =>
  `until redis-cli ${at(address)} CLUSTER INFO | grep cluster_state:ok; do sleep 1; done`;

// Ends when every node knows the one with this id.
export const isKnown = (/** @type {string} */ via, /** @type {string} */ id) =>
  `while redis-cli --cluster call ${via} CLUSTER COUNT-FAILURE-REPORTS "${id}" | grep "Unknown node"; do sleep 1; done`;

/**
 * Moves the lowest slots that the source has.
 * @param {Names} names
 * @param {SlotMove} move
 * @param {number} [count] how many
 */
export const reshard = ({ via, id }, { from, to, slots }, count = slots.length) =>
  `redis-cli --cluster reshard ${via} --cluster-from ${id(from)} --cluster-to ${id(to)} ` +
  `--cluster-slots ${count} --cluster-yes`;

/**
 * A comment that says what the next command moves.
 * @param {RedisChange} change
 * @param {Names} names
 * @param {SlotMove} move
 */
export function movedWords({ numbers }, { name }, { from, to, slots }) {
  const time = timeText(secondsOf(numbers, slots.length));
  const what = t('{0} {0|slot|slots} ({1}), about {2}', slots.length, rangesOf(slots), time);
  return shellComment(`${comment(name(from))} → ${comment(name(to))}: ${what}`);
}

/** Why there are no commands yet; '' if there are. @param {RedisChange} change */
export function missingOf(change) {
  if (!change.cluster)
    return t(
      'Paste the answer of CLUSTER NODES above to get the commands: they need the ids and slots of your masters.',
    );
  if (!hasIds(change.cluster))
    return t('The text has no ids of the masters, which the commands need. “redis-cli cluster nodes” prints them.');
  if (viaOf(change) === '')
    return t('CLUSTER NODES tells no address of a master that stays. Ask another node, and paste its answer.');
  if (change.cluster.open.length > 0)
    return t('The commands after the first step follow when you have pasted CLUSTER NODES again.');
  const without = change.added - change.given.length;
  if (without > 0)
    return t(
      '{0} of {1} new {1|master has|masters have} no address yet. Write {0|it|them} above to get the commands.',
      without,
      change.added,
    );
  return '';
}

/**
 * redis-cli fixes nothing while a master cannot be reached. Those that are left out have no slots, so that no key
 * depends on them.
 * @param {RedisCluster} cluster
 * @param {string} via
 */
export function fix({ leftOut }, via) {
  const unreachable = leftOut.some(({ replica }) => !replica) ? ' --cluster-fix-with-unreachable-masters' : '';
  return `redis-cli --cluster fix ${via}${unreachable}`;
}
