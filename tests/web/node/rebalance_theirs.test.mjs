// Plans that tools have printed, followed on the cluster that is planned: against what the tools say the end is, and
// against what is worked out by hand.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fromTree, root } from '../../built.mjs';
import { randomNumbers } from '../../live/keys.mjs';
import { replay } from '../../../web/dialogs/rebalance/replay.js';
import { csvOf } from '../../../web/systems/moves/csv.js';
import { readWith } from '../../../web/systems/reading/read.js';
import { allOf } from '../../../web/systems/rebalance/joined.js';
import { problemOf } from '../../../web/systems/rebalance/problem.js';
import { treeReaders } from './cluster_texts.mjs';
import { expectWords, kRounds, mutated } from './damage.mjs';
/** @import {Problem} from '../../../web/systems/rebalance/form.js' */
/** @import {Reading} from '../../../web/systems/reading/form.js' */
/** @import {ToolPlan} from '../../../web/headless/reshard-rebalance.d.ts' */

/** @typedef {{wanted: number, plan: ToolPlan, told: {what: string, count: number, names: string[]}[]}} Theirs */
/** @type {(text: string, of: {reading: Reading, problem: Problem}) => Theirs} */
const theirsOf = (await fromTree('web/systems/rebalance/theirs.js')).theirsOf;
/** @type {(theirs: Theirs) => string[]} */
const theirsTexts = (await fromTree('web/systems/rebalance/theirs_words.js')).theirsTexts;
const readers = await treeReaders();
/** @param {string} text @returns {Promise<Reading>} */
async function read(text) {
  const reading = await readWith(readers, text, {});
  assert.ok('entries' in reading, JSON.stringify(reading));
  return reading;
}

/** @param {string} name @returns {string[][]} without what is said of the rows, and without headings */
const vectors = (name) =>
  readFileSync(new URL(`tests/vectors/rebalance/${name}`, root), 'utf8')
    .trim()
    .split('\n')
    .slice(2)
    .map((row) => row.split(','));

const sorted = (/** @type {string[]} */ names) => [...names].sort().join(' ');

/** Where everything is after moves. @param {Problem} problem @param {string[][]} moves */
function endOf({ entries }, moves) {
  const on = new Map(entries.map(({ id, replicas }) => [id, [...replicas]]));
  for (const [id, from, to] of moves) {
    const nodes = on.get(id) ?? [];
    assert.ok(nodes.includes(from), `${id} ${from}`);
    nodes[nodes.indexOf(from)] = to;
  }
  return on;
}

/** What is told, without names. @param {Theirs} theirs */
const counts = ({ told }) => Object.fromEntries(told.map(({ what, count }) => [what, count]));
/** @param {Theirs} theirs */
const last = ({ plan: { curve } }) => curve[curve.length - 1];

const kNames = /** @type {string[]} */ ([]);
const kOptions = { epsilon: 0.1, drain: kNames, pinned: kNames, max_in_flight: 1, per_move: 0 };
/** @typedef {[id: string, bytes: number, load: number, ...on: string[]]} Given */
/** @param {string[]} names @param {Given[]} entries @returns {Problem} */
const problemFor = (names, entries, zones = /** @type {'none' | 'distinct'} */ ('none')) => ({
  nodes: names.map((name) => ({ name, capacity: 1, zone: '', disk: /** @type {?number} */ (null) })),
  entries: entries.map(([id, bytes, load, ...replicas]) => ({ id, bytes, load, replicas })),
  options: { ...kOptions, zones },
});
/** @param {string} text @param {Problem} problem @param {Partial<Reading>} [reading] */
const followed = (text, problem, reading = {}) =>
  theirsOf(text, { reading: /** @type {Reading} */ (reading), problem });

