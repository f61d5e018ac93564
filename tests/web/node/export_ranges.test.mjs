// What is exported for Citus, Vitess and MongoDB: their own functions of web/systems, by rows of these systems.
import { test } from 'node:test';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import citus, { shortHash } from '../../../web/systems/citus.js';
import mongodb, { splitPoints } from '../../../web/systems/mongodb.js';
import vitess, { generateShardRanges } from '../../../web/systems/vitess.js';

const rowsOf = (/** @type {string} */ file) =>
  readFileSync(new URL(`../../vectors/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .slice(1)
    .map((line) => line.split(','));

const nodesOf = (/** @type {string[]} */ names) => names.map((name, id) => ({ name, id, rackId: id, weight: 1 }));

/**
 * A setup whose entries have these owners, and the keys that it was asked for, one for each entry.
 * @param {string[]} names
 * @param {number[]} owners
 * @param {Record<string, string | number>} params
 */
function setupOf(names, owners, params) {
  /** @type {string[][]} */
  const asked = [];
  const setup = {
    strategy: '',
    nodes: nodesOf(names),
    params,
    hash: 'xxh64',
    replicas: 1,
    placeAll: (/** @type {string[]} */ keys) => {
      asked.push(keys);
      return { nodes: names, owners: Uint32Array.from(owners) };
    },
    hash_of: (/** @type {string} */ _, /** @type {string} */ text) => createHash('md5').update(text).digest('hex'),
  };
  return { setup: /** @type {any} */ (setup), asked };
}

test('Citus: the hash that chooses keys is that of its rows', () => {
  let compared = 0;
  for (const [type, hex, key, hash] of rowsOf('citus_live.csv')) {
    const number = Number(key);
    const bytes = Buffer.from(hex, 'hex');
    const small = type === 'int4' && number >= 0;
    if (!small && !(type === 'text' && bytes.length <= 11)) continue;
    const given = small ? Uint8Array.of(number, number >> 8, number >> 16, number >> 24) : Uint8Array.from(bytes);
    expect(`${key} ${shortHash(given)}`).toBe(`${key} ${hash}`);
    ++compared;
  }
  expect(compared).toBeGreaterThan(300);
});

test('Citus: shards that are not where it creates them are moved, by the range that they begin with', () => {
  for (const type of ['text', 'int64']) {
    // created: 0, 1, 2, 0 by port; shard 3 was moved to the third worker
    const names = ['127.0.0.1:55442', '127.0.0.1:55441', '127.0.0.1:55443'];
    const { setup } = setupOf(names, [1, 0, 2, 2], { shard_count: 4, type });
    const [{ text }] = citus.write(setup);
    expect(text).toContain("SELECT citus_add_node('127.0.0.1', 55442);\n");
    expect(text).toContain("SELECT create_distributed_table('data', 'key', shard_count => 4);\n");
    expect(text.match(/citus_move_shard_placement/g)?.length).toBe(1);
    expect(text).toContain(
      "citus_move_shard_placement(shardid, '127.0.0.1', 55441, '127.0.0.1', 55443) FROM pg_dist_shard\n" +
        "  WHERE logicalrelid = 'data'::regclass AND shardminvalue = '1073741824'; -- shard 3\n",
    );
  }
});

test('Vitess: n shards have the names that GenerateShardRanges gives them', () => {
  const rows = rowsOf('vitess_ranges.csv');
  expect(rows.length).toBeGreaterThan(40);
  for (const [n, shards] of rows) expect(generateShardRanges(Number(n)).join(' ')).toBe(shards);
});

test('Vitess: shards that overlap those that serve are the targets of a reshard', () => {
  const write = (/** @type {string[]} */ names) =>
    vitess.write(setupOf(names, [], { vindex: 'hash' }).setup).map(({ text }) => text);
  const [schema, shards] = write(['-80', '80-', '-40', '40-80']);
  expect(schema).toBe('ALTER VSCHEMA ON data ADD VINDEX hash(id) USING hash;\n');
  expect(shards).toContain("create --source-shards '-80' --target-shards '-40,40-80'\n");
  expect(write(['-80', '80-', '-'])[1]).toContain("create --source-shards '-80,80-' --target-shards '-'\n");
  expect(write(['-80', '80-'])[1]).not.toContain('Reshard');
  expect(write(['a', 'b', 'c'])[1]).toContain('CreateShard data/55-aa\n');
});

test('MongoDB: chunks begin where its rows say, and those that are elsewhere are moved', () => {
  for (const [n, points] of rowsOf('mongodb_splits.csv')) expect(splitPoints(Number(n)).join(' ')).toBe(points);
  for (const type of ['text', 'int64']) {
    const { setup, asked } = setupOf(['b', 'a'], [1, 1, 0, 1], { chunks: 4, type }); // created: a a b b
    const [{ text }] = mongodb.write(setup);
    expect(text).toContain('sh.shardCollection("test.data", { key: "hashed" }, false, { numInitialChunks: 4 });\n');
    expect(text.match(/moveRange/g)?.length).toBe(1);
    expect(text).toContain(
      'sh.moveRange("test.data", "a", { key: NumberLong("4611686018427387902") }, { key: MaxKey() }); // chunk 3\n',
    );
    // Each key is in the chunk for which it was asked, by BSON as Buffer writes it.
    const chunks = asked[0].map((key) => {
      const bytes = Buffer.alloc(type === 'text' ? 13 + key.length : 16);
      bytes.writeInt32LE(type === 'text' ? 15 : 10, 4);
      if (type === 'text') bytes.writeInt32LE(key.length + 1, 8);
      else bytes.writeBigInt64LE(BigInt(key), 8);
      if (type === 'text') bytes.write(key, 12);
      const hash = createHash('md5').update(bytes).digest().readBigInt64LE();
      return splitPoints(4).filter((point) => point <= hash).length;
    });
    expect(chunks).toEqual([0, 1, 2, 3]);
  }
});
