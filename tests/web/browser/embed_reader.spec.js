// A figure in a post, as its readers see it: what it shows, what they may do, and what it costs the post.
import { expect, test } from './fixture.mjs';
import { listen, playgroundIn, start, startBlog } from './blog.mjs';
/** @import {Blog} from './blog.mjs' */

/** @type {Blog} */
let blog;
test.beforeAll(async ({ baseURL }) => {
  blog = await startBlog(baseURL);
});
test.afterAll(() => blog.close());

const kPixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

test('the poster is a picture, and Enter on its button starts the figure and leads into it', async ({ page }) => {
  await blog.open(
    page,
    `<reshard-playground nodes="3" title="Three nodes" poster="${kPixel}"><p>Words.</p></reshard-playground>`,
  );
  const figure = page.locator('reshard-playground');
  await expect(figure.getByRole('img', { name: 'Three nodes' })).toBeVisible();
  await expect(page.getByText('Words.')).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(figure.getByRole('button', { name: 'Start the figure: Three nodes' })).toBeFocused();
  const ready = await listen(figure, 'ready');
  await page.keyboard.press('Enter');
  await ready();
  await expect(figure.locator('iframe')).toBeFocused();
});

test('if the picture is missing, the words take its place', async ({ page }) => {
  await blog.open(page, '<reshard-playground nodes="3" poster="missing.svg"><p>Words.</p></reshard-playground>', '');
  await expect(page.getByText('Words.')).toBeVisible();
  await expect(page.locator('reshard-playground').getByRole('img')).toHaveCount(0);
});

test('a click on the poster starts the figure; a click on a link in it does not', async ({ page }) => {
  await blog.open(
    page,
    '<reshard-playground nodes="3"><p>Words and <a href="#elsewhere">a link</a></p></reshard-playground>',
  );
  const figure = page.locator('reshard-playground');
  await page.getByRole('link').click();
  expect(await figure.evaluate((element) => element.started)).toBe(false);
  await page.getByText('Words').click({ position: { x: 2, y: 2 } });
  expect(await figure.evaluate((element) => element.started)).toBe(true);
});

test('a figure shows the pictures and controls that it was asked for', async ({ page }) => {
  await blog.open(
    page,
    '<reshard-playground nodes="3" view="flows" controls="nodes,strategy:locked"></reshard-playground>',
  );
  const figure = page.locator('reshard-playground');
  await start(page, figure);
  const playground = await playgroundIn(page, figure);
  await playground.state();
  const controls = await playground.controls();
  expect(controls['picture:flows']).toBeDefined();
  expect(controls['picture:structure']).toBeUndefined();
  expect(controls['add-node'].enabled).toBe(true);
  expect(controls['slider:vnodes'].enabled).toBe(false);
  await playground.clickControl('open-setup');
  expect((await playground.controls())['strategy-menu'].enabled).toBe(false);
  await playground.press('Escape');

  await playground.frame.getByRole('button', { name: 'As text', exact: true }).click();
  await expect(playground.frame.locator('#text-strategy')).toBeDisabled();
  await expect(playground.frame.getByLabel('Number of keys')).toBeDisabled();
  await expect(playground.frame.getByLabel('Name of node-0')).toBeEnabled();
});

test('without controls readers cannot change anything, but the post can', async ({ page }) => {
  await blog.open(page, '<reshard-playground nodes="3" controls="none"></reshard-playground>');
  const figure = page.locator('reshard-playground');
  await start(page, figure);
  const playground = await playgroundIn(page, figure);
  await playground.state();
  expect(Object.keys(await playground.controls()).filter((name) => /node$|slider|open-|undo|reset/.test(name))).toEqual(
    [],
  );
  await figure.evaluate((element) => element.run({ do: 'add_node' }));
  await expect.poll(async () => (await figure.evaluate((element) => element.state())).nodes.length).toBe(4);
});

test('a mistake in a link or an attribute is reported', async ({ page }) => {
  await blog.open(page, '<reshard-playground nodes="3"></reshard-playground>');
  const figure = page.locator('reshard-playground');
  await start(page, figure);
  const told = (/** @type {'theme' | 'height' | 'view' | 'unknown'} */ act) =>
    figure.evaluate(
      (element, [code]) =>
        new Promise((heard) => {
          element.addEventListener('error', (/** @type {CustomEvent} */ event) => heard(event.detail.message), {
            once: true,
          });
          ({
            theme: () => {
              element.theme = 'blue';
            },
            height: () => {
              element.height = '3';
            },
            view: () => {
              element.view = 'pie';
            },
            unknown: () => element.open('v=1&nodes=3&mood=good'),
          })[code]();
        }),
      [act],
    );
  expect(await told('theme')).toContain('blue');
  expect(await told('height')).toContain('240 to 4000');
  expect(await told('view')).toContain('pie');
  expect(await told('unknown')).toContain('mood');
});

