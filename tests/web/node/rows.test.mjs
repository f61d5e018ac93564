// Several columns of a file at once, compared with what DuckDB reads from the same CSV, Parquet and JSON lines.
import { test } from 'node:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect } from '@playwright/test';
import { openRows } from '../../../web/dialogs/files/rows.js';
import { randomNumbers } from '../../live/keys.mjs';

const connection = await (await DuckDBInstance.create()).connect();
await connection.run(`SET TimeZone = 'UTC'`);
const folder = mkdtempSync(join(tmpdir(), 'reshard-rows-'));
test.after(() => rmSync(folder, { recursive: true }));

const decoder = new TextDecoder();
const textsOf = (/** @type {{bytes: Uint8Array, ends: Uint32Array}} */ { bytes, ends }) =>
  Array.from(ends, (end, i) => decoder.decode(bytes.subarray(i > 0 ? ends[i - 1] : 0, end)));

/**
 * All values, by column.
 * @param {string[]} names
 * @param {?boolean} header
 */
async function read(/** @type {Blob} */ file, names, header = null) {
  const { columns, batches } = await openRows(file, header);
  const wanted = names.map((name) => columns.findIndex((column) => column.name === name));
  expect(wanted).not.toContain(-1);
  const values = names.map(() => /** @type {string[]} */ ([]));
  for await (const batch of batches(wanted)) {
    batch.columns.forEach((column, i) => values[i].push(...textsOf(column)));
    expect(batch.columns.map(({ ends }) => ends.length)).toEqual(names.map(() => batch.rows));
  }
  return values;
}

const kRows = `SELECT i AS id, CASE WHEN i % 7 = 0 THEN NULL ELSE 'user, "' || (i * 31 % 100) || '"' END AS name,
  TIMESTAMP '2024-01-01' + to_seconds(i * 61) AS came, i % 3 = 0 AS paid, (i * 1.25)::DECIMAL(10, 2) AS price,
  CASE i % 5 WHEN 0 THEN 'two' || chr(10) || 'lines' ELSE 'ключ ' || i END AS note FROM range(50001) t(i)`;

test('CSV, gzipped CSV, Parquet and JSON lines give the same columns as DuckDB', async () => {
  const expected = async (/** @type {string} */ column) =>
    (await connection.runAndReadAll(`SELECT coalesce(${column}::VARCHAR, '') FROM (${kRows})`))
      .getRows()
      .map(([value]) => value);
  for (const [name, form] of [
    ['rows.csv', 'FORMAT csv'],
    ['rows.parquet', 'FORMAT parquet'],
    ['rows.json', 'FORMAT json'],
    ['rows.tsv', `FORMAT csv, DELIMITER '\t'`],
  ]) {
    await connection.run(`COPY (${kRows}) TO '${join(folder, name)}' (${form})`);
    const plain = readFileSync(join(folder, name));
    for (const bytes of name === 'rows.csv' ? [plain, gzipSync(plain)] : [plain]) {
      const names = ['note', 'id', 'name', 'came'];
      const values = await read(new Blob([new Uint8Array(bytes)]), names);
      for (const [i, column] of names.entries())
        expect([name, column, values[i].length, values[i].slice(0, 40)]).toEqual([
          name,
          column,
          50001,
          (await expected(column)).slice(0, 40),
        ]);
      for (const [i, column] of names.entries())
        expect(values[i].join('\u0001') === (await expected(column)).join('\u0001')).toBe(true);
    }
  }
  const parquet = await read(new Blob([readFileSync(join(folder, 'rows.parquet'))]), ['price', 'paid']);
  expect(parquet.map((column) => column.slice(0, 3))).toEqual([
    ['0.00', '1.25', '2.50'],
    ['true', 'false', 'false'],
  ]);
});

test('quoted fields, line ends of every kind and the end of a slice do not change what is read', async () => {
  const random = randomNumbers(7),
    below = (/** @type {number} */ count) => random() % count;
  const odd = ['', 'a', '"', '""', ',', '\n', '\r\n', 'ключ', '🙂', ' x ', '"a","b"', '0'];
  for (let round = 0; round < 60; ++round) {
    const width = 2 + below(4),
      end = ['\n', '\r\n'][below(2)];
    const rows = Array.from({ length: 1 + below(40) }, () =>
      Array.from({ length: width }, () => odd[below(odd.length)] + odd[below(odd.length)]),
    );
    const field = (/** @type {string} */ value) =>
      /[",\r\n]/.test(value) || below(4) === 0 ? `"${value.replaceAll('"', '""')}"` : value;
    const names = Array.from({ length: width }, (_, i) => `c${i}`);
    const text = [names, ...rows].map((row) => row.map(field).join(',')).join(end) + (below(2) ? end : '');
    // Read in pieces of a few bytes: a Blob whose slices are that short.
    const bytes = Buffer.from(text),
      step = 1 + below(9);
    const { batchesOfText } = await import('../../../web/dialogs/files/separated.js');
    const pieces = async function* pieces() {
      for (let at = 0; at < bytes.length; at += step)
        yield { bytes: new Uint8Array(bytes.subarray(at, at + step)), done: 0 };
    };
    const wanted = [width - 1, 0],
      values = /** @type {string[][]} */ ([[], []]);
    for await (const { columns } of batchesOfText(pieces(), { separator: ',', header: true, names }, wanted))
      columns.forEach((column, i) => values[i].push(...textsOf(column)));
    expect(values).toEqual(wanted.map((column) => rows.map((row) => row[column])));
  }
});

test('an error in a text names its line', async () => {
  const cases = {
    'a,b\n1,2\n3\n': /Line 3: 1 column, and the first line has 2/,
    'a,b\n1,2\n3,"4\n': /Line 3: a quote is not closed/,
    'a,b\n"1"x,2\n': /Line 2: text after a closing quote/,
  };
  for (const [text, message] of Object.entries(cases))
    await expect(read(new Blob([text]), ['a', 'b'])).rejects.toThrow(message);
});

test('a header is distinguished from a first row of values, and columns without a header are numbered', async () => {
  const headers = async (/** @type {string} */ text) =>
    (await openRows(new Blob([text]))).columns.map(({ name }) => name);
  expect(await headers('id;user\n1;2\n')).toEqual(['id', 'user']);
  expect(await headers('1|x\n2|y\n')).toEqual(['column 1', 'column 2']);
  expect(await read(new Blob(['x,y\n1,2\n']), ['column 2'], false)).toEqual([['y', '2']]);
  expect(await headers('{"id": 1, "user": {"name": "x"}}\n{"id": 2, "more": true, "city": "y"}\n')).toEqual([
    'id',
    'user.name',
    'city',
  ]);
  expect(
    await read(new Blob(['{"id": 1, "user": {"name": "x"}}\n{"id": 1.5, "city": null}\n']), ['id', 'user.name']),
  ).toEqual([
    ['1', '1.5'],
    ['x', ''],
  ]);
});
