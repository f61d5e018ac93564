// Letters beyond those of English are loaded when needed, in the canvas and the text around it.
import { expect, test } from './fixture.mjs';
import { faultsOf, inFooter, open } from './page.mjs';
/** @import {Page} from '@playwright/test' */
/** @import {Playground} from './page.mjs' */

test.afterEach(({ page }) => expect(faultsOf(page)).toEqual([]));

// The fonts that a page has requested, by their names in fonts/.
/** @param {Page} page */
function fontsOf(page) {
  /** @type {string[]} */
  const fonts = [];
  page.on('request', (request) => {
    const [, name] = /\/fonts\/(.+)\.ttf$/.exec(request.url()) ?? [];
    if (name) fonts.push(name);
  });
  return () => [...new Set(fonts)].sort();
}

const shot = async (/** @type {Page} */ page, /** @type {Playground} */ playground, /** @type {string} */ control) => {
  const { x, y, w, h } = (await playground.controls())[control];
  const box = await playground.canvas.boundingBox();
  return page.screenshot({ clip: { x: box.x + x, y: box.y + y, width: w, height: h } });
};

const kEnglish = ['inter-400', 'inter-600'];

test('an English page loads no other letters, even after a change', async ({ page }) => {
  const fonts = fontsOf(page);
  const playground = await open(page);
  await playground.clickControl('add-node');
  expect(fonts()).toEqual(kEnglish);
});

test('a name in a link loads its letters, and no others', async ({ page }) => {
  const fonts = fontsOf(page);
  const playground = await open(page, './#v=1&nodes=Köln,b&keys=100');
  await playground.settled();
  expect(fonts()).toEqual(['inter-400', 'inter-400-latin', 'inter-600', 'inter-600-latin']);
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...document.fonts].map(({ family, weight, status }) => `${family} ${weight} ${status}`).sort(),
      ),
    )
    .toEqual(['Inter 400 loaded', 'Inter 400 loaded', 'Inter 600 loaded', 'Inter 600 loaded']);
});

test('a sign that our own text lacks is loaded by a name that has it, and is drawn in the text around the canvas', async ({
  page,
}) => {
  const fonts = fontsOf(page);
  const playground = await open(page, './#v=1&nodes=½,b&keys=100');
  await playground.settled();
  expect(fonts()).toEqual(['inter-400', 'inter-400-signs', 'inter-600', 'inter-600-signs']);
  // In another font ½ would be as wide as there. The signs of the first file are still taken from it.
  const width = (/** @type {string} */ text, /** @type {string} */ font) =>
    page.evaluate(
      ([shown, family]) => {
        const context = document.createElement('canvas').getContext('2d');
        context.font = `100px ${family}`;
        return context.measureText(shown).width;
      },
      [text, font],
    );
  for (const sign of ['½', '×', '·', '→'])
    expect(await width(sign, 'Inter, monospace'), sign).not.toBe(await width(sign, 'monospace'));
});

test('a typed name loads its letters, and is drawn with them', async ({ page }) => {
  const fonts = fontsOf(page);
  const playground = await open(page, './#v=1&nodes=4&keys=100');
  const inspect = async (/** @type {string} */ key) => {
    await playground.clickControl('inspect');
    await page.keyboard.press('Control+A');
    for (const letter of key) {
      // as a keyboard of that language does, which playwright lacks
      await playground.canvas.dispatchEvent('keypress', {
        key: letter,
        charCode: letter.codePointAt(0),
        bubbles: true,
      });
      await playground.settled();
    }
    await playground.press('Enter');
    expect((await playground.state()).inspected.key).toBe(key);
    await page.mouse.move(1, 1);
    await playground.settled();
    return shot(page, playground, 'inspect');
  };
  const marks = await inspect('????');
  expect(fonts()).toEqual(kEnglish);
  const word = await inspect('ключ');
  expect(fonts()).toEqual(['inter-400', 'inter-400-cyrillic', 'inter-600', 'inter-600-cyrillic']);
  expect(word.equals(marks)).toBe(false);
  expect((await inspect('юлюч')).equals(word), 'other letters look otherwise').toBe(false);
});

test('a Russian page starts with its letters; one switched to Russian loads them', async ({ page }) => {
  const fonts = fontsOf(page);
  const cyrillic = ['inter-400', 'inter-400-cyrillic', 'inter-600', 'inter-600-cyrillic'];
  await open(page, './?lang=ru');
  expect(fonts()).toEqual(cyrillic);
  await page.goto('about:blank');
  const playground = await open(page, './?lang=en');
  expect(await page.evaluate(() => document.fonts.size)).toBe(2);
  await (await inFooter(page, '#language')).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await playground.settled();
  await expect
    .poll(() => page.evaluate(() => [...document.fonts].map(({ unicodeRange }) => unicodeRange).sort()))
    .toEqual(['U+0-10FFFF', 'U+0-10FFFF', 'U+400-4BF', 'U+400-4BF']);
});
