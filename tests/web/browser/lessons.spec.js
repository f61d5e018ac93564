// Lessons on the page: with real clicks in the canvas, with the keyboard alone in the text view, and what surrounds
// them.
import axe from 'axe-core';
import { readFileSync } from 'node:fs';
import { expect, test } from './fixture.mjs';
import { dist, fromTree } from '../../built.mjs';
import { faultsOf, inFooter, open } from './page.mjs';
/** @import {Locator, Page} from '@playwright/test' */
/** @import {Playground} from './page.mjs' */
/** @import {Json} from '../../types.d.ts' */

const { pack, readCode } = await fromTree('web/lessons/codes.js');
const read = (/** @type {string} */ name) =>
  JSON.parse(readFileSync(new URL(`assets/lessons/sharding/${name}.json`, dist), 'utf8'));

// A learner's seed is random; here it is always the same.
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    localStorage['reshard.lessons'] ??= JSON.stringify({ v: 1, seed: 12345, language: 'en' });
  }),
);
test.afterEach(({ page }) => expect(faultsOf(page)).toEqual([]));

const panel = (/** @type {Page} */ page) => page.locator('#lessons');
const verdict = (/** @type {Page} */ page) => panel(page).locator('.verdict');

/**
 * @param {Page} page
 * @param {string} address
 */
async function openLesson(page, address) {
  const playground = await open(page, address);
  await expect(panel(page)).toBeVisible();
  await playground.settled();
  return playground;
}

/**
 * @param {Page} page
 * @param {string} number
 */
async function predict(page, number) {
  await panel(page).getByLabel('Your prediction').fill(number);
  await page.keyboard.press('Enter');
  await expect(panel(page).locator('.told')).toBeFocused();
}

test('no lesson is loaded until somebody asks for one', async ({ page }) => {
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const playground = await open(page);
  await playground.settled();
  expect(asked.filter((path) => path.includes('lessons/') || path.includes('reshard-lessons'))).toEqual([]);
});

