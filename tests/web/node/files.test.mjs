// Files that people open: their keys are what DuckDB shows for the same values, and damaged files are refused.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { asLines, openFile as open } from '../../../web/dialogs/files/open_file.js';
import { randomNumbers } from '../../live/keys.mjs';

/**
 * Each kind of file has members of its own, and a test knows its kind.
 * @typedef {import('../../../web/dialogs/files/open_file.js').Text} Text
 * @typedef {import('../../../web/dialogs/files/open_file.js').OfColumns} OfColumns
 * @typedef {import('../../../web/dialogs/files/open_file.js').OfParquet} OfParquet
 * @type {(file: Blob) => Promise<Text & OfColumns & Omit<OfParquet, 'kind'> & {kind: string}>}
 */
const openFile = /** @type {any} */ (open);
/** @import {Json} from '../../types.d.ts' */

const connection = await (await DuckDBInstance.create()).connect();
await connection.run(`SET TimeZone = 'UTC'`);
const folder = mkdtempSync(join(tmpdir(), 'reshard-files-'));
test.after(() => rmSync(folder, { recursive: true }));
const blob = (/** @type {any} */ text) => new Blob([text]);
const opened = (/** @type {string} */ path) => blob(readFileSync(path));

async function keysOf(/** @type {Blob} */ file, /** @type {string} */ column) {
  const { columns, values } = await openFile(file);
  const texts = [];
  for await (const piece of values(columns.findIndex(({ name }) => name === column))) texts.push(...piece.texts);
  return texts;
}
const textOf = async (/** @type {AsyncIterable<{bytes: Uint8Array}>} */ pieces) => {
  const parts = [];
  for await (const { bytes } of pieces) parts.push(bytes);
  return Buffer.concat(parts).toString();
};

/** @type {Record<string, string>} */
const kValues = {
  text: `CASE i % 3 WHEN 0 THEN 'user ' || i WHEN 1 THEN 'ключ ' || i ELSE '"quoted, ' || i END`,
  tiny: '(i % 256 - 128)::TINYINT',
  small: '(i * 31 % 65536 - 32768)::SMALLINT',
  whole: '(i * 7919 - 1000000)::INTEGER',
  big: '(9223372036854775807 - i * 1234567)::BIGINT',
  least: '(-9223372036854775808 + i)::BIGINT',
  u8: '(i % 256)::UTINYINT',
  u16: '(i * 31 % 65536)::USMALLINT',
  u32: '(4294967295 - i)::UINTEGER',
  u64: '(18446744073709551615 - i)::UBIGINT',
  truth: '(i % 2 = 0)',
  day: `DATE '1969-12-01' + (i * 37)::INTEGER`,
  long_ago: `DATE '0001-01-01' + (i * 3)::INTEGER`,
  moment: `TIMESTAMP '1969-12-31 23:59:58.9' + to_microseconds(i * 123457)`,
  seconds: `(TIMESTAMP '2024-02-28 23:00:00' + to_seconds(i * 61))::TIMESTAMP_S`,
  millis: `(TIMESTAMP '2024-02-28 23:00:00' + to_milliseconds(i * 61))::TIMESTAMP_MS`,
  nanos: `make_timestamp_ns(1700000000000000000 + i * 1234567)`,
  zoned: `TIMESTAMPTZ '2024-02-29 12:00:00+00' + to_microseconds(i * 1000003)`,
  clock: `TIME '00:00:00' + to_microseconds(i * 9999999)`,
  uuid: `('00000000-0000-4000-8000-' || lpad(i::VARCHAR, 12, '0'))::UUID`,
  small_decimal: '(i * 0.25 - 100)::DECIMAL(7, 2)',
  decimal: '(i * 12345.6789 - 5)::DECIMAL(18, 4)',
  wide_decimal: `(i::DECIMAL(38, 10) * 123456789012345.0000000001 - 7)`,
  kind: `(['a', 'b', 'c'])[1 + i % 3]::ENUM('a', 'b', 'c')`,
};

