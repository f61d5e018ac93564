// The shard that ClickHouse's engine gives every row of a Distributed table: rows that are inserted wait in a folder of
// their shard, from which nothing is sent here.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { reshard, splitAtZeros } from '../command/command.mjs';
import { byteKeys, randomKeys, randomNumbers } from '../live/keys.mjs';
import { fromTree } from '../built.mjs';
import { compareOwners, folderOf } from '../live/programs.mjs';
import { ask } from './clickhouse_asked.mjs';

const { default: exported } = await fromTree('web/systems/clickhouse.js');
const kKeys = 5000;

/** @type {Record<string, number[]>} weights by cluster */
const kClusters = { weighted: [9, 10, 0, 1, 40], equal: new Array(23).fill(1) };

/** @type {Record<string, {sql: string, of: string}>} by type: ClickHouse's, and a value of it from what people write */
const kTypes = {
  text: { sql: 'String', of: 's' },
  bytes: { sql: 'String', of: 'unhex(s)' },
  int64: { sql: 'Int64', of: 'toInt64(s)' },
  int32: { sql: 'Int32', of: 'toInt32(s)' },
  int16: { sql: 'Int16', of: 'toInt16(s)' },
  uuid: { sql: 'UUID', of: 'toUUID(s)' },
};
const kAll = Object.keys(kTypes);
const kIntegers = ['int64', 'int32', 'int16'];

/** @type {Record<string, {sql: (key: string) => string, types: string[], several?: boolean}>} by dialect */
const kDialects = {
  clickhouse_city: { sql: (key) => `cityHash64(${key})`, types: kAll, several: true },
  clickhouse_xxhash64: { sql: (key) => `xxHash64(${key})`, types: kAll, several: true },
  clickhouse_siphash64: { sql: (key) => `sipHash64(${key})`, types: kAll, several: true },
  clickhouse_murmurhash3_64: { sql: (key) => `murmurHash3_64(${key})`, types: kAll, several: true },
  clickhouse_murmurhash2_64: { sql: (key) => `murmurHash2_64(${key})`, types: kAll, several: true },
  clickhouse_murmurhash3_32: { sql: (key) => `murmurHash3_32(${key})`, types: kAll, several: true },
  clickhouse_halfmd5: { sql: (key) => `halfMD5(${key})`, types: kAll, several: true },
  clickhouse_inthash64: { sql: (key) => `intHash64(${key})`, types: kIntegers },
  clickhouse_inthash32: { sql: (key) => `intHash32(${key})`, types: kIntegers },
  clickhouse_javahash: { sql: (key) => `javaHash(${key})`, types: ['text', 'bytes', ...kIntegers] },
  clickhouse_integer: { sql: (key) => key, types: kIntegers },
};

/** @type {Record<string, string[]>} by type, keys as people write them */
const kKeysOf = (() => {
  const next = randomNumbers(2026);
  const hex = (/** @type {number} */ digits) =>
    Array.from({ length: digits }, () => (next() % 16).toString(16)).join('');
  const uuid = () => [8, 4, 4, 4, 12].map(hex).join('-');
  const whole = (/** @type {number} */ bits) => () => {
    const number = BigInt.asIntN(bits, (BigInt(next()) << 32n) | BigInt(next()));
    return String(next() % 2 ? number : number % 1000n);
  };
  const many = (/** @type {() => string} */ one) => Array.from({ length: kKeys }, one);
  return {
    text: randomKeys({ count: kKeys, seed: 3, bytes: false }).map(String),
    bytes: byteKeys(kKeys, 4).map((key) => key.toString('hex')),
    int64: many(whole(64)),
    int32: many(whole(32)),
    int16: many(whole(16)),
    uuid: many(uuid),
  };
})();

const kShards = Object.entries(kClusters).map(([name, weights]) => {
  const shard = (/** @type {number} */ weight) =>
    `<shard><weight>${weight}</weight><replica><host>127.0.0.1</host><port>1</port></replica></shard>`;
  return `<${name}>${weights.map(shard).join('')}</${name}>`;
});

const kServers = `<remote_servers>${kShards.join('')}</remote_servers>`;

/** @typedef {{dialect: string, types: string[], cluster: string}} Table */

/** @param {Table} table */
const writtenOf = ({ types }) =>
  kKeysOf[types[0]].map((_, i) => types.map((type, c) => kKeysOf[type][(i * (c + 1)) % kKeys]).join('\t'));

/**
 * The statements that shard the keys of a table, of which the last one tells the shard of each. It has an id of its
 * own, because its folder is named after that. A file of such a folder can only be read with all of its columns.
 * @param {string} folder @param {Table} table @param {number} at
 */
