// Which input the canvas handles, and which it leaves to the page and the browser around it.
import { expect, test } from './fixture.mjs';
import { faultsOf, open, openEmbedded } from './page.mjs';
/** @import {Playground} from './page.mjs' */
/** @import {Page} from '@playwright/test' */
/** @import {Point, TouchKind} from '../../types.d.ts' */

const focused = (/** @type {Playground} */ playground) => playground.frame.evaluate(() => document.activeElement.id);

/** The stage, while the canvas handles wheel and touch. */
const active = (/** @type {Playground} */ playground) => playground.frame.locator('#stage.active');

/**
 * Presses `key` on the canvas and returns whether the browser's default action was prevented.
 * @param {Playground} playground
 * @param {string} key
 */
async function prevents(playground, key) {
  await playground.frame.evaluate(() => {
    window.prevented = undefined;
    // Checked after all other listeners; stopping an event on its way does not prevent the default action.
    const watch = (/** @type {KeyboardEvent} */ event) =>
      setTimeout(() => {
        window.prevented = event.defaultPrevented;
      });
    window.addEventListener('keydown', watch, { capture: true, once: true });
  });
  await playground.page.keyboard.down(key);
  await playground.frame.waitForFunction(() => window.prevented !== undefined);
  const prevented = await playground.frame.evaluate(() => window.prevented);
  await playground.page.keyboard.up(key);
  return prevented;
}

/** @typedef {{key: string, code: string, keyCode: number}} Key */

/**
 * Types a text, then presses a key or pastes, before any frame is drawn.
 * @param {Playground} playground
 * @param {string} text
 * @param {{key?: ?Key, paste?: string}} then
 */
