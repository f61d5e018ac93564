// A tool's own plan beside the real tools of “Rebalance”: pasted, typed, from a file, in two languages and on a phone.
import axe from 'axe-core';
import { openDialog, paste } from './cluster_dialog.mjs';
import { expect, test } from './fixture.mjs';
import { faultsOf } from './page.mjs';
/** @import {AxeResults} from 'axe-core' */

// Node a bears 24 of 30 requests, and may bear 11.
const kRows = [
  'shard,node,bytes,requests',
  ...['s1,a,9000000000,8', 's2,a,8000000000,8', 's3,a,5000000000,5', 's4,a,1000000000,3'],
  ...['s5,b,2000000000,2', 's6,b,1000000000,1', 's7,c,3000000000,3'],
].join('\n');
const kPlan = 'entry,from,to\ns1,a,b\ns3,a,c\ns9,a,b\n';

test('what a tool has printed is a row and a curve beside the others, and what is wrong with it is said', async ({
  page,
}) => {
  const sent = /** @type {string[]} */ ([]);
  page.on('request', (request) => void (request.method() === 'GET' ? 0 : sent.push(request.url())));
  const { dialog: cluster } = await openDialog(page);
  await paste(page, kRows);
  await cluster.getByRole('button', { name: 'Rebalance…' }).click();
  const dialog = page.locator('#rebalance');
  await expect(dialog.getByRole('status').first()).toHaveText(/^Move 2 of 7 shards/, { timeout: 60_000 });
  const table = dialog.getByRole('region', { name: 'Tools and rules' });
  await expect(table.getByRole('row', { name: /Largest first/ })).toBeVisible();
  const row = table.getByRole('row', { name: /A tool’s own plan/ });
  await expect(row).toHaveCount(0);

  // By keys alone, from the closed part on.
  const summary = dialog.getByText('A tool’s own plan', { exact: true });
  const field = dialog.getByLabel('Paste it here, or drop a file');
  await expect(field).toBeHidden();
  await summary.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(field).toBeFocused();
  await page.keyboard.insertText(kPlan);
  // s1 and s3 are 14 GB; b then bears 8 + 2 + 1 of 30, and c 3 + 5: a keeps 8 + 3 = 11, which is 1.1 of its share.
  await expect(row).toHaveText(/A tool’s own plan14\.0 GB21\.10noneyour own output$/);
  await expect(dialog.getByText('Read as rows of entry, from and to: 3 steps, 2 moves.')).toBeVisible();
  await expect(dialog.getByText('1 step is of entries that are not planned here, and left out: s9.')).toBeVisible();
  const curve = dialog.getByRole('img', { name: /^The busiest node/ });
  await expect(curve.getByText('A tool’s own plan', { exact: true })).toBeVisible();
  await expect(field).toBeFocused();

  // Another limit, and the same text is followed on the new problem.
  await dialog.getByLabel('A node may exceed its share by, %').fill('5');
  await expect(dialog.getByText('2 nodes are above the limit in the end: a, b.')).toBeVisible();
  await expect(row).toBeVisible();

  await field.fill('entry,from,to\ns1,a');
  await expect(dialog.getByRole('alert').filter({ hasText: /^Line 2: a row without “to”/ })).toBeVisible();
  await expect(row).toHaveCount(0);
  await dialog.getByLabel('File with the plan').setInputFiles({
    name: 'plan.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ moves: [['s2', 'a', 'b']] })),
  });
  await expect(row).toHaveText(/8\.00 GB1/);
  await expect(field).toHaveValue('{"moves":[["s2","a","b"]]}');

  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    () => /** @type {Promise<AxeResults>} */ (/** @type {any} */ (window).axe.run('#rebalance')),
  );
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await field.scrollIntoViewIfNeeded();
  await expect(row).toBeVisible();
  expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);

  await dialog.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(row).toHaveCount(0);
  await expect(field).toBeFocused();
  expect(sent).toEqual([]);
  expect(faultsOf(page)).toEqual([]);
});

test('a file is dropped on the part, and the page does not take it', async ({ page }) => {
  const { dialog: cluster } = await openDialog(page);
  await paste(page, kRows);
  await cluster.getByRole('button', { name: 'Rebalance…' }).click();
  const dialog = page.locator('#rebalance');
  await expect(dialog.getByRole('status').first()).toHaveText(/^Move 2 of 7 shards/, { timeout: 60_000 });
  await dialog.getByText('A tool’s own plan', { exact: true }).click();
  const files = await page.evaluateHandle((text) => {
    const held = new DataTransfer();
    held.items.add(new File([text], 'plan.csv', { type: 'text/csv' }));
    return held;
  }, kPlan);
  const box = dialog.locator('[data-name="theirs"]');
  await box.dispatchEvent('dragover', { dataTransfer: files });
  await box.dispatchEvent('drop', { dataTransfer: files });
  await expect(dialog.getByText('Read as rows of entry, from and to: 3 steps, 2 moves.')).toBeVisible();
  await expect(dialog).toBeVisible();
  expect(faultsOf(page)).toEqual([]);
});
