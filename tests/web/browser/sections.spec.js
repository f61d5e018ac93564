// How many sections: the balance by their number, hot sections spread by load, and what the map costs its clients.
import axe from 'axe-core';
import { readFile } from 'node:fs/promises';
import { expect, test } from './fixture.mjs';
import { faultsOf, inFooter, open, openEmbedded } from './page.mjs';
/** @import {Locator} from '@playwright/test' */
/** @import {AxeResults} from 'axe-core' */

const cellsOf = (/** @type {Locator} */ dialog, /** @type {string} */ caption) =>
  dialog
    .locator('table')
    .filter({ hasText: caption })
    .locator('tbody tr')
    .evaluateAll((all) => all.map((row) => [...row.cells].map(({ textContent }) => textContent)));

test('a link opens the number of sections with its loads, and another number is one choice away', async ({ page }) => {
  await open(page, './#v=1&nodes=20&dialog=sections/sections256-skew1');
  const dialog = page.getByRole('dialog', { name: 'How many sections?' });
  await expect(dialog.getByRole('status')).toContainText('256 sections: the most loaded node serves', {
    timeout: 60_000,
  });
  // Zipf's hottest of 100,000 keys gets 8.27% of the requests: on 20 nodes its node serves at least 1.65 times the
  // mean.
  const rows = await cellsOf(dialog, 'Max / mean by the number of sections');
  expect(rows).toHaveLength(13);
  const last = rows.at(-1);
  expect(last[0]).toBe('65,536');
  expect(last.slice(3, 5)).toEqual(['1.65×', '1.65×']);
  expect(Number.parseFloat(last[2])).toBeGreaterThan(2);
  expect(rows[0].slice(5)).toEqual(['16', '64.0 B', '64.0 KB']); // 16 rows of 4 bytes, 1,000 clients
  await expect(dialog.locator('.marked th')).toHaveText('256');
  await expect(dialog.getByRole('img')).toHaveCount(2);
  await dialog.getByRole('combobox', { name: 'Sections' }).selectOption('65536');
  await expect(dialog.getByRole('status')).toContainText(
    '1.65× placed by load. The hottest section alone is 1.65× the mean',
    { timeout: 60_000 },
  );
  await dialog.getByRole('spinbutton', { name: 'Clients' }).fill('2000');
  await dialog.getByRole('spinbutton', { name: 'Clients' }).press('Tab');
  // 65,536 rows of 4 bytes are 262 KB; 2,000 clients get 524 MB per change, at six changes an hour; or every minute.
  await expect(dialog.locator('[data-name=traffic]')).toHaveText(
    'The map has 262 KB. Pushed to 2,000 clients it costs 524 MB a change, 874 KB/s at 6 changes per hour; polled whole, 8.74 MB/s.',
  );
  /** @type {AxeResults} */
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run('#sections'); })()`);
  expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
  await dialog.getByRole('spinbutton', { name: 'Clients' }).fill('0');
  await dialog.getByRole('spinbutton', { name: 'Clients' }).press('Tab');
  await expect(dialog.getByRole('alert')).toContainText('at least 1 client');
  expect(faultsOf(page)).toEqual([]);
});

test('its pictures are as wide as the window leaves them, and a closed one is drawn when it is shown', async ({
  page,
}) => {
  await open(page, './#v=1&nodes=5&dialog=sections/sections256');
  const dialog = page.locator('#sections');
  const pictures = dialog.getByRole('img');
  await expect(pictures).toHaveCount(2, { timeout: 60_000 });
  const widthOf = async () => Number((await pictures.last().getAttribute('viewBox')).split(' ')[2]);
  expect(await widthOf()).toBe(680);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(widthOf).toBeLessThan(390);
  // An answer that comes as the dialog closes finds boxes without width.
  await dialog.evaluate(async (/** @type {HTMLDialogElement} */ element) => {
    element.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const clients = /** @type {HTMLInputElement} */ (element.querySelector('[name=clients]'));
    clients.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.setViewportSize({ width: 600, height: 844 });
  await dialog.evaluate((/** @type {HTMLDialogElement} */ element) => element.showModal());
  await expect.poll(widthOf).toBeGreaterThan(390);
  expect(faultsOf(page)).toEqual([]);
});

test('it uses the page’s request skew, and exports its numbers and its picture', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=10&skew=1.2');
  await playground.settled();
  await (await inFooter(page, '[data-dialog=sections]')).click();
  const dialog = page.locator('#sections');
  await expect(dialog.getByRole('status')).toContainText('1,024 sections:', { timeout: 60_000 });
  await expect(dialog.getByRole('spinbutton', { name: 'Request skew (Zipf)' })).toHaveValue('1.2');
  const saved = async (/** @type {string} */ name) => {
    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name }).click()]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };
  const csv = await saved('Save as CSV');
  expect(csv.name).toBe('sections.csv');
  const lines = csv.bytes.toString().split('\r\n');
  expect(lines[0]).toBe('Max / mean by the number of sections');
  expect(lines[1]).toBe(
    'Sections,Keys,"Requests, by count","Requests, by load",Hottest section,Largest cluster,Map,One push',
  );
  expect(lines).toHaveLength(16);
  expect(lines.at(-1), 'after the last line’s end').toBe('');
  const svg = (await saved('Save as SVG')).bytes.toString();
  expect(svg).toContain('Requests, placed by load');
  expect(svg.match(/<svg/g)).toHaveLength(3); // the plot and the bars, in one
  expect(svg).not.toMatch(/class=|var\(/);
  expect((await saved('Save as PNG')).bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(faultsOf(page)).toEqual([]);
});

test('it says how many of a million keys it uses, and gives a drained node no section', async ({ page }) => {
  await open(page, './#v=1&nodes=a,b&keys=1000000&dialog=sections/sections16');
  const dialog = page.locator('#sections');
  await expect(dialog).toContainText('The page has 1,000,000 keys; these are the first 100,000.', { timeout: 60_000 });
  await expect(dialog.getByRole('status')).toContainText('16 sections:', { timeout: 60_000 });
  await page.goto('about:blank');
  await open(page, './#v=1&nodes=a,b*0,c&dialog=sections/sections16');
  await expect(dialog).toContainText('2 nodes, 100,000 keys.', { timeout: 60_000 });
  await expect(dialog.getByRole('status')).toContainText('16 sections:', { timeout: 60_000 });
  const hottest = await cellsOf(dialog, 'The hottest sections');
  expect(hottest).toHaveLength(10);
  expect(new Set(hottest.flatMap((cells) => cells.slice(2)))).toEqual(new Set(['a', 'c']));
  expect(faultsOf(page)).toEqual([]);
});

test('on a phone nothing is wider than the dialog, in Russian too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, './?lang=ru#v=1&nodes=20&dialog=sections/sections256-skew1');
  const dialog = page.locator('#sections');
  await expect(dialog.getByRole('status')).toContainText('Секций: 256.', { timeout: 60_000 });
  expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
});

test('in a post it takes the canvas’s place', async ({ page, baseURL }) => {
  const { frame } = await openEmbedded(page, baseURL, {
    address: './#v=1&nodes=5&keys=10000&dialog=sections/sections1024',
  });
  await expect(frame.locator('#sections').getByRole('status').first()).toContainText('1,024 sections:', {
    timeout: 60_000,
  });
  await expect(frame.locator('#sections svg.study').first()).toBeVisible();
  await expect(frame.getByRole('button', { name: 'Close' })).toBeHidden();
  expect(faultsOf(page)).toEqual([]);
});
