// “Rebalance…”: a plan for an opened cluster and for the page's own table, changed by hand, by pointer and keys.
import { readFileSync } from 'node:fs';
import axe from 'axe-core';
import { openDialog, openRead, paste, textOf } from './cluster_dialog.mjs';
import { expect, test } from './fixture.mjs';
import { faultsOf, inFooter, open } from './page.mjs';
/** @import {AxeResults} from 'axe-core' */
/** @import {Page} from '@playwright/test' */

// Node a bears 24 of 30 requests, and may bear 11: s2 and s3 are the cheapest that suffice.
const kRows = [
  'shard,node,bytes,requests',
  ...['s1,a,9000000000,8', 's2,a,8000000000,8', 's3,a,5000000000,5', 's4,a,1000000000,3'],
  ...['s5,b,2000000000,2', 's6,b,1000000000,1', 's7,c,3000000000,3'],
].join('\n');

/** Opens rows as a cluster, and plans them. @param {Page} page @param {string} text */
async function plan(page, text) {
  const loaded = /** @type {string[]} */ ([]);
  page.on('request', (request) => loaded.push(request.url()));
  const { dialog: cluster } = await openDialog(page);
  await paste(page, text);
  const door = cluster.getByRole('button', { name: 'Rebalance…' });
  await expect(door).toBeVisible();
  expect(loaded.filter((url) => /rebalance/.test(url))).toEqual([]); // nothing of it is loaded before
  await door.click();
  const dialog = page.locator('#rebalance');
  await expect(dialog).toBeVisible();
  const headline = dialog.getByRole('status').first();
  await expect(headline).toHaveText(/\S/, { timeout: 60_000 });
  await expect(dialog.locator('[data-name="working"]')).toBeHidden();
  return { cluster, dialog, headline };
}

test('a cluster is opened, planned, and the plan changed by hand', async ({ page }) => {
  const { dialog, headline, cluster } = await plan(page, kRows);
  await expect(headline).toHaveText(
    /^Move 2 of 7 shards, 13\.0 GB, 11 min at 20 MB\/s: the busiest node falls from 2\.40 to 1\.10 times its share\.$/,
  );
  await expect(dialog.getByText('It is proven that no plan')).toBeVisible();
  await expect(dialog.getByRole('img', { name: /^Each node, now/ })).toBeVisible();
  await expect(dialog.getByRole('img', { name: /^The busiest node/ })).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Tools and rules' }).getByRole('row').nth(1)).toHaveText(
    /^This plan13\.0 GB2/,
  );

  // One may stop after any move.
  const slider = dialog.getByLabel('Stop after');
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(headline).toHaveText(
    /^The first 1 of 2 moves, (8\.00 GB, 6 min 40 s|5\.00 GB, 4 min 10 s) at 20 MB\/s: /,
  );
  await page.keyboard.press('Home');
  await expect(dialog.getByRole('heading', { name: 'Commands' })).toBeHidden();
  await page.keyboard.press('End');
  await expect(headline).toHaveText(/^Move 2 of 7 shards/);
  const curve = dialog.getByRole('img', { name: /^The busiest node/ });
  await curve.scrollIntoViewIfNeeded();
  await curve.click({ position: { x: 60, y: 120 } });
  await expect(dialog.locator('output')).toHaveText('0 of 2 moves');
  await slider.focus();
  await page.keyboard.press('End');
  await expect(headline).toHaveText(/^Move 2 of 7 shards/);

  // A move that is taken out: the entry stays, and the rest is planned again.
  const moves = dialog.getByRole('region', { name: 'List of moves' });
  const first = await moves.getByRole('row').nth(1).getByRole('cell').nth(2).textContent();
  await moves.getByRole('checkbox').first().focus();
  await page.keyboard.press('Space');
  const kept = dialog.getByRole('button', { name: `Let ${first} move` });
  await expect(kept).toBeVisible();
  await expect(
    dialog.getByText(/^\d other moves? ha(?:s|ve) changed, too: |^No other move has changed\.$/),
  ).toBeVisible();
  await expect(moves.getByRole('cell', { name: first ?? '', exact: true })).toHaveCount(0);
  await expect(dialog.locator('[data-name="working"]')).toBeHidden();
  await expect(moves.getByRole('checkbox').first()).toBeFocused();
  await kept.click();
  await expect(headline).toHaveText(/^Move 2 of 7 shards, 13\.0 GB/);

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(cluster).toBeVisible();
  expect(faultsOf(page)).toEqual([]);
});

