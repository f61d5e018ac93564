// What the page shows before the canvas: the default scenario, at the place where the canvas will draw it.
import axe from 'axe-core';
import { readFileSync } from 'node:fs';
import { expect, test } from './fixture.mjs';
import { dist } from '../../built.mjs';
import { open, Playground } from './page.mjs';
import { readPixels } from './pixels.mjs';
/** @import {Page} from '@playwright/test' */
/** @import {AxeResults} from 'axe-core' */

// Compositing as in most readers' browsers, which places the page's content as precisely as the canvas, to a fraction
// of a pixel.
test.use({
  launchOptions: [
    async ({ launchOptions }, use) => {
      await use({ ...launchOptions, args: launchOptions.args?.filter((arg) => arg !== '--disable-gpu-compositing') });
    },
    { scope: 'worker' },
  ],
});

// The theme's colours for five nodes.
const kColors = {
  light: ['#242fac', '#ce9310', '#068e71', '#6e2446', '#1ba4ff'],
  dark: ['#819cfe', '#d0960c', '#007f5a', '#9c598d', '#69e4fe'],
};

/** Holds the module back until the returned function is called. @param {Page} page */
async function withoutModule(page) {
  let release = () => {};
  const released = new Promise((done) => {
    release = () => done(null);
  });
  await page.route('**/reshard.wasm', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/**
 * The box around the pixels of these colours in part of a screenshot, and the colour in each direction from its centre.
 * @param {Page} page
 * @param {string[]} colors
 * @param {{x: number, y: number, width: number, height: number}} part
 */
async function ringIn(page, colors, part) {
  return readPixels(
    page,
    await page.screenshot({ clip: part }),
    (wanted) => {
      const { width, height, data } = /** @type {import('./pixels.mjs').Pixels} */ (window.pixels);
      const rgb = wanted.map((color) => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16)));
      const colorAt = (/** @type {number} */ x, /** @type {number} */ y) =>
        rgb.findIndex((each) => each.every((value, i) => Math.abs(value - data[4 * (y * width + x) + i]) < 12));
      const isBand = (/** @type {number} */ x, /** @type {number} */ y) =>
        [
          [0, 0],
          [3, 0],
          [0, 3],
          [3, 3],
        ].every(([right, down]) => colorAt(x + right, y + down) >= 0);
      const box = { left: width, right: 0, top: height, bottom: 0 };
      for (let y = 0; y < height - 3; ++y) {
        for (let x = 0; x < width - 3; ++x) {
          if (!isBand(x, y)) continue;
          box.left = Math.min(box.left, x);
          box.right = Math.max(box.right, x + 3);
          box.top = Math.min(box.top, y);
          box.bottom = Math.max(box.bottom, y + 3);
        }
      }
      const center = [(box.left + box.right) / 2, (box.top + box.bottom) / 2],
        radius = 0.94 * ((box.right - box.left) / 2);
      const around = Array.from({ length: 720 }, (_, i) =>
        colorAt(
          Math.round(center[0] + radius * Math.sin((i * Math.PI) / 360)),
          Math.round(center[1] - radius * Math.cos((i * Math.PI) / 360)),
        ),
      );
      return { box, around };
    },
    colors,
  );
}

const kSizes = {
  'a laptop': { width: 1440, height: 900 },
  'a column of text': { width: 720, height: 420 },
  'a phone': { width: 390, height: 844 },
  'a tablet': { width: 820, height: 1180 },
};

