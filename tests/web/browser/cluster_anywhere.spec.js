// “Open your cluster…” with what is pasted or dropped anywhere on the page, and as the page's list of nodes.
import { names, openRead, textOf } from './cluster_dialog.mjs';
import { expect, test } from './fixture.mjs';
import { faultsOf, open, openEmbedded } from './page.mjs';
/** @import {Page} from '@playwright/test' */

/** A paste as the keyboard makes it: at what has the focus. @param {Page} page @param {string} text */
const pasteOnPage = (page, text) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }, text);

/** @param {Page} page @param {string} text @param {string} name */
const dropOnPage = (page, text, name) =>
  page.evaluate(
    ([dropped, file]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([dropped], file));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    },
    [text, name],
  );

/** Nothing opens, even once all that a paste may load has come. @param {Page} page */
async function nothingOpens(page) {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(500);
  await expect(page.locator('dialog[open]')).toHaveCount(0);
}

test('a placement that is pasted on the page or the canvas opens the dialog with it', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=a,b,c');
  const dialog = page.locator('#cluster');
  await pasteOnPage(page, textOf('redis/nodes-1-healthy.txt'));
  await expect(dialog.getByRole('status')).toHaveText('Redis Cluster: 3 masters, 3 replicas, 16,384 slots');
  await expect(page.locator('#cluster-text')).toHaveValue(/myself,master/);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.locator('#canvas').focus();
  await pasteOnPage(page, textOf('twemproxy/pool-1-names.yml'));
  await expect(dialog.getByRole('status')).toHaveText('twemproxy: 3 servers');
  await openRead(page);
  await expect.poll(async () => names(await playground.state())).toHaveLength(3);
  expect(faultsOf(page)).toEqual([]);
});

test('words that no reader knows open the dialog with them and the reason', async ({ page }) => {
  await open(page, './#v=1&nodes=a,b,c');
  const dialog = page.locator('#cluster');
  for (const [text, why] of [
    ['Dear all,\nthe cluster is down again.\n', 'no reader knows this format'],
    ['what?', 'no reader knows this format'],
    ['{"a": 1}', 'no reader knows this form of JSON'],
  ]) {
    await pasteOnPage(page, text);
    await expect(dialog.getByRole('alert')).toContainText(why);
    await expect(page.locator('#cluster-text')).toHaveValue(text);
    await expect(dialog.locator('[data-name=instead]')).toBeHidden();
    await dialog.getByRole('button', { name: 'Close' }).click();
  }
  expect(faultsOf(page)).toEqual([]);
});

const kOrders = 'order_id,customer_id,country\n500000,1002,US\n500001,3758,US\n500002,1002,DE\n';

