// A topic of Kafka by its brokers: how it opens, and what Export writes for the changes made to it since.
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { openedBy } from '../../../web/dialogs/cluster/given_table.js';
import { readWith } from '../../../web/systems/reading/read.js';
import { built } from '../../built.mjs';
import { treeReaders } from './cluster_texts.mjs';
/** @import {Json} from '../../types.d.ts' */

const { configurationBy } = await built('web/systems/systems.js');
const { loadReshard } = await built('reshard-core.mjs');
const core = await loadReshard();
const readers = await treeReaders();

/** Who leads partitions 0, 1, 2 … of the topic. */
const kLeaders = [1, 2, 3, 1, 2, 3, 1, 2, 3, 1];
const kText = `Topic: orders\tPartitionCount: ${kLeaders.length}\tReplicationFactor: 1\tConfigs: \n${kLeaders
  .map((leader, i) => `\tTopic: orders\tPartition: ${i}\tLeader: ${leader}\tReplicas: ${leader}\tIsr: ${leader}\n`)
  .join('')}`;
const read = async (/** @type {Json} */ asked = {}) => /** @type {Json} */ (await readWith(readers, kText, asked));

test('the topic opens with its partitions as nodes, or with its brokers', async () => {
  const usual = await read();
  expect([usual.choices, usual.choice, usual.views]).toEqual([['orders'], 'orders', ['orders: brokers']]);
  expect(openedBy(usual)).toHaveProperty('link');
  const brokers = await read({ choose: 'orders: brokers' });
  expect(brokers.nodes.map((/** @type {Json} */ { name }) => name)).toEqual(['broker-1', 'broker-2', 'broker-3']);
  const { table } = /** @type {Json} */ (openedBy(brokers));
  expect(table.before).toBe('v=1&nodes=broker-1,broker-2,broker-3&keys=1&strategy=directory');
  expect(table.owners).toBe(`directory:${kLeaders.map((leader) => leader - 1).join(',')}`);
  expect((await table.keys.text()).match(/orders-\d+/g)).toEqual(kLeaders.map((_, i) => `orders-${i}`));
  expect(await read({ choose: 'payments: brokers' })).toHaveProperty('refused');
});

test('of a plan that is not all of the topic, only the brokers can be seen anyway', async () => {
  const text = '{"version":1,"partitions":[{"topic":"t","partition":3,"replicas":[2,1]}]}';
  const found = /** @type {Json} */ (await readWith(readers, text));
  expect([found.key, found.views, found.nodes.length]).toEqual([null, undefined, 2]);
});

/** @param {Json[]} log */
async function exported(log) {
  const { table } = /** @type {Json} */ (openedBy(await read({ choose: 'orders: brokers' })));
  const first = ['broker-1', 'broker-2', 'broker-3'];
  const names = log.reduce(
    (/** @type {string[]} */ all, { add, remove }) => (add ? [...all, add] : all.filter((name) => name !== remove)),
    first,
  );
  const input = { strategy: 'directory', params: {}, nodes: first, table: table.owners, log };
  return configurationBy(core, {
    ...{ strategy: 'directory', params: {}, hash: 'murmur3_128', replicas: 1 },
    nodes: names.map((/** @type {string} */ name, /** @type {number} */ id) => ({ name, id, weight: 1, rackId: -1 })),
    up: input,
  });
}

/** @param {Json} known @param {string} file */
const partOf = ({ parts }, file) => parts.find((/** @type {Json} */ part) => part.file === file)?.text;

test('Export writes where each partition is; after a change, what moves, and the rollback', async () => {
  const now = await exported([]);
  expect(JSON.parse(partOf(now, 'reassignment.json'))).toEqual({
    version: 1,
    partitions: kLeaders.map((leader, partition) => ({ topic: 'data', partition, replicas: [leader] })),
  });
  expect([now.system, partOf(now, 'rollback.json')]).toEqual(['Kafka', undefined]);
  const log = [{ add: 'broker-4' }, { remove: 'broker-2' }];
  const changed = await exported(log);
  const [plan, back] = ['reassignment.json', 'rollback.json'].map(
    (file) => JSON.parse(partOf(changed, file)).partitions,
  );
  // As the core places the same keys after the change, asked apart.
  const { nodes, owners } = core.place({
    ...{ strategy: 'directory', params: {}, nodes: ['broker-1', 'broker-2', 'broker-3'], log },
    table: `directory:${kLeaders.map((leader) => leader - 1).join(',')}`,
    keys: kLeaders.map((_, i) => `orders-${i}`),
  });
  const after = Array.from(owners, (/** @type {number} */ owner) => Number(nodes[owner].replace('broker-', '')));
  const moved = kLeaders.flatMap((leader, i) => (leader === after[i] ? [] : [i]));
  expect(moved.length).toBeGreaterThanOrEqual(3); // at least those of broker-2
  expect(plan).toEqual(moved.map((partition) => ({ topic: 'data', partition, replicas: [after[partition]] })));
  expect(back).toEqual(moved.map((partition) => ({ topic: 'data', partition, replicas: [kLeaders[partition]] })));
  const [said, run] = partOf(changed, 'reassignment.sh').split('\n');
  expect(said).toBe(": 'Each partition has one replica, as in the text that was opened.'");
  expect(run).toMatch(/^kafka-reassign-partitions\.sh .* --execute --throttle 50000000$/);
  expect(partOf(changed, 'rollback.sh')).toContain('--reassignment-json-file rollback.json --verify\n');
});

test('a topic with several replicas has no such file: its table has one broker of each partition', async () => {
  const text = kText.replaceAll('Replicas: 1\t', 'Replicas: 1,2\t');
  const brokers = /** @type {Json} */ (await readWith(readers, text, { choose: 'orders: brokers' }));
  expect(brokers.nodes.map((/** @type {Json} */ { name }) => name)).toEqual(['1', '2', '3']);
  const { table } = /** @type {Json} */ (openedBy(brokers));
  const input = { strategy: 'directory', params: {}, nodes: ['1', '2', '3'], table: table.owners };
  const nodes = input.nodes.map((name, id) => ({ name, id, weight: 1, rackId: -1 }));
  const asked = { strategy: 'directory', params: {}, hash: 'murmur3_128', replicas: 1, nodes, up: input };
  expect(configurationBy(core, asked)).toBeNull();
});

test('a broker without a number is refused, and a table of other nodes is none of Kafka', async () => {
  const known = await exported([{ add: 'node-4' }]);
  expect([known.parts, known.refused]).toEqual([
    [],
    'Kafka’s brokers are numbers, their node.id: kafka-reassign-partitions expects an Int and gets “node-4”.',
  ]);
  const of = (/** @type {string[]} */ nodes, /** @type {string | undefined} */ table) =>
    configurationBy(core, {
      ...{ strategy: 'directory', params: {}, hash: 'murmur3_128', replicas: 1 },
      nodes: nodes.map((name, id) => ({ name, id, weight: 1, rackId: -1 })),
      up: { strategy: 'directory', params: {}, nodes, table },
    });
  expect(of(['1', '2'], 'directory:0,1')).toBeNull();
  expect(of(['broker-1', 'broker-2'], undefined)).toBeNull();
});
