// What people have to know of a plan before they carry it out, from the systems' own texts: what it is for, what is in
// trouble already, of what there are no figures, and what comes after it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromTree } from '../../built.mjs';

const { carriedOf } = await fromTree('web/systems/runbook/carried.js');
const { planBook } = await fromTree('web/systems/runbook/plan.js');
const { problemOf } = await fromTree('web/systems/rebalance/problem.js');
const { downText, partialText, unwellText } = await fromTree('web/systems/rebalance/warnings.js');
const { readWith } = await fromTree('web/systems/reading/read.js');
const { neutralForm } = await fromTree('web/systems/reading/neutral.js');
const { systemOf, movingOf, writersFor, writtenBy } = await fromTree('web/systems/moves/moves.js');

/** @param {string} system @param {string} text @param {string} [choose] */
const read = async (system, text, choose) =>
  readWith([(await fromTree(`web/systems/readers/${system}.js`)).default], text, { choose });

/** @param {any} reading @param {any[]} moves @param {any} wish @param {any} [more] */
function bookOf(reading, moves, wish, more = {}) {
  const asked = problemOf(reading, wish);
  const nodes = [...reading.nodes, ...(wish.add ?? [])];
  const plan = { moves, groups: moves.map((_, i) => i) };
  const of = {
    of: 'x',
    added: (wish.add ?? []).map((/** @type {any} */ { name }) => name),
    notes: /** @type {string[]} */ ([]),
  };
  return planBook(carriedOf({ reading: { ...reading, nodes }, asked, plan }, { ...of, rate: 5e5, atOnce: 2, ...more }));
}

const [a, b] = ['10.0.0.1:7001', '10.0.0.2:7002'];
const id = (/** @type {string} */ letter) => letter.repeat(40);
const kNodes = [
  `${id('a')} ${a}@17001 myself,master - 0 0 1 connected 0-1`,
  `${id('b')} ${b}@17002 master - 0 0 2 connected 2-16383`,
  `${id('c')} 10.0.0.3:7003@17003 slave ${id('a')} 0 0 1 connected`,
].join('\n');

test('a runbook that empties a master of Redis says so, keeps it one, and takes it out only if one wants', async () => {
  const reading = await read('redis', kNodes);
  const moves = ['0', '1'].map((slot) => [slot, a, b]);
  const book = bookOf(reading, moves, { drain: [a] });
  assert.equal(book.title, `Empty ${a}: move 2 slots`);
  const [first] = book.steps;
  const stays = ['10.0.0.1 7001', '10.0.0.3 7003'].map((end) => `unless_stopped stays_master ${end}`);
  assert.deepEqual(
    first.commands.filter((/** @type {string} */ line) => line.startsWith('unless_stopped stays')),
    stays,
  );
  const [end, removal] = book.steps.slice(-2);
  assert.deepEqual(end.commands, ['put_back || stopped=yes']);
  assert.match(end.does[1], /^Nothing is left on 10\.0\.0\.1:7001\. .* see the next step\.$/);
  assert.equal(removal.name, `Optional: take ${a} out of the cluster`);
  assert.deepEqual(removal.commands, [`ask --cluster del-node ${b} ${id('a')}`]);
  assert.match(removal.does[1], /CLUSTER FORGET/);
  assert.match(removal.does[2], /^Its replicas \(10\.0\.0\.3:7003\) first become/);
  // Nothing of that where it keeps a slot.
  const some = bookOf(reading, moves.slice(1), {});
  assert.equal(some.title, 'Even out: move 1 slot');
  assert.equal(some.steps.at(-1).name, 'At the end');
  assert.ok(some.steps.every((/** @type {any} */ { commands }) => !commands.join('\n').includes('stays_master')));
});

test('a master that is new has no slots on the way back, and several purposes have one title', async () => {
  const reading = await read('redis', kNodes);
  const c = { name: '10.0.0.9:7009' };
  const fill = bookOf(reading, [['2', b, c.name]], { add: [c] });
  assert.equal(fill.title, `Fill ${c.name}: move 1 slot`);
  assert.ok(fill.steps[0].commands.includes('unless_stopped stays_master 10.0.0.9 7009'));
  const both = ['0', '1'].map((slot) => [slot, a, c.name]);
  assert.equal(bookOf(reading, both, { add: [c], drain: [a] }).title, `Empty ${a}, fill ${c.name}: move 2 slots`);
});

test('figures of some slots alone are said before anything else', async () => {
  const stats = (/** @type {number} */ slot, /** @type {number} */ i) =>
    `${i + 1}) 1) (integer) ${slot}\n   2) 1) "key-count"\n      2) (integer) 7`;
  const reading = await read('redis', `${kNodes}\n${[0, 1, 2].map(stats).join('\n')}\n`);
  const asked = problemOf(reading, {});
  assert.deepEqual(asked.partial, { known: 3, all: 16_384 });
  assert.equal(
    partialText(asked),
    'A plan for 3 of 16,384 slots alone: the text has no figures of the other 16,381 slots. They stay, and count as nothing.',
  );
  assert.match(bookOf(reading, [['2', b, a]], {}).steps[0].does[0], /^This is what the text says: A plan for 3 of /);
  assert.equal(partialText(problemOf(await read('redis', kNodes), {})), '');
});

