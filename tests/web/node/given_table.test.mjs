// A table that the cluster begins with, wherever the page's scenario is placed again.
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { built } from '../../built.mjs';
import { placementsOf, thinned } from '../../../web/dialogs/migrate/subject.js';
import { inputOf, placing } from '../../../web/dialogs/tools/plan.js';
/** @import {Json} from '../../types.d.ts' */

const { configurationBy } = await built('web/systems/systems.js');
const { loadReshard } = await built('reshard-core.mjs');
const core = await loadReshard();

const kSlots = 'redis_slots:1*8192,0*8000,-*192';
/** @type {Json} */
const kScenario = { v: 1, nodes: ['a', 'b'], owners: kSlots, strategies: [{ strategy: 'redis_slots' }] };

test('only its own strategy begins with a table', () => {
  const input = inputOf(kScenario);
  expect(placing(input, { strategy: 'redis_slots' })).toMatchObject({ strategy: 'redis_slots', table: kSlots });
  expect(placing(input, { strategy: 'ring' })).not.toHaveProperty('table');
});

test('a directory begins with a table of as many entries as there are keys', () => {
  const of = (/** @type {string} */ table) => placing({ table, keys: { count: 10 } }, { strategy: 'directory' });
  expect(of('directory:0*7,1,-*2')).toHaveProperty('table');
  expect(of('directory:0*7,1')).not.toHaveProperty('table');
});

test('Migrate begins with the table, and so does its sample with fewer keys', () => {
  const { before, after } = /** @type {Json} */ (placementsOf(kScenario, 'add'));
  for (const side of [before, after, thinned(before, 0.5)]) expect(side.table).toBe(kSlots);
  const placed = core.place({ ...before, keys: ['foo', 'bar'] }); // slots 12182 and 5061
  expect(Array.from(placed.owners, (/** @type {number} */ at) => placed.nodes[at])).toEqual(['a', 'b']);
  const directory = { ...kScenario, owners: 'directory:0*99,1', strategies: [{ strategy: 'directory' }] };
  const whole = placementsOf({ ...directory, keys: { kind: 'sequential', count: 100 } }, 'add').before;
  expect(whole).toHaveProperty('table');
  expect(thinned(/** @type {Json} */ (whole), 0.5)).not.toHaveProperty('table');
});

/** @param {Json} asked */
const partsOf = ({ strategy, nodes, table, params = {} }) =>
  configurationBy(core, {
    ...{ strategy, params, hash: 'murmur3_128', replicas: 1 },
    nodes: nodes.map((/** @type {string} */ name, /** @type {number} */ id) => ({ name, id, weight: 1, rackId: -1 })),
    up: { strategy, nodes, table, params },
  }).parts;

test('the configuration of Cassandra has the tokens of the running cluster, and draws those of a new node', () => {
  const table = 'token_ring:0@-42,1@7,0@977';
  const parts = partsOf({
    strategy: 'token_ring',
    nodes: ['10.0.0.1', '10.0.0.2', '10.0.0.3'],
    table,
    params: { num_tokens: 4 },
  });
  const tokens = parts.map((/** @type {Json} */ { text }) => /initial_token: "(.*)"/.exec(text)?.[1]).filter(Boolean);
  expect(tokens.slice(0, 2)).toEqual(['-42,977', '7']);
  expect(tokens[2].split(',')).toHaveLength(4);
});

test('a ring of RandomPartitioner is exported with its tokens, and those of a new node are the MD5 of their texts', () => {
  const table = 'token_ring:0@0,1@170141183460469231731687303715884105728';
  const parts = partsOf({
    strategy: 'token_ring',
    nodes: ['10.0.0.1', '10.0.0.2', '10.0.0.3'],
    table,
    params: { num_tokens: 2, partitioner: 'random' },
  });
  const files = parts
    .map((/** @type {Json} */ { text }) => text)
    .filter((/** @type {string} */ text) => text.includes('initial_token'));
  const tokens = files.map((/** @type {string} */ text) => /initial_token: "(.*)"/.exec(text)?.[1]);
  const drawn = ['10.0.0.3-0', '10.0.0.3-1'].map((text) => {
    const number = BigInt.asIntN(128, BigInt(`0x${createHash('md5').update(text).digest('hex')}`));
    return number < 0n ? -number : number;
  });
  expect(tokens).toEqual(['0', '170141183460469231731687303715884105728', drawn.join(',')]);
  for (const text of files) expect(text).toContain('\npartitioner: org.apache.cassandra.dht.RandomPartitioner\n');
});

test('only a ring of the same partitioner begins with its tokens', () => {
  const of = (/** @type {string} */ table, /** @type {string | undefined} */ partitioner) =>
    placing(
      { table, keys: { count: 10 } },
      { strategy: 'token_ring', ...(partitioner !== undefined && { params: { partitioner } }) },
    );
  const [random, murmur] = ['token_ring:0@7,1@9223372036854775808', 'token_ring:0@7,1@-9223372036854775808'];
  expect(of(random, 'random')).toHaveProperty('table');
  expect(of(random, undefined)).not.toHaveProperty('table');
  expect(of(murmur, undefined)).toHaveProperty('table');
  expect(of(murmur, 'random')).not.toHaveProperty('table');
});

// The MD5 of "foo" is acbd18db…: minus 2^128, without the sign, 110673303387115207421586718101067225896.
test('place() takes the tokens of RandomPartitioner, and refuses those out of range', () => {
  const ring = (/** @type {string} */ table) =>
    core.place({ strategy: 'token_ring', params: { partitioner: 'random' }, nodes: ['a', 'b'], keys: ['foo'], table });
  expect([...ring('token_ring:0@110673303387115207421586718101067225896,1@0').owners]).toEqual([0]);
  expect([...ring('token_ring:0@110673303387115207421586718101067225895,1@0').owners]).toEqual([1]);
  expect(() => ring('token_ring:0@170141183460469231731687303715884105729')).toThrow(
    'table: 170141183460469231731687303715884105729 is outside 0 to 170141183460469231731687303715884105728',
  );
});

test('the script of Redis Cluster assigns the slots of the table, and leaves out those that nobody has', () => {
  const [{ text }] = partsOf({ strategy: 'redis_slots', nodes: ['10.0.0.1:6379', '10.0.0.2:6379'], table: kSlots });
  expect(text.trim().split('\n')).toEqual([
    'redis-cli -h 10.0.0.1 -p 6379 CLUSTER ADDSLOTSRANGE 8192 16191',
    'redis-cli -h 10.0.0.2 -p 6379 CLUSTER ADDSLOTSRANGE 0 8191',
  ]);
});
