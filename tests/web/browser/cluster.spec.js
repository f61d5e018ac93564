// “Open your cluster…”: what was recognised in a pasted text, its nodes, what was skipped or refused, and what opens.
import axe from 'axe-core';
import { names, openDialog, paste, textOf } from './cluster_dialog.mjs';
import { expect, test } from './fixture.mjs';
import { faultsOf, inFooter } from './page.mjs';
/** @import {AxeResults} from 'axe-core' */

test('the nodes of a Redis Cluster are pasted, seen and opened', async ({ page }) => {
  const { playground, dialog } = await openDialog(page);
  await expect(page.locator('#cluster-text')).toBeFocused();
  await paste(page, textOf('redis/nodes-2-moving.txt'));
  await expect(dialog.getByRole('status')).toHaveText(
    'Redis Cluster: 4 masters, 16,384 slots, 2 slots without an owner, 4 slots on the move',
  );
  await expect(dialog.getByRole('columnheader')).toHaveText(['Name', 'Slots']);
  await expect(dialog.getByRole('row').nth(1)).toHaveText(/10\.20\.2\.23:7002\s*6,948/);
  await expect(dialog.getByText('3 lines were skipped')).toBeVisible();
  await expect(dialog.getByText('Line 2: a prompt with its command')).toBeVisible();
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(async () => names(await playground.state())).toContain('10.20.2.21:7000');
  const state = await playground.state();
  expect(state.strategy).toBe('redis_slots');
  expect(names(state)).toHaveLength(4);

  await page.goBack();
  await expect.poll(async () => names(await playground.state())).toEqual(['a', 'b', 'c']);
  expect(faultsOf(page)).toEqual([]);
});

test('one of two upstreams is chosen by keyboard and opened with other names', async ({ page }) => {
  const { playground, dialog } = await openDialog(page);
  await paste(page, textOf('nginx/upstream-2-several.conf'));
  await expect(dialog.getByRole('status')).toHaveText('nginx “thumbs”: 4 servers');
  await dialog.getByLabel('What to open').focus();
  await page.keyboard.press('p');
  await expect(dialog.getByRole('status')).toHaveText('nginx “pages”: 3 servers');
  await expect(dialog.getByText('static (round robin: no key decides)')).toBeVisible();

  await dialog.getByLabel('Hide names').check();
  await expect(dialog.getByRole('rowheader')).toHaveText(['node-1', 'node-2', 'node-3']);
  await expect(dialog.getByText('Other names may place keys on other nodes')).toBeVisible();
  await dialog.getByLabel('Hide names').uncheck();
  await expect(dialog.getByRole('rowheader').first()).toHaveText('10.9.2.1');
  await dialog.getByRole('button', { name: 'Open', exact: true }).press('Enter');
  await expect.poll(async () => names(await playground.state())).toEqual(['10.9.2.1', '10.9.2.2', '10.9.2.3:8081']);
  expect((await playground.state()).strategy).toBe('nginx');
  expect(faultsOf(page)).toEqual([]);
});

test('beside the ways on from rows, what can be pasted is uncovered', async ({ page }) => {
  const { dialog } = await openDialog(page);
  await paste(page, 'order_id,customer\n1,2\n2,3\n3,4\n');
  await expect(dialog.getByRole('button', { name: 'Choose a sharding key' })).toBeVisible();
  const what = dialog.getByText('What can be pasted');
  const { x, y, width, height } = await what.boundingBox();
  for (const share of [0.1, 0.5, 0.9]) {
    const at = { x: x + width / 4, y: y + height * share };
    const there = await page.evaluate((p) => document.elementFromPoint(p.x, p.y)?.tagName, at);
    expect(there, `${share} of its height`).toBe('SUMMARY');
  }
});