test('a node is emptied and another one added, and the commands and files say so', async ({ page }) => {
  const { dialog, headline } = await plan(page, kRows);
  await dialog.getByText('Empty nodes').click();
  await dialog.getByRole('checkbox', { name: 'c', exact: true }).check();
  await dialog.getByText('Add nodes', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Add one more' }).click();
  await expect(dialog.getByLabel('Names, separated by commas')).toHaveValue('new-1');
  await expect(dialog.getByRole('region', { name: 'List of moves' })).toContainText('c is to be emptied');
  await expect(dialog.getByRole('img', { name: /^Each node, now/ })).toContainText('new-1');
  await dialog.getByText('As a table').click();
  const row = dialog.getByRole('region', { name: 'Nodes' }).getByRole('row', { name: /^c / });
  await expect(row).toHaveText(/^c3 requests0 requests/);
  await expect(dialog.locator('pre')).toContainText(
    /UPDATE "placement" SET "node" = '(new-1|a|b)' WHERE "entry" = 's7'/,
  );

  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as JSON' }).click();
  const saved = JSON.parse(readFileSync(await (await coming).path(), 'utf8'));
  expect(saved.problem.options.drain).toEqual(['c']);
  expect(saved.plan.moves.some((/** @type {string[]} */ [id, from]) => id === 's7' && from === 'c')).toBe(true);
  const csv = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save moves as CSV' }).click();
  expect(readFileSync(await (await csv).path(), 'utf8')).toMatch(/^step,entry,from,to,bytes\r?\n1,/);
  const picture = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as SVG' }).click();
  expect(readFileSync(await (await picture).path(), 'utf8')).toContain('<svg');

  // No node is left: the planner says what contradicts what.
  for (const name of ['a', 'b']) await dialog.getByRole('checkbox', { name, exact: true }).check();
  await dialog.getByLabel('Names, separated by commas').fill('');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('alert').or(headline).first()).toContainText(/\S/);
  await expect(dialog.getByRole('img', { name: /^Each node, now/ })).toBeHidden();
  expect(faultsOf(page)).toEqual([]);
});

test('knobs are typed, what is refused says why, and a screen reader finds no fault', async ({ page }) => {
  const { dialog, headline } = await plan(page, kRows);
  await dialog.getByLabel('A node may exceed its share by, %').fill('140');
  await expect(headline).toHaveText(
    'Nothing has to move: the busiest node bears 2.40 times its share, and 2.40 is allowed.',
  );
  await dialog.getByLabel('A node may exceed its share by, %').fill('10');
  await expect(headline).toHaveText(/^Move 2 of 7 shards/);
  await dialog.getByLabel('Even out').selectOption('bytes');
  await expect(headline).not.toHaveText(/from 2\.40/);
  await dialog.getByText('Add nodes', { exact: true }).click();
  await dialog.getByLabel('Names, separated by commas').fill('a');
  await expect(dialog.getByRole('alert')).toHaveText('node a is there already');
  await dialog.getByLabel('Names, separated by commas').fill('');
  await expect(dialog.getByRole('alert')).toBeHidden();
  await expect(headline).toHaveText(/^Move \d of 7 shards/);
  await dialog.getByText('More', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Search longer' }).click();
  await expect(dialog.getByText('50,000,000 steps')).toBeVisible();

  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    () => /** @type {Promise<AxeResults>} */ (/** @type {any} */ (window).axe.run('#rebalance')),
  );
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  for (const width of [390, 720]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 420 });
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  }
  expect(faultsOf(page)).toEqual([]);
});

