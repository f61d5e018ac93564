// Keys with their rows, from “Choose a sharding key” and from files with a column of counts, in the page's requests and
// bytes.
import { readFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import axe from 'axe-core';
import { built } from '../../built.mjs';
import { expect, test } from './fixture.mjs';
import { faultsOf, fillLong, inFooter, open } from './page.mjs';
/** @import {Page} from '@playwright/test' */
/** @import {WorldId} from '../../../web/headless/reshard-profile.d.ts' */
/** @import {Playground} from './page.mjs' */
/** @import {AxeResults} from 'axe-core' */

const kWait = { timeout: 60_000 };
const file = (/** @type {string | Buffer} */ buffer, /** @type {string} */ name) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(buffer),
});
const byNode = (/** @type {string[]} */ nodes, /** @type {Uint32Array} */ owners, /** @type {number[]} */ counts) => {
  const rows = nodes.map(() => 0);
  owners.forEach((owner, key) => {
    rows[owner] += counts[key];
  });
  return rows;
};

/** What the text view says of each node's requests, {name: text}. @param {Page} page */
async function requestsOf(page) {
  if (await page.locator('#text-view').isHidden()) await page.locator('#text-open').press('Enter');
  const rows = page.locator('#text-states tr[data-node]');
  await expect(rows.first()).toBeVisible(kWait);
  return Object.fromEntries(
    await rows.evaluateAll((all) => all.map(({ cells }) => [cells[0].textContent, cells[1].textContent])),
  );
}

const percents = (/** @type {string[]} */ nodes, /** @type {number[]} */ rows) => {
  const all = rows.reduce((a, b) => a + b, 0);
  return Object.fromEntries(nodes.map((name, i) => [name, `${((100 * rows[i]) / all).toFixed(1)}%`]));
};

/**
 * How often each value of a world's column occurs, counted here.
 * @param {WorldId} id
 * @param {string} column
 */
async function worldCounts(id, column) {
  const { loadProfiler } = await built('reshard-profile.mjs');
  const world = (await loadProfiler()).world({ id });
  const at = world.info.columns.indexOf(column),
    counts = new Map();
  for (let first = 0; first < world.info.rows; first += 1_000) {
    for (const row of world.rows(first, Math.min(1_000, world.info.rows - first)))
      if (row[at]) counts.set(row[at], (counts.get(row[at]) ?? 0) + 1);
  }
  return { counts, rows: world.info.rows };
}

/**
 * @param {Page} page
 * @param {ReturnType<typeof file>} what
 */
async function chosen(page, what, link = 'v=1&nodes=a,b,c&strategy=modulo') {
  const playground = await open(page, `./#${link}`);
  await playground.run({ do: 'choose_keys' });
  await page.getByLabel('Open a file, or drop it here').setInputFiles(what);
  return playground;
}

/**
 * @param {Page} page
 * @param {Playground} playground
 */
async function used(page, playground) {
  await page.getByRole('button', { name: 'Use these keys' }).click();
  await expect(page.locator('#own-keys')).toBeHidden(kWait);
  return playground.state();
}

