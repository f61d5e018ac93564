// Work that takes a while shows its progress as a number, and can be cancelled.
import { expect, test } from './fixture.mjs';
import { faultsOf, open, openerOf } from './page.mjs';
/** @import {Page} from '@playwright/test' */

const kLongLog = Array.from({ length: 12 }, (_, i) => `+extra-${i}`).join();

/**
 * @param {Page} page
 * @param {string} name
 * @param {string} title
 */
async function opened(page, name, title) {
  await (await openerOf(page, name)).click();
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog).toBeVisible();
  return dialog;
}

test('the costs dialog shows its progress, and then every step', async ({ page }) => {
  // Each step places every key anew, which takes far longer than a click.
  await open(page, `./#v=1&nodes=250&keys=1000000&strategy=multi_probe&log=${kLongLog}`);
  const dialog = await opened(page, 'costs', 'Bytes and time of the moves');
  await expect(dialog.getByText('Counting the keys that each change moved…')).toBeVisible();
  await expect(dialog.getByText(/^\d+%$/)).toBeVisible();
  await expect(dialog.getByRole('table')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await opened(page, 'costs', 'Bytes and time of the moves');
  await expect(dialog.getByRole('row')).toHaveCount(14, { timeout: 90_000 });
  await expect(dialog.getByRole('table')).not.toContainText('–');
  await expect(dialog.getByRole('progressbar')).toBeHidden();
  expect(faultsOf(page)).toEqual([]);
});

test('choosing a strategy can be cancelled, and keeps what it found', async ({ page }) => {
  await open(page, './#v=1&nodes=5&keys=1000');
  const dialog = await opened(page, 'chooser', 'Choose a strategy');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByText('Cancelled. What was found by then is below.')).toBeVisible();
  await expect(dialog.getByRole('progressbar')).toBeHidden();
  await dialog.getByLabel('Any node can be removed').click();
  await expect(dialog.getByText(/strategies fit/)).toBeVisible({ timeout: 90_000 });
  expect(faultsOf(page)).toEqual([]);
});