const kPgs = 'PG_STAT  STATE         UP       UP_PRIMARY  ACTING   ACTING_PRIMARY';
/** @param {string} group @param {string} on “8/5/10” */
function pgRow(group, on) {
  const set = `[${on.replaceAll('/', ',')}]`;
  const [primary] = on.split('/');
  return `${group}  active+clean  ${set}  ${primary}  ${set}  ${primary}`;
}
const osds = (/** @type {string} */ on) => on.split('/').map((id) => `osd.${id}`);

test('the commands that osdmaptool printed end where it says, with the bytes that left', async () => {
  const rows = vectors('ceph_upmap.csv');
  const reading = await read([kPgs, ...rows.map(([group, before]) => pgRow(group, before))].join('\n'));
  const { problem } = problemOf(reading, { limit: 1.05 });
  problem.entries.forEach((entry, i) => void (entry.bytes = 1000 + i));
  const printed = [
    'writing upmap command output to: cmd',
    ...rows.flatMap(([, , , command]) => (command ? [command] : [])),
  ];
  const theirs = theirsOf(printed.join('\n'), { reading, problem });
  const end = endOf(problem, theirs.plan.moves);
  const place = new Map(problem.entries.map(({ id }, i) => [id, i]));
  let [moves, bytes] = [0, 0];
  const held = /** @type {Record<string, number>} */ ({});
  for (const [group, before, after] of rows) {
    assert.equal(sorted(end.get(group) ?? []), sorted(osds(after)), group);
    const left = osds(before).filter((id) => !osds(after).includes(id)).length;
    moves += left;
    bytes += left * (1000 + (place.get(group) ?? 0));
    for (const id of osds(after)) held[id] = (held[id] ?? 0) + 1;
  }
  assert.deepEqual([moves, theirs.plan.moves.length, theirs.wanted], [29, 29, 26]);
  assert.equal(last(theirs).bytes, bytes);
  // 192 groups of three on 12 OSDs: 48 on each.
  assert.deepEqual(
    Object.values(held),
    Array.from({ length: 12 }, () => 48),
  );
  assert.deepEqual(last(theirs).limits, [{ worst: 1, excess: 0 }]);
  assert.deepEqual(counts(theirs), { skipped: 1, items_unknown: 1 });
});

for (const run of ['2', '3']) {
  test(`items that groups have are replaced and taken back, as osdmaptool does in run ${run}`, async () => {
    const rows = vectors('ceph_upmap_again.csv').filter(([one]) => one === run);
    const items = rows.flatMap(([, group, , of]) =>
      of ? [`pg_upmap_items ${group} [${of.replaceAll(' ', ',')}]`] : [],
    );
    const commands = rows.flatMap(([, , , , command]) => (command ? [command] : []));
    assert.ok(items.length > 20 && commands.some((command) => command.includes(' rm-')));
    const pgs = [kPgs, ...rows.map(([, group, before]) => pgRow(group, before))];
    const [bare, whole] = await Promise.all([read(pgs.join('\n')), read([...pgs, ...items].join('\n'))]);
    const { problem } = problemOf(bare);
    const known = theirsOf(commands.join('\n'), { reading: whole, problem });
    assert.deepEqual(theirsOf([...items, ...commands].join('\n'), { reading: bare, problem }), known);
    const end = endOf(problem, known.plan.moves);
    const named = known.told.find(({ what }) => what === 'taken_back');
    const wrong = rows.filter(([, group, , , , after]) => sorted(end.get(group) ?? []) !== sorted(osds(after)));
    // CRUSH puts a copy of 1.12 where its item ends since the weight was changed: nobody sees that from outside.
    assert.deepEqual(
      wrong.map(([, group]) => group),
      run === '2' ? ['1.12'] : [],
    );
    assert.ok(named && (run === '3' || named.names.some((name) => name.startsWith('1.12 '))));
    // Without the items it says what it cannot know.
    const unknown = theirsOf(commands.join('\n'), { reading: bare, problem });
    const removed = commands.filter((command) => command.includes(' rm-')).length;
    assert.ok(counts(unknown).items_unknown === 1 && counts(unknown).no_items >= removed);
  });
}