test('the page’s own table is planned for the node that joined, and a link opens the same', async ({ page }) => {
  await open(page, './#v=1&nodes=4&strategy=slots&keys=20000&log=+node-4');
  await (await inFooter(page, '[data-dialog="rebalance"]')).click();
  const dialog = page.locator('#rebalance');
  const headline = dialog.getByRole('status').first();
  await expect(headline).toHaveText(/^Move \d+ of 1,024 slots, [\d,]+ keys: the busiest node falls from 1\.29 to /, {
    timeout: 60_000,
  });
  await expect(dialog.getByLabel('Plan from')).toHaveValue('before');
  await expect(dialog.getByLabel('A node may fall below it by, %')).toHaveValue('10');
  await dialog.getByLabel('A node may exceed its share by, %').fill('5');
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => {
      /** @type {any} */ (window).copied = text;
    };
  });
  await expect(dialog.locator('[data-name="working"]')).toBeHidden();
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  const said = await headline.textContent();
  const link = await page.evaluate(() => /** @type {any} */ (window).copied);
  expect(link).toContain('&dialog=rebalance/from~before/by~keys/limit~5/');
  await dialog.getByLabel('Plan from').selectOption('now');
  await expect(headline).toHaveText(/^Nothing has to move|^Move/);
  await expect(headline).not.toHaveText(said ?? '');

  await page.goto('about:blank');
  await page.goto(link);
  await expect(headline).toHaveText(said ?? '', { timeout: 60_000 });
  expect(faultsOf(page)).toEqual([]);
});

test('a second amount is kept within the limits, too', async ({ page }) => {
  const { dialog, headline } = await plan(page, kRows);
  const before = await headline.textContent();
  await dialog.getByLabel('also bytes').check();
  await expect(
    dialog.getByRole('listitem').filter({ hasText: 'Bytes: the busiest node goes from 2.38 to ' }),
  ).toBeVisible();
  await expect(headline).not.toHaveText(before ?? '');
  await dialog.getByLabel('Even out').selectOption('bytes');
  await expect(dialog.getByLabel('also bytes')).toHaveCount(0);
  await expect(dialog.getByLabel('also requests')).not.toBeChecked();
  expect(faultsOf(page)).toEqual([]);
});

test('a cluster on the page is planned for the node that was added there', async ({ page }) => {
  const { playground } = await openDialog(page);
  await paste(page, textOf('redis/nodes-1-healthy.txt'));
  await openRead(page);
  await playground.clickControl('add-node');
  await (await inFooter(page, '[data-dialog="rebalance"]')).click();
  const dialog = page.locator('#rebalance');
  await expect(dialog.getByRole('status').first()).toHaveText(
    /^Move 3,\d{3} of 16,384 slots: the busiest node falls from 1\.33 to 1\.1\d times its share\.$/,
    { timeout: 60_000 },
  );
  await expect(dialog.getByText('Redis Cluster: 3 masters, 3 replicas, 16,384 slots')).toBeVisible();
  await expect(dialog.getByLabel('A node may fall below it by, %')).toHaveValue('10');
  await expect(dialog.getByLabel('Names, separated by commas')).not.toHaveValue('');
  expect(faultsOf(page)).toEqual([]);
});

