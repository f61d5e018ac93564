// The table of strategies: a text's own figures beside ours, and a scenario's as the page shows them.
import { readFileSync } from 'node:fs';
import axe from 'axe-core';
import { expect, test } from './fixture.mjs';
import { built } from '../../built.mjs';
import { faultsOf, fillLong, inFooter, open } from './page.mjs';
/** @import {Locator} from '@playwright/test' */
/** @import {AxeResults} from 'axe-core' */
/** @import {KeysInput} from '../../../web/headless/reshard-core.d.ts' */

const names = ['a,b', '=1+1', '-5', '"quoted"', '@home', ...Array.from({ length: 3000 }, (_, i) => `customer-${i}`)];

const { loadReshard } = await built('reshard-core.mjs');

/** Waits until the first row is there and no other is pending. @param {Locator} dialog */
async function finished(dialog) {
  await expect(dialog.locator('tbody tr').first()).toBeVisible({ timeout: 60_000 });
  await expect(dialog.locator('tbody')).not.toContainText('…', { timeout: 60_000 }); // stands for pending values
}

test('a link opens a text’s table, its own figures beside ours, and a column sorts it', async ({ page }) => {
  await open(page, './#v=1&dialog=table/gholt');
  const dialog = page.getByRole('dialog', { name: 'Table of strategies' });
  await finished(dialog);
  const column = (/** @type {number} */ i) => dialog.locator(`tbody tr > :nth-child(${i})`).allTextContents();
  expect(await column(6)).toEqual(['990,214', '240,855', '10,279', '11,710']);
  expect(await column(8)).toEqual(['–', '0.61', '0.83', '0.77']);
  const moved = dialog.locator('thead button', { hasText: /^Moved$/ }); // an arrow marks the sorted column
  await moved.press('Enter');
  expect(await column(6)).toEqual(['10,279', '11,710', '240,855', '990,214']);
  await expect(moved).toBeFocused();
  await expect(moved.locator('..')).toHaveAttribute('aria-sort', 'ascending');
  /** @type {AxeResults} */
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run('#table'); })()`);
  expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as CSV' }).click();
  const csv = readFileSync(await (await saved).path(), 'utf8').split('\n');
  expect(csv[0]).toBe(
    'Strategy,"Time, s",Overlap,Per node,σ,Moved,Unnecessary moves,"Text: time, s",Text: overlap,Text: σ',
  );
  expect(csv[1]).toContain(',10279,');
  expect(faultsOf(page)).toEqual([]);
});

test('a table compares up to twelve strategies for a scenario, and the page’s own moves what the page says', async ({
  page,
}) => {
  const playground = await open(page, './#v=1&nodes=8&log=+node-8&keys=20000&vnodes=50&hash=md5');
  await (await inFooter(page, '[data-dialog=table]')).click();
  const dialog = page.getByRole('dialog', { name: 'Table of strategies' });
  await finished(dialog);
  const first = dialog.locator('tbody tr').first();
  await expect(first.locator('th')).toHaveText('Consistent hashing ring');
  const { moved } = await playground.state();
  await expect(first.locator(':nth-child(6)')).toHaveText(moved.toLocaleString('en'));
  for (const id of ['anchor', 'dx', 'memento', 'flip', 'power']) {
    await dialog.getByRole('combobox', { name: 'Strategy' }).selectOption(id);
    await dialog.getByRole('button', { name: 'Add a row' }).click();
  }
  await expect(dialog.locator('tbody tr')).toHaveCount(12);
  await dialog.getByRole('combobox', { name: 'Strategy' }).selectOption('binomial');
  await dialog.getByRole('button', { name: 'Add a row' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('A table has up to 12 rows. Remove one first.');
  await finished(dialog);
  await dialog.getByRole('button', { name: 'Remove Modulo' }).click();
  await expect(dialog.locator('tbody tr')).toHaveCount(11);
  expect(faultsOf(page)).toEqual([]);
});

test('the table uses imported keys, and the page’s row moves what they move', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=8&log=+node-8');
  await playground.run({ do: 'choose_keys' });
  await fillLong(page.getByLabel('Or paste keys'), names.join('\n'));
  await page.getByRole('button', { name: 'Use these keys' }).click();
  await expect(page.locator('#own-keys')).toBeHidden();
  await playground.settled();
  expect((await playground.state()).keys).toBe(names.length);
  const nodes = Array.from({ length: 8 }, (_, i) => `node-${i}`),
    change = { log: [{ add: 'node-8' }] };
  const core = await loadReshard();
  const movedOf = (/** @type {KeysInput} */ which) => {
    const input = { strategy: 'ring', nodes, keys: which };
    return core.compare(core.place(input), core.place({ ...input, ...change })).moved.length;
  };
  const moved = movedOf(names);
  expect(moved, 'generated keys would tell on themselves').not.toBe(
    movedOf({ kind: 'sequential', count: names.length }),
  );
  await (await inFooter(page, '[data-dialog=table]')).click();
  const dialog = page.getByRole('dialog', { name: 'Table of strategies' });
  await finished(dialog);
  await expect(dialog.locator('tbody tr').first().locator(':nth-child(6)')).toHaveText(String(moved));
  await expect(dialog.getByText('They are the keys you imported.')).toBeVisible();
  expect(faultsOf(page)).toEqual([]);
});

test('if there are too many keys, the table says how many it uses', async ({ page }) => {
  await open(page, './#v=1&nodes=8&keys=250000&dialog=table/jump');
  await expect(page.getByText('The page has 250,000 keys; the table takes the first 100,000.')).toBeVisible();
});