test('what is in trouble already is named before anything moves', async () => {
  const heading = (/** @type {string} */ topic) =>
    `Topic: ${topic}\tPartitionCount: 2\tReplicationFactor: 2\tConfigs: \n`;
  const row = (/** @type {string} */ topic, /** @type {number} */ i, /** @type {string} */ isr) =>
    `\tTopic: ${topic}\tPartition: ${i}\tLeader: 1\tReplicas: 1,2\tIsr: ${isr}\n`;
  const topics = [
    [heading('orders'), row('orders', 0, '1,2'), row('orders', 1, '1')],
    [heading('audit'), row('audit', 0, '1'), row('audit', 1, '2,1')],
  ];
  const kafka = await read('kafka', topics.flat().join(''));
  const { allOf } = await fromTree('web/systems/rebalance/joined.js');
  const add = [{ name: '3' }];
  assert.equal(
    unwellText(problemOf(allOf(kafka), { add })),
    '2 partitions are under-replicated or without a leader: orders-1, audit-0.',
  );
  const book = bookOf(kafka, [['0', '2', '3']], { add, by: 'count' });
  assert.equal(
    book.steps[0].does[0],
    'This is what the text says: 1 partition is under-replicated or without a leader: 1.',
  );
  assert.match(book.steps[0].does[1], /^Wait until /);

  const shards = [
    'index shard prirep state      docs store ip       node',
    'logs  0     p      STARTED    1    1kb   10.0.0.1 es-1',
    'logs  0     r      UNASSIGNED',
    'logs  1     p      STARTED    1    1kb   10.0.0.1 es-1',
    'logs  1     r      STARTED    1    1kb   10.0.0.2 es-2',
  ].join('\n');
  assert.equal(
    unwellText(problemOf(await read('elasticsearch', shards), {})),
    '1 shard has copies that are not started: 0.',
  );

  const groups = [
    'PG_STAT  STATE                               UP     UP_PRIMARY  ACTING  ACTING_PRIMARY',
    '1.0      active+clean+scrubbing+deep         [0,1]  0           [0,1]   0',
    '1.1      active+undersized+degraded          [0]    0           [0]     0',
    '1.a      down                                [1,0]  1           [1,0]   1',
  ].join('\n');
  assert.equal(
    unwellText(problemOf(await read('ceph', groups), {})),
    '2 placement groups are not active+clean: 1.1, 1.a.',
  );
  const down = await read('redis', kNodes.replace('master - 0 0 2', 'master,fail - 0 0 2'));
  assert.equal(downText(problemOf(down, {})), `1 node is down: ${b}.`);
});

test('none of that is in the neutral form', async () => {
  const text = [
    '$ kafka-topics.sh --bootstrap-server b:9092 --describe',
    'Topic: o\tPartitionCount: 1\tReplicationFactor: 2\tConfigs: ',
    '\tTopic: o\tPartition: 0\tLeader: 1\tReplicas: 1,2\tIsr: 1\n',
  ].join('\n');
  const reading = await read('kafka', text);
  assert.deepEqual([reading.bootstrap, reading.entries.rows[0].unwell], ['b:9092', true]);
  const form = JSON.stringify(await neutralForm(reading, () => ''));
  assert.doesNotMatch(form, /bootstrap|unwell|assigned/);
});

test('a table of Redis on the page has its commands if its nodes have addresses, and else says what to paste', () => {
  const rows = [0, 1].map((slot) => ({ id: String(slot), owner: a, replicas: /** @type {string[]} */ ([]), rows: 1 }));
  const page = { system: 'rows', form: 'page', commands: 'redis', nodes: [{ name: a }, { name: b }] };
  /** @type {any} */
  const reading = { ...page, entries: { kind: 'slots', rows } };
  assert.deepEqual(
    writersFor(systemOf(reading)).map((/** @type {any} */ { system }) => system),
    ['redis', 'valkey', 'sql'],
  );
  const { written } = writtenBy('redis', movingOf(reading, [['0', a, b]]));
  assert.match(written.steps[0].commands[1], /10\.0\.0\.1 7001 "\$\(ask -h 10\.0\.0\.1 -p 7001 CLUSTER MYID\)" /);
  const plain = { ...reading, nodes: [{ name: 'node-1' }, { name: b }] };
  for (const system of ['redis', 'valkey'])
    assert.match(
      writtenBy(system, movingOf(plain, [['0', 'node-1', b]])).refused,
      /“node-1” is no address.* paste what “redis-cli cluster nodes” prints/,
    );
  assert.equal(writtenBy('sql', movingOf(plain, [['0', 'node-1', b]])).refused, '');
});
