// The course “Moving without losing writes” on the page: a lesson is read in the panel and done in the view Migrate.
import axe from 'axe-core';
import { readFileSync } from 'node:fs';
import { expect, test } from './fixture.mjs';
import { dist } from '../../built.mjs';
import { faultsOf, open } from './page.mjs';
/** @import {Page} from '@playwright/test' */
/** @import {AxeResults} from 'axe-core' */

const read = (/** @type {string} */ name) =>
  JSON.parse(readFileSync(new URL(`assets/lessons/moving/${name}.json`, dist), 'utf8'));

// A learner's seed is random; here it is always the same.
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    localStorage['reshard.lessons'] ??= JSON.stringify({ v: 1, seed: 12345, language: 'en' });
  }),
);
test.afterEach(({ page }) => expect(faultsOf(page)).toEqual([]));

const panel = (/** @type {Page} */ page) => page.locator('#lessons');
const verdict = (/** @type {Page} */ page) => panel(page).locator('.verdict');
const view = (/** @type {Page} */ page) => page.locator('#migrate');

/**
 * @param {Page} page
 * @param {string} id
 * @param {string} [guess]
 */
async function begin(page, id, guess) {
  const playground = await open(page, `./#lesson=${id}`);
  await expect(panel(page).getByRole('heading', { name: read(id).title.en })).toBeVisible();
  await playground.settled();
  if (guess !== undefined) {
    await panel(page).getByLabel('Your prediction').fill(guess);
    await page.keyboard.press('Enter');
  }
  await panel(page).getByRole('button', { name: 'Open the move' }).click();
  await exact(page);
}

/** @param {Page} page */
async function exact(page) {
  await expect(view(page).locator('.said').first()).not.toBeEmpty({ timeout: 60_000 });
  await expect(view(page).locator('[name=progress]')).toBeHidden({ timeout: 60_000 });
}

const goal = (/** @type {Page} */ page) => view(page).locator('[data-name=goal]');

test('the naive script: watched, fixed by a choice, and solved with the view open', async ({ page }) => {
  await begin(page, 'naive-script', '100');
  await expect(view(page).locator('.said')).toHaveClass(/bad/);
  await expect(goal(page)).toContainText('Not yet: keys with lost writes');
  await view(page).locator('[name=protocol]').selectOption('double_write_overwrite');
  await exact(page);
  await expect(goal(page)).toContainText('Not yet');
  await view(page).locator('[name=protocol]').selectOption('double_write');
  await exact(page);
  await expect(goal(page)).toHaveText('Solved.');
  await view(page).locator('[name=close]').click();
  await expect(verdict(page), 'closing the view undoes nothing').toHaveText('Solved.');
  await expect(panel(page).getByRole('heading', { name: 'Why' })).toBeVisible();
  await page.reload();
  await exact(page);
  await view(page).locator('[name=close]').click();
  await expect(verdict(page), 'the link goes on where it was').toHaveText('Solved.');
  await expect(panel(page).getByRole('button', { name: 'Next lesson: Count the bytes' })).toBeVisible();
});

test('what the view shows of a lesson’s move is what the lesson counts', async ({ page }) => {
  await begin(page, 'naive-script', '100');
  const [, lost] = /writes of ([\d,]+) keys? (?:are|is) lost/.exec(await view(page).locator('.said').textContent());
  await expect(goal(page)).toContainText(`keys with lost writes ${lost},`);
});

test('count the bytes: three ways, of which one is both cheap and quick', async ({ page }) => {
  await begin(page, 'count-the-bytes', '2');
  await expect(panel(page).locator('.told')).toContainText(/You predicted 2; measured: 2(\.\d+)?\. Right\./);
  await view(page).locator('[name=routing]').selectOption('coordinator');
  await exact(page);
  await expect(goal(page)).toContainText('Not yet: median latency');
  await view(page).locator('[name=routing]').selectOption('smart_client');
  await exact(page);
  await expect(goal(page)).toHaveText('Solved.');
});

test('a cold cache is warmed in parts, whose size is set under Details', async ({ page }) => {
  await begin(page, 'cold-cache', '200');
  await view(page).locator('[name=protocol]').selectOption('ramp');
  await exact(page);
  await expect(goal(page)).toContainText('Not yet');
  await view(page).locator('summary', { hasText: 'Details' }).click();
  await view(page).locator('[name=section_keys]').fill('10');
  await view(page).locator('[name=section_keys]').press('Tab');
  await expect(goal(page)).toHaveText('Solved.', { timeout: 60_000 });
});

test('stale maps: the advice of the view costs too many waits, and fencing does not', async ({ page }) => {
  await begin(page, 'stale-maps');
  await view(page).getByRole('button', { name: 'Hold phases back' }).click();
  await expect(goal(page)).toContainText('Not yet: requests that had to wait', { timeout: 60_000 });
  await view(page).locator('[name=protocol]').selectOption('log_catch_up');
  await exact(page);
  await expect(goal(page)).toHaveText('Solved.');
});

test('both courses are in the list, in Russian too, without accessibility violations', async ({ page }) => {
  await open(page, './?lang=ru#lesson');
  await expect(panel(page).getByRole('heading', { name: 'Уроки' })).toBeVisible();
  await expect(
    panel(page)
      .getByRole('heading', { level: 3 })
      .filter({ hasText: /Шардирование на практике|Переезд без потерь/ }),
  ).toHaveCount(2);
  await expect(panel(page).getByRole('button', { name: 'Наивный скрипт' })).toBeVisible();
  await panel(page).getByRole('button', { name: 'Старые карты и ограждение' }).click();
  await expect(panel(page).getByRole('button', { name: 'Открыть перенос' })).toBeVisible();
  await expect(verdict(page)).toContainText('Пока нет');
  /** @type {AxeResults} */
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run('#lessons'); })()`);
  expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
});

test('the single-file page has the view Migrate, without a worker', async ({ page }) => {
  await open(page, new URL('reshard-offline.html#lesson=stale-maps', dist).href);
  await expect(panel(page).getByRole('button', { name: 'Open the move' })).toBeVisible();
  await panel(page).getByRole('button', { name: 'Open the move' }).click();
  await exact(page);
  await expect(goal(page)).toContainText('Not yet');
  await view(page).locator('[name=protocol]').selectOption('log_catch_up');
  await exact(page);
  await expect(goal(page)).toHaveText('Solved.');
});
