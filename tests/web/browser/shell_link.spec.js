// The scenario as an address: kept up to date, opened, copied; and what a reload brings back.
import { expect, test } from './fixture.mjs';
import { faultsOf, open, openEmbedded } from './page.mjs';
/** @import {Playground} from './page.mjs' */
/** @import {Page} from '@playwright/test' */

const names = async (/** @type {Playground} */ playground) => (await playground.state()).nodes.map((node) => node.name);
const fragment = (/** @type {Page} */ page) => new URL(page.url()).hash;

test('a node added by a click is in the address, and survives a reload', async ({ page }) => {
  const playground = await open(page);
  const before = await names(playground);
  await playground.clickControl('add-node');
  const after = await playground.state();
  expect(after.nodes.map((node) => node.name)).toEqual([...before, `node-${before.length}`]);
  expect(after.moved).toBe(after.nodes.at(-1).keys);
  expect(fragment(page)).toBe(`#${after.link}`);
  expect(await playground.status()).toBe(after.headline);

  await page.reload();
  await playground.started();
  const back = await playground.state();
  expect(back.nodes).toEqual(after.nodes);
  expect(
    { moved: back.moved, flows: back.flows, headline: back.headline },
    'what the last step moved is shown again',
  ).toEqual({ moved: after.moved, flows: after.flows, headline: after.headline });
  expect(faultsOf(page)).toEqual([]);
});

test("changes add no entries to the browser's history", async ({ page }) => {
  const playground = await open(page);
  const entries = await page.evaluate(() => history.length);
  await playground.run({ do: 'add_node' });
  await playground.run({ do: 'add_node' });
  expect(await page.evaluate(() => history.length)).toBe(entries);
});

test('another fragment opens: typed, by Back and by Forward', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=x,y');
  expect(await names(playground)).toEqual(['x', 'y']);
  await page.evaluate(() => {
    location.hash = '#v=1&nodes=a,b,c';
  });
  await expect.poll(() => names(playground)).toEqual(['a', 'b', 'c']);
  await page.goBack();
  await expect.poll(() => names(playground)).toEqual(['x', 'y']);
  await page.goForward();
  await expect.poll(() => names(playground)).toEqual(['a', 'b', 'c']);
});

test('errors in a link are reported, and the rest is applied', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=a,b&keys=lots');
  const { notice, keys } = await playground.state();
  expect(notice).toContain('lots');
  expect(keys).toBe(100_000);
  expect(await names(playground)).toEqual(['a', 'b']);
  expect(await playground.status()).toContain('lots');
});

test("in a frame the address is the host's business, and its fragment is obeyed", async ({ page, baseURL }) => {
  const playground = await openEmbedded(page, baseURL, { address: './#v=1&nodes=a,b' });
  await playground.run({ do: 'add_node', name: 'c' });
  expect(await names(playground)).toEqual(['a', 'b', 'c']);
  expect(new URL(playground.frame.url()).hash).toBe('#v=1&nodes=a,b');
});

test('keys undo and redo, with and without the focus on the canvas', async ({ page }) => {
  const playground = await open(page);
  const five = await names(playground);
  await playground.run({ do: 'add_node' });
  await page.keyboard.press('Control+z');
  await playground.settled();
  expect(await names(playground), 'without the focus').toEqual(five);
  await playground.canvas.focus();
  await playground.press('Control+Shift+Z');
  expect(await names(playground)).toHaveLength(6);
  await playground.press('Control+z');
  await playground.press('Control+y');
  expect(await names(playground)).toHaveLength(6);
});

test.describe('copied', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('a link leads to the same scenario on its own page', async ({ page, baseURL }) => {
    const playground = await open(page, './?embed&theme=dark#v=1&nodes=a,b');
    await playground.run({ do: 'copy_link' });
    await expect.poll(() => playground.status()).toBe('Copied.');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(new URL('./?theme=dark#v=1&nodes=a,b', baseURL).href);
  });
});

test('if copying is not allowed, the link is shown to be copied by hand', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));
  });
  const playground = await open(page, './#v=1&nodes=a,b');
  await playground.run({ do: 'copy_link' });
  await expect(page.locator('#copy-box')).toBeVisible();
  await expect(page.locator('#copy-text')).toHaveValue(page.url());
  await expect(page.locator('#copy-text')).toBeFocused();
});

test('a refused request is answered with words and changes nothing', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=a,b');
  expect((await playground.run({ do: 'remove_node', node: 'nobody' })).error).toContain('nobody');
  expect((await playground.run(/** @type {any} */ ({ do: 'dance' }))).error).toContain('dance');
  expect(await playground.run({ do: 'remove_node', node: 'a' })).toBeNull();
  expect(await names(playground)).toEqual(['b']);
});