for (const [name, viewport] of Object.entries(kSizes)) {
  for (const colorScheme of /** @type {('light' | 'dark')[]} */ (['light', 'dark'])) {
    test.describe(`on ${name}, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme, hasTouch: viewport.width < 600 });

      test('the page’s picture of the ring is where the canvas draws it, in the same colours', async ({ page }) => {
        const release = await withoutModule(page);
        await page.goto('./');
        await expect(page.locator('#picture')).toBeVisible();
        await page.waitForLoadState('domcontentloaded');
        const ring = await page.locator('#picture > :nth-child(4)').boundingBox();
        const part = { ...ring, height: Math.min(ring.height, viewport.height - ring.y) };
        const { box } = await ringIn(page, kColors[colorScheme], part);
        // Around the ring only, as the canvas has the nodes' colours in its legend too.
        const around = {
          x: part.x + box.left - 8,
          y: part.y + box.top - 8,
          width: box.right - box.left + 16,
          height: box.bottom - box.top + 16,
        };
        const before = await ringIn(page, kColors[colorScheme], around);
        release();
        const playground = await new Playground(page).started();
        await playground.settled();
        await expect(page.locator('#picture')).toBeHidden();
        const after = await ringIn(page, kColors[colorScheme], around);
        for (const [side, at] of /** @type {[keyof typeof before.box, number][]} */ (Object.entries(before.box)))
          expect(Math.abs(at - after.box[side]), side).toBeLessThanOrEqual(3);
        const same = before.around.filter((color, i) => color === after.around[i]).length;
        // Arcs of a pixel differ in how their edges are smoothed. The control: turned by three degrees, the rings do
        // not match.
        const turned = before.around.filter((color, i) => color === after.around[(i + 6) % 720]).length;
        console.log(`${same} of 720 directions have the same colour, turned ${turned}`);
        expect(same).toBeGreaterThan(0.5 * 720);
        expect(turned).toBeLessThan(0.7 * same);
      });
    });
  }
}

test('the page’s picture asks the question in the reader’s language', async ({ browser, baseURL }) => {
  for (const [locale, question] of /** @type {[string, RegExp][]} */ ([
    ['en-GB', /^5 nodes hold 100,000 keys\. One more node joins: how many keys move\?$/],
    ['ru-RU', /^5 узлов хранят 100\s000 ключей\. Добавим ещё узел: сколько ключей переедет\?$/],
  ])) {
    const context = await browser.newContext({ locale, baseURL });
    const page = await context.newPage();
    await withoutModule(page);
    await page.goto('./', { waitUntil: 'commit' });
    const shown = page.locator('#picture > :nth-child(2) > :visible');
    await expect(shown).toHaveCount(1); // until the style sheet arrives nothing is drawn, but nothing is hidden either
    await expect(shown).toHaveText(question);
    await context.close();
  }
});

test('a page opened by a link shows no other scenario’s numbers while it loads', async ({ page }) => {
  const release = await withoutModule(page);
  await page.goto('./#v=1&nodes=9');
  await expect(page.locator('#loading')).toBeVisible();
  await expect(page.locator('#picture p:visible, #picture span:visible')).toHaveCount(0);
  await expect(page.locator('#footer')).toBeHidden();
  /** @type {AxeResults} */
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run(); })()`);
  expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
  release();
  await new Playground(page).started();
  await expect(page.locator('#picture')).toBeHidden();
  await expect(page.locator('#footer')).toBeVisible();
});

test('nothing shifts while the page loads', async ({ page }) => {
  await page.addInitScript(() => {
    window['shifts'] = [];
    new PerformanceObserver((list) =>
      window['shifts'].push(...list.getEntries().map((/** @type {any} */ entry) => entry['value'])),
    ).observe({ type: 'layout-shift', buffered: true });
  });
  const playground = await open(page, './', { controls: null });
  await playground.settled();
  /** @type {number[]} */
  const shifts = await page.evaluate(() => window['shifts']);
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.001);
});

test('the picture costs at most 4,000 bytes of the first load', async () => {
  const { gzipSync } = await import('node:zlib');
  const file = (/** @type {string} */ name) => readFileSync(new URL(name, dist), 'utf8');
  const size = (/** @type {string} */ text) => gzipSync(text, { level: 9 }).length;
  const html = file('index.html');
  // longer than the published one
  const css = readFileSync(new URL('../../../web/page/page.css', import.meta.url), 'utf8');
  const withoutHtml = html
    .replace(/<div id="picture".*?<\/svg><\/div><\/div>/s, '')
    .replace(/<script src="web\/page\/early\.js"><\/script>/, '');
  const withoutCss = css.replace(/\/\*[^/]*The default scenario \(.*?(?=\/\* The timeline\. \*\/)/s, '');
  expect(withoutHtml.length).toBeLessThan(html.length - 3000);
  expect(withoutCss.length).toBeLessThan(css.length - 2000);
  const cost = size(html) - size(withoutHtml) + size(css) - size(withoutCss) + size(file('web/page/early.js'));
  console.log(`the picture before the canvas: ${cost} bytes compressed`);
  expect(cost).toBeLessThanOrEqual(4000);
});
