// Keys from files that are not plain text: Parquet, JSON lines, gzip.
import { gzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from './fixture.mjs';
import { faultsOf, open } from './page.mjs';
/** @import {Page} from '@playwright/test' */
/** @import {Playground} from './page.mjs' */

const keys = (/** @type {number} */ count) => Array.from({ length: count }, (_, i) => `customer-${i}`);
const file = (/** @type {string | Buffer} */ buffer, /** @type {string} */ name) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(buffer),
});

/**
 * @param {Page} page
 * @param {ReturnType<typeof file>} what
 */
async function chosen(page, what) {
  const playground = await open(page, './#v=1&nodes=a,b,c');
  await playground.run({ do: 'choose_keys' });
  await expect(page.locator('#own-keys')).toBeVisible();
  await page.getByLabel('Open a file, or drop it here').setInputFiles(what);
  return playground;
}

/**
 * The number of keys and their fingerprint, once they are used.
 * @param {Page} page
 * @param {Playground} playground
 */
async function used(page, playground) {
  await page.getByRole('button', { name: 'Use these keys' }).click();
  await expect(page.locator('#own-keys')).toBeHidden();
  const { keys: count, own_keys: own } = await playground.state();
  return [count, own.fingerprint];
}

/**
 * @param {string} folder
 * @param {string} sql
 */
async function parquet(folder, sql, options = '') {
  const connection = await (await DuckDBInstance.create()).connect();
  await connection.run(`COPY (${sql}) TO '${folder}' (FORMAT parquet${options && `, ${options}`})`);
  return readFileSync(folder);
}

test('text, gzip, JSON lines and Parquet give the same keys', async ({ page }, info) => {
  const names = keys(3000);
  const text = await chosen(page, file(names.join('\n'), 'keys.txt'));
  const expected = await used(page, text);
  expect(expected[0]).toBe(3000);

  const packed = await chosen(page, file(gzipSync(names.join('\n')), 'keys.txt'));
  expect(await used(page, packed)).toEqual(expected);

  const json = await chosen(page, file(names.map((id, n) => JSON.stringify({ n, user: { id } })).join('\n'), 'keys'));
  await expect(page.locator('#own-keys-column option')).toHaveText(['.n', '.user.id']);
  await expect(page.getByLabel('First line is a header')).toBeHidden();
  await page.getByLabel('Key column').selectOption('.user.id');
  expect(await used(page, json)).toEqual(expected);

  const bytes = await parquet(
    info.outputPath('keys.parquet'),
    `SELECT [i] AS list, 'customer-' || i AS id, i::DOUBLE AS half FROM range(3000) AS t(i)`,
  );
  const table = await chosen(page, file(bytes, 'keys'));
  await expect(page.locator('#own-keys-column option')).toHaveText([
    'list.list.element (no key: a list)',
    'id',
    'half (no key: double)',
  ]);
  expect(await used(page, table)).toEqual(expected);
  expect(faultsOf(page)).toEqual([]);
});

test('a damaged file, or one with a row without a key, is refused in words, and another one is accepted', async ({
  page,
}, info) => {
  const playground = await chosen(page, file(gzipSync('a\nb\nc\n').subarray(0, 20), 'cut.gz'));
  await expect(page.locator('#own-keys-refused')).toHaveText('The gzip data ends too early.');
  await expect(page.getByRole('button', { name: 'Use these keys' })).toBeDisabled();

  const bytes = await parquet(
    info.outputPath('rows.parquet'),
    `SELECT CASE WHEN i <> 41 THEN i END AS id FROM range(100) AS t(i)`,
  );
  await page.getByLabel('Open a file, or drop it here').setInputFiles(file(bytes, 'rows'));
  await page.getByRole('button', { name: 'Use these keys' }).click();
  await expect(page.locator('#own-keys-refused')).toHaveText('Row 42: NULL is not a key.');

  await page.getByLabel('Open a file, or drop it here').setInputFiles(file(bytes.subarray(0, 200), 'rows'));
  await expect(page.locator('#own-keys-refused')).toHaveText(
    'The file begins like Parquet, and its footer cannot be read.',
  );

  await page
    .getByLabel('Open a file, or drop it here')
    .setInputFiles(file('{"id":9007199254740993}\n{"id":2}', 'rows'));
  expect((await used(page, playground))[0]).toBe(2);
  expect(faultsOf(page)).toEqual([]);
});

