// What browser tests share: opening the playground, real clicks on what its canvas draws, and its own account of its
// state (window.reshard, see web/page/page.js).
import { expect } from '@playwright/test';
/** @import {Locator, Page} from '@playwright/test' */
/** @import {Request} from '../../../web/api/shapes.d.ts' */
/** @import {Control, Shown} from '../../types.d.ts' */

/**
 * Waits until a page that has just been opened has the size of the viewport. The browser may give it a new process,
 * which has the size of an earlier test's for a moment, and now and then until the size changes.
 * @param {Page} page
 */
async function sized(page) {
  const { width, height } = page.viewportSize();
  await expect(async () => {
    if ((await page.evaluate(() => innerWidth)) === width) return;
    await page.setViewportSize({ width, height: height - 1 });
    await page.setViewportSize({ width, height });
    expect(await page.evaluate(() => innerWidth)).toBe(width);
  }).toPass();
  await page.evaluate(
    () =>
      new Promise((shown) => {
        requestAnimationFrame(() => requestAnimationFrame(shown));
      }),
  );
}

/** The playground in a page or in a frame of one. */
export class Playground {
  /** @param {Page} page */
  constructor(page, frame = page.mainFrame()) {
    this.page = page;
    this.frame = frame;
    this.canvas = frame.locator('#canvas');
  }

  /** Waits until the module runs and the first frame is drawn. */
  async started() {
    await this.frame.waitForFunction(() => window.reshard?.firstFrameMs != null);
    await sized(this.page);
    return this;
  }

  /** The drawn controls by name. @returns {Promise<Record<string, Control>>} */
  async controls() {
    return this.frame.evaluate(() => window.reshard.controls());
  }

  /**
   * The middle of a control in the page's coordinates, once nothing moves any more; fails if it cannot be pressed.
   * @param {string} name
   */
  async controlAt(name) {
    /** @type {Control} */
    let control;
    await this.settled();
    await expect(async () => {
      const all = await this.controls();
      control = all[name];
      expect(control, `${name} among ${Object.keys(all).join(', ')}`).toBeDefined();
      expect(control, name).toMatchObject({ visible: true, enabled: true });
    }).toPass({ timeout: 20_000 });
    const box = await this.canvas.boundingBox();
    return { x: box.x + control.x + control.w / 2, y: box.y + control.y + control.h / 2 };
  }

  /** Clicks a control with the mouse, as a person does, and waits until the canvas has settled. @param {string} name */
  async clickControl(name, options = {}) {
    const { x, y } = await this.controlAt(name);
    await this.page.mouse.move(x, y);
    await this.page.mouse.click(x, y, { delay: 40, ...options });
    await this.settled();
  }

  /** @param {string} name */
  async tapControl(name) {
    const { x, y } = await this.controlAt(name);
    await this.page.touchscreen.tap(x, y);
    await this.settled();
  }

  /** Presses a key wherever the focus is. @param {string} key */
  async press(key) {
    await this.page.keyboard.press(key, { delay: 40 });
    await this.settled();
  }

  /** What the canvas shows: nodes with their keys, what moved, the headline. @returns {Promise<Shown>} */
  async state() {
    await this.settled();
    return this.frame.evaluate(() => window.reshard.state());
  }

  /**
   * Carries out a request (web/api/request_json.h) without the canvas.
   * @param {Request} request
   * @returns {Promise<?{error: string}>}
   */
  async run(request) {
    const refused = await this.frame.evaluate((what) => window.reshard.run(what), request);
    await this.settled();
    return refused;
  }

  async frames() {
    return this.frame.evaluate(() => window.reshard.frames);
  }

  /**
   * Waits until everything is computed and drawn, however slow the machine: no frame is pending, and no requested
   * module is still loading. Dialogs and lessons must be awaited separately.
   */
  async settled() {
    await this.frame.waitForFunction(() => window.reshard.settled, null, { polling: 20 });
  }

  /** The last sentence announced to screen readers. */
  async status() {
    return (await this.frame.locator('#status').textContent()).trim();
  }
}

/**
 * Opens the playground on its own; violations of its content security policy and errors fail the test. With all
 * controls, as for a reader who has asked for them before; a first visit has `controls: null`.
 * @param {Page} page
 */
export async function open(page, address = './', { controls = 'all' } = {}) {
  collectFaults(page);
  if (controls)
    await page.addInitScript(
      `try { localStorage.setItem('reshard.controls', '${controls}'); } catch { /* a sandbox */ }`,
    );
  await page.goto(address);
  return new Playground(page).started();
}

/**
 * Puts thousands of lines into a text area, for which fill() would take a minute.
 * @param {Locator} area
 * @param {string} text
 */
export async function fillLong(area, text) {
  await area.evaluate((/** @type {HTMLTextAreaElement} */ element, all) => {
    element.value = all;
    element.dispatchEvent(new Event('input', { bubbles: true }));
  }, text);
}

/**
 * A button or link of the footer by its selector, after opening its group.
 * @param {Page} page
 * @param {string} selector
 */
export async function inFooter(page, selector) {
  const item = page.locator(`#footer ${selector}`).filter({ visible: true }).first(); // some are there twice
  const menu = page.locator('#footer details.menu:not([open])').filter({ has: page.locator(selector) });
  if ((await item.count()) === 0 && (await menu.count()) > 0) await menu.locator('summary').click();
  return item;
}

/**
 * What opens a dialog: a button of the strip of steps, or of the footer.
 * @param {Page} page
 * @param {string} dialog
 */
export async function openerOf(page, dialog) {
  const withSteps = page.locator(`#timeline [data-dialog="${dialog}"]`);
  return (await withSteps.count()) > 0 ? withSteps : inFooter(page, `[data-dialog="${dialog}"]`);
}

/** @type {WeakMap<Page, string[]>} */
const faults = new WeakMap();

/** Collects, from now on, what must never happen; faultsOf(page) returns it. @param {Page} page */
export function collectFaults(page) {
  /** @type {string[]} */
  const found = [];
  faults.set(page, found);
  page.on('pageerror', (error) => found.push(String(error)));
  page.on('console', (message) => {
    // The host's site has no icon.
    if (message.type() === 'error' && !message.location().url.endsWith('favicon.ico')) found.push(message.text());
  });
}

/** What went wrong on the page so far: script errors, policy violations, failed requests. @param {Page} page */
export function faultsOf(page) {
  return faults.get(page) ?? [];
}

/**
 * Opens a page of another site, taller than the window, with the playground in a frame between two buttons.
 * @param {Page} page
 * @param {string} baseURL
 * @returns {Promise<Playground>}
 */
export async function openEmbedded(page, baseURL, { address = './', attributes = '' } = {}) {
  // To the browser this name is another site; it would not let a made-up name access this machine's addresses.
  const other = new URL('NOTICES.txt', baseURL.replace('127.0.0.1', 'localhost'));
  await page.goto(other.href);
  collectFaults(page);
  await page.setContent(`<!doctype html><title>A post</title><p><button id="before">Before</button></p>
    <iframe src="${new URL(address, baseURL)}" width="720" height="420" ${attributes}></iframe>
    <p><button id="after">After</button></p><div style="height: 3000px"></div>`);
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  return new Playground(page, frame).started();
}
