// The key map: its tab, its cells compared with the core, its sentence, and its picture.
import { readFile } from 'node:fs/promises';
import axe from 'axe-core';
import { expect, test } from './fixture.mjs';
import { built } from '../../built.mjs';
import { faultsOf, open } from './page.mjs';

const { loadReshard } = await built('reshard-core.mjs');

test.afterEach(({ page }) => expect(faultsOf(page)).toEqual([]));

test('a clicked cell shows its key and the owner that the core gives it', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=5&keys=3000&log=+node-5');
  await playground.clickControl('tab-map');
  const core = await loadReshard();
  const keys = Array.from({ length: 3000 }, (_, i) => `key-${i}`);
  const placed = (/** @type {number} */ nodes) =>
    core.place({ strategy: 'ring', keys, nodes: Array.from({ length: nodes }, (_, i) => ({ name: `node-${i}` })) });
  const [before, after] = [placed(5), placed(6)];
  const { x, y, w, h } = (await playground.controls())['picture:map'];
  const seen = new Set();
  for (const [right, down] of [
    [0.3, 0.2],
    [0.5, 0.4],
    [0.7, 0.6],
  ]) {
    await page.mouse.click(x + w * right, y + h * down, { delay: 40 });
    const cell = (await playground.state()).key_map_cell;
    const [, key, owner, was] = cell.match(/^key-(\d+): (node-\d)(?:, before: (node-\d))?$/);
    expect(owner).toBe(`node-${after.owners[key]}`);
    expect(was ?? owner).toBe(`node-${before.owners[key]}`);
    seen.add(cell);
  }
  expect(seen.size, 'three places, three keys').toBe(3);
});

test('the tab is reached and pressed by keyboard', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=5&keys=3000&log=+node-5');
  await playground.clickControl('tab-flows');
  await playground.press('ArrowRight');
  await expect.poll(async () => (await playground.controls())['tab-map'].focused).toBe(true);
  await playground.press('Enter');
  const controls = await playground.controls();
  expect(controls['picture:map']).toBeDefined();
  expect(controls['picture:flows']).toBeUndefined();
});

test('by keyboard alone, Tab leads to adding a node, and each cell of the map is announced', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=5&keys=400&view=map');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect.poll(async () => (await playground.controls())['add-node'].focused).toBe(true);
  await playground.press('Enter');
  expect((await playground.state()).nodes.length).toBe(6);
  for (let i = 0; i < 8 && !(await playground.controls())['picture:map'].focused; ++i)
    await playground.press('ArrowRight');
  expect((await playground.controls())['picture:map'].focused).toBe(true);
  await playground.press('Enter');
  const said = new Set();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) {
    await playground.press(key);
    const { key_map_cell: cell } = await playground.state();
    expect(cell).toMatch(/^key-\d+: node-\d/);
    await expect(page.locator('#status')).toHaveText(cell);
    said.add(cell);
  }
  expect(said.size, 'three cells').toBe(3);
  await playground.press('Enter');
  await playground.press('ArrowLeft'); // nothing is below it
  expect((await playground.controls())['picture:map'].focused, 'let go of, and left').toBe(false);
});

test('a million keys are mapped, and the text view says where the moved ones cluster', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=5&vnodes=1&keys=1000000&log=+node-5');
  await playground.settled(); // a million keys take a busy machine longer than an expectation waits
  await page.locator('#text-open').press('Enter');
  await expect(page.locator('#text-map')).toContainText('488 keys per cell');
  const [, cells, share] = (await playground.state()).key_map.match(
    /Keys moved in ([\d,]+) of them; a tenth of the cells holds ([\d.]+)/,
  );
  const { moved_share: moved } = await playground.state();
  expect(Number(cells.replaceAll(',', '')) / 2048, 'one arc').toBeCloseTo(moved, 2);
  expect(Number(share)).toBeGreaterThan(99 * Math.min(1, 0.1 / moved) - 5);
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run(); })()`);
  expect(violations).toEqual([]);
});

test('the map can be exported as a picture', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=5&keys=3000&log=+node-5');
  await playground.state();
  await page.getByRole('button', { name: 'Export & share' }).click();
  await page.getByLabel('Which picture').selectOption('map');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as SVG' }).click();
  const svg = await readFile(await (await download).path(), 'utf8');
  expect(svg).toContain('Key map');
  expect(svg.match(/<rect/g).length, 'a cell for each key').toBeGreaterThan(3000);
});
