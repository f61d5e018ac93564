// A node's menu in the canvas: right click, long press, the menu key.
import { expect, test } from './fixture.mjs';
import { faultsOf, open, openEmbedded } from './page.mjs';
/** @import {Playground} from './page.mjs' */
/** @import {Frame, Page} from '@playwright/test' */
/** @import {Point, TouchKind} from '../../types.d.ts' */

test.afterEach(({ page }) => expect(faultsOf(page)).toEqual([]));

const names = async (/** @type {Playground} */ playground) => (await playground.state()).nodes.map(({ name }) => name);
const shown = async (/** @type {Playground} */ playground) =>
  Object.keys(await playground.controls()).includes('menu-copy');

/** The position of the first row of bars, in the page's coordinates. @param {Playground} playground */
async function firstBar(playground) {
  await playground.settled();
  const { x, y, w } = (await playground.controls())['picture:load'];
  const box = await playground.canvas.boundingBox();
  return { x: box.x + x + 0.25 * w, y: box.y + y + 42 };
}

/**
 * Records, each time the browser was about to open its own menu, whether that was prevented.
 * @param {Frame | Page} frame
 */
async function watchMenus(frame) {
  await frame.evaluate(() => {
    window['menus'] = [];
    addEventListener('contextmenu', (event) => window['menus'].push(event.defaultPrevented));
  });
  return () => frame.evaluate(() => window['menus']);
}

test('a right click opens the menu of the node under it, which takes it down or removes it', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=5&keys=2000');
  const kept = await watchMenus(page);
  const { x, y } = await firstBar(playground);
  await page.mouse.click(x, y, { button: 'right' });
  await playground.clickControl('node-state');
  expect((await playground.state()).nodes[0].down).toBe(true);
  await page.mouse.click(x, y, { button: 'right' });
  await playground.clickControl('menu-remove');
  expect(await names(playground)).toEqual(['node-1', 'node-2', 'node-3', 'node-4']);
  expect(await kept()).toEqual([true, true]);
});

test('a right click beside a node opens the browser’s menu; beside an open menu it closes that', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=5&keys=2000');
  const kept = await watchMenus(page);
  const { x, y } = await firstBar(playground);
  await page.mouse.click(3, 3, { button: 'right' });
  expect(await shown(playground)).toBe(false);
  await page.mouse.click(x, y, { button: 'right' });
  expect(await shown(playground)).toBe(true);
  await page.mouse.click(3, 3, { button: 'right' });
  await playground.settled();
  expect(await shown(playground)).toBe(false);
  expect(await kept()).toEqual([false, true, true]);
});

for (const key of ['ContextMenu', 'Shift+F10']) {
  test(`${key} asks which node, and arrows and Enter choose`, async ({ page }) => {
    const playground = await open(page, './#v=1&nodes=3&keys=2000');
    await playground.canvas.focus();
    await playground.press('ArrowRight'); // still above the rows, each of which has a menu of its own
    await page.keyboard.press(key);
    await playground.settled();
    await expect.poll(async () => Object.keys(await playground.controls())).toContain('option:menu-of.node-1');
    for (let i = 0; i < 4 && !(await playground.controls())['option:menu-of.node-1'].focused; ++i)
      await playground.press('ArrowDown');
    await playground.press('Enter');
    await playground.settled();
    for (let i = 0; i < 8 && !(await playground.controls())['menu-remove'].focused; ++i)
      await playground.press('ArrowDown');
    await playground.press('Enter');
    expect(await names(playground)).toEqual(['node-0', 'node-2']);
  });
}

test('the menu speaks Russian', async ({ page }) => {
  const playground = await open(page, './?lang=ru#v=1&nodes=3&keys=2000');
  const { x, y } = await firstBar(playground);
  const english = await page.context().newPage();
  const other = await open(english, './?lang=en#v=1&nodes=3&keys=2000');
  const shots = [];
  for (const each of [playground, other]) {
    await each.page.mouse.click(x, y, { button: 'right' });
    await each.settled();
    const { x: left, y: top, w, h } = (await each.controls())['menu-remove'];
    shots.push((await each.page.screenshot({ clip: { x: left, y: top, width: w, height: h } })).toString('base64'));
  }
  expect(shots[0]).not.toBe(shots[1]);
});

test.describe('a finger', () => {
  test.use({ hasTouch: true });

  /** @param {Page} page */
  async function fingers(page) {
    const session = await page.context().newCDPSession(page);
    const touch = (/** @type {TouchKind} */ type, /** @type {Point[]} */ touchPoints) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints });
    return {
      down: (/** @type {Point[]} */ ...at) => touch('touchStart', at),
      move: (/** @type {Point[]} */ ...at) => touch('touchMove', at),
      up: () => touch('touchEnd', []),
    };
  }
  const kHold = 700;

  test('that stays on a node opens its menu, and lifts without a press', async ({ page }) => {
    const playground = await open(page, './#v=1&nodes=5&keys=2000');
    const at = await firstBar(playground);
    const finger = await fingers(page);
    await finger.down(at);
    await page.waitForTimeout(kHold);
    expect(await shown(playground)).toBe(true);
    await finger.up();
    await playground.settled();
    expect(await shown(playground)).toBe(true);
    expect(await names(playground)).toHaveLength(5);
    await playground.tapControl('menu-remove');
    expect(await names(playground)).toEqual(['node-1', 'node-2', 'node-3', 'node-4']);
  });

  test('that moves or lifts soon opens none, and neither do two', async ({ page }) => {
    const playground = await open(page, './#v=1&nodes=5&keys=2000');
    const at = await firstBar(playground);
    const finger = await fingers(page);
    await finger.down(at);
    await finger.move({ x: at.x + 30, y: at.y });
    await page.waitForTimeout(kHold);
    expect(await shown(playground)).toBe(false);
    await finger.up();
    await finger.down(at);
    await finger.up();
    await page.waitForTimeout(kHold);
    expect(await shown(playground)).toBe(false);
    await finger.down({ ...at, id: 1 }, { x: at.x + 60, y: at.y + 10, id: 2 });
    await page.waitForTimeout(kHold);
    expect(await shown(playground)).toBe(false);
    await finger.up();
  });

  test('opens none in an untouched figure, but does in one that was tapped', async ({ page, baseURL }) => {
    const playground = await openEmbedded(page, baseURL, { address: './#v=1&nodes=5&keys=2000' });
    await playground.settled();
    const at = await firstBar(playground);
    const kept = await watchMenus(playground.frame);
    await page.mouse.click(at.x, at.y, { button: 'right' });
    expect(await playground.frame.evaluate(() => document.activeElement?.id)).not.toBe('canvas');
    const finger = await fingers(page);
    await finger.down(at);
    await page.waitForTimeout(kHold);
    expect(await shown(playground)).toBe(false);
    await finger.up();
    expect(await shown(playground)).toBe(false);
    expect(await kept()).not.toContain(true);
    await page.touchscreen.tap(at.x, at.y);
    await expect.poll(() => playground.frame.evaluate(() => document.activeElement.id)).toBe('canvas');
    await finger.down(at);
    await page.waitForTimeout(kHold);
    await finger.up();
    expect(await shown(playground)).toBe(true);
  });
});