test('a Parquet file whose zstd data never ends is given up, and the page answers all the while', async ({
  page,
}, info) => {
  const playground = await chosen(page, file('a\nb', 'keys.txt'));
  const bytes = await parquet(
    info.outputPath('endless.parquet'),
    `SELECT 'ключ ' || (i * 7919 % 100003) AS id FROM range(60) AS t(i)`,
    'COMPRESSION zstd',
  );
  bytes[bytes.indexOf(Buffer.from([0x28, 0xb5, 0x2f, 0xfd])) + 14] ^= 1 << 6;
  await page.getByLabel('Open a file, or drop it here').setInputFiles(file(bytes, 'endless.parquet'));
  await page.getByRole('button', { name: 'Use these keys' }).click();
  await page.waitForTimeout(1000);
  expect(
    await page.evaluate(
      () =>
        new Promise((done) => {
          setTimeout(() => done('answered'), 0);
        }),
    ),
  ).toBe('answered');
  await expect(page.locator('#own-keys-refused')).toContainText(
    'nothing could be read for 5 seconds, so reading was stopped',
    { timeout: 30_000 },
  );
  await page
    .getByLabel('Open a file, or drop it here')
    .setInputFiles(file('{"user.id":"a","user":{"id":"x"}}\n{"user.id":"b","user":{"id":"x"}}', 'rows'));
  await expect(page.locator('#own-keys-column option')).toHaveText(['.["user.id"]', '.user.id']);
  expect((await used(page, playground))[0]).toBe(2);
  expect(faultsOf(page)).toEqual([]);
});

test('the code that reads Parquet and gzip is loaded with the first such file', async ({ page }) => {
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await chosen(page, file('a\nb', 'keys.txt'));
  expect(asked.filter((path) => /parquet|gunzip/.test(path))).toEqual([]);
  await page.getByLabel('Open a file, or drop it here').setInputFiles(file(gzipSync('a\nb'), 'keys.gz'));
  await expect.poll(() => asked.filter((path) => /parquet|gunzip/.test(path)).length).toBe(1);
});

test('several columns become one key, which a strategy for typed keys reads by its types', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=p0..p6&strategy=partitions&type=int64&type2=text');
  await playground.run({ do: 'choose_keys' });
  const rows = ['id,name,requests', '1,anna,5', '2,,6', '3,"",7', '-4,"a ""b""",8'];
  await page.getByLabel('Open a file, or drop it here').setInputFiles(file(rows.join('\r\n'), 'rows.csv'));
  await expect(page.getByLabel('Third column')).toBeHidden();
  await page.getByLabel('Key column').selectOption({ index: 1 });
  await page.getByLabel('Key column').press('Tab'); // on to the next menu: no mouse is needed
  await expect(page.getByLabel('Second column')).toBeFocused();
  await expect(page.locator('#own-keys-joined')).toBeHidden();
  await page.getByLabel('Second column').selectOption({ index: 1 });
  await expect(page.locator('#own-keys-joined')).toContainText('A key is these columns with a TAB between them');
  await expect(page.getByLabel('Third column')).toBeVisible();
  await expect(page.getByLabel('Fourth column')).toBeHidden();
  await expect(page.getByLabel('First line is a header')).toBeChecked();
  await page.getByLabel('Rows or requests per key').selectOption({ index: 1 });
  const csv = await used(page, playground);
  expect(csv[0]).toBe(4);
  const { nodes } = await playground.state();
  expect(nodes.reduce((sum, { keys: count }) => sum + count, 0)).toBe(4);

  const objects = [
    { id: 1, name: 'anna', n: 5 },
    { id: 2, name: null, n: 6 },
    { id: 3, name: '', n: 7 },
    { id: -4, name: 'a "b"', n: 8 },
  ];
  const json = await chosen(page, file(objects.map((each) => JSON.stringify(each)).join('\n'), 'rows'));
  await page.getByLabel('Second column').selectOption('.name');
  await page.getByLabel('Rows or requests per key').selectOption('.n');
  expect(await used(page, json)).toEqual(csv);

  await page.goto('./#v=1&nodes=p0..p6&strategy=partitions&type=int64&type2=text');
  await playground.started();
  await playground.run({ do: 'choose_keys' });
  await page.getByLabel('Open a file, or drop it here').setInputFiles(file('1,"\\N"\n2,b\n', 'rows.csv'));
  await page.getByLabel('Key column').selectOption({ index: 1 });
  await page.getByLabel('Second column').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Use these keys' }).click();
  await expect(page.locator('#own-keys-refused')).toHaveText(
    'Line 1: the text “\\N” cannot be told from NULL in a key.',
  );
  await page.getByLabel('Key column').selectOption('whole line');
  await expect(page.getByLabel('Second column')).toBeHidden();
  expect(faultsOf(page)).toEqual([]);
});
