// story.html: its numbers are the core's, its figures respond with and without the core, and it can be read without
// scripts.
import axe from 'axe-core';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from './fixture.mjs';
import { built, dist } from '../../built.mjs';
import { faultsOf } from './page.mjs';
import { numbersOf, written } from './story_numbers.mjs';
import { figure, openStory, pages, part } from './story_page.mjs';
/** @import {Json, Point, TouchKind} from '../../types.d.ts' */
/** @import {Page, Response} from '@playwright/test' */
/** @import {AxeResults} from 'axe-core' */
/** @import {KeysInput} from '../../../web/headless/reshard-core.d.ts' */

const root = new URL('../../../', import.meta.url);
const { loadReshard } = await built('reshard-core.mjs');
const { loadLessonsEngine } = await built('web/lessons/lessons_engine.js');
const arithmetic = await import(new URL('web/story/arithmetic.js', root).href);
const { links } = await import(new URL('web/story/scenarios.js', root).href);
const { xxh64 } = await import(new URL('web/story/hash.js', root).href);
const { newcomerTo, readForm } = await import(new URL('web/story/yours.js', root).href);
const core = await loadReshard();
/** @type {KeysInput} */
const kKeys = { kind: 'sequential', count: 100, prefix: 'file-' };
const kFirstBytes = 60_000;

const source = (/** @type {string} */ file) => readFileSync(new URL(`web/page/${file}`, root), 'utf8');

/**
 * Numbers in the prose that differ from the core's, and numbers of the core that the prose lacks.
 * @param {string} html
 * @param {string} language
 * @param {Json} numbers
 */
function wrongNumbers(html, language, numbers) {
  const found = [...html.matchAll(/<b data-number="([^"]*)">([^<]*)<\/b>/g)].map(([, name, text]) => [name, text]);
  const wrong = found
    .filter(([name, text]) => !numbers[name] || written(numbers[name], language) !== text)
    .map(([name]) => name);
  const missing = Object.keys(numbers).filter((name) => !found.some(([there]) => there === name));
  return { wrong, missing };
}

// Numbers that are given, not computed: nodes, keys, years, settings, the names of nodes.
const kGiven = new Set([
  '1',
  '4',
  '5',
  '6',
  '30',
  '100',
  '200',
  '100000',
  '1000000',
  '1.25',
  '10',
  '2014',
  '1996',
  '2016',
  '1997',
  '1406.2294',
  '1608.01350',
  '0.0',
  '2000',
  '5000',
]);

/** @param {string} html */
function othersIn(html) {
  const prose = html
    .slice(html.indexOf('<main>'))
    .replace(/<b data-number="[^"]*">[^<]*<\/b>/g, '')
    .replace(/<!--.*?-->|<pre>.*?<\/pre>|<textarea.*?<\/textarea>/gs, '')
    .replace(/<[^>]*>/g, ' ');
  const plain = prose
    .replace(/(?<=\d)[,\u202f](?=\d{3})/g, '')
    .replace(/(?<=\d),(?=\d)/g, '.')
    .replace(/[A-Z]-?\d+/g, '');
  return [...plain.matchAll(/\d+(\.\d+)*/g)].map(([number]) => number).filter((number) => !kGiven.has(number));
}