test('a key chosen in the shop takes its rows along: into requests, bytes, the move and the runbook', async ({
  page,
}) => {
  const nodes = ['node-0', 'node-1', 'node-2', 'node-3', 'node-4'];
  const playground = await open(page, './#v=1&nodes=5&strategy=modulo');
  await (await inFooter(page, '[data-dialog=sharding_key]')).click();
  const dialog = page.locator('#sharding_key');
  await expect(dialog.locator('[data-name=outcome]')).toContainText('Best key', kWait);
  await dialog
    .getByRole('radio', { name: /customer_id/ })
    .first()
    .check();
  const column = await dialog.getByRole('radio', { checked: true }).inputValue();
  await dialog.getByRole('button', { name: 'Use this key in the playground' }).click();
  await expect(dialog).toBeHidden(kWait);

  const { counts } = await worldCounts('shop', column),
    keys = [...counts.keys()],
    rows = [...counts.values()];
  const all = rows.reduce((a, b) => a + b, 0);
  const note = page.locator('#preset-note');
  await expect(note).toContainText(`${all.toLocaleString('en')} rows in all`);
  await (await inFooter(page, '[data-dialog=cluster]')).click();
  await expect(page.locator('#cluster')).toBeVisible();
  await expect(page.locator('#cluster').getByRole('button', { name: 'Close' })).toHaveCount(1);
  await expect(note, 'it is about the page, and stays there').toBeVisible();
  await page.keyboard.press('Escape');
  const state = await playground.state();
  expect([state.keys, state.own_keys.counted]).toEqual([keys.length, all]);
  const core = await (await built('reshard-core.mjs')).loadReshard();
  const before = core.place({ strategy: 'modulo', nodes, keys });
  const slow = percents(nodes, byNode(nodes, before.owners, rows));
  expect(await requestsOf(page)).toEqual(slow);
  await expect(page.locator('#text-load')).toContainText(
    `Requests go by the rows or requests of each key, ${all.toLocaleString('en')} in all`,
  );
  // The control: counting keys only, or each key with its neighbour's rows, gives something else.
  expect(
    percents(
      nodes,
      byNode(
        nodes,
        before.owners,
        rows.map(() => 1),
      ),
    ),
  ).not.toEqual(slow);
  expect(percents(nodes, byNode(nodes, before.owners, [...rows.slice(1), rows[0]]))).not.toEqual(slow);

  await playground.clickControl('add-node');
  const after = core.place({ strategy: 'modulo', nodes: [...nodes, 'node-5'], keys });
  const moved = rows.reduce((sum, each, key) => sum + (before.owners[key] === after.owners[key] ? 0 : each), 0);
  expect(await requestsOf(page)).toEqual(percents(after.nodes, byNode(after.nodes, after.owners, rows)));

  await page.locator('#timeline').getByRole('button', { name: 'Bytes and time…' }).click();
  const costs = page.locator('#costs');
  await expect(costs.getByLabel('Rows in your system')).toHaveValue(String(all));
  const rowBytes = Number(await costs.getByLabel('Size of a row').inputValue());
  expect(rowBytes).toBeGreaterThan(20);
  const bytes = moved * rowBytes;
  const text = bytes >= 1e8 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e6).toFixed(bytes >= 1e7 ? 1 : 2)} MB`;
  await expect(costs.getByRole('status')).toContainText(text);
  await expect(costs.locator('tbody tr').nth(-2).locator('td').nth(1)).toHaveText(
    `${((100 * moved) / all).toFixed(1)}%`,
  );
  /** @type {AxeResults} */
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run('#costs'); })()`);
  expect(violations.map(({ id, nodes: [first] }) => [id, first.html])).toEqual([]);
  await costs.locator('button[name=close]').click();

  await page.locator('#timeline [data-dialog=migrate]').click();
  const migrate = page.locator('#migrate');
  await expect(migrate.locator('.said').first()).not.toBeEmpty(kWait);
  const value = async () => Number(await migrate.locator('[name=value_bytes]').inputValue());
  // By default its rows move. In a sample of 20,000, the share of each pair of nodes is off by less than one key.
  await expect(migrate.locator('[name=subject] option').first()).toHaveText('your keys: last change');
  await expect(migrate.locator('[name=subject]')).toHaveValue('own');
  await expect(migrate).toContainText(
    'This runs on a sample of your rows or requests. ' +
      `Of all ${all.toLocaleString('en')}, ${moved.toLocaleString('en')} move.`,
  );
  const movedHere = async () =>
    Number(
      (/([\d,]+) keys move in/.exec(await migrate.locator('.said').first().textContent()) ?? ['', 'NaN'])[1].replaceAll(
        ',',
        '',
      ),
    );
  const off = async () => Math.abs((await movedHere()) / 20_000 - moved / all),
    subject = migrate.locator('[name=subject]');
  expect(Math.abs((await value()) + 30 - rowBytes)).toBeLessThan(1.1); // a row's bytes are shown to 0.1
  await subject.selectOption('all');
  await expect
    .poll(async () => Math.abs((await value()) + 30 - (all / keys.length) * rowBytes))
    .toBeLessThan(0.05 * (all / keys.length) + 1);
  await subject.selectOption('own');
  await migrate.locator('[name=protocol]').selectOption('double_write');
  await expect.poll(off, kWait).toBeLessThan(30 / 20_000);
  await subject.selectOption('all'); // the control: generated keys move another share
  await expect.poll(off, kWait).toBeGreaterThan(30 / 20_000);
  await migrate.locator('[name=runbook]').click();
  const runbook = page.locator('#runbook');
  await expect(runbook.locator('[name=keys]')).toHaveValue(String(all));
  await expect(runbook.locator('[name=before]')).toHaveValue('5');
  await expect(runbook.locator('[name=after]')).toHaveValue('6');
  await expect(runbook.locator('[data-name=table-says]')).toContainText(
    `it moves ${moved.toLocaleString('en')} of ${all.toLocaleString('en')} rows`,
    kWait,
  );
  // A sample of 100,000 rows stands for all: each of the 30 pairs of nodes is off by less than one row.
  const told = /([\d,]+) of ([\d,]+) \(/.exec(await runbook.locator('article dl').textContent());
  expect(Math.abs(Number(told[1].replaceAll(',', '')) / all - moved / all)).toBeLessThan(30 / 100_000);
  await runbook.locator('[name=after]').fill('7');
  await expect(runbook.locator('[data-name=table-says]')).toContainText('the least one', kWait);
  expect(faultsOf(page)).toEqual([]);
});

