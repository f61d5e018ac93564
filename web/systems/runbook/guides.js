// What each system does with an entry that moves, in words: its phases, what to see to before, what to watch, how to
// stop, and how to go back. Whose commands they go with is in moves/moves.js; where each is from, beside it.
import { t } from '../../text/language.js';

/**
 * @typedef {object} Guide
 * @property {string} protocol the preset of Migrate that moves as this system does
 * @property {boolean} serial whether the commands of a step copy one entry after another
 * @property {() => string[]} phases of an entry
 * @property {() => string[]} before
 * @property {() => string[]} watch
 * @property {() => string[]} stop how, with what is half moved
 * @property {() => string} [does] what to do in a step, if commands are not all of it
 * @property {() => string} readers what they notice
 * @property {() => string} back
 * @property {() => string[]} [end]
 */

// The specification of Redis Cluster; measured with Redis 7.0.15.
/** @type {Guide} */
const redis = {
  protocol: 'slot_by_slot',
  serial: true,
  phases: () => [
    t(
      'The new master is told to import the slot, then the old one to migrate it. Keys that are still there are served.',
    ),
    t('MIGRATE moves 100 keys at a time. Both masters answer nobody while a batch is on its way.'),
    t('The new master takes the slot, then the old one gives it up. Clients learn it from MOVED.'),
  ],
  before: () => [
    t(
      'Look for very big keys first (redis-cli --bigkeys). While a key is on its way, both masters answer nobody; if that takes longer than cluster-node-timeout, a failover begins.',
    ),
    t(
      'Each master that takes slots is below its maxmemory by what arrives, with room to spare for its replicas’ buffers.',
    ),
  ],
  watch: () => [
    t(
      'Memory and evicted keys of the masters that take slots, latency of both masters, and the lag of their replicas.',
    ),
  ],
  stop: () => [
    t('Press Ctrl+C. If a slot is half moved, finish it with redis-cli --cluster fix, and go on or back from there.'),
    t('Never end an open slot with CLUSTER SETSLOT … STABLE: keys that have moved could no longer be reached.'),
  ],
  readers: () =>
    t(
      'Clients for Redis Cluster follow MOVED and ASK: some requests take one more hop. Commands on several keys of the slot that is moving may be refused with TRYAGAIN; send them again.',
    ),
  back: () => t('Finish the slot that is open, then move the slots back, the last step first. No write is lost.'),
};

// valkey.io/topics/atomic-slot-migration.
/** @type {Guide} */
const valkey = {
  protocol: 'log_catch_up',
  serial: true,
  phases: () => [
    t('The old primary sends a snapshot of the slots from a child process, and serves all requests meanwhile.'),
    t('It sends the changes since the snapshot, then pauses writes to these slots.'),
    t('The new primary takes all slots of the job at once. The old one deletes their keys.'),
  ],
  before: () => [
    t('The old primary has memory for a child process with a snapshot, the new one for all that arrives.'),
  ],
  watch: () => [t('State and message of each job in CLUSTER GETSLOTMIGRATIONS, memory of both primaries.')],
  stop: () => [
    t('CLUSTER CANCELSLOTMIGRATIONS at the old primary ends its jobs. What has not been handed over stays with it.'),
  ],
  readers: () => t('Writes to the slots of a job wait for a moment when it ends. Then clients follow MOVED.'),
  back: () => t('Cancel the jobs that run, then move the slots back, the last step first. No write is lost.'),
};

// The documentation of Apache Kafka, “Expanding your cluster” and “Limiting bandwidth usage during data migration”.
/** @type {Guide} */
const kafka = {
  protocol: 'log_catch_up',
  serial: false,
  phases: () => [
    t('The controller adds the new broker to the replicas of the partition. It fetches the log from the leader.'),
    t('When it is in sync, the old broker leaves the replicas. If that was the leader, another one is elected.'),
    t('The old broker deletes its copy of the log.'),
  ],
  before: () => [
    t('No partition is under-replicated (kafka-topics.sh --describe --under-replicated-partitions lists none).'),
    t('No other reassignment runs (kafka-reassign-partitions.sh --list lists none).'),
    t('The throttle is above what producers write to these brokers, else the new replicas never catch up.'),
  ],
  watch: () => [
    t('Under-replicated partitions that are not on the list, request latency of the leaders, consumer lag, disks.'),
  ],
  stop: () => [
    t(
      'kafka-reassign-partitions.sh --cancel with the file of this step puts back the replicas of what is not finished.',
    ),
    t('The throttle stays until --verify has seen the end: run it in any case.'),
  ],
  readers: () => t('Nothing, except for an election where a leader moves. Catching up reads old data from disks.'),
  back: () =>
    t('Cancel what runs, then run the rollback file of each step, the last step first. It copies everything back.'),
  end: () => [t('Every leader is the preferred one. If not: kafka-leader-election.sh --election-type preferred.')],
};