test('what is refused says the line, why and what to paste; nothing opens', async ({ page }) => {
  const { dialog } = await openDialog(page);
  const use = dialog.getByRole('button', { name: 'Open', exact: true });
  await paste(page, textOf('nothing/prose.txt'));
  await expect(dialog.getByRole('alert')).toHaveText(
    'Line 1: no reader knows this format. See below what can be pasted.',
  );
  await expect(dialog.getByText('redis-cli cluster nodes')).toBeVisible();
  await expect(use).toBeHidden();

  await page.locator('#cluster-text').fill(textOf('nginx/template-1.conf.j2'));
  await expect(dialog.getByRole('alert')).toContainText('Line 1: the template mark {{ pool_name }} stands where');
  await expect(use).toBeHidden();

  await page.locator('#cluster-text').fill(textOf('elasticsearch/allocation-1.txt'));
  await expect(dialog.getByRole('status')).toContainText('Elasticsearch: ');
  await expect(dialog.getByRole('alert')).toBeHidden();
  await expect(dialog.getByText('The text does not say which entries each node has')).toBeVisible();
  await expect(use).toBeHidden();

  await page.locator('#cluster-text').fill('');
  await expect(dialog.getByRole('status')).toHaveText('');
  await expect(dialog.getByRole('table')).toBeHidden();
  expect(faultsOf(page)).toEqual([]);
});

test('a plain list of nodes opens as such, with the strategy of the page', async ({ page }) => {
  const { playground, dialog } = await openDialog(page);
  const { strategy } = await playground.state();
  await paste(page, 'cache-1\ncache-2,2\ncache-3\n');
  await expect(dialog.getByRole('status')).toHaveText('A node list: 3 nodes');
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  const state = await playground.state();
  expect(state.nodes.map(({ name, weight }) => [name, weight])).toEqual([
    ['cache-1', 1],
    ['cache-2', 2],
    ['cache-3', 1],
  ]);
  expect(state.strategy).toBe(strategy);
  expect(faultsOf(page)).toEqual([]);
});

test('a file is chosen or dropped, and a long text is pasted without being shown', async ({ page }) => {
  const { dialog } = await openDialog(page);
  const text = textOf('twemproxy/pool-1-names.yml');
  await dialog.getByLabel('Open a file').setInputFiles({
    name: 'nutcracker.yml',
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  });
  await expect(dialog.getByRole('status')).toHaveText('twemproxy: 3 servers');

  await dialog.evaluate((box, dropped) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([dropped], 'nodes.txt'));
    box.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, textOf('redis/nodes-1-healthy.txt'));
  await expect(dialog.getByRole('status')).toHaveText('Redis Cluster: 3 masters, 3 replicas, 16,384 slots');
  await expect(page.locator('#own-keys')).toHaveCount(0);

  const rows = Array.from({ length: 40_000 }, (_, i) => `shard-${i},db-${i % 7}.example.net,${1000 * i}`);
  await dialog.evaluate(
    (box, all) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', all);
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    ['shard,node,bytes', ...rows].join('\n'),
  );
  await expect(dialog.getByRole('status')).toHaveText('A table of shards: 7 nodes, 40,000 shards');
  await expect(page.locator('#cluster-text')).toHaveValue('');
  expect(faultsOf(page)).toEqual([]);
});

test('a long text shows progress, and can be cancelled', async ({ page }) => {
  const { dialog } = await openDialog(page);
  await dialog.evaluate((box, head) => {
    const all = [head, ...Array.from({ length: 900_000 }, (_, i) => `shard-${i},db-${i % 7}.example.net,${i}`)];
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([all.join('\n')], 'rows.csv'));
    box.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, 'shard,node,bytes');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Cancelled.');
  await expect(dialog.getByRole('progressbar')).toBeHidden();

  await paste(page, 'cache-1\ncache-2');
  await expect(dialog.getByRole('status')).toHaveText('A node list: 2 nodes');
  expect(faultsOf(page)).toEqual([]);
});

test('the dialog passes the checks for accessibility, in Russian too', async ({ page }) => {
  const { dialog } = await openDialog(page);
  await paste(page, textOf('redis/nodes-3-failed.txt'));
  await expect(dialog.getByRole('table')).toBeVisible();
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    () => /** @type {Promise<AxeResults>} */ (/** @type {any} */ (window).axe.run('#cluster')),
  );
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await (await inFooter(page, '#language')).click();
  await (await inFooter(page, '[data-dialog="cluster"]')).click();
  await expect(dialog.getByRole('status')).toHaveText(
    /^Redis Cluster: 5 мастеров, 2 реплики, 16\s384 слота, 1 не работает$/,
  );
  expect(faultsOf(page)).toEqual([]);
});
