// “Array or tree for a ring?” measures what a ring's points cost on any device; here is tested what is the same on all.
import axe from 'axe-core';
import { expect, test } from './fixture.mjs';
import { faultsOf, inFooter, open, openEmbedded } from './page.mjs';
/** @import {Locator} from '@playwright/test' */
/** @import {AxeResults} from 'axe-core' */

const cellsOf = (/** @type {Locator} */ dialog, /** @type {string} */ caption) =>
  dialog
    .locator('table')
    .filter({ has: dialog.page().locator(`caption:text-is("${caption}")`) })
    .locator('tbody tr')
    .evaluateAll((all) => all.map((row) => [...row.cells].map(({ textContent }) => textContent)));

test.describe.configure({ timeout: 300_000 }); // measuring beside other work takes several times as long

test('each structure is measured from 1 to 10,000 nodes, and a sentence says up to what size the array wins', async ({
  page,
}) => {
  await open(page, './#v=1&dialog=ring_lookup/points100');
  const dialog = page.getByRole('dialog', { name: 'Array or tree for a ring?' });
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  // A change touches a hundred places of a tree of a million points, but all of an array, which has lost by then on any
  // device.
  await expect(dialog.getByRole('status')).toHaveText(
    new RegExp(
      '^Lookup: the sorted array beats the tree .*' +
        'Change: the sorted array beats the tree up to about [\\d,.]+ nodes \\(.* against .* at 10,000 nodes\\)\\.$',
    ),
    { timeout: 280_000 },
  );
  await expect(dialog.getByRole('img')).toHaveCount(3);
  for (const caption of ['Lookup', 'Change']) {
    const rows = await cellsOf(dialog, caption);
    expect(rows.map(([nodes]) => nodes)).toEqual(['1', '3', '10', '30', '100', '300', '1,000', '3,000', '10,000']);
    for (const [, ...times] of rows) for (const time of times) expect(time).toMatch(/^[\d.,]+ (ns|µs|ms)$/);
  }
  // Per point an array needs 12 bytes, a tree in wasm32 16 more (three pointers, a colour) and 4 of padding; a table
  // needs 4 for each of 2^20 rows.
  expect((await cellsOf(dialog, 'Memory')).at(-1)).toEqual(['10,000', '12.0 MB', '32.0 MB', '12.0 MB', '16.2 MB']);
  /** @type {AxeResults} */
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run('#ring_lookup'); })()`);
  expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
  expect(faultsOf(page)).toEqual([]);
});

test('a measurement can be cancelled and restarted, on a phone and in Russian', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, './?lang=ru');
  await (await inFooter(page, '[data-dialog=ring_lookup]')).click();
  const dialog = page.locator('#ring_lookup');
  await expect(dialog.locator('.working')).toBeVisible();
  await dialog.getByRole('button', { name: 'Отмена' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Отменено.');
  await expect(dialog.locator('.working')).toBeHidden();
  await dialog.getByRole('combobox').selectOption('1');
  await expect(dialog.getByRole('status')).toContainText('Изменение:', { timeout: 280_000 });
  await expect(dialog.getByRole('img').first()).toContainText('у каждого 1 виртуальный узел');
  expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  expect(faultsOf(page)).toEqual([]);
});

test('in a post it takes the canvas’s place', async ({ page, baseURL }) => {
  const { frame } = await openEmbedded(page, baseURL, {
    address: './#v=1&nodes=5&keys=10000&dialog=ring_lookup/points1',
  });
  await expect(frame.locator('#ring_lookup').getByRole('status').first()).toContainText('Lookup: the', {
    timeout: 60_000,
  });
  await expect(frame.locator('#ring_lookup svg.study').first()).toBeVisible();
  await expect(frame.getByRole('button', { name: 'Close' })).toBeHidden();
  expect(faultsOf(page)).toEqual([]);
});
