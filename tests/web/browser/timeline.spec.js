// The strip of steps below the canvas: costs, stepping through it, replay, branches.
import axe from 'axe-core';
import { expect, test } from './fixture.mjs';
import { faultsOf, open, openEmbedded, openerOf } from './page.mjs';
/** @import {Page} from '@playwright/test' */
/** @import {AxeResults} from 'axe-core' */

const steps = (/** @type {Page} */ page) => page.locator('#timeline-steps button');
const current = (/** @type {Page} */ page) => page.locator('#timeline-steps [aria-current=step]');

test('each change is a step with what it cost, and pressing one goes there', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=4&keys=20000&strategy=modulo');
  await expect(steps(page)).toHaveText([/^Initial state/]);
  await playground.run({ do: 'add_node' });
  const { moved, needless } = await playground.state();
  const share = `${(moved / 200).toFixed(1)}%`;
  await expect(current(page)).toHaveText(
    new RegExp(`Added node-4 ${share} ${(needless / 200).toFixed(1)}% unnecessary`),
  );
  await expect(page.locator('#timeline-sum')).toHaveText(`Total moved ${share}`);
  await playground.run({ do: 'remove_node', node: 'node-0' });
  await expect(steps(page)).toHaveCount(3);

  await steps(page).nth(0).click();
  await playground.settled();
  expect((await playground.state()).nodes).toHaveLength(4);
  await expect(page.locator('#timeline-sum')).toContainText('Total moved 0.0');
  await steps(page).nth(1).click();
  expect(await playground.state()).toMatchObject({ moved, needless });
  await expect(steps(page).nth(2)).toContainText('Removed node-0');
  expect(faultsOf(page)).toEqual([]);
});

const total = (/** @type {Page} */ page) => page.locator('#timeline-sum');

test('setting up is no move: only changes to the nodes since the initial state add up', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=4&keys=20000');
  await playground.run({ do: 'set_strategy', strategy: 'modulo' });
  await playground.run({ do: 'set_nodes', list: 'a\nb\nc\nd\ne' });
  await playground.run({ do: 'set_keys', count: 10_000 });
  await expect(steps(page)).toHaveCount(4);
  await expect(total(page)).toHaveText('Total moved 0.0%');
  await expect(page.locator('#timeline-steps')).not.toContainText('%');
  await playground.run({ do: 'add_node' });
  const { moved } = await playground.state();
  expect(moved).toBeGreaterThan(7000);
  const share = `Total moved ${(moved / 100).toFixed(1)}%`;
  await expect(total(page)).toHaveText(share);
  await playground.run({ do: 'set_strategy', strategy: 'ring' });
  await expect(total(page)).toHaveText(share);
  await (await openerOf(page, 'costs')).click();
  await expect(page.locator('#costs tbody tr')).toHaveCount(2); // the move and the total
});

test('“Start from here” makes the present state the initial one, and undo takes it back', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=5&keys=20000&strategy=redis_slots&log=+node-5');
  await expect(total(page)).not.toHaveText('Total moved 0.0%');
  const before = await playground.state();
  const button = page.getByRole('button', { name: 'Start from here' });
  await button.click();
  await playground.settled();
  await expect(total(page)).toHaveText('Total moved 0.0%');
  await expect(button).toBeDisabled();
  const after = await playground.state();
  expect(after.nodes.map(({ name, keys }) => [name, keys])).toEqual(before.nodes.map(({ name, keys }) => [name, keys]));
  expect(after.moved).toBe(0);
  expect(after.link).not.toContain('log=');
  await expect(current(page)).toContainText('Started from here');
  await playground.press('Control+z');
  await expect(total(page)).not.toHaveText('Total moved 0.0%');
  expect((await playground.state()).link).toContain('log=');
});

test('a strategy beside the main one is no step, and undo takes it back', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=4&keys=5000&log=+node-4');
  await expect(steps(page)).toHaveCount(2);
  const told = await steps(page).allTextContents();
  await playground.run({ do: 'add_strategy', strategy: 'modulo' });
  await playground.run({ do: 'add_strategy', strategy: 'jump' });
  expect(await steps(page).allTextContents()).toEqual(told);
  await playground.run({ do: 'add_node' });
  await expect(steps(page)).toHaveCount(3);
  await current(page).focus();
  await playground.press('ArrowLeft');
  await expect(current(page)).toContainText('node-4');
  await playground.press('ArrowRight');
  expect((await playground.state()).compare).toHaveLength(3);
  await playground.run({ do: 'undo' });
  await playground.run({ do: 'undo' });
  expect((await playground.state()).compare).toHaveLength(2);
  await playground.run({ do: 'undo' });
  expect((await playground.state()).compare).toHaveLength(1);
  expect(await steps(page).allTextContents()).toEqual([...told, expect.stringContaining('node-5')]);
});

test('arrow keys move along the strip', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=3&keys=5000&log=+node-3,+node-4');
  await expect(current(page)).toContainText('node-4');
  await current(page).focus();
  /** @type {[string, number][]} */
  const presses = [
    ['ArrowLeft', 4],
    ['ArrowLeft', 3],
    ['ArrowLeft', 3],
    ['ArrowRight', 4],
    ['End', 5],
    ['Home', 3],
  ];
  for (const [key, count] of presses) {
    await playground.press(key);
    expect((await playground.state()).nodes, key).toHaveLength(count);
    await expect(current(page)).toBeFocused();
  }
});