test('a file with counts is accepted, an invalid count is reported with its line, and nothing is lost', async ({
  page,
}) => {
  const rows = Array.from(
    { length: 400 },
    (_, i) => /** @type {[string, number]} */ ([`customer-${i}`, i === 7 ? 50_000 : 1 + (i % 9)]),
  );
  const csv = ['id,orders', ...rows.map((row) => row.join(','))].join('\n');
  const playground = await chosen(page, file(csv, 'orders.csv'), 'v=1&nodes=a,b,c&strategy=modulo&keys=1000');
  const before = await playground.state(),
    refused = page.locator('#own-keys-refused');
  const field = (/** @type {string} */ name) => page.locator(`#own-keys-${name}`);
  for (const wrong of ['', '-5', '0', '1e30', '2.5', 'many', '1000000000001']) {
    await page.getByLabel('Open a file, or drop it here').setInputFiles(file(`a,1\nb,${wrong}\nc,3`, 'wrong.csv'));
    await field('column').selectOption('44,0');
    await field('counts').selectOption('44,1');
    await page.getByRole('button', { name: 'Use these keys' }).click();
    await expect(refused).toHaveText(`line 2: “${wrong}” cannot be read as a whole number, 1 to 1000000000000`);
  }
  expect(await playground.state()).toEqual(before);

  await page.getByLabel('Open a file, or drop it here').setInputFiles(file(csv, 'orders.csv'));
  await expect(field('counts')).toBeHidden(); // with whole lines as keys there is no other column
  await field('column').selectOption('44,0');
  await expect(field('counts').locator('option')).toHaveText(['not known: all keys alike', /orders/]);
  await field('counts').selectOption('44,1');
  await field('header').check();
  const { own_keys: own, keys } = await used(page, playground);
  expect([keys, own.counted]).toEqual([400, rows.reduce((sum, [, count]) => sum + Number(count), 0)]);
  const core = await (await built('reshard-core.mjs')).loadReshard();
  const placed = core.place({ strategy: 'modulo', nodes: ['a', 'b', 'c'], keys: rows.map(([id]) => id) });
  const slow = percents(
    placed.nodes,
    byNode(
      placed.nodes,
      placed.owners,
      rows.map(([, count]) => count),
    ),
  );
  expect(await requestsOf(page)).toEqual(slow);
  await page.locator('#text-skew').fill('1');
  await page.locator('#text-skew').press('Enter');
  await expect(page.locator('#text-load')).toContainText('The skew decides who gets the requests');
  expect(await requestsOf(page)).not.toEqual(slow);
  await playground.run({ do: 'undo' });
  expect(await requestsOf(page)).toEqual(slow);

  // The link has the number and the fingerprint. Without their counts the same keys have another fingerprint.
  await page.reload();
  const reader = await playground.started();
  await page.getByRole('region', { name: 'Keys this link needs' }).getByRole('button').click();
  await page.getByLabel('Open a file, or drop it here').setInputFiles(file(csv, 'orders.csv'));
  await field('column').selectOption('44,0');
  await field('header').check();
  await page.getByRole('button', { name: 'Use these keys' }).click();
  await expect(refused).toContainText('this file has 400 keys');
  await expect(refused).toContainText('If these keys had rows or requests, choose that column too.');
  await field('counts').selectOption('44,1');
  const again = await used(page, reader);
  expect(again.own_keys).toEqual(own);
  expect(await requestsOf(page)).toEqual(slow);
  expect(faultsOf(page)).toEqual([]);
});