test('lessons, dialogs and a move compute in one worker', async ({ page }) => {
  const playground = await openLesson(page, './#v=1&nodes=4&keys=2000&lesson=warm-up');
  await expect(verdict(page)).toContainText('Not yet');
  await (await inFooter(page, '[data-dialog=chooser]')).click();
  const chooser = page.getByRole('dialog', { name: 'Choose a strategy' });
  await expect(chooser.getByRole('status')).toContainText('strategies fit');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Migrate…' }).click();
  await expect(page.locator('#migrate [data-name=lanes] svg, #migrate [data-name=lanes] canvas').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await playground.clickControl('add-node');
  await expect(verdict(page)).toHaveText('Solved.');
  expect(page.workers().map((worker) => new URL(worker.url()).pathname)).toEqual(['/web/headless/core_worker.js']);
});

test('the warm-up is opened from the list and solved by clicks', { tag: '@smoke' }, async ({ page }) => {
  const playground = await open(page);
  await (await inFooter(page, '#lessons-open')).click();
  await panel(page).getByRole('button', { name: 'Warm-up' }).click();
  await expect(panel(page).getByRole('heading', { name: 'Warm-up' })).toBeFocused();
  await expect(verdict(page)).toContainText('Not yet');
  await playground.clickControl('add-node');
  await expect(verdict(page)).toHaveText('Solved.');
  await expect(panel(page).getByRole('heading', { name: 'Why' })).toBeVisible();
  expect(new URL(page.url()).hash).toContain('lesson=warm-up');
  await panel(page).getByRole('button', { name: 'All lessons' }).click();
  await expect(panel(page).locator('.titles li').first()).toContainText('Solved');
  await page.reload();
  await expect(panel(page).getByRole('heading', { name: 'Warm-up' })).toBeVisible();
  await expect(verdict(page), 'the link goes on where it was').toHaveText('Solved.');
  await playground.clickControl('add-node');
  await expect(verdict(page), 'the near-miss').toHaveText('Not yet: node count 6, wanted 5');
});

test('the modulo bill: predicted first, then doubled by a click', async ({ page }) => {
  const playground = await openLesson(page, './#lesson=modulo-bill');
  await expect(panel(page).locator('.goals li')).toHaveCount(0);
  await predict(page, '25');
  await expect(panel(page).locator('.told')).toContainText(/You predicted 25%; measured: (79|80|81)/);
  await expect(panel(page).locator('.goals li')).toHaveCount(2);
  await expect(panel(page).locator('.goal .name').first()).toHaveText(
    'keys moved from the initial state to here, as one change',
  );
  await playground.clickControl('add-node');
  await expect(verdict(page)).toContainText('(0 so far)');
  await playground.clickControl(`remove-node:${(await playground.state()).nodes.at(-1).name}`);
  await playground.clickControl('double-nodes');
  await expect(verdict(page)).toHaveText('Solved.');
  await expect(panel(page).locator('.goal.ok')).toHaveCount(2);
});

test('a bad hash is replaced by clicks', async ({ page }) => {
  const playground = await openLesson(page, './#lesson=bad-hash');
  await expect(verdict(page)).toContainText('Not yet');
  await playground.clickControl('hash');
  await playground.clickControl('option:hash.sdbm');
  await expect(page, 'the near-miss').toHaveURL(/hash=sdbm/);
  await expect(verdict(page)).toContainText('Not yet');
  await playground.clickControl('hash');
  const chosen = await playground.controlAt('option:hash.sdbm'); // in the middle of a list that scrolls
  await page.mouse.move(chosen.x, chosen.y);
  await page.mouse.wheel(0, -2000);
  await playground.clickControl('option:hash.xxh64');
  await expect(verdict(page)).toHaveText('Solved.');
});

test('another strategy is chosen by clicking and typing', async ({ page }) => {
  const playground = await openLesson(page, './#lesson=pull-one-out');
  await predict(page, '10');
  await playground.clickControl('removal');
  await playground.clickControl('option:removal.swap_last');
  await expect(verdict(page), 'the near-miss').toHaveText(
    /Not yet: keys moved 1[89]\.\d%, wanted at most 11\.5%, in at least 19 of 20 random key sets \(0 so far\)/,
  );
  await playground.clickControl('strategy-menu');
  await playground.clickControl('search-strategy');
  await page.keyboard.type('rendezvous');
  await playground.press('Enter');
  await expect(verdict(page)).toHaveText('Solved.');
});

test('a whole lesson works in the text view by keyboard alone, without accessibility violations', async ({ page }) => {
  await openLesson(page, './#lesson=ring-pays');
  await predict(page, '20');
  await page.locator('#text-open').press('Enter');
  const vnodes = page.getByRole('spinbutton', { name: 'Virtual nodes' });
  await vnodes.fill('10');
  await page.keyboard.press('Enter');
  await expect(verdict(page)).toContainText(
    /Not yet: keys moved \d+\.\d%, wanted 20% ± 5%, in all 20 random key sets \(\d+ so far\)/,
  );
  const hint = panel(page).getByRole('button', { name: 'Show a hint' });
  await hint.press('Enter');
  await expect(panel(page).locator('.hint')).toBeFocused();
  await vnodes.fill('250');
  await page.keyboard.press('Enter');
  await expect(verdict(page)).toHaveText('Solved.');
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run(); })()`);
  expect(violations).toEqual([]);
});

// Carries out a solution's command with the text view's controls, which are updated when the canvas has settled.
/**
 * @param {Playground} playground
 * @param {Json} command
 */
async function doInTextView(playground, command) {
  const { page } = playground;
  await playground.settled();
  const part = (/** @type {string} */ name) => page.locator(`#text-${name}`);
  const type = async (/** @type {Locator} */ field, /** @type {number} */ text) => {
    await field.fill(String(text));
    await field.press('Enter');
  };
  if (command.do === 'add_node') return part('add').getByRole('button', { name: 'Add node' }).press('Enter');
  if (command.do === 'set_node_count') {
    const { nodes } = await playground.state();
    for (let count = nodes.length; count < command.count; ++count) await doInTextView(playground, { do: 'add_node' });
    return null;
  }
  if (command.do === 'set_strategy') return part('strategy').selectOption(command.strategy);
  if (command.do === 'set_requests') return type(part('spread'), command.spread);
  if (command.do === 'set_hash') return part('hash').selectOption(command.hash);
  expect(command.do).toBe('set_param');
  const control = part('params').locator(`[name="${command.key}"]`);
  return typeof command.value === 'string' ? control.selectOption(command.value) : type(control, command.value);
}

