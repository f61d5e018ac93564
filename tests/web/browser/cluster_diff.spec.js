// “Open your cluster…”: a second text beside the first, and what moves between them.
import { readFileSync } from 'node:fs';
import axe from 'axe-core';
import { openDialog, paste, textOf } from './cluster_dialog.mjs';
import { expect, test } from './fixture.mjs';
import { faultsOf, inFooter } from './page.mjs';
/** @import {AxeResults} from 'axe-core' */
/** @import {Page} from '@playwright/test' */

const kServers = ['a.example.net:80', 'b.example.net:80', 'c.example.net:80'];
const nginx = (/** @type {string[]} */ servers) =>
  `upstream media {\n  hash $request_uri;\n${servers.map((server) => `  server ${server};\n`).join('')}}\n`;

// Of the topic orders, of which a broker with the id 4 gets copies.
const kPlan = JSON.stringify({
  version: 1,
  partitions: [
    { topic: 'orders', partition: 0, replicas: [4, 1, 2] },
    { topic: 'orders', partition: 1, replicas: [2, 3, 1] },
    { topic: 'orders', partition: 2, replicas: [3, 4] },
    { topic: 'orders', partition: 3, replicas: [1, 3] },
    { topic: 'orders', partition: 4, replicas: [4, 2] },
    { topic: 'orders', partition: 5, replicas: [3, 2, 1] },
  ],
});

// Partition 3 only loses a replica; of 0, 2 and 4, broker 4 gets a copy.
const kMovesOfPlan = '4 of 6 partitions get other replicas: 3 copies to make.';

/** Opens the comparison, and pastes the second text. @param {Page} page @param {string} text */
async function compareWith(page, text) {
  await page.getByRole('button', { name: 'Compare with another text…' }).click();
  await expect(page.locator('#cluster-text-2')).toBeFocused();
  await page.keyboard.insertText(text);
  return page.locator('#cluster .comparing');
}

/** What the page writes to the clipboard. @param {Page} page */
async function copies(page) {
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => {
      /** @type {any} */ (window).copied = text;
    };
  });
  return () => page.evaluate(() => /** @type {any} */ (window).copied);
}