// The example of Kafka's documentation (“Custom partition assignment and migration”).
const kCustom =
  '{"version":1,"partitions":[{"topic":"foo1","partition":0,"replicas":[5,6]},' +
  '{"topic":"foo2","partition":1,"replicas":[2,3]}]}';
const kCurrent = `Current partition replica assignment

{"version":1,
 "partitions":[{"topic":"foo1","partition":0,"replicas":[1,2]},
               {"topic":"foo2","partition":1,"replicas":[3,4]}]
}
`;

test('Kafka’s documented reassignment moves what its text says', async () => {
  const described = ['1,2', '3,4'].map(
    (replicas, i) =>
      `Topic: foo${i + 1}\tPartition: ${i}\tLeader: ${replicas[0]}\tReplicas: ${replicas}\tIsr: ${replicas}`,
  );
  const one = await read(described.join('\n'));
  const all = allOf(one);
  assert.ok(all);
  const { problem } = problemOf(all, { add: ['5', '6'].map((name) => ({ name })) });
  const theirs = theirsOf(kCustom, { reading: all, problem });
  assert.deepEqual(theirs.plan.moves, [
    ['foo1-0', '1', '5'],
    ['foo1-0', '2', '6'],
    ['foo2-1', '4', '2'],
  ]);
  // Four copies on six brokers: a broker may bear floor(1.1 · 4 / 6) = 0.
  assert.deepEqual(theirs.told, [{ what: 'limit', count: 4, names: ['2', '3', '5', '6'] }]);
  const proposed = `${kCurrent}\nProposed partition reassignment configuration\n\n${kCustom}\n`;
  assert.deepEqual(theirsOf(proposed, { reading: all, problem }).plan, theirs.plan);
  assert.throws(() => theirsOf(kCurrent, { reading: all, problem }), /what is there now, not a plan/);
  // One topic alone: the other one’s partitions are not planned here.
  assert.equal(one.topic, 'foo1');
  const alone = theirsOf(kCustom, { reading: one, problem: problemOf(one).problem });
  assert.deepEqual(counts(alone), { unknown_node: 2, unknown_entry: 1, limit: 2 });
  assert.match(theirsTexts(alone).join(' '), /foo1-0 \(5\), foo1-0 \(6\).*foo2-1/);
});

test('assignments that Kafka publishes are reached from others', () => {
  for (const [, , brokers, , replicas, , , assignment] of vectors('kafka_published.csv')) {
    const names = brokers.split(' ').map((broker) => broker.split(':')[0]);
    const after = assignment.split(' ').map((one) => one.split('/'));
    const problem = problemFor(
      names,
      after.map((_, i) => [`t-${i}`, 10 + i, 1, ...names.slice(0, Number(replicas))]),
    );
    const partitions = after.map((to, partition) => ({ topic: 't', partition, replicas: to.map(Number) }));
    const theirs = followed(JSON.stringify({ version: 1, partitions }), problem);
    const end = endOf(problem, theirs.plan.moves);
    after.forEach((to, i) => assert.equal(sorted(end.get(`t-${i}`) ?? []), sorted(to)));
    const bytes = problem.entries.reduce(
      (sum, { bytes: own, replicas: on }, i) => sum + own * after[i].filter((id) => !on.includes(id)).length,
      0,
    );
    assert.equal(last(theirs).bytes, bytes);
  }
});

