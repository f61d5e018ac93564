// What is exported for Citus, Vitess, MongoDB, Iceberg and pools of Ceph: their own functions of web/systems, by rows
// of these systems.
import { test } from 'node:test';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import ceph from '../../../web/systems/ceph.js';
import citus, { shardsOf, shortHash } from '../../../web/systems/citus.js';
import iceberg from '../../../web/systems/iceberg.js';
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

// The ranges are those that Citus' multi_tenant_isolation.out publishes of two shards and these tenants.
test('Citus: tenants are isolated by the split points of their hashes', () => {
  const hashes = [108199381, -85071814, 412880112, -136164585];
  /** @type {Record<string, string | number>} */
  const params = { shard_count: 2, type: 'int64' };
  hashes.forEach((hash, i) => {
    const number = i > 0 ? i + 1 : '';
    params[`split${number}`] = 'isolate_tenant';
    params[`split_hash${number}`] = hash;
  });
  const { shards } = shardsOf(params);
  expect(shards.map(({ first, last, part }) => `${first} ${last} ${part}`)).toEqual([
    '-2147483648 -136164586 0',
    '-136164585 -136164585 0',
    '-136164584 -85071815 0',
    '-85071814 -85071814 0',
    '-85071813 -1 0',
    '0 108199380 1',
    '108199381 108199381 1',
    '108199382 412880111 1',
    '412880112 412880112 1',
    '412880113 2147483647 1',
  ]);
  const ends = shardsOf({ shard_count: 2, split: 'isolate_tenant', split_hash: -2147483648 });
  expect(ends.splits).toEqual([{ hash: -2147483648, points: [-2147483648], tenant: true }]);
});

test('Citus: a shard is split on its worker, and a part that is elsewhere is moved', () => {
  // [0, 1073741823] of four is split into halves, of which the upper one is moved from the first worker to the second
  const params = { shard_count: 4, type: 'int64', split: 'split_point', split_hash: 536870911 };
  const { setup, asked } = setupOf(['a', 'b'], [], params);
  setup.placeAll = (/** @type {string[]} */ keys) => {
    asked.push(keys);
    const owners = keys.map((key) => {
      const hash = shortHash(Uint8Array.of(Number(key) & 255, Number(key) >> 8, 0, 0));
      return hash < -1073741824 || (hash >= 0 && hash <= 536870911) ? 0 : 1;
    });
    return { nodes: ['a', 'b'], owners: Uint32Array.from(owners) };
  };
  const [{ text }] = citus.write(setup);
  expect(asked[0].length).toBe(5);
  expect(text).toContain(
    "SELECT citus_split_shard_by_split_points(shardid, ARRAY['536870911'],\n    ARRAY[nodeid, nodeid])\n" +
      '  FROM pg_dist_shard JOIN pg_dist_placement USING (shardid) JOIN pg_dist_node USING (groupid)\n' +
      "  WHERE logicalrelid = 'data'::regclass AND noderole = 'primary'\n" +
      '    AND 536870911 BETWEEN shardminvalue::integer AND shardmaxvalue::integer;\n',
  );
  expect(text.match(/citus_move_shard_placement/g)?.length).toBe(1);
  expect(text).toContain("AND shardminvalue = '536870912'; -- shard 3\n");
});

test('Citus: of a shard with one hash no key is known, and the text says so', () => {
  const params = { shard_count: 2, type: 'int64', split: 'isolate_tenant', split_hash: 5 };
  const [{ text }] = citus.write(setupOf(['a'], [0, 0, 0, 0], params).setup);
  expect(text).toContain("ARRAY['4', '5'],\n    ARRAY[nodeid, nodeid, nodeid])\n");
  expect(text).toContain('whose worker_hash() is 5\n');
  expect(text.match(/-- shard \d+ is small/g)).toEqual(['-- shard 1 is small', '-- shard 2 is small']);
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

test('MongoDB: zones have their shards, and ranges that end where chunks do', () => {
  const params = {
    chunks: 4,
    type: 'text',
    balancer: 'chunk_count',
    zone: 'first',
    zone_first: 0,
    zone_last: 1,
    zone2: 'second',
    zone_first2: 3,
    zone_last2: 3,
  };
  const { setup } = setupOf(['a', 'b', 'c'], [0, 0, 1, 1], params);
  setup.nodes.forEach(
    (/** @type {{zone: string}} */ node, /** @type {number} */ i) => (node.zone = ['EU', 'US', ''][i]),
  );
  const keys = new Map();
  setup.placeAll = (/** @type {string[]} */ asked) => {
    asked.forEach((key, chunk) => keys.set(key, chunk));
    return { nodes: ['a', 'b', 'c'], owners: Uint32Array.from([0, 0, 1, 1]) };
  };
  setup.explain = (/** @type {{type: string}} */ _, /** @type {string} */ key) => [
    { label: 'zone', value: keys.get(key) === 3 ? 'US' : 'EU' },
  ];
  const written = () => mongodb.write(setup)[0].text;
  written(); // so that the keys are known
  expect(written()).toContain(
    'sh.addShardToZone("a", "EU");\nsh.addShardToZone("b", "US");\n' +
      'sh.updateZoneKeyRange("test.data", { key: MinKey() }, { key: NumberLong("0") }, "EU");\n' +
      'sh.updateZoneKeyRange("test.data", { key: NumberLong("4611686018427387902") }, { key: MaxKey() }, "US");\n',
  );
  params.balancer = 'none';
  expect(written()).not.toContain('Zone');
});

test('Iceberg: a table of as many buckets as nodes', () => {
  const write = (/** @type {string} */ type) => iceberg.write(setupOf(['a', 'b', 'c'], [], { type }).setup)[0].text;
  expect(write('int64')).toBe(
    '-- bucket 0: "a"\n-- bucket 1: "b"\n-- bucket 2: "c"\n' +
      'CREATE TABLE data (key bigint) USING iceberg PARTITIONED BY (bucket(3, key));\n',
  );
  expect(write('uuid')).toContain("CREATE TABLE data (key uuid) WITH (partitioning = ARRAY['bucket(key, 3)']);\n");
});

test('Ceph: a pool has its placement groups, its size, and the rule of its failure domain', () => {
  const write = (/** @type {Record<string, string | number>} */ params, replicas = 3) => {
    const all = { pool: 7, pg_num: 128, pgp_num: 0, failure_domain: 'host', ...params };
    return ceph.write({ ...setupOf(['h/0'], [], all).setup, strategy: 'ceph_pool', replicas })[0].text;
  };
  expect(write({})).toBe(
    '# Pools are numbered as they are made: objects are placed as here in pool 7.\n' +
      'ceph osd crush rule create-replicated spread default host\n' +
      'ceph osd pool create data 128 128 replicated spread\n' +
      'ceph osd pool set data pg_autoscale_mode off\n' +
      'ceph osd pool set data size 3\n',
  );
  expect(write({ pgp_num: 64, failure_domain: 'data_center' })).toContain('spread default datacenter\n');
  expect(write({ pgp_num: 64 })).toContain('ceph osd pool create data 128 64 replicated spread\n');
  expect(write({}, 1)).toContain('ceph osd pool set data size 1 --yes-i-really-mean-it\n');
});
