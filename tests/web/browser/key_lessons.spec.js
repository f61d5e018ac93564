// The course “Choosing a sharding key” on the page: a lesson is read in the panel and done in the view of that name.
import axe from 'axe-core';
import { readFileSync } from 'node:fs';
import { expect, test } from './fixture.mjs';
import { dist } from '../../built.mjs';
import { faultsOf, open } from './page.mjs';
/** @import {Page} from '@playwright/test' */
/** @import {AxeResults} from 'axe-core' */

const read = (/** @type {string} */ name) =>
  JSON.parse(readFileSync(new URL(`assets/lessons/key/${name}.json`, dist), 'utf8'));
const kWait = { timeout: 60_000 };

// A learner's seed is random; here it is always the same.
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    localStorage['reshard.lessons'] ??= JSON.stringify({ v: 1, seed: 12345, language: 'en' });
  }),
);
test.afterEach(({ page }) => expect(faultsOf(page)).toEqual([]));

const panel = (/** @type {Page} */ page) => page.locator('#lessons');
const verdict = (/** @type {Page} */ page) => panel(page).locator('.verdict');
const view = (/** @type {Page} */ page) => page.locator('#sharding_key');
const goal = (/** @type {Page} */ page) => view(page).locator('[data-name=goal]');
const keyOf = (/** @type {Page} */ page, /** @type {string} */ id) => view(page).locator(`.key input[value="${id}"]`);

/**
 * @param {Page} page
 * @param {string} id
 * @param {string} [guess]
 */
async function begin(page, id, guess, address = `./#lesson=${id}`) {
  const playground = await open(page, address);
  await expect(panel(page).getByRole('heading', { name: read(id).title.en })).toBeVisible();
  await playground.settled();
  if (guess !== undefined) {
    await panel(page).getByLabel('Your prediction').fill(guess);
    await page.keyboard.press('Enter');
  }
  await openView(page);
}

/** @param {Page} page */
async function openView(page) {
  await panel(page).getByRole('button', { name: 'Choose a sharding key' }).click();
  await expect(view(page).locator('[data-name=outcome]')).toContainText(/Best key|Tie/, kWait);
  await expect(view(page).locator('.working')).toBeHidden(kWait);
}

/**
 * @param {Page} page
 * @param {string} column
 */
async function tick(page, column) {
  const box = view(page).locator('[data-name=candidates]').getByLabel(column, { exact: true });
  if (!(await box.isVisible())) await view(page).getByText('Shards, columns, time', { exact: true }).click();
  await box.check();
}

test('one shard, please: the primary key, the obvious one, and the one that is not listed', async ({ page }) => {
  await begin(page, 'one-shard-please');
  await expect(keyOf(page, 'comment_id')).toBeChecked();
  await expect(goal(page)).toHaveText(/^Not yet: requests that ask one shard 30\.2%, wanted at least 85%$/);
  await keyOf(page, 'post_author_id').check();
  await expect(goal(page)).toContainText('Not yet: rows of the most frequent key value');
  // The view shows what the lesson counts.
  const [, said] = /“u0” has [\d,]+ rows, ([\d.]+%) of all/.exec(
    await view(page).locator('[data-name=failure] p').textContent(),
  );
  await expect(goal(page)).toContainText(`key value ${said},`);
  await tick(page, 'post_id');
  await keyOf(page, 'post_id').check(kWait);
  await expect(goal(page)).toHaveText('Solved.');
  await expect(goal(page)).toHaveClass(/reached/);
  await view(page).getByRole('button', { name: 'Close' }).click();
  await expect(verdict(page), 'closing the view undoes nothing').toHaveText('Solved.');
  await expect(panel(page).getByRole('heading', { name: 'Why' })).toBeVisible();
  await expect(panel(page).getByLabel('Result code')).toHaveValue(/^RESHARD1\./);
  await expect(page).toHaveURL(/lesson=one-shard-please(\/|%2F)/);
  await page.reload();
  await expect(verdict(page), 'the link goes on where it was').toHaveText('Solved.', kWait);
  await openView(page);
  await expect(keyOf(page, 'post_id')).toBeChecked();
  await view(page).getByRole('button', { name: 'Close' }).click();
  await panel(page).getByRole('button', { name: 'Restart lesson' }).click();
  await expect(verdict(page)).toContainText('Not yet', kWait);
  await openView(page);
  await expect(keyOf(page, 'comment_id')).toBeChecked();
  await expect(keyOf(page, 'post_id')).toHaveCount(0);
});

test('a reload with the view open loses nothing', async ({ page }) => {
  await begin(page, 'one-shard-please');
  await keyOf(page, 'author_id').check();
  await expect(goal(page)).toContainText('16.8%');
  await page.reload();
  await expect(verdict(page)).toContainText('16.8%', kWait);
});

