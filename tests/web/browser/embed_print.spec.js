// A figure on paper, which is white and perhaps without colours, and the focus on its button, on screens of both kinds.
import { expect, test } from './fixture.mjs';
import { start, startBlog } from './blog.mjs';
import { readPixels } from './pixels.mjs';
/** @import {Blog} from './blog.mjs' */
/** @import {Locator, Page} from '@playwright/test' */

/** @type {Blog} */
let blog;
test.beforeAll(async ({ baseURL }) => {
  blog = await startBlog(baseURL);
});
test.afterAll(() => blog.close());

const kSchemes = /** @type {const} */ (['light', 'dark']);
const kDarkPost = 'p { color: #d0d0d0 }'; // a post that gives its paragraphs a colour of their own

/** The relative luminance of a colour, by WCAG 2. @param {number[]} color red, green and blue of 255 */
function luminance(color) {
  const [red, green, blue] = color.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param {number[]} one @param {number[]} other */
function contrast(one, other) {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** How bright an element's ink and its ground are, from 0 (black) to 1. @param {Page} page @param {Locator} element */
async function shades(page, element) {
  return readPixels(
    page,
    await element.screenshot(),
    () => {
      const { data } = /** @type {any} put there by readPixels() */ (window).pixels;
      const seen = new Uint8Array(data.length / 4);
      for (let i = 0; i < seen.length; ++i) seen[i] = Math.max(data[4 * i], data[4 * i + 1], data[4 * i + 2]);
      seen.sort();
      const at = (/** @type {number} */ share) => seen[Math.floor(seen.length * share)] / 255;
      return { darkest: at(0.002), middle: at(0.5) };
    },
    null,
  );
}

for (const scheme of kSchemes) {
  test(`the focus on Start stands out from its ground at least 3 to 1: ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await blog.open(
      page,
      '<meta name="color-scheme" content="light dark"><reshard-playground nodes="3"><p>Words.</p></reshard-playground>',
    );
    const button = page.locator('reshard-playground').getByRole('button');
    await page.keyboard.press('Tab');
    await expect(button).toBeFocused();
    const { x, y, width, height } = await button.boundingBox();
    const clip = { x: x + width / 2, y: y - 12, width: 1, height: 12 + height / 2 };
    const column = await readPixels(
      page,
      await page.screenshot({ clip }),
      () => {
        const { data } = /** @type {any} put there by readPixels() */ (window).pixels;
        return Array.from({ length: data.length / 4 }, (_, i) => [data[4 * i], data[4 * i + 1], data[4 * i + 2]]);
      },
      null,
    );
    const [ground] = column; // then the ring of two pixels, and the ground again before the button
    const ring = column.slice(1, 11).filter((color) => contrast(color, ground) >= 3);
    expect(ring.length).toBeGreaterThanOrEqual(2);
    expect(ring.length).toBeLessThanOrEqual(3);
  });
}

test('on paper a dark post has light posters and dark words, started or not', async ({ page, baseURL }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const poster = `${baseURL}web/samples/ring.svg`;
  await blog.open(
    page,
    `<meta name="color-scheme" content="dark">
     <reshard-playground nodes="3" poster="${poster}"><a href="#"><img src="${poster}" alt="3"></a></reshard-playground>
     <reshard-playground nodes="4" theme="dark"><p>Four nodes, of which one joined.</p></reshard-playground>`,
  );
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, kDarkPost);
  const [picture, words] = [page.locator('reshard-playground').first(), page.locator('reshard-playground').last()];
  await expect.poll(() => picture.locator('.poster > img').evaluate((image) => image.complete)).toBe(true);
  expect((await shades(page, picture)).middle, 'on screen').toBeLessThan(0.3);
  for (const started of [false, true]) {
    if (started) for (const figure of [picture, words]) await start(page, figure);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const figure of [picture, words]) {
      const { middle, darkest } = await shades(page, figure);
      expect(middle, `ground, started: ${started}`).toBeGreaterThan(0.9);
      expect(darkest, `ink, started: ${started}`).toBeLessThan(0.45);
    }
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  }
});

test('on paper a figure says where it comes from, unless nobody would type it', async ({ page, baseURL }) => {
  await blog.open(
    page,
    '<reshard-playground link="v=1&nodes=3" view="load"><p>Three nodes. <a href="#x">Reshard</a></p></reshard-playground>',
  );
  const figure = page.locator('reshard-playground');
  const printed = () =>
    figure.locator('.poster').evaluate((poster) => {
      const { content } = getComputedStyle(poster, '::after');
      return content === 'none' ? null : content.replace(/^"|"$/g, '');
    });
  expect(await printed(), 'on screen').toBe(null);
  await page.emulateMedia({ media: 'print' });
  expect(await printed()).toBe(`${baseURL}#v=1&nodes=3&view=load`);
  await figure.evaluate((element) => element.setAttribute('link', 'v=1&nodes=5'));
  expect(await printed(), 'another scenario').toBe(`${baseURL}#v=1&nodes=5&view=load`);
  const { scrollWidth, clientWidth } = await figure.evaluate((element) => {
    element.style.width = '240px';
    const poster = element.shadowRoot.querySelector('.poster');
    return { scrollWidth: poster.scrollWidth, clientWidth: poster.clientWidth };
  });
  expect(clientWidth).toBeGreaterThan(200);
  expect(scrollWidth, 'it is broken anywhere').toBe(clientWidth);
  await figure.evaluate((element) => element.setAttribute('link', `v=1&nodes=${'a-long-name,'.repeat(40)}z`));
  expect(await printed()).toBe('');
});
