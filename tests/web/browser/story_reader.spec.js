// story.html in a reader's hands: in the reader's language, under a finger, and with a guess to make.
import { expect, test } from './fixture.mjs';
import { faultsOf } from './page.mjs';
import { figure, openStory, pages, part } from './story_page.mjs';
/** @import {Point, TouchKind} from '../../types.d.ts' */
/** @import {Response} from '@playwright/test' */

test.afterEach(({ page }) => expect(faultsOf(page)).toEqual([]));

// The page's table translates “B”, the unit. The story is written in its own language: no table may touch it.
test.describe('for a reader of Russian', () => {
  test.use({ locale: 'ru-RU' });

  test('nodes are called A to F in both stories, and a dragged B keeps its letter', async ({ page }) => {
    for (const [language, file] of Object.entries(pages)) {
      /** @type {string[]} */
      const tables = [];
      const note = (/** @type {Response} */ response) => {
        if (response.url().includes('assets/words')) tables.push(response.url());
      };
      page.on('response', note);
      await openStory(page, file);
      await page.waitForLoadState('networkidle');
      page.off('response', note);
      expect(tables).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
      const texts = (/** @type {string} */ selector) => page.locator(selector).allTextContents();
      expect(await texts('#figure-modulo .board text')).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
      for (const names of ['#figure-ring .node text', '#figure-vnodes .name', '#figure-hot .name'])
        expect(await texts(names), names).toEqual(['A', 'B', 'C', 'D', 'E']);
      await figure(page, 'ring').locator('.node').nth(1).focus();
      await page.keyboard.press('ArrowRight');
      await expect(part(page, 'ring', 'answer')).toContainText(/^B (is now called|теперь зовут) B\d+:/);
      await expect(figure(page, 'ring').locator('.node text').nth(1)).toHaveText(/^B\d+$/);
    }
  });
});

test('the text below the first figure keeps its answer until the reader adds the node', async ({ page }) => {
  const answer = page.locator('[data-number="modulo-100-moved"]');
  const below = page.locator('#ring');
  const place = () => below.evaluate((heading) => heading.getBoundingClientRect().top + scrollY);
  for (const guesses of [true, false]) {
    await openStory(page);
    await expect(answer).toBeHidden();
    await expect(page.getByText('guess first')).toBeVisible();
    const before = await place();
    if (guesses) {
      await part(page, 'modulo', 'guess').fill('40');
      await part(page, 'modulo', 'guess').press('ArrowRight');
      await expect(part(page, 'modulo', 'guessed')).toHaveText('41 of 100');
      await expect(answer, 'a guess gives no answer').toBeHidden();
    }
    await part(page, 'modulo', 'add').click();
    await expect(answer).toBeVisible();
    await expect(page.getByText('guess first')).toHaveCount(0);
    expect(await place(), 'nothing moves').toBeCloseTo(before, 0);
  }
  await openStory(page);
  await page.emulateMedia({ media: 'print' });
  await expect(answer, 'on paper').toBeVisible();
  await expect(page.getByText('guess first')).toBeHidden();
});

for (const [language, file] of Object.entries(pages)) {
  test(`each paragraph of the covered answer has its lines drawn, and none is left empty: ${language}`, async ({
    page,
  }) => {
    await openStory(page, file);
    const covers = await page.locator('.veiled > p:not(.veil)').evaluateAll((all) =>
      all.map((each) => {
        const { visibility, backgroundImage, height } = getComputedStyle(each, '::before');
        return { visibility, drawn: backgroundImage.includes('gradient'), whole: parseFloat(height) };
      }),
    );
    expect(covers.length).toBeGreaterThan(2);
    for (const { visibility, drawn, whole } of covers) {
      expect([visibility, drawn]).toEqual(['visible', true]);
      expect(whole).toBeGreaterThan(20);
    }
  });

  test(`the slider asks to be moved, and a press where it stands is a guess: ${language}`, async ({ page }) => {
    await openStory(page, file);
    const slider = part(page, 'modulo', 'guess'),
      guessed = part(page, 'modulo', 'guessed');
    await expect(guessed).toHaveText(language === 'ru' ? 'сдвиньте ползунок' : 'move the slider to guess');
    const { x, y, width, height } = await slider.boundingBox();
    await page.mouse.click(x + width / 2, y + height / 2);
    await expect(slider).toHaveValue('50');
    await expect(guessed).toHaveText(language === 'ru' ? '50 из 100' : '50 of 100');
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('the answer is in the text from the start', async ({ page }) => {
    await page.goto('./story.html');
    await expect(page.locator('[data-number="modulo-100-moved"]')).toBeVisible();
  });
});

test('a finger that lands on a slider and scrolls the page changes nothing; one that goes along it does', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    baseURL,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await openStory(page);
  const devtools = await context.newCDPSession(page);
  /** @param {number} x @param {number} y @param {number} right @param {number} down */
  const swipe = async (x, y, right, down) => {
    const touch = (/** @type {TouchKind} */ type, /** @type {Point[]} */ ...touchPoints) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', { x, y });
    for (let i = 1; i <= 10; ++i) await touch('touchMove', { x: x + (right * i) / 10, y: y + (down * i) / 10 });
    await touch('touchEnd');
  };
  for (const [name, which, told] of [
    ['modulo', 'guess', 'guessed'],
    ['vnodes', 'vnodes', 'chosen'],
    ['hot', 'skew', 'chosen'],
    ['move', 'speed', 'speed-chosen'],
  ]) {
    const slider = part(page, name, which);
    await slider.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const said = await part(page, name, told).textContent();
    const value = await slider.inputValue();
    const scrolled = await page.evaluate(() => scrollY);
    let { x, y, width, height } = await slider.boundingBox();
    await swipe(x + width * 0.8, y + height / 2, 4, -200);
    await expect.poll(() => page.evaluate(() => scrollY), name).toBeGreaterThan(scrolled + 50);
    await expect(slider).toHaveValue(value);
    await expect(part(page, name, told)).toHaveText(said);

    await page.waitForTimeout(700); // the page comes to rest
    await slider.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    ({ x, y, width, height } = await slider.boundingBox());
    await swipe(x + width * 0.5, y + height / 2, width * 0.3, 2);
    await expect(slider, name).not.toHaveValue(value);
    await expect(part(page, name, told)).not.toHaveText(said);
  }
  expect(faultsOf(page)).toEqual([]);
  await context.close();
});