test('two views: the copies serve reads equally well, and differ in writes', async ({ page }) => {
  await begin(page, 'two-views', '5300');
  await expect(panel(page).locator('.told')).toHaveText('You predicted 5,300; measured: 5,254. Right.');
  await expect(goal(page)).toHaveText('Not yet: reads that ask one shard 61.3%, wanted at least 75%');
  await view(page).getByText('Two views: a copy under a second key').click();
  const second = view(page).getByLabel('Second key');
  await second.selectOption('author_id');
  await expect(goal(page)).toHaveText('Not yet: shards that each write asks 6.20, wanted at most 2');
  await expect(view(page).locator('[data-name=views-says]')).toContainText(
    'Shards answer 7,354 requests per second instead of 6,854.',
  );
  await second.selectOption('comment_id');
  await expect(goal(page)).toHaveText('Solved, and par reached.');
  await expect(view(page).locator('[data-name=views-says]')).toContainText('500 writes per second become 1,000');
  await view(page).getByText('Two views: a copy under a second key').click();
  await expect(goal(page), 'without the copy').toContainText('61.3%');
  await view(page).getByText('Two views: a copy under a second key').click();
  await expect(goal(page)).toHaveText('Solved, and par reached.');
  await view(page).getByRole('button', { name: 'Close' }).click();
  const goals = panel(page).locator('.goals .goal');
  await expect(goals).toHaveCount(4);
  await expect(goals.nth(1)).toContainText('bytes stored / bytes of the table 2.00');
  await openView(page);
  await expect(second, 'the view opens with what was chosen').toHaveValue('comment_id');
});

test('a lesson by keyboard alone, without accessibility violations', async ({ page }) => {
  await begin(page, 'one-shard-please');
  await keyOf(page, 'comment_id').focus();
  for (let i = 0; i < 3 && !(await keyOf(page, 'post_author_id').isChecked()); ++i)
    await page.keyboard.press('ArrowUp');
  await expect(keyOf(page, 'post_author_id')).toBeChecked();
  await expect(goal(page)).toContainText('most frequent key value');
  /** @type {AxeResults} */
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run('#sharding_key'); })()`);
  expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
  await view(page).getByText('Shards, columns, time', { exact: true }).focus();
  await page.keyboard.press('Enter');
  await view(page).locator('[data-name=candidates]').getByLabel('post_id', { exact: true }).focus();
  await page.keyboard.press('Space');
  await keyOf(page, 'post_id').focus(kWait);
  await page.keyboard.press('Space');
  await expect(goal(page)).toHaveText('Solved.');
  await page.keyboard.press('Escape');
  await expect(verdict(page)).toHaveText('Solved.');
});

test('free play checks nothing, and the way back leads to what was chosen', async ({ page }) => {
  await begin(page, 'one-shard-please');
  await keyOf(page, 'author_id').check();
  await expect(goal(page)).toContainText('16.8%');
  await view(page).getByRole('button', { name: 'Close' }).click();
  await panel(page).getByRole('button', { name: 'Free play' }).click();
  await expect(verdict(page)).toHaveText('Free play: nothing is checked.');
  await panel(page).getByRole('button', { name: 'Back to the lesson' }).click();
  await expect(verdict(page)).toContainText('16.8%', kWait);
  await panel(page).getByRole('button', { name: 'All lessons' }).click();
  await expect(panel(page).getByRole('region', { name: 'Choosing a sharding key' }).getByRole('button')).toHaveCount(2);
});

test.describe('on a phone, in Russian', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the goal stays in sight, and every text is Russian', async ({ page }) => {
    await open(page, './?lang=ru#lesson=two-views');
    await panel(page).getByLabel('Ваш прогноз').fill('5300');
    await page.keyboard.press('Enter');
    await panel(page).getByRole('button', { name: 'Выбрать ключ шардирования' }).tap();
    await expect(goal(page)).toContainText('Пока нет: чтения с одного шарда 61,3', kWait);
    await view(page).getByText('Два представления: копия по второму ключу').tap();
    await view(page).getByLabel('Второй ключ').selectOption('comment_id');
    await expect(goal(page)).toContainText('Решено, и норма выполнена.', kWait);
    await expect(goal(page), 'beside what is being chosen').toBeInViewport();
    expect(await view(page).evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0);
    await view(page).getByRole('button', { name: 'Закрыть' }).tap();
    await expect(panel(page).getByRole('heading', { name: 'Почему' })).toBeVisible();
    const english = await panel(page).evaluate((each) =>
      each.innerText.match(/\b(the|requests?|reads?|shards?|wanted|of)\b/gi),
    );
    expect(english).toBe(null);
  });
});

test('the single-file page has the lessons, without a worker', async ({ page }) => {
  await begin(page, 'one-shard-please', undefined, new URL('reshard-offline.html#lesson=one-shard-please', dist).href);
  await expect(goal(page)).toContainText('Not yet');
  await tick(page, 'post_id');
  await keyOf(page, 'post_id').check(kWait);
  await expect(goal(page)).toHaveText('Solved.');
});

test('no profiler is loaded for a lesson without a sharding key', async ({ page }) => {
  const asked = /** @type {string[]} */ ([]);
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await open(page, './#lesson=warm-up');
  await expect(panel(page)).toBeVisible();
  expect(asked.filter((path) => /reshard-profile|key_trial/.test(path))).toEqual([]);
});

test('once the lessons have been opened, one about a key works without a network', async ({ page, context }) => {
  const playground = await open(page, './#lesson=warm-up');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => {
        navigator.serviceWorker.oncontrollerchange = done;
      });
  });
  await context.setOffline(true);
  await page.goto('./?lang=en#lesson=one-shard-please');
  await playground.started();
  await openView(page);
  await tick(page, 'post_id');
  await keyOf(page, 'post_id').check(kWait);
  await expect(goal(page)).toHaveText('Solved.');
});
