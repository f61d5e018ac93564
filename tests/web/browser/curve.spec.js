// How many virtual nodes: the curve with its band, and the current position on it.
import axe from 'axe-core';
import { expect, test } from './fixture.mjs';
import { faultsOf, inFooter, open } from './page.mjs';
/** @import {AxeResults} from 'axe-core' */

test('the curve falls with virtual nodes, and marks the current number', async ({ page }) => {
  await open(page, './#v=1&nodes=10&vnodes=128');
  await (await inFooter(page, '[data-dialog=curve]')).click();
  const dialog = page.getByRole('dialog', { name: 'How many virtual nodes?' });
  await expect(dialog.getByRole('status')).toContainText('With 128:', { timeout: 90_000 });
  const rows = await dialog
    .locator('tbody tr')
    .evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => Number.parseFloat(cell.textContent))));
  const of = (/** @type {number} */ count) => rows.find(([each]) => each === count);
  expect(of(1)[2]).toBeGreaterThan(2); // the median of ten nodes with one point each
  expect(of(128)[3]).toBeLessThan(1.35);
  expect(of(1000)[3]).toBeLessThan(of(100)[3]);
  for (const [, low, median, high] of rows) expect(low <= median && median <= high).toBe(true);
  await expect(dialog.locator('.marked th')).toHaveText('128');
  await expect(dialog.getByRole('img')).toContainText('you are here: 128');
  /** @type {AxeResults} */
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run('#curve'); })()`);
  expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
  expect(faultsOf(page)).toEqual([]);
});

test('a strategy without virtual nodes names those that have some', async ({ page }) => {
  await open(page, './#v=1&nodes=10&strategy=modulo');
  await (await inFooter(page, '[data-dialog=curve]')).click();
  await expect(page.getByRole('dialog')).toContainText(
    'Modulo has no virtual nodes to set. Strategies that do: Consistent hashing ring',
  );
});

test('on a phone all columns of its table are visible, in Russian too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, './?lang=ru#v=1&nodes=5');
  await (await inFooter(page, '[data-dialog=curve]')).click();
  const dialog = page.locator('#curve');
  await expect(dialog.getByRole('status')).toContainText('При 100:', { timeout: 90_000 });
  const tables = dialog.locator('.tables');
  await expect.poll(() => tables.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
});
