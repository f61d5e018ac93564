// A two-level map: how much the master and the directory servers are asked, and what the second level costs.
import axe from 'axe-core';
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

test('1,000 clients that keep 100 rows for 90 s ask for 1,000 rows a second, and each asks the master for the list every 90.1 s', async ({
  page,
}) => {
  await open(page, './#v=1&dialog=two_level/clients1000-rate10-lifetime90-sections100-servers4-skew0-along2');
  const dialog = page.getByRole('dialog', { name: 'Two-level map' });
  // A client needs a row 0.1 times a second, so it asks for it every 90 + 10 s; and the list 10 times a second, so
  // every 90 + 0.1 s.
  await expect(dialog.getByRole('status')).toHaveText(
    'One level: the master answers 1,000 requests per second. Two levels: it answers 11.1, and the busiest of 4 directory servers 250. The second level costs 0.0011 hops per request on average, one more at worst.',
  );
  const ways = await cellsOf(dialog, 'Three ways to get the map');
  expect(ways.map((cells) => cells.slice(1))).toEqual([
    ['11.1', '–', '–', '4.44 KB', '1.0011', '2'],
    ['1,000', '–', '–', '4.00 KB', '1.1', '2'],
    ['11.1', '250', '250', '4.18 KB', '1.1011', '3'],
  ]);
  expect(await cellsOf(dialog, 'Directory servers, requests per second')).toEqual(
    [0, 1, 2, 3].map((i) => [`${i}`, '250']),
  );
  await expect(dialog.getByRole('img')).toContainText('you are here: 90');
  for (const [axis, first] of [
    ['Clients', '1'],
    ['Sections', '4'],
    ['Directory servers', '1'],
  ]) {
    await dialog.getByRole('combobox', { name: 'Horizontal axis' }).selectOption(axis);
    expect((await cellsOf(dialog, 'The plot'))[0][0]).toBe(first);
    await expect(dialog.getByRole('img')).toContainText(axis);
  }
  // By number of directory servers: one has all 100 rows, 64 share them, at most two each.
  const rows = await cellsOf(dialog, 'The plot');
  expect([rows[0][3], rows.at(-1)[3]]).toEqual(['1,000', '20']);
  /** @type {AxeResults} */
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run('#two_level'); })()`);
  expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
  await dialog.getByRole('spinbutton', { name: 'Directory servers' }).fill('65');
  await expect(dialog.getByRole('alert')).toContainText('1 to 64 directory servers');
  expect(faultsOf(page)).toEqual([]);
});

test('a link in Tools opens it, on a phone and in Russian, no wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, './?lang=ru');
  await (await inFooter(page, '[data-dialog=two_level]')).click();
  const dialog = page.locator('#two_level');
  await expect(dialog.getByRole('status')).toContainText('Второй уровень добавляет');
  expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  expect(faultsOf(page)).toEqual([]);
});

test('in a post it takes the canvas’s place', async ({ page, baseURL }) => {
  const { frame } = await openEmbedded(page, baseURL, {
    address: './#v=1&nodes=5&keys=10000&dialog=two_level/servers4',
  });
  await expect(frame.locator('#two_level').getByRole('status').first()).toContainText('Two levels: it answers', {
    timeout: 60_000,
  });
  await expect(frame.locator('#two_level svg.study').first()).toBeVisible();
  await expect(frame.getByRole('button', { name: 'Close' })).toBeHidden();
  expect(faultsOf(page)).toEqual([]);
});
