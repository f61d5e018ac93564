// What `\d+` of psql prints of a hash-partitioned table is read, and the link places each row where PostgreSQL has it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromTree } from '../built.mjs';
import { treeReaders } from '../web/node/cluster_texts.mjs';
import { needsPostgres, startServer } from './postgres.mjs';
import { compared, ownersOf, typedRows } from './typed_rows.mjs';

const { readWith } = await fromTree('web/systems/reading/read.js');
const { linkOf } = await fromTree('web/systems/reading/link.js');
const readers = await treeReaders();

/** @type {Record<string, string>} */
const kTypes = {
  text: 'text',
  int64: 'bigint',
  int32: 'integer',
  int16: 'smallint',
  uuid: 'uuid',
  bytes: 'bytea',
  char: 'character(255)',
  date: 'date',
  timestamp: 'timestamp',
};
/** @type {Record<string, string>} */
const kEscapes = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escaped = (/** @type {string} */ text) => text.replace(/[\\\t\n\r]/g, (sign) => kEscapes[sign]);
// Of CSV, psql leaves the partitions out.
const kForms = [
  '',
  '\\pset border 2',
  '\\pset border 0',
  '\\pset linestyle unicode\n\\pset border 2',
  '\\pset format unaligned',
  '\\pset expanded on',
  '\\pset expanded on\n\\pset border 2',
  '\\pset fieldsep ;\n\\pset format unaligned',
];

/** @typedef {{types: string[], bounds: [string, number, number][], more?: string}} Wanted */

/** @type {Wanted[]} */
const kTables = [
  ...Object.keys(kTypes).map((type) => ({ types: [type], bounds: equal(7) })),
  { types: ['int64', 'text'], bounds: equal(5) },
  { types: ['text', 'int32', 'uuid', 'date'], bounds: equal(3) },
  {
    types: ['int64'],
    bounds: [
      ['p, even', 2, 0],
      ['a "b" FOR VALUES', 4, 1],
      ['Größe', 12, 3],
      ['p7', 12, 7],
      ['p11', 12, 11],
    ],
    more: 'CREATE INDEX ON items (k0);',
  },
];

/** @param {number} n @returns {[string, number, number][]} */
function equal(n) {
  return Array.from({ length: n }, (_, i) => [`items_${i}`, n, i]);
}

const quoted = (/** @type {string} */ name) => `"${name.replace(/"/g, '""')}"`;

/** @param {Wanted} wanted @param {(?string)[][]} rows */
function statements({ types, bounds, more = '' }, rows) {
  const columns = types.map((type, i) => `k${i} ${kTypes[type]}`).join(', ');
  const copied = rows.map((row, i) => {
    const fields = row.map((field, column) => {
      if (field === null) return '\\N';
      return types[column] === 'bytes' ? `\\\\x${field}` : escaped(field);
    });
    return `${[...fields, i].join('\t')}\n`;
  });
  return [
    `CREATE TABLE items (${columns}, i int) PARTITION BY HASH (${types.map((_, i) => `k${i}`).join(', ')});`,
    ...bounds.map(
      ([name, modulus, remainder]) =>
        `CREATE TABLE ${quoted(name)} PARTITION OF items FOR VALUES WITH (MODULUS ${modulus}, REMAINDER ${remainder});`,
    ),
    more,
    `COPY items FROM STDIN;\n${copied.join('')}\\.`,
  ].join('\n');
}

test('a table that \\d+ describes has each row where PostgreSQL has it', needsPostgres, async (t) => {
  const psql = startServer(t);
  for (const wanted of kTables) {
    const rows = typedRows(wanted.types, { seed: wanted.types.length, nulls: wanted.types.length > 1 });
    psql(`${statements(wanted, rows)}\n`);
    const live = psql('SELECT c.relname FROM items i JOIN pg_class c ON c.oid = i.tableoid ORDER BY i.i;');
    const links = /** @type {Set<string>} */ (new Set());
    for (const form of kForms) {
      const set = '\\pset format aligned\n\\pset tuples_only off\n\\pset footer on\n';
      const text = psql(`${set}${form}\n\\d+ items\n`);
      const reading = await readWith(readers, text);
      assert.equal(reading.refused, undefined, `${form}: ${reading.refused?.why}\n${text}`);
      const link = linkOf(reading);
      assert.ok('link' in link, `${form}: ${JSON.stringify(link)} ${reading.cannot_know}\n${text}`);
      links.add(link.link);
      assert.deepEqual(reading.skipped, [], `${form}\n${text}`);
    }
    assert.equal(links.size, 1, [...links].join('\n'));
    const [link] = links;
    compared(wanted.types.join(), ownersOf(link, rows), live.trimEnd().split('\n'), rows);
    psql('DROP TABLE items;');
  }
});

test('a table without its partitions, an index and a table by ranges are refused', needsPostgres, async (t) => {
  const psql = startServer(t);
  psql(`CREATE TABLE items (k bigint, t text) PARTITION BY HASH (k);
    CREATE TABLE p0 PARTITION OF items FOR VALUES WITH (MODULUS 2, REMAINDER 0);
    CREATE INDEX by_k ON items (k);
    CREATE TABLE empty (k bigint) PARTITION BY HASH (k);
    CREATE TABLE list (k bigint) PARTITION BY LIST (k); CREATE TABLE l PARTITION OF list FOR VALUES IN (1, 2);
    CREATE TABLE expression (k text) PARTITION BY HASH (lower(k));
    CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
    CREATE TABLE loosely (k text COLLATE loose) PARTITION BY HASH (k);
    CREATE TABLE lo PARTITION OF loosely FOR VALUES WITH (MODULUS 1, REMAINDER 0);
    CREATE TABLE e0 PARTITION OF expression FOR VALUES WITH (MODULUS 1, REMAINDER 0);`);
  const read = async (/** @type {string} */ command) =>
    readWith(readers, psql(`\\pset format aligned\n\\pset tuples_only off\n\\pset footer on\n${command}\n`));
  assert.match((await read('\\d items')).refused?.why ?? '', /\\d\+ lists them/);
  assert.match((await read('\\d+ empty')).refused?.why ?? '', /no partitions/);
  assert.match((await read('\\d+ list')).refused?.why ?? '', /by LIST/);
  assert.ok((await read('\\d+ by_k')).refused);
  assert.ok((await read('\\d+ p0')).refused);
  const expression = await read('\\d+ expression');
  assert.match(expression.cannot_know.join(), /expression/);
  assert.ok(!('link' in linkOf(expression)));
  assert.match((await read('\\d+ loosely')).cannot_know.join(), /whether the collation loose is deterministic/);
  const hole = await read('\\d+ items');
  assert.equal(hole.entries.rows[1].owner, null);
  assert.ok('link' in linkOf(hole));
});
