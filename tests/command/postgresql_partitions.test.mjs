// Hash partitions compared with PostgreSQL's own: where it puts random rows of each type, and the SQL that people
// export.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromTree } from '../built.mjs';
import { kHostile } from '../live/hostile.mjs';
import { treeReaders } from '../web/node/cluster_texts.mjs';
import { needsPostgres, startServer } from './postgres.mjs';
import { compared, ownersOf, stepsOf, typedRows } from './typed_rows.mjs';

const { default: postgresql } = await fromTree('web/systems/postgresql.js');

/** @type {Record<string, string>} */
const kEscapes = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escaped = (/** @type {string} */ text) => text.replace(/[\\\t\n\r]/g, (sign) => kEscapes[sign]);

/** Rows with their numbers, as COPY reads them. @param {string[]} types @param {(?string)[][]} rows */
const copied = (types, rows) =>
  rows
    .map((row, i) => {
      const fields = row.map((field, column) => {
        if (field === null) return '\\N';
        return types[column] === 'bytes' ? `\\\\x${field}` : escaped(field);
      });
      return `${[...fields, i].join('\t')}\n`;
    })
    .join('');

const lines = (/** @type {string} */ text) => text.trimEnd().split('\n');
const kNames = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6'];
const kKeys = [['text'], ['int64'], ['int32'], ['int16'], ['uuid'], ['bytes'], ['char'], ['date'], ['timestamp']];
const paramsOf = (/** @type {string[]} */ types) =>
  Object.fromEntries(types.map((type, i) => [i === 0 ? 'type' : `type${i + 1}`, type]));
const linkOf = (/** @type {Record<string, string | number>} */ fields) =>
  Object.entries({ v: 1, ...fields })
    .map(([field, value]) => `${field}=${value}`)
    .join('&');

/** Where the rows are, by their numbers. @param {ReturnType<typeof startServer>} psql */
const placed = (psql) =>
  lines(psql('SELECT c.relname FROM items i JOIN pg_class c ON c.oid = i.tableoid ORDER BY i.i;'));

/** The exported SQL with a column for the row's number. @param {string} sql */
const numbered = (sql) => sql.replace(')\n  PARTITION BY', ', i int)\n  PARTITION BY');

test("Random rows of each type are where PostgreSQL's partitions have them", needsPostgres, (t) => {
  const psql = startServer(t);
  for (const types of [...kKeys, ['int64', 'text'], ['text', 'int32', 'uuid', 'date']]) {
    const rows = typedRows(types, { seed: types.length, nulls: types.length > 1 });
    const params = paramsOf(types);
    const [{ text }] = postgresql.write({ strategy: 'partitions', nodes: kNames.map((name) => ({ name })), params });
    psql(`${numbered(text)}COPY items FROM STDIN;\n${copied(types, rows)}\\.\n`);
    const link = linkOf({ nodes: kNames.join(','), strategy: 'partitions', ...params });
    compared(types.join(), ownersOf(link, rows), placed(psql), rows);
    psql('DROP TABLE items;');
  }
});

test('Partitions of unequal moduli are split and merged by the SQL that people export', needsPostgres, (t) => {
  const psql = startServer(t);
  const rows = typedRows(['int64'], { seed: 3 });
  const params = { type: 'int64', type2: 'none' };
  const logs = ['', '+e', '+e,+f', '+e,+f,-a', '+e,+f,-a,-d', '+e,+f,-a,-d,+g'];
  let before = /** @type {string[]} */ ([]);
  for (const log of logs) {
    const link = linkOf({ nodes: 'a,b,c,d', strategy: 'hash_partitions', ...params, ...(log && { log }) });
    const parts = postgresql.write({ strategy: 'hash_partitions', params, explain: stepsOf(link, 200), nodes: [] });
    const sql = parts.at(-1).text;
    if (log === '') psql(`${numbered(sql)}COPY items FROM STDIN;\n${copied(['int64'], rows)}\\.\n`);
    else psql(sql);
    assert.equal(parts.length, log === '' ? 1 : 2);
    const live = placed(psql).map((name) => name.replace(/_\d+_\d+$/, ''));
    compared(log, ownersOf(link, rows), live, rows);
    const moved = live.filter((name, i) => before.length > 0 && name !== before[i]);
    const last = log.slice(-2);
    if (last.startsWith('+')) assert.deepEqual(new Set(moved), new Set([last[1]]), log);
    before = live;
  }
  // What the server says of its partitions is a table that a cluster can begin with.
  const bounds = lines(psql('SELECT relname, pg_get_expr(relpartbound, oid) FROM pg_class WHERE relispartition;'));
  const nodes = ['b', 'c', 'e', 'f', 'g'];
  const tokens = bounds.map((line) => {
    const [, node, modulus, remainder] = /** @type {RegExpExecArray} */ (
      /^(.)[_0-9]*\|.*modulus (\d+), remainder (\d+)\)$/.exec(line)
    );
    return `${nodes.indexOf(node)}@${BigInt(modulus) * 10n ** 9n + BigInt(remainder)}`;
  });
  const owners = `hash_partitions:${tokens.join(',')}`;
  const given = linkOf({ nodes: nodes.join(','), strategy: 'hash_partitions', ...params, owners });
  compared('as the server says', ownersOf(given, rows), before, rows);
});

