// What a reading becomes as a problem of moves. The texts are those of tests/vectors/clusters, or stand here.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindOf, wordsOf } from '../../../web/systems/shared/kinds.js';
import { Unplannable, amountsOf, isMovable, problemOf, wholeWeights } from '../../../web/systems/rebalance/problem.js';
import { readWith } from '../../../web/systems/reading/read.js';
import { textsOf, treeReaders } from './cluster_texts.mjs';

const readers = await treeReaders();
/** @param {string} text @returns {Promise<import('../../../web/systems/reading/form.js').Reading>} */
const read = async (text) => {
  const reading = await readWith(readers, text, {});
  assert.ok('entries' in reading);
  return reading;
};
/** @param {string} path */
const given = (path) => {
  const [system, name] = path.split('/');
  const found = textsOf(system).find((one) => one.name === name);
  assert.ok(found, path);
  return read(found.text);
};
const rows = (/** @type {string[]} */ ...lines) => read(['shard,node,bytes,requests', ...lines].join('\n'));

/** @param {() => unknown} act @param {string} field @param {string} what */
const refuses = (act, field, what) =>
  assert.throws(act, (error) => error instanceof Unplannable && error.field === field && error.message === what);

test('rows with bytes and requests are evened out by requests, and moved by their bytes', async () => {
  const { problem, by, unit, notes } = problemOf(await rows('s1,a,100,7', 's2,a,200,3', 's3,b,50,1'));
  assert.deepEqual([by, unit, notes], ['requests', 'bytes', []]);
  assert.deepEqual(problem.entries, [
    { id: 's1', bytes: 100, load: 7, replicas: ['a'] },
    { id: 's2', bytes: 200, load: 3, replicas: ['a'] },
    { id: 's3', bytes: 50, load: 1, replicas: ['b'] },
  ]);
  assert.deepEqual(
    problem.nodes.map(({ name, capacity }) => [name, capacity]),
    [
      ['a', 1],
      ['b', 1],
    ],
  );
  assert.equal(problem.options.epsilon, 0.1);
});

test('an entry without a size stays where it is, one without an owner is left out, and both are told', async () => {
  const { problem, notes } = problemOf(await given('generic/tsv-2-missing.tsv'), { by: 'bytes' });
  assert.deepEqual(notes, [
    { what: 'no_owner', count: 1, names: ['4'] },
    { what: 'no_size', count: 2, names: ['1', '3'] },
  ]);
  assert.deepEqual(
    problem.entries.map(({ id, bytes }) => [id, bytes]),
    [
      ['10', 5_368_709_120],
      ['2', 1_073_741_824],
      ['1', 0],
      ['3', 0],
      ['11', 2_147_483_648],
    ],
  );
  assert.deepEqual(problem.options.pinned, ['1', '3']);
});

test('a node that the text takes out of service is drained, and so is one of weight 0', async () => {
  const { problem } = problemOf(await given('citus/catalogue-4-three-tables.txt'));
  // db-3 should have no shards, and db-4 is not active.
  const drained = problem.options.drain.map((name) => name.replace(/\.example\.net.*/, ''));
  assert.deepEqual(drained, ['db-3', 'db-4']);
  const wished = problemOf(await rows('s1,a,1,1', 's2,b,1,1'), { weights: { a: 0 }, add: [{ name: 'c', weight: 2 }] });
  assert.deepEqual(wished.problem.options.drain, ['a']);
  assert.deepEqual(
    wished.problem.nodes.map(({ capacity }) => capacity),
    [1, 1, 2],
  );
});

test('a node may be called as a member of every object', async () => {
  const reading = await rows('s1,constructor,1,1', 's2,toString,1,1', 's3,__proto__,1,1');
  const { nodes } = problemOf(reading, { weights: { toString: 2 }, disks: { constructor: 9 } }).problem;
  assert.deepEqual(
    nodes.map(({ name, capacity, disk }) => [name, capacity, disk]),
    [
      ['constructor', 1, 9],
      ['toString', 2, null],
      ['__proto__', 1, null],
    ],
  );
});

test('a node that is down takes nothing, and an entry that only it has is left out', async () => {
  const reading = await rows('s1,a,1,1', 's2,b,1,1', 's3,b,1,1');
  reading.nodes[1].down = true;
  const { problem, notes } = problemOf(reading);
  assert.deepEqual(problem.options.drain, ['b']);
  assert.deepEqual(
    problem.entries.map(({ id }) => id),
    ['s1'],
  );
  assert.deepEqual(notes, [
    { what: 'lost', count: 2, names: ['s2', 's3'] },
    { what: 'down', count: 1, names: ['b'] },
  ]);
});