test('plans that Citus publishes are followed in its order', () => {
  let cases = 0;
  for (const [, , nodes, shards, ...rest] of vectors('citus_published.csv')) {
    const printed = (rest.join(',').match(/\d+ [\w.]+>[\w.]+/g) ?? []).map((one) => one.split(/[ >]/));
    const all = shards.split(/[ |]+/).filter(Boolean);
    if (printed.length === 0 || all.some((one) => one.split(':').length !== 3)) continue;
    cases += 1;
    const name = (/** @type {string} */ host) => `${host}:5432`;
    const problem = problemFor(
      nodes.split(' ').map((one) => name(one.split(':')[0])),
      all.map((one) => {
        const [id, host] = one.split(':');
        return [id, Number(id) * 10, 1, name(host)];
      }),
    );
    const rows = printed.map(([id, from, to]) => ` t | ${id} | 0 | ${from} | 5432 | ${to} | 5432`);
    const heading = ' table_name | shardid | shard_size | sourcename | sourceport | targetname | targetport ';
    const theirs = followed([heading, '---+---+---+---+---+---+---', ...rows].join('\n'), problem);
    const known = new Set(problem.entries.map(({ id }) => id));
    const moves = printed.filter(([id]) => known.has(id)).map(([id, from, to]) => [id, name(from), name(to)]);
    assert.deepEqual(theirs.plan.moves, moves);
    assert.equal(
      last(theirs).bytes,
      moves.reduce((sum, [id]) => sum + Number(id) * 10, 0),
    );
  }
  assert.ok(cases >= 20, `${cases}`);
});

const kSmall = problemFor(
  ['a', 'b', '=c'],
  [
    ['s1', 100, 7, 'a'],
    ['s2', 50, 6, 'a'],
    ['s,3', 30, 1, 'b'],
  ],
);
/** @type {[string, string, string][]} */
const kMoves = [
  ['s2', 'a', '=c'],
  ['s,3', 'b', 'a'],
];

test('rows with and without headings, the page’s own files, and its JSON are the same plan', () => {
  const rows = csvOf(/** @type {any} */ ({ moves: kMoves, nodes: [], entries: [{ id: 's2', bytes: 50 }] }));
  const texts = [
    rows,
    'entry,from,to\ns2,a,=c\n"s,3",b,a',
    's2,a,=c\n"s,3",b,a\n',
    'shard;size;target;source\ns2;50;=c;a\ns,3;30;a;b',
    's2\ta\t=c\ns,3\tb\ta',
    JSON.stringify({ moves: kMoves, bytes: 80 }),
    JSON.stringify({ problem: kSmall, plan: { moves: kMoves } }, null, 1),
  ];
  for (const text of texts) {
    const theirs = followed(text, kSmall);
    assert.deepEqual(theirs.plan.moves, kMoves, text);
    // a: 7 + 1 of 14 / 3 a node; s2 is above its 5.13, too.
    assert.deepEqual(last(theirs), { moves: 2, bytes: 80, limits: [{ worst: 8 / (14 / 3), excess: 3 + 1 }] });
  }
});

test('what is not of the cluster, and each rule that is broken, is told by name', () => {
  const problem = problemFor(
    ['a', 'b', 'c', 'd'],
    [
      ['e1', 100, 5, 'a', 'b'],
      ['e2', 60, 3, 'a', 'c'],
      ['e3', 10, 0, 'd'],
    ],
    'distinct',
  );
  problem.nodes.forEach((node, i) => void (node.zone = ['x', 'y', 'y', 'z'][i]));
  problem.nodes[2].disk = 150;
  problem.options.drain = ['d'];
  problem.options.pinned = ['e3'];
  const plan = [
    ['e1', 'a', 'c'], // its disk has 60 of 150 bytes; and b is in the same zone
    ['e2', 'a', 'c'], // where it is already
    ['e2', 'b', 'a'], // b does not have it
    ['e1', 'b', 'b'],
    ['e9', 'a', 'b'],
    ['e1', 'b', 'q'],
    ['e1', 'b', 'd'], // which is drained
  ];
  const theirs = followed(JSON.stringify({ moves: plan }), problem);
  const told = Object.fromEntries(theirs.told.map(({ what, names }) => [what, names]));
  assert.deepEqual(told, {
    disk: ['e1 (c)', 'e2 (c)'],
    zone: ['e1', 'e2'],
    twice: ['e2 (c)'],
    not_there: ['e2 (b)'],
    nowhere: ['e1'],
    unknown_entry: ['e9'],
    unknown_node: ['q'],
    drained: ['e1 (d)'],
    limit: ['c'],
    not_emptied: ['d'],
  });
  assert.deepEqual(
    theirs.plan.moves.map(([id, from, to]) => `${id} ${from} ${to}`),
    ['e1 a c', 'e2 a c', 'e1 b d'],
  );
  // c bears 5 + 3 + 3, and may bear floor(1.1 · 16 / 3) = 5; d may bear nothing and bears 5.
  assert.deepEqual(last(theirs), { moves: 3, bytes: 260, limits: [{ worst: 11 / (16 / 3), excess: 6 + 5 }] });
  assert.throws(() => followed('e8,a,b\ne9,a,b', problem), /none of the entries of this plan, such as e8/);
  const pinned = followed('e3,d,a', problem);
  assert.deepEqual(counts(pinned), { pinned: 1, limit: 1 });
});

