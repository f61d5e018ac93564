// Pictures outside the page: the animated one, the README's, and the preview of a link.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { kPreview, kPreviewLink, pageOf, readmePictures } from '../../../cmake/pictures.mjs';
import { movingPicture } from '../../../web/dialogs/export/moving.js';
import { expect, test } from './fixture.mjs';
import { built, dist } from '../../built.mjs';
import { faultsOf, open } from './page.mjs';
/** @import {Page} from '@playwright/test' */

test.use({ contextOptions: { reducedMotion: 'no-preference' } }); // the animation is tested, too

const { loadReshard } = await built('reshard-core.mjs');
const { drawPoster } = await built('reshard-poster.mjs');
const folder = fileURLToPath(dist);
const assets = new URL('../../../assets/', import.meta.url);
const kMostBytes = 60_000;

const shown = (/** @type {string} */ svg) =>
  `<body style="margin:0"><img src="data:image/svg+xml,${encodeURIComponent(svg)}">`;

/**
 * The share of pixels in which two PNG pictures of one size differ visibly.
 * @param {Page} page
 * @param {Buffer} one
 * @param {Buffer} other
 */
async function difference(page, one, other) {
  return page.evaluate(
    async (pictures) => {
      const [a, b] = await Promise.all(
        pictures.map(async (data) => {
          const image = Object.assign(new Image(), { src: `data:image/png;base64,${data}` });
          await image.decode();
          const { width, height } = image;
          const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
          context.drawImage(image, 0, 0);
          return { width, height, pixels: context.getImageData(0, 0, width, height).data };
        }),
      );
      if (a.width !== b.width || a.height !== b.height) return 1;
      let differ = 0;
      for (let i = 0; i < a.pixels.length; i += 4)
        differ += Number([0, 1, 2].some((c) => Math.abs(a.pixels[i + c] - b.pixels[i + c]) > 48));
      return (4 * differ) / a.pixels.length;
    },
    [one, other].map((png) => png.toString('base64')),
  );
}

test('the README’s pictures are what the core computes', async () => {
  const core = await loadReshard();
  const pictures = readmePictures(core);
  for (const [file, svg] of Object.entries(pictures)) {
    expect(
      readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'),
      `${file}: run node cmake/pictures.mjs`,
    ).toBe(svg);
    expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(kMostBytes);
  }
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  const [, alt] = /<img src="assets\/moving\.svg" alt="([^"]*)"/.exec(readme);
  const titles = [...pictures['assets/moving.svg'].matchAll(/: ([\d.]+%) of the keys move</g)].map(
    ([, share]) => share,
  );
  expect(titles).toHaveLength(2);
  for (const share of titles) expect(alt).toContain(share);
});

test('a link’s preview is what the poster draws now', async ({ page, browser }) => {
  const context = await browser.newContext({
    viewport: { width: kPreview.width, height: kPreview.height },
    deviceScaleFactor: kPreview.scale,
  });
  const drawn = await context.newPage();
  const drawnOf = async (/** @type {string} */ link) => {
    await drawn.setContent(
      await pageOf(folder, (await drawPoster(link, { width: kPreview.width, height: kPreview.height })).svg),
    );
    await drawn.evaluate(() => document.fonts.ready);
    return drawn.screenshot();
  };
  const preview = readFileSync(new URL('preview.png', assets));
  expect([preview.readUInt32BE(16), preview.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(await difference(page, preview, await drawnOf(kPreviewLink)), 'run node cmake/pictures.mjs').toBeLessThan(
    0.01,
  );
  expect(await difference(page, preview, await drawnOf(`${kPreviewLink}&vnodes=90`))).toBeGreaterThan(0.01);
  const html = readFileSync(new URL('../../../index.html', import.meta.url), 'utf8');
  expect(html).toContain('<meta property="og:image" content="assets/preview.png">');
  await context.close();
});

const kChange = {
  title: 'Added d & e',
  description: 'All of it',
  when: /** @type {[string, string]} */ (['Before', 'After']),
  note: '6 keys',
  nodes: ['a', 'b', '<c>'].map((name, id) => ({ name, id })),
  rows: [
    {
      title: '',
      before: ['4', '2', null],
      after: ['2', '2', '2'],
      keys: [
        [0, 0],
        [0, 0],
        [0, 2],
        [0, 2],
        [1, 1],
        [1, 1],
      ].map(([from, to]) => ({ from, to })),
    },
  ],
};

test('an animated picture moves inside an <img>, and ends like the still one', async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 360 });
  const seen = async (/** @type {'once' | 'loop' | 'still'} */ plays) => {
    await page.setContent(shown(movingPicture({ ...kChange, plays })));
    await page.waitForFunction(() => document.images[0].complete);
    return page.screenshot();
  };
  const still = await seen('still');
  expect(await difference(page, still, await seen('still'))).toBe(0);
  const start = await seen('once');
  expect(await difference(page, still, start)).toBeGreaterThan(0.0005);
  await page.setContent(shown(movingPicture({ ...kChange, plays: 'once' })));
  const other = await page.context().newPage();
  await expect
    .poll(async () => difference(other, still, await page.screenshot()), { timeout: 60_000 })
    .toBeLessThan(0.0001);
});

