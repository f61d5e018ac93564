// “Your file with this change”: what was opened in this visit, with the nodes as they are now; and the ways between
// “Open your cluster” and “Identify a strategy”.
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import axe from 'axe-core';
import { openDialog, openRead, paste, textOf } from './cluster_dialog.mjs';
import { expect, test } from './fixture.mjs';
import { faultsOf, inFooter, open } from './page.mjs';
/** @import {Page} from '@playwright/test' */
/** @import {AxeResults} from 'axe-core' */

const kNginx = [
  '\ufeff# hunter2: the password',
  'upstream media {',
  '\thash $uri consistent;',
  '\tserver 10.0.0.1:80 max_fails=3; # hunter2',
  '\tserver 10.0.0.2:80 max_fails=3 weight=2;',
  '}',
].join('\r\n');

/** @param {Page} page @param {string} name @param {string} text */
async function openFile(page, name, text) {
  const { playground, dialog } = await openDialog(page);
  const buffer = Buffer.from(text);
  await dialog.getByLabel('Open a file').setInputFiles({ name, mimeType: 'text/plain', buffer });
  await openRead(page);
  return playground;
}

/** @param {Page} page */
async function openExport(page) {
  await page.getByRole('button', { name: 'Export & share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export & share' });
  await expect(dialog).toBeVisible();
  return { dialog, own: dialog.getByRole('group', { name: 'Your file with this change' }) };
}

