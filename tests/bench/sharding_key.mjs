// How long “Choose a sharding key” takes for 5,000,000 rows of 20 columns, in real Chromium: from opening the file to
// the answer, four columns judged together with their time, and the page's longest task meanwhile. For comparison
// DuckDB counts the same columns' values on one thread. After web/serve --build:
//   node tests/bench/sharding_key.mjs [--rows 5000000] [--dist dist] [--runs 3]
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { median, served } from './served.mjs';
/** @import {Browser} from '@playwright/test' */

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '5000000' },
    dist: { type: 'string', default: 'dist' },
    runs: { type: 'string', default: '3' },
  },
});
const rows = Number(options.rows),
  runs = Number(options.runs);

const kFigures = Array.from({ length: 12 }, (_, i) => `hash(i * ${i + 3}) % 100000 AS figure_${i}`).join(', ');
const kColumns = `i AS order_id, hash(i) % 1000000 AS customer_id, uuid() AS request_id, hash(i + 7) % 500 AS shop_id,
  TIMESTAMP '2026-01-01' + to_seconds(i) AS created_at, 'city ' || hash(i + 9) % 3000 AS city,
  ['new', 'paid', 'sent'][1 + i % 3] AS status, 'note ' || i AS note, ${kFigures}`;
const kCounted = ['order_id', 'customer_id', 'shop_id', 'city'];
const kSql = kCounted
  .map((name, i) => `${100 - i}/s select * from orders where ${name} = $1 and created_at > $2;`)
  .join('\n');
const kWait = { timeout: 300_000 };

const folder = mkdtempSync(join(tmpdir(), 'reshard-rows-'));
const connection = await (await DuckDBInstance.create(undefined, { threads: '1' })).connect();
const seconds = async (/** @type {() => Promise<unknown>} */ work) => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
};
/**
 * The time from the file to the answer, and the page's longest task; then how soon a second reading can be stopped.
 * @param {Browser} browser
 * @param {string} home
 * @param {string} file
 */
async function profiled(browser, home, file) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${home}#v=1&nodes=16&dialog=sharding_key`);
  const dialog = page.locator('#sharding_key'),
    outcome = dialog.locator('[data-name=outcome]');
  await outcome.filter({ hasText: 'Best key' }).waitFor(kWait);
  await dialog.getByLabel('SQL, or rows of pg_stat_statements').fill(kSql);
  await dialog.getByRole('button', { name: 'Use only these' }).click();
  await dialog.locator('.working').waitFor({ state: 'hidden', ...kWait });
  await page.evaluate(() => {
    const tasks = /** @type {any} */ (window.tasks = [0]);
    new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => tasks.push(duration))).observe({
      entryTypes: ['longtask'],
    });
  });
  const taken = await seconds(async () => {
    await dialog.getByLabel('Open a file of rows').setInputFiles(file);
    await dialog.locator('[data-name=rows-says]').filter({ hasText: '20 columns' }).waitFor(kWait);
    await dialog.locator('.working').waitFor({ state: 'visible', ...kWait });
    await dialog.locator('.working').waitFor({ state: 'hidden', ...kWait });
  });
  const said = await outcome.textContent(),
    longest = await page.evaluate(() => Math.max(.../** @type {any} */ (window).tasks));
  await dialog.getByText('Shards, columns, time').click();
  await dialog.locator('select[name=time]').selectOption('');
  await dialog.locator('.working').getByRole('button', { name: 'Cancel' }).waitFor(kWait);
  const ended = await seconds(async () => {
    await dialog.locator('.working').getByRole('button', { name: 'Cancel' }).click();
    await outcome.filter({ hasText: 'Cancelled.' }).waitFor(kWait);
  });
  await page.close();
  return { taken, longest, said, ended };
}

const { home, browser, close } = await served(options.dist);
try {
  console.log(
    '| file | MB | the page, s | DuckDB counts the values, s | longest task of the page, ms | ended after, s |\n| --- | --: | --: | --: | --: | --: |',
  );
  for (const [name, form] of [
    ['Parquet', 'parquet'],
    ['CSV', 'csv'],
  ]) {
    const file = join(folder, `orders.${form}`);
    await connection.run(`COPY (SELECT ${kColumns} FROM range(${rows}) t(i)) TO '${file}' (FORMAT ${form})`);
    const source = form === 'csv' ? `read_csv('${file}')` : `'${file}'`;
    /** @type {number[]} */
    const counted = [];
    /** @type {Awaited<ReturnType<typeof profiled>>[]} */
    const pages = [];
    for (let run = 0; run < runs; ++run) {
      counted.push(
        await seconds(() =>
          connection.run(`SELECT ${kCounted.map((column) => `count(DISTINCT ${column})`).join(', ')} FROM ${source}`),
        ),
      );
      pages.push(await profiled(browser, home, file));
    }
    const of = (/** @type {'taken' | 'longest' | 'ended'} */ what) => median(pages.map((one) => one[what]));
    console.log(
      `| ${name} | ${Math.round(statSync(file).size / 1e6)} | ${of('taken').toFixed(1)} | ` +
        `${median(counted).toFixed(1)} | ${of('longest').toFixed(0)} | ${of('ended').toFixed(2)} |`,
    );
    if (!pages.every(({ said }) => said.includes('Best key'))) throw new Error(`The page said: ${pages[0].said}`);
    rmSync(file);
  }
} finally {
  await close();
  rmSync(folder, { recursive: true });
}
