// Several topics or indices as one problem.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allOf, isJoinable } from '../../../web/systems/rebalance/joined.js';
import { problemOf } from '../../../web/systems/rebalance/problem.js';
import { readWith } from '../../../web/systems/reading/read.js';
import { textsOf, treeReaders } from './cluster_texts.mjs';

const readers = await treeReaders();
/** @param {string} text @returns {Promise<import('../../../web/systems/reading/form.js').Reading>} */
async function read(text) {
  const reading = await readWith(readers, text, {});
  assert.ok('entries' in reading);
  return reading;
}
const given = (/** @type {string} */ system, /** @type {string} */ name) =>
  read(textsOf(system).find((one) => one.name === name)?.text ?? '');

test('all topics of Kafka have their partitions in one problem, by the names that commands need', async () => {
  const reading = await given('kafka', 'describe-1-topics.txt');
  assert.ok(isJoinable(reading));
  const all = allOf(reading);
  assert.ok(all);
  const { problem } = problemOf(all, { by: 'count' });
  assert.deepEqual(
    problem.entries.map(({ id }) => id),
    [...Array.from({ length: 6 }, (_, i) => `orders-${i}`), 'orders-dlq-0'],
  );
  assert.deepEqual([all.topic, all.choice, all.choices], [undefined, undefined, undefined]);
  assert.equal(new Set(all.nodes.map(({ name }) => name)).size, all.nodes.length);
  const hidden = allOf(reading, (_, i) => `topic-${i + 1}`);
  assert.ok(hidden && !JSON.stringify(hidden.entries.rows).includes('orders'));
});

test('all indices of Elasticsearch share their nodes', async () => {
  const lines = ['index shard prirep state docs store ip node'];
  for (const [index, shard, node] of [
    ['logs', 0, 'n1'],
    ['logs', 1, 'n1'],
    ['shop', 0, 'n1'],
    ['shop', 1, 'n2'],
  ])
    lines.push(`${index} ${shard} p STARTED 5 7mb 10.0.0.1 ${node}`);
  const reading = await read(lines.join('\n'));
  const all = allOf(reading);
  assert.ok(all);
  assert.deepEqual(
    all.entries.rows.map(({ id, owner }) => [id, owner]),
    [
      ['logs/0', 'n1'],
      ['logs/1', 'n1'],
      ['shop/0', 'n1'],
      ['shop/1', 'n2'],
    ],
  );
  assert.deepEqual(all.nodes.map(({ name }) => name).sort(), ['n1', 'n2']);
});

test('one topic alone, and other systems, are not joined', async () => {
  const reading = await read('shard,node,bytes\ns1,a,1\ns2,b,1\n');
  assert.ok(!isJoinable(reading));
  assert.equal(allOf(reading), null);
});
