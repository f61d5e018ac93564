// The page, a lesson and a figure in another engine than the other browser tests use: they start, take a click, and
// count right.
import { expect, test } from '../browser/fixture.mjs';
import { listen, start, startBlog } from '../browser/blog.mjs';
import { collectFaults, faultsOf } from '../browser/page.mjs';
/** @import {Frame, Page} from '@playwright/test' */
/** @import {Shown} from '../../types.d.ts' */

// Key i is the decimal number i, hashed to itself: of 1000 keys each of four nodes has 250. Of every 20 consecutive
// keys the first four have the same remainder by 5 as by 4, so 800 move when a fifth node joins, and each node then has
// 200.
const kLink = 'v=1&nodes=4&keys=1000&prefix=&strategy=modulo&hash=integer';

// The test polls: Playwright's own waiting needs eval, which the page's policy forbids.
/** @returns {Promise<?Shown>} */
const stateOf = (/** @type {Frame} */ frame) =>
  frame.evaluate(() =>
    window.reshard?.firstFrameMs != null && window.reshard.settled ? window.reshard.state() : null,
  );

/**
 * @param {Frame} frame
 * @param {{nodes: number[], moved: number}} expected
 */
async function expectState(frame, expected) {
  await expect
    .poll(
      async () => {
        const state = await stateOf(frame);
        return state && { nodes: state.nodes.map(({ keys }) => keys), moved: state.moved };
      },
      { timeout: 60_000 },
    )
    .toEqual(expected);
}

/**
 * @param {Page} page
 * @param {Frame} frame
 * @param {string} name
 */
async function clickControl(page, frame, name) {
  const { x, y, w, h } = (await frame.evaluate(() => window.reshard.controls()))[name];
  const box = await (await frame.$('#canvas')).boundingBox();
  await page.mouse.move(box.x + x + w / 2, box.y + y + h / 2);
  await page.mouse.click(box.x + x + w / 2, box.y + y + h / 2, { delay: 40 });
}

test('the page starts, takes a click and reports the right number', async ({ page }) => {
  collectFaults(page);
  await page.goto(`./#${kLink}`);
  await expectState(page.mainFrame(), { nodes: [250, 250, 250, 250], moved: 0 });
  await clickControl(page, page.mainFrame(), 'add-node');
  await expectState(page.mainFrame(), { nodes: [200, 200, 200, 200, 200], moved: 800 });
  expect(await page.locator('#status').textContent()).toContain('800');
  expect(faultsOf(page)).toEqual([]);
});

test('a lesson opens from its link and is solved by a click', async ({ page }) => {
  collectFaults(page);
  await page.goto('./?lang=en#lesson=warm-up');
  const said = (/** @type {string} */ part) =>
    page.mainFrame().evaluate((selector) => document.querySelector(selector)?.textContent ?? '', `#lessons ${part}`);
  await expect.poll(() => said('.verdict'), { timeout: 60_000 }).toContain('Not yet');
  await expect.poll(async () => (await stateOf(page.mainFrame()))?.nodes.length).toBe(4);
  await clickControl(page, page.mainFrame(), 'add-node');
  await expect.poll(() => said('.verdict'), { timeout: 60_000 }).toBe('Solved.');
  expect(await said('.goal.ok')).toContain('node count 5');
  expect(await said('.solved h3')).toBe('Why');
  expect(faultsOf(page)).toEqual([]);
});

test('a figure starts, takes a click and reports the right number', async ({ page, baseURL }) => {
  const blog = await startBlog(baseURL);
  collectFaults(page);
  await blog.open(page, `<reshard-playground link="${kLink.replaceAll('&', '&amp;')}"></reshard-playground>`);
  const figure = page.locator('reshard-playground');
  await start(page, figure);
  const frame = await (await figure.locator('iframe').elementHandle()).contentFrame();
  await expectState(frame, { nodes: [250, 250, 250, 250], moved: 0 });
  const moved = await listen(figure, 'moved');
  await clickControl(page, frame, 'add-node');
  expect(await moved()).toMatchObject({ keys: 1000, moved: 800, share: 0.8 });
  await expectState(frame, { nodes: [200, 200, 200, 200, 200], moved: 800 });
  expect(faultsOf(page)).toEqual([]);
  blog.close();
});
