// What the readers of sharded databases and proxies say besides their tables: links, functions, and nothing secret.
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { linkOf } from '../../../web/systems/reading/link.js';
import { readWith } from '../../../web/systems/reading/read.js';
import clickhouse from '../../../web/systems/clickhouse.js';
import { textsOf, treeReaders } from './cluster_texts.mjs';
/** @import {Json} from '../../types.d.ts' */

const readers = await treeReaders();
const read = async (/** @type {string} */ text) => /** @type {Json} */ (await readWith(readers, text));
const textIn = (/** @type {string} */ system, /** @type {string} */ file) =>
  textsOf(system).find(({ name }) => name === file)?.text ?? '';

/** @param {string} text @returns {Promise<string | undefined>} the link's part behind the nodes */
async function strategyIn(text) {
  const reading = await read(text);
  const linked = /** @type {Json} */ (linkOf(reading));
  return linked.link?.replace(/^v=1&nodes=[^&]*&/, '');
}

test('a table of remainders opens as the partitions of its system', async () => {
  /** @type {Record<string, string | undefined>} */
  const links = {
    'clickhouse/xml-1-weights.xml': 'strategy=partitions&dialect=clickhouse_integer&type=int64',
    'clickhouse/system-6-with-table.txt': 'strategy=partitions&dialect=clickhouse_city&type=int64&type2=text',
    'pgdog/pgdog-1.toml': 'strategy=partitions&dialect=postgresql&type=int64',
    'pgdog/pgdog-3-uuid.toml': 'strategy=partitions&dialect=postgresql&type=uuid',
    'pgdog/pgdog-4-sha1.toml': undefined,
    'pgdog/pgdog-2-list.toml': undefined,
    'pgcat/pgcat-1.toml': 'strategy=partitions&dialect=postgresql&type=int64',
    'pgcat/pgcat-2-sha1.toml': undefined,
    'proxysql/servers-1.sql': undefined,
    'shardingsphere/sharding-1.yaml': 'strategy=partitions&dialect=mariadb_hash&type=int64',
    'shardingsphere/sharding-2-hash.yaml': undefined,
    'shardingsphere/sharding-4-hash.yaml': 'strategy=partitions&dialect=shardingsphere&type=int64',
    'shardingsphere/sharding-5-expression.yaml': undefined,
    'consul/resolver-1.hcl': undefined,
    'consul/resolver-2-instances.json': 'strategy=maglev&dialect=envoy&size=65537',
    'consul/resolver-7-services.json': undefined,
    'cockroachdb/ranges-1-table.txt': undefined,
  };
  for (const [file, link] of Object.entries(links)) {
    const [system, name] = file.split('/');
    expect([file, await strategyIn(textIn(system, name))]).toEqual([file, link]);
  }
});

test('a Distributed table beside its cluster names the function, or why there is none', async () => {
  const cluster = textIn('clickhouse', 'system-4-frame.txt');
  const table = (/** @type {string} */ expression, columns = 'id Int64, s String', name = 'events') =>
    `${cluster}\nCREATE TABLE d.t (${columns}) ENGINE = Distributed('${name}', 'd', 'e'${expression})\n`;
  const of = (/** @type {string} */ dialect) => `strategy=partitions&dialect=clickhouse_${dialect}`;
  expect(await strategyIn(table(', id'))).toBe(`${of('integer')}&type=int64`);
  expect(await strategyIn(table(', `id`'))).toBe(`${of('integer')}&type=int64`);
  expect(await strategyIn(table(', xxHash64(s)'))).toBe(`${of('xxhash64')}&type=text`);
  expect(await strategyIn(table(", javaHash(s), 'policy'"))).toBe(`${of('javahash')}&type=text`);
  expect(await strategyIn(table(', intHash32(id)', 'id UInt32'))).toBe(`${of('inthash32')}&type=int32`);
  // a table of another cluster says nothing of this one
  expect(await strategyIn(table(', xxHash64(s)', undefined, 'other'))).toBe(`${of('integer')}&type=int64`);
  const none = [
    [', rand()', 'rand() places no keys'],
    [', cityHash64(id) % 7', 'cityHash64(id) % 7: Reshard does not have it'],
    [', metroHash64(id)', 'metroHash64(id): Reshard does not have it'],
    [', intHash64(s)', 'intHash64(s) of String: Reshard does not have it'],
    [', cityHash64(missing)', 'the type of missing is not in the text'],
    ['', 'the table has no sharding key'],
  ];
  for (const [expression, why] of none) {
    expect([expression, await strategyIn(table(expression))]).toEqual([expression, undefined]);
    expect((await read(table(expression))).notes).toEqual([why]);
  }
});

test('passwords, secrets and comments are in no reading', async () => {
  const secrets = {
    clickhouse: ['horse', 'not & shown', 's3cret', 'a&b', 'was the old one', 'secret'],
    pgcat: ['"x"', 'app', 'transaction'],
    pgdog: ['shop_b', 'older way'],
    proxysql: ['match_pattern', 'FOR UPDATE', 'three hostgroups', 'x; y'],
    shardingsphere: ['username', 'useSSL', 'jdbc'],
  };
  for (const [system, words] of Object.entries(secrets)) {
    for (const { name, text } of textsOf(system)) {
      const said = JSON.stringify(await read(text));
      for (const word of words) expect([name, word, said.includes(word)]).toEqual([name, word, false]);
    }
  }
});

test('each of several clusters, tables and databases can be chosen', async () => {
  const choices = {
    'clickhouse/xml-2-two-clusters.xml': ['all-nodes', 'kunde_ä'],
    'cockroachdb/ranges-2-csv.csv': ['orders', 'Übersicht, "neu"'],
    'yugabytedb/tablets-2-view.txt': ['shop.orders', 'shop.names'],
    'pgcat/pgcat-1.toml': ['shop', 'legacy'],
  };
  for (const [file, names] of Object.entries(choices)) {
    const [system, name] = file.split('/');
    for (const choose of names) {
      const reading = /** @type {Json} */ (await readWith(readers, textIn(system, name), { choose }));
      expect([file, reading.choices, reading.choice]).toEqual([file, names, choose]);
    }
  }
});

test('what Reshard writes for ClickHouse is read as the same nodes, function and types', async () => {
  const nodes = [
    { name: 'ch-1.example.net', weight: 9 },
    { name: '[::1]:9001', weight: 0 },
    { name: 'ch-3.example.net:9440', weight: 10 },
  ];
  const dialects = ['city', 'xxhash64', 'siphash64', 'murmurhash3_64', 'halfmd5', 'inthash64', 'javahash', 'integer'];
  for (const dialect of dialects) {
    const types = { type: 'int64', type2: /hash64$|integer|java/.test(dialect) ? 'none' : 'text', type3: 'none' };
    const params = { dialect: `clickhouse_${dialect}`, ...types, type4: 'none' };
    const text = clickhouse
      .write(/** @type {Json} */ ({ nodes, params }))
      .map((/** @type {{text: string}} */ one) => one.text)
      .join('\n');
    const reading = await read(text);
    const columns = Object.entries(types).filter(([, type]) => type !== 'none');
    expect([dialect, reading.placed_by?.params]).toEqual([
      dialect,
      { dialect: params.dialect, ...Object.fromEntries(columns) },
    ]);
    expect(reading.nodes).toEqual([
      { name: 'ch-1.example.net:9000', weight: 9 },
      { name: '[::1]:9001', weight: 0 },
      { name: 'ch-3.example.net:9440', weight: 10 },
    ]);
  }
});
