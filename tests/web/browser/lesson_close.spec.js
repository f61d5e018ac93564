// Closing the lessons' panel: the reader is back where the lesson began, with nothing of the lesson left.
import { expect, test } from './fixture.mjs';
import { faultsOf, inFooter, open } from './page.mjs';
/** @import {Page} from '@playwright/test' */

test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    localStorage['reshard.lessons'] ??= JSON.stringify({ v: 1, seed: 12345, language: 'en' });
  }),
);
test.afterEach(({ page }) => expect(faultsOf(page)).toEqual([]));

const kFree = { nodes: 'free', strategy: 'free', keys: 'free' };
const kOwn = 'v=1&nodes=mine,yours,theirs&log=%2Bours&keys=3000&kind=random&strategy=jump';
const panel = (/** @type {Page} */ page) => page.locator('#lessons');
const press = (/** @type {Page} */ page, /** @type {string} */ name) =>
  panel(page).getByRole('button', { name, exact: true }).click();
const hashOf = (/** @type {Page} */ page) => new URL(page.url()).hash.slice(1);
const shownControls = (/** @type {Page} */ page) => page.evaluate(() => document.documentElement.dataset.controls);

/**
 * @param {Page} page
 * @param {string} title
 */
async function startFromList(page, title) {
  await (await inFooter(page, '#lessons-open')).click();
  await press(page, title);
  await expect(panel(page).getByRole('heading', { name: title })).toBeFocused();
}

test('closing a lesson brings back the cluster, its steps and its address', async ({ page }) => {
  const playground = await open(page, `./#${kOwn}`);
  await playground.settled();
  const before = await playground.state();
  await startFromList(page, 'Enough virtual nodes');
  await playground.settled();
  expect((await playground.state()).controls.nodes).toBe('hidden');
  await playground.run({ do: 'set_param', key: 'vnodes', value: 50 });
  await playground.settled();
  await press(page, 'Close');
  await expect(panel(page)).toBeHidden();
  await expect(page.locator('summary').filter({ hasText: 'Learn' })).toBeFocused();
  await playground.settled();
  const after = await playground.state();
  expect(after.controls).toEqual(kFree);
  expect(after.link).toBe(before.link);
  expect(after.nodes.map(({ name }) => name)).toEqual(['mine', 'yours', 'theirs', 'ours']);
  expect(hashOf(page)).toBe(before.link);
  await playground.run({ do: 'undo' });
  await playground.settled();
  expect((await playground.state()).nodes).toHaveLength(3);
});

test('after a lesson is closed, Reset leads to the default scenario', async ({ page }) => {
  const playground = await open(page);
  await playground.settled();
  const usual = (await playground.state()).nodes.map(({ name }) => name);
  await playground.clickControl('add-node');
  await startFromList(page, 'Enough virtual nodes');
  await press(page, 'Close');
  await playground.run({ do: 'reset' });
  await playground.settled();
  const { nodes, params, link } = await playground.state();
  expect(nodes.map(({ name }) => name)).toEqual(usual);
  expect(params.vnodes).not.toBe(4);
  expect(link).not.toContain('lesson');
});

test('the first page, its few controls and its empty address come back after a lesson', async ({ page }) => {
  const playground = await open(page, './', { controls: null });
  await playground.settled();
  const { link } = await playground.state();
  expect(await shownControls(page)).toBe('simple');
  await startFromList(page, 'Enough virtual nodes');
  expect(await shownControls(page)).toBe('all');
  await press(page, 'Close');
  await playground.settled();
  expect(await shownControls(page)).toBe('simple');
  expect((await playground.state()).link).toBe(link);
  expect(hashOf(page)).toBe('');
  expect(await page.evaluate(() => localStorage['reshard.controls'] ?? null), 'no choice of the reader').toBe(null);
});

test('a reader of all controls has them after a lesson', async ({ page }) => {
  const playground = await open(page, `./#${kOwn}`);
  await startFromList(page, 'Warm-up');
  await press(page, 'Close');
  await playground.settled();
  expect(await shownControls(page)).toBe('all');
});

test('two lessons in a row lead back to the cluster from before the first', async ({ page }) => {
  const playground = await open(page, `./#${kOwn}`);
  await playground.settled();
  const { link } = await playground.state();
  await startFromList(page, 'Warm-up');
  await press(page, 'All lessons');
  await press(page, 'Enough virtual nodes');
  await expect(panel(page).getByRole('heading', { name: 'Enough virtual nodes' })).toBeFocused();
  await press(page, 'All lessons');
  await press(page, 'Close');
  await playground.settled();
  expect((await playground.state()).link).toBe(link);
});

test('closing a lesson that a link opened keeps its scenario and lifts its limits', async ({ page }) => {
  const playground = await open(page, './#lesson=enough-vnodes');
  await expect(panel(page)).toBeVisible();
  await playground.settled();
  const { nodes } = await playground.state();
  await press(page, 'Close');
  await playground.settled();
  const after = await playground.state();
  expect(after.controls).toEqual(kFree);
  expect(after.nodes).toEqual(nodes);
  expect(after.params.vnodes).toBe(4);
  expect(hashOf(page)).not.toMatch(/lesson|controls/);
});

test('the limits that a teacher’s link sets without a lesson outlast a lesson and the list', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=7&keys=2000&controls=nodes&lesson');
  await expect(panel(page)).toBeVisible();
  await press(page, 'Close');
  await playground.settled();
  const limits = { nodes: 'free', strategy: 'hidden', keys: 'hidden' };
  expect((await playground.state()).controls).toEqual(limits);
  expect(hashOf(page)).toMatch(/controls=nodes/);
  expect(hashOf(page)).not.toMatch(/lesson/);
  await startFromList(page, 'The hot key');
  await playground.settled();
  await press(page, 'Close');
  await playground.settled();
  const { controls, nodes } = await playground.state();
  expect(controls).toEqual(limits);
  expect(nodes).toHaveLength(7);
});

test('free play keeps what the reader made, and offers the cluster from before', async ({ page }) => {
  const playground = await open(page, `./#${kOwn}`);
  await playground.settled();
  const { link } = await playground.state();
  await startFromList(page, 'Enough virtual nodes');
  await press(page, 'Free play');
  await playground.settled();
  await playground.run({ do: 'add_node' });
  await playground.settled();
  await press(page, 'Close');
  await playground.settled();
  expect((await playground.state()).nodes).toHaveLength(11);
  await startFromList(page, 'Warm-up');
  await press(page, 'Free play');
  await press(page, 'Back to your cluster');
  await expect(panel(page)).toBeHidden();
  await playground.settled();
  expect((await playground.state()).nodes, 'what was there before this lesson').toHaveLength(11);
  expect((await playground.state()).link).not.toBe(link);
});

test('a link that the reader follows during a lesson stays when the panel is closed', async ({ page }) => {
  const playground = await open(page, `./#${kOwn}`);
  await startFromList(page, 'Enough virtual nodes');
  await page.evaluate(() => {
    location.hash = '#v=1&nodes=9&keys=1000&controls=strategy';
  });
  await expect(panel(page).locator('.verdict')).toHaveText('Free play: nothing is checked.');
  await press(page, 'Close');
  await playground.settled();
  const { nodes, controls } = await playground.state();
  expect(nodes).toHaveLength(9);
  expect(controls.nodes).toBe('hidden');
});
