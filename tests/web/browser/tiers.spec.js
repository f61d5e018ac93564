// “Power down tiers”: which nodes may be switched off, and the same state in the playground. Its counts are tested
// without a page.
import { readFileSync } from 'node:fs';
import axe from 'axe-core';
import { expect, test } from './fixture.mjs';
import { faultsOf, inFooter, open, openEmbedded } from './page.mjs';
/** @import {Locator} from '@playwright/test' */
/** @import {AxeResults} from 'axe-core' */

const cells = (/** @type {Locator} */ dialog, /** @type {string} */ caption) =>
  dialog
    .locator('table')
    .filter({ hasText: caption })
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.cells].map(({ textContent }) => textContent)));
const number = (/** @type {string} */ text) => Number(text.replaceAll(',', ''));

test('at night two of three tiers sleep and no key is without a copy; one more node takes its keys away', async ({
  page,
}) => {
  await open(page, './#v=1&nodes=5&keys=20000');
  await (await inFooter(page, '[data-dialog=tiers]')).click();
  const dialog = page.getByRole('dialog', { name: 'Power down tiers (GreenCHT)' });
  const outcome = dialog.getByRole('status');
  await expect(outcome).toContainText('8 of 12 nodes sleep. With tiers, 0 keys have no copy awake (0.00%)', {
    timeout: 30_000,
  });
  await expect(outcome).toContainText('expected 25.45%'); // C(8, 3) of C(12, 3): 56/220
  const served = Object.fromEntries(
    (await cells(dialog, 'Keys that each node serves')).map(([name, , state, keys]) => [
      name,
      { state, keys: number(keys) },
    ]),
  );
  expect(Object.values(served).reduce((sum, { keys }) => sum + keys, 0)).toBe(20_000);
  expect(served['t2-1']).toEqual({ state: 'asleep', keys: 0 });
  await dialog.getByRole('checkbox', { name: 't1-2' }).press('Space');
  await expect(outcome).toContainText(
    `9 of 12 nodes sleep. With tiers, ${served['t1-2'].keys.toLocaleString('en')} keys have no copy awake`,
  );
  await dialog.getByRole('group', { name: 'Tier 3' }).getByRole('checkbox', { name: 'all of it' }).uncheck();
  await expect(outcome).toContainText('5 of 12 nodes sleep. With tiers, 0 keys');
  expect((await cells(dialog, 'Power modes')).map((row) => row.slice(0, 3))).toEqual([
    ['3', '100.0%', '0.00%'],
    ['2', '66.7%', '0.00%'],
    ['1', '33.3%', '0.00%'],
  ]);
  /** @type {AxeResults} */
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run('#tiers'); })()`);
  expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as CSV' }).click();
  expect(readFileSync(await (await download).path(), 'utf8')).toContain('t1-2,1,asleep,0,0');
  expect(faultsOf(page)).toEqual([]);
});

test('the night state opens in the playground, where the nodes that are up serve the same keys', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=5&dialog=tiers/3/4/4.5.6.7.8.9.10.11');
  const dialog = page.getByRole('dialog', { name: 'Power down tiers (GreenCHT)' });
  await expect(dialog.getByRole('status')).toContainText('8 of 12 nodes sleep', { timeout: 30_000 });
  const served = (await cells(dialog, 'Keys that each node serves')).map(([name, , , keys]) => [name, number(keys)]);
  await dialog.getByRole('link', { name: 'Open this state in the playground' }).click();
  await expect(dialog).toBeHidden();
  await expect(async () => {
    const { nodes, notice } = await playground.state();
    expect(nodes.map(({ name, keys }) => [name, keys])).toEqual(served);
    expect(notice).toBe('');
  }).toPass();
  expect(faultsOf(page)).toEqual([]);
});

test('in a post the boxes can be ticked', async ({ page, baseURL }) => {
  const { frame } = await openEmbedded(page, baseURL, { address: './#v=1&nodes=5&keys=10000&dialog=tiers/2/2' });
  await expect(frame.locator('#tiers [role=status]')).toContainText('2 of 4 nodes sleep. With tiers, 0 keys', {
    timeout: 30_000,
  });
  await frame.getByRole('checkbox', { name: 't1-0' }).check();
  await expect(frame.locator('#tiers [role=status]')).toContainText('3 of 4 nodes sleep');
  expect(faultsOf(page)).toEqual([]);
});