test('replicas lie in different zones where they do now and each node says its zone', async () => {
  const { problem } = problemOf(await given('cockroachdb/ranges-1-details.txt'));
  assert.deepEqual(
    problem.nodes.map(({ name, zone }) => [name, zone]),
    [
      ['n1', 'eu/b'],
      ['n2', 'eu/a'],
      ['n3', 'us/a'],
      ['n4', 'us/b'],
    ],
  );
  assert.deepEqual(
    problem.entries.map(({ id, replicas }) => [id, replicas]),
    [
      ['71', ['n2', 'n1', 'n3']],
      ['72', ['n1', 'n4']], // 3 has no vote
      ['73', ['n2', 'n1', 'n3']],
    ],
  );
  assert.equal(problem.options.zones, 'distinct');
  assert.equal(problemOf(await given('kafka/describe-1-topics.txt')).problem.options.zones, 'none'); // no zones
});

test('two copies in one zone are told, and zones are then not kept apart unless somebody wishes it', async () => {
  const reading = await given('cockroachdb/ranges-1-details.txt');
  const shared = { ...reading, nodes: reading.nodes.map((node) => ({ ...node, zone: 'a' })) };
  // Only the region tells zones apart: n1 and n2 are in eu, n3 and n4 in us.
  const { problem, notes } = problemOf(shared);
  assert.equal(problem.options.zones, 'none');
  assert.deepEqual(notes, [{ what: 'zones_shared', count: 2, names: [] }]);
  assert.equal(problemOf(shared, { zones: 'distinct' }).problem.options.zones, 'distinct');
});

test('a slot of Redis is its master’s; a server that replicates it moves with it', async () => {
  const { problem, unit } = problemOf(await given('redis/nodes-1-healthy.txt'));
  assert.equal(unit, 'entries');
  assert.equal(problem.entries.length, 16384);
  assert.ok(problem.entries.every(({ replicas }) => replicas.length === 1));
});

test('slots on their way stay, as another command is at work on them', async () => {
  const { problem, notes } = problemOf(await given('redis/nodes-2-moving.txt'));
  assert.deepEqual(problem.options.pinned, ['8000', '8001', '8002', '12346']); // as the text has them in brackets
  assert.deepEqual(notes, [
    { what: 'no_owner', count: 2, names: ['15000', '16383'] },
    { what: 'moving', count: 4, names: ['8000', '8001', '8002', '12346'] },
  ]);
});

test('weights become whole numbers with the same ratios', () => {
  assert.deepEqual(wholeWeights([1.5, 1, 0.25]), [6, 4, 1]);
  assert.deepEqual(wholeWeights([0, 0]), [0, 0]);
  assert.deepEqual(wholeWeights([1.81903, 3.63806]), [1, 2]);
});

test('a text whose function places keys has nothing to move, nor has one whose nodes are its entries', async () => {
  assert.equal(isMovable(await given('vitess/shards-1.json')), false);
  assert.equal(isMovable(await given('clickhouse/cluster-1.xml')), false);
  assert.equal(isMovable(await given('rows/rows-8-keys.csv')), false);
  refuses(
    () => problemOf(/** @type {any} */ ({ system: 'nginx', entries: { rows: [] } })),
    '',
    'its entries are not moved one by one',
  );
});

test('a wish that cannot be met is refused with its field', async () => {
  const reading = await rows('s1,a,100,7', 's2,b,200,3');
  refuses(() => problemOf(reading, { drain: ['c'] }), 'drain', 'there is no node {1}');
  refuses(() => problemOf(reading, { add: [{ name: 'a' }] }), 'add', 'node {1} is there already');
  refuses(() => problemOf(reading, { pin: ['s3'] }), 'pin', 'there is no entry {1}');
  refuses(() => problemOf(reading, { by: 'keys' }), 'by', 'its entries have no {1}; accepted: {2}');
  for (const limit of [0.99, 'x', NaN, 101]) {
    refuses(() => problemOf(reading, { limit }), 'limit', '{1} is not from {2} to {3}');
  }
  refuses(() => problemOf(reading, { least: 1.1 }), 'least', '{1} is not from {2} to {3}');
  assert.equal(problemOf(reading, { limit: '1.05', least: 0.8 }).problem.options.lower_epsilon, 0.2);
});