test('two hosts with their servers in another order are compared, and go to a pull request', async ({ page }) => {
  const loaded = /** @type {string[]} */ ([]);
  page.on('request', (request) => loaded.push(request.url()));
  const { dialog } = await openDialog(page);
  await paste(page, nginx(kServers));
  await expect(dialog.getByRole('status')).toHaveText('nginx: 3 servers');
  expect(loaded.filter((url) => /comparing|diff_engine|lessons\.wasm/.test(url))).toEqual([]);

  const part = await compareWith(page, nginx([...kServers].reverse()));
  await expect(part.getByRole('status').first()).toHaveText(
    /^66\.\d% move: 66,\d{3} of 100,000 keys, 66,\d{3} of them could have stayed\.$/,
  );
  await expect(part.getByText('The same servers are listed in another order:')).toContainText(
    'Without this, nothing would move.',
  );
  await expect(part.getByRole('img', { name: /^What moves, by the node that gives/ })).toBeVisible();
  await expect(part.getByRole('row').nth(1)).toHaveText(/^c\.example\.net:80a\.example\.net:8033,\d{3}$/);
  await expect(part.getByLabel('Rate of one copy')).toBeHidden(); // no text has sizes

  const copied = await copies(page);
  await part.getByRole('button', { name: 'Copy as Markdown' }).click();
  await expect(part.getByText('Copied.')).toBeVisible();
  expect(await copied()).toMatch(/^### What moves in nginx\n\n\*\*66\.\d% move: /);

  const coming = page.waitForEvent('download');
  await part.getByRole('button', { name: 'Save JSON' }).click();
  const saved = JSON.parse(readFileSync(await (await coming).path(), 'utf8'));
  expect([saved.by, saved.causes[0].what, saved.causes[0].moved_without]).toEqual(['keys', 'order', 0]);

  await page.locator('#cluster-text-2').fill(nginx(kServers));
  await expect(part.getByRole('status').first()).toHaveText('Nothing moves.');
  await page.locator('#cluster-text-2').fill('package main\nfunc main() {}\n');
  await expect(part.getByRole('alert')).toContainText('Line 1: a program in Go: paste its list of servers');
  await expect(part.getByRole('button', { name: 'Save JSON' })).toBeHidden();
  expect(faultsOf(page)).toEqual([]);
});

test('sizes give bytes and time by the keyboard alone, in both languages', async ({ page }) => {
  const { dialog } = await openDialog(page);
  await paste(page, 'shard,node,bytes\ns1,a,60000000000\ns2,b,40000000000\n');
  const compare = dialog.getByRole('button', { name: 'Compare with another text…' });
  await expect(compare).toHaveAttribute('aria-expanded', 'false');
  await compare.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#cluster-text-2')).toBeFocused();
  await page.keyboard.insertText('shard,node,bytes\ns1,c,60000000000\ns2,b,40000000000\n');
  const part = dialog.locator('.comparing');
  await expect(part.getByRole('status').first()).toHaveText(
    '50.0% move: 1 of 2 shards, none of them could have stayed.',
  );
  const figure = (/** @type {string} */ name) => part.locator(`dt:text-is("${name}") + dd`);
  await expect(figure('Bytes to copy')).toHaveText('60.0 GB (sizes of the first text)');
  await expect(figure('Time')).toHaveText('20.0 min at a rate of 50.0 MB/s');
  await page.keyboard.press('Tab');
  await expect(part.getByLabel('Rate of one copy')).toBeFocused();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText('100');
  await expect(figure('Time')).toHaveText('10.0 min at a rate of 100 MB/s');
  await expect(figure('Rollback')).toHaveText('1 of 2 shards; 60.0 GB; 10.0 min; needs a again');

  await dialog.getByLabel('Hide names').check();
  await expect(part.getByRole('row').nth(1)).toHaveText(/^node-1node-3/);
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    () => /** @type {Promise<AxeResults>} */ (/** @type {any} */ (window).axe.run('#cluster')),
  );
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);

  await dialog.getByRole('button', { name: 'Close' }).click();
  await (await inFooter(page, '#language')).click();
  await (await inFooter(page, '[data-dialog="cluster"]')).click();
  await expect(part.getByRole('status').first()).toHaveText(/^Переезжает 50,0\s%: 1 из 2 шардов, лишних нет\.$/);
  expect(faultsOf(page)).toEqual([]);
});

test('another day of Redis is dropped as a file; what is pasted there is not the first text', async ({ page }) => {
  const { dialog } = await openDialog(page);
  await paste(page, textOf('redis/nodes-1-healthy.txt'));
  await expect(dialog.getByRole('status')).toHaveText('Redis Cluster: 3 masters, 3 replicas, 16,384 slots');
  await dialog.getByRole('button', { name: 'Compare with another text…' }).click();
  await page.locator('#cluster-file-2').setInputFiles({
    name: 'nodes-after.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(textOf('redis/nodes-3-failed.txt')),
  });
  const part = dialog.locator('.comparing');
  await expect(part.getByRole('status').first()).toHaveText(
    '33.3% move: 5,462 of 16,384 slots, none of them could have stayed.',
  );
  await expect(part.getByText('1 line of the second text was skipped.')).toBeVisible();
  const first = await page.locator('#cluster-text').inputValue();
  await page.locator('#cluster-text-2').evaluate((box) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'x');
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  expect(await page.locator('#cluster-text').inputValue()).toBe(first);

  await page.setViewportSize({ width: 390, height: 844 });
  expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(dialog).toBeHidden();
  expect(faultsOf(page)).toEqual([]);
});