test('text, JSON lines and Parquet give the same keys with the same counts', async ({ page }, info) => {
  const sql =
    'SELECT i % 7 + 1 AS n, ' +
    `CASE WHEN i = 3 THEN '"quoted"' ELSE 'customer-' || i END AS id FROM range(500) AS t(i)`;
  const connection = await (await DuckDBInstance.create()).connect();
  const seen = [];
  for (const [form, at, counts] of [
    ['csv', '44,1', '44,0'],
    ['json', '1', '0'],
    ['parquet', '1', '0'],
  ]) {
    const path = info.outputPath(`keys.${form}`);
    await connection.run(`COPY (${sql}) TO '${path}' (FORMAT ${form})`);
    const playground = await chosen(page, file(readFileSync(path), `keys.${form}`));
    await page.locator('#own-keys-column').selectOption(at);
    await page.locator('#own-keys-counts').selectOption(counts);
    if (form === 'csv') await page.locator('#own-keys-header').check();
    const { own_keys: own } = await used(page, playground);
    expect(own.counted).toBe(Array.from({ length: 500 }, (_, i) => (i % 7) + 1).reduce((a, b) => a + b, 0));
    seen.push(own.fingerprint);
  }
  expect(seen[1]).toBe(seen[0]);
  expect(seen[2]).toBe(seen[0]);

  const playground = await chosen(page, file('{"id":"a","n":1}\n{"id":"b"}\n', 'keys.json'));
  await page.locator('#own-keys-column').selectOption('0');
  await page.locator('#own-keys-counts').selectOption('1');
  await page.getByRole('button', { name: 'Use these keys' }).click();
  await expect(page.locator('#own-keys-refused')).toHaveText(
    'line 2: “” cannot be read as a whole number, 1 to 1000000000000',
  );
  expect((await playground.state()).kind).toBe('sequential');
  expect(faultsOf(page)).toEqual([]);
});

test('pasted rows are counted by their key, also by a pair', async ({ page }) => {
  const nodes = ['node-0', 'node-1', 'node-2', 'node-3'];
  const playground = await open(page, './#v=1&nodes=4&strategy=modulo');
  await (await inFooter(page, '[data-dialog=sharding_key]')).click();
  const dialog = page.locator('#sharding_key');
  await expect(dialog.locator('[data-name=outcome]')).toContainText('Best key', kWait);
  const rows = Array.from(
    { length: 3000 },
    (_, i) => /** @type {[string, string, number]} */ ([`t${(i * i) % 23}`, `u${(i * 31) % 40}`, i]),
  );
  await dialog.getByText('Paste rows', { exact: true }).click();
  await fillLong(
    dialog.getByRole('textbox', { name: 'Paste rows' }),
    ['tenant_id,user_id,n', ...rows.map((row) => row.join(','))].join('\n'),
  );
  await dialog.getByRole('button', { name: 'Use these rows' }).click();
  await dialog
    .getByLabel('SQL, or rows of pg_stat_statements')
    .fill('9/s select * from t where tenant_id = ? and user_id = ?');
  await dialog.getByRole('button', { name: 'Use only these' }).click();
  await expect(dialog.getByRole('radio', { name: /tenant_id, user_id/ }).first()).toBeVisible(kWait);
  await dialog
    .getByRole('radio', { name: /tenant_id, user_id/ })
    .first()
    .check();
  await dialog.getByRole('button', { name: 'Use this key in the playground' }).click();
  await expect(dialog).toBeHidden(kWait);
  const counts = new Map();
  for (const [tenant, user] of rows) counts.set(`${tenant}|${user}`, (counts.get(`${tenant}|${user}`) ?? 0) + 1);
  expect((await playground.state()).keys).toBe(counts.size);
  const core = await (await built('reshard-core.mjs')).loadReshard();
  const placed = core.place({ strategy: 'modulo', nodes, keys: [...counts.keys()] });
  expect(await requestsOf(page)).toEqual(percents(nodes, byNode(nodes, placed.owners, [...counts.values()])));
  expect(faultsOf(page)).toEqual([]);
});