test('a link with a log opens with the costs of its steps', async ({ page }) => {
  const author = await open(page, './#v=1&nodes=3&keys=5000&strategy=modulo');
  for (const node of ['a', 'b', 'c']) await author.run({ do: 'add_node', name: node });
  await expect(steps(page)).toHaveCount(4);
  const { link } = await author.state();
  const told = await steps(page).allTextContents();
  await page.goto('about:blank');
  const reader = await open(page, `./#${link}`);
  await reader.settled();
  await expect.poll(() => steps(page).allTextContents()).toEqual(told);
});

test('replay runs through the steps, also under reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const playground = await open(page, './#v=1&nodes=3&keys=2000&log=+node-3,+node-4');
  await playground.settled();
  await page.evaluate(() => {
    window.passed = [];
    const list = document.getElementById('timeline-steps');
    new MutationObserver(() => {
      const title = list.querySelector('[aria-current] .title').textContent;
      if (window.passed.at(-1) !== title) window.passed.push(title);
    }).observe(list, { subtree: true, attributeFilter: ['aria-current'] });
  });
  await page.getByRole('button', { name: 'Replay' }).click();
  await expect(page.getByRole('button', { name: 'Replay' })).toBeVisible(); // until then it says Stop
  expect(await page.evaluate(() => window.passed)).toEqual(['Initial state', 'Added node-3', 'Added node-4']);
  expect((await playground.state()).nodes).toHaveLength(5);
});

test('a change of an earlier step leaves the later ones as a branch', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=3&keys=2000&log=+node-3,+node-4');
  await playground.run({ do: 'go_to', step: 1 });
  await playground.run({ do: 'remove_node', node: 'node-0' });
  const menu = page.getByRole('combobox', { name: 'Other branches' });
  await expect(menu.locator('option')).toHaveText(['1 other branch', 'from step 1: Added node-4']);
  await menu.selectOption({ index: 1 });
  await expect(current(page)).toContainText('node-4');
  expect((await playground.state()).nodes.map(({ name }) => name)).toContain('node-0');
  await expect(menu.locator('option').nth(1)).toContainText('Removed node-0');
});

test('the strip has no accessibility violations, can be swiped on a phone, and is absent from a figure', async ({
  page,
  baseURL,
}) => {
  const log = Array.from({ length: 20 }, (_, i) => `+n${i}`).join();
  await page.setViewportSize({ width: 390, height: 844 });
  const playground = await open(page, `./#v=1&nodes=3&keys=2000&log=${log}`);
  await playground.settled();
  await expect(steps(page)).toHaveCount(21);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expect(current(page)).toBeInViewport();
  /** @type {AxeResults} */
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run('#timeline'); })()`);
  expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
  const figure = await openEmbedded(page, baseURL);
  await expect(figure.frame.locator('#timeline')).toBeHidden();
  const asked = await openEmbedded(page, baseURL, { address: './?timeline#v=1&nodes=3&keys=2000&log=+node-3' });
  await expect(asked.frame.locator('#timeline')).toBeVisible();
});

test('where Redis Cluster moves slots, the costs say redis-cli’s own time and lead to its runbook', async ({
  page,
}) => {
  const redis = await open(page, './#v=1&nodes=3&strategy=redis_slots&log=%2Bnode-3');
  await redis.settled();
  await (await openerOf(page, 'costs')).click();
  const costs = page.locator('#costs');
  await expect(costs.getByRole('status')).toContainText(/moves 2[45]\.\d MB in 0\.25 s/);
  // 4,096 slots at 3 ms, and a quarter of 100,000 keys at 30,000 a second: 12.29 s + 0.83 s.
  await expect(costs.locator('[data-name=redis]')).toContainText(
    /redis-cli moves keys far more slowly than the network: about 13\.\d s in all, at 30,000 keys per second and 3 ms/,
  );
  await costs.locator('[name=runbook]').click();
  await expect(costs).toBeHidden();
  const runbook = page.locator('#runbook');
  await expect(runbook.locator('article h2')).toHaveText('Move from 3 to 4 masters', { timeout: 60_000 });
  await expect(runbook.locator('[name=protocol]')).toHaveValue('slot_by_slot');
  await expect(runbook.locator('article dl')).toContainText('node-3: 4,096 slots'); // as the page calls it
  await expect(runbook.locator('article dl')).toContainText(/13\.\d s at 30,000 keys per second/);
  await runbook.locator('[name=close]').click();
  await page.locator('#migrate [name=close]').click();
  // The control: another strategy waits for the network.
  const ring = await open(page, './#v=1&nodes=3&strategy=ring&log=%2Bnode-3');
  await ring.settled();
  await (await openerOf(page, 'costs')).click();
  await expect(costs.getByRole('status')).toContainText('MB in');
  await expect(costs.locator('[data-name=redis]')).toBeHidden();
  expect(faultsOf(page)).toEqual([]);
});
