// The pictures that are committed, because other sites show them as files: the README's, which is animated, and the
// preview of a link to the page. Tests say when they no longer match what the core computes. After web/serve --build:
//   node cmake/pictures.mjs [dist]
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { loadReshard } from '../web/headless/reshard-core.mjs';
import { movingPicture, shownKeys } from '../web/dialogs/export/moving.js';

const kKeys = 100_000;
const kNames = ['node-0', 'node-1', 'node-2', 'node-3', 'node-4'];
const kNewcomer = 'node-5';
/**
 * What the preview of a link shows, and its size: Open Graph's, drawn small and then enlarged, so that it stays
 * readable when small.
 */
export const kPreviewLink = 'v=1&nodes=5&log=+node-5';
export const kPreview = { width: 800, height: 420, scale: 1.5 };

const number = (/** @type {number} */ value) => value.toLocaleString('en');
const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(1)}%`;

/** @typedef {import('../web/headless/reshard-core.d.ts').Core} Core */

/**
 * One strategy, before and after the sixth node joins.
 * @param {Core} core @param {string} strategy @param {string} name
 */
function rowOf(core, strategy, name) {
  /** @type {import('../web/headless/reshard-core.d.ts').PlaceInput} */
  const input = { strategy, nodes: kNames, keys: { kind: 'sequential', count: kKeys } };
  const before = core.place(input),
    after = core.place({ ...input, log: [{ add: kNewcomer }] });
  const { share } = core.compare(before, after);
  return {
    share,
    title: `${name}: ${percent(share)} of the keys move`,
    before: [...before.counts.map(number), null],
    after: after.counts.map(number),
    keys: shownKeys(kKeys).map((key) => ({ from: before.owners[key], to: after.owners[key] })),
  };
}

/**
 * The README's pictures by file, each an SVG document.
 * @param {Core} core
 */
export function readmePictures(core) {
  const rows = [rowOf(core, 'modulo', 'hash % n'), rowOf(core, 'ring', 'Consistent hashing ring, 100 virtual nodes')];
  const title = `A sixth node joins: which of ${number(kKeys)} keys move?`;
  const [remainder, ring] = rows.map(({ share }) => percent(share));
  const change = {
    title,
    rows,
    nodes: [...kNames, kNewcomer].map((name, id) => ({ name, id })),
    description:
      `${title} With hash % n ${remainder} do, most of them from one old node to another. ` +
      `On a ring ${ring} do, all of them to ${kNewcomer}.`,
    when: /** @type {[string, string]} */ (['Before: 5 nodes', 'After: 6 nodes']),
    note: `Each dot is a key: ${number(shownKeys(kKeys).length)} of ${number(kKeys)}`,
  };
  return {
    'assets/moving.svg': movingPicture({ ...change, plays: 'loop' }),
    'assets/moved.svg': movingPicture({ ...change, plays: 'still' }),
  };
}

/** A page that contains only an SVG, in the fonts of dist/. @param {string} dist @param {string} svg */
export async function pageOf(dist, svg) {
  const faces = await Promise.all(
    [400, 600].map(async (weight) => {
      const font = await readFile(join(dist, 'fonts', `inter-${weight}.ttf`), 'base64');
      return `@font-face { font-family: Inter; font-weight: ${weight}; src: url(data:font/ttf;base64,${font}); }`;
    }),
  );
  return `<!doctype html><style>${faces.join('')} body { margin: 0; } svg { display: block; }</style>${svg}`;
}

/** @param {string} dist */
async function drawPreview(dist) {
  const { drawPoster } = await import(pathToFileURL(join(dist, 'reshard-poster.mjs')).href);
  const { svg } = await drawPoster(kPreviewLink, { ...kPreview, theme: 'light' });
  const { chromium } = await import('@playwright/test');
  const { args, executablePath } = await import('../tests/chromium.mjs');
  const browser = await chromium.launch({ executablePath, args });
  const page = await browser.newPage({
    viewport: { width: kPreview.width, height: kPreview.height },
    deviceScaleFactor: kPreview.scale,
  });
  await page.setContent(await pageOf(dist, svg));
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot();
  await browser.close();
  return png;
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const dist = resolve(root, process.argv[2] ?? 'dist');
  const core = await loadReshard({ wasm: pathToFileURL(join(dist, 'reshard-core.wasm')).href });
  for (const [file, svg] of Object.entries(readmePictures(core))) await writeFile(join(root, file), svg);
  await writeFile(join(root, 'assets', 'preview.png'), await drawPreview(dist));
}
