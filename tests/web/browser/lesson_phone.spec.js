// A lesson on a phone: what it asks, what it turns and what it shows fit on one screen.
import { expect, test } from './fixture.mjs';
import { faultsOf, open } from './page.mjs';
/** @import {Locator, Page} from '@playwright/test' */

test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    localStorage['reshard.lessons'] ??= JSON.stringify({ v: 1, seed: 12345, language: 'en' });
  }),
);
test.afterEach(({ page }) => expect(faultsOf(page)).toEqual([]));

const panel = (/** @type {Page} */ page) => page.locator('#lessons');
const fold = (/** @type {Page} */ page) => panel(page).locator('.fold');

/** Where an element is. @param {Locator} locator */
async function boxOf(locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('it is not shown');
  return box;
}

/**
 * @param {Page} page
 * @param {string} address
 */
async function openLesson(page, address) {
  const playground = await open(page, address);
  await expect(panel(page).locator('.lesson')).toBeVisible();
  await playground.settled();
  return playground;
}

for (const { language, goals, vnodes, notYet } of [
  { language: 'en', goals: 'Show the goals only', vnodes: 'Virtual nodes', notYet: 'Not yet' },
  { language: 'ru', goals: 'Показать только цели', vnodes: 'Виртуальные узлы', notYet: 'Пока нет' },
]) {
  test(`the panel leaves more than half of the height to the picture, in ${language}`, async ({ page }) => {
    await openLesson(page, `./?lang=${language}#lesson=enough-vnodes`);
    expect((await boxOf(panel(page))).height).toBeLessThanOrEqual(0.45 * 844 + 1);
    await expect(page.locator('#footer')).toBeHidden();
    await expect(page.locator('#timeline')).toBeHidden();
  });

  test(`no goal is under the verdict, in ${language}`, async ({ page }) => {
    await openLesson(page, `./?lang=${language}#lesson=enough-vnodes`);
    const verdict = panel(page).locator('.verdict');
    await expect(verdict).toContainText(notYet);
    const goalsEnd = await boxOf(panel(page).locator('.goal').last());
    expect((await boxOf(verdict)).y).toBeGreaterThanOrEqual(goalsEnd.y + goalsEnd.height);
  });

  test(`folded, the goal, its control and the whole ring are on the screen, in ${language}`, async ({ page }) => {
    const playground = await openLesson(page, `./?lang=${language}#lesson=enough-vnodes`);
    await panel(page).getByRole('button', { name: goals }).tap();
    await playground.settled();
    await expect(panel(page).locator('.task')).toBeHidden();
    await expect(panel(page).locator('.verdict')).toContainText(notYet); // all figures are there
    const stage = await boxOf(page.locator('#stage'));
    // Two bars, the headline, and the ring's card of at least 260.
    expect(stage.height).toBeGreaterThan(260 + 2 * 60 + 150);
    for (const part of ['h2', '.goal >> nth=0', '.turned input']) {
      const { y, height } = await boxOf(panel(page).locator(part));
      expect(y).toBeGreaterThanOrEqual(stage.y + stage.height);
      expect(y + height).toBeLessThanOrEqual(844);
    }
    await panel(page).getByRole('spinbutton', { name: vnodes }).fill('180');
    await page.keyboard.press('Enter');
    await playground.settled();
    expect((await playground.state()).params.vnodes).toBe(180);
    await expect(panel(page).locator('.banner')).toBeInViewport(); // it appears once the lesson is solved
    await expect(panel(page).locator('.goal.ok').first()).toBeVisible();
  });
}

test('the folded panel unfolds, and the next lesson is shown whole', async ({ page }) => {
  await openLesson(page, './#lesson=enough-vnodes');
  await fold(page).tap();
  await expect(fold(page)).toHaveAttribute('aria-label', 'Show the whole lesson');
  await fold(page).tap();
  await expect(panel(page).locator('.task')).toBeVisible();
  await fold(page).tap();
  await page.evaluate(() => {
    location.hash = '#lesson=bad-hash';
  });
  await expect(panel(page).locator('h2')).toHaveText('Uneven: is the hash to blame?');
  await expect(panel(page).locator('.task')).toBeVisible();
});

