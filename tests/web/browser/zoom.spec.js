// Pictures are magnified and moved by wheel, drag and keys; they do not stop a reader who only scrolls past.
import { expect, test } from './fixture.mjs';
import { faultsOf, open, openEmbedded } from './page.mjs';
/** @import {Playground} from './page.mjs' */
/** @import {Page} from '@playwright/test' */
/** @import {Point, TouchKind} from '../../types.d.ts' */

test.afterEach(({ page }) => expect(faultsOf(page)).toEqual([]));

const kTable = './#v=1&strategy=slots&nodes=5&keys=10000';
const zoomOf = async (/** @type {Playground} */ playground, /** @type {'structure' | 'map'} */ picture = 'structure') =>
  (await playground.state()).zoom[picture];

/**
 * @param {Page} page
 * @param {Playground} playground
 * @param {string} name
 */
async function rest(page, playground, name) {
  const { x, y } = await playground.controlAt(name);
  await page.mouse.move(x, y);
  return { x, y };
}

test('the wheel magnifies the picture under it, a drag moves it, and one press shows all of it again', async ({
  page,
}) => {
  const playground = await open(page, kTable);
  await playground.settled();
  await page.mouse.move(1, 1);
  const { x, y, w, h } = (await playground.controls())['picture:structure'];
  const picture = async () => {
    await page.mouse.move(1, 1);
    await playground.settled();
    return page.screenshot({ clip: { x, y, width: w, height: h } });
  };
  const whole = await picture();
  await rest(page, playground, 'picture:structure');
  for (let i = 0; i < 4; ++i) await page.mouse.wheel(0, -100);
  await expect.poll(() => zoomOf(playground)).toBeCloseTo(1.25 ** 4, 3);
  let magnified = whole;
  await expect
    .poll(async () => {
      magnified = await picture();
      return magnified.equals(whole);
    })
    .toBe(false);
  const { x: right, y: down } = await rest(page, playground, 'picture:structure');
  await page.mouse.down();
  await page.mouse.move(right + 60, down + 20, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => (await picture()).equals(magnified)).toBe(false);
  await playground.clickControl('zoom-whole:structure');
  expect(await zoomOf(playground)).toBe(1);
  await expect.poll(async () => (await picture()).equals(whole)).toBe(true);
});

test('the wheel acts where the pointer has just arrived, however slow the frames are', async ({ page }) => {
  const playground = await open(page, kTable);
  await page.mouse.move(1, 1);
  const { x, y } = await playground.controlAt('picture:structure');
  await playground.settled();
  await playground.canvas.evaluate(
    (canvas, [clientX, clientY]) => {
      // within one frame
      const at = { clientX, clientY, bubbles: true, cancelable: true };
      canvas.dispatchEvent(new MouseEvent('mousemove', at));
      canvas.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: -100 }));
    },
    [x, y],
  );
  expect(await zoomOf(playground)).toBeCloseTo(1.25, 3);
});

test('before, after and the difference are three pictures of the structure and of the key map', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const playground = await open(page, `${kTable}&log=+node-5`);
  await playground.clickControl('tab-map');
  /** @type {{structure: string[], map: string[]}} */
  const shots = { structure: [], map: [] };
  for (const moment of ['before', 'after', 'difference', 'before']) {
    await playground.clickControl(`moment-${moment}`);
    await page.mouse.move(1, 1);
    await playground.settled();
    const controls = await playground.controls();
    for (const [name, taken] of Object.entries(shots)) {
      const { x, y, w, h } = controls[`picture:${name}`];
      taken.push((await page.screenshot({ clip: { x, y, width: w, height: h } })).toString('base64'));
    }
  }
  for (const taken of Object.values(shots)) {
    expect(new Set(taken).size).toBe(3);
    expect(taken[3]).toBe(taken[0]);
  }
});

test('keys magnify the picture that has the focus', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=5&keys=2000&view=map&controls=none');
  await playground.clickControl('picture:map');
  await page.keyboard.press('ArrowRight', { delay: 40 });
  await playground.settled();
  await page.keyboard.press('ArrowLeft', { delay: 40 });
  await playground.settled();
  for (let i = 0; i < 8 && !(await playground.controls())['picture:map'].focused; ++i)
    await playground.press('ArrowDown');
  expect((await playground.controls())['picture:map'].focused).toBe(true);
  await playground.press('+');
  await playground.press('+');
  expect(await zoomOf(playground, 'map')).toBeCloseTo(2.56, 2);
  await playground.press('-');
  expect(await zoomOf(playground, 'map')).toBeCloseTo(1.6, 2);
  await playground.press('0');
  expect(await zoomOf(playground, 'map')).toBe(1);
});

