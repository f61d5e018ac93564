// Moves in each system's own commands, held to parsers and clients that are not ours.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { Script } from 'node:vm';
import { parse } from 'pgsql-ast-parser';
import { fromTree, root } from '../../built.mjs';
import {
  ceph,
  elasticsearch,
  kafka,
  kCrush,
  kGroups,
  kIds,
  kItems,
  kKafka,
  kMasters,
  kOnBefore,
  kShards,
  kShardsBefore,
  kSlots,
  kTopic,
  kValkeyBefore,
  nodes,
  refusal,
  sortedSlots,
  valkey,
  wordsOf,
  written,
} from './moves_cases.mjs';
import { standIns } from './stand_ins.mjs';

const { readWith } = await fromTree('web/systems/reading/read.js');
const { backOf, csvOf, kWriters, movingOf, scriptOf, writersFor, writtenBy } =
  await fromTree('web/systems/moves/moves.js');

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
