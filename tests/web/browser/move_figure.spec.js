// A move as a figure in someone's post: one tag with its poster, and nothing runs before it is started.
import axe from 'axe-core';
import { readFileSync } from 'node:fs';
import { expect, test } from './fixture.mjs';
import { built } from '../../built.mjs';
import { listen, playgroundIn, start, startBlog } from './blog.mjs';
import { open } from './page.mjs';
/** @import {Blog} from './blog.mjs' */
/** @import {Page} from '@playwright/test' */
/** @import {Json} from '../../types.d.ts' */
/** @import {AxeResults} from 'axe-core' */

test.use({ contextOptions: { reducedMotion: 'no-preference' } }); // the animation is tested, too

const { drawPoster } = await built('reshard-poster.mjs');
const { colors } = await built('web/dialogs/migrate/poster.js');

const kLink = 'v=1&nodes=4&log=%2Bnode-4&keys=4000&move=copy_then_flip~copy_bytes_per_second=1000000';
const tag = (more = '', link = kLink) =>
  `<reshard-playground link="${link.replaceAll('&', '&amp;')}" view="migration" height="480" ` +
  `title="Copied, then switched"${more}><p>Writes are lost.</p></reshard-playground>`;

/** @type {Blog} */
let blog;
test.beforeAll(async ({ baseURL }) => {
  blog = await startBlog(baseURL);
});
test.afterAll(() => blog.close());

/**
 * @param {Page} page
 * @param {string} html
 */
async function begin(page, html) {
  await blog.open(page, html);
  const figure = page.locator('reshard-playground');
  await start(page, figure);
  const { frame } = await playgroundIn(page, figure);
  await expect(frame.locator('.said')).toContainText('lost', { timeout: 60_000 });
  await expect(frame.locator('#migrate [name=progress]')).toBeHidden({ timeout: 60_000 });
  return { figure, frame };
}

test('the tag loads nothing until it is started, and then shows the move across the whole figure', async ({ page }) => {
  /** @type {string[]} */
  const requests = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await blog.open(page, tag());
  await expect(page.getByText('Writes are lost.')).toBeVisible();
  expect(requests.filter((path) => path !== '/')).toEqual(['/reshard-playground.js']);
  const { frame } = await begin(page, tag());
  expect(requests).toContain('/reshard-migration.wasm');
  await expect(frame.locator('#migrate canvas')).toBeVisible();
  await expect(frame.locator('#migrate [name=play]')).toBeVisible();
  for (const hidden of ['#migrate header', '#migrate [name=runbook]', '#migrate [name=routing]', '#migrate .key-life'])
    await expect(frame.locator(hidden)).toBeHidden();
  const { width, sideways } = await frame
    .locator('#migrate')
    .evaluate((box) => ({ width: box.clientWidth, sideways: box.scrollWidth - box.clientWidth }));
  expect([width, sideways]).toEqual([
    await page.locator('reshard-playground').evaluate((element) => element.clientWidth),
    0,
  ]);
  /** @type {AxeResults} */
  const { violations } = await frame.evaluate(`(() => { ${axe.source}; return axe.run('#migrate'); })()`);
  expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
});

test('a reader’s choice is reported outside, and survives the figure’s sleep', async ({ page }) => {
  const { figure, frame } = await begin(page, tag());
  await frame.locator('#migrate').getByRole('button', { name: 'Write to both first' }).click();
  await expect(frame.locator('.said')).toContainText('no write is lost', { timeout: 60_000 });
  await expect.poll(() => figure.evaluate((element) => element.link)).toContain('move=double_write');
  await figure.evaluate((element) => {
    element.stop();
    element.start();
  });
  const again = await playgroundIn(page, figure);
  await expect(again.frame.locator('.said')).toContainText('no write is lost', { timeout: 60_000 });
  const ready = await listen(figure, 'change');
  await figure.evaluate((element, link) => element.open(`${link}&view=migration`), kLink);
  await expect(again.frame.locator('.said')).toContainText('are lost', { timeout: 60_000 });
  expect(ready).toBeDefined();
});

test('a figure that readers may not change only plays', async ({ page }) => {
  const { frame } = await begin(page, tag(' controls="none" sandbox'));
  await expect(frame.locator('#migrate [name=protocol]')).toBeHidden();
  await expect(frame.locator('#migrate .advice button')).toBeHidden();
  const scrub = frame.locator('#migrate [name=scrub]');
  await scrub.fill('0');
  await frame.locator('#migrate [name=play]').click();
  await expect.poll(async () => Number(await scrub.inputValue())).toBeGreaterThan(50);
});