test('starting again leads to the scenario of the post', async ({ page }) => {
  await blog.open(page, '<reshard-playground link="v=1&nodes=3&log=+extra"></reshard-playground>');
  const figure = page.locator('reshard-playground');
  await start(page, figure);
  const playground = await playgroundIn(page, figure);
  const before = await playground.state();
  await playground.clickControl('add-node');
  await playground.run({ do: 'reset' });
  expect(await playground.state()).toMatchObject({
    nodes: before.nodes,
    headline: before.headline,
    moved: before.moved,
  });
});

test('a figure is dark on a dark page and light on a light one', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await blog.open(page, '<reshard-playground nodes="3"></reshard-playground>');
  const figure = page.locator('reshard-playground');
  const theme = async () => {
    await start(page, figure);
    const playground = await playgroundIn(page, figure);
    const shown = await playground.frame.evaluate(() => document.documentElement.dataset.theme);
    await figure.evaluate((element) => element.stop());
    return shown;
  };
  const scheme = (/** @type {string} */ name) =>
    page.evaluate((value) => {
      document.documentElement.style.colorScheme = value;
    }, name);
  expect(await theme(), 'a page that does not say, and has the browser’s black text').toBe('light');
  const write = (/** @type {string} */ color) =>
    page.evaluate((value) => {
      document.body.style.color = value;
    }, color);
  await write('oklch(0.3 0.02 260)');
  expect(await theme(), 'a page that does not say, with dark text').toBe('light');
  await write('oklch(0.92 0.02 260)');
  expect(await theme(), 'a page that does not say, with light text').toBe('dark');
  await write('#ddd');
  expect(await theme(), 'the same by another way to write colours').toBe('dark');
  const poster = figure.locator('.poster');
  expect(await poster.evaluate((box) => getComputedStyle(box).backgroundColor)).toBe('rgb(18, 22, 28)');
  await write('');
  await scheme('light dark');
  expect(await theme(), 'as the reader likes it').toBe('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await scheme('dark');
  expect(await theme()).toBe('dark');
  await figure.evaluate((element) => {
    element.theme = 'light';
  });
  expect(await theme()).toBe('light');
});

test('a figure’s link opens the same scenario on its own page', async ({ page, baseURL }) => {
  await blog.open(page, '<reshard-playground link="v=1&nodes=3" theme="dark"></reshard-playground>');
  const figure = page.locator('reshard-playground');
  await start(page, figure);
  const playground = await playgroundIn(page, figure);
  const change = await listen(figure, 'change');
  await figure.evaluate((element) => element.run({ do: 'add_node' }));
  const { link } = await change();
  const opened = page.waitForEvent('popup');
  await playground.frame.getByRole('link', { name: 'Open full page' }).click();
  const full = await opened;
  await full.waitForURL(new URL(`./?theme=dark#${link}`, baseURL).href);
  expect(await full.evaluate(() => window.opener)).toBeNull();
});

test('the wheel over a figure shows a hint how to use it, until it has been used', async ({ page }) => {
  await blog.open(page, '<reshard-playground nodes="3"></reshard-playground><p>And so on.</p>');
  const figure = page.locator('reshard-playground');
  await page.evaluate(() => {
    document.body.style.paddingBottom = '3000px';
  });
  await start(page, figure);
  const playground = await playgroundIn(page, figure);
  await playground.frame.evaluate(() => {
    const hint = document.getElementById('hint');
    window.hints = [];
    new MutationObserver(() => window.hints.push(hint.hidden ? '' : hint.textContent)).observe(hint, {
      attributes: true,
    });
  });
  const hints = () => playground.frame.evaluate(() => window.hints);
  const box = await playground.canvas.boundingBox();
  let turns = 0;
  const turnTheWheel = async () => {
    // soon after the pointer has moved; a slow machine may need another try
    turns += 1;
    await page.mouse.move(box.x + 100 + 7 * turns, box.y + 100);
    await page.mouse.wheel(0, 10);
    await playground.settled();
  };
  await expect(async () => {
    await turnTheWheel();
    expect(await hints()).toContain('Click the figure to use it');
  }).toPass();
  await expect.poll(async () => (await hints()).at(-1), 'it goes by itself').toBe('');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);

  await page.mouse.click(box.x + 100, box.y + 100);
  await expect(playground.canvas).toBeFocused();
  const shown = await hints();
  await turnTheWheel();
  expect(await hints()).toEqual(shown);
});

const kFigureBytes = 12 * 2 ** 20;