// The documentation of Citus, citus_move_shard_placement.
/** @type {Guide} */
const citus = {
  protocol: 'log_catch_up',
  serial: true,
  phases: () => [
    t('Citus makes the shard’s tables on the new worker and copies the rows by logical replication.'),
    t('The new worker catches up with the changes since then. Reads and writes go on at the old one.'),
    t('Writes to the shard wait while the rest catches up and the metadata changes.'),
    t('The old shard is dropped later, so that its disk space is not free at once.'),
  ],
  before: () => [
    t('wal_level is logical on every worker, and replication slots and worker processes are free.'),
    t('No transaction stays open for long: writes wait for it at the end of each move, and others wait for them.'),
  ],
  watch: () => [t('get_rebalance_progress() on the coordinator, and the size of the WAL on the old worker’s disk.')],
  stop: () => [
    t('Cancel the query. A shard that is not finished stays on the old worker; what is left over is cleaned up later.'),
  ],
  readers: () => t('Writes to the shard that moves wait for a moment at the end.'),
  back: () => t('Move the shards back, the last step first. Each move back copies the shard again.'),
};

// The documentation of Ceph, “Placement groups” and “Using pg-upmap”.
/** @type {Guide} */
const ceph = {
  protocol: 'log_catch_up',
  serial: false,
  phases: () => [
    t('The group peers again. The old OSDs stay its acting set and serve all requests.'),
    t('The new OSD is backfilled. Writes go to it as well, for objects that it has already.'),
    t('When it has all, it takes the place of the old OSD, which deletes its copy.'),
  ],
  before: () => [
    t('ceph health says HEALTH_OK, and every group is active+clean.'),
    t('No OSD that takes groups comes near its backfillfull ratio.'),
  ],
  watch: () => [t('ceph status: misplaced objects fall, degraded ones stay at 0; no slow operations.')],
  stop: () => [t('ceph osd set nobackfill pauses the copies, unset lets them go on. Groups stay available meanwhile.')],
  readers: () => t('Latency rises while disks are busy: osd_max_backfills limits that.'),
  back: () =>
    t('Set the upmap items of each step back, the last step first. Groups that are not finished stay where they are.'),
};

// The documentation of Elasticsearch, “Cluster reroute API” and “Index recovery settings”.
/** @type {Guide} */
const elasticsearch = {
  protocol: 'log_catch_up',
  serial: false,
  phases: () => [
    t('The new node copies the files of the shard’s segments. The old one serves all requests.'),
    t('The operations since then are replayed on it.'),
    t('It takes over, and the old node deletes its files.'),
  ],
  before: () => [
    t('The health of the cluster is green, and no shard is being relocated.'),
    t('Every node that takes shards stays below the low disk watermark with all that arrives.'),
  ],
  watch: () => [
    t('Recoveries, disks, and search latency. indices.recovery.max_bytes_per_sec limits what a node copies.'),
  ],
  stop: () => [
    t(
      'The command “cancel” of _cluster/reroute, with the new node, ends a relocation. The shard stays on the old node.',
    ),
  ],
  readers: () => t('Searches are slower while disks are busy. A shard that has moved begins with cold caches.'),
  back: () => t('Move the shards back, the last step first. Each move back copies the shard again.'),
};

// The documentation of MongoDB, “Data partitioning with chunks”, and SERVER-31837, SERVER-36834.
/** @type {Guide} */
const mongodb = {
  protocol: 'versioned_gate',
  serial: true,
  phases: () => [
    t('The new shard copies the documents of the range, then the changes since then. The old one serves all requests.'),
    t('Writes to the collection on the old shard wait while the config servers take the range over.'),
    t('Routers learn the new map with the next request. The old shard deletes the documents 15 minutes later.'),
  ],
  before: () => [
    t('Every shard has a primary, and its secondaries have little lag: each batch of copies waits for them.'),
    t('No range is larger than what a migration takes (jumbo).'),
  ],
  watch: () => [t('Lag of the secondaries, length of the oplog in hours, and latency of writes.')],
  stop: () => [t('End the operation of moveRange with db.killOp(). The range stays on the old shard.')],
  readers: () => t('Writes wait for a moment at the end of each range.'),
  back: () =>
    t(
      'Move the ranges back, the last step first. A range that has just left waits up to 15 minutes for its old documents to be deleted.',
    ),
};

// No system's: what anybody does whose own table says where entries are.
/** @type {Guide} */
const sql = {
  protocol: 'double_write',
  serial: true,
  phases: () => [
    t('Copy the entry to the new node while the old one serves all requests. Note when the copy began.'),
    t('Hold back writes to the entry, copy what changed since then, and compare both sides.'),
    t('Change the row of the table. When every client reads the new row, let writes go on.'),
    t('Delete the entry at the old node later, when you are sure that you will not go back.'),
  ],
  before: () => [
    t('You know how clients learn of a changed row, and how long that takes: writes have to wait for as long.'),
    t('You can hold back writes to a single entry, and have tried it.'),
  ],
  watch: () => [t('How many writes wait and for how long, rows that differ between both sides.')],
  does: () =>
    t('Copy these entries and compare both sides, one after another. Then run these commands, which change the rows.'),
  stop: () => [t('Before the row is changed: delete the copy at the new node, and let writes go on at the old one.')],
  readers: () => t('Writes to an entry wait while it is compared and switched.'),
  back: () =>
    t(
      'Change the row back only as long as no write has gone to the new node. After that, move the entry back as a move of its own.',
    ),
};

/** @type {Record<string, Guide>} by a writer's system */
export const kGuides = { redis, valkey, kafka, citus, ceph, elasticsearch, mongodb, sql };
