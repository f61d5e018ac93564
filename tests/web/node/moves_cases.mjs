// Plans of several systems, and programs that stand in for theirs, for the tests of moves in commands.
import assert from 'node:assert/strict';
import { fromTree } from '../../built.mjs';

const { writtenBy } = await fromTree('web/systems/moves/moves.js');

/** @typedef {import('../../../web/systems/moves/form.js').Written} Written */

/** @param {string} system @param {import('../../../web/systems/moves/form.js').Moving} moving @returns {Written} */
export function written(system, moving) {
  const { written: made, refused } = writtenBy(system, moving);
  assert.equal(refused, '');
  return made;
}
/** @param {string} system @param {any} moving */
export const refusal = (system, moving) => writtenBy(system, moving).refused;

export const nodes = (/** @type {string[]} */ ...names) => names.map((name) => ({ name }));
export const wordsOf = (/** @type {string[]} */ list) => list.filter((line) => !/^(?:: '|-- |\/\/ )/.test(line));

export const kIds = ['a', 'b'].map((letter) => letter.repeat(40));
export const kMasters = [
  { name: '10.0.0.1:7001', id: kIds[0] },
  { name: '10.0.0.2:7002', id: kIds[1] },
];
/** @type {[string, string, string][]} */
export const kSlots = [
  ['5', '10.0.0.1:7001', '10.0.0.2:7002'],
  ['900', '10.0.0.1:7001', '10.0.0.2:7002'],
  ['6', '10.0.0.1:7001', '10.0.0.2:7002'],
  ['9000', '10.0.0.2:7002', '10.0.0.1:7001'],
];

/**
 * Valkey as documented: MIGRATESLOTS starts jobs, and refuses all of them if one of its slots is not the node's own;
 * they run for two questions about them. How a node lists its slots is as in Redis.
 * @type {import('./stand_ins.mjs').Program}
 */
export function valkey([, host, , , ...words], state) {
  const slots = state.slots[host];
  const own = (/** @type {string} */ of) => Object.entries(state.slots).find(([, list]) => list.includes(of))?.[0];
  if (words.includes('NODES'))
    return { out: `x 1.1.1.1:1 master - 0 0 1 connected 0-3\ny z myself,master - 0 0 1 connected ${slots.join(' ')}` };
  if (words.includes('GETSLOTMIGRATIONS')) {
    if (state.running > 0 && --state.running === 0) {
      for (const [slot, from, to] of state.job) {
        state.slots[from] = state.slots[from].filter((/** @type {string} */ one) => one !== slot);
        state.slots[to].push(slot);
      }
    }
    const now = state.running > 0 ? 'snapshotting' : 'success';
    return { out: `name\nj\nstate\nfailed\nmessage\nold\nname\nk\nstate\n${now}\nmessage\n` };
  }
  if (!words.includes('MIGRATESLOTS')) return {};
  state.asked.push(words.slice(2).join(' '));
  if (--state.until === 0) return { err: 'Could not connect', status: 1 };
  state.job = [];
  for (let i = 2; i < words.length; i += 5) {
    const [, first, last, , id] = words.slice(i);
    for (let slot = Number(first); slot <= Number(last); ++slot) {
      if (own(String(slot)) !== host) return { out: 'ERR Slots are not served by this node' };
      state.job.push([String(slot), host, id.startsWith('a') ? '10.0.0.1' : '10.0.0.2']);
    }
  }
  state.running = 3;
  return { out: 'OK' };
}

export const kValkeyBefore = { '10.0.0.1': ['5', '6', '900'], '10.0.0.2': ['9000'] };
export const sortedSlots = (/** @type {any} */ { slots }) =>
  Object.values(slots).map((/** @type {any} */ list) =>
    list.map(Number).sort((/** @type {number} */ a, /** @type {number} */ b) => a - b),
  );

/** @type {import('../../../web/systems/moves/form.js').Moving} */
export const kTopic = {
  nodes: nodes('1', '2', '3', '4'),
  moves: [
    ['0', '2', '4'],
    ['1', '3', '4'],
    ['0', '1', '2'],
  ],
  of: 'orders',
  entries: [
    { id: '0', owner: '2', replicas: ['1', '3'] },
    { id: '1', owner: '2', replicas: ['3', '1'] },
  ],
  throttle: 20_000_000,
  atOnce: 2,
};

/**
 * kafka-reassign-partitions.sh as documented: it refuses --execute while a reassignment runs, which it does for two
 * questions; without one, --verify takes the throttle away.
 * @type {import('./stand_ins.mjs').Program}
 */
export function kafka(words, state, read) {
  const { partitions } = JSON.parse(read(words[words.indexOf('--reassignment-json-file') + 1]));
  if (words.includes('--execute')) {
    if (state.running.length > 0)
      return { out: 'Cannot execute because there is an existing partition assignment.', status: 1 };
    if (--state.until === 0) return { err: 'Timed out', status: 1 };
    const most = Math.max(
      ...partitions.map((/** @type {any} */ { topic, partition }) => state.on[`${topic}-${partition}`].length),
    );
    state.throttle = words[words.indexOf('--throttle') + 1];
    state.executed.push(partitions.length);
    state.running = partitions;
    state.left = most > 0 ? 2 : 0;
    return { out: 'Successfully started partition reassignments' };
  }
  if (state.left > 0) state.left -= 1;
  else {
    for (const { topic, partition, replicas } of state.running) state.on[`${topic}-${partition}`] = replicas;
    state.running = [];
    state.throttle = '';
  }
  const lines = partitions.map((/** @type {any} */ { topic, partition, replicas }) => {
    const name = `${topic}-${partition}`;
    if (state.running.some((/** @type {any} */ one) => `${one.topic}-${one.partition}` === name))
      return `Reassignment of partition ${name} is still in progress.`;
    const was = `${state.on[name]}`;
    return was === `${replicas}`
      ? `Reassignment of partition ${name} is completed.`
      : `There is no active reassignment of partition ${name}, but replica set is ${was} rather than ${replicas}.`;
  });
  return { out: ['Status of partition reassignment:', ...lines].join('\n') };
}

export const kKafka = 'kafka-reassign-partitions.sh';
export const kOnBefore = { 'orders-0': [2, 1, 3], 'orders-1': [2, 3, 1] };
export const kOnAfter = { 'orders-0': [4, 2, 3], 'orders-1': [2, 4, 1] };

/**
 * Ceph as documented: where a group is, is where CRUSH puts it, with its items; a copy moves for two questions. An item
 * from an OSD on which CRUSH puts nothing changes nothing.
 * @type {import('./stand_ins.mjs').Program}
 */
export function ceph(words, state) {
  const pairs = (/** @type {string} */ group) => state.items[group] ?? [];
  const up = (/** @type {string} */ group) =>
    state.crush[group].map(
      (/** @type {string} */ osd) => pairs(group).find((/** @type {string[]} */ [from]) => from === osd)?.[1] ?? osd,
    );
  const [, verb, group, ...more] = words;
  state.asked.push(words.join(' '));
  if (words.join(' ').startsWith('pg map'))
    return { out: `osdmap e9 pg ${group} (${group}) -> up [${up(group)}] acting [9]` };
  if (verb === 'dump' && words[0] === 'osd') {
    const lines = Object.entries(state.items).map(([of, list]) => `pg_upmap_items ${of} [${list.flat().join(',')}]`);
    return { out: ['epoch 9', ...lines].join('\n') };
  }
  if (verb === 'dump') {
    const busy = state.moving-- > 0;
    const now = busy ? 'active+remapped+backfilling' : 'active+clean+scrubbing';
    const lines = Object.keys(state.crush).map((of) => `${of}  ${now}  [${up(of)}]  0  [${busy ? '9' : up(of)}]  0`);
    return { out: ['PG_STAT  STATE  UP  UP_PRIMARY  ACTING  ACTING_PRIMARY', ...lines].join('\n') };
  }
  if (!verb.endsWith('pg-upmap-items')) return {};
  if (--state.until === 0) return { err: 'Error EPERM: min_compat_client', status: 1 };
  if (verb.startsWith('rm-')) delete state.items[group];
  else state.items[group] = more.flatMap((osd, i) => (i % 2 ? [] : [[osd, more[i + 1]]]));
  state.moving = state.never ? 1e9 : 2;
  return { out: `set ${group} pg_upmap_items mapping` };
}

/** @type {import('../../../web/systems/moves/form.js').Moving} */
export const kGroups = {
  nodes: nodes('osd.0', 'osd.1', 'osd.2', 'osd.3', 'osd.4'),
  moves: [
    ['1.1', 'osd.0', 'osd.3'],
    ['1.10', 'osd.2', 'osd.1'],
    ['1.1', 'osd.3', 'osd.2'],
    ['1.f', 'osd.2', 'osd.3'], // back to where CRUSH puts it
  ],
};
export const kCrush = { 1.1: ['0', '4'], '1.10': ['3', '4'], '1.f': ['3', '1'] };
/** @type {Record<string, string[][]>} */
export const kItems = { '1.10': [['3', '2'], ['4', '0']], '1.f': [['3', '2']] }; // prettier-ignore

/**
 * Elasticsearch as documented: a body is refused as a whole if one of its shards is not where it says; what moves is on
 * its way for two questions about the cluster's health.
 * @type {import('./stand_ins.mjs').Program}
 */
export function elasticsearch(words, state) {
  const at = words.find((word) => word.startsWith('http')) ?? '';
  const body = words.includes('-d') ? JSON.parse(words[words.indexOf('-d') + 1]) : null;
  state.asked.push(body === null ? at : [at, body]);
  if (at.includes('_cluster/health')) return { out: `{"status":"green","timed_out":${state.moving-- > 0}}` };
  if (!at.includes('_cluster/reroute')) return {};
  const dry = at.includes('dry_run');
  if (!dry && --state.until === 0) return { err: 'curl: (7) Failed to connect', status: 7 };
  for (const { move } of body.commands) {
    const on = state.shards[`${move.index}/${move.shard}`] ?? [];
    if (state.moving > 0 && state.last === `${move.index}/${move.shard}`)
      return { out: '{"error":{"reason":"[move_allocation] shard is not started (state = RELOCATING]"},"status":400}' };
    if (!on.includes(move.from_node))
      return {
        out: `{"error":{"reason":"[move_allocation] can't move 0, failed to find it on node {x}"},"status":400}`,
      };
    if (on.includes(move.to_node) || move.to_node === state.full)
      return { out: '{"error":{"reason":"[move_allocation] not allowed"},"status":400}' };
  }
  if (dry || state.fails) return { out: '{"acknowledged":true}' }; // a copy that fails leaves its shard where it was
  for (const { move } of body.commands) {
    state.last = `${move.index}/${move.shard}`;
    state.shards[state.last] = state.shards[state.last].map((/** @type {string} */ node) =>
      node === move.from_node ? move.to_node : node,
    );
  }
  state.moving = 2;
  return { out: '{"acknowledged":true}' };
}

/** @type {import('../../../web/systems/moves/form.js').Moving} */
export const kShards = {
  nodes: nodes('es hot 3', 'es-1', 'es-2'),
  moves: [
    ['0', 'es hot 3', 'es-1'],
    ['1', 'es-2', 'es-1'],
    ['.kibana_1/12', 'es-1', 'es hot 3'],
    ['0', 'es-1', 'es-2'],
  ],
  of: 'logs-2026.11',
  atOnce: 2,
};
export const kShardsBefore = { 'logs-2026.11/0': ['es hot 3'], 'logs-2026.11/1': ['es-2'], '.kibana_1/12': ['es-1'] };
export const kShardsAfter = { 'logs-2026.11/0': ['es-2'], 'logs-2026.11/1': ['es-1'], '.kibana_1/12': ['es hot 3'] };
