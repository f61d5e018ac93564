// The documentation page and the README: every sample in them is extracted and run.
import { execFile } from 'node:child_process';
import { mkdtemp, mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from './fixture.mjs';
import { built, dist } from '../../built.mjs';
import AxeBuilder from 'axe-core';
import { start, startBlog } from './blog.mjs';
import { collectFaults, faultsOf, Playground } from './page.mjs';
/** @import {Page} from '@playwright/test' */
/** @import {AxeResults} from 'axe-core' */

const run = promisify(execFile);

/** @param {Page} page */
async function openDocumentation(page) {
  collectFaults(page);
  await page.goto('./embedding.html');
  await expect(page.locator('html')).toHaveAttribute('data-samples', 'shown');
}

const published = (/** @type {string} */ text, /** @type {string} */ baseURL) =>
  text.replaceAll('https://example.org/reshard/', baseURL).replaceAll('https://example.org', baseURL);

test('shows every sample beside its result', async ({ page }) => {
  await openDocumentation(page);
  const samples = await page.locator('[data-live]').count();
  expect(samples).toBeGreaterThan(3);
  await expect(page.locator('[data-live] + .live > *').first()).toBeVisible();
  expect(await page.locator('[data-live] + .live').count()).toBe(samples);
  await expect(page.locator('[data-script] code').first()).toContainText('addEventListener');
  const figures = page.locator('reshard-playground');
  const poster = figures.first().locator('.poster > img');
  await expect.poll(() => poster.evaluate((picture) => picture.naturalWidth)).toBe(720);
  expect(await figures.evaluateAll((all) => all.some((figure) => figure.started))).toBe(false);
  expect(faultsOf(page)).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });
  test('nothing is wider than the screen', async ({ page }) => {
    await openDocumentation(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});

test('the core on its own fills the table', async ({ page }) => {
  await openDocumentation(page);
  await expect(page.locator('#loads tr')).toHaveCount(4);
  const counts = await page.locator('#loads td:last-child').allTextContents();
  expect(counts.map(Number).reduce((a, b) => a + b)).toBe(10_000);
  // A ring moves to a new node only the keys that the node has afterwards.
  await expect(page.locator('#placed')).toHaveText(`${counts[3]} keys moved, 0 unnecessarily`);
});

test('the page drives a figure', async ({ page }) => {
  await openDocumentation(page);
  await page.getByRole('button', { name: 'Add a node' }).click();
  await expect(page.locator('#told')).toHaveText(/^\d+ of 10000 keys moved, 0 unnecessarily\.$/, { timeout: 60_000 });
  expect(faultsOf(page)).toEqual([]);
});

test("each tag works in someone's post under the printed policy", async ({ page, baseURL }) => {
  await openDocumentation(page);
  const policy = published(await page.locator('#policy').innerText(), baseURL);
  const samples = (await page.locator('[data-live]').allTextContents()).map((text) => published(text, baseURL));
  const blog = await startBlog(baseURL);
  for (const sample of samples) {
    await blog.open(page, sample, policy);
    const figure = page.locator('reshard-playground');
    if ((await figure.count()) > 0) {
      await start(page, figure);
      await expect.poll(() => figure.evaluate(async (element) => (await element.state()).notice)).toBe('');
    } else {
      const frame = await (await page.waitForSelector('iframe')).contentFrame();
      await frame.waitForFunction(() => window.reshard?.firstFrameMs != null);
    }
  }
  blog.close();
  expect(faultsOf(page)).toEqual([]);
});

test('the playground has the printed policy', async ({ page }) => {
  await openDocumentation(page);
  const printed = await page.locator('#own-policy').innerText();
  await page.goto('./NOTICES.txt');
  const index = await readFile(new URL('index.html', dist), 'utf8');
  expect(index).toContain(`content="${printed.trim()}"`);
});

test('its links into the playground open completely', async ({ page }) => {
  await openDocumentation(page);
  const links = await page.locator('main a[href*="#v=1"]').evaluateAll((all) => all.map((link) => link.href));
  expect(links.length).toBeGreaterThan(0);
  for (const link of new Set(links)) {
    await page.goto('about:blank');
    await page.goto(link);
    const playground = await new Playground(page).started();
    expect((await playground.state()).notice, link).toBe('');
  }
});

test('axe finds no violations', async ({ page }) => {
  await openDocumentation(page);
  /** @type {AxeResults} */
  const { violations } = await page.evaluate(`(() => { ${AxeBuilder.source}; return axe.run(); })()`);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
});

test("the README's figure works", async ({ page, baseURL }) => {
  const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');
  const [, sample] = /```html\n([^]*?)```/.exec(readme);
  const blog = await startBlog(baseURL);
  await blog.open(page, published(sample, baseURL));
  const figure = page.locator('reshard-playground');
  await start(page, figure);
  await expect.poll(() => figure.evaluate(async (element) => (await element.state()).nodes?.length)).toBe(6);
  blog.close();
});

test('the playground exports a working tag, and pictures', async ({ page, baseURL }) => {
  await page.goto('./#v=1&nodes=3&log=+extra');
  const playground = await new Playground(page).started();
  expect((await playground.state()).nodes).toHaveLength(4);
  await page.getByRole('button', { name: 'Export & share' }).click();
  const tag = await page.locator('#take-tag').inputValue();
  expect(tag).toContain('+extra');
  const saved = async (/** @type {string} */ name) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    return readFile(await (await download).path());
  };
  const svg = (await saved('Save as SVG')).toString();
  expect(svg).toContain('extra');
  const elsewhere = await page.context().newPage(); // the playground's policy forbids the picture's styles
  expect(
    await elsewhere.evaluate(
      (text) => new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror'),
      svg,
    ),
  ).toBeNull();
  const png = await saved('Save as PNG');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1440, 840]);

  const blog = await startBlog(baseURL);
  await blog.open(page, tag);
  const figure = page.locator('reshard-playground');
  await start(page, figure);
  await expect.poll(() => figure.evaluate(async (element) => (await element.state()).nodes?.length)).toBe(4);
  blog.close();
});