test('under reduced motion its end is shown, and a screen reader gets its words', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const address = (/** @type {'once' | 'loop' | 'still'} */ plays) =>
    `data:image/svg+xml,${encodeURIComponent(movingPicture({ ...kChange, plays }))}`;
  await page.goto(address('loop'));
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  expect(
    await page.evaluate(() => [
      document.querySelector('title').textContent,
      document.querySelector('desc').textContent,
    ]),
  ).toEqual(['Added d & e', 'All of it']);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(address('loop'));
  expect(await page.evaluate(() => document.getAnimations().length)).toBeGreaterThan(2);
  expect(
    await page.evaluate(() =>
      Math.max(...document.getAnimations().map((each) => Number(each.effect.getTiming().duration))),
    ),
  ).toBe(4000);
});

test('a change of a hundred nodes stays within the size that hosts accept', () => {
  const nodes = Array.from({ length: 100 }, (_, id) => ({ name: `server-${id}.example.org:11211`, id }));
  const counts = nodes.map(() => '1,000');
  const keys = Array.from({ length: 240 }, (_, i) => ({ from: i % 99, to: (i * 7 + 1) % 100 }));
  const svg = movingPicture({
    ...kChange,
    nodes,
    rows: [{ title: 'modulo', before: counts, after: counts, keys }],
    plays: 'loop',
  });
  expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(kMostBytes);
  expect(svg).not.toContain('<script');
});

test('the last change can be exported as an animated picture', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=3&keys=20000&log=-node-1,+node-3');
  const { nodes, moved, headline } = await playground.state();
  await page.getByRole('button', { name: 'Export & share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export & share' });
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as animated SVG' }).click();
  const svg = await readFile(await (await download).path(), 'utf8');
  expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(kMostBytes);
  for (const { name, keys } of nodes) {
    expect(svg).toContain(`>${name}</text>`);
    expect(svg).toContain(`>${keys.toLocaleString('en')}</text>`);
  }
  const [, title] = /<title id="title">([^<&]+)<\/title>/.exec(svg);
  expect(headline.startsWith(title)).toBe(true);
  // 240 keys are shown, and those that moved are drawn singly: about the same share as of all keys.
  const dots = svg.match(/<circle class="m /g).length;
  expect(Math.abs(dots / 240 - moved / 20_000)).toBeLessThan(0.1);
  // node-3 was the fourth node to exist, so it has the fourth colour, although node-1 has left.
  const place = nodes.findIndex(({ name }) => name === 'node-3');
  expect(svg).toContain(`.f${place}{fill:#6e2446}`);
  await expect(dialog.getByLabel(/where a page may not run scripts/)).toHaveValue(
    /^<iframe src="http[^"]*#v=1&amp;nodes=3[^"]*" title="[^"]*" width="720" height="420" loading="lazy"><\/iframe>$/,
  );
  await dialog.getByLabel('Readers may change').selectOption('nothing');
  await expect(dialog.getByLabel(/where a page may not run scripts/)).toHaveValue(/&amp;controls=none" title/);
  expect(faultsOf(page)).toEqual([]);
});

test('where nothing moved there is nothing to animate, and the dialog says so', async ({ page }) => {
  await open(page, './#v=1&nodes=3&keys=2000');
  await page.getByRole('button', { name: 'Export & share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export & share' });
  await expect(dialog.getByRole('button', { name: 'Save as animated SVG' })).toBeDisabled();
  await expect(dialog.getByText('The last change moved no keys: an animated SVG would stand still.')).toBeVisible();
});