async function typeAtOnce(playground, text, { key = null, paste = '' }) {
  await playground.canvas.evaluate(
    (canvas, { letters, last, pasted }) => {
      const press = (/** @type {Key} */ { key: letter, code, keyCode }) => {
        const event = (/** @type {string} */ type) =>
          new KeyboardEvent(type, {
            key: letter,
            code,
            keyCode,
            charCode: type === 'keypress' ? keyCode : 0,
            bubbles: true,
            cancelable: true,
          });
        for (const type of ['keydown', 'keypress', 'keyup']) canvas.dispatchEvent(event(type));
      };
      for (const letter of letters)
        press({ key: letter, code: `Key${letter.toUpperCase()}`, keyCode: letter.charCodeAt(0) });
      if (last) press(last);
      if (!pasted) return;
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      canvas.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { letters: text, last: key, pasted: paste },
  );
}

test('a click gives the canvas the focus; Tab and Shift+Tab move it on', async ({ page, baseURL }) => {
  const playground = await openEmbedded(page, baseURL);
  await playground.canvas.click();
  expect(await focused(playground)).toBe('canvas');
  await page.keyboard.press('Tab');
  expect(await focused(playground)).toBe('text-open');
  await page.keyboard.press('Shift+Tab');
  expect(await focused(playground)).toBe('canvas');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(page.locator('#before'), 'past the way to the text view').toBeFocused();
  expect(faultsOf(page)).toEqual([]);
});

test('the focus is visible if it came by keyboard', async ({ page }) => {
  const playground = await open(page);
  await page.keyboard.press('Tab');
  await expect(page.locator('#skip')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(playground.canvas).toBeFocused();
  expect(await playground.canvas.evaluate((canvas) => getComputedStyle(canvas).outlineStyle)).toBe('solid');
});

test('a control of the canvas shows the focus only while the canvas has it', async ({ page }) => {
  const playground = await open(page);
  await playground.settled(); // the strip of steps, which is loaded later, is between the canvas and the footer
  const shown = async () =>
    Object.entries(await playground.controls())
      .filter(([, control]) => control.focused)
      .map(([name]) => name);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect.poll(shown).toEqual(['add-node']);
  await page.keyboard.press('Tab');
  await expect.poll(shown).toEqual([]);
  await page.keyboard.press('Shift+Tab');
  await expect.poll(shown).toEqual(['add-node']);
});

test('typing after a click draws no frame around the canvas', async ({ page }) => {
  const playground = await open(page);
  await playground.clickControl('inspect');
  await page.keyboard.type('user:7');
  await playground.settled();
  const outline = () => playground.canvas.evaluate((canvas) => getComputedStyle(canvas).outlineStyle);
  expect(await outline()).toBe('none');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(playground.canvas).toBeFocused();
  expect(await outline(), 'it came by key').toBe('solid');
});

test('Escape leaves the canvas when nothing is open in it', async ({ page }) => {
  const playground = await open(page);
  await playground.canvas.focus();
  await playground.press('Escape');
  await expect(playground.canvas).not.toBeFocused();
});

test('Ctrl+A on the canvas selects none of the text around it', async ({ page }) => {
  const playground = await open(page);
  await playground.canvas.click({ position: { x: 5, y: 5 } });
  await page.keyboard.press('Control+a');
  expect(await page.evaluate(() => getSelection().toString())).toBe('');
});

test('keys that come faster than frames are all handled before the page settles', async ({ page }) => {
  const playground = await open(page);
  const name = 'typedquickerthananyframecanfollow';
  await playground.clickControl('node-name:node-1');
  await typeAtOnce(playground, name, { key: { key: 'Enter', code: 'Enter', keyCode: 13 } });
  expect((await playground.state()).nodes[1].name).toBe(name);
});

test('typing or pasting goes into a field reached with the arrow keys', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const playground = await open(page);
  const focusedControl = async () =>
    Object.entries(await playground.controls())
      .filter(([, control]) => control.focused)
      .map(([name]) => name);
  // From “Add node” by its five nodes and the menu of strategies.
  for (const key of ['Tab', 'Tab', ...Array(7).fill('ArrowDown')]) await playground.press(key);
  expect(await focusedControl()).toEqual(['vnodes']);
  await page.keyboard.type('64');
  await playground.press('Enter');
  expect((await playground.state()).headline).toContain('Virtual nodes: 64');
  await playground.press('ArrowDown');
  await playground.press('ArrowRight');
  expect(await focusedControl()).toEqual(['inspect']);
  await page.evaluate(() => navigator.clipboard.writeText('user:{42}:cart'));
  await page.keyboard.press('Control+V');
  await expect.poll(async () => (await playground.state()).inspected?.key).toBe('user:{42}:cart');
  await page.keyboard.type('s');
  await expect
    .poll(async () => (await playground.state()).inspected?.key, 'behind what was pasted')
    .toBe('user:{42}:carts');
  await expect(page.locator('dialog[open]'), 'what a field took is offered to no dialog').toHaveCount(0);
  expect(faultsOf(page)).toEqual([]);
});

test('text and Enter typed on a focused field before a frame are all handled', async ({ page }) => {
  const playground = await open(page);
  for (const key of ['Tab', 'Tab', 'ArrowDown']) await playground.press(key);
  await typeAtOnce(playground, 'cache', { key: { key: 'Enter', code: 'Enter', keyCode: 13 } });
  await expect.poll(async () => (await playground.state()).nodes[0].name).toBe('cache');
});

test('an embed takes no focus when it loads, and does not scroll its host', async ({ page, baseURL }) => {
  const playground = await openEmbedded(page, baseURL);
  await playground.settled();
  expect(await page.evaluate(() => [document.activeElement.tagName, window.scrollY])).toEqual(['BODY', 0]);
});

test.describe('keys', () => {
  for (const key of [
    'Tab',
    'F5',
    'F1',
    'Control+f',
    'Control+r',
    'Control+c',
    'Control+v',
    'Control+l',
    'Alt+ArrowLeft',
  ]) {
    test(`${key} stays the browser's`, async ({ page }) => {
      const playground = await open(page);
      await playground.canvas.focus();
      // Here the browser must not really reload or go back.
      await page.evaluate(() =>
        window.addEventListener('keydown', (event) => {
          setTimeout(() => {}, 0);
          if (/** @type {Element} */ (event.target).id !== 'canvas') event.preventDefault();
        }),
      );
      const [modifier, letter] = key.includes('+') ? key.split('+') : [null, key];
      if (modifier) await page.keyboard.down(modifier);
      expect(await prevents(playground, letter)).toBe(false);
      if (modifier) await page.keyboard.up(modifier);
    });
  }

  for (const key of ['z', 'y', 'Z']) {
    test(`Control+${key} belongs to the canvas`, async ({ page }) => {
      const playground = await open(page);
      await playground.canvas.focus();
      await page.keyboard.down('Control');
      expect(await prevents(playground, key)).toBe(true);
      await page.keyboard.up('Control');
    });
  }

  for (const key of ['ArrowDown', 'PageDown', 'Home', 'End']) {
    test(`${key} in the canvas does not scroll the page around it`, async ({ page, baseURL }) => {
      const playground = await openEmbedded(page, baseURL);
      await playground.canvas.click();
      expect(await prevents(playground, key)).toBe(true);
      await page.waitForTimeout(200);
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
    });
  }
});

test.describe('clipboard', () => {
  const nameField = 'node-name:node-0';
  const firstName = async (/** @type {Playground} */ playground) => (await playground.state()).nodes[0].name;

  test('a paste goes into the field being edited', async ({ page }) => {
    const playground = await open(page);
    await playground.clickControl(nameField);
    await playground.press('Control+a');
    await typeAtOnce(playground, '', { paste: 'pasted' });
    await playground.settled();
    await playground.press('Enter');
    expect(await firstName(playground)).toBe('pasted');
  });

  test('text typed quickly before a paste comes before it', async ({ page }) => {
    const playground = await open(page);
    await playground.clickControl(nameField);
    await playground.press('Control+a');
    await typeAtOnce(playground, 'typed', { paste: 'pasted' });
    await playground.settled();
    await playground.press('Enter');
    expect(await firstName(playground)).toBe('typedpasted');
  });

  test.describe('with the keys', () => {
    test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

    test('Ctrl+C copies what is selected, Ctrl+X cuts it, Ctrl+V brings it back', async ({ page }) => {
      const playground = await open(page);
      const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
      await page.evaluate(() => navigator.clipboard.writeText('nothing'));
      await playground.clickControl(nameField);
      await playground.press('Control+a');
      await playground.press('Control+c');
      expect(await clipboard()).toBe('node-0');
      await page.evaluate(() => navigator.clipboard.writeText('nothing'));
      await playground.press('Control+x');
      expect(await clipboard()).toBe('node-0');
      await page.evaluate(() => navigator.clipboard.writeText('other'));
      await playground.press('Control+v');
      await playground.press('Enter');
      expect(await firstName(playground)).toBe('other');
    });
  });
});

test.describe('wheel', () => {
  const wheelOver = async (/** @type {Page} */ page, /** @type {Playground} */ playground) => {
    const box = await playground.canvas.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.wheel(0, 200);
  };
  const scrolled = (/** @type {Page} */ page) => page.evaluate(() => window.scrollY);

  test('over an embed scrolls the host, also after a press on something that does not scroll', async ({
    page,
    baseURL,
  }) => {
    const playground = await openEmbedded(page, baseURL);
    await wheelOver(page, playground);
    await expect.poll(() => scrolled(page)).toBe(200);
    await page.evaluate(() => window.scrollTo(0, 0));
    await playground.canvas.click();
    await expect(active(playground)).toHaveCount(1);
    await wheelOver(page, playground);
    await expect.poll(() => scrolled(page), 'pressed').toBe(200);
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.locator('#before').focus();
    await expect(active(playground)).toHaveCount(0);
    await wheelOver(page, playground);
    await expect.poll(() => scrolled(page), 'after the focus left').toBe(200);
  });

  test("with Ctrl stays the browser's zoom", async ({ page }) => {
    const playground = await open(page);
    const prevented = await playground.canvas.evaluate((canvas) => {
      const wheel = new WheelEvent('wheel', { deltaY: 100, ctrlKey: true, cancelable: true, bubbles: true });
      canvas.dispatchEvent(wheel);
      return wheel.defaultPrevented;
    });
    expect(prevented).toBe(false);
  });
});

test.describe('touch', () => {
  test.use({ hasTouch: true });

  const swipe = async (/** @type {Page} */ page, /** @type {Playground} */ playground) => {
    const box = await playground.canvas.boundingBox();
    const session = await page.context().newCDPSession(page);
    const x = box.x + box.width / 2;
    const y = box.y + box.height / 2;
    const touch = (/** @type {TouchKind} */ type, /** @type {Point[]} */ ...touchPoints) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', { x, y });
    for (let moved = 10; moved <= 150; moved += 10) {
      await touch('touchMove', { x, y: y - moved });
      await page.waitForTimeout(16);
    }
    await touch('touchEnd');
  };
  // A flung page keeps scrolling after the finger has left, longer on a slow machine.
  const atRest = (/** @type {Page} */ page) =>
    page.evaluate(
      () =>
        new Promise((resting) => {
          let last = scrollY,
            frames = 0;
          const look = () => {
            frames = scrollY === last ? frames + 1 : 0;
            last = scrollY;
            if (frames < 20) requestAnimationFrame(look);
            else resting();
          };
          look();
        }),
    );

  test('a finger over an embed scrolls the host until it has tapped', async ({ page, baseURL }) => {
    const playground = await openEmbedded(page, baseURL);
    const scrolled = () => page.evaluate(() => window.scrollY);
    await swipe(page, playground);
    await expect.poll(scrolled).toBeGreaterThan(100);
    await atRest(page);
    await page.evaluate(() => window.scrollTo(0, 0));
    await atRest(page);
    expect(await scrolled()).toBe(0);
    await playground.canvas.tap();
    await expect.poll(() => focused(playground), 'a tap becomes a click in its own time').toBe('canvas');
    await expect(active(playground)).toHaveCount(1);
    await swipe(page, playground);
    await page.waitForTimeout(200);
    expect(await scrolled()).toBe(0);
  });

  test('two fingers may still zoom the page', async ({ page }) => {
    const playground = await open(page);
    expect(await playground.canvas.evaluate((canvas) => getComputedStyle(canvas).touchAction)).toContain('pinch-zoom');
    expect(await page.locator('meta[name=viewport]').getAttribute('content')).not.toMatch(
      /user-scalable|maximum-scale/,
    );
  });

  test('the same place can be tapped again', async ({ page }) => {
    const playground = await open(page);
    const before = (await playground.state()).nodes.length;
    const { x, y } = await playground.controlAt('add-node');
    for (const nodes of [before + 1, before + 2]) {
      await page.touchscreen.tap(x, y);
      expect((await playground.state()).nodes).toHaveLength(nodes);
    }
  });

  test('a touch that the browser takes over presses nothing, however quick', async ({ page }) => {
    const playground = await open(page);
    const nodes = async () => (await playground.state()).nodes.length;
    const touch = async (/** @type {string} */ end) => {
      const { x, y } = await playground.controlAt('add-node');
      await playground.canvas.evaluate((canvas, [type, clientX, clientY]) => {
        // within one frame
        const finger = new Touch({ identifier: 1, target: canvas, clientX, clientY });
        const event = (/** @type {string} */ name, /** @type {Touch[]} */ touches) =>
          new TouchEvent(name, { touches, changedTouches: [finger], bubbles: true, cancelable: true });
        canvas.dispatchEvent(event('touchstart', [finger]));
        canvas.dispatchEvent(event(type, []));
      }, /** @type {[string, number, number]} */ ([end, x, y]));
      await playground.settled();
    };
    const before = await nodes();
    await touch('touchcancel');
    expect(await nodes()).toBe(before);
    await touch('touchend');
    expect(await nodes(), 'otherwise it does').toBe(before + 1);
  });

  test('the on-screen keyboard types into a tapped field', async ({ page }) => {
    const playground = await open(page);
    await playground.tapControl('node-name:node-0');
    const entry = page.locator('#text-entry');
    await expect(entry).toBeFocused();
    await expect(entry).toHaveValue('node-0');
    await entry.fill('Узел');
    await entry.press('Enter');
    await expect(entry).toBeHidden();
    expect((await playground.state()).nodes[0].name).toBe('Узел');
    await playground.tapControl('node-name:Узел');
    await entry.fill('dropped');
    await entry.press('Escape');
    await expect(entry).toBeHidden();
    expect((await playground.state()).nodes[0].name).toBe('Узел');
  });
});
