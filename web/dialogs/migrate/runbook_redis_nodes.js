// The steps of the runbook of Redis Cluster in which nodes join or leave: new masters, their replicas, drained masters.
import { t } from '../../text/language.js';
import { shell } from '../../text/quote.js';
import { at } from './cluster_nodes.js';
import { isKnown, oneByOne, serves, variable, waits } from './runbook_redis_commands.js';

/**
 * @typedef {import('./runbook_redis_commands.js').RedisChange} RedisChange
 * @typedef {import('./runbook_redis_commands.js').RedisStep} RedisStep
 * @typedef {import('./runbook_redis_commands.js').Names} Names
 */

/**
 * @param {RedisChange} change
 * @param {Names} names
 * @returns {RedisStep}
 */
export function addStep({ given, added }, { ids, via, ready }) {
  return {
    name: t('Add the new masters'),
    does: [
      t(
        'Start {0} empty {0|server|servers} of the same Redis version, with cluster-enabled yes. The others must reach the port and the bus port (by default 10,000 higher).',
        added,
      ),
      t('Let {0|it|them} join. A master without slots serves no key yet.', added),
    ],
    commands: [
      `redis-cli --cluster check ${via}`,
      ...oneByOne(
        via,
        given.map(({ address }) => ({
          join: `redis-cli --cluster add-node ${shell(address)} ${via}`,
          ready: serves(address),
        })),
      ),
      // A master that has not heard of the new one yet refuses to give it a slot, and the check does not show that.
      ...given.flatMap((_, i) => [ids[i], isKnown(via, `$${variable(i)}`)]),
      waits(via),
    ],
    checks: [
      ...(ready
        ? [
            t(
              'The first check ends with “All 16384 slots covered” and names no open slot. If it names one, paste CLUSTER NODES as that slot’s master says it.',
            ),
          ]
        : []),
      t('Each new master says cluster_state:ok, and every node knows it.'),
      ...(ready ? [t('The commands wait for that.')] : []),
    ],
    readers: t('Nothing.'),
    copier: '',
    rescue: [],
    back: t(
      'Remove the new masters, which are still empty. If they are to join again, the others accept them after a minute.',
    ),
    undo: given.map(({ address }) => `redis-cli --cluster del-node ${via} "$(redis-cli ${at(address)} CLUSTER MYID)"`),
  };
}

/**
 * @param {RedisChange} change
 * @param {Names} names
 * @returns {RedisStep}
 */
export function replicaStep({ cluster, given, added }, { ids, via }) {
  const replicas = given.flatMap((master, i) => master.replicas.map((address) => ({ address, i })));
  const without = added - given.filter(({ replicas: own }) => own.length > 0).length;
  return {
    name: t('Add replicas'),
    does: [
      ...(replicas.length > 0
        ? [
            t(
              'Start {0} more empty {0|server|servers}, each on another machine than its master, and let {0|it|them} join as {0|a replica|replicas}.',
              replicas.length,
            ),
          ]
        : []),
      ...(without > 0
        ? [
            t(
              '{0} new {0|master has|masters have} no replica: nobody takes over when {0|it fails|one fails}. Write the replica’s address after its master’s, above.',
              without,
            ),
          ]
        : []),
    ],
    commands:
      cluster && replicas.length > 0
        ? [
            ...ids.filter((_, i) => given[i].replicas.length > 0),
            ...oneByOne(
              via,
              replicas.map(({ address, i }) => ({
                join:
                  `redis-cli --cluster add-node ${shell(address)} ${via} --cluster-slave ` +
                  `--cluster-master-id "$${variable(i)}"`,
                ready: `until redis-cli ${at(address)} INFO replication | grep master_link_status:up; do sleep 1; done`,
              })),
            ),
            ...replicas.map(({ address }) => isKnown(via, `$(redis-cli ${at(address)} CLUSTER MYID)`)),
            waits(via),
          ]
        : [],
    checks: [t('Each replica says master_link_status:up: it has a copy of all keys of its master.')],
    readers: t('Nothing. A new replica gets a full copy, which costs its master memory and bandwidth for that time.'),
    copier: '',
    rescue: [],
    back: t('Remove the replica.'),
    undo: cluster
      ? replicas.map(({ address }) => `redis-cli --cluster del-node ${via} "$(redis-cli ${at(address)} CLUSTER MYID)"`)
      : [],
  };
}

/**
 * @param {RedisChange} change
 * @param {Names} names
 * @returns {RedisStep}
 */
export function removeStep({ cluster, drained }, { name, id, via }) {
  const orphans = (cluster?.replicas ?? []).filter(({ master }) => drained.includes(master));
  return {
    name: t('Remove the drained masters'),
    does: [
      t(
        'Let the cluster forget {0}. Without slots {1|it is|they are} no {1|master|masters} any longer: Redis 7 has made {1|a replica|replicas} of {1|it|them}.',
        drained.map(name).join(', '),
        drained.length,
      ),
      ...(orphans.length > 0
        ? [
            t(
              '{0} {0|replica|replicas} of {1|it|them} ({2}) now {0|follows|follow} other masters. To remove {0|it|them} too, run the lines that begin with a colon, without it.',
              orphans.length,
              drained.length,
              orphans.map(({ address }) => address).join(', '),
            ),
          ]
        : []),
      t('Then stop the {0|server|servers}.', drained.length),
    ],
    commands: cluster
      ? [
          ...drained.map((i) => `redis-cli --cluster del-node ${via} ${id(i)}`),
          ...orphans.map((replica) => `: redis-cli --cluster del-node ${via} ${shell(replica.id)}`),
          waits(via),
        ]
      : [],
    checks: [t('CLUSTER NODES lists {0|it|them} no longer, on any node.', drained.length)],
    readers: t('Nothing.'),
    copier: '',
    rescue: [],
    back: t('Add the server again, as a new master; its keys are where you have moved them.'),
    undo: [],
  };
}
