// <reshard-playground> in someone's page, which is served from an origin other than the playground's.
import { expect, test } from './fixture.mjs';
import { listen, start, startBlog } from './blog.mjs';
/** @import {Blog} from './blog.mjs' */
/** @import {Shown} from '../../types.d.ts' */
/** @import {ReshardPlayground} from '../../../web/embed/reshard-playground.d.ts' */

/** @type {Blog} */
let blog;
test.beforeAll(async ({ baseURL }) => {
  blog = await startBlog(baseURL);
});
test.afterAll(() => blog.close());

test('a figure costs nothing until it is started', async ({ page }) => {
  /** @type {string[]} */
  const requests = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await blog.open(page, '<reshard-playground nodes="3"><p>Three nodes.</p></reshard-playground>');
  await expect(page.getByText('Three nodes.')).toBeVisible();
  await page.waitForTimeout(300);
  expect(requests.filter((path) => path !== '/')).toEqual(['/reshard-playground.js']);
  expect(page.frames()).toHaveLength(1);
});

test('a figure in an SVG has the language that the SVG has', async ({ page }) => {
  const figure = '<reshard-playground nodes="3"><p>Three nodes.</p></reshard-playground>';
  await blog.open(page, `<svg lang="ru"><foreignObject width="300" height="150">${figure}</foreignObject></svg>`);
  await expect(page.locator('reshard-playground').getByRole('button')).toHaveText('Запустить');
});

test(
  'a started figure shows the scenario of its attributes under a strict policy',
  { tag: '@smoke' },
  async ({ page }) => {
    /** @type {string[]} */
    const violations = [];
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) violations.push(message.text());
    });
    await blog.open(
      page,
      '<reshard-playground link="#v=1&log=+d" nodes="a,b*2,c" keys="1000" vnodes="7"></reshard-playground>',
    );
    const figure = page.locator('reshard-playground');
    await start(page, figure);
    await expect
      .poll(() => figure.evaluate((element) => element.state()))
      .toMatchObject({ keys: 1000, params: { vnodes: 7 } });
    /** @type {Shown} */
    const { nodes } = await figure.evaluate((element) => element.state());
    expect(nodes.map(({ name, weight }) => [name, weight])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 1],
      ['d', 1],
    ]);
    expect(violations).toEqual([]);
  },
);

test('a change inside is reported outside, with the core’s figures', async ({ page }) => {
  await blog.open(page, '<reshard-playground strategy="modulo" nodes="4" keys="10000"></reshard-playground>');
  const figure = page.locator('reshard-playground');
  await start(page, figure);
  const [moved, change] = [await listen(figure, 'moved'), await listen(figure, 'change')];
  await figure.evaluate((element) => element.run({ do: 'add_node' }));
  const told = await moved(); // comes when the work is done; until then the state is the one before the change
  const state = await figure.evaluate((element) => element.state());
  expect(told).toMatchObject({ keys: 10_000, moved: state.moved, needless: state.needless });
  expect(told.moved).toBeGreaterThan(5000);
  expect((await change()).link).toContain('log=+node-4');
  expect(await figure.evaluate((element) => element.link)).toContain('log=+node-4');
});

test('a state that is requested too early comes with the first results', async ({ page }) => {
  await blog.open(page, '<reshard-playground nodes="4"></reshard-playground>');
  const figure = page.locator('reshard-playground');
  await figure.evaluate((element) => {
    element.early = new Promise((told) =>
      element.addEventListener('ready', () => told(element.state()), { once: true }),
    );
  });
  await start(page, figure);
  /** @type {Shown} */
  const { keys, nodes } = await figure.evaluate((element) => element.early);
  expect(nodes.reduce((sum, node) => sum + node.keys, 0)).toBe(keys);
});

test('a refusal is reported in words, and nothing changes', async ({ page }) => {
  await blog.open(page, '<reshard-playground nodes="4"></reshard-playground>');
  const figure = page.locator('reshard-playground');
  await start(page, figure);
  const refused = figure.evaluate((element) =>
    element
      .run({ do: 'set_param', key: 'vnodes', value: 10_000_001 })
      .catch((/** @type {Error} */ error) => error.message),
  );
  expect(await refused).toContain('10000000');
  expect((await figure.evaluate((element) => element.state())).params.vnodes).toBe(100);
});

test('a figure far off screen gives up its frame and comes back as it was', async ({ page }) => {
  await blog.open(page, '<reshard-playground nodes="4"></reshard-playground><p id="end" hidden></p>');
  const figure = page.locator('reshard-playground');
  await start(page, figure);
  const change = await listen(figure, 'change');
  await figure.evaluate((element) => element.run({ do: 'add_node' }));
  await change();
  // As far away as in a long post; the policy forbids style attributes but not style properties.
  await page.evaluate(() => {
    document.body.style.paddingBlock = '6000px';
    scrollTo(0, 0);
  });
  await expect.poll(() => page.frames().length).toBe(1);
  const ready = await listen(figure, 'ready');
  await figure.evaluate((element) => element.scrollIntoView());
  await ready();
  await expect.poll(async () => (await figure.evaluate((element) => element.state())).nodes?.length).toBe(5);
});

test('a sandboxed figure works without an origin of its own', async ({ page }) => {
  await blog.open(page, '<reshard-playground nodes="2" sandbox></reshard-playground>');
  const figure = page.locator('reshard-playground');
  await start(page, figure);
  await expect.poll(async () => (await figure.evaluate((element) => element.state())).nodes?.length).toBe(2);
});

test('messages from elsewhere are ignored', async ({ page }) => {
  await blog.open(page, '<reshard-playground nodes="2"></reshard-playground>');
  const figure = page.locator('reshard-playground');
  await start(page, figure);
  const heard = await page.evaluate(async () => {
    const element = /** @type {ReshardPlayground} */ (document.querySelector('reshard-playground'));
    let count = 0;
    element.addEventListener('change', () => ++count);
    postMessage({ reshard: 1, type: 'change', link: 'v=1&nodes=9', headline: 'forged' }, '*');
    await new Promise((soon) => setTimeout(soon, 100));
    return { count, link: element.link };
  });
  expect(heard).toEqual({ count: 0, link: 'v=1&nodes=2' });
});