test('a strategy without a table has nothing to move, and leads to the reader’s own cluster', async ({ page }) => {
  await open(page, './#v=1&nodes=4&strategy=ring');
  await (await inFooter(page, '[data-dialog="rebalance"]')).click();
  const dialog = page.locator('#rebalance');
  await expect(dialog.getByText('there are no entries to move one by one')).toBeVisible();
  await dialog.getByRole('button', { name: 'Open your cluster…' }).click();
  await expect(page.locator('#cluster')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(faultsOf(page)).toEqual([]);
});

test('in Russian', async ({ page }) => {
  await open(page, './#v=1&nodes=4&strategy=vbuckets&keys=20000&log=+node-4');
  await (await inFooter(page, '#language')).click();
  await (await inFooter(page, '[data-dialog="rebalance"]')).click();
  const headline = page.locator('#rebalance').getByRole('status').first();
  await expect(headline).toHaveText(
    /^Перенесите [\d\s]+ из 1024 vBucket’ов, .*: на самом нагруженном узле станет .* от его доли вместо 1,25\.$/,
    {
      timeout: 60_000,
    },
  );
  expect(faultsOf(page)).toEqual([]);
});

test('copies run within hours of the day, and the sentence counts the nights', async ({ page }) => {
  const { dialog, headline } = await plan(page, kRows);
  await dialog.getByLabel('From this time').fill('01:00');
  await dialog.getByLabel('Until this time').fill('01:10');
  await expect(headline).toHaveText(/^Move 2 of 7 shards, 13\.0 GB, 11 min at 20 MB\/s, in 2 nights: the busiest/);
  await expect(dialog.getByText('Night 1: 1 move, 8.00 GB, until 01:07')).toBeVisible();
  await expect(dialog.getByText('Night 2: 1 move, 5.00 GB, until 01:05')).toBeVisible();
  await dialog.getByLabel('Until this time').fill('01:05');
  await expect(
    dialog.getByText('1 move does not fit into 01:00–01:05: s2. The longest takes 6 min 40 s. Another'),
  ).toBeVisible();
  await expect(headline).toHaveText(/^Move 2 of 7 shards, 13\.0 GB: the busiest/);
  expect(faultsOf(page)).toEqual([]);
});

test('keys have hours once somebody says how many move in a second', async ({ page }) => {
  const { dialog, headline } = await plan(page, textOf('redis/stats-2-with-nodes.txt'));
  await expect(headline).toHaveText(/ Move 41 of 16,384 slots, 179,484 keys: the busiest/);
  await expect(dialog.getByLabel('Rate of one copy, MB/s')).toBeHidden();
  const rate = dialog.getByLabel('Rate of one copy, keys per second');
  await expect(rate).toHaveValue('');
  await rate.fill('100');
  await expect(headline).toHaveText(
    / Move 41 of 16,384 slots, 179,484 keys, 30 min at 100 keys per second: the busiest node falls from 1\.71 /,
  );
  await dialog.getByLabel('From this time').fill('01:00');
  await dialog.getByLabel('Until this time').fill('01:10');
  await expect(headline).toHaveText(/ at 100 keys per second, in \d nights: the busiest/);
  await expect(dialog.getByText(/^Night 2: \d+ moves, [\d,]+ keys, until 01:\d\d$/)).toBeVisible();
  await rate.fill('0');
  await expect(rate).toHaveJSProperty('validationMessage', '1 to 1,000,000,000');
  await rate.fill('');
  await expect(headline).toHaveText(/ Move 41 of 16,384 slots, 179,484 keys: the busiest/);
  await expect(dialog.getByText(/^Night 1/)).toHaveCount(0);
  expect(faultsOf(page)).toEqual([]);
});

test('each node has a weight and a disk of its own', async ({ page }) => {
  const { dialog, headline } = await plan(page, kRows);
  await dialog.getByText('More', { exact: true }).click();
  await dialog.getByText('Weights and disks', { exact: true }).click();
  const table = dialog.getByRole('region', { name: 'Weights and disks' });
  await table.getByLabel('Weight of a').fill('8');
  await page.keyboard.press('Tab');
  await expect(headline).toHaveText(
    'Nothing has to move: the busiest node bears 1.00 times its share, and 1.10 is allowed.',
  );
  await table.getByLabel('Weight of a').fill('1');
  await page.keyboard.press('Tab');
  await expect(headline).toHaveText(/^Move 2 of 7 shards/);
  await table.getByLabel('Disk of c, GB').fill('3');
  await page.keyboard.press('Tab');
  await expect(headline).toHaveText(/^Move 4 of 7 shards, 14\.0 GB/); // what c has makes room first
  const list = dialog.getByRole('region', { name: 'List of moves' });
  await table.getByLabel('Empty c').check();
  await expect(list).toContainText('c is to be emptied');
  await dialog.getByText('Empty nodes').click();
  await expect(dialog.getByRole('checkbox', { name: 'c', exact: true })).toBeChecked();
  expect(faultsOf(page)).toEqual([]);
});

test('an entry is moved by hand, by pointer and by keyboard, and the move is taken back', async ({ page }) => {
  const { dialog, headline } = await plan(page, kRows);
  const list = dialog.getByRole('region', { name: 'List of moves' });
  await dialog.getByText('Add a move by hand…').click();
  const entry = dialog.getByLabel('Shard', { exact: true });
  await entry.fill('nobody');
  await expect(dialog.getByText('Nothing here is called nobody.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Move by hand' })).toBeDisabled();
  await entry.fill('s5');
  await expect(dialog.getByLabel('From node')).toHaveValue('b');
  await dialog.getByLabel('To node').selectOption('c');
  await dialog.getByLabel('To node').focus();
  await page.keyboard.press('Enter');
  await expect(list.getByRole('row').filter({ hasText: 'by hand' })).toContainText('s5bc');
  await expect(headline).toHaveText(/^Move 3 of 7 shards/);
  const taken = dialog.getByRole('button', { name: 'Take back the move of s5 from b to c' });
  await expect(taken).toBeVisible();
  await list.getByRole('checkbox', { name: 'Move s5 from b to c' }).focus();
  await page.keyboard.press('Space');
  await expect(taken).toBeHidden();
  await expect(headline).toHaveText(/^Move 2 of 7 shards/);
  await expect(dialog.getByRole('button', { name: 'Let s5 move' })).toHaveCount(0);

  // A part of a bar is an entry.
  await dialog.locator('svg.bars [data-entry="s1"]').click();
  await expect(entry).toHaveValue('s1');
  await expect(dialog.getByLabel('From node')).toHaveValue('a');
  await expect(dialog.getByLabel('To node')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(list.getByRole('row').filter({ hasText: 'by hand' })).toContainText('s1a');
  await dialog.getByRole('button', { name: /^Take back the move of s1/ }).click();
  await expect(headline).toHaveText(/^Move 2 of 7 shards, 13\.0 GB/);
  expect(faultsOf(page)).toEqual([]);
});

test('all topics of a text are planned as one, and the commands name each', async ({ page }) => {
  const { dialog, headline } = await plan(page, textOf('kafka/describe-1-topics.txt'));
  await expect(headline).toHaveText(/^Nothing has to move/);
  await expect(dialog.getByText(/^Kafka “orders”: /)).toBeVisible();
  await dialog.getByLabel('Plan for').selectOption({ label: 'all 2 topics together' });
  await expect(dialog.getByText(/^Kafka, all 2 topics: \d brokers, 7 partitions$/)).toBeVisible();
  await dialog.getByText('Add nodes', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Add one more' }).click();
  await expect(headline).toHaveText(/^Move \d of 7 partitions/);
  await dialog.getByText('Add a move by hand…').click();
  await dialog.getByLabel('Partition', { exact: true }).fill('orders-dlq-0');
  await dialog.getByLabel('To node').selectOption('4');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('region', { name: 'List of moves' })).toContainText('orders-dlq-0');
  await expect(dialog.locator('pre')).toContainText('reassignment-1.json');
  const topics = [];
  for (const button of await dialog.getByRole('button', { name: /^Save reassignment-\d+\.json$/ }).all()) {
    const coming = page.waitForEvent('download');
    await button.click();
    const { partitions } = JSON.parse(readFileSync(await (await coming).path(), 'utf8'));
    topics.push(...partitions.map((/** @type {{topic: string}} */ { topic }) => topic));
  }
  expect(topics).toContain('orders');
  expect(topics).toContain('orders-dlq');
  await dialog.getByLabel('Plan for').selectOption({ label: 'orders' });
  await expect(headline).toContainText('of 6 partitions');
  await expect(dialog.getByText(/^Kafka “orders”: /)).toBeVisible();
  expect(faultsOf(page)).toEqual([]);
});

test('a link has the moves by hand, the hours, weights and disks', async ({ page }) => {
  const link =
    './#v=1&nodes=4&strategy=slots&keys=20000&log=+node-4&dialog=rebalance/from~before/add~node-4/least~10' +
    '/forced~7%3Enode-3%3Enode-4/weights~node-0*2/window~01%3A00-05%3A00';
  await open(page, link);
  const dialog = page.locator('#rebalance');
  await expect(dialog.getByRole('button', { name: 'Take back the move of 7 from node-3 to node-4' })).toBeVisible({
    timeout: 60_000,
  });
  await expect(dialog.getByRole('status').first()).toHaveText(/^Move \d+ of 1,024 slots/);
  await expect(dialog.getByLabel('Weight of node-0')).toHaveValue('2');
  const list = dialog.getByRole('region', { name: 'List of moves' });
  await dialog.getByRole('button', { name: /^Show all/ }).click();
  await expect(list.getByRole('row').filter({ hasText: 'by hand' })).toContainText('7node-3node-4');
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => {
      /** @type {any} */ (window).copied = text;
    };
  });
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  const copied = await page.evaluate(() => /** @type {any} */ (window).copied);
  for (const part of ['forced~7%3Enode-3%3Enode-4', 'weights~node-0*2', 'window~01%3A00-05%3A00'])
    expect(copied).toContain(part);
  expect(faultsOf(page)).toEqual([]);
});