test('what a text can be evened out by is what its entries have', async () => {
  assert.deepEqual(amountsOf(await rows('s1,a,1,1')), ['requests', 'bytes', 'count']);
  assert.deepEqual(amountsOf(await given('kafka/describe-1-topics.txt')), ['count']);
});

test('further amounts stay within the same limits, under names of their own', async () => {
  const reading = await rows('s1,a,100,7', 's2,a,200,', 's3,b,50,1');
  const { problem } = problemOf(reading, { by: 'bytes', also: ['requests', 'count', 'bytes'], limit: 1.2, least: 0.9 });
  const limits = { epsilon: 0.2, lower_epsilon: 0.1 };
  assert.deepEqual(problem.options.limits, [
    { of: 'of_requests', ...limits },
    { of: 'of_count', ...limits },
  ]);
  assert.deepEqual(problem.entries[0].amounts, { of_requests: 7, of_count: 1 });
  assert.deepEqual(problem.options.pinned, ['s2']); // nobody knows its requests
  refuses(() => problemOf(reading, { also: ['keys'] }), 'also', 'its entries have no {1}; accepted: {2}');
});

test('slots of Redis have what SLOT-STATS says: keys, CPU time and traffic', async () => {
  const reading = await given('redis/stats-2-with-nodes.txt');
  assert.deepEqual(amountsOf(reading), ['keys', 'cpu', 'network', 'count']);
  const { problem, by, unit } = problemOf(reading, { by: 'cpu', also: ['network', 'keys'] });
  assert.deepEqual([by, unit], ['cpu', 'keys']);
  assert.deepEqual(problem.entries[0], {
    ...{ id: '0', bytes: 3888, load: 35_257, replicas: ['203.0.113.61:6379'] },
    amounts: { of_network: 689_409 + 8_877_341, of_keys: 3888 },
  });
  assert.equal(problem.options.pinned.length, 15_984); // of which the text has no figures
  assert.throws(
    () => problemOf(reading, { by: 'requests' }),
    (error) => error instanceof Unplannable && error.why.args?.[1] === 'keys, cpu, network, count',
  );
});

test('what moves is called as its system calls it', async () => {
  const kinds = await Promise.all(
    ['redis/nodes-1-healthy.txt', 'kafka/describe-1-topics.txt'].map(async (path) => problemOf(await given(path)).kind),
  );
  assert.deepEqual(kinds, ['slots', 'partitions']);
  const ranges = { kind: 'ranges' };
  const called = ['mongodb', 'tidb', 'yugabytedb', 'cockroachdb'].map((system) => kindOf({ system, entries: ranges }));
  assert.deepEqual(called, ['chunks', 'regions', 'tablets', 'ranges']);
  assert.equal(wordsOf('constructor').whole(2), '2 entries');
});

test('a move by hand is in the problem, or is refused with the reason', async () => {
  const reading = await rows('s1,a,100,7', 's2,a,200,3', 's3,b,50,1');
  const { options } = problemOf(reading, { force: [{ entry: 's2', to: 'b' }] }).problem;
  assert.deepEqual(options.forced, [['s2', 'a', 'b']]);
  assert.ok(!('forced' in problemOf(reading, { force: [] }).problem.options));
  /** @type {[import('../../../web/systems/rebalance/problem.js').Wish, string][]} */
  const wrong = [
    [{ force: [{ entry: 's9', to: 'b' }] }, 'there is no entry {1}'],
    [{ force: [{ entry: 's1', to: 'z' }] }, 'there is no node {1}'],
    [{ force: [{ entry: 's1', from: 'b', to: 'a' }] }, '{1} is not on {2}'],
    [{ force: [{ entry: 's1', to: 'a' }] }, '{1} is on {2} already'],
    [{ force: [{ entry: 's1', to: 'b' }], pin: ['s1'] }, '{1} has to stay'],
    [{ force: [{ entry: 's1', to: 'b' }], drain: ['b'] }, '{1} is to be emptied'],
    [
      {
        add: [{ name: 'c' }],
        force: [
          { entry: 's1', to: 'b' },
          { entry: 's1', to: 'c' },
        ],
      },
      '{1} has another move by hand with {2}',
    ],
  ];
  for (const [wish, why] of wrong) refuses(() => problemOf(reading, wish), 'force', why);
  const kafka = await given('kafka/describe-1-topics.txt');
  refuses(
    () => problemOf(kafka, { force: [{ entry: '0', to: '1' }] }),
    'force',
    'several nodes have {1}: say from which it goes',
  );
});
