// “Jump, step by step”: the bars of the proof, the draws of one key, and the figure in a post. Its counts are tested
// without a page.
import { readFileSync } from 'node:fs';
import axe from 'axe-core';
import { expect, test } from './fixture.mjs';
import { built } from '../../built.mjs';
import { faultsOf, inFooter, open, openEmbedded } from './page.mjs';
/** @import {Locator} from '@playwright/test' */
/** @import {AxeResults} from 'axe-core' */

const { loadReshard } = await built('reshard-core.mjs');
const kNames = (/** @type {number} */ count) => Array.from({ length: count }, (_, i) => `${i}`);

/** The cells of the table with this caption. */
const cells = (/** @type {Locator} */ dialog, /** @type {string} */ caption) =>
  dialog
    .locator('table')
    .filter({ hasText: caption })
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.cells].map(({ textContent }) => textContent)));
const number = (/** @type {string} */ text) => Number(text.replaceAll(',', ''));

test('each step counts what the core places on n and on n + 1 nodes, with the keys of the page', async ({ page }) => {
  await open(page, './#v=1&nodes=5&keys=20000&kind=user&dialog=jump/6');
  const dialog = page.getByRole('dialog', { name: 'Jump, step by step' });
  await expect(dialog.getByRole('heading', { name: 'From 6 to 7 nodes' })).toBeVisible({ timeout: 30_000 });
  const core = await loadReshard();
  const counts = (/** @type {number} */ nodes) =>
    core.place({ strategy: 'jump', nodes: kNames(nodes), keys: { kind: 'user', count: 20_000 } }).counts;
  const check = async (/** @type {number} */ n) => {
    const rows = await cells(dialog, 'Expected and counted');
    expect(rows.map((row) => number(row[4]))).toEqual(counts(n + 1));
    expect(rows.map((row) => number(row[1])).slice(0, n)).toEqual(counts(n));
    expect(rows.map((row) => number(row[5]))).toEqual(Array(n + 1).fill(Math.round(20_000 / (n + 1))));
  };
  await check(6);
  await expect(dialog.getByRole('img', { name: 'Bars of 6 nodes fall from 16.7% to 14.3%' })).toBeVisible();
  // A bar's height is its node's number of keys: the parts kept and given away are together as high as before.
  const bars = await dialog
    .locator('rect.kept[height]:not([height="12"])')
    .evaluateAll((all) => all.map((bar) => Number(bar.getAttribute('height'))));
  const after = counts(7);
  for (const [node, height] of bars.entries())
    expect(Math.abs(height / bars[0] - after[node] / after[0])).toBeLessThan(0.01);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByRole('heading', { name: 'From 7 to 8 nodes' })).toBeVisible();
  await dialog.getByRole('slider', { name: 'Nodes before the step' }).press('ArrowRight');
  await expect(dialog.getByRole('heading', { name: 'From 8 to 9 nodes' })).toBeVisible();
  await check(8);
  await expect(dialog.getByText('Each key moves to node 8 with probability 1/9.')).toBeVisible();
  /** @type {AxeResults} */
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run('#jump'); })()`);
  expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
  expect(faultsOf(page)).toEqual([]);
});

test('both loops of a chosen key end where the core puts it, and the failed node’s row moves its own share', async ({
  page,
}) => {
  await open(page, './#v=1&nodes=5&dialog=jump/9/user%3A17');
  const dialog = page.getByRole('dialog', { name: 'Jump, step by step' });
  const key = dialog.getByRole('textbox', { name: 'Key' });
  await expect(key).toHaveValue('user:17');
  const core = await loadReshard();
  const owner = (/** @type {string} */ strategy, /** @type {string} */ name) =>
    core.explain({ strategy, nodes: kNames(10), keys: { kind: 'sequential', count: 1 } }, name).at(-1).node;
  for (const name of ['user:17', 'другой']) {
    await key.fill(name);
    await key.press('Tab');
    await expect(async () => {
      const coins = await cells(dialog, 'Naive: a coin for each node'),
        jumps = await cells(dialog, 'Jumping: a draw for each jump');
      expect(coins).toHaveLength(9);
      expect(coins.at(-1)[4]).toBe(owner('jump_naive', name));
      expect(jumps.at(-1)[0]).toBe(owner('jump', name));
      expect(number(jumps.at(-1)[2])).toBeGreaterThanOrEqual(10);
      for (const [from, draw, to] of jumps)
        expect(
          Math.floor((Number(from) + 1) / Number(draw)) - number(to),
          'within the six digits shown',
        ).toBeLessThanOrEqual(1);
    }).toPass({ timeout: 20_000 });
  }
  await dialog.getByRole('spinbutton', { name: 'Node that fails' }).fill('3');
  await dialog.getByRole('spinbutton', { name: 'Node that fails' }).press('Tab');
  await expect
    .poll(async () => (await cells(dialog, 'Node 3 of 10 nodes fails')).map(([, share]) => share))
    .toEqual(['10.00%', '–', '18.89%', '68.89%']);
  expect((await cells(dialog, 'Node 3 of 10'))[1][2]).toContain('only the last node can leave');
  expect(faultsOf(page)).toEqual([]);
});

test('a reader exports the link, the numbers, the picture and a tag for a post', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, './#v=1&nodes=5&keys=10000');
  await (await inFooter(page, '[data-dialog=jump]')).click();
  const dialog = page.getByRole('dialog', { name: 'Jump, step by step' });
  await expect(dialog.locator('svg.study')).toHaveCount(2, { timeout: 30_000 });
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/#v=1&keys=10000&dialog=jump\/4\/key-7$/);
  await dialog.getByRole('button', { name: 'Copy tag' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(
      /<reshard-playground link="v=1&amp;keys=10000&amp;dialog=jump\/4\/key-7" title="From 4 to 5 nodes jump moves /,
    );
  const saved = async (/** @type {string} */ name) => {
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name }).click();
    return readFileSync(await (await download).path());
  };
  const csv = (await saved('Save as CSV')).toString().split('\r\n');
  expect(csv[0]).toBe('Expected and counted');
  expect(csv[2]).toMatch(/^0,\d+,\d+,500,\d+,2000$/);
  const svg = (await saved('Save as SVG')).toString();
  expect(svg).toContain('From 4 to 5 nodes jump moves');
  expect(svg).not.toContain('class=');
  expect((await saved('Save as PNG')).subarray(1, 4).toString()).toBe('PNG');
  expect(faultsOf(page)).toEqual([]);
});

test('in a post it takes the canvas’s place, and other dialogs do not open', async ({ page, baseURL }) => {
  const { frame } = await openEmbedded(page, baseURL, { address: './#v=1&nodes=5&keys=10000&dialog=jump/3' });
  await expect(frame.locator('#jump svg.study').first()).toBeVisible({ timeout: 30_000 });
  await expect(frame.getByRole('heading', { name: 'From 3 to 4 nodes' })).toBeVisible();
  await expect(frame.getByRole('button', { name: 'Close' })).toBeHidden();
  await frame.getByRole('button', { name: 'Next' }).click();
  await expect(frame.getByRole('heading', { name: 'From 4 to 5 nodes' })).toBeVisible();
  const other = await openEmbedded(page, baseURL, { address: './#v=1&nodes=5&keys=10000&dialog=pairs' });
  await other.settled();
  await expect(other.frame.locator('dialog[open]')).toHaveCount(0);
  expect(faultsOf(page)).toEqual([]);
});