test('from a pasted Redis cluster to its commands in three presses', async ({ page }) => {
  const { dialog, headline } = await plan(page, textOf('redis/stats-2-with-nodes.txt')); // the first two
  await expect(headline).toHaveText(
    /^A plan for 400 of 16,384 slots alone: .* Move 41 of 16,384 slots, 179,484 keys: .* falls from 1\.71 to 1\.10 /,
  );
  await dialog.getByRole('button', { name: 'See the commands' }).click();
  await expect(dialog.getByRole('button', { name: 'Copy', exact: true })).toBeInViewport();
  await expect(dialog.locator('pre')).toContainText('CLUSTER SETSLOT');
  expect(faultsOf(page)).toEqual([]);
});

test('what is read after the dialog was closed is not taken, and read again when it opens', async ({ page }) => {
  /** @type {(value?: unknown) => void} */
  let release = () => {};
  const released = new Promise((then) => (release = then));
  let held = 0;
  await page.route(/reshard-lessons\.wasm/, async (route) => {
    ++held;
    await released;
    await route.continue();
  });
  await open(page, './#v=1&nodes=4&strategy=slots&keys=20000&log=+node-4');
  await (await inFooter(page, '[data-dialog="rebalance"]')).click();
  const dialog = page.locator('#rebalance');
  await expect(dialog).toBeVisible();
  await expect.poll(() => held).toBeGreaterThan(0); // the core that reads the page's table
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  release();
  const headline = dialog.getByRole('status', { includeHidden: true }).first();
  // The plan would be there within a second.
  await page.waitForTimeout(3000);
  await expect(headline).toHaveText('');
  await (await inFooter(page, '[data-dialog="rebalance"]')).click();
  await expect(headline).toHaveText(/^Move \d+ of 1,024 slots/, { timeout: 60_000 });
  expect(faultsOf(page)).toEqual([]);
});