test('a plain iframe shows the move too, in another language', async ({ page, baseURL }) => {
  await blog.open(page, `<div lang="ru">${tag()}</div>`);
  const figure = page.locator('reshard-playground');
  await figure.getByRole('button', { name: /^Запустить/ }).click();
  const { frame } = await playgroundIn(page, figure);
  await expect(frame.locator('.said')).toContainText('потеряны', { timeout: 60_000 });
  await blog.open(
    page,
    `<iframe src="${baseURL}#${kLink.replaceAll('&', '&amp;')}&amp;view=migration" width="720" height="420"></iframe>`,
  );
  const inside = await (await page.waitForSelector('iframe')).contentFrame();
  await expect(inside.locator('.said')).toContainText('are lost', { timeout: 60_000 });
});

test('the poster shows what the figure says, in both themes and languages', async ({ page }) => {
  const link = `${kLink}&view=migration`;
  await open(page, `./#${kLink}`);
  const said = page.locator('#migrate .said');
  await expect(said).toContainText('are lost', { timeout: 60_000 });
  await expect(page.locator('#migrate [name=progress]')).toBeHidden({ timeout: 60_000 });
  const { svg, refused } = await drawPoster(link, { width: 720, height: 480 });
  expect(refused).toBe('');
  const title = (/** @type {string} */ text) => /<title>(.*?)<\/title>/.exec(text)[1];
  expect(title(svg)).toBe(await said.textContent());
  expect(title((await drawPoster(link, { language: 'ru', theme: 'dark' })).svg)).toContain('потеряны');
  expect(
    (await drawPoster('v=1&nodes=4&view=migration')).svg,
    'without a move it is the scenario’s picture',
  ).not.toContain('class="axis"');
  for (const theme of /** @type {const} */ (['light', 'dark'])) {
    const [width, height] = await page.evaluate(
      async (source) => {
        const image = Object.assign(new Image(), { src: `data:image/svg+xml,${encodeURIComponent(source)}` });
        await image.decode();
        return [image.naturalWidth, image.naturalHeight];
      },
      (await drawPoster(link, { theme, height: 300 })).svg,
    );
    expect([width, height]).toEqual([720, 300]);
  }
});

test('the poster has the colours of the view', () => {
  const css = ['web/page/page.css', 'web/dialogs/migrate/migrate.css']
    .map((path) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'))
    .join('\n');
  const pair = (/** @type {string} */ pattern) =>
    new RegExp(`${pattern}[^}]*?light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css).slice(1, 3);
  const both = (/** @type {(theme: Json) => unknown} */ of) => [of(colors.light), of(colors.dark)];
  for (const name of ['surface', 'control', 'hairline', 'text', 'accent', 'error'])
    expect(
      both((theme) => theme[name]),
      name,
    ).toEqual(pair(`--${name}:`));
  expect(both(({ quiet }) => quiet)).toEqual(pair('--text-quiet:'));
  colors.light.nodes.forEach((/** @type {string} */ _, /** @type {number} */ i) =>
    expect(
      both(({ nodes }) => nodes[i]),
      `node ${i}`,
    ).toEqual(pair(`--node-${i}:`)),
  );
  for (const name of Object.keys(colors.light.phases))
    expect(
      both(({ phases }) => phases[name]),
      name,
    ).toEqual(pair(`\\.phase\\.${name}\\b`));
  for (const name of Object.keys(colors.light.outcomes).slice(1))
    expect(
      both(({ outcomes }) => outcomes[name]),
      name,
    ).toEqual(pair(`\\.outcome\\.${name}\\b`));
});

test('the view exports the tag of its figure', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, `./#${kLink}`);
  await expect(page.locator('#migrate .said')).toContainText('are lost', { timeout: 60_000 });
  await expect(page.locator('#migrate [name=progress]')).toBeHidden({ timeout: 60_000 });
  await page.locator('#migrate [name=copy-tag]').click();
  await expect(page.locator('#migrate [data-name=told]')).toHaveText('Copied.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('view="migration" height="480"');
  const { frame } = await begin(page, copied.replace(/<script[^>]*><\/script>/, ''));
  await expect(frame.locator('#migrate canvas')).toBeVisible();
});
