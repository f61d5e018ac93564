// Requests and failures, in the canvas and in the text view.
import axe from 'axe-core';
import { expect, test } from './fixture.mjs';
import { built } from '../../built.mjs';
import { faultsOf, open } from './page.mjs';
/** @import {Json} from '../../types.d.ts' */

const { loadReshard } = await built('reshard-core.mjs');

test.afterEach(({ page }) => expect(faultsOf(page)).toEqual([]));

const sum = (/** @type {number[]} */ numbers) => numbers.reduce((a, b) => a + b, 0);

test('a skew is typed into the menu beside the keys, and part of it is spread', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=10&keys=10000&strategy=rendezvous');
  await playground.clickControl('requests');
  for (const [field, value] of [
    ['skew', '1'],
    ['spread', '10'],
  ]) {
    await playground.clickControl(field);
    await page.keyboard.press('Control+A');
    await page.keyboard.type(value);
    await playground.press('Enter');
  }
  const { nodes, requests, load } = await playground.state();
  expect(requests).toMatchObject({ skew: 1, spread: 10, differ: true });
  expect(sum(nodes.map((node) => node.requests))).toBeCloseTo(1, 9);
  expect(load).toContain('key-0 10.2% (all nodes)'); // 1 / (1 + 1/2 + … + 1/10000) = 1 / 9.788
  expect(new URL(page.url()).hash).toContain('skew=1&spread=10');
});

test('a node is taken down by its menu and brought back by keyboard', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=5&keys=20000');
  const [before] = (await playground.state()).nodes.slice(2);
  await playground.clickControl('node-menu:node-2');
  await playground.clickControl('node-state');
  const down = await playground.state();
  expect(down.nodes[2]).toMatchObject({ down: true, keys: 0, requests: 0 });
  expect(down.headline).toContain('node-2 is down');
  expect(sum(down.nodes.map(({ keys }) => keys)), 'the others serve its keys').toBe(20_000);
  await page.keyboard.press('Control+Z');
  await expect.poll(async () => (await playground.state()).nodes[2].keys).toBe(before.keys);
});

test('the text view takes nodes down and continues the cascade by keyboard, and is accessible', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=8&keys=20000&vnodes=1');
  await page.locator('#text-open').press('Enter');
  await page.getByLabel('Capacity, × fair share').fill('1.5');
  await page.keyboard.press('Enter');
  await expect(page.locator('#text-load')).toContainText('Over capacity');
  await page.getByRole('button', { name: 'Mark as down: node-1' }).press('Enter');
  await expect(page.locator('#text-headline')).toContainText('node-1 is down');
  await page.getByRole('button', { name: 'Continue the cascade' }).press('Enter');
  await expect.poll(async () => (await playground.state()).nodes.filter(({ down }) => down).length).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Bring back up: node-1' }).press('Enter');
  await expect(page.locator('#text-headline')).toContainText('node-1 is back');
  await page.getByLabel('Zone of node-1').fill('eu');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await playground.state()).nodes[1].zone).toBe('eu');
  await page.getByLabel('Replicas', { exact: true }).fill('3');
  await page.keyboard.press('Enter');
  await expect(page.locator('#text-failures')).toContainText('quorum');
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run(); })()`);
  expect(violations).toEqual([]);
});

// A bound that no node reaches leaves the plain ring: keys that the core places elsewhere went past a full node.
test('the page says how many keys went past a full node, and which, as the core places them', async ({ page }) => {
  const bounded = (/** @type {number} */ load) => ({
    strategy: 'bounded_ring',
    params: { load },
    nodes: /** @type {Json} */ (5),
    keys: Array.from({ length: 20_000 }, (_, i) => `key-${i}`),
  });
  const core = await loadReshard();
  const [free, full] = [core.place(bounded(10)).owners, core.place(bounded(1.1)).owners];
  const past = [...full.keys()].filter((key) => full[key] !== free[key]);
  expect(past.length).toBeGreaterThan(0);
  const playground = await open(page, './#v=1&nodes=5&keys=20000&strategy=bounded_ring&load=1.1');
  await playground.clickControl('inspect');
  await page.keyboard.type(`key-${past[0]}`);
  await playground.press('Enter');
  await page.locator('#text-open').press('Enter');
  const [first, taker] = [`node-${free[past[0]]}`, `node-${full[past[0]]}`];
  await expect(page.locator('#text-overflow')).toContainText(
    `(${past.length.toLocaleString('en')}) found their node full and moved on, e.g. ` +
      `key-${past[0]} from ${first} to ${taker}.`,
  );
  await expect(page.locator('#text-steps')).toContainText(`Full, continue after: ${first}`);
  const rows = await page
    .locator('#text-overflows tbody tr')
    .evaluateAll((all) => all.map(({ cells }) => [...cells].map((cell) => cell.textContent.replace(/\s/g, ''))));
  expect(sum(rows.map(([, , keys]) => Number(keys)))).toBe(past.length);
  expect(rows.find(([from, to]) => from === first && to === taker)?.[2]).toBe(
    String(past.filter((key) => free[key] === free[past[0]] && full[key] === full[past[0]]).length),
  );
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run(); })()`);
  expect(violations).toEqual([]);
});
