// How slots that have moved go back: what the runbook of Redis Cluster says of it, and its commands.
import { t } from '../../text/language.js';
import { shell } from '../../text/quote.js';
import { at, endsOf } from './cluster_nodes.js';
import { isKnown, movedWords, oneByOne, reshard, serves, waits } from './runbook_redis_commands.js';
import { movesBack } from './slots_back.js';

/**
 * @typedef {import('./runbook_redis_commands.js').RedisChange} RedisChange
 * @typedef {import('./runbook_redis_commands.js').Names} Names
 */

const kBanned = 61; // seconds; for a minute nobody accepts a node that CLUSTER FORGET was told of

/**
 * Masters without slots are masters again: Redis 7 has made replicas of them, and only a reset ends that.
 * @param {RedisChange} change
 * @param {Names} names
 */
function rejoin({ drained }, { name, id, via }) {
  if (drained.length === 0) return [];
  return [
    ...drained.map((i) => `redis-cli --cluster del-node ${via} ${id(i)}`),
    `sleep ${kBanned}`,
    ...oneByOne(
      via,
      drained.map((i) => ({ join: `redis-cli --cluster add-node ${shell(name(i))} ${via}`, ready: serves(name(i)) })),
    ),
    ...drained.map((i) => isKnown(via, id(i))),
    waits(via),
  ];
}

/**
 * Replicas of drained masters follow these again.
 * @param {RedisChange} change
 * @param {Names} names
 */
const followers = ({ cluster, drained }, { id }) =>
  (cluster?.replicas ?? [])
    .filter(({ master, address }) => drained.includes(master) && endsOf(address).host !== '')
    .map(({ address, master }) => `redis-cli ${at(address)} CLUSTER REPLICATE ${id(master)}`);

/**
 * @param {RedisChange} change
 * @param {Names} names
 * @returns {{back: string, undo: string[]}}
 */
export function wayBack(change, names) {
  const { cluster, masters, drained, plan, added } = change,
    { via, ids, name, ready } = names;
  const { moves, exact } = movesBack(plan),
    reachable = drained.every((i) => endsOf(name(i)).host !== '');
  const prints = ready && reachable;
  const back = [
    t('Let the running command end.'),
    prints
      ? t('The commands below take back all moves. If you stopped before the end, leave out those of later moves.')
      : t('Move slots back like any others, with --cluster-from and --cluster-to exchanged.'),
    exact
      ? t('Then each slot is on the master that had it before.')
      : t('Then each master has as many slots as before, but not all of them are the same ones.'),
    t(
      'Redis 7 may make a master that gives its last slot away a replica of the master that takes it, unless cluster-allow-replica-migration is “no” there.',
    ),
    ...(added > 0 ? [t('So the new masters may be replicas then; remove them as step 1 says.')] : []),
    ...(drained.length > 0 && prints ? [t('So the drained masters join again first, which takes a minute.')] : []),
  ].join(' ');
  if (!cluster || !reachable) return { back, undo: [] };
  const undo = [
    ...rejoin(change, names),
    ...(moves.some(({ from }) => from >= masters) ? ids : []),
    ...moves.flatMap((move) => [movedWords(change, names, move), reshard(names, move), waits(via)]),
    ...followers(change, names),
  ];
  return { back, undo };
}