test('over a figure in a post the wheel scrolls the post, and with Ctrl it magnifies', async ({ page, baseURL }) => {
  const playground = await openEmbedded(page, baseURL, { address: kTable });
  await playground.settled();
  await rest(page, playground, 'picture:structure');
  await page.mouse.wheel(0, 120);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(120);
  expect(await zoomOf(playground)).toBe(1);
  await page.mouse.wheel(0, -120);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await rest(page, playground, 'picture:structure');
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await expect.poll(() => zoomOf(playground)).toBeCloseTo(1.5, 2);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test.describe('two fingers', () => {
  test.use({ hasTouch: true });

  // Fingers put down at given places and moved; both are reported in one event, as a touch screen does.
  /** @param {Page} page */
  async function hands(page) {
    const session = await page.context().newCDPSession(page);
    const touch = (/** @type {TouchKind} */ type, /** @type {Point[]} */ touchPoints) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints });
    return {
      down: (/** @type {Point[]} */ fingers) => touch('touchStart', fingers),
      move: async (/** @type {Point[]} */ from, /** @type {Point[]} */ to, steps = 10) => {
        for (let step = 1; step <= steps; ++step) {
          const at = (/** @type {number} */ a, /** @type {number} */ b) => a + ((b - a) * step) / steps;
          await touch(
            'touchMove',
            from.map((finger, i) => ({ id: finger.id, x: at(finger.x, to[i].x), y: at(finger.y, to[i].y) })),
          );
        }
      },
      up: () => touch('touchEnd', []),
    };
  }
  const apart = (/** @type {Point} */ { x, y }, /** @type {number} */ by) => [
    { id: 1, x: x - by, y },
    { id: 2, x: x + by, y },
  ];
  const pageScale = (/** @type {Page} */ page) => page.evaluate(() => visualViewport.scale);

  /**
   * @param {Page} page
   * @param {Point} at
   * @param {number} from
   * @param {number} to
   */
  async function pinch(page, at, from, to) {
    const fingers = await hands(page);
    const [first, second] = apart(at, from);
    await fingers.down([first]);
    await fingers.down([first, second]);
    await fingers.move(apart(at, from), apart(at, to));
    await fingers.up();
  }

  test('magnify the picture between them as far as they part, and nothing is pressed', async ({ page }) => {
    const playground = await open(page, kTable);
    const at = await playground.controlAt('picture:structure');
    const before = await playground.state();
    await pinch(page, at, 30, 90);
    await expect.poll(() => zoomOf(playground)).toBeCloseTo(3, 2);
    expect(await pageScale(page)).toBe(1);
    await pinch(page, at, 90, 45);
    await expect.poll(() => zoomOf(playground)).toBeCloseTo(1.5, 2);
    const { zoom: _magnified, ...after } = await playground.state();
    const { zoom: _whole, ...was } = before;
    expect(after).toEqual(was);
  });

  test('move the picture with them', async ({ page }) => {
    const playground = await open(page, kTable);
    const at = await playground.controlAt('picture:structure');
    const { x, y, w, h } = (await playground.controls())['picture:structure'];
    const shot = async () => (await page.screenshot({ clip: { x, y, width: w, height: h } })).toString('base64');
    await pinch(page, at, 30, 60);
    await playground.settled();
    const still = await shot();
    const fingers = await hands(page);
    const [first, second] = apart(at, 40);
    await fingers.down([first, second]);
    await fingers.move([first, second], apart({ x: at.x + 70, y: at.y + 30 }, 40));
    await fingers.up();
    await playground.settled();
    expect(await zoomOf(playground)).toBeCloseTo(2, 2);
    expect(await shot()).not.toBe(still);
  });

  test('left on the picture when the canvas lost the focus do not cost a later press', async ({ page, baseURL }) => {
    const playground = await openEmbedded(page, baseURL, { address: kTable });
    await playground.settled();
    const at = await playground.controlAt('picture:structure');
    await playground.tapControl('picture:structure');
    await expect.poll(() => playground.frame.evaluate(() => document.activeElement.id)).toBe('canvas');
    const fingers = await hands(page);
    await fingers.down([apart(at, 30)[0]]);
    await fingers.down(apart(at, 30));
    await fingers.move(apart(at, 30), apart(at, 60));
    await playground.canvas.evaluate((canvas) => canvas.blur());
    await fingers.up();
    await playground.canvas.evaluate((canvas) => canvas.focus());
    const nodes = (await playground.state()).nodes.length;
    await playground.tapControl('add-node');
    expect((await playground.state()).nodes).toHaveLength(nodes + 1);
  });

  test('leave a figure in a post alone until it has been tapped', async ({ page, baseURL }) => {
    const playground = await openEmbedded(page, baseURL, { address: kTable });
    await playground.settled();
    const at = await playground.controlAt('picture:structure');
    await pinch(page, at, 30, 90);
    await playground.settled();
    expect(await zoomOf(playground)).toBe(1);
  });

  test('zoom the page beside a picture, and on it as long as the page is magnified', async ({ page }) => {
    const playground = await open(page, kTable);
    const { y: above } = await playground.controlAt('add-node');
    await pinch(page, { x: 200, y: above }, 40, 190); // browsers track fingers only if they are well apart
    await expect.poll(() => pageScale(page)).toBeGreaterThan(1.5);
    const { nodes } = await playground.state();
    expect(nodes).toHaveLength(5);
    const scale = await pageScale(page);
    const { x, y } = await playground.controlAt('picture:structure');
    const [left, top] = await page.evaluate(() => [visualViewport.offsetLeft, visualViewport.offsetTop]);
    const { width, height } = page.viewportSize();
    const seen = { x: Math.min((x - left) * scale, width - 200), y: Math.min((y - top) * scale, height - 20) };
    await pinch(page, seen, 190, 60);
    await expect.poll(() => pageScale(page)).toBeLessThan(scale);
    expect(await zoomOf(playground)).toBe(1);
  });
});