test('rows that are pasted on the page go on to the dialog that chooses a sharding key', async ({ page }) => {
  await open(page, './#v=1&nodes=a,b,c');
  await pasteOnPage(page, kOrders);
  const dialog = page.locator('#cluster');
  await expect(dialog.getByRole('alert')).toHaveText(
    'Line 1: no reader knows this format. It looks like rows of a table.',
  );
  await dialog.getByRole('button', { name: 'Choose a sharding key' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('#sharding_key [data-name=rows-says]')).toContainText('pasted rows, 74.0 B: 3 columns');
  expect(faultsOf(page)).toEqual([]);
});

test('rows that are pasted or dropped in the dialog become keys by one of their columns', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=a,b,c');
  const dialog = page.locator('#cluster');
  await pasteOnPage(page, kOrders);
  await dialog.getByRole('button', { name: 'Use one column as keys' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('#own-keys-text')).toHaveValue(kOrders);
  await expect(page.getByLabel('First line is a header')).toBeChecked();
  await page.getByLabel('Key column').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Use these keys' }).click();
  await expect(page.locator('#own-keys')).toBeHidden();
  // three orders, and not the header
  await expect.poll(async () => (await playground.state()).keys).toBe(3);
  expect(faultsOf(page)).toEqual([]);
});

test('a dropped table can go on from the keys to the dialog that chooses a sharding key', async ({ page }) => {
  await open(page, './#v=1&nodes=a,b,c');
  await dropOnPage(page, 'user:1\nuser:2\n', 'keys.txt');
  const rows = page.locator('#own-keys').getByRole('button', { name: 'Choose a sharding key' });
  await expect(page.getByRole('button', { name: 'Use these keys' })).toBeEnabled();
  await expect(rows).toBeHidden();
  await page.locator('#own-keys-cancel').click();
  await dropOnPage(page, kOrders, 'orders.csv');
  await rows.click();
  await expect(page.locator('#own-keys')).toBeHidden();
  await expect(page.locator('#sharding_key [data-name=rows-says]')).toContainText('orders.csv, 74.0 B: 3 columns');
  expect(faultsOf(page)).toEqual([]);
});

test('a line that nginx refuses goes by one press, and the rest is read', async ({ page }) => {
  await open(page, './#v=1&nodes=a,b,c');
  await pasteOnPage(
    page,
    'upstream cache {\n    hash $request_uri consistent;\n    server 10.0.0.11:8080;\n    server 10.0.0.14:8080 backup;\n}\n',
  );
  const dialog = page.locator('#cluster');
  await expect(dialog.getByRole('alert')).toContainText('Delete this line to go on.');
  await dialog.getByRole('button', { name: 'Read again without line 4' }).click();
  await expect(dialog.getByRole('status')).toContainText('nginx: 1 server');
  await expect(page.locator('#cluster-text')).not.toHaveValue(/backup/);
  await expect(dialog.locator('[data-name=instead]')).toBeHidden();
  expect(faultsOf(page)).toEqual([]);
});

test('what reading costs is said while much is read, and not before', async ({ page }) => {
  await open(page, './#v=1&nodes=a,b,c');
  await pasteOnPage(page, 'what?');
  await expect(page.locator('#cluster [data-name=limits]')).toHaveText('Up to 100 MB of text; gzip too.');
  await page.locator('#cluster').getByRole('button', { name: 'Close' }).click();
  await dropOnPage(page, 'user:1\nuser:2\n', 'keys.txt');
  await expect(page.locator('#own-keys')).toBeVisible();
  await expect(page.locator('#own-keys-limits')).toBeHidden();
  await page.locator('#own-keys-cancel').click();
  // larger than keys may be
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['user:1\n'.repeat(8_000_000)], 'keys.txt'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  await expect(page.locator('#own-keys-refused')).toContainText('the limit is');
  await expect(page.locator('#own-keys-limits')).toContainText('Reading holds up to 512 MB');
  expect(faultsOf(page)).toEqual([]);
});

test('a link and what is pasted into a field open nothing', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=a,b,c');
  await pasteOnPage(page, page.url());
  await nothingOpens(page);
  await page.locator('#text-open').click();
  await page.locator('#text-add [name="name"]').focus();
  await pasteOnPage(page, textOf('redis/nodes-1-healthy.txt'));
  await nothingOpens(page);
  expect(names(await playground.state())).toEqual(['a', 'b', 'c']);
  expect(faultsOf(page)).toEqual([]);
});

test('a figure in a post takes no placement', async ({ page, baseURL }) => {
  const { frame } = await openEmbedded(page, baseURL, { address: './#v=1&nodes=a,b,c' });
  await frame.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, textOf('redis/nodes-1-healthy.txt'));
  await page.waitForTimeout(500);
  await expect(frame.locator('#cluster, dialog[open]')).toHaveCount(0);
});

