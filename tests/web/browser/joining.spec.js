// “A node joins or fails on the ring”: the slider, what moves at each step, and the heirs. Its counts are tested
// without a page.
import { readFileSync } from 'node:fs';
import axe from 'axe-core';
import { expect, test } from './fixture.mjs';
import { built } from '../../built.mjs';
import { faultsOf, open, openEmbedded, openerOf } from './page.mjs';
/** @import {Locator} from '@playwright/test' */
/** @import {AxeResults} from 'axe-core' */
/** @import {PlaceInput} from '../../../web/headless/reshard-core.d.ts' */

const { loadReshard } = await built('reshard-core.mjs');
const cells = (/** @type {Locator} */ dialog, /** @type {string} */ caption) =>
  dialog
    .locator('table')
    .filter({ hasText: caption })
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.cells].map(({ textContent }) => textContent)));
const number = (/** @type {string} */ text) => Number(text.replaceAll(',', ''));
const nodes = Array.from({ length: 8 }, (_, i) => ({ name: `node-${i}` }));

test('the slider activates virtual nodes, and the steps together move what adding the node at once moves', async ({
  page,
}) => {
  await open(page, './#v=1&nodes=8&keys=20000&vnodes=50&hash=md5&dialog=joining/20/20');
  const dialog = page.getByRole('dialog', { name: 'A node joins or fails on the ring' });
  // 20 is not a step, 10 is
  await expect(dialog.getByText('node-8: 10 of 50 virtual nodes are active.')).toBeVisible({ timeout: 30_000 });
  const slider = dialog.getByRole('slider', { name: 'Active virtual nodes' });
  await dialog.getByRole('combobox', { name: 'Activate per step' }).selectOption('25');
  await slider.press('End');
  await expect(dialog.getByText('node-8: 50 of 50 virtual nodes are active.')).toBeVisible();
  const core = await loadReshard();
  /** @type {PlaceInput} */
  const input = {
    strategy: 'ring',
    hash: 'md5',
    params: { vnodes: 50 },
    nodes,
    keys: { kind: 'sequential', count: 20_000 },
  };
  const before = core.place(input);
  const { flow } = core.compare(before, core.place({ ...input, log: [{ add: 'node-8' }] }));
  const given = Object.fromEntries(flow.map(({ from, keys }) => [from, keys]));
  expect(
    Object.fromEntries(
      (await cells(dialog, 'Where the keys of node-8 come from')).map(([from, , sum]) => [from, number(sum)]),
    ),
  ).toEqual(given);
  // Each named key comes from the node that has it beforehand.
  const shown = await cells(dialog, 'The first keys of this step');
  expect(shown).toHaveLength(12);
  for (const [key, from] of shown) expect(core.explain(input, key).at(-1).node).toBe(from);
  await slider.press('Home');
  await expect(
    dialog.getByText('node-8 has joined, but none of its virtual nodes is active: it holds no keys.'),
  ).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Previous' })).toBeDisabled();
  /** @type {AxeResults} */
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run('#joining'); })()`);
  expect(violations.map(({ id, nodes: at }) => [id, at[0].html])).toEqual([]);
  expect(faultsOf(page)).toEqual([]);
});

test('the successors of the chosen node are those of its failure on the page, and can be exported', async ({
  page,
}) => {
  const playground = await open(page, './#v=1&nodes=8&log=!node-3&keys=20000&dialog=joining');
  const { failure } = (await loadReshard()).place({
    strategy: 'ring',
    params: { vnodes: 100 },
    nodes,
    log: [{ down: 'node-3' }],
    keys: { kind: 'sequential', count: 20_000 },
  });
  expect((await playground.state()).nodes).toHaveLength(8);
  const dialog = page.getByRole('dialog', { name: 'A node joins or fails on the ring' });
  await dialog.getByRole('combobox', { name: 'Node that fails' }).selectOption('node-3');
  await expect(dialog.getByText('node-3 fails. Its keys go to: 1 node with 1 virtual node each')).toBeVisible({
    timeout: 30_000,
  });
  const rows = await cells(dialog, 'Keys that each node takes over');
  const hundred = Object.fromEntries(rows.slice(0, -1).map(([heir, , , keys]) => [heir, number(keys)]));
  expect(hundred).toEqual(Object.fromEntries(failure.heirs.map(({ heir, keys }) => [heir, keys])));
  expect(
    rows.slice(0, -1).filter(([, one]) => one !== '0'),
    'with one virtual node the next one takes all',
  ).toHaveLength(1);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as CSV' }).click();
  const csv = readFileSync(await (await download).path(), 'utf8');
  expect(csv).toContain('Successor,1,10,100,"1,000"');
  const picture = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as SVG' }).click();
  expect(readFileSync(await (await picture).path(), 'utf8'), 'names are drawn above their outline').toMatch(
    /paint-order="stroke"[^>]*>node-\d/,
  );
  for (const [heir, ...counts] of rows) expect(csv).toContain([heir, ...counts.map(number)].join(','));
  expect(faultsOf(page)).toEqual([]);
});

test('a node with the name of a formula is none in the file', async ({ page }) => {
  await open(page, './#v=1&nodes=-1%2Bcmd,b,c&keys=20000&dialog=joining');
  const dialog = page.getByRole('dialog', { name: 'A node joins or fails on the ring' });
  await expect(dialog.getByText(/fails. Its keys go to/)).toBeVisible({ timeout: 30_000 });
  await expect(dialog.locator('[data-name=moved]')).toContainText('-1+cmd', { timeout: 30_000 });
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as CSV' }).click();
  const lines = readFileSync(await (await download).path(), 'utf8').split('\r\n');
  expect(lines.filter((line) => line.startsWith("'-1+cmd,")).length).toBeGreaterThan(0);
  expect(lines.filter((line) => /^[-+=@]\D/.test(line) || line.startsWith('-1+'))).toEqual([]);
});

test('before its results there is nothing to save, and it says so', async ({ page }) => {
  await page.route('**/reshard-lessons.wasm', () => {}); // never comes
  const playground = await open(page, './#v=1&nodes=8&keys=20000');
  await playground.settled();
  await page.evaluate(() => {
    location.hash = 'v=1&nodes=8&keys=20000&dialog=joining';
  });
  const dialog = page.getByRole('dialog', { name: 'A node joins or fails on the ring' });
  let saved = 0;
  page.on('download', () => {
    saved += 1;
  });
  for (const name of ['Save as CSV', 'Save as SVG', 'Save as PNG']) {
    await dialog.getByRole('button', { name }).click();
    await expect(dialog.getByRole('alert')).toHaveText('There is nothing to save yet. Wait for the results.');
  }
  expect(saved).toBe(0);
});

// Text that a spreadsheet would run has an apostrophe before it in the page's files, which dialogs read too.
test('keys of one’s own are the same in a dialog, whatever signs they begin with', async ({ page }) => {
  const signs = ['=', '+', '@', '-x', "'", "''", '-5', '+5', 'plain'],
    marks = ['', "'", "''"];
  const keys = [
    ...new Set(signs.flatMap((sign) => marks.flatMap((mark) => [1, 2, 3, 4].map((i) => `${mark}${sign}${i}`)))),
  ];
  const playground = await open(page, './#v=1&nodes=8&vnodes=50');
  await playground.run({ do: 'choose_keys' });
  await page.getByLabel('Or paste keys').fill(keys.join('\n'));
  await page.getByRole('button', { name: 'Use these keys' }).click();
  await expect(page.locator('#own-keys')).toBeHidden();
  await (await openerOf(page, 'joining')).click();
  const dialog = page.getByRole('dialog', { name: 'A node joins or fails on the ring' });
  await dialog.getByRole('combobox', { name: 'Activate per step' }).selectOption('100');
  await dialog.getByRole('slider', { name: 'Active virtual nodes' }).press('End');
  await expect(dialog.getByText('node-8: 50 of 50 virtual nodes are active.')).toBeVisible({ timeout: 30_000 });
  const core = await loadReshard();
  const input = { strategy: 'ring', params: { vnodes: 50 }, nodes, keys };
  const before = core.place(input),
    after = core.place({ ...input, nodes: [...nodes, { name: 'node-8' }] });
  const moved = keys.flatMap((key, i) =>
    after.nodes[after.owners[i]] === 'node-8' ? [[key, before.nodes[before.owners[i]]]] : [],
  );
  expect(moved.length).toBeGreaterThan(12);
  const shown = (await cells(dialog, 'The first keys of this step')).map(([key, from]) => [key, from]);
  expect(shown).toHaveLength(12);
  expect(shown.some(([key]) => key.startsWith("'"))).toBe(true);
  expect(moved).toEqual(expect.arrayContaining(shown));
});

test('in a post it can be stepped through', async ({ page, baseURL }) => {
  const { frame } = await openEmbedded(page, baseURL, { address: './#v=1&nodes=4&keys=10000&dialog=joining/50' });
  await expect(frame.getByText('node-4: 50 of 100 virtual nodes are active.')).toBeVisible({ timeout: 30_000 });
  await frame.getByRole('button', { name: 'Next' }).click();
  await expect(frame.getByText('node-4: 60 of 100 virtual nodes are active.')).toBeVisible();
  expect(faultsOf(page)).toEqual([]);
});
