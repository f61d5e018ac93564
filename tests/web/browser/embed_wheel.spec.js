// The wheel over a figure in a post is the post's: a figure takes it only to scroll something of its own, and only
// after it was pressed.
import { expect, test } from './fixture.mjs';
import { playgroundIn, start, startBlog } from './blog.mjs';
/** @import {Blog} from './blog.mjs' */
/** @import {Playground} from './page.mjs' */
/** @import {Page} from '@playwright/test' */

/** @type {Blog} */
let blog;
test.beforeAll(async ({ baseURL }) => {
  blog = await startBlog(baseURL);
});
test.afterAll(() => blog.close());

/** @param {Page} page @param {number} width */
async function openPost(page, width, attributes = 'nodes="5"') {
  await blog.open(
    page,
    `<p>A post.</p><reshard-playground ${attributes}><p>Words.</p></reshard-playground><p>And so on.</p>`,
  );
  await page.evaluate((wide) => {
    Object.assign(document.body.style, { width: `${wide}px`, margin: '0 auto', paddingBottom: '3000px' });
  }, width);
  return page.locator('reshard-playground');
}

/** Whether one step of the wheel at this place of the page scrolls the post. @param {Page} page */
async function postScrolls(page, down = 100) {
  const before = await page.evaluate(() => {
    scrollTo(0, 0);
    return scrollY;
  });
  await page.mouse.wheel(0, down);
  await page.waitForTimeout(400);
  return (await page.evaluate(() => scrollY)) - before === down;
}

/** @param {Playground} playground */
const places = async (playground) => JSON.stringify(await playground.controls());

/**
 * Puts the mouse on a control, however often it was there.
 * @param {Page} page @param {Playground} playground @param {string} name
 */
async function pointAt(page, playground, name) {
  const { x, y } = await playground.controlAt(name);
  await page.mouse.move(x + 1, y);
  await page.mouse.move(x, y);
  await playground.settled();
}

test('a picture is not zoomed that lay under the pointer before the post was scrolled', async ({ page }) => {
  const figure = await openPost(page, 600);
  await start(page, figure);
  const playground = await playgroundIn(page, figure);
  await pointAt(page, playground, 'picture:structure');
  const { x, y } = await playground.controlAt('picture:structure');
  await page.mouse.click(x, y);
  await expect(playground.canvas).toBeFocused();
  await playground.settled();
  // The browser tells the figure of a wheel before it tells where the pointer is now.
  await playground.canvas.evaluate((canvas) => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    for (let i = 0; i < 3; ++i)
      canvas.dispatchEvent(
        new WheelEvent('wheel', {
          ...{ deltaY: -600, bubbles: true, cancelable: true },
          ...{ clientX: left + width / 2, clientY: top + height - 40 },
        }),
      );
  });
  await playground.settled();
  expect((await playground.state()).zoom.structure).toBe(1);
});

for (const width of [390, 600, 1100]) {
  test(`the wheel over a figure of ${width} px scrolls the post: before the start, after it and after a press`, async ({
    page,
  }) => {
    const figure = await openPost(page, width, 'nodes="5" view="structure"');
    const { x, y, width: wide } = await figure.boundingBox();
    await page.mouse.move(x + wide / 2, y + 200);
    expect(await postScrolls(page), 'before the start').toBe(true);
    await page.evaluate(() => scrollTo(0, 0));
    await start(page, figure);
    const playground = await playgroundIn(page, figure);
    await pointAt(page, playground, 'picture:structure');
    expect(await postScrolls(page), 'started').toBe(true);
    await page.evaluate(() => scrollTo(0, 0));
    const at = await playground.controlAt('picture:structure');
    await page.mouse.click(at.x, at.y);
    await expect(playground.canvas).toBeFocused();
    await playground.settled();
    if (width >= 560) {
      expect(await postScrolls(page), 'pressed').toBe(true);
      expect((await playground.state()).zoom.structure).toBe(1);
    }
    await page.mouse.move(5, 5);
    await pointAt(page, playground, 'picture:structure');
    expect(await postScrolls(page), 'left, and come back').toBe(true);
    expect((await playground.state()).zoom.structure).toBe(1);

    await page.evaluate(() => scrollTo(0, 0));
    await pointAt(page, playground, 'picture:structure');
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    await expect.poll(async () => (await playground.state()).zoom.structure).toBeCloseTo(1.5, 2);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
}

test('a pressed figure’s list scrolls to its end, where the post goes on; once left, it waits for a press', async ({
  page,
}) => {
  const figure = await openPost(page, 600);
  await start(page, figure);
  const playground = await playgroundIn(page, figure);
  await playground.clickControl('open-setup');
  await pointAt(page, playground, 'strategy-menu');
  const first = await places(playground);
  expect(await postScrolls(page), 'the list scrolls').toBe(false);
  expect(await places(playground)).not.toBe(first);
  let turns = 0;
  while (!(await postScrolls(page))) expect((turns += 1), 'a list has an end').toBeLessThan(60);
  const last = await places(playground);
  expect(await postScrolls(page), 'at the end').toBe(true);
  expect(await places(playground)).toBe(last);
  await page.evaluate(() => scrollTo(0, 0));
  await page.mouse.wheel(0, -100);
  await expect.poll(() => places(playground), 'and back').not.toBe(last);

  const { x, y } = await figure.boundingBox();
  await page.mouse.move(5, 5);
  await page.mouse.move(x + 300, y + 300);
  await playground.settled();
  const there = await places(playground);
  expect(await postScrolls(page), 'left, and come back').toBe(true);
  expect(await places(playground)).toBe(there);
});

test('the stack of a narrow figure scrolls once it was pressed, and at its top and end the post does', async ({
  page,
}) => {
  const figure = await openPost(page, 390);
  await start(page, figure);
  const playground = await playgroundIn(page, figure);
  await pointAt(page, playground, 'picture:structure');
  expect(await postScrolls(page), 'not pressed').toBe(true);
  await page.evaluate(() => scrollTo(0, 0));
  const { x, y } = await playground.controlAt('picture:structure');
  await page.mouse.click(x, y);
  await playground.settled();
  const first = await places(playground);
  expect(await postScrolls(page)).toBe(false);
  expect(await places(playground)).not.toBe(first);
  let turns = 0;
  while (!(await postScrolls(page))) expect((turns += 1), 'a stack has an end').toBeLessThan(60);
  expect(await postScrolls(page)).toBe(true);
});