test('a dropped placement opens this dialog, and any other file is taken for keys', async ({ page }) => {
  await open(page, './#v=1&nodes=a,b,c');
  await dropOnPage(page, textOf('haproxy/backup-between.cfg'), 'haproxy.cfg');
  const dialog = page.locator('#cluster');
  await expect(dialog.getByRole('status')).toContainText('HAProxy');
  await expect(page.locator('#own-keys')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await dropOnPage(page, 'user:1\nuser:2\nuser:3\n', 'keys.txt');
  await expect(page.locator('#own-keys')).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Use these keys' }).click();
  await expect(page.locator('#own-keys')).toBeHidden();
  expect(faultsOf(page)).toEqual([]);
});

test('the list of nodes is changed in this dialog, and its errors are reported', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=3&keys=1000');
  await playground.clickControl('list-nodes');
  const dialog = page.locator('#cluster');
  const list = page.locator('#cluster-text');
  await expect(list).toHaveValue('node-0\nnode-1\nnode-2');
  await expect(dialog.getByRole('status')).toHaveText('A node list: 3 nodes');
  await list.fill('db-1 2\nnode-1\ndb-1');
  await expect(dialog.getByRole('status')).toHaveText('A node list: 3 nodes');
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('line 3: “db-1” is already on line 1');
  expect((await playground.state()).undo).toBe(false);

  await list.fill('db-1 2\nnode-1\ndb-2,0.5');
  await expect(dialog.getByRole('cell').first()).toHaveText('2');
  await openRead(page);
  const { nodes, flows } = await playground.state();
  expect(nodes.map(({ name, weight }) => [name, weight])).toEqual([
    ['db-1', 2],
    ['node-1', 1],
    ['db-2', 0.5],
  ]);
  expect(flows.some(({ from, to }) => from === 'node-0' && to === 'db-1')).toBe(true);
  await playground.run({ do: 'undo' });
  expect((await playground.state()).nodes.map(({ name }) => name)).toEqual(['node-0', 'node-1', 'node-2']);
  expect(faultsOf(page)).toEqual([]);
});

test('a list that keeps the nodes and adds one is that change, for the timeline and Migrate too', async ({ page }) => {
  const nodes = '10.0.0.11:8080@eu,10.0.0.12:8080,10.0.0.13:8080';
  const playground = await open(page, `./#v=1&nodes=${nodes}&keys=10000&strategy=nginx`);
  await playground.clickControl('list-nodes');
  await page
    .locator('#cluster-text')
    .fill('10.0.0.11:8080\n10.0.0.12:8080\n10.0.0.13:8080\n10.0.0.14:8080\n10.0.0.15:8080\n');
  await expect(page.locator('#cluster').getByRole('status')).toHaveText('A node list: 5 nodes');
  await openRead(page);
  await playground.settled();
  const { headline } = await playground.state();
  const [share] = /\d+\.\d%/.exec(headline) ?? [];
  expect(Number(share?.slice(0, -1))).toBeGreaterThan(30); // of two fifths
  await expect(page.locator('#timeline-sum')).toHaveText(`Total moved ${share}`);
  await expect(page.locator('#timeline-steps li')).toHaveCount(2);
  const link = decodeURIComponent(new URL(page.url()).hash);
  expect(link).toContain('log=+10.0.0.14:8080');
  expect(link).toContain('10.0.0.11:8080@eu'); // which the list does not say
  await playground.run({ do: 'undo' });
  expect((await playground.state()).nodes).toHaveLength(3);
  expect(faultsOf(page)).toEqual([]);
});

test('names that only a weight behind a tab tells from weights are listed as they are', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=rack%201%2Fa,b%2C2*3');
  await playground.run({ do: 'list_nodes' });
  await expect(page.locator('#cluster-text')).toHaveValue('rack 1/a\t1\nb,2\t3');
  await openRead(page);
  const { nodes } = await playground.state();
  expect(nodes.map(({ name, weight }) => [name, weight])).toEqual([
    ['rack 1/a', 1],
    ['b,2', 3],
  ]);
  expect(faultsOf(page)).toEqual([]);
});