test(
  'PostgreSQL refuses moduli in the words that are quoted here, and ATTACH checks the constraint',
  needsPostgres,
  (t) => {
    const psql = startServer(t);
    psql('CREATE TABLE items (k bigint) PARTITION BY HASH (k);');
    psql('CREATE TABLE a PARTITION OF items FOR VALUES WITH (MODULUS 4, REMAINDER 0);');
    const words = (/** @type {string} */ sql) => psql.refused(sql).errors.join();
    const partition = (/** @type {number} */ modulus, /** @type {number} */ remainder) =>
      `CREATE TABLE b PARTITION OF items FOR VALUES WITH (MODULUS ${modulus}, REMAINDER ${remainder});`;
    assert.match(words(partition(6, 1)), /every hash partition modulus must be a factor of the next larger modulus/);
    assert.match(words(partition(8, 4)), /partition "b" would overlap partition "a"/);
    assert.match(words(partition(4, 4)), /remainder for hash partition must be less than modulus/);
    const attach = 'ALTER TABLE items ATTACH PARTITION b FOR VALUES WITH (MODULUS 4, REMAINDER 1);';
    psql('CREATE TABLE b (k bigint); INSERT INTO b SELECT generate_series(1, 100);');
    assert.match(words(attach), /partition constraint of relation "b" is violated by some row/);
    psql(`DELETE FROM b WHERE NOT satisfies_hash_partition('items'::regclass, 4, 1, k);`);
    psql(`ALTER TABLE b ADD CHECK (satisfies_hash_partition('items'::regclass, 4, 1, k));`);
    const told = psql.refused(`SET client_min_messages = debug1; ${attach}`);
    assert.match(told.all, /partition constraint for table "b" is implied by existing constraints/);
  },
);

test('Names that look like statements are names of partitions', needsPostgres, (t) => {
  const psql = startServer(t);
  const write = (/** @type {string[]} */ names) =>
    postgresql.write({ strategy: 'partitions', nodes: names.map((name) => ({ name })), params: { type: 'text' } })[0]
      .text;
  const long = (/** @type {string} */ name) => Buffer.byteLength(name) > 63;
  const names = kHostile.filter((name) => !long(name));
  psql(write(names));
  const live = JSON.parse(psql('SELECT json_agg(relname ORDER BY oid) FROM pg_class WHERE relispartition;'));
  assert.deepEqual(live, names);
  for (const name of [...kHostile.filter(long), 'x'.repeat(64), 'items']) assert.throws(() => write([name]), name);
});

test('A table that was opened keeps its own names in the SQL that splits it', needsPostgres, async (t) => {
  const { sqlTableIn } = await fromTree('web/systems/readers/postgresql.js');
  const { linkOf: openedBy } = await fromTree('web/systems/reading/link.js');
  const { readWith } = await fromTree('web/systems/reading/read.js');
  const psql = startServer(t);
  const made = [0, 1, 2].map(
    (i) => `CREATE TABLE shop."Order ${i}" PARTITION OF shop.orders FOR VALUES WITH (MODULUS 3, REMAINDER ${i});`,
  );
  psql(`CREATE SCHEMA shop;
    CREATE TABLE shop.orders (note text COLLATE "C", "Customer" bigint, price numeric(10,2), at timestamp(3) without
      time zone) PARTITION BY HASH ("Customer", note);
    ${made.join('\n')}
    INSERT INTO shop.orders SELECT n::text, n, n, now() FROM generate_series(1, 5000) n;`);
  const described = () => psql('\\pset format aligned\n\\pset tuples_only off\n\\pset footer on\n\\d+ shop.orders\n');
  const reading = await readWith(await treeReaders(), described());
  const sqlTable = sqlTableIn(described(), reading.choice);
  assert.deepEqual(sqlTable.partitions['shop.Order 1'], ['shop', 'Order 1']);
  const link = `${openedBy(reading).link.replace('&type2=text', '')}&log=%2Bshop.order_new`;
  const write = () => {
    const params = { type: 'int64', type2: 'text', type3: 'none' };
    const explain = stepsOf(link, 200);
    return postgresql.write({ strategy: 'hash_partitions', params, explain, nodes: [], sqlTable });
  };
  const [change, table] = write().map((/** @type {{text: string}} */ { text }) => text);
  assert.ok(table.startsWith('CREATE TABLE "shop"."orders" ("note" text COLLATE "C", "Customer" bigint, '), table);
  const rows = 'SELECT md5(string_agg(o::text, $$,$$ ORDER BY "Customer")) FROM shop.orders o;';
  const before = psql(rows);
  psql(change);
  assert.equal(psql(rows), before);
  const names = 'SELECT string_agg(oid::regclass::text, $$ $$ ORDER BY relname) FROM pg_class WHERE relispartition;';
  const split = psql(names);
  assert.equal(lines(split)[0].includes('shop.order_new'), true, split);
  const text = described();
  psql(`DROP TABLE shop.orders;\n${table}`); // as the page has it, from nothing
  const shape = (/** @type {string} */ of) => of.replace(/\s+Partitions:.*$/s, '');
  assert.equal(shape(described()), shape(text));
  assert.equal(psql(names), split);
});