for (const [name, options] of Object.entries({
  usual: '',
  gzip: 'COMPRESSION gzip, ROW_GROUP_SIZE 2048',
  zstd: 'COMPRESSION zstd, PARQUET_VERSION v2',
  brotli: 'COMPRESSION brotli',
  plain: 'COMPRESSION uncompressed, DICTIONARY_SIZE_LIMIT 1',
})) {
  test(`keys of a Parquet file are what DuckDB shows, for every type (${name})`, async () => {
    const file = join(folder, `${name}.parquet`);
    const select = Object.entries(kValues)
      .map(([column, sql]) => `${sql} AS ${column}`)
      .join(', ');
    await connection.run(`CREATE OR REPLACE TABLE t AS SELECT ${select} FROM range(5000) AS t(i)`);
    await connection.run(`COPY t TO '${file}' (FORMAT parquet${options && `, ${options}`})`);
    const columns = Object.keys(kValues);
    const shown = await (
      await connection.run(`SELECT ${columns.map((column) => `${column}::VARCHAR`).join(', ')} FROM '${file}'`)
    ).getRows();
    const table = opened(file);
    for (const [i, column] of columns.entries()) {
      if (name === 'zstd' && column === 'u32') continue; // see below
      assert.deepEqual(
        await keysOf(table, column),
        shown.map((row) => row[i]),
        column,
      );
    }
  });

  // Reading several columns takes another path. Some values are NULL, for a stretch all are, and some columns have a
  // dictionary.
  test(`rows of a Parquet file are what DuckDB shows, for every type (${name})`, async () => {
    const file = join(folder, `${name}-rows.parquet`),
      columns = Object.keys(kValues).filter((column) => name !== 'zstd' || column !== 'u32');
    const select = columns.flatMap((column, i) => [
      `CASE WHEN j % 13 = ${i % 13} OR j BETWEEN 12000 AND 36000 THEN NULL ELSE ${kValues[column]} END AS ${column}`,
      `CASE WHEN j > 100 THEN ${kValues[column].replaceAll(/\bi\b/g, '(i % 5)')} END AS ${column}_again`,
    ]);
    const names = columns.flatMap((column) => [column, `${column}_again`]);
    await connection.run(
      `COPY (SELECT ${select.join(', ')} FROM (SELECT j, j % 4999 AS i ` +
        `FROM range(50000) AS t(j))) TO '${file}' (FORMAT parquet${options && `, ${options}`})`,
    );
    const { columns: all, batches } = await openFile(opened(file));
    const usable = names.filter((column) => all.find(({ name: one }) => one === column).refused === null);
    assert.ok(usable.length >= names.length - 1, String(usable.length));
    const read = usable.map(() => /** @type {string[]} */ ([]));
    for await (const batch of batches(usable.map((column) => names.indexOf(column)))) {
      batch.columns.forEach(({ bytes, ends }, i) =>
        ends.forEach((end, row) =>
          read[i].push(Buffer.from(bytes.subarray(row > 0 ? ends[row - 1] : 0, end)).toString()),
        ),
      );
    }
    const shown = await connection.runAndReadAll(
      `SELECT ${usable.map((column) => `coalesce(${column}::VARCHAR, '') AS ${column}`).join(', ')} FROM '${file}'`,
    );
    const expected = shown.getColumns();
    for (const [i, column] of usable.entries())
      assert.ok(
        read[i].join('\n') === expected[i].join('\n'),
        `${column}: ${read[i].find((text, row) => text !== expected[i][row])}`,
      );
  });
}

test('unsigned 32-bit numbers in an encoding that would be misread are refused', async () => {
  const { columns } = await openFile(opened(join(folder, 'zstd.parquet')));
  assert.deepEqual(
    columns.filter(({ refused }) => refused !== null),
    [{ name: 'u32', refused: 'uint32, delta_binary_packed' }],
  );
});

test('a field of a struct is a column, and a column that cannot be a key says what it is', async () => {
  const file = join(folder, 'nested.parquet');
  await connection.run(`COPY (SELECT {'id': 'u' || i, 'at': {'n': i}} AS user, [i] AS list, i::DOUBLE AS half,
    to_days(i::INTEGER) AS span, CASE WHEN i <> 7 THEN i END AS some, '\\xFF'::BLOB AS bytes, MAP {'a': i} AS m
    FROM range(20) AS t(i)) TO '${file}'`);
  const table = opened(file);
  const { columns } = await openFile(table);
  assert.deepEqual(
    columns.filter(({ refused }) => refused === null).map(({ name }) => name),
    ['user.id', 'user.at.n', 'some', 'bytes'],
  );
  assert.deepEqual(
    columns.filter(({ refused }) => refused !== null).map(({ refused }) => refused),
    ['a list', 'double', 'interval', 'a list', 'a list'],
  );
  assert.deepEqual(
    await keysOf(table, 'user.at.n'),
    Array.from({ length: 20 }, (_, i) => String(i)),
  );
  await assert.rejects(keysOf(table, 'some'), /Row 8: NULL is not a key/);
  await assert.rejects(keysOf(table, 'bytes'), /Row 1: bytes that are not UTF-8/);
});

test('JSON lines give strings, and integers with all of their digits', async (t) => {
  const lines = [
    '{"user":{"id":"a\\u00fc"},"n":18446744073709551615}',
    '{"user":{"id":"\\"b\\""},"n":-9223372036854775808}',
    '{"n":0,"user":{"id":"c"}}',
  ];
  for (const text of [lines.join('\n'), `${lines.join('\r\n')}\r\n\n`]) {
    assert.deepEqual(await keysOf(blob(text), '.user.id'), ['aü', '"b"', 'c']);
  }
  const hasSource = (/** @type {Json[]} */ ...[, , context]) => context?.source !== undefined;
  const tells = JSON.parse('1', hasSource);
  if (!tells) return t.diagnostic('this Node does not tell how a number is written');
  assert.deepEqual(await keysOf(blob(lines.join('\n')), '.n'), ['18446744073709551615', '-9223372036854775808', '0']);
});