test('a figure of 100,000 keys holds at most 12 MiB after changes', async ({ page }) => {
  await blog.open(page, '<reshard-playground link="v=1&nodes=5&log=+node-5&vnodes=200"></reshard-playground>');
  const figure = page.locator('reshard-playground');
  await start(page, figure);
  const playground = await playgroundIn(page, figure);
  /** @type {import('../../../web/api/requests.js').Request[]} */
  const requests = [
    { do: 'add_node' },
    { do: 'set_node_count', count: 12 },
    { do: 'undo' },
    { do: 'set_strategy', strategy: 'jump' },
  ];
  for (const request of requests) {
    expect(await playground.run(request)).toBe(null);
  }
  const { keys } = await playground.state();
  expect(keys).toBe(100_000);
  const bytes = await playground.frame.evaluate(() => window.reshard.memoryBytes);
  console.log(`a figure of 100,000 keys: ${bytes} bytes`);
  expect(bytes).toBeLessThanOrEqual(kFigureBytes);
});

test('eight figures on one page start, work and come to rest', async ({ page }) => {
  test.setTimeout(300_000);
  const slow = { timeout: 90_000 }; // for eight graphics contexts without a graphics card
  const heights = Array.from(
    { length: 8 },
    (_, i) => `<reshard-playground nodes="${i + 2}" keys="1000" height="240"></reshard-playground>`,
  );
  await blog.open(page, heights.join(''));
  for (let i = 0; i < 8; ++i) await start(page, page.locator('reshard-playground').nth(i));
  // Figures off screen pause before they have placed any key, and answer nothing, so each is scrolled into view.
  for (let i = 0; i < 8; ++i) {
    const figure = page.locator('reshard-playground').nth(i);
    await figure.scrollIntoViewIfNeeded();
    await expect
      .poll(() => figure.evaluate(async (element) => (await element.state()).nodes?.length), slow)
      .toBe(i + 2);
  }
  const frames = await Promise.all(
    page
      .frames()
      .slice(1)
      .map(async (frame) => {
        await frame.waitForFunction(() => window.reshard);
        return frame;
      }),
  );
  expect(frames).toHaveLength(8);
  for (const frame of frames)
    expect(await frame.evaluate(() => window.reshard.memoryBytes)).toBeLessThanOrEqual(kFigureBytes);
  await expect
    .poll(async () => {
      const count = () => Promise.all(frames.map((frame) => frame.evaluate(() => window.reshard.frames)));
      const before = await count();
      await page.waitForTimeout(300);
      return String(await count()) === String(before);
    }, slow)
    .toBe(true);
});

test('a figure that loses its graphics context continues as before', async ({ page }) => {
  await blog.open(page, '<reshard-playground nodes="3"></reshard-playground>');
  const figure = page.locator('reshard-playground');
  await start(page, figure);
  const playground = await playgroundIn(page, figure);
  await figure.evaluate((element) => element.run({ do: 'add_node' }));
  await playground.settled();
  await playground.frame.evaluate(async () => {
    const canvas = document.getElementById('canvas');
    const lose = canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
    const lost = new Promise((told) => canvas.addEventListener('webglcontextlost', told, { once: true }));
    lose.loseContext();
    await lost;
    await new Promise((after) => setTimeout(after)); // the browser restores it only after all listeners have run
    lose.restoreContext();
  });
  await playground.clickControl('add-node');
  expect((await playground.state()).nodes).toHaveLength(5);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('a picture and a link remain', async ({ page }) => {
    await blog.open(
      page,
      `<reshard-playground nodes="3"><a href="http://127.0.0.1/#v=1"><img src="${kPixel}" alt="Three nodes"></a></reshard-playground>`,
    );
    await expect(page.getByRole('img', { name: 'Three nodes' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Three nodes' })).toHaveAttribute('href', 'http://127.0.0.1/#v=1');
  });
});

test('printed, each figure is its poster alone and in one piece, started or not', async ({ page }) => {
  const picture = `data:image/svg+xml,${encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" width="720" height="420"><rect width="720" height="420" fill="#080"/></svg>',
  )}`;
  const words = '<p>Words of the post.</p>'.repeat(22);
  await blog.open(
    page,
    `${words}<reshard-playground nodes="3" poster="${picture}"><a href="#x"><img src="${picture}" alt="Three"></a>
     </reshard-playground>${words}<reshard-playground nodes="4"><p>Four nodes.</p></reshard-playground>`,
  );
  const [first, second] = [page.locator('reshard-playground').first(), page.locator('reshard-playground').last()];
  await start(page, first);
  await page.emulateMedia({ media: 'print' });
  for (const figure of [first, second]) {
    await expect(figure.locator('button')).toBeHidden();
    expect(await figure.evaluate((element) => getComputedStyle(element).breakInside)).toBe('avoid');
  }
  await expect(first.locator('iframe')).toBeHidden();
  await expect(first.locator('.poster > img')).toBeVisible();
  await expect(page.getByAltText('Three'), 'no second picture').toBeHidden();
  const height = async (/** @type {typeof first} */ figure) => (await figure.boundingBox()).height;
  expect(await height(first)).toBeGreaterThan(300);
  expect(await height(second), 'as high as its words').toBeLessThan(120);
  await page.emulateMedia({ media: 'screen' });
  await expect(first.locator('iframe')).toBeVisible();
  await expect(second.locator('button')).toBeVisible();
});
