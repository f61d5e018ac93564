// Where a plan of “Rebalance” goes on: its runbook, and the page, where Migrate shows how it moves.
import { readFileSync } from 'node:fs';
import axe from 'axe-core';
import { openDialog, openRead, paste, textOf } from './cluster_dialog.mjs';
import { expect, test } from './fixture.mjs';
import { faultsOf, inFooter, open } from './page.mjs';
/** @import {AxeResults} from 'axe-core' */
/** @import {Page} from '@playwright/test' */

// Node a bears 24 of 30 requests, and may bear 11: s2 and s3, 13 GB, leave it.
const kRows = [
  'shard,node,bytes,requests',
  ...['s1,a,9000000000,8', 's2,a,8000000000,8', 's3,a,5000000000,5', 's4,a,1000000000,3'],
  ...['s5,b,2000000000,2', 's6,b,1000000000,1', 's7,c,3000000000,3'],
].join('\n');

/** @param {Page} page */
async function rebalance(page) {
  await (await inFooter(page, '[data-dialog="rebalance"]')).click();
  return planned(page);
}

/** @param {Page} page */
async function planned(page) {
  const dialog = page.locator('#rebalance');
  const headline = dialog.getByRole('status').first();
  await expect(headline).toHaveText(/\S/, { timeout: 60_000 });
  await expect(dialog.locator('[data-name="working"]')).toBeHidden();
  return { dialog, headline };
}

/** @param {Page} page */
const hashOf = (page) => page.evaluate(() => location.hash);

/** What was copied last. @param {Page} page */
const copied = (page) => page.evaluate(() => /** @type {any} */ (window).copied);
/** @param {Page} page */
const catchCopies = (page) =>
  page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => {
      /** @type {any} */ (window).copied = text;
    };
  });