test('the course can be done lesson by lesson in the text view', async ({ page }) => {
  test.setTimeout(400_000); // there are many, and a busy machine is slow
  const { lessons } = read('course');
  const playground = await openLesson(page, `./#lesson=${lessons[0]}`);
  await page.locator('#text-open').press('Enter');
  await expect(page.getByRole('heading', { name: 'As text' })).toBeFocused();
  for (const [i, id] of lessons.entries()) {
    const { title, prediction, solution } = read(id);
    await expect(panel(page).getByRole('heading', { name: title.en, exact: true })).toBeVisible();
    if (prediction) await predict(page, '1');
    for (const command of solution) await doInTextView(playground, command);
    await expect(verdict(page), id).toHaveText(/^Solved/);
    if (i + 1 < lessons.length) await panel(page).getByRole('button', { name: 'Next lesson' }).press('Enter');
  }
  await panel(page).getByRole('button', { name: 'All lessons' }).press('Enter');
  await expect(panel(page).locator('.state.ok')).toHaveCount(lessons.length);
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run(); })()`);
  expect(violations).toEqual([]);
});

test('an invalid lesson in a link is refused with the place', async ({ page }) => {
  const lesson = { ...read('warm-up'), id: 'mine', goals: [{ metric: 'beauty', operator: '=', value: 5 }] };
  await open(page, `./#lesson=:${await pack(lesson)}`);
  await expect(panel(page).getByRole('alert')).toContainText('goals[0].metric: “beauty” is not one of');
});

test('a lesson in a link is refused if its examples do not hold', async ({ page }) => {
  const { solution, near_miss, ...lesson } = { ...read('warm-up'), id: 'mine' };
  await open(page, `./#lesson=:${await pack({ ...lesson, solution: near_miss, near_miss: solution })}`);
  await expect(panel(page).getByRole('alert')).toContainText('solution: does not reach the goals');
  await page.goto(`./#lesson=:${await pack({ ...lesson, solution, near_miss: solution })}`);
  await expect(panel(page).getByRole('alert')).toContainText('near_miss: reaches the goals, and must not');
  await page.goto(`./#lesson=:${await pack({ ...lesson, solution: [{ do: 'set_node_count', count: 0 }], near_miss })}`);
  await expect(panel(page).getByRole('alert')).toContainText('solution: commands[0].count: 0 is outside 1 to');
});

test('an invalid lesson file of the course is named, and the others stay', async ({ page }) => {
  await page.route('**/bad-hash.json', (route) => route.fulfill({ json: { ...read('bad-hash'), seeds: 1000 } }));
  await open(page, './#lesson');
  await expect(panel(page).locator('.refused')).toContainText('bad-hash.json: seeds: must be at most 100');
  await expect(panel(page).locator('.titles').first().locator('li')).toHaveCount(read('course').lessons.length - 1);
});

test('free play and back, start over, and another language', async ({ page }) => {
  const playground = await openLesson(page, './#lesson=enough-vnodes');
  expect((await playground.state()).controls).toEqual({ nodes: 'hidden', strategy: 'free', keys: 'hidden' });
  await playground.run({ do: 'set_param', key: 'vnodes', value: 180 });
  await expect(verdict(page)).toHaveText('Solved, and par reached.');
  await panel(page).getByRole('button', { name: 'Free play' }).press('Enter');
  await playground.settled();
  expect((await playground.state()).controls).toEqual({ nodes: 'free', strategy: 'free', keys: 'free' });
  await playground.run({ do: 'add_node' });
  await panel(page).getByRole('button', { name: 'Back to the lesson' }).press('Enter');
  await playground.settled();
  const { nodes, params } = await playground.state();
  expect([nodes.length, params.vnodes]).toEqual([10, 180]);
  await panel(page).getByRole('button', { name: 'Restart lesson' }).press('Enter');
  await playground.settled();
  expect((await playground.state()).params.vnodes).toBe(4);
  await panel(page).getByRole('button', { name: 'Language: Russian' }).press('Enter');
  await expect(panel(page).getByRole('heading', { name: 'Сколько виртуальных узлов хватит' })).toBeVisible();
  await panel(page).getByRole('button', { name: 'Закрыть' }).press('Enter');
  await expect(panel(page)).toBeHidden();
  await expect(page.locator('summary').filter({ hasText: 'Узнать' })).toBeFocused();
});

