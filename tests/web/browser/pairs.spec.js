// Modulo grown k-fold and back: only pairs of nodes exchange keys, and the busiest link determines the duration.
import axe from 'axe-core';
import { expect, test } from './fixture.mjs';
import { faultsOf, open } from './page.mjs';
/** @import {AxeResults} from 'axe-core' */

test('only i and i + p, i + 2p… exchange keys, both ways, and a doubling takes D/(2n) where one more node takes D/(n + 1)', async ({
  page,
}) => {
  await open(page, './#v=1&dialog=pairs');
  const dialog = page.getByRole('dialog', { name: 'Scale by a factor' });
  const rows = (/** @type {string} */ caption) =>
    dialog
      .locator('table')
      .filter({ hasText: caption })
      .locator('tbody tr')
      .evaluateAll((all) => all.map((row) => [...row.cells].map(({ textContent }) => textContent)));
  const pairs = async () => (await rows('Share of all keys')).map(([from, to]) => [Number(from), Number(to)]);
  await expect.poll(async () => (await pairs()).length).toBe(5);
  for (const [from, to] of await pairs()) expect(to).toBe(from + 5);
  // 1,000 GB at 100 MB/s: a tenth of them takes 1,000 s, 16.7 min; a sixth 27.8 min. Servers are a little uneven
  // because of hashing.
  const minutes = async () => (await rows('Busiest link')).map((cells) => Number.parseFloat(cells[4]));
  const [doubling, newcomer] = await minutes();
  expect(Math.abs(doubling / 16.7 - 1)).toBeLessThan(0.05);
  expect(Math.abs(newcomer / 27.8 - 1)).toBeLessThan(0.05);

  await dialog.getByRole('spinbutton', { name: 'Factor' }).fill('3');
  await dialog.getByRole('combobox', { name: 'Direction' }).selectOption('shrink');
  await expect.poll(async () => (await pairs()).length).toBe(10);
  for (const [from, to] of await pairs()) expect([5, 10]).toContain(from - to);
  // 15 → 5: each of the five gets back two thirds of its fifth; 6 → 5: the leaving node sends its sixth.
  expect((await rows('Busiest link')).map(([change]) => change)).toEqual(['15 → 5, modulo', '6 → 5, jump']);
  const [shrinking, leaver] = await minutes();
  expect(Math.abs(shrinking / ((1e12 * (2 / 15)) / 1e8 / 60) - 1)).toBeLessThan(0.05);
  expect(Math.abs(leaver / 27.8 - 1)).toBeLessThan(0.05);
  await expect(dialog.getByRole('img', { name: 'Each server gets back from its pairs only' })).toBeVisible();
  /** @type {AxeResults} */
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run('#pairs'); })()`);
  expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);

  await dialog.getByRole('spinbutton', { name: 'Servers' }).fill('31');
  await dialog.getByRole('spinbutton', { name: 'Servers' }).press('Tab');
  await expect(dialog.getByRole('alert')).toContainText('Servers: 1 to 30');
  expect(faultsOf(page)).toEqual([]);
});