function statementsOf(folder, { dialect, types, cluster }, at) {
  const id = `${String(at).padStart(8, '0')}-0000-4000-8000-000000000000`;
  const table = `d.t${at}`;
  const columns = types.map((type, c) => `k${c} ${kTypes[type].sql}`);
  const values = types.map((type, c) => kTypes[type].of.replace('s', `s${c}`));
  const expression = kDialects[dialect].sql(types.map((_, c) => `k${c}`).join(', '));
  return [
    `CREATE TABLE ${table} UUID '${id}' (i UInt32, ${columns}) ` +
      `ENGINE = Distributed('${cluster}', 'no', 'table', ${expression})`,
    `SYSTEM STOP DISTRIBUTED SENDS ${table}`,
    `INSERT INTO ${table} SELECT i, ${values} FROM file('${folder}/keys_${types.join('_')}.tsv', TabSeparated, ` +
      `'i UInt32, ${types.map((_, c) => `s${c} String`)}')`,
    `SELECT extract(_path, '/shard([0-9]+)_') FROM ` +
      `file('${folder}/data/store/${id.slice(0, 3)}/${id}/shard*_replica1/*.bin', 'Distributed') ` +
      `ORDER BY i, ${types.map((_, c) => `k${c}`)}`,
  ];
}

/** @param {Table} table */
async function shardsBy({ dialect, types, cluster }) {
  const nodes = kClusters[cluster].map((weight, i) => `${i + 1}${weight === 1 ? '' : `*${weight}`}`);
  const more = types.slice(1).map((type, c) => `&type${c + 2}=${type}`);
  const link = `v=1&nodes=${nodes}&strategy=partitions&dialect=${dialect}&type=${types[0]}${more.join('')}`;
  const written = writtenOf({ dialect, types, cluster });
  const { code, out, error } = await reshard(['place', '-0', '-l', link], written.map((key) => `${key}\0`).join(''));
  assert.equal(code, 0, `${link}: ${error}`);
  return splitAtZeros(out)
    .filter((_, at) => at % 2 === 1)
    .map(String);
}

for (const [dialect, { types, several }] of Object.entries(kDialects)) {
  test(`${dialect}: a Distributed table gives random keys of each type the shards that Reshard names`, async (t) => {
    const folder = folderOf(t);
    const keyTypes = [
      ...types.map((type) => [type]),
      ...(several
        ? [
            ['int64', 'text'],
            ['text', 'uuid', 'int32', 'int16'],
          ]
        : []),
    ];
    const tables = keyTypes.flatMap((each) =>
      Object.keys(kClusters).map((cluster) => ({ dialect, types: each, cluster })),
    );
    for (const each of keyTypes) {
      const lines = writtenOf({ dialect, types: each, cluster: '' }).map(
        (key, i) => `${i}\t${key.replaceAll('\\', '\\\\')}\n`,
      );
      writeFileSync(join(folder, `keys_${each.join('_')}.tsv`), lines.join(''));
    }
    const answers = ask(
      folder,
      ['CREATE DATABASE d', ...tables.flatMap((table, at) => statementsOf(folder, table, at))],
      kServers,
    );
    for (const { error } of answers) assert.equal(error, undefined);
    for (const [at, table] of tables.entries()) {
      const live = (answers[4 * (at + 1)].out ?? '').trimEnd().split('\n');
      assert.equal(live.length, kKeys);
      compareOwners(
        `${dialect} of ${table.types.join(', ')}, ${table.cluster}`,
        writtenOf(table).map((key) => Buffer.from(key)),
        await shardsBy(table),
        live,
      );
    }
  });
}

test('the configuration that the page exports makes these shards, and a Distributed table over them', (t) => {
  const nodes = [
    { name: '127.0.0.1', weight: 9 },
    { name: 'localhost:9001', weight: 10 },
    { name: '[::1]:9002', weight: 0 },
  ];
  for (const [dialect, { types, sql, several }] of Object.entries(kDialects)) {
    for (const [type, type2] of [...types.map((each) => [each, 'none']), ...(several ? [['int32', 'uuid']] : [])]) {
      const params = { dialect, type, type2, type3: 'none', type4: 'none' };
      const [servers, table] = exported.write({ nodes, params }).map((/** @type {{text: string}} */ { text }) => text);
      if (dialect === 'clickhouse_city') {
        const [clusters, made] = ask(
          folderOf(t),
          [
            `SELECT shard_num, shard_weight, host_name, port FROM system.clusters WHERE cluster = 'data' ORDER BY 1`,
            table.replace(/;\n$/, ''),
          ],
          servers.replace(/^<clickhouse>|<\/clickhouse>\n$/g, ''),
        );
        assert.equal(clusters.out, '1\t9\t127.0.0.1\t9000\n2\t10\tlocalhost\t9001\n3\t0\t::1\t9002\n', clusters.error);
        assert.equal(made.error, undefined, table);
      }
      const names = type2 === 'none' ? ['key'] : ['key1', 'key2'];
      assert.ok(table.includes(`'rows', ${sql(names.join(', '))})`), table);
    }
  }
});