test('the tag needs no other file, unless it shows a picture before the start', async ({ page, baseURL }) => {
  await page.goto('./#v=1&nodes=3&log=+extra');
  const { headline } = await (await new Playground(page).started()).state();
  await page.getByRole('button', { name: 'Export & share' }).click();
  const tag = page.locator('#take-tag');
  const words = await tag.inputValue();
  await expect(page.getByText('save the picture under that name')).toBeHidden();
  await page.getByLabel('Preview before loading').selectOption('a picture file');
  await expect(tag).toHaveValue(/ poster="reshard-ring-4-nodes-\w{4}\.svg"/);
  await expect(page.getByText('save the picture under that name')).toBeVisible();
  await page.goto('about:blank'); // the dialog may still load
  const blog = await startBlog(baseURL);
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await blog.open(page, words);
  await expect(page.getByText(headline)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Reshard' })).toHaveAttribute('href', /#.*\+extra$/);
  expect(asked.filter((path) => path !== '/' && !path.endsWith('/reshard-playground.js'))).toEqual([]);
  blog.close();
});

test('the tag shows the chosen picture and gives readers the chosen controls', async ({ page, baseURL }) => {
  await page.goto('./#v=1&nodes=3&log=+extra');
  await new Playground(page).started();
  await page.getByRole('button', { name: 'Export & share' }).click();
  await expect(page.getByLabel('Which picture')).toBeVisible(); // opening takes the focus
  const chosen = (/** @type {string} */ label, /** @type {string} */ word) =>
    expect(async () => {
      // typed again if a busy machine paused in mid-word
      await page.getByLabel(label).focus();
      await page.keyboard.type(word);
      await expect(page.getByLabel(label).locator('option:checked')).toHaveText(word, { timeout: 2000 });
    }).toPass();
  await chosen('Which picture', 'keys per node');
  await chosen('Readers may change', 'nodes and strategy');
  const tag = await page.locator('#take-tag').inputValue();
  const blog = await startBlog(baseURL);
  await blog.open(page, tag);
  const figure = page.locator('reshard-playground');
  await start(page, figure);
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  const playground = await new Playground(page, frame).started();
  expect((await playground.state()).controls).toEqual({ nodes: 'free', strategy: 'free', keys: 'hidden' });
  const pictures = Object.keys(await playground.controls()).filter((name) => name.startsWith('picture:'));
  expect(pictures).toEqual(['picture:load']);
  blog.close();
});

for (const [what, link] of [
  ['a scenario', 'v=1&nodes=5&log=+node-5'],
  ['a move', 'v=1&nodes=4&log=+node-4&keys=4000&move=copy_then_flip&view=migration'],
]) {
  test(`a picture of ${what} in both themes is the light one on a light page and the dark one on a dark page`, async ({
    page,
  }) => {
    const { drawPoster } = await built('reshard-poster.mjs');
    const shown = async (/** @type {'light' | 'dark'} */ colorScheme, /** @type {string} */ theme) => {
      const { svg } = await drawPoster(link, { theme });
      await page.emulateMedia({ colorScheme });
      await page.setContent(
        `<meta name="color-scheme" content="light dark"><img src="data:image/svg+xml,${encodeURIComponent(svg)}">`,
      );
      return (await page.locator('img').screenshot()).toString('base64');
    };
    const light = await shown('light', 'light'),
      dark = await shown('dark', 'dark');
    expect(light).not.toBe(dark);
    expect((await shown('light', 'both')) === light).toBe(true);
    expect((await shown('dark', 'both')) === dark).toBe(true);
  });
}

test.describe('in Node', () => {
  test('one command draws a link’s picture', async () => {
    const poster = new URL('reshard-poster.mjs', dist).pathname;
    const { stdout, stderr } = await run('node', [
      poster,
      'https://example.org/#v=1&nodes=5&log=+node-5&mood=good',
      '--theme',
      'dark',
    ]);
    expect(stdout).toMatch(/^<svg [^]*node-5[^]*<\/svg>\n$/);
    expect(stderr).toContain('mood');
    await expect(run('node', [poster, 'v=1', '--width', '9'])).rejects.toThrow(/240 to 4000/);
  });

  test('dist/ is a package', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'reshard-'));
    await mkdir(join(folder, 'node_modules'));
    await symlink(new URL('.', dist).pathname, join(folder, 'node_modules', 'reshard'));
    const script = `
      import 'reshard/playground';
      import { loadReshard } from 'reshard';
      import { drawPoster } from 'reshard/poster';
      const strategies = (await loadReshard()).strategies(), { svg } = await drawPoster('v=1');
      console.log(JSON.stringify([strategies.length > 9, svg.length > 999]));`;
    const { stdout } = await run('node', ['--input-type=module', '-e', script], { cwd: folder });
    await rm(folder, { recursive: true });
    expect(JSON.parse(stdout)).toEqual([true, true]);
  });
});