test('what was compared is one press away after Open, also when the page loads again for it', async ({ page }) => {
  const { dialog } = await openDialog(page);
  const open = () => dialog.getByRole('button', { name: 'Open', exact: true }).click();
  const note = page.getByRole('region', { name: 'What to notice' });
  const back = note.getByRole('button', { name: 'Back to the comparison' });
  await paste(page, nginx(kServers));
  const part = await compareWith(page, nginx([...kServers].reverse()));
  const headline = part.getByRole('status').first();
  await expect(headline).toHaveText(/^66\.\d% move: /);
  await open();
  await expect(note).toContainText('nginx. Opened from your text. The keys are generated samples, not your data.');
  await back.click();
  await expect(headline).toBeInViewport();
  await expect(page.locator('#cluster-text-2')).toHaveValue(nginx([...kServers].reverse()));

  await page.locator('#cluster-text').fill(textOf('kafka/describe-1-topics.txt'));
  await expect(dialog.getByRole('status').first()).toHaveText('Kafka “orders”: 3 brokers, 12 followers, 6 partitions');
  await page.locator('#cluster-text-2').fill(kPlan);
  await expect(headline).toHaveText(kMovesOfPlan);
  const reloaded = page.waitForEvent('load');
  await open();
  await reloaded;
  await expect(note).toContainText('Kafka “orders”. Opened from your text.');
  await back.click();
  await expect(headline).toHaveText(kMovesOfPlan);
  await expect(part.getByRole('button', { name: 'Save JSON' })).toBeHidden(); // it is made from the texts
  const copied = await copies(page);
  await part.getByRole('button', { name: 'Copy as Markdown' }).click();
  expect(await copied()).toMatch(/^### What moves in Kafka “orders”\n\n\*\*4 of 6 partitions get other replicas: /);
  await page.locator('#cluster-text').fill(nginx(kServers)); // another text ends it
  await expect(part).toBeHidden();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.evaluate(() => {
    location.hash = 'v=1&nodes=a,b';
  });
  await expect(note).toBeHidden(); // the page shows something else
  expect(faultsOf(page)).toEqual([]);
});

test('a plan shows what it moves, and takes a second text instead', async ({ page }) => {
  const { dialog } = await openDialog(page);
  await paste(page, textOf('kafka/generate-1.txt'));
  await expect(dialog.getByLabel('What to open')).toHaveText(/current assignment\s*proposed assignment/);
  await dialog.getByRole('button', { name: 'Show what the plan moves' }).click();
  const part = dialog.locator('.comparing');
  const headline = part.getByRole('status').first();
  await expect(headline).toHaveText('3 of 4 partitions get other replicas: 3 copies to make.');
  const copied = await copies(page);
  await part.getByRole('button', { name: 'Copy as Markdown' }).click();
  await expect.poll(copied).toMatch(/^### What moves in Kafka “bills”: now → plan\n/);
  await dialog.getByLabel('Hide names').check();
  await expect(headline).toHaveText(/^3 of 4/);
  await part.getByRole('button', { name: 'Copy as Markdown' }).click();
  await expect.poll(copied).toMatch(/^### What moves in Kafka: now → plan\n/);
  await dialog.getByLabel('Hide names').uncheck();
  await part.getByText('Compare with another text instead').click();
  await page.locator('#cluster-text-2').fill(textOf('kafka/generate-1.txt').replaceAll('[3,1]', '[1,2]'));
  await expect(headline).not.toHaveText(/^3 of 4/);
  // A plan stands for what it proposes: both propose the same but for partition 0.
  await expect(headline).toHaveText('1 of 4 partitions gets other replicas: 1 copy to make.');
  await page.locator('#cluster-text-2').fill('');
  await expect(headline).toHaveText('3 of 4 partitions get other replicas: 3 copies to make.');
  const coming = page.waitForEvent('download');
  await part.getByText('Rollback', { exact: true }).last().click();
  await part.getByRole('button', { name: 'Save file' }).click();
  expect((await coming).suggestedFilename()).toBe('rollback.json');
  await expect(part.getByText('Saved rollback.json.')).toBeVisible();
  expect(faultsOf(page)).toEqual([]);
});