test('a lesson that does not exist or is broken is refused in words', async ({ page }) => {
  await open(page, './#lesson=no-such');
  await expect(panel(page).getByRole('alert')).toContainText('there is no lesson “no-such”');
  await page.goto('./#lesson=:AAAA');
  await expect(panel(page).getByRole('alert')).toContainText('incomplete or changed');
});

test('the result code appears below a solved lesson', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const playground = await openLesson(page, './#lesson=warm-up');
  await expect(panel(page).getByLabel('Result code')).toHaveCount(0);
  await playground.clickControl('add-node');
  await expect(verdict(page)).toHaveText('Solved.');
  await panel(page).getByLabel('Name (optional)').click();
  await page.keyboard.type('Ada');
  await panel(page).getByRole('button', { name: 'Copy code' }).click();
  await expect(panel(page).getByText('Copied.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await panel(page).getByLabel('Result code').inputValue());
  expect(await readCode(copied)).toMatchObject({ name: 'Ada', entries: [{ id: 'warm-up' }] });
});

test('progress is exported as a code and restored from it', async ({ page }) => {
  const playground = await openLesson(page, './#lesson=warm-up');
  await playground.clickControl('add-node');
  await expect(verdict(page)).toHaveText('Solved.');
  await panel(page).getByRole('button', { name: 'All lessons' }).click();
  await panel(page).getByLabel('Name (optional)').fill('Ada');
  await page.keyboard.press('Tab');
  const code = panel(page).getByLabel('Result code');
  await expect(code).toHaveValue(/^RESHARD1\./);
  const written = await code.inputValue();
  await panel(page).getByText('Load progress').click();
  await panel(page).getByRole('button', { name: 'Delete my progress' }).click();
  await expect(code).toHaveValue('');
  await panel(page).getByText('Load progress').click();
  await panel(page)
    .getByLabel('A code, or the text of a file')
    .fill(`${written.slice(0, -5)}`);
  await panel(page).getByRole('button', { name: 'Load', exact: true }).click();
  await expect(panel(page).getByText('it is incomplete or changed')).toBeVisible();
  await panel(page).getByLabel('A code, or the text of a file').fill(written);
  await panel(page).getByRole('button', { name: 'Load', exact: true }).click();
  await expect(panel(page).locator('.titles li').first()).toContainText('Solved');
  await expect(code).toHaveValue(written);
  const file = page.waitForEvent('download');
  await panel(page).getByRole('button', { name: 'Save as a file' }).click();
  const saved = await (await file).path();
  await panel(page).getByText('Load progress').click();
  await panel(page).getByRole('button', { name: 'Delete my progress' }).click();
  await expect(code).toHaveValue('');
  await panel(page).getByText('Load progress').click();
  await panel(page).getByLabel('Or a file').setInputFiles(saved);
  await expect(code).toHaveValue(written);
});

test('once opened, the lessons work without a network', async ({ page, context }) => {
  let playground = await openLesson(page, './#lesson=warm-up');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => {
        navigator.serviceWorker.oncontrollerchange = done;
      });
  });
  await context.setOffline(true);
  await page.reload();
  playground = await playground.started();
  await expect(panel(page)).toBeVisible();
  await playground.clickControl('add-node');
  await expect(verdict(page)).toHaveText('Solved.');
  await page.goto('./teacher.html');
  await expect(page.locator('html[data-ready]')).toHaveCount(1);
});

test('the single-file page runs from disk, with its lessons', async ({ page }) => {
  const playground = await open(page, new URL('reshard-offline.html#lesson=warm-up', dist).href);
  await expect(panel(page)).toBeVisible();
  await playground.clickControl('add-node');
  await expect(verdict(page)).toHaveText('Solved.');
  await (await inFooter(page, '[data-dialog=presets]')).click();
  await expect(page.getByRole('dialog'), 'what else is loaded late').toBeVisible();
});