test('a line that has no key is refused by its number', async () => {
  for (const [text, why] of /** @type {[string, RegExp][]} */ ([
    ['{"id":"a"}\n{"id":1.5}\n', /Line 2: the field .id is no text and no whole number/],
    ['{"id":"a"}\n{"id":null}\n', /Line 2: the field .id is no text/],
    ['{"id":"a"}\n{"id":["b"]}\n', /Line 2/],
    ['{"id":"a"}\n{"ID":"b"}\n', /Line 2: has no field .id/],
    ['{"id":"a"}\n{"id":"b"\n', /Line 2: not JSON/],
    ['{"id":"a"}\n["b"]\n', /Line 2: not a JSON object/],
    ['{"id":"a"}\n\n{"id":"b"}', /Line 2: not JSON/],
    ['{"id":"a"}\n{"id":184467440737095516150}', /Line 2: the field .id is no text and no whole number/],
  ]))
    await assert.rejects(keysOf(blob(text), '.id'), why, text);
  await assert.rejects(
    keysOf(blob(Buffer.from('{"id":"a"}\n{"id":"\xff"}\n', 'latin1')), '.id'),
    /After line 0: not UTF-8/,
  );
  const asText = async (/** @type {string} */ text) => textOf(asLines((await openFile(blob(text))).values(0)));
  await assert.rejects(asText('{"id":""}'), /Row 1: the key is empty/);
  await assert.rejects(asText('{"id":"a"}\n{"id":"b\\nc"}'), /Row 2: the key has a line break/);
  await assert.rejects(asText('{"id":"\\ud800"}'), /Row 1: the key is not Unicode text/);
  assert.equal(await asText('{"id":"\ufeffa"}\n{"id":"b"}'), '\ufeff\ufeffa\nb\n');
});

test('gzip is recognised by its content and unpacked, with one member or several, wherever they end', async () => {
  const text = Array.from({ length: 100_000 }, (_, i) => `key-${(i * 7919) % 100_003}\n`).join('');
  const { kind, pieces, head } = await openFile(blob(gzipSync(text)));
  assert.equal(kind, 'text');
  assert.ok(text.startsWith(head));
  assert.equal(await textOf(pieces()), text);
  const half = gzipSync(text.slice(0, 500_000)),
    rest = gzipSync(text.slice(500_000));
  assert.equal(
    await textOf((await openFile(blob(Buffer.concat([half, Buffer.alloc(100), rest, Buffer.alloc(9)])))).pieces()),
    text,
  );
  // A gzip member that ends where a slice of 256 KiB does.
  const stored = Array.from({ length: 262_144 - 30 }, (_, i) => 97 + (i % 26));
  for (let size = stored.length; size > stored.length - 20; --size) {
    const member = gzipSync(Buffer.from(stored.slice(0, size)), { level: 0 });
    if (member.length !== 262_144) continue;
    assert.equal(
      (await textOf((await openFile(blob(Buffer.concat([member, rest])))).pieces())).length,
      size + text.length - 500_000,
    );
  }
  assert.equal((await openFile(blob(gzipSync('{"id":"x"}\n')))).kind, 'json');
});

test('2,000 damaged files are refused in words or read to the end', async () => {
  const next = randomNumbers(25),
    below = (/** @type {number} */ n) => next() % n;
  const text = Array.from({ length: 3000 }, (_, i) => `{"id":"user ${i * 37}"}\n`).join('');
  await connection.run(
    `COPY (SELECT 'user ' || (i * 37) AS id FROM range(3000) AS t(i)) ` +
      `TO '${folder}/hostile.parquet' (ROW_GROUP_SIZE 2048)`,
  );
  const files = [Buffer.from(text), gzipSync(text), readFileSync(join(folder, 'hostile.parquet'))];
  let refused = 0;
  for (let round = 0; round < 2000; ++round) {
    const bytes = Buffer.from(files[round % 3]);
    for (let i = below(4); i >= 0; --i) bytes[below(bytes.length)] ^= 1 << below(8);
    const file = blob(below(3) === 0 ? bytes.subarray(0, below(bytes.length)) : bytes);
    try {
      const { kind, pieces, values, batches } = await openFile(file);
      if (kind === 'parquet' && round % 2 === 0) for await (const { rows } of batches([0])) assert.ok(rows > 0);
      else await textOf(kind === 'text' ? pieces() : asLines(values(0)));
    } catch (error) {
      refused += 1;
      assert.ok(error instanceof Error && error.message.length > 0 && error.message.length < 500, String(error));
    }
  }
  assert.ok(refused > 1000, String(refused));
});
