// Moves in each system's own commands, held to parsers and clients that are not ours.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { Script } from 'node:vm';
import { parse } from 'pgsql-ast-parser';
import { fromTree, root } from '../../built.mjs';
import { standIns } from './stand_ins.mjs';

const { backOf, csvOf, kWriters, movingOf, scriptOf, writersFor, writtenBy } =
  await fromTree('web/systems/moves/moves.js');

/** @typedef {import('../../../web/systems/moves/form.js').Written} Written */

/** @param {string} system @param {import('../../../web/systems/moves/form.js').Moving} moving @returns {Written} */
function written(system, moving) {
  const { written: made, refused } = writtenBy(system, moving);
  assert.equal(refused, '');
  return made;
}
/** @param {string} system @param {any} moving */
const refusal = (system, moving) => writtenBy(system, moving).refused;

const nodes = (/** @type {string[]} */ ...names) => names.map((name) => ({ name }));
const wordsOf = (/** @type {string[]} */ list) => list.filter((line) => !/^(?:: '|-- |\/\/ )/.test(line));

const kIds = ['a', 'b'].map((letter) => letter.repeat(40));
const kMasters = [
  { name: '10.0.0.1:7001', id: kIds[0] },
  { name: '10.0.0.2:7002', id: kIds[1] },
];
/** @type {[string, string, string][]} */
const kSlots = [
  ['5', '10.0.0.1:7001', '10.0.0.2:7002'],
  ['900', '10.0.0.1:7001', '10.0.0.2:7002'],
  ['6', '10.0.0.1:7001', '10.0.0.2:7002'],
  ['9000', '10.0.0.2:7002', '10.0.0.1:7001'],
];

test('Redis gets exactly these slots, each way a step', () => {
  const { steps, before } = written('redis', { nodes: kMasters, moves: kSlots });
  const move = 'unless_stopped move_slot "$slot"';
  assert.deepEqual(
    steps.map(({ commands }) => wordsOf(commands)),
    [
      [`for slot in 5 900 6; do ${move} 10.0.0.1 7001 ${kIds[0]} 10.0.0.2 7002 ${kIds[1]}; done`],
      [`for slot in 9000; do ${move} 10.0.0.2 7002 ${kIds[1]} 10.0.0.1 7001 ${kIds[0]}; done`],
    ],
  );
  assert.deepEqual(wordsOf(steps[0].back), [
    `for slot in 6 900 5; do ${move} 10.0.0.2 7002 ${kIds[1]} 10.0.0.1 7001 ${kIds[0]}; done`,
  ]);
  assert.match(before.join('\n'), /ask --cluster check 10\.0\.0\.1:7001 /);
  assert.ok(before.includes('unless_stopped within 60 2 agree'));
});

/**
 * Valkey as documented: MIGRATESLOTS starts jobs, and refuses all of them if one of its slots is not the node's own;
 * they run for two questions about them. How a node lists its slots is as in Redis.
 * @type {import('./stand_ins.mjs').Program}
 */
function valkey([, host, , , ...words], state) {
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

const kValkeyBefore = { '10.0.0.1': ['5', '6', '900'], '10.0.0.2': ['9000'] };
const sortedSlots = (/** @type {any} */ { slots }) =>
  Object.values(slots).map((/** @type {any} */ list) =>
    list.map(Number).sort((/** @type {number} */ a, /** @type {number} */ b) => a - b),
  );

test('Valkey gets ranges of slots, and the next ones when its jobs have ended', (t) => {
  const made = written('valkey', { nodes: kMasters, moves: kSlots });
  /** @type {any} */
  const first = { slots: kValkeyBefore, running: 2, job: [], asked: [], until: 0 };
  const { run, state, set } = standIns(t, { 'valkey-cli': valkey }, first);
  const ranges = (/** @type {string} */ id) => `SLOTSRANGE 5 6 NODE ${id} SLOTSRANGE 900 900 NODE ${id}`;
  const there = run(scriptOf(made));
  assert.deepEqual([there.status, there.stderr], [0, '']);
  assert.deepEqual(state().asked, [ranges(kIds[1]), `SLOTSRANGE 9000 9000 NODE ${kIds[0]}`]);
  assert.deepEqual(sortedSlots(state()), [[9000], [5, 6, 900]]);
  set({ ...state(), asked: [], until: 2 });
  assert.equal(run(backOf(made), 'bash').status, 1);
  assert.deepEqual(sortedSlots(state()), [[], [5, 6, 900, 9000]]);
  // One of the ranges has moved: only the other one is asked for.
  set({ ...state(), asked: [], slots: { '10.0.0.1': ['900'], '10.0.0.2': ['5', '6', '9000'] } });
  assert.equal(run(backOf(made)).status, 0);
  assert.deepEqual(state().asked, [`SLOTSRANGE 5 6 NODE ${kIds[0]}`]);
  assert.deepEqual(sortedSlots(state()), [[5, 6, 900], [9000]]);
  assert.match(made.held, /Not run/);
});

test('what Redis cannot have is refused', () => {
  const [one] = kSlots;
  assert.match(refusal('redis', { nodes: kMasters, moves: [['16384', one[1], one[2]]] }), /“16384” is not a slot/);
  assert.match(refusal('redis', { nodes: nodes(one[1], one[2]), moves: [one] }), /no ids of the masters/);
  assert.match(refusal('redis', { nodes: kMasters, moves: [['1', one[1], 'c:1']] }), /names c:1, which/);
  const sockets = [kMasters[0], { name: '/tmp/redis.sock', id: kIds[1] }];
  assert.match(refusal('redis', { nodes: sockets, moves: [['1', one[1], '/tmp/redis.sock']] }), /address of each node/);
});

/** @type {import('../../../web/systems/moves/form.js').Moving} */
const kTopic = {
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

/** The documented form. @param {string} text */
function reassignmentIn(text) {
  const read = JSON.parse(text);
  assert.deepEqual(Object.keys(read), ['version', 'partitions']);
  assert.equal(read.version, 1);
  for (const { topic, partition, replicas, ...others } of read.partitions) {
    assert.equal(typeof topic, 'string');
    assert.ok(Number.isInteger(partition) && partition >= 0);
    assert.ok(replicas.length > 0 && replicas.every(Number.isInteger));
    assert.equal(new Set(replicas).size, replicas.length);
    assert.deepEqual(others, {});
  }
  return read.partitions;
}

test('Kafka gets a file for each step, and one that takes it back', async () => {
  const { files, steps } = written('kafka', kTopic);
  assert.deepEqual(
    files.map(({ file }) => file),
    ['reassignment-1.json', 'rollback-1.json', 'reassignment-2.json', 'rollback-2.json'],
  );
  const [first, firstBack, second, secondBack] = files.map(({ text }) => reassignmentIn(text));
  assert.deepEqual(first, [
    { topic: 'orders', partition: 0, replicas: [4, 1, 3] },
    { topic: 'orders', partition: 1, replicas: [2, 4, 1] },
  ]);
  assert.deepEqual(firstBack, [
    { topic: 'orders', partition: 0, replicas: [2, 1, 3] },
    { topic: 'orders', partition: 1, replicas: [2, 3, 1] },
  ]);
  assert.deepEqual(second, [{ topic: 'orders', partition: 0, replicas: [4, 2, 3] }]);
  assert.deepEqual(secondBack, [{ topic: 'orders', partition: 0, replicas: [4, 1, 3] }]);
  assert.deepEqual(steps[0].commands, ['unless_stopped reassign reassignment-1.json']);
  assert.deepEqual(steps[0].back, ['unless_stopped reassign rollback-1.json']);

  const path = 'node_modules/kafkajs/src/protocol/requests/alterPartitionReassignments/v0/request.js';
  const { default: request } = await fromTree(path);
  const topics = [
    {
      topic: 'orders',
      partitionAssignment: first.map((/** @type {any} */ { partition, replicas }) => ({ partition, replicas })),
    },
  ];
  const encoded = await request({ topics, timeout: 5000 }).encode();
  assert.ok(encoded.buffer.length > 30);
});

/**
 * kafka-reassign-partitions.sh as documented: it refuses --execute while a reassignment runs, which it does for two
 * questions; without one, --verify takes the throttle away.
 * @type {import('./stand_ins.mjs').Program}
 */
function kafka(words, state, read) {
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

const kKafka = 'kafka-reassign-partitions.sh';
const kOnBefore = { 'orders-0': [2, 1, 3], 'orders-1': [2, 3, 1] };
const kOnAfter = { 'orders-0': [4, 2, 3], 'orders-1': [2, 4, 1] };

test('a script for Kafka has its files, and begins a step when the one before it is complete', (t) => {
  const made = written('kafka', kTopic);
  /** @type {any} */
  const first = { on: kOnBefore, running: [], left: 0, executed: [], throttle: '', until: 0 };
  const { run, state } = standIns(t, { [kKafka]: kafka }, first);
  const there = run(scriptOf(made));
  assert.deepEqual([there.status, there.stderr], [0, '']);
  assert.deepEqual([state().on, state().executed, state().running, state().throttle], [kOnAfter, [2, 1], [], '']);
  const back = run(backOf(made), 'bash');
  assert.deepEqual([back.status, back.stderr], [0, '']);
  assert.deepEqual([state().on, state().throttle], [kOnBefore, '']);
  assert.doesNotMatch(backOf(made), /reassignment-1\.json/);
  assert.doesNotMatch(scriptOf(made), /rollback-1\.json/);
});

test('a script for Kafka that stopped is run again, or back, also while its step runs', (t) => {
  const made = written('kafka', kTopic);
  /** @type {any} */
  const first = { on: kOnBefore, running: [], left: 0, executed: [], throttle: '', until: 0 };
  const { run, state, set } = standIns(t, { [kKafka]: kafka }, first);
  for (const [script, end] of /** @type {[string, any][]} */ ([
    [scriptOf(made), kOnAfter],
    [backOf(made), kOnBefore],
  ])) {
    set({ ...first, until: 2 });
    const { status, stderr } = run(scriptOf(made));
    assert.equal(status, 1);
    assert.match(stderr, /Stopped\./);
    set({ ...state(), until: 0 });
    assert.equal(run(script).status, 0);
    assert.deepEqual(state().on, end);
    // Ctrl+C while the first step runs: it goes on by itself.
    set({ ...first, running: JSON.parse(made.files[0].text).partitions, left: 2 });
    assert.equal(run(script).status, 0);
    assert.deepEqual(state().on, end);
  }
});

test('the commands for one file of Kafka wait for its end', async (t) => {
  const { reassignmentCommands, reassignmentText } = await fromTree('web/systems/kafka/reassignment.js');
  /** @type {any} */
  const first = { on: kOnBefore, running: [], left: 0, executed: [], throttle: '', until: 0 };
  const { run, state } = standIns(t, { [kKafka]: kafka }, first);
  const text = reassignmentText([{ topic: 'orders', partition: 0, replicas: ['4', '1', '3'] }]);
  const script = [`cat > x.json <<'END'\n${text.trimEnd()}\nEND`, ...reassignmentCommands('x.json', 5)].join('\n');
  const { stdout } = run(script);
  assert.match(stdout, /orders-0 is completed\.\n$/);
  assert.deepEqual([state().on['orders-0'], state().throttle], [[4, 1, 3], '']);
});

const { default: kafkaReader } = await fromTree('web/systems/readers/kafka.js');
const { readWith } = await fromTree('web/systems/reading/read.js');
const kDescribed = [
  'Topic: orders\tPartitionCount: 3\tReplicationFactor: 3\tConfigs: ',
  '\tTopic: orders\tPartition: 0\tLeader: 4\tReplicas: 3,4,1\tIsr: 4,1,3',
  '\tTopic: orders\tPartition: 1\tLeader: 1001\tReplicas: 4,3,1001\tIsr: 1001,3',
  '\tTopic: orders\tPartition: 2\tLeader: 1\tReplicas: 1,3,4\tIsr: 1,3,4',
].join('\n');

/** @param {string} text @param {[string, string, string][]} moves @param {any} [more] */
async function kafkaMoves(text, moves, more = {}) {
  const reading = await readWith([kafkaReader], text, {});
  return written('kafka', { ...movingOf(reading, moves), ...more });
}

test('a new replica of Kafka has the place of the old one, and the way back is the list as it was read', async () => {
  /** By hand: the moves, then each file's lists. @type {[[string, string, string][], number[][]][]} */
  const cases = [
    [[['0', '3', '1001']], [[1001, 4, 1], [3, 4, 1]]],
    [[['0', '4', '1001']], [[3, 1001, 1], [3, 4, 1]]],
    [[['1', '3', '1']], [[4, 1, 1001], [4, 3, 1001]]],
    [[['2', '4', '1001']], [[1, 3, 1001], [1, 3, 4]]],
    // Two moves of one partition, each a step: the second takes the list as the first has left it.
    [[['0', '3', '1001'], ['0', '1', '3']], [[1001, 4, 1], [3, 4, 1], [1001, 4, 3], [1001, 4, 1]]],
    [[['1', '1001', '1'], ['1', '4', '1001']], [[4, 3, 1], [4, 3, 1001], [1001, 3, 1], [4, 3, 1]]],
  ]; // prettier-ignore
  for (const [moves, lists] of cases) {
    const { files } = await kafkaMoves(kDescribed, moves);
    assert.deepEqual(
      files.map(({ text }) => reassignmentIn(text)[0].replicas),
      lists,
    );
  }
});

test('Kafka’s throttle follows from the rate, and its brokers are those that the text names', async () => {
  /** @type {[string, string, string][]} */
  const moves = [['0', '3', '1001']];
  const asked = '$ kafka-topics.sh --bootstrap-server kafka-1.prod:9093,10.0.0.2:9093 --describe\n';
  const named = await kafkaMoves(asked + kDescribed, moves, { rate: 500_000, atOnce: 3 });
  assert.ok(named.before.includes('throttle=1500000'));
  assert.match(named.before.join('\n'), /--bootstrap-server kafka-1\.prod:9093,10\.0\.0\.2:9093 /);
  assert.deepEqual(named.notes.slice(0, 2), [
    'Throttle: 1,500,000 bytes a second for each broker: 0.5 MB/s for a copy, 3 at a broker at a time.',
    'The commands ask kafka-1.prod:9093,10.0.0.2:9093, as the text names it.',
  ]);
  assert.ok(named.before.includes(": 'The commands ask kafka-1.prod:9093,10.0.0.2:9093, as the text names it.'"));
  const plain = await kafkaMoves(kDescribed, moves);
  assert.ok(plain.before.includes('throttle=50000000'));
  assert.match(plain.before.join('\n'), /--bootstrap-server localhost:9092 /);
  assert.match(plain.notes[0], /^Throttle: 50,000,000 bytes a second .* no rate\. Choose your own\.$/);
  assert.equal(plain.notes[1], 'The text names no broker: replace localhost:9092.');
  const said = await kafkaMoves(kDescribed, moves, { rate: 500_000, throttle: 7 });
  assert.ok(said.before.includes('throttle=7'));
  const heads = [
    ['kafka-1:9092 (id: 1 rack: null) -> (\nkafka-2:9092 (id: 2 rack: null) -> (\n', 'kafka-1:9092,kafka-2:9092'],
    ['  broker 1 at kafka-1:9092\n  broker 2 at kafka-2:9092 (controller)\n', 'kafka-1:9092,kafka-2:9092'],
    ["# kafka-topics --bootstrap-server='b:1' --describe\n", 'b:1'],
    ['$ kafka-topics --bootstrap-server $(id):9092 --describe\n', null],
    ['$ kafka-topics --bootstrap-server b:1;id --describe\n', null],
  ];
  const { bootstrapIn } = await fromTree('web/systems/readers/kafka/bootstrap.js');
  for (const [head, bootstrap] of heads) assert.equal(bootstrapIn(`${head}${kDescribed}`), bootstrap);
});

const kOneRuns = [{ topic: 'orders', partition: 0, replicas: [1] }];
const kTwo = { nodes: kMasters, moves: kSlots };

test('no script waits for ever, and one that has waited too long fails', (t) => {
  const never = 1e9;
  /** @type {[string, any, Record<string, import('./stand_ins.mjs').Program>, any][]} */
  const cases = [
    ['kafka', kTopic, { [kKafka]: kafka }, { on: kOnBefore, running: kOneRuns, left: never, executed: [] }],
    ['ceph', kGroups, { ceph }, { crush: kCrush, items: kItems, moving: never, never, until: 0, asked: [] }],
    ['elasticsearch', kShards, { curl: elasticsearch }, { asked: [], until: 0, moving: never, shards: kShardsBefore }],
    ['valkey', kTwo, { 'valkey-cli': valkey }, { slots: kValkeyBefore, running: never, job: [], asked: [] }],
    ['redis', kTwo, { 'redis-cli': () => ({ out: '[ERR] Nodes disagree', status: 1 }) }, {}],
  ];
  for (const [system, moving, programs, first] of cases) {
    const made = written(system, moving);
    const { run } = standIns(t, programs, first);
    for (const script of [scriptOf(made), backOf(made)]) {
      const { status, stderr } = run(
        script.replace('longest=86400', 'longest=1').replaceAll('within 60 ', 'within 1 '),
      );
      assert.equal(status, 1, system);
      assert.match(stderr, /Stopped\./, system);
      assert.doesNotMatch(script, /^ *(?:until|while) (?!\[|"\$@"|said=|:; do|IFS=|read )/m, system);
    }
  }
});

test('what Kafka cannot have is refused', () => {
  assert.match(refusal('kafka', { ...kTopic, throttle: 0 }), /at least 1 byte a second/);
  assert.match(refusal('kafka', { ...kTopic, throttle: 0.5 }), /at least 1 byte a second/);
  assert.match(refusal('kafka', { ...kTopic, moves: [['0', '4', '1']] }), /cannot move from 4 to 1/);
  assert.match(refusal('kafka', { ...kTopic, entries: [] }), /need all replicas of partition 0/);
  assert.match(refusal('kafka', { ...kTopic, of: undefined }), /need the topic of partition 0/);
});

const kStopsAtErrors = /^-- .*\n\\set ON_ERROR_STOP on\n/;
const sqlIn = (/** @type {string} */ script) => script.replace(/^(?:--|\\).*$/gm, '');

test('SQL is what PostgreSQL reads', () => {
  const workers = nodes('worker-1.example.net:5432', 'worker-2:6432', "o'node");
  const [one, two] = workers.map(({ name }) => name);
  const citus = written('citus', { nodes: workers, moves: [['102040', one, two]] });
  assert.match(scriptOf(citus), kStopsAtErrors);
  const calls = parse(sqlIn(scriptOf(citus)));
  assert.deepEqual(
    JSON.parse(JSON.stringify(calls[0])).columns[0].expr.args.map((/** @type {any} */ { value }) => value),
    [102040, 'worker-1.example.net', 5432, 'worker-2', 6432],
  );
  const back = JSON.parse(JSON.stringify(parse(sqlIn(backOf(citus)))[0]));
  assert.deepEqual(
    back.columns[0].expr.args.map((/** @type {any} */ { value }) => value),
    [102040, 'worker-2', 6432, 'worker-1.example.net', 5432],
  );
  assert.match(refusal('citus', { nodes: workers, moves: [['x', one, two]] }), /“x” is not the id/);
  assert.match(refusal('citus', { nodes: workers, moves: [['1', one, "o'node"]] }), /address of each node/);

  const sql = written('sql', { nodes: workers, moves: [["it's", one, "o'node"]], of: 'directory' });
  assert.match(scriptOf(sql), kStopsAtErrors);
  assert.match(backOf(sql), kStopsAtErrors);
  const kinds = parse(sqlIn(scriptOf(sql)));
  assert.deepEqual(
    kinds.map(({ type }) => type),
    ['begin', 'update', 'commit', 'select'],
  );
  const update = JSON.parse(JSON.stringify(kinds[1]));
  assert.equal(update.table.name, 'directory');
  assert.equal(update.sets[0].value.value, "o'node");
});

/**
 * Ceph as documented: where a group is, is where CRUSH puts it, with its items; a copy moves for two questions. An item
 * from an OSD on which CRUSH puts nothing changes nothing.
 * @type {import('./stand_ins.mjs').Program}
 */
function ceph(words, state) {
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
const kGroups = {
  nodes: nodes('osd.0', 'osd.1', 'osd.2', 'osd.3', 'osd.4'),
  moves: [
    ['1.1', 'osd.0', 'osd.3'],
    ['1.10', 'osd.2', 'osd.1'],
    ['1.1', 'osd.3', 'osd.2'],
    ['1.f', 'osd.2', 'osd.3'], // back to where CRUSH puts it
  ],
};
const kCrush = { 1.1: ['0', '4'], '1.10': ['3', '4'], '1.f': ['3', '1'] };
/** @type {Record<string, string[][]>} */
const kItems = { '1.10': [['3', '2'], ['4', '0']], '1.f': [['3', '2']] }; // prettier-ignore

test('Ceph keeps the items that a group has, waits for its copies, and goes back to exactly the beginning', (t) => {
  const made = written('ceph', kGroups);
  /** @type {any} */
  const first = { crush: kCrush, items: kItems, moving: 0, until: 0, asked: [] };
  const { run, state, set } = standIns(t, { ceph }, first);
  const there = run(scriptOf(made));
  assert.deepEqual([there.status, there.stderr], [0, '']);
  assert.deepEqual(state().items, { '1.1': [['0', '2']], '1.10': [['3', '1'], ['4', '0']] }); // prettier-ignore
  const asked = state().asked.filter((/** @type {string} */ line) => /upmap-items|pgs_brief/.test(line));
  const waits = ['pg dump pgs_brief', 'pg dump pgs_brief', 'pg dump pgs_brief'];
  assert.deepEqual(asked, [
    ...['osd pg-upmap-items 1.1 0 3', 'osd pg-upmap-items 1.10 3 1 4 0', ...waits],
    ...['osd pg-upmap-items 1.1 0 2', ...waits, 'osd rm-pg-upmap-items 1.f', ...waits],
  ]);
  assert.equal(run(backOf(made), 'bash').status, 0);
  assert.deepEqual(state().items, kItems);
  for (const script of [scriptOf(made), backOf(made)]) {
    set({ ...first, until: 2 });
    assert.equal(run(scriptOf(made)).status, 1);
    assert.equal(run(script).status, 0);
    assert.deepEqual(Object.keys(state().items).length, 2);
  }
  assert.deepEqual(state().items, kItems);
  assert.match(refusal('ceph', { ...kGroups, moves: [['1', 'osd.0', 'osd.1']] }), /not a placement group/);
});

test('osdmaptool prints commands of the form that Ceph gets here', (t) => {
  const rows = readFileSync(new URL('tests/vectors/rebalance/ceph_upmap.csv', root), 'utf8')
    .trim()
    .split('\n')
    .slice(2)
    .map((row) => row.split(','))
    .filter(([, , , command]) => command?.split(' ').length === 6)
    .slice(0, 5);
  assert.equal(rows.length, 5);
  const ends = rows.map(([, , , command]) => command.split(' ').slice(4));
  const moves = rows.map(([group], i) => [group, ...ends[i].map((osd) => `osd.${osd}`)]);
  const crush = Object.fromEntries(rows.map(([group, before]) => [group, before.split('/')]));
  const made = written(
    'ceph',
    /** @type {any} */ ({ nodes: nodes(...new Set(moves.flatMap((move) => move.slice(1)))), moves }),
  );
  const { run, state } = standIns(t, { ceph }, { crush, items: {}, moving: 0, until: 0, asked: [] });
  assert.equal(run(scriptOf(made)).status, 0);
  assert.deepEqual(
    state()
      .asked.filter((/** @type {string} */ line) => line.includes('upmap-items'))
      .map((/** @type {string} */ line) => `ceph ${line}`),
    rows.map(([, , , command]) => command),
  );
});

/**
 * Elasticsearch as documented: a body is refused as a whole if one of its shards is not where it says; what moves is on
 * its way for two questions about the cluster's health.
 * @type {import('./stand_ins.mjs').Program}
 */
function elasticsearch(words, state) {
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
const kShards = {
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
const kShardsBefore = { 'logs-2026.11/0': ['es hot 3'], 'logs-2026.11/1': ['es-2'], '.kibana_1/12': ['es-1'] };
const kShardsAfter = { 'logs-2026.11/0': ['es-2'], 'logs-2026.11/1': ['es-1'], '.kibana_1/12': ['es hot 3'] };

test('Elasticsearch gets a move a request, each step after the one before it, and the moves back', (t) => {
  const made = written('elasticsearch', kShards);
  /** @type {any} */
  const first = { asked: [], until: 0, moving: 1, last: '', full: '', shards: kShardsBefore };
  const { run, state } = standIns(t, { curl: elasticsearch }, first);
  assert.deepEqual([run(scriptOf(made)).status, state().shards], [0, kShardsAfter]);
  const { asked } = state();
  const told = asked.flatMap((/** @type {any} */ one) =>
    Array.isArray(one)
      ? one[0].includes('dry_run')
        ? []
        : (one[1].commands?.map((/** @type {any} */ { move }) => Object.values(move).join()) ?? [])
      : one.includes('health')
        ? ['health']
        : [],
  );
  const waits = ['health', 'health', 'health'];
  assert.deepEqual(told, [
    ...['health', 'health', 'health', 'logs-2026.11,0,es hot 3,es-1', 'logs-2026.11,1,es-2,es-1', ...waits],
    ...['health', '.kibana_1,12,es-1,es hot 3', 'logs-2026.11,0,es-1,es-2', ...waits],
  ]);
  assert.deepEqual([run(backOf(made)).status, state().shards], [0, kShardsBefore]);
});

test('a script for Elasticsearch that stopped is run again, or back', (t) => {
  const made = written('elasticsearch', kShards);
  /** @type {any} */
  const first = { asked: [], until: 0, moving: 0, last: '', full: '', shards: kShardsBefore };
  const { run, set, state } = standIns(t, { curl: elasticsearch }, first);
  for (const until of [2, 4]) {
    for (const [script, end] of /** @type {[string, any][]} */ ([
      [scriptOf(made), kShardsAfter],
      [backOf(made), kShardsBefore],
    ])) {
      set({ ...first, until });
      const { status, stderr } = run(scriptOf(made));
      assert.equal(status, 1);
      assert.match(stderr, /Stopped\./);
      set({ ...state(), until: 0 });
      assert.equal(run(script).status, 0);
      assert.deepEqual(state().shards, end, `request ${until}`);
    }
  }
  set({ ...first, full: 'es-1' });
  assert.equal(run(scriptOf(made)).status, 1);
  assert.deepEqual(state().shards, kShardsBefore); // nothing after it
  set({ ...first, fails: true });
  const failed = run(scriptOf(made));
  assert.equal(failed.status, 1);
  assert.match(failed.stderr, /has not moved: .*"shard":0.*\n.*Stopped\./);
  assert.deepEqual(state().shards, kShardsBefore);
});

/**
 * What a shell gives to a program, a list of words each time it is called.
 * @param {string} program @param {string} script
 */
function calledWith(program, script) {
  const recorder = `${program}() { for word; do printf '%s\\0' "$word"; done; printf '\\n\\0'; }`;
  const { stdout, stderr } = spawnSync('sh', { input: `${recorder}\n${script}`, encoding: 'utf8' });
  assert.equal(stderr, '');
  /** @type {string[][]} */
  const calls = [[]];
  for (const word of stdout.split('\0').slice(0, -1)) {
    if (word === '\n') calls.push([]);
    else calls[calls.length - 1].push(word);
  }
  return calls.slice(0, -1);
}

test('names reach Elasticsearch as they are, whatever a shell makes of such signs', () => {
  const [from, to, of] = ["it's", '"$(id)`id`\\', "a'b<!--"];
  const { steps } = written('elasticsearch', { nodes: nodes(from, to), moves: [['0', from, to]], of });
  const calls = calledWith('unless_stopped', steps[0].commands.join('\n')).filter(([word]) => word !== 'within');
  assert.deepEqual(
    calls.map(([word]) => word),
    ['move_shard', 'has_moved'],
  );
  for (const [, body] of calls)
    assert.deepEqual(JSON.parse(body), {
      commands: [{ move: { index: of, shard: 0, from_node: from, to_node: to } }],
    });
});

test('scripts are what their shells and mongosh can read', () => {
  const kMoves = /** @type {[string, string, string][]} */ ([['1.f', 'osd.1', 'osd.2']]);
  for (const [system, moving] of /** @type {[string, any][]} */ ([
    ['redis', { nodes: kMasters, moves: kSlots }],
    ['valkey', { nodes: kMasters, moves: kSlots }],
    ['kafka', kTopic],
    ['ceph', { nodes: nodes('osd.1', 'osd.2'), moves: kMoves }],
    ['elasticsearch', { nodes: nodes("it's", 'b'), of: 'x y', moves: [['0', "it's", 'b']] }],
  ])) {
    const made = written(system, moving);
    assert.equal(made.language, 'shell');
    for (const text of [scriptOf(made), backOf(made)]) {
      for (const shell of ['sh', 'bash'])
        assert.equal(spawnSync(shell, ['-n'], { input: text, encoding: 'utf8' }).stderr, '', system);
      if (!existsSync('/usr/bin/shellcheck')) continue;
      // Words have typographic quotation marks, and a step may have one slot.
      const words = ['-s', 'sh', '-S', 'warning', '-e', 'SC1111,SC2043', '-'];
      assert.equal(spawnSync('shellcheck', words, { input: text, encoding: 'utf8' }).stdout, '', system);
    }
  }
  const moving = { nodes: nodes('a"', 'b'), of: 'x.y"', key: ['it"s'], moves: [['["\\"", 2)', 'a"', 'b']] };
  const made = written('mongodb', /** @type {any} */ (moving));
  for (const text of [scriptOf(made), backOf(made)]) assert.ok(new Script(text));
});

test('MongoDB gets ranges with their bounds', () => {
  const shards = nodes('s0', 's1');
  /** @param {string} entry */
  const commandOf = (entry) =>
    written('mongodb', { nodes: shards, moves: [[entry, 's0', 's1']], of: 'shop.or.ders', key: ['_id'] }).steps[0]
      .commands[0];
  assert.equal(
    commandOf('[MinKey, -3074457345618258602)'),
    'sh.moveRange("shop.or.ders", "s1", { "_id": MinKey() }, { "_id": Long("-3074457345618258602") })',
  );
  assert.equal(
    commandOf('["a, b", ObjectId(64f0a1b2c3d4e5f60718293a))'),
    'sh.moveRange("shop.or.ders", "s1", { "_id": "a, b" }, { "_id": ObjectId("64f0a1b2c3d4e5f60718293a") })',
  );
  const moving = { nodes: shards, moves: [['[1, 2)', 's0', 's1']], of: 'shop.orders', key: ['_id'] };
  assert.match(refusal('mongodb', { ...moving, key: [] }), /shard key’s field/);
  assert.match(refusal('mongodb', { ...moving, of: 'orders' }), /with its database/);
  assert.match(refusal('mongodb', { ...moving, moves: [['[1, 2, 3, 4)', 's0', 's1']] }), /can have a bound/);
  assert.match(refusal('mongodb', { ...moving, moves: [['[1.5, 2)', 's0', 's1']] }), /can have a bound/);
});

test('long plans have short steps, which together are the plan', () => {
  /** @type {[string, string, string][]} */
  const moves = Array.from({ length: 450 }, (_, i) => [String(i), kMasters[0].name, kMasters[1].name]);
  for (const { system } of [{ system: 'redis' }, { system: 'valkey' }, { system: 'sql' }]) {
    const { steps } = written(system, { nodes: kMasters, moves });
    assert.deepEqual(
      steps.flatMap((step) => step.moves),
      moves,
    );
    assert.ok(system === 'valkey' || steps.length > 1);
  }
});

// p1 leaves b before p2 comes: 60 bytes each, and b has a disk of 100.
const kMakesRoom = /** @type {[string, string, string][]} */ ([
  ['p1', 'b', 'c'],
  ['p2', 'a', 'b'],
]);
/** By system: how it calls entries and nodes. @type {[string, (name: string) => string][]} */
const kSideBySide = [
  ['kafka', (name) => (/^p/.test(name) ? `t-${name.slice(1)}` : String(name.charCodeAt(0) - 97))],
  ['elasticsearch', (name) => (/^p/.test(name) ? `t/${name.slice(1)}` : name)],
  ['ceph', (name) => (/^p/.test(name) ? `1.${Number(name.slice(1)).toString(16)}` : `osd.${name.charCodeAt(0) - 97}`)],
];

/** @param {string} system @param {(name: string) => string} call @param {[string, string, string][]} moves */
function sideBySide(system, call, moves, atOnce = 1) {
  const called = moves.map((move) => move.map(call));
  const names = [...new Set(called.flatMap(([, ...ends]) => ends))];
  const first = new Map(called.toReversed().map(([entry, from]) => [entry, from]));
  const entries = [...first].map(([id, owner]) => ({ id, owner, replicas: /** @type {string[]} */ ([]) }));
  const moving = { nodes: nodes(...names), moves: called, entries, atOnce };
  return written(system, /** @type {any} */ (moving)).steps.map((step) => step.moves);
}

for (const [system, call] of kSideBySide) {
  test(`${system}: what makes room for another is a step before it, and a node has no more copies than asked`, () => {
    assert.equal(sideBySide(system, call, kMakesRoom, 9).length, 2);
    let seed = 1;
    const below = (/** @type {number} */ n) => (seed = (seed * 48_271) % 2_147_483_647) % n;
    for (let round = 0; round < 200; ++round) {
      const at = Array.from({ length: 12 }, () => below(5));
      const moves = Array.from({ length: 20 }, () => {
        const [entry, by] = [below(at.length), 1 + below(4)];
        const [from, to] = [at[entry], (at[entry] + by) % 5];
        at[entry] = to;
        return /** @type {[string, string, string]} */ ([`p${entry}`, 'abcde'[from], 'abcde'[to]]);
      });
      const atOnce = 1 + below(3);
      const runs = sideBySide(system, call, moves, atOnce);
      assert.deepEqual(
        runs.flat(),
        moves.map((move) => move.map(call)),
      );
      for (const run of runs) {
        // Nothing leaves a node to which another of the same step comes, unless it comes first.
        run.forEach(([, , to], i) => assert.ok(!run.slice(0, i).some(([, from]) => from === to), JSON.stringify(run)));
        assert.equal(new Set(run.map(([entry]) => entry)).size, run.length);
        for (const name of new Set(run.flatMap(([, ...ends]) => ends)))
          assert.ok(run.filter(([, ...ends]) => ends.includes(name)).length <= atOnce, JSON.stringify(run));
      }
    }
  });
}

test('a reading says how many copies a node may have in hand', () => {
  /** @type {any} */
  const reading = { nodes: nodes('1', '2'), entries: { kind: 'partitions', rows: [] } };
  /** @type {any} */
  const problem = { nodes: [], entries: [], options: { max_in_flight: 3 } };
  assert.equal(movingOf(reading, [], problem).atOnce, 3);
  assert.equal(movingOf(reading, []).atOnce, undefined);
});

test('a table of the moves has a line for each', () => {
  assert.equal(
    csvOf({ ...kTopic, moves: [['0', '2', '4']], entries: [{ id: '0', owner: '2', replicas: [], bytes: 5 }] }),
    'step,entry,from,to,bytes\r\n1,0,2,4,5\r\n',
  );
});

test('a reading has what the writers of its system need', async () => {
  /** @param {string} system @param {string} file */
  const read = async (system, file) =>
    readWith(
      [(await fromTree(`web/systems/readers/${system}.js`)).default],
      readFileSync(new URL(`tests/vectors/clusters/${system}/${file}`, root), 'utf8'),
      {},
    );
  const cases = [
    ['redis', 'nodes-1-healthy.txt'],
    ['citus', 'catalogue-1.txt'],
    ['ceph', 'pgs-1-brief.txt'],
    ['kafka', 'describe-3-large.txt'],
    ['elasticsearch', 'shards-1-headings.txt'],
  ];
  for (const [system, file] of cases) {
    const reading = await read(system, file);
    /** @type {string[]} */
    const names = reading.nodes.map((/** @type {{name: string}} */ { name }) => name);
    const holds = (/** @type {any} */ row, /** @type {string} */ name) =>
      row.owner === name || row.replicas.includes(name);
    const row = reading.entries.rows.find(
      (/** @type {any} */ one) => one.owner && names.some((name) => !holds(one, name)),
    );
    const { id, owner } = row;
    const to = names.find((name) => !holds(row, name));
    const moving = movingOf(reading, [[id, owner, to]]);
    for (const { system: writer } of writersFor(system)) {
      const { steps } = written(writer, moving);
      assert.equal(steps.length, 1, `${writer} of ${file}`);
      assert.ok(steps[0].back.length > 0);
    }
  }
});

/** A plan of each writer that has one. @type {Record<string, any>} */
const kPlans = {
  redis: { nodes: kMasters, moves: kSlots },
  valkey: { nodes: kMasters, moves: kSlots },
  kafka: kTopic,
  citus: { nodes: nodes('a:1', 'b:1'), moves: [['1', 'a:1', 'b:1']] },
  ceph: kGroups,
  elasticsearch: kShards,
  mongodb: { nodes: nodes('s0', 's1'), moves: [['[1, 2)', 's0', 's1']], of: 'shop.orders', key: ['_id'] },
  sql: { nodes: nodes('a', 'b'), moves: [['x', 'a', 'b']] },
};

test('each writer says what it was held to, and what was not run says so', () => {
  /** @type {import('../../../web/systems/moves/form.js').Writer[]} */
  const writers = kWriters;
  assert.deepEqual(writers.map(({ system }) => system).toSorted(), Object.keys(kPlans).toSorted());
  for (const { system, title } of writers) {
    const { held } = written(system, kPlans[system]);
    assert.match(held, system === 'redis' ? /^Run on a cluster of Redis 7\.0/ : /Not run/, title);
  }
});

test('what was there before is printed and not changed in the end', () => {
  const ends = (/** @type {string} */ system) => wordsOf(written(system, kPlans[system]).after);
  for (const { system } of kWriters) assert.deepEqual(ends(system), [], system);
  const before = (/** @type {string} */ system) => written(system, kPlans[system]).before.join('\n');
  assert.match(before('mongodb'), /^print\(sh\.getBalancerState\(\)\)\nsh\.stopBalancer\(\)$/);
  assert.match(before('elasticsearch'), /^curl .*_cluster\/settings\?filter_path=/m);
  assert.match(before('ceph'), /^ceph osd get-require-min-compat-client$/m);
  assert.doesNotMatch(before('ceph'), /^ceph osd set-/m);
  for (const system of ['redis', 'valkey', 'kafka', 'elasticsearch'])
    assert.ok(
      written(system, kPlans[system]).notes.some((note) => note.includes('TLS') || note.includes('certificate')),
      system,
    );
});

test('no commands ask a master that is down', () => {
  const down = { name: '10.0.0.9:7009', id: 'f'.repeat(40), down: true };
  /** @type {any} */
  const reading = { nodes: [down, ...kMasters], entries: { kind: 'slots', rows: [] } };
  for (const system of ['redis', 'valkey']) {
    const made = written(system, movingOf(reading, kSlots));
    for (const text of [scriptOf(made), backOf(made)]) {
      assert.doesNotMatch(text, /10\.0\.0\.9/);
      assert.match(text, /--cluster check 10\.0\.0\.1:7001/);
    }
    assert.match(refusal(system, movingOf({ ...reading, nodes: [down] }, [])), /address of a node/);
  }
});

test('the shard key of a collection is read, so that its ranges can be moved', async () => {
  const readers = [(await fromTree('web/systems/readers/mongodb.js')).default];
  const folder = new URL('tests/vectors/clusters/mongodb/', root);
  let moved = 0;
  for (const file of readdirSync(folder).filter((name) => !name.includes('expected'))) {
    const reading = await readWith(readers, readFileSync(new URL(file, folder), 'utf8'), {});
    const [row] = reading.entries?.rows ?? [];
    if (!reading.key_expression || !row) continue;
    const to = reading.nodes.find((/** @type {any} */ { name }) => name !== row.owner)?.name;
    const { written: made, refused } = writtenBy('mongodb', movingOf(reading, [[row.id, row.owner, to]]));
    const field = /^\{ ([^:]+): [^,]*\}$/.exec(reading.key_expression)?.[1];
    if (!made) {
      assert.ok(field === undefined || !refused.includes('shard key'), `${file}: ${refused}`);
      continue;
    }
    assert.ok(made.steps[0].commands[0].includes(`{ ${JSON.stringify(field)}: `), file);
    ++moved;
  }
  assert.ok(moved > 0);
});
