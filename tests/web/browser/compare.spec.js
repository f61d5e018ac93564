// Strategies side by side, in the canvas and in the text view.
import axe from 'axe-core';
import { expect, test } from './fixture.mjs';
import { faultsOf, open } from './page.mjs';
/** @import {Page} from '@playwright/test' */

test.afterEach(({ page }) => expect(faultsOf(page)).toEqual([]));

test('a strategy picked from the bar is compared on the same keys under the same addition', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=4&keys=20000&strategy=jump');
  await playground.clickControl('compare');
  await playground.clickControl('search-strategy');
  await page.keyboard.type('modulo');
  await playground.press('Enter');
  await playground.clickControl('add-node');
  const { compare } = await playground.state();
  expect(compare.map(({ strategy }) => strategy)).toEqual(['jump', 'modulo']);
  // From 4 to 5 nodes jump moves a fifth; modulo all but the keys with the same remainder by 4 and by 5, 4 of 20.
  expect(compare[0].moved / 20_000).toBeCloseTo(0.2, 1);
  expect(compare[1].moved / 20_000).toBeCloseTo(0.8, 1);
  expect(new URL(page.url()).hash).toContain('s2=modulo');
});

const moves = (/** @type {Page} */ page) => page.locator('#migrate [name=subject] option:checked');

test('a strategy beside the main one leads to Migrate between the two, on the canvas and in the text view', async ({
  page,
}) => {
  const playground = await open(page, './#v=1&nodes=4&keys=2000&strategy=modulo&s2=jump&s3=ring');
  await playground.clickControl('migrate-3');
  await expect(moves(page)).toHaveText('from Modulo to Consistent hashing ring', { timeout: 60_000 });
  await expect(page.locator('#migrate .said')).toContainText('Copy, then switch', { timeout: 60_000 });
  await page.locator('#migrate').getByRole('button', { name: 'Close' }).click();
  await page.locator('#text-open').press('Enter');
  const rows = page.locator('#text-compare tbody tr');
  await expect(rows.nth(0).getByRole('button', { name: /keys move/ })).toBeDisabled();
  await rows
    .nth(1)
    .getByRole('button', { name: /keys move/ })
    .press('Enter');
  await expect(moves(page)).toHaveText('from Modulo to Jump consistent hash', { timeout: 60_000 });
});

test('the text view adds, promotes and removes strategies by keyboard, and is accessible', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=4&keys=20000&strategy=jump');
  await page.locator('#text-open').press('Enter');
  await page.locator('#text-compare-add select').selectOption('modulo');
  await page.locator('#text-compare-add button').press('Enter');
  const table = page.locator('#text-compare');
  await expect(table.locator('tbody tr')).toHaveCount(2);
  await playground.run({ do: 'add_node' });
  await expect(table.locator('tbody tr').nth(1)).toContainText('80.');
  await table.locator('tbody tr').nth(1).getByRole('button', { name: /main/ }).press('Enter');
  await expect(page.locator('#text-strategy')).toHaveValue('modulo');
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run(); })()`);
  expect(violations).toEqual([]);
  await table
    .locator('tbody tr')
    .nth(1)
    .getByRole('button', { name: /Remove/ })
    .press('Enter');
  await expect(table).toBeHidden();
});

test('a strategy beside the main one is configured in place, on the canvas and in the text view', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=4&keys=2000&strategy=modulo&s2=ring');
  const vnodes = async () => (await playground.state()).compare[1].params.vnodes;
  await playground.clickControl('settings-2');
  await playground.clickControl('vnodes:2');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('7');
  await playground.press('Enter');
  await expect.poll(vnodes).toBe(7);
  await playground.press('Escape');
  await page.locator('#text-open').press('Enter');
  const settings = page.getByRole('group', { name: 'Settings of Consistent hashing ring' });
  await expect(settings.getByLabel('Virtual nodes')).toHaveValue('7');
  await settings.getByLabel('Virtual nodes').fill('9');
  await settings.getByLabel('Virtual nodes').press('Enter');
  await expect.poll(vnodes).toBe(9);
  await settings.getByLabel('Hash function').selectOption('md5');
  await expect.poll(async () => (await playground.state()).compare[1].hash).toBe('md5');
  expect((await playground.state()).strategy).toBe('modulo');
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run('#text-view'); })()`);
  expect(violations).toEqual([]);
  await page.locator('[data-do=undo]').press('Enter');
  await expect.poll(async () => (await playground.state()).compare[1].hash).toBe('xxh64');
  for (const set of [7, 100]) {
    await page.locator('[data-do=undo]').press('Enter');
    await expect.poll(vnodes).toBe(set);
  }
});
