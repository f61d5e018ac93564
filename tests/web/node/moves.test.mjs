// Moves in each system's own commands, held to parsers and clients that are not ours.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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
const words = (/** @type {string[]} */ list) => list.filter((line) => !/^(?:: '|-- |\/\/ )/.test(line));

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
  assert.deepEqual(
    steps.map(({ commands }) => words(commands)),
    [
      [
        `for slot in 5 900 6; do unless_stopped move_slot "$slot" 10.0.0.1 7001 ${kIds[0]} 10.0.0.2 7002 ${kIds[1]}; done`,
      ],
      [`for slot in 9000; do unless_stopped move_slot "$slot" 10.0.0.2 7002 ${kIds[1]} 10.0.0.1 7001 ${kIds[0]}; done`],
    ],
  );
  assert.deepEqual(words(steps[0].back), [
    `for slot in 6 900 5; do unless_stopped move_slot "$slot" 10.0.0.2 7002 ${kIds[1]} 10.0.0.1 7001 ${kIds[0]}; done`,
  ]);
  assert.ok(before.includes('until redis-cli --cluster check 10.0.0.1:7001; do sleep 2; done'));
});

test('Valkey gets ranges of slots', () => {
  const { steps, held } = written('valkey', { nodes: kMasters, moves: kSlots });
  const ranges = (/** @type {string} */ id) => `SLOTSRANGE 5 6 NODE ${id} SLOTSRANGE 900 900 NODE ${id}`;
  assert.deepEqual(words(steps[0].commands), [
    `valkey-cli -h 10.0.0.1 -p 7001 CLUSTER MIGRATESLOTS ${ranges(kIds[1])}`,
  ]);
  assert.deepEqual(words(steps[0].back), [`valkey-cli -h 10.0.0.2 -p 7002 CLUSTER MIGRATESLOTS ${ranges(kIds[0])}`]);
  assert.match(held, /Not run/);
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
  assert.ok(steps[0].commands.some((line) => /--execute --throttle 20000000$/.test(line)));
  assert.ok(steps[0].back.some((line) => line.includes('rollback-1.json --execute')));

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

test('what Kafka cannot have is refused', () => {
  assert.match(refusal('kafka', { ...kTopic, moves: [['0', '4', '1']] }), /cannot move from 4 to 1/);
  assert.match(refusal('kafka', { ...kTopic, entries: [] }), /need all replicas of partition 0/);
  assert.match(refusal('kafka', { ...kTopic, of: undefined }), /need the topic of partition 0/);
});

test('SQL is what PostgreSQL reads', () => {
  const workers = nodes('worker-1.example.net:5432', 'worker-2:6432', "o'node");
  const [one, two] = workers.map(({ name }) => name);
  const citus = written('citus', { nodes: workers, moves: [['102040', one, two]] });
  const calls = parse(scriptOf(citus).replace(/^--.*$/gm, ''));
  assert.deepEqual(
    JSON.parse(JSON.stringify(calls[0])).columns[0].expr.args.map((/** @type {any} */ { value }) => value),
    [102040, 'worker-1.example.net', 5432, 'worker-2', 6432],
  );
  const back = JSON.parse(JSON.stringify(parse(backOf(citus).replace(/^--.*$/gm, ''))[0]));
  assert.deepEqual(
    back.columns[0].expr.args.map((/** @type {any} */ { value }) => value),
    [102040, 'worker-2', 6432, 'worker-1.example.net', 5432],
  );
  assert.match(refusal('citus', { nodes: workers, moves: [['x', one, two]] }), /“x” is not the id/);
  assert.match(refusal('citus', { nodes: workers, moves: [['1', one, "o'node"]] }), /address of each node/);

  const sql = written('sql', { nodes: workers, moves: [["it's", one, "o'node"]], of: 'directory' });
  const kinds = parse(scriptOf(sql).replace(/^--.*$/gm, ''));
  assert.deepEqual(
    kinds.map(({ type }) => type),
    ['begin', 'update', 'commit', 'select'],
  );
  const update = JSON.parse(JSON.stringify(kinds[1]));
  assert.equal(update.table.name, 'directory');
  assert.equal(update.sets[0].value.value, "o'node");
});

test('Ceph keeps the items that a group has, and takes them back', () => {
  /** @type {import('../../../web/systems/moves/form.js').Moving} */
  const moving = {
    nodes: nodes('osd.0', 'osd.1', 'osd.2', 'osd.3'),
    moves: [
      ['1.0', 'osd.0', 'osd.3'],
      ['1.1f', 'osd.2', 'osd.1'],
      ['1.0', 'osd.3', 'osd.2'],
    ],
    upmaps: {
      '1.1f': [
        ['3', '2'],
        ['4', '0'],
      ],
    },
  };
  const { steps } = written('ceph', moving);
  assert.deepEqual(steps[0].commands, ['ceph osd pg-upmap-items 1.0 0 3', 'ceph osd pg-upmap-items 1.1f 4 0 3 1']);
  assert.deepEqual(steps[0].back, ['ceph osd pg-upmap-items 1.1f 4 0 3 2', 'ceph osd rm-pg-upmap-items 1.0']);
  assert.deepEqual(steps[1].commands, ['ceph osd pg-upmap-items 1.0 0 2']);
  assert.deepEqual(steps[1].back, ['ceph osd pg-upmap-items 1.0 0 3']);
  assert.match(refusal('ceph', { ...moving, moves: [['1', 'osd.0', 'osd.1']] }), /not a placement group/);
});

test('osdmaptool prints commands of the form that Ceph gets here', () => {
  const rows = readFileSync(new URL('tests/vectors/rebalance/ceph_upmap.csv', root), 'utf8')
    .trim()
    .split('\n')
    .slice(2);
  let compared = 0;
  for (const row of rows) {
    const [group, before, after, command] = row.split(',');
    if (!command || command.split(' ').length !== 6) continue;
    const [, , , , from, to] = command.split(' ');
    assert.ok(before.split('/').includes(from) && after.split('/').includes(to));
    const moving = { nodes: nodes(`osd.${from}`, `osd.${to}`), moves: [[group, `osd.${from}`, `osd.${to}`]] };
    assert.deepEqual(written('ceph', /** @type {any} */ (moving)).steps[0].commands, [command]);
    ++compared;
  }
  assert.ok(compared > 20, `${compared}`);
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
  if (!at.includes('_cluster/reroute') || at.includes('dry_run')) return {};
  if (--state.until === 0) return { err: 'curl: (7) Failed to connect', status: 7 };
  for (const { move } of body.commands) {
    const nodes = state.shards[`${move.index}/${move.shard}`] ?? [];
    if (state.moving > 0 && state.last === `${move.index}/${move.shard}`)
      return { out: '{"error":{"reason":"[move_allocation] shard is not started (state = RELOCATING]"},"status":400}' };
    if (!nodes.includes(move.from_node))
      return {
        out: `{"error":{"reason":"[move_allocation] can't move 0, failed to find it on node {x}"},"status":400}`,
      };
    if (nodes.includes(move.to_node) || move.to_node === state.full)
      return { out: '{"error":{"reason":"[move_allocation] not allowed"},"status":400}' };
  }
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
  const first = { asked: [], until: 0, moving: 1, last: '', full: '', shards: kShardsBefore };
  const { run, state } = standIns(t, { curl: elasticsearch }, first);
  assert.deepEqual([run(scriptOf(made)).status, state().shards], [0, kShardsAfter]);
  const { asked } = state();
  const told = asked.flatMap((/** @type {any} */ one) =>
    Array.isArray(one)
      ? (one[1].commands?.map((/** @type {any} */ { move }) => Object.values(move).join()) ?? [])
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
});

/**
 * What a shell gives to a program, a list of words each time it is called.
 * @param {string} program @param {string} script
 */
function calledWith(program, script) {
  const stub = `${program}() { for word; do printf '%s\\0' "$word"; done; printf '\\n\\0'; }`;
  const { stdout, stderr } = spawnSync('sh', { input: `${stub}\n${script}`, encoding: 'utf8' });
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
  const calls = calledWith('unless_stopped', steps[0].commands.slice(1).join('\n'));
  assert.equal(calls.length, 1);
  assert.deepEqual(JSON.parse(calls[0][1]), {
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
  ])) {
    const made = written(system, moving);
    assert.equal(made.language, 'shell');
    for (const text of [scriptOf(made), backOf(made)])
      assert.equal(spawnSync('sh', ['-n'], { input: text, encoding: 'utf8' }).stderr, '', system);
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
  const entries = [...first].map(([id, owner]) => ({ id, owner, replicas: [] }));
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
  const reading = { nodes: nodes('1', '2'), entries: { kind: 'partitions', rows: [] } };
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
  const { readWith } = await fromTree('web/systems/reading/read.js');
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

test('each writer says what it was held to', () => {
  /** @type {import('../../../web/systems/moves/form.js').Writer[]} */
  const writers = kWriters;
  assert.equal(new Set(writers.map(({ system }) => system)).size, writers.length);
  for (const { title } of writers) assert.notEqual(title, '');
});
