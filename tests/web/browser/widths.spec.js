// The page at eight widths, in both languages and themes: no band stays empty, nothing overflows, every control can be
// hit, and what is compared stays in its place as a node is added.
import { expect, test } from './fixture.mjs';
import { faultsOf, open } from './page.mjs';
import { readPixels } from './pixels.mjs';
/** @import {Page} from '@playwright/test' */

/** Width, height, and whether fingers point. @type {[number, number, boolean][]} */
const kSizes = [
  [360, 780, true],
  [390, 844, true],
  [600, 960, false],
  [720, 1000, false],
  [820, 1180, true],
  [1024, 768, false],
  [1440, 900, false],
  [2560, 1440, false],
];
const kMostEmpty = 56; // CSS pixels: 48, and the margin of a small ring, where its moved arcs stand out
const kForAnswer = 72; // beside the question, which has the room of its answer
const kLeastText = 12;

// What a card and the ground between cards look like (web/draw/theme.cpp).
const kGrounds = { light: ['#ffffff', '#f3f4f6'], dark: ['#1c2027', '#13161b'] };

/**
 * The highest band of the page in which nothing is drawn: every row of it shows the same cards and ground.
 * @param {Page} page
 * @param {'light' | 'dark'} theme
 * @param {number} [question] where the question ends
 */
async function emptyBand(page, theme, question = 0) {
  const band = await readPixels(
    page,
    await page.screenshot(),
    (grounds) => {
      const { width, height, data } = /** @type {import('./pixels.mjs').Pixels} */ (window.pixels);
      const rgb = grounds.map((color) => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16)));
      const groundAt = (/** @type {number} */ at) =>
        rgb.findIndex((each) => each.every((value, i) => Math.abs(value - data[at + i]) < 5));
      // The corners of cards are left out.
      const rowAt = (/** @type {number} */ y) =>
        Array.from({ length: width - 48 }, (_, x) => groundAt(4 * (y * width + x + 24)));
      let highest = { from: 0, height: 0 },
        from = 0,
        above = '';
      for (let y = 0; y <= height; ++y) {
        const row = y < height ? rowAt(y) : [-1];
        const here = row.includes(-1) ? '' : row.join('');
        if (here !== above && above !== '' && y - from > highest.height) highest = { from, height: y - from };
        if (here !== above) from = y;
        above = here;
      }
      return highest;
    },
    kGrounds[theme],
  );
  return { ...band, high: band.height > (band.from < question ? kForAnswer : kMostEmpty) };
}

/** Texts of the page that are shown smaller than they may be. @param {Page} page */
const smallTexts = (page) =>
  page.evaluate((least) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = /** @type {Element} */ (node.parentElement);
      if (!node.nodeValue?.trim() || !element.checkVisibility({ visibilityProperty: true })) continue;
      if (parseFloat(getComputedStyle(element).fontSize) < least) found.push(node.nodeValue.trim());
    }
    return found;
  }, kLeastText);

/** The step of the last change is in sight as a whole. @param {Page} page */
async function seesItsStep(page) {
  const steps = await page.locator('#timeline-steps').boundingBox();
  const step = await page.locator('#timeline-steps [aria-current]').boundingBox();
  const edge = 2; // the row's padding
  expect(step.x).toBeGreaterThanOrEqual(steps.x - edge);
  expect(step.x + step.width).toBeLessThanOrEqual(steps.x + steps.width + edge);
}

for (const [width, height, hasTouch] of kSizes) {
  for (const [language, theme] of /** @type {['en' | 'ru', 'light' | 'dark'][]} */ ([
    ['en', 'light'],
    ['ru', 'dark'],
  ])) {
    test.describe(`${width} × ${height}, ${language}, ${theme}`, () => {
      test.use({
        viewport: { width, height },
        hasTouch,
        colorScheme: theme,
        contextOptions: { reducedMotion: 'reduce' },
      });

      for (const controls of /** @type {(?'all')[]} */ ([null, 'all'])) {
        test(`${controls ? 'with all controls' : 'at first'} the page is full, and stays in its place`, async ({
          page,
        }) => {
          const playground = await open(page, `./?lang=${language}`, { controls });
          await playground.settled();
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
          expect(await smallTexts(page)).toEqual([]);
          const tooWide = await page.locator('#footer').evaluate((row) => row.scrollWidth - row.clientWidth);
          expect(tooWide, 'no word of the footer is cut').toBe(0);

          const shown = await playground.controls();
          const { y: top, h: room } = shown.headline;
          expect(await emptyBand(page, theme, top + room + 1)).toMatchObject({ high: false });
          const least = hasTouch ? 44 : 24;
          for (const [name, { x, w, h, visible }] of Object.entries(shown)) {
            if (!visible || name === 'headline' || name.startsWith('picture:')) continue;
            expect(Math.min(w, h), `${name} is ${w} × ${h}`).toBeGreaterThanOrEqual(least - 0.5);
            expect(x + w, name).toBeLessThanOrEqual(width + 0.5);
          }
          await playground.clickControl('add-node');
          const after = await playground.controls();
          for (const [name, { x, y, w, h }] of Object.entries(shown)) {
            if (!name.startsWith('picture:') && name !== 'add-node') continue;
            // The map is there until there are flows, which take its place.
            const { x: nextX, y: nextY, w: nextW, h: nextH } = after[name === 'picture:map' ? 'picture:flows' : name];
            expect({ x: nextX, y: nextY, w: nextW, h: nextH }, name).toEqual({ x, y, w, h });
          }
          expect(await emptyBand(page, theme)).toMatchObject({ high: false });
          if (controls === 'all') await seesItsStep(page);
          expect(faultsOf(page)).toEqual([]);
        });
      }
    });
  }
}