test('a hash function is replaced below the goals, and the lesson is solved', async ({ page }) => {
  await openLesson(page, './#lesson=bad-hash');
  await panel(page).getByLabel('Hash function').selectOption('xxh64');
  await expect(panel(page).locator('.verdict')).toHaveText('Solved.');
});

test('a strategy is chosen below the goals', async ({ page }) => {
  const playground = await openLesson(page, './#lesson=leave-modulo');
  await panel(page).getByLabel('Your prediction').fill('20');
  await page.keyboard.press('Enter');
  await panel(page).getByLabel('Strategy').selectOption('rendezvous');
  await expect(panel(page).locator('.verdict')).toHaveText(/^Solved/);
  expect((await playground.state()).strategy).toBe('rendezvous');
});

test('a number that cannot be set is refused beside its control', async ({ page }) => {
  const playground = await openLesson(page, './#lesson=enough-vnodes');
  await panel(page).getByRole('spinbutton', { name: 'Virtual nodes' }).fill('0');
  await page.keyboard.press('Enter');
  await expect(panel(page).locator('.controls').getByRole('alert')).toContainText('0');
  expect((await playground.state()).params.vnodes).toBe(4);
});

test('after Close the footer is back, and has the focus', async ({ page }) => {
  await openLesson(page, './#lesson=enough-vnodes');
  await panel(page).getByRole('button', { name: 'Close' }).tap();
  await expect(page.locator('#footer')).toBeVisible();
  await expect(page.locator('summary').filter({ hasText: 'Learn' })).toBeFocused();
});

for (const { language, solved, next } of [
  { language: 'en', solved: /^✓?\s*Solved/, next: /^Next lesson: / },
  { language: 'ru', solved: /^✓?\s*Решено/, next: /^Следующий урок: / },
]) {
  test(`a solved lesson says so at once beside the way on, wherever the panel is scrolled, in ${language}`, async ({
    page,
  }) => {
    const playground = await openLesson(page, `./?lang=${language}#lesson=enough-vnodes`);
    const banner = panel(page).locator('.banner'),
      status = panel(page).getByRole('status');
    await expect(banner).toBeHidden();
    /** @type {string[]} what the live region says, in turn */
    await status.evaluate((line) => {
      Object.assign(window, { said: [] });
      new MutationObserver(() => /** @type {any} */ (window).said.push(line.textContent)).observe(line, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    await playground.run({ do: 'set_param', key: 'vnodes', value: 180 });
    await expect(banner.locator('strong')).toHaveText(solved);
    const onward = banner.getByRole('button', { name: next });
    for (const top of [0, 100, 100_000]) {
      await panel(page).evaluate((element, y) => element.scrollTo(0, y), top);
      await expect(banner).toBeInViewport({ ratio: 1 });
      const { x, y, width, height } = await boxOf(onward);
      expect(x + width).toBeLessThanOrEqual(390);
      const at = { x: x + width / 2, y: y + height / 2 };
      expect(await page.evaluate((p) => document.elementFromPoint(p.x, p.y)?.className, at), 'uncovered').toBe('next');
    }
    await expect(banner.locator('[role=status], [aria-live]')).toHaveCount(0);
    const said = await page.evaluate(() => /** @type {any} */ (window).said);
    expect(
      said.filter((/** @type {string} */ text) => solved.test(text)),
      'announced once',
    ).toHaveLength(1);
    await onward.tap();
    await expect(banner).toBeHidden();
    await expect(panel(page).locator('.verdict')).not.toHaveText(solved);
  });
}

test('no line of the lesson is under its header, folded or not', async ({ page }) => {
  await openLesson(page, './#lesson=enough-vnodes');
  for (const first of ['.task p', '.goal']) {
    const header = await boxOf(panel(page).locator('header'));
    const line = await boxOf(panel(page).locator(first).first());
    expect(line.y, first).toBeGreaterThanOrEqual(header.y + header.height);
    await fold(page).tap();
  }
});

test('where the settings have a column, the panel does not repeat them', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openLesson(page, './#lesson=enough-vnodes');
  await expect(panel(page).locator('.turned').first()).toBeHidden();
  await expect(fold(page)).toBeHidden();
});