test('another cluster has commands of its own, whatever was chosen for the last one', async ({ page }) => {
  const { cluster, dialog, headline } = await plan(page, kRows);
  await expect(dialog.locator('[name="system"]')).toHaveValue('sql');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.locator('#cluster-text').fill('');
  await paste(page, textOf('kafka/describe-1-two-topics.txt'));
  await expect(cluster.getByText(/^Kafka “orders”: /)).toBeVisible();
  const door = cluster.getByRole('button', { name: 'Rebalance…' });
  await expect(door).toBeVisible();
  await door.click();
  await expect(headline).toContainText('partitions');
  await expect(dialog.locator('[name="system"]')).toHaveValue('kafka');
  expect(faultsOf(page)).toEqual([]);
});

test('slots of Redis are evened out by their CPU time, with traffic in its limits, too', async ({ page }) => {
  const twenty = textOf('redis/stats-2-with-nodes.txt')
    .split('\n')
    .slice(0, 4 + 20 * 5)
    .join('\n');
  const { dialog, headline } = await plan(page, twenty);
  await dialog.getByLabel('Even out').selectOption({ label: 'CPU time' });
  await expect(headline).toHaveText(/ Move \d+ of 16,384 slots, .* keys: the busiest node falls from 2\.00 to /);
  await expect(dialog.getByRole('region', { name: 'List of moves' })).toContainText('s of CPU time above its limit');
  await dialog.getByRole('checkbox', { name: 'also network traffic' }).check();
  await expect(
    dialog.getByRole('listitem').filter({ hasText: 'Network traffic: the busiest node goes' }),
  ).toBeVisible();
  expect(faultsOf(page)).toEqual([]);
});

test('where nothing moves there is no axis of nothing', async ({ page }) => {
  const { dialog, headline } = await plan(page, 'shard,node,bytes\ns1,a,5\ns2,b,5');
  await expect(headline).toHaveText(/^Nothing has to move/);
  await expect(dialog.getByRole('heading', { name: 'Nodes, now and after the moves' })).toBeVisible();
  await expect(dialog.getByRole('heading', { name: 'Imbalance against what is moved' })).toBeHidden();
  await expect(dialog.getByText(/^Clear a box, /)).toBeHidden();
  await expect(dialog.getByText('Add a move by hand…')).toBeVisible();
  expect(faultsOf(page)).toEqual([]);
});

test('a phone shows every label and column', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { dialog } = await plan(page, kRows);
  await expect(dialog.locator('label', { hasText: 'Stop after' })).toBeVisible();
  for (const name of ['Tools and rules', 'List of moves']) {
    const box = dialog.getByRole('region', { name });
    await expect(box).toBeVisible();
    expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
  }
  expect(faultsOf(page)).toEqual([]);
});