/** @param {Page} page */
async function saved(page) {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save file', exact: true }).click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** All that the page keeps, but for its memory. @param {Page} page */
const kept = (page) =>
  page.evaluate(async () => {
    const caches = await Promise.all(
      (await globalThis.caches.keys()).map(async (name) => {
        const cache = await globalThis.caches.open(name);
        const found = await Promise.all((await cache.keys()).map((request) => cache.match(request)));
        return (await Promise.all(found.map((one) => one?.text()))).join('');
      }),
    );
    const stored = [localStorage, sessionStorage].map((one) => JSON.stringify({ ...one }));
    return [...stored, ...caches, location.href, JSON.stringify(history.state), document.title].join('\n');
  });

test('a file of nginx is saved with a node more, and nothing else of it differs', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const playground = await openFile(page, 'media.conf', kNginx);
  const { dialog, own } = await openExport(page);
  await expect(own.getByText('comments and secrets too')).toBeVisible();
  await expect(own.getByRole('status').first()).toHaveText('Nothing differs from media.conf.');
  expect((await saved(page)).bytes.equals(Buffer.from(kNginx))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await playground.clickControl('add-node');
  const { nodes } = await playground.state();
  await playground.run({ do: 'rename_node', node: nodes[2].name, name: '10.0.0.3:80' });
  await openExport(page);
  const changed = kNginx.replace('weight=2;', 'weight=2;\r\n\tserver 10.0.0.3:80 max_fails=3;');
  const diff = own.getByLabel('What changes in your file');
  await expect(diff).toHaveValue('--- media.conf\n+++ media.conf\n@@ -5,0 +6 @@\n+\tserver 10.0.0.3:80 max_fails=3;\n');
  const { name, bytes } = await saved(page);
  expect(name).toBe('media.conf');
  expect(bytes.equals(Buffer.from(changed))).toBe(true);

  await own.getByRole('button', { name: 'Copy file' }).press('Enter');
  await expect(own.getByText('Copied.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.replace(/\r\n/g, '\n')).toBe(changed.replace(/\r\n/g, '\n'));
  await own.getByRole('button', { name: 'Copy diff as Markdown' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`\`\`\`diff\n${await diff.inputValue()}\`\`\`\n`);

  const coming = page.waitForEvent('download');
  await own.getByRole('button', { name: 'Save diff' }).click();
  const file = await coming;
  expect([file.suggestedFilename(), await readFile(await file.path(), 'utf8')]).toEqual([
    'media.conf.diff',
    await diff.inputValue(),
  ]);
  await expect(own.getByText('Saved media.conf.diff.')).toBeVisible();

  expect(await kept(page)).not.toContain('hunter2');
  await page.reload();
  await openExport(page);
  await expect(own).toBeHidden();
  expect(faultsOf(page)).toEqual([]);
});

test('a new server of HAProxy gets its address, and another strategy is refused', async ({ page }) => {
  const text = textOf('haproxy/uri-1-consistent.cfg');
  const playground = await openFile(page, 'haproxy.cfg', text);
  await playground.clickControl('add-node');
  const { nodes } = await playground.state();
  const added = nodes[nodes.length - 1].name;
  const { dialog, own } = await openExport(page);
  await expect(own.getByText('Your file has addresses beside names.')).toBeVisible();
  await own.getByLabel(`Address of ${added}`).fill('192.0.2.25:8000');
  await page.keyboard.press('Tab');
  await expect(own.getByLabel('What changes in your file')).toHaveValue(
    new RegExp(`\\+\\s+server ${added} 192\\.0\\.2\\.25:8000 weight \\d+ check\n`),
  );
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await playground.run({ do: 'set_strategy', strategy: 'modulo' });
  await openExport(page);
  await expect(own.getByRole('alert')).toHaveText(
    'Your file is not written: the strategy is now Modulo (the file has HAProxy hash), which no line of a server can say.',
  );
  await expect(own.getByRole('button', { name: 'Save file', exact: true })).toBeHidden();
  expect(faultsOf(page)).toEqual([]);
});

test('a packed file is saved as it was before', async ({ page }) => {
  const { dialog } = await openDialog(page);
  const buffer = gzipSync(Buffer.from(kNginx));
  await dialog.getByLabel('Open a file').setInputFiles({ name: 'media.conf.gz', mimeType: 'application/gzip', buffer });
  await openRead(page);
  const { own } = await openExport(page);
  await expect(own.getByRole('button', { name: 'Save file', exact: true })).toBeVisible();
  const { name, bytes } = await saved(page);
  expect([name, bytes.equals(Buffer.from(kNginx))]).toEqual(['media.conf', true]);
});

test('on a phone, in Russian, the file is reached and passes the checks for accessibility', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, './?lang=ru#v=1&nodes=a,b,c');
  await (await inFooter(page, '[data-dialog="cluster"]')).click();
  await paste(page, kNginx);
  await page.locator('#cluster [name="use"]').click();
  await (await inFooter(page, '[data-dialog="export"]')).click();
  const own = page.getByRole('group', { name: 'Ваш файл с этим изменением' });
  await expect(own.getByText('включая комментарии и секреты')).toBeVisible();
  await expect(own.getByRole('button', { name: 'Сохранить файл' })).toBeVisible();
  await page.evaluate(axe.source);
  const { violations } = /** @type {AxeResults} */ (await page.evaluate(`axe.run('#take-along')`));
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test('with other names, or after another cluster, no file is offered', async ({ page }) => {
  const { dialog } = await openDialog(page);
  await paste(page, kNginx);
  await dialog.getByLabel('Hide names').check();
  await openRead(page);
  const { own } = await openExport(page);
  await expect(own).toBeHidden();
});

test('keys with their owners go on to “Identify a strategy”', async ({ page }) => {
  const { dialog } = await openDialog(page);
  const rows = Array.from({ length: 40 }, (_, i) => `user:${i},cache-${i % 3}`);
  await paste(page, `key,owner\n${rows.join('\n')}\n`);
  await expect(dialog.getByRole('status')).toHaveText('A table of keys: 3 nodes, 40 keys');
  await dialog.getByRole('button', { name: 'Identify a strategy' }).press('Enter');
  await expect(dialog).toBeHidden();
  const identify = page.getByRole('dialog', { name: 'Identify a strategy' });
  await expect(identify.getByLabel('Or paste keys with their owners')).toHaveValue(
    /^user:0\tcache-0\nuser:1\tcache-1\n/,
  );
  await expect(identify.getByRole('button', { name: 'Identify', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(identify.getByRole('status')).toContainText('Of 40 rows on 3 nodes', { timeout: 60_000 });
  expect(faultsOf(page)).toEqual([]);
});

test('the text of a cluster goes from “Identify a strategy” to “Open your cluster”', async ({ page }) => {
  await open(page, './#v=1&nodes=a,b,c');
  await (await inFooter(page, '[data-dialog="identify"]')).click();
  const identify = page.getByRole('dialog', { name: 'Identify a strategy' });
  await identify.getByLabel('Or paste keys with their owners').fill(kNginx);
  await identify.getByRole('button', { name: 'Identify', exact: true }).click();
  await identify.getByRole('button', { name: 'Open your cluster' }).click();
  await expect(identify).toBeHidden();
  await expect(page.locator('#cluster').getByRole('status')).toHaveText('nginx: 2 servers');
  await page.keyboard.press('Escape');

  await (await inFooter(page, '[data-dialog="identify"]')).click();
  await identify.getByLabel('Or paste keys with their owners').fill('no rows at all');
  await identify.getByRole('button', { name: 'Identify', exact: true }).click();
  await expect(identify.getByRole('alert')).toBeVisible();
  await expect(identify.getByRole('button', { name: 'Open your cluster' })).toBeHidden();
  expect(faultsOf(page)).toEqual([]);
});

test('SQL for a table of PostgreSQL has its own names, after the page has loaded again for it', async ({ page }) => {
  const { dialog } = await openDialog(page);
  await paste(page, textOf('postgresql/describe-1.txt').replaceAll('orders_p1', 'shop.orders_p1'));
  await expect(dialog.getByRole('status')).toHaveText('PostgreSQL “public.orders”: 4 hash partitions, modulus 4');
  const reloaded = page.waitForEvent('load');
  await openRead(page);
  await reloaded;
  const { dialog: shown } = await openExport(page);
  const code = shown.getByLabel('Code', { exact: true });
  await expect(code).toHaveValue(
    new RegExp(
      '^CREATE TABLE "public"\\."orders" \\("id" bigint, "customer" bigint, "note" text\\)\n' +
        ' {2}PARTITION BY HASH \\("customer"\\);',
    ),
  );
  await expect(code).toHaveValue(/CREATE TABLE "shop"\."orders_p1" PARTITION OF "public"\."orders" /);
  await expect(shown.getByText('None of them is your own file.')).toBeVisible();
  expect(faultsOf(page)).toEqual([]);
});

test('a file of ClickHouse is there after the page has loaded again for it, and kept nowhere', async ({ page }) => {
  const text = [
    '<clickhouse><!-- hunter2 --><remote_servers><shop>',
    '  <shard><replica><host>ch-1</host><port>9000</port><password>hunter2</password></replica></shard>',
    '  <shard><replica><host>ch-2</host><port>9000</port><password>hunter2</password></replica></shard>',
    '</shop></remote_servers></clickhouse>',
    '',
  ].join('\n');
  const { dialog } = await openDialog(page);
  const buffer = Buffer.from(text);
  await dialog.getByLabel('Open a file').setInputFiles({ name: 'remote.xml', mimeType: 'text/xml', buffer });
  const reloaded = page.waitForEvent('load');
  await openRead(page);
  await reloaded;
  await expect(page.getByRole('region', { name: 'What to notice' })).toContainText(
    'remote.xml. Opened from your text.',
  );
  const { own } = await openExport(page);
  await expect(own.getByRole('status').first()).toHaveText('Nothing differs from remote.xml.');
  const { name, bytes } = await saved(page);
  expect([name, bytes.toString()]).toEqual(['remote.xml', text]);
  await expect(own.getByText('Saved remote.xml.')).toBeVisible();
  expect(`${await kept(page)}${await page.evaluate(() => window.name)}`).not.toContain('hunter2');
  expect(faultsOf(page)).toEqual([]);
});