test('a further limit is looked at, too, and a node that is above the limit on the way only', () => {
  const problem = problemFor(
    ['a', 'b'],
    [
      ['e1', 1, 4, 'a'],
      ['e2', 1, 4, 'b'],
      ['e3', 1, 0, 'b'],
    ],
  );
  problem.entries.forEach((entry, i) => void (entry.amounts = { of_keys: [8, 8, 0][i] }));
  problem.options.limits = [{ of: 'of_keys', epsilon: 0 }];
  const there = followed('e1,a,b\ne2,b,a', problem);
  assert.deepEqual(counts(there), { on_way: 1 });
  assert.deepEqual(last(there).limits, [
    { worst: 1, excess: 0 },
    { worst: 1, excess: 0 },
  ]);
  assert.deepEqual(counts(followed('e1,a,b', problem)), { limit: 1, further: 1 });
});

test('the curve is that of the page’s own replay, on instances with random moves', () => {
  const instances = readFileSync(new URL('tests/vectors/rebalance/instances.jsonl', root), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  const next = randomNumbers(5);
  const below = (/** @type {number} */ n) => next() % n;
  for (const instance of instances) {
    /** @type {Problem} */
    const problem = {
      ...instance,
      nodes: instance.nodes.map((/** @type {any} */ node) => ({ capacity: 1, zone: '', disk: null, ...node })),
      options: { ...kOptions, zones: 'none', ...instance.options },
    };
    const on = new Map(problem.entries.map(({ id, replicas }) => [id, [...replicas]]));
    const moves = Array.from({ length: 12 }, () => {
      const { id } = problem.entries[below(problem.entries.length)];
      const nodes = on.get(id) ?? [];
      const others = problem.nodes.filter(({ name }) => !nodes.includes(name));
      if (others.length === 0) return [];
      const [place, to] = [below(nodes.length), others[below(others.length)].name];
      const from = nodes[place];
      nodes[place] = to;
      return [/** @type {[string, string, string]} */ ([id, from, to])];
    }).flat();
    if (moves.length === 0) continue;
    const { plan } = followed(JSON.stringify({ moves }), problem);
    const { curve } = replay(problem, { moves });
    assert.deepEqual(
      plan.curve.map(({ moves: count, bytes, limits: [{ worst, excess }] }) => [count, bytes, worst, excess]),
      curve.map(({ moves: count, bytes, worst, excess }) => [count, bytes, worst, excess]),
    );
  }
});

const kRefused = /** @type {[string, RegExp, number][]} */ ([
  ['', /^the text is empty$/, 1],
  ['nothing of the kind', /^rows have entry, from and to/, 1],
  ['entry,from,to\ns1,a', /^a row without “to”/, 2],
  ['entry,from,to', /^headings without rows$/, 1],
  ['entry,from,to\ns1,a,"b', /^a quote that does not end$/, 2],
  ['s1,{{ from }},b', /^template: /, 1],
  ['ceph osd pg-upmap-items 1.0 3 4\nceph osd pg-upmap-items 1.1 3', /^osd\.3 has no OSD to go to$/, 2],
  ['ceph osd pg-upmap-items 1.0 3 3', /^osd\.3 would go to itself$/, 1],
  ['ceph osd pg-upmap-items 1.0', /^1\.0 gets no OSDs$/, 1],
  ['ceph osd pg-upmap-items x 1 2', /^“x” is no placement group$/, 1],
  ['ceph osd rm-pg-upmap-items 1.0 2', /^“2” stands behind the placement group$/, 1],
  ['\n$ ceph osd pg-upmap-primary 1.0 2', /^“pg-upmap-primary” is not read/, 2],
  ['{"moves":[["s1","a"]]}', /^a move is \[entry, from, to\]$/, 1],
  ['{"moves":[["s1","a",["b"]]]}', /^a move has entry, from and to, each a text$/, 1],
  ['{"moves":7}', /^“moves” is not a list$/, 1],
  ['{"other":7}', /^JSON with neither “moves” nor “partitions”$/, 1],
  ['{"moves":[]\n', /^the JSON ends too early$/, 1],
  ['{"partitions":[{"topic":"t","partition":0,"replicas":[]}]}', /^partition 0 of t has no replicas$/, 1],
  [`${kCustom}\n${kCustom}`, /^foo1-0 is already in line 1$/, 2],
]);

test('what is no plan is refused with the line and the reason', () => {
  for (const [text, why, line] of kRefused) {
    assert.throws(
      () => followed(text, kSmall),
      (/** @type {any} */ error) => why.test(error.message) && error.line === line,
      text,
    );
  }
});

test('a damaged plan is followed as far as it is of the cluster, or refused in words that say where', () => {
  const names = Array.from({ length: 12 }, (_, i) => `osd.${i}`);
  const groups = vectors('ceph_upmap.csv');
  const problem = problemFor(names, [
    ...groups.map(([group, on]) => /** @type {[string, number, number, ...string[]]} */ ([group, 10, 1, ...osds(on)])),
    ...Array.from({ length: 30 }, (_, i) => /** @type {any} */ ([`t-${i}`, 10, 1, 'osd.1', 'osd.2', 'osd.3'])),
    ...Array.from({ length: 30 }, (_, i) => /** @type {any} */ ([`${102_000 + i}`, 10, 1, 'osd.4'])),
  ]);
  const seeds = [
    groups.flatMap(([, , , command]) => (command ? [command] : [])).join('\n'),
    JSON.stringify({
      version: 1,
      partitions: Array.from({ length: 30 }, (_, partition) => ({ topic: 't', partition, replicas: [1, 2, 5] })),
    }),
    [
      ' table_name | shardid | shard_size | sourcename | sourceport | targetname | targetport ',
      '------------+---------+------------+------------+------------+------------+------------',
      ...Array.from({ length: 30 }, (_, i) => ` t | ${102_000 + i} | 5 | db-1 | 5432 | db-2 | 5432`),
    ].join('\n'),
    ['entry,from,to', ...Array.from({ length: 30 }, (_, i) => `t-${i},osd.2,osd.7`)].join('\n'),
    JSON.stringify({ moves: Array.from({ length: 30 }, (_, i) => [`t-${i}`, 'osd.2', 'osd.8']) }, null, 1),
  ];
  const next = randomNumbers(51);
  const below = (/** @type {number} */ n) => next() % n;
  let refused = 0;
  for (let i = 0; i < kRounds; ++i) {
    const text = mutated(Buffer.from(seeds[i % seeds.length]), below).toString('utf8');
    try {
      const theirs = followed(text, problem);
      endOf(problem, theirs.plan.moves);
      assert.equal(last(theirs).bytes, 10 * theirs.plan.moves.length);
      for (const said of theirsTexts(theirs)) assert.ok(said.length < 600 && !/undefined/.test(said), said);
    } catch (error) {
      const { line, message } = /** @type {any} */ (error);
      expectWords(text, { message: `line ${line}: ${message}` });
      assert.ok(line >= 0);
      refused += 1;
    }
  }
  assert.ok(refused > kRounds / 20 && refused < kRounds, `${refused}`);
});
