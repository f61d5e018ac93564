// Sharp at any pixel ratio, alive after a lost context, and idle when nothing happens.
import { expect, test } from './fixture.mjs';
import { faultsOf, open, openEmbedded } from './page.mjs';
/** @import {Playground} from './page.mjs' */
/** @import {Page} from '@playwright/test' */

test.use({ contextOptions: { reducedMotion: 'no-preference' } }); // the animation is tested, too

/** The backing store's size, and how far it is from the canvas's size in device pixels. */
const backing = (/** @type {Playground} */ playground) =>
  playground.canvas.evaluate((canvas) => {
    const box = canvas.getBoundingClientRect();
    return {
      width: canvas.width,
      height: canvas.height,
      off: Math.max(
        Math.abs(canvas.width - box.width * devicePixelRatio),
        Math.abs(canvas.height - box.height * devicePixelRatio),
      ),
    };
  });

/**
 * Whether only one colour is drawn, read in the frame that draws, because the buffer is not preserved.
 * @param {Playground} playground
 */
async function isBlank(playground) {
  const shot = await playground.canvas.screenshot();
  return playground.page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    const pixels = new Uint32Array(context.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer);
    return pixels.every((pixel) => pixel === pixels[pixels.length >> 1]);
  }, shot.toString('base64'));
}

const kAdded = [0xa6, 0x43, 0x44]; // the sixth node's colour on a light background: kPicked in web/draw/theme.cpp

/**
 * How many pixels of a picture on the canvas have this colour, within a small tolerance.
 * @param {Playground} playground
 * @param {string} picture
 * @param {number[]} color
 */
async function pixelsOf(playground, picture, color) {
  const { x, y, w, h } = (await playground.controls())[picture];
  await playground.settled();
  const shot = await playground.canvas.screenshot();
  return playground.page.evaluate(
    async ([base64, [left, top, width, height], wanted]) => {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(left, top, width, height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4)
        count += Number(wanted.every((value, c) => Math.abs(data[i + c] - value) <= 3));
      return count;
    },
    /** @type {[string, number[], number[]]} */ ([shot.toString('base64'), [x, y, w, h].map(Math.round), color]),
  );
}

for (const strategy of ['ring', 'slots', 'range']) {
  test(`moved keys are visible: ${strategy}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    const playground = await open(page, `./#v=1&strategy=${strategy}`);
    await playground.settled();
    for (const picture of ['picture:structure', 'picture:load', 'picture:map']) {
      expect(await pixelsOf(playground, picture, kAdded), `${picture} before`).toBeLessThan(20);
    }
    await playground.clickControl('add-node');
    expect((await playground.state()).moved).toBeGreaterThan(0);
    for (const picture of ['picture:structure', 'picture:load', 'picture:flows']) {
      expect(await pixelsOf(playground, picture, kAdded), `${picture} after`).toBeGreaterThan(300);
    }
  });
}

for (const ratio of [1, 1.25, 1.5, 2, 3]) {
  test.describe(`at ${ratio} device pixels per CSS pixel`, () => {
    test.use({ deviceScaleFactor: ratio, viewport: { width: 701, height: 433 } });

    test('the backing store has exactly the device pixels', async ({ page }) => {
      const playground = await open(page);
      const { width, off } = await backing(playground);
      expect(Math.abs(width - 701 * ratio)).toBeLessThan(1);
      expect(off).toBeLessThan(1);
      expect(await isBlank(playground)).toBe(false);
    });
  });
}

test('follows the size and the ratio', async ({ page }) => {
  const playground = await open(page);
  const session = await page.context().newCDPSession(page);
  const set = (/** @type {number} */ width, /** @type {number} */ height, /** @type {number} */ deviceScaleFactor) =>
    session.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor, mobile: false });
  const exact = async () => {
    const { width, off } = await backing(playground);
    return off < 1 ? width : 'not yet';
  };
  await set(1000, 600, 1);
  await expect.poll(exact).toBe(1000);
  await set(1000, 601, 2); // the size changes too: an emulated window does not tell a page about its ratio alone
  await expect.poll(exact).toBe(2000);
  await set(390, 844, 3);
  await expect.poll(exact).toBe(1170);
  expect(faultsOf(page)).toEqual([]);
});