/** @param {Page} page */
async function violations(page) {
  await page.evaluate(axe.source);
  /** @type {AxeResults} */
  const { violations: found } = await page.evaluate(() =>
    /** @type {any} */ (window).axe.run(document, { resultTypes: ['violations'] }),
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

test.afterEach(({ page }, { title }) => {
  if (!title.includes('cannot be loaded')) expect(faultsOf(page)).toEqual([]);
});

test('every number in the prose that the core can compute is the core’s, in both languages', () => {
  const numbers = numbersOf(core);
  for (const [language, file] of Object.entries(pages)) {
    const html = source(file);
    expect(wrongNumbers(html, language, numbers), file).toEqual({ wrong: [], missing: [] });
    expect(othersIn(html), `numbers of ${file} that nobody computes`).toEqual([]);
  }
  const html = source('story.html').replace('>38</b>', '>39</b>').replace('1997', '1998');
  expect(wrongNumbers(html, 'en', numbers).wrong).toEqual(['ring-100-moved']);
  expect(othersIn(html)).toEqual(['1998']);
});

test('what the figures compute themselves agrees with the core', () => {
  for (let length = 0; length < 32; ++length) {
    const text = 'abcdefghijklmnopqrstuvwxyz-01234'.slice(0, length);
    expect(xxh64(text), text).toBe(core.hash('xxh64', text));
  }
  for (const nodes of [5, 6, 10]) {
    const named = Array.from({ length: nodes }, (_, i) => `n${i}`);
    expect(arithmetic.byRemainder(nodes)).toEqual([
      ...core.place({ strategy: 'modulo', nodes: named, keys: kKeys }).owners,
    ]);
  }
  const dragged = ['A', 'B', 'C', 'D', arithmetic.nameAt('E', 0.25)];
  expect(arithmetic.nodePlace(dragged[4])).toBeCloseTo(0.25, 2);
  const placed = core.place({ strategy: 'ring', params: { vnodes: 1 }, nodes: dragged, keys: kKeys });
  expect(arithmetic.byRing(dragged.map(arithmetic.nodePlace))).toEqual([...placed.owners]);
  const { counts, keys } = core.place({
    strategy: 'ring',
    params: { vnodes: 50 },
    nodes: dragged,
    keys: { ...kKeys, count: 1_000_000 },
  });
  arithmetic
    .ringShares(dragged, 50)
    .forEach((/** @type {number} */ share, /** @type {number} */ node) =>
      expect(share).toBeCloseTo(counts[node] / keys, 2),
    );
});

test('the figures’ links contain the scenarios shown', async () => {
  const lessons = await loadLessonsEngine();
  const after = (/** @type {string} */ link) =>
    lessons.measure({ start: link.replace(/&log=[^&]*/, ''), setup: link, seed: '0' }).steps.at(-1);
  expect(after(links.modulo())).toMatchObject({ nodes: 6, keys: 100, moved: 83 });
  expect(after(links.modulo(10))).toMatchObject({ nodes: 10 });
  expect(after(links.ring())).toMatchObject({ nodes: 5, keys: 100 });
  expect(after(links.ring([...'ABCDEF'].map((letter) => ({ letter, name: letter }))))).toMatchObject({
    nodes: 6,
    moved: 38,
  });
  expect(after(links.vnodes(70))).toMatchObject({ nodes: 5, keys: 100_000 });
  expect(after(links.alternatives('-C', ['ring', 'rendezvous', 'maglev', 'slots']))).toMatchObject({
    nodes: 4,
    keys: 100_000,
  });
  expect(after(links.alternatives('*A*2', ['ring', 'rendezvous', 'maglev', 'slots']))).toMatchObject({ nodes: 5 });
  expect(after(links.hot(1.2, 'bounded'))).toMatchObject({ nodes: 5 });
  expect(after(links.move())).toMatchObject({ nodes: 6, keys: 100_000 });
  expect(after(links.yours(['a b', '10.0.0.1:80', 'ключ,2'], '+x', 5))).toMatchObject({ nodes: 4, keys: 5 });
});

test('typed or pasted input is read, and what is not understood is named', () => {
  const form = { nodes: 'cache-09\ncache-10', keys: '1,500,000', size: '2000', speed: '100', rate: '0' };
  expect(readForm(form)).toMatchObject({ nodes: ['cache-09', 'cache-10'], keys: 1_500_000, pasted: [] });
  expect(readForm({ ...form, nodes: '12' }).nodes).toHaveLength(12);
  expect(readForm({ ...form, keys: 'user:1\nuser:2\n' })).toMatchObject({ keys: 2, pasted: ['user:1', 'user:2'] });
  for (const [field, text] of Object.entries({ nodes: ' ', keys: 'many', size: '0', speed: '', rate: '-1' }))
    expect(readForm({ ...form, [field]: text })).toEqual({ wrong: field });
  expect(readForm({ ...form, nodes: '5000' })).toEqual({ wrong: 'nodes' });
  expect([
    newcomerTo(['cache-09', 'cache-10']),
    newcomerTo(['db']),
    newcomerTo(['10.0.0.1:80', '10.0.0.1:81']),
  ]).toEqual(['cache-11', 'db-2', '10.0.0.1:82']);
});

test(`before the first touch at most ${kFirstBytes} bytes are loaded, no core is, and nothing jumps @smoke`, async ({
  page,
}) => {
  const loaded = new Map();
  const note = (/** @type {Response} */ response) => loaded.set(new URL(response.url()).pathname, response.body());
  page.on('response', note);
  await page.addInitScript(() => {
    window.seen = { cls: 0, lcp: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.seen.cls += /** @type {any} */ (entry).value;
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => {
      window.seen.lcp = list.getEntries().at(-1).startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await openStory(page);
  await page.waitForLoadState('networkidle');
  page.off('response', note); // what comes after the first touch may still be coming when the test ends
  const sizes = await Promise.all(
    [...loaded].map(async ([path, body]) => [path, gzipSync(await body, { level: 9 }).length]),
  );
  const bytes = sizes.reduce((sum, [, size]) => sum + Number(size), 0);
  expect(sizes.map(([path]) => path).filter((path) => /wasm|worker|reshard-core/.test(String(path)))).toEqual([]);
  expect(bytes).toBeLessThanOrEqual(kFirstBytes);

  await part(page, 'modulo', 'add').click();
  await expect(part(page, 'modulo', 'exactly')).toContainText('83.3%');
  const { cls, lcp } = await page.evaluate(() => window.seen);
  console.log(`story: ${bytes} bytes compressed in ${sizes.length} files, LCP ${Math.round(lcp)} ms, CLS ${cls}`);
  expect(cls).toBe(0);
});

test('the first figure works even if the core cannot be loaded, and says so', async ({ page }) => {
  await page.route('**/reshard-core.wasm', (route) => route.abort());
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openStory(page);
  await part(page, 'modulo', 'guess').fill('17');
  await part(page, 'modulo', 'add').click();
  await expect(part(page, 'modulo', 'answer')).toHaveText(/^83 of 100 keys moved\. You said 17\./);
  await expect(figure(page, 'modulo').locator('circle.moved')).toHaveCount(83);
  await expect(part(page, 'modulo', 'exactly')).toContainText('could not be loaded');
  await part(page, 'modulo', 'double').click();
  await expect(part(page, 'modulo', 'answer')).toContainText('54 of 100');
  await part(page, 'modulo', 'add').click();
  await expect(figure(page, 'modulo').locator('circle.moved')).toHaveCount(0);
});

test('every figure responds to keyboard and mouse, from one worker, and links to what it shows', async ({ page }) => {
  await openStory(page);
  const exactly = (/** @type {string} */ name) => part(page, name, 'exactly');
  const link = (/** @type {string} */ name) => part(page, name, 'open').getAttribute('href');

  const node = figure(page, 'ring').getByRole('slider', { name: 'Node E' });
  await node.focus();
  await page.keyboard.press('ArrowRight');
  await expect(part(page, 'ring', 'answer')).toContainText(/^E is now called E\d+: \d+ keys changed node/);
  await expect(exactly('ring')).toContainText('Of 100,000 keys');
  expect(await link('ring')).toMatch(/log=~E~E\d+&vnodes=1$/);
  await part(page, 'ring', 'reset').click();
  await part(page, 'ring', 'add').click();
  await expect(part(page, 'ring', 'answer')).toHaveText(
    'F took 38 keys, all from E. No other node lost or gained a key.',
  );
  const handle = await figure(page, 'ring').getByRole('slider', { name: 'Node A' }).boundingBox();
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  await page.mouse.move(handle.x + 60, handle.y + 120, { steps: 3 });
  await page.mouse.up();
  await expect(part(page, 'ring', 'answer')).toContainText(/^A is now called A\d+/);

  await part(page, 'vnodes', 'vnodes').fill('11');
  await expect(part(page, 'vnodes', 'answer')).toContainText('1.10×');
  await expect(exactly('vnodes')).toContainText('Measured on 100,000 keys');
  expect(await link('vnodes')).toMatch(/vnodes=100$/);

  await figure(page, 'alternatives').getByText('C leaves').click();
  await expect(part(page, 'alternatives', 'bars')).toContainText('only its last node can leave');
  await figure(page, 'alternatives').getByText('A doubles').click();
  await expect(part(page, 'alternatives', 'bars')).toContainText('it ignores weights');

  await part(page, 'hot', 'skew').fill('1');
  await expect(part(page, 'hot', 'answer')).toHaveText(
    'A serves 1.57× its fair share of requests. One key alone gets 8.3% of them.',
  );
  await figure(page, 'hot').getByText('Copy ten keys').click();
  await expect(part(page, 'hot', 'answer')).toContainText('1.09×');

  await part(page, 'move', 'size').fill('12');
  await expect(part(page, 'move', 'answer')).toContainText('23.1');

  await part(page, 'yours', 'nodes').fill('12');
  await expect(part(page, 'yours', 'answer')).toContainText('92.3%');
  await part(page, 'yours', 'size').fill('');
  await expect(part(page, 'yours', 'answer')).toContainText('Size of a value');
  await expect(part(page, 'yours', 'size')).toHaveAttribute('aria-invalid', 'true');
  await expect(part(page, 'yours', 'nodes')).toHaveAttribute('aria-invalid', 'false');

  expect(page.workers()).toHaveLength(1);
  await part(page, 'vnodes', 'embed').click();
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue(
    /<reshard-playground link="v=1&amp;nodes=A,B,C,D,E&amp;prefix=file-&amp;vnodes=100" title="More virtual nodes/,
  );
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a finger on a node drags it, and the page stays where it is', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    baseURL,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await openStory(page);
  const node = figure(page, 'ring').getByRole('slider', { name: 'Node E' });
  await node.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await node.locator('.touch').boundingBox();
  const scrolled = await page.evaluate(() => scrollY);
  const devtools = await context.newCDPSession(page);
  const touch = (/** @type {TouchKind} */ type, /** @type {Point[]} */ ...touchPoints) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', { x: x + width / 2, y: y + height / 2 });
  for (let i = 1; i <= 6; ++i) await touch('touchMove', { x: x + width / 2 + 8 * i, y: y + height / 2 - 20 * i });
  await touch('touchEnd');
  await expect(part(page, 'ring', 'answer')).toContainText(/^E is now called E\d+: \d+ keys changed node/);
  await expect(part(page, 'ring', 'exactly')).toContainText('Of 100,000 keys');
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  expect(faultsOf(page)).toEqual([]);
  await context.close();
});

for (const [language, file] of Object.entries(pages)) {
  test(`nothing is wider than the window and everything is accessible, light and dark: ${language}`, async ({
    page,
  }) => {
    await openStory(page, file);
    await part(page, 'modulo', 'add').click();
    await expect(part(page, 'modulo', 'answer')).toContainText('83');
    for (const [width, height] of [
      [320, 640],
      [390, 844],
      [720, 900],
      [1440, 900],
      [3840, 2160],
    ]) {
      await page.setViewportSize({ width, height });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBeLessThanOrEqual(width);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), colorScheme).toEqual([]);
    }
  });
}

for (const [language, file] of Object.entries(pages)) {
  test(`every figure opens in the playground and can be embedded: ${language}`, async ({ page }) => {
    await openStory(page, file);
    const figures = page.locator('figure[data-figure]');
    await expect(figures).toHaveCount(7);
    for (const each of await figures.all()) {
      const link = new URL(
        await each.locator('[data-part=open]').getAttribute('href'),
        'https://example.org/',
      ).hash.slice(1);
      expect(link).toMatch(/^v=1&/);
      await each.locator('[data-part=embed]').click();
      const tag = await page.getByRole('dialog').getByRole('textbox').inputValue();
      expect(tag).toContain(`<reshard-playground link="${link.replaceAll('&', '&amp;')}"`);
      await page.keyboard.press('Escape');
    }
  });

  // A feed takes the article's HTML as it was sent, and most feed readers drop scripts, styles and forms.
  test(`the article says in plain HTML what its figures show, as a feed would take it: ${language}`, async ({
    page,
  }) => {
    const html = readFileSync(new URL(file, dist), 'utf8');
    const article = /<article>(.*)<\/article>/s.exec(html)[1];
    expect(article).not.toMatch(/<(script|style|iframe|canvas|link)\b|\son\w+=|javascript:/i);
    await page.setContent(`<main>${article}</main>`);
    const figures = await page.locator('figure').evaluateAll((all) =>
      all.map((each) => ({
        claim: each.querySelector('.claim').textContent.trim(),
        caption: each.querySelector('figcaption').textContent.trim(),
        pictures: [...each.querySelectorAll('svg[viewBox]')].map((svg) => svg.getAttribute('aria-label') ?? ''),
      })),
    );
    expect(figures).toHaveLength(7);
    for (const { claim, caption, pictures } of figures) {
      expect(claim.length, claim).toBeGreaterThan(20);
      expect(caption.length, claim).toBeGreaterThan(20);
      for (const label of pictures) expect(label.length, claim).toBeGreaterThan(20);
    }
  });
}

test('on paper there are no controls, and no figure is longer than a page', async ({ page }) => {
  const paper = { width: 640, height: 900 }; // A4 between its margins, in CSS pixels
  await page.setViewportSize(paper);
  await openStory(page);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.locator(':is(button, input, textarea, select):visible').count()).toBe(0);
  const figures = await page
    .locator('figure')
    .evaluateAll((all) => all.map((each) => [each.id, each.getBoundingClientRect().height]));
  expect(figures.filter(([, height]) => Number(height) > paper.height)).toEqual([]);
  expect(
    await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
    'white paper, whatever the screen',
  ).toMatch(/^rgba\(0, 0, 0, 0\)$|^rgb\(255, 255, 255\)$/);
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  expect(sheets).toBeGreaterThan(3);
  expect(sheets).toBeLessThan(14);
});

test('without scripts the article is complete, and has no controls that would not respond', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await page.goto('./story.html');
  await expect(page.locator('figure svg[viewBox]')).toHaveCount(3);
  await expect(page.locator('figure li')).toHaveCount(5 + 6 + 5 + 2);
  await expect(part(page, 'yours', 'answer')).toContainText('75.0%');
  expect(await page.locator('button:visible, input:visible, textarea:visible').count()).toBe(0);
  await context.close();
});