test('a runbook has the plan’s steps, bytes and hours, and goes along as Markdown', async ({ page }) => {
  const { dialog: cluster } = await openDialog(page);
  await catchCopies(page);
  await paste(page, kRows);
  await cluster.getByRole('button', { name: 'Rebalance…' }).click();
  const { dialog } = await planned(page);
  // The page shows another scenario: it cannot show the plan, and says so.
  await expect(dialog.getByRole('button', { name: 'Show it on the page' })).toBeHidden();
  await expect(dialog.getByText('The page shows something else.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Write a runbook…' }).click();
  const book = page.locator('#rebalance-runbook');
  await expect(book.getByRole('heading', { name: 'Even out: move 2 shards' })).toBeVisible();
  // 13 GB at 20 MB/s are 650 s.
  await expect(book.getByText('11 min, one copy after another at 20 MB/s')).toBeVisible();
  await expect(
    book.getByRole('heading', { name: /^2\. 2 shards from 1 node to 2 nodes 11 min, 13\.0 GB$/ }),
  ).toBeVisible();
  await expect(book.getByRole('cell', { name: '8.00 GB' }).first()).toBeVisible();
  await expect(book.getByRole('button', { name: 'Copy link' })).toBeHidden(); // no link has the text
  await book.getByRole('button', { name: 'Copy as Markdown' }).click();
  const text = await copied(page);
  expect(text).toMatch(/^# Even out: move 2 shards\n/);
  expect(text).toContain('| s2 | a | b | 8.00 GB |');
  expect(text).toContain('```sql\n-- "Run this once the data is copied:"\nBEGIN;');
  const saved = page.waitForEvent('download');
  await book.getByRole('button', { name: 'Save as Markdown' }).click();
  expect(readFileSync(await (await saved).path(), 'utf8')).toBe(text);
  await book.locator('.commands button').first().click();
  expect(await copied(page)).toMatch(/\n\\set ON_ERROR_STOP on\n*$/);
  await book.locator('.commands button').nth(1).click();
  expect(await copied(page)).toMatch(/^-- "Run this once the data is copied:"\nBEGIN;/);

  // Only the runbook is printed.
  await page.emulateMedia({ media: 'print' });
  for (const other of ['#canvas', '#rebalance', '#cluster']) await expect(page.locator(other)).toBeHidden();
  await expect(book.getByRole('heading', { name: 'Even out: move 2 shards' })).toBeVisible();
  await expect(book.getByRole('button', { name: 'Print' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    () => /** @type {Promise<AxeResults>} */ (/** @type {any} */ (window).axe.run('#rebalance-runbook')),
  );
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await book.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);

  // Stopped earlier, it has less.
  await book.getByRole('button', { name: 'Close' }).click();
  await dialog.locator('[name="stop"]').focus();
  await page.keyboard.press('ArrowLeft');
  await dialog.getByRole('button', { name: 'Write a runbook…' }).click();
  await expect(book.getByRole('heading', { name: 'Even out: move 1 shard', exact: true })).toBeVisible();
  expect(faultsOf(page)).toEqual([]);
});

test('a runbook has the nights: what each does, where to pause, and each move in a table', async ({ page }) => {
  const { dialog: cluster } = await openDialog(page);
  await catchCopies(page);
  await paste(page, kRows);
  await cluster.getByRole('button', { name: 'Rebalance…' }).click();
  const { dialog, headline } = await planned(page);
  await dialog.getByLabel('From this time').fill('01:00');
  await dialog.getByLabel('Until this time').fill('01:10');
  await expect(headline).toContainText('in 2 nights');
  await dialog.getByRole('button', { name: 'Write a runbook…' }).click();
  const book = page.locator('#rebalance-runbook');
  // 8 GB and 5 GB at 20 MB/s: 6 min 40 s and 4 min 10 s.
  for (const text of [
    '01:00–01:10: nothing is begun that does not end in it',
    /^Night 1: step 2, 1 move, \d\.00 GB, until 01:0\d$/,
    /^Night 2: step 3, 1 move, \d\.00 GB, until 01:0\d$/,
    'Pause here: step 3 begins in night 2, at 01:00.',
  ])
    await expect(book.getByText(text)).toBeVisible();
  await expect(book.getByRole('heading', { name: /night 2, 01:00–01:0\d, \d min \d0 s, \d\.00 GB$/ })).toBeVisible();
  await book.getByRole('button', { name: 'Copy as Markdown' }).click();
  expect(await copied(page)).toContain('- [ ] Pause here: step 3 begins in night 2, at 01:00.\n');
  const saved = page.waitForEvent('download');
  await book.getByRole('button', { name: 'Save moves as CSV' }).click();
  const [head, ...rows] = readFileSync(await (await saved).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(head).toBe('step,night,begins,ends,entry,from,to,bytes');
  expect(rows.length).toBe(2);
  for (const [i, row] of rows.entries())
    expect(row).toMatch(new RegExp(`^${i + 2},${i + 1},01:00,01:0\\d,s\\d,a,[bc],\\d+$`));
  expect(faultsOf(page)).toEqual([]);
});

test('an opened table shows the plan as its last change, and Migrate moves exactly that', async ({ page }) => {
  const { playground } = await openDialog(page);
  await paste(page, kRows);
  await openRead(page);
  const { dialog } = await rebalance(page);
  await dialog.getByRole('button', { name: 'Show it on the page' }).click();
  await expect(dialog).toBeHidden();
  await playground.settled();
  expect(await hashOf(page)).toMatch(/&log==b=directory:1,=c=directory:2&.*&at_once=2/);
  await playground.run({ do: 'undo' });

  const { dialog: again } = await rebalance(page);
  await again.getByRole('button', { name: 'Watch it move…' }).click();
  const migrate = page.locator('#migrate');
  await expect(migrate).toBeVisible();
  await expect(migrate.locator('[name="subject"]')).toHaveValue('own');
  await expect(migrate.locator('[name="protocol"]')).toHaveValue('double_write');
  // 13 of 30 requests.
  await expect(migrate.getByText('In this model of 20,000 keys, 8,667 keys move')).toBeVisible({ timeout: 60_000 });
  expect(faultsOf(page)).toEqual([]);
});

test('a plan goes on with what it was asked, whatever is chosen meanwhile', async ({ page }) => {
  const { playground } = await openDialog(page);
  await paste(page, kRows);
  await openRead(page);
  const { dialog } = await rebalance(page);
  // All before another plan can be there: a node is added, the slider moved, and the old plan shown on the page.
  await dialog.evaluate((element) => {
    const part = (/** @type {string} */ name) => /** @type {any} */ (element.querySelector(`[name="${name}"]`));
    part('add').value = 'd';
    part('add').dispatchEvent(new Event('change'));
    part('stop').dispatchEvent(new Event('input'));
    part('apply').click();
  });
  await expect(dialog).toBeHidden();
  await playground.settled();
  expect(await hashOf(page)).toMatch(/&log==b=directory:1,=c=directory:2&.*&at_once=2/);
  const { nodes } = /** @type {any} */ (await playground.state());
  expect(nodes.map((/** @type {{name: string}} */ { name }) => name)).toEqual(['a', 'b', 'c']);
  expect(faultsOf(page)).toEqual([]);
});

test('a master joins a Redis Cluster empty, and the slots of the plan move to it', async ({ page }) => {
  const { playground } = await openDialog(page);
  await paste(page, textOf('redis/nodes-1-healthy.txt'));
  await openRead(page);
  await (await inFooter(page, '[data-dialog="rebalance"]')).click();
  const dialog = page.locator('#rebalance');
  await expect(dialog.getByRole('status').first()).toHaveText(/\S/, { timeout: 60_000 });
  await dialog.getByText('Add nodes', { exact: true }).click();
  await dialog.getByLabel('Names, separated by commas').fill('10.0.0.9:7004');
  await dialog.getByLabel('A node may fall below it by, %').fill('10');
  await expect(dialog.getByRole('status').first()).toHaveText(/^Move 3,687 of 16,384 slots/);
  await expect(dialog.locator('[data-name="working"]')).toBeHidden();
  await dialog.getByRole('button', { name: 'Write a runbook…' }).click();
  const book = page.locator('#rebalance-runbook');
  await expect(book.getByText('"$(ask -h 10.0.0.9 -p 7004 CLUSTER MYID)"').first()).toBeVisible();
  await expect(book.getByRole('heading', { name: 'Fill 10.0.0.9:7004: move 3,687 slots' })).toBeVisible();
  expect(await book.locator('section').count()).toBeLessThanOrEqual(22);
  await book.getByRole('button', { name: 'Close' }).click();
  await dialog.getByRole('button', { name: 'Watch it move…' }).click();
  const migrate = page.locator('#migrate');
  await expect(migrate).toBeVisible();
  await expect(migrate.locator('[name="protocol"]')).toHaveValue('slot_by_slot');
  await expect(migrate.getByText(/Slot by slot \(Redis Cluster\): no write is lost/)).toBeVisible({ timeout: 60_000 });
  await migrate.getByRole('button', { name: 'Close', exact: true }).click();
  const { nodes } = /** @type {any} */ (await playground.state());
  expect(nodes.map((/** @type {{name: string}} */ { name }) => name)).toContain('10.0.0.9:7004');
  expect(faultsOf(page)).toEqual([]);
});

test('the page’s own table: a link opens the runbook, and the plan takes the place of the change', async ({ page }) => {
  const link = './#v=1&nodes=4&strategy=slots&keys=20000&log=+node-4';
  const playground = await open(page, link);
  await catchCopies(page);
  const { dialog } = await rebalance(page);
  await dialog.getByRole('button', { name: 'Write a runbook…' }).click();
  const book = page.locator('#rebalance-runbook');
  const title = await book.getByRole('heading', { name: /^Fill node-4: move / }).textContent();
  await book.getByRole('button', { name: 'Copy link' }).click();
  const to = await copied(page);
  expect(to).toMatch(/&dialog=rebalance\/.*\/runbook$/);
  await book.getByRole('button', { name: 'Close' }).click();
  await dialog.getByRole('button', { name: 'Show it on the page' }).click();
  await expect(dialog).toBeHidden();
  await playground.settled();
  // The node is there from the start (5 is the usual number), with nothing, and all that moves goes to it.
  const hash = await hashOf(page);
  expect(hash).toMatch(/&log=(=node-4=slots:[\d.]+,?)+&/);
  expect(hash).toMatch(/&owners=slots:[0-3](,[0-3]|\*\d+)*&/);

  await page.goto('about:blank');
  await page.goto(to);
  await expect(book).toBeVisible({ timeout: 60_000 });
  await expect(book.getByRole('heading', { name: title ?? '', exact: true })).toBeVisible();
  expect(faultsOf(page)).toEqual([]);
});

test('replicas are not what the page shows, which is said; the runbook has its files', async ({ page }) => {
  const { dialog: cluster } = await openDialog(page);
  await paste(page, textOf('kafka/describe-1-topics.txt'));
  await cluster.getByRole('button', { name: 'Rebalance…' }).click();
  const { dialog } = await planned(page);
  await dialog.getByText('Add nodes', { exact: true }).click();
  await dialog.getByLabel('Names, separated by commas').fill('4');
  await dialog.getByLabel('A node may fall below it by, %').fill('10');
  await expect(dialog.getByRole('status').first()).toHaveText(/^Move/);
  await expect(dialog.getByText('The page shows one copy of each entry')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Watch it move…' })).toBeHidden();
  await dialog.getByRole('button', { name: 'Write a runbook…' }).click();
  await expect(page.locator('#rebalance-runbook').getByText("cat > reassignment-1.json <<'END'")).toBeVisible();
  expect(faultsOf(page)).toEqual([]);
});

test('in Russian', async ({ page }) => {
  await open(page, './#v=1&nodes=4&strategy=vbuckets&keys=20000&log=+node-4');
  await (await inFooter(page, '#language')).click();
  const { dialog } = await rebalance(page);
  await dialog.getByRole('button', { name: 'Составить план работ…' }).click();
  const book = page.locator('#rebalance-runbook');
  await expect(book.getByRole('heading', { name: /^Заполнить node-4, перенести: / })).toBeVisible();
  await expect(book.getByText('Прежде чем начать')).toBeVisible();
  expect(faultsOf(page)).toEqual([]);
});

test('the page’s Redis Cluster has names alone, so its commands are offered with what to paste', async ({ page }) => {
  await open(page, './#v=1&nodes=4&strategy=redis_slots&keys=20000&log=+node-4');
  const { dialog } = await rebalance(page);
  await expect(dialog.locator('[name="system"] option')).toHaveText(['Redis Cluster', 'Valkey 9', 'SQL']);
  await expect(
    dialog.getByText(/“node-\d” is no address\. For commands of a Redis Cluster, open it: paste/),
  ).toBeVisible();
  expect(faultsOf(page)).toEqual([]);
});
