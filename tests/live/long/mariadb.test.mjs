// HASH, LINEAR HASH, KEY and LINEAR KEY compared with MariaDB's own: where it puts random rows, and the SQL that people
// export.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromTree } from '../../built.mjs';
import { kHostile } from '../hostile.mjs';
import { needsMariadb, startMariadb } from '../mariadb.mjs';
import { compared, ownersOf, typedRows } from '../../command/typed_rows.mjs';

const { default: mariadb } = await fromTree('web/systems/mariadb.js');

/** @type {[dialect: string, types: string[]][]} */
const kSchemes = [
  ['mariadb_hash', ['int64']],
  ['mariadb_hash', ['int32']],
  ['mariadb_hash', ['int16']],
  ['mariadb_key', ['int64']],
  ['mariadb_key', ['int32']],
  ['mariadb_key', ['int16']],
  ['mariadb_key', ['bytes']],
  ['mariadb_key', ['int64', 'bytes', 'int32', 'int16']],
  ['mariadb_key_bin', ['text']],
  ['mariadb_key_bin', ['text', 'int64', 'text']],
  ['mariadb_key_nopad', ['text']],
  ['mariadb_key_nopad', ['int32', 'text']],
];
const linear = (/** @type {string} */ dialect) => dialect.replace('mariadb_', 'mariadb_linear_');
const paramsOf = (/** @type {string} */ dialect, /** @type {string[]} */ types) => ({
  dialect,
  ...Object.fromEntries(types.map((type, i) => [i === 0 ? 'type' : `type${i + 1}`, type])),
});

/** @param {string} strategy @param {Record<string, string>} params @param {number} count */
function setup(strategy, params, count) {
  const names = Array.from({ length: count }, (_, i) => `p${i}`);
  const fields = Object.entries(params).map(([field, value]) => `&${field}=${value}`);
  return {
    link: `v=1&nodes=${names.join(',')}&strategy=${strategy}${fields.join('')}`,
    parts: mariadb.write({ strategy, params, nodes: names.map((name) => ({ name })) }),
  };
}

/** @param {string[]} types @param {(?string)[]} row @param {number} number */
function values(types, row, number) {
  const fields = row.map((field, i) => {
    if (field === null) return 'NULL';
    if (types[i] === 'bytes') return `x'${field}'`;
    if (types[i] === 'text') return `CONVERT(x'${Buffer.from(field).toString('hex')}' USING utf8mb4)`;
    return field;
  });
  return `(${[...fields, number].join(',')})`;
}

/**
 * The partition of each row, by its number.
 * @param {Awaited<ReturnType<typeof startMariadb>>} sql @param {number} count @param {number} rows
 */
function placed(sql, count, rows) {
  const owners = new Array(rows);
  const asked = Array.from({ length: count }, (_, p) => `SELECT 'p${p}', i FROM items PARTITION (p${p});`).join('');
  for (const line of sql(asked).trimEnd().split('\n')) {
    const [partition, row] = line.split('\t');
    owners[Number(row)] = partition;
  }
  return owners;
}

const file = (/** @type {{file: string, text: string}[]} */ parts, /** @type {string} */ name) =>
  /** @type {{text: string}} */ (parts.find((part) => part.file === name)).text;

test("Random rows are where MariaDB's partitions have them, before and after ALTER TABLE", needsMariadb, async (t) => {
  const sql = await startMariadb(t);
  for (const [plain, types] of kSchemes) {
    for (const [strategy, dialect] of [
      ['partitions', plain],
      ['linear_hashing', linear(plain)],
    ]) {
      const rows = typedRows(types, { seed: types.length, nulls: true }).map((row) =>
        row.length === 1 && row[0] === '' ? [null] : row,
      );
      const params = paramsOf(dialect, types);
      const five = setup(strategy, params, 5),
        six = setup(strategy, params, 6);
      sql(
        `${file(five.parts, 'table.sql').replace(')\n  PARTITION BY', ', i INT)\n  PARTITION BY')}` +
          `INSERT INTO items VALUES ${rows.map((row, i) => values(types, row, i)).join(',')};`,
      );
      const what = `${dialect} ${types.join()}`;
      const before = placed(sql, 5, rows.length);
      compared(what, ownersOf(five.link, rows), before, rows);
      sql(file(five.parts, 'add.sql'));
      const after = placed(sql, 6, rows.length);
      compared(`${what}, one more`, ownersOf(six.link, rows), after, rows);
      if (strategy === 'linear_hashing') {
        // 6 of 8: partition 5 is split from 1, and nothing else moves
        const moves = new Set(before.flatMap((from, i) => (from === after[i] ? [] : [`${from} ${after[i]}`])));
        assert.deepEqual([...moves], ['p1 p5'], what);
      }
      sql(file(six.parts, 'remove.sql'));
      compared(`${what}, one less`, ownersOf(five.link, rows), placed(sql, 5, rows.length), rows);
      sql('DROP TABLE items;');
    }
  }
});

test(
  'MariaDB has at most 8,192 partitions, and reads names that look like statements as comments',
  needsMariadb,
  async (t) => {
    const sql = await startMariadb(t);
    assert.match(
      sql.refused('CREATE TABLE items (k INT) PARTITION BY HASH (k) PARTITIONS 8193;'),
      /ERROR 1499 .*Too many partitions/,
    );
    const nodes = kHostile.map((name) => ({ name }));
    sql(
      file(mariadb.write({ strategy: 'partitions', params: paramsOf('mariadb_hash', ['int64']), nodes }), 'table.sql'),
    );
    const count = `SELECT COUNT(*) FROM information_schema.partitions WHERE table_name = 'items';`;
    assert.equal(sql(count).trim(), String(kHostile.length));
  },
);