test('survives the loss of the graphics context', async ({ page }) => {
  const playground = await open(page);
  await playground.run({ do: 'add_node', name: 'kept' });
  const before = await playground.state();
  await page.evaluate(() => {
    window.lose = document.getElementById('canvas').getContext('webgl2').getExtension('WEBGL_lose_context');
    window.lose.loseContext();
  });
  await expect(page.locator('#notice')).toContainText('picture returns');
  const lost = await playground.frames();
  await page.mouse.move(20, 20);
  await page.mouse.move(40, 40);
  await page.waitForTimeout(300);
  expect(await playground.frames(), 'frames while lost').toBe(lost);

  await page.evaluate(() => window.lose.restoreContext());
  await expect(page.locator('#notice')).toBeHidden();
  expect(await playground.state()).toEqual(before);
  expect(await isBlank(playground)).toBe(false);
  await playground.clickControl('add-node');
  expect((await playground.state()).nodes).toHaveLength(before.nodes.length + 1);
  expect(await page.evaluate(() => document.getElementById('canvas').getContext('webgl2').getError())).toBe(0);
  expect(faultsOf(page).filter((fault) => !fault.includes('CONTEXT_LOST'))).toEqual([]);
});

test.describe('energy', () => {
  test('no frame is drawn while nothing happens', async ({ page }) => {
    const playground = await open(page);
    await playground.settled();
    const before = await playground.frames();
    await page.waitForTimeout(2000);
    expect((await playground.frames()) - before).toBe(0);
  });

  test('a move of the mouse costs a few frames, then none', async ({ page }) => {
    const playground = await open(page);
    await playground.settled();
    const before = await playground.frames();
    await page.mouse.move(200, 200);
    await playground.settled();
    const cost = (await playground.frames()) - before;
    expect(cost).toBeGreaterThanOrEqual(3);
    expect(cost).toBeLessThanOrEqual(30);
  });

  test('unchanged frames cost the graphics card nothing, and the next change is drawn', async ({ page }) => {
    await page.addInitScript(() => {
      const real = WebGL2RenderingContext.prototype.drawElements;
      window.draws = 0;
      WebGL2RenderingContext.prototype.drawElements = function drawElements(
        /** @type {[number, number, number, number]} */ ...asked
      ) {
        window.draws += 1;
        return real.apply(this, asked);
      };
    });
    const playground = await open(page);
    const draws = () => page.evaluate(() => window.draws);
    const { x, y } = await playground.controlAt('add-node');
    await page.mouse.move(x - 3, y);
    await playground.settled();
    const [drawn, frames] = [await draws(), await playground.frames()];
    expect(drawn).toBeGreaterThan(0);
    await page.mouse.move(x + 3, y); // within the same button
    await playground.settled();
    expect(await playground.frames()).toBeGreaterThanOrEqual(frames + 3);
    expect(await draws()).toBe(drawn);
    await page.mouse.click(x, y, { delay: 40 });
    await playground.settled();
    expect(await draws()).toBeGreaterThan(drawn);
  });

  test('frames continue until the tooltip under a resting mouse is shown', async ({ page }) => {
    const playground = await open(page);
    const { x, y } = await playground.controlAt('help');
    const below = { x: x - 160, y: y + 24, width: 240, height: 60 };
    await page.mouse.move(x, y + 300);
    await playground.settled();
    const before = await page.screenshot({ clip: below });
    await page.mouse.move(x, y);
    await playground.settled();
    const shown = await page.screenshot({ clip: below });
    expect(shown.equals(before)).toBe(false);
    await page.waitForTimeout(500);
    expect((await page.screenshot({ clip: below })).equals(shown), 'nothing more was to come').toBe(true);
  });

  test('a frame that is scrolled out of view draws nothing', async ({ page, baseURL }) => {
    const playground = await openEmbedded(page, baseURL);
    await playground.settled();
    await page.evaluate(() => window.scrollTo(0, 2000));
    let before;
    await expect(async () => {
      // until the browser has told the page that it is hidden
      before = await playground.frames();
      await playground.frame.evaluate(() => window.dispatchEvent(new Event('focus')));
      await playground.frame.locator('#canvas').dispatchEvent('pointermove');
      await page.waitForTimeout(500);
      expect((await playground.frames()) - before).toBe(0);
    }).toPass();
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect.poll(() => playground.frames()).toBeGreaterThan(before);
  });

  test('a hidden page draws nothing', async ({ page }) => {
    const playground = await open(page);
    await playground.settled();
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    const before = await playground.frames();
    await page.mouse.move(300, 300);
    await page.waitForTimeout(500);
    expect((await playground.frames()) - before).toBe(0);
  });
});

test.describe('theme', () => {
  const theme = (/** @type {Page} */ page) => page.evaluate(() => document.documentElement.dataset.theme);

  test('follows the system theme, also while open', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    const playground = await open(page);
    expect(await theme(page)).toBe('dark');
    const before = await playground.canvas.screenshot();
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => theme(page)).toBe('light');
    await playground.settled();
    expect((await playground.canvas.screenshot()).equals(before)).toBe(false);
  });

  for (const chosen of ['light', 'dark']) {
    test(`?theme=${chosen} overrules the system`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: chosen === 'dark' ? 'light' : 'dark' });
      await open(page, `./?theme=${chosen}`);
      expect(await theme(page)).toBe(chosen);
    });
  }
});
