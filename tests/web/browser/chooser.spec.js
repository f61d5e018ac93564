// “Choose a strategy”: every strategy is run for the answers, and the reasons against one are shown.
import axe from 'axe-core';
import { expect, test } from './fixture.mjs';
import { built, fromTree } from '../../built.mjs';
import { faultsOf, inFooter, open, openerOf } from './page.mjs';
/** @import {Core} from '../../../web/headless/reshard-core.d.ts' */
/** @import {AxeResults} from 'axe-core' */

const { loadReshard } = await built('reshard-core.mjs');
const { byMerit, judge } = await fromTree('web/dialogs/compare/chooser_rules.js');
const kEasy = {
  nodes: 10,
  removal: false,
  least: false,
  weights: false,
  replicas: false,
  stateless: false,
  spread: 0,
  bytes: 0,
};

/** @type {Core} */
let core;
test.beforeAll(async () => {
  core = await loadReshard();
});

/** @returns {string[]} */
const reasons = (/** @type {string} */ id, /** @type {object} */ needs) =>
  judge(
    core,
    core.strategies().find((strategy) => strategy.id === id),
    { ...kEasy, ...needs },
  ).reasons.map((/** @type {{text: string}} */ { text }) => text);

test('without requirements no strategy that accepts ten nodes is excluded', () => {
  for (const { id } of core.strategies()) expect(reasons(id, {}), id).toEqual([]);
});

test('each requirement excludes strategies known not to meet it, and none that does', () => {
  // From 10 to 11 nodes modulo keeps one key in 11.
  expect(reasons('modulo', { least: true })[0]).toMatch(/^adding node-10 moves 9[01]\.\d% of keys;/);
  for (const id of ['ring', 'rendezvous', 'anchor', 'slots'])
    expect(reasons(id, { least: true, removal: true }), id).toEqual([]);
  expect(reasons('jump', { removal: true })[0]).toContain('can only remove its last node, node-9');
  expect(reasons('jump', { least: true })).toEqual([]);
  expect(reasons('multi_probe', { weights: true })).toHaveLength(1);
  expect(reasons('rendezvous_weighted', { weights: true })).toEqual([]);
  expect(reasons('modulo', { replicas: true })).toHaveLength(1);
  expect(reasons('redis_slots', { stateless: true })).toHaveLength(1);
  expect(reasons('rendezvous', { stateless: true, replicas: true, bytes: 1024, spread: 0.05 })).toEqual([]);
  expect(reasons('maglev', { bytes: 65536 })).toEqual(['each client holds 256.0 KiB']);
  expect(reasons('serialx', { spread: 0.15 })).toHaveLength(1);
});

test('whatever is asked, every strategy is judged, and one that refuses weights says why', () => {
  const all = { removal: true, least: true, weights: true, replicas: true, stateless: true, spread: 0.02, bytes: 1024 };
  for (const { id } of core.strategies())
    expect(
      reasons(id, all).every((text) => text.length > 0),
      id,
    ).toBe(true);
  expect(reasons('vbuckets', { weights: true })).toEqual([
    'Couchbase has no weights: every node has 1, or 0 to drain it',
  ]);
});

test('the most even strategies come first, and of those the ones with the least memory', async ({ page }) => {
  const [even, evenAndLarge, uneven] = [
    { spread: 0.012, spreadThen: 0.01, bytes: 80 },
    { spread: 0.008, spreadThen: 0.009, bytes: 800 },
    { spread: 0, spreadThen: 0.1, bytes: 8 },
  ];
  expect([uneven, evenAndLarge, even].sort(byMerit)).toEqual([even, evenAndLarge, uneven]);
  await open(page);
  await (await inFooter(page, '[data-dialog=chooser]')).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a strategy' });
  await expect(dialog.getByRole('status')).toContainText('strategies fit');
  const titles = await dialog.locator('tbody strong').allTextContents();
  expect(titles.length).toBeGreaterThan(10);
  const orderOf = (/** @type {string[]} */ ...wanted) => wanted.map((title) => titles.indexOf(title));
  const order = orderOf('Directory', 'Rendezvous hashing', 'Consistent hashing ring', 'Key ranges');
  expect(order, 'the last is even until one joins').toEqual([...order].sort((x, y) => x - y));
});

test('a suitable strategy is used, and the reasons against another are shown, by keyboard', async ({ page }) => {
  const playground = await open(page);
  const openAgain = async () => (await inFooter(page, '[data-dialog=chooser]')).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Choose a strategy' });
  await openAgain();
  await expect(dialog.getByRole('status')).toContainText('strategies fit');
  /** @type {AxeResults} */
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run('#chooser'); })()`);
  expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
  await dialog.getByLabel('No shared table').press('Space');
  await expect(dialog.getByRole('button', { name: 'Show: Fixed slots' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Use Rendezvous hashing', exact: true }).press('Enter');
  await expect(dialog).toBeHidden();
  expect((await playground.state()).strategy).toBe('rendezvous');

  await openAgain();
  await dialog.getByRole('button', { name: 'Show: Modulo' }).press('Enter');
  await expect(async () => expect((await playground.state()).headline).toMatch(/^Added node-10 – 90\.\d/)).toPass();

  await openAgain();
  await dialog.getByLabel('Number of nodes').fill('2');
  await dialog.getByLabel('Number of nodes').press('Tab');
  await expect(dialog.getByRole('alert')).toHaveText('Number of nodes: a whole number from 3 to 500');
  expect(faultsOf(page)).toEqual([]);
});

test.describe('under a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('every control of the dialogs is 44 pixels high', async ({ page }) => {
    await open(page, './#v=1&nodes=4&log=+node-4');
    for (const [name, ready] of [
      ['chooser', 'strategies fit'],
      ['costs', 'Up to the current step'],
      ['script', 'Insert example'],
      ['export', 'Generated code and configuration'],
    ]) {
      await (await openerOf(page, name)).tap();
      const dialog = page.locator('dialog[open]');
      await expect(dialog).toContainText(ready);
      const low = await dialog.evaluate((element) =>
        [
          .../** @type {NodeListOf<HTMLButtonElement | HTMLSelectElement | HTMLInputElement>} */ (
            element.querySelectorAll('button, select, input:not([type="checkbox"])')
          ),
        ]
          .map(
            (control) =>
              /** @type {const} */ ([control.name || control.textContent, control.getBoundingClientRect().height]),
          )
          .filter(([, height]) => height > 0 && height < 44),
      );
      expect(low, name).toEqual([]);
      await dialog.getByRole('button', { name: 'Close' }).tap();
    }
  });
});
