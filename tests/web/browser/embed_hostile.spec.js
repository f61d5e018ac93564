// A page that frames the playground may send it anything: nothing changes and nothing breaks.
import { expect, test } from './fixture.mjs';
import { start, startBlog } from './blog.mjs';
import { collectFaults, faultsOf, openEmbedded } from './page.mjs';
/** @import {Json, Shown} from '../../types.d.ts' */

// Sends `count` malformed messages to the frame, made from lists of values and a seed.
function assault(/** @type {{count: number, seed: number}} */ { count, seed }) {
  const frame = document.querySelector('iframe').contentWindow;
  let state = seed;
  const random = (/** @type {number} */ below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % below;
  };
  const circle = {};
  circle.self = circle;
  /** @type {any[]} */
  const values = [
    null,
    undefined,
    true,
    0,
    -1,
    NaN,
    Infinity,
    2 ** 60,
    10n,
    '',
    'v',
    '__proto__',
    'x'.repeat(70_000),
    [],
    [[]],
    {},
    circle,
    new Map([['do', 'add_node']]),
    new Uint8Array(9),
    new Date(0),
    /x/,
    { do: 'add_node', constructor: 1 },
    { do: {} },
  ];
  const types = [
    'open',
    'theme',
    'run',
    'state',
    'ready',
    'change',
    'constructor',
    'toString',
    '__proto__',
    '',
    7,
    null,
    circle,
  ];
  const keys = ['link', 'theme', 'request', 'id', 'value', 'error'];
  /** @type {<T>(list: T[]) => T} */
  const pick = (list) => list[random(list.length)];
  for (let i = 0; i < count; ++i) {
    const shape = random(4);
    if (shape === 0) {
      frame.postMessage(pick(values), '*');
      continue;
    }
    // The right version with a wrong type, or the right version and type with wrong content.
    /** @type {Json} */
    const message = { reshard: shape === 1 ? pick(values) : 1, type: pick(types) };
    for (const key of keys) if (random(2)) message[key] = pick(values);
    if (message.reshard === 1 && message.type === 'open' && typeof message.link === 'string') message.link = 7;
    if (message.reshard === 1 && message.type === 'run')
      message.request = { do: pick(['', 'dance', 'add_nodes', '__proto__']) };
    frame.postMessage(message, '*');
  }
}

test('ten thousand malformed messages change nothing', async ({ page, baseURL }) => {
  const playground = await openEmbedded(page, baseURL, { address: './#v=1&nodes=a,b&keys=1000' });
  collectFaults(page);
  const before = await playground.state();
  await page.evaluate(assault, { count: 10_000, seed: 1 });
  // The last message is a valid one: once it is answered, all before it have been read.
  const answered = page.evaluate(
    () =>
      new Promise((heard) => {
        addEventListener('message', ({ data }) => {
          if (data.type === 'answer' && data.id === 424242) heard(data.value.link);
        });
        document.querySelector('iframe').contentWindow.postMessage({ reshard: 1, type: 'state', id: 424242 }, '*');
      }),
  );
  expect(await answered).toBe(before.link);
  const { notice: _, ...after } = await playground.state();
  expect(after).toMatchObject({ nodes: before.nodes, revision: before.revision, undo: false });
  expect(faultsOf(page)).toEqual([]);
  expect(await playground.run({ do: 'add_node' })).toBeNull();
  expect((await playground.state()).nodes).toHaveLength(3);
});

test('a figure ignores nonsense from its frame', async ({ page, baseURL }) => {
  const blog = await startBlog(baseURL);
  await blog.open(page, '<reshard-playground nodes="2"></reshard-playground>');
  collectFaults(page);
  const figure = page.locator('reshard-playground');
  await start(page, figure);
  const frame = page.frames().at(-1);
  const heard = await figure.evaluate((element) => {
    element.heard = [];
    for (const type of ['change', 'moved', 'error']) element.addEventListener(type, () => element.heard.push(type));
    return element.heard;
  });
  expect(heard).toEqual([]);
  await frame.evaluate(() => {
    const circle = {};
    circle.self = circle;
    const sent = [
      { type: 'change', link: 7, headline: 'x' },
      { type: 'change', link: 'x'.repeat(1 << 21), headline: 'x' },
      { type: 'moved', keys: 10, moved: 11, share: 1, leastShare: 1, needless: 0 },
      { type: 'moved', keys: 10, moved: 1, share: 7, leastShare: 1, needless: 0 },
      { type: 'moved', keys: '10', moved: 1, share: 0.1, leastShare: 0.1, needless: 0 },
      { type: 'error', message: circle },
      { type: 'answer', id: circle, value: circle },
      { type: 'constructor' },
      { type: circle },
    ];
    for (const message of sent) parent.postMessage({ reshard: 1, ...message }, '*');
    parent.postMessage({ reshard: 1, type: 'error', message: 'the last one' }, '*');
  });
  await expect.poll(() => figure.evaluate((element) => element.heard)).toEqual(['error']);
  expect(faultsOf(page)).toEqual([]);
  blog.close();
});

// Makes the frame open `count` fragments composed of pieces of links.
function openHostile(/** @type {{count: number, seed: number}} */ { count, seed }) {
  const frame = document.querySelector('iframe').contentWindow;
  let state = seed;
  const random = (/** @type {number} */ below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % below;
  };
  const pieces = [
    'v',
    'nodes',
    'keys',
    'kind',
    'log',
    'seed',
    'strategy',
    'hash',
    'replicas',
    's2',
    'view',
    'controls',
    'theme',
    'load',
    'flows',
    'inspector',
    'none',
    ':locked',
    'dark',
    'light',
    'auto',
    'given:',
    '=',
    '=',
    '=',
    '&',
    '&',
    '&',
    ',',
    '..',
    '%',
    '%00',
    '%ff',
    '%26',
    '+',
    '-',
    '~',
    '*',
    '!',
    '@',
    '/',
    'é',
    '\u{1f600}',
    '\0',
    '0',
    '1',
    '7',
    '-1',
    '1e9',
    'nan',
    'ring',
    'jump',
  ];
  for (let i = 0; i < count; ++i) {
    const words = Array.from({ length: 1 + random(30) }, () => pieces[random(pieces.length)]);
    // Few keys, so that reading the links takes most of the time.
    frame.postMessage({ reshard: 1, type: 'open', link: `keys=100&${words.join('')}` }, '*');
  }
}

test('after three hundred hostile fragments the next link opens as usual', async ({ page, baseURL }) => {
  const playground = await openEmbedded(page, baseURL, { address: './#v=1&keys=1000' });
  collectFaults(page);
  await page.evaluate(openHostile, { count: 300, seed: 6 });
  await page.evaluate(() => {
    document
      .querySelector('iframe')
      .contentWindow.postMessage({ reshard: 1, type: 'open', link: 'v=1&nodes=a,b&keys=1000' }, '*');
  });
  await expect
    .poll(async () => (await playground.state()).nodes.map(({ name }) => name), { timeout: 60_000 })
    .toEqual(['a', 'b']);
  const { keys, nodes, notice, controls } = await playground.state();
  expect(keys).toBe(1000);
  expect(nodes.map((node) => node.keys).reduce((a, b) => a + b)).toBe(1000);
  expect(notice).toBe('');
  expect(controls).toEqual({ nodes: 'free', strategy: 'free', keys: 'free' });
  expect(faultsOf(page)).toEqual([]);
});

// A sanitizer may let the element through, with attributes of somebody else.
for (const src of [
  'javascript:top.ran = 1//',
  'data:text/html,<script>parent.ran = 1</script>',
  'blob:null/1',
  'http://[',
  ' \njavascript:top.ran = 1//',
]) {
  test(`src="${JSON.stringify(src).slice(1, -1)}" is not followed: the figure starts from its own folder`, async ({
    page,
    baseURL,
  }) => {
    const blog = await startBlog(baseURL);
    /** @type {string[]} */
    const warned = [];
    page.on('console', (message) => {
      if (message.type() === 'warning') warned.push(message.text());
    });
    await blog.open(page, '<reshard-playground nodes="2">A post</reshard-playground>');
    const figure = page.locator('reshard-playground');
    await figure.evaluate((element, address) => element.setAttribute('src', address), src);
    await start(page, figure);
    expect(await figure.evaluate((element) => /** @type {any} */ (element).src)).toBe(baseURL);
    expect(await page.evaluate(() => /** @type {any} */ (window).ran)).toBe(undefined);
    expect(page.frames().map((frame) => new URL(frame.url()).origin)).toEqual([
      new URL(page.url()).origin,
      new URL(baseURL).origin,
    ]);
    expect(warned.join('\n')).toContain('src: ');
    blog.close();
  });
}

test('a src of http leads to another folder, also relative to the page', async ({ page, baseURL }) => {
  const blog = await startBlog(baseURL);
  await blog.open(
    page,
    '<reshard-playground nodes="2" src="https://example.org/copy/"></reshard-playground><reshard-playground src="../copy/"></reshard-playground>',
  );
  const addresses = await page
    .locator('reshard-playground')
    .evaluateAll((all) => all.map((element) => /** @type {any} */ (element).src));
  expect(addresses).toEqual(['https://example.org/copy/', new URL('/copy/', page.url()).href]);
  blog.close();
});

test('a poster that is no address leaves the content between the tags, and a warning', async ({ page, baseURL }) => {
  const blog = await startBlog(baseURL);
  collectFaults(page);
  /** @type {string[]} */
  const warned = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warned.push(message.text());
  });
  await blog.open(
    page,
    '<reshard-playground nodes="2" poster="http://[">Two nodes.</reshard-playground><reshard-playground poster="javascript:1">Three.</reshard-playground>',
  );
  await expect(page.getByText('Two nodes.')).toBeVisible();
  await expect(page.getByText('Three.')).toBeVisible();
  expect(
    await page
      .locator('reshard-playground')
      .evaluateAll((all) => all.map((element) => element.shadowRoot.querySelectorAll('img').length)),
  ).toEqual([0, 0]);
  expect(warned.filter((text) => text.includes('poster: '))).toHaveLength(2);
  expect(faultsOf(page)).toEqual([]);
  await start(page, page.locator('reshard-playground').first());
  blog.close();
});

test('a height that no figure can have gives the usual one', async ({ page, baseURL }) => {
  const blog = await startBlog(baseURL);
  const heights = ['3', '5000', 'tall', '', '-1', 'NaN', '1e3'];
  await blog.open(
    page,
    heights.map((height) => `<reshard-playground height="${height}"></reshard-playground>`).join(''),
  );
  const heightsOf = () =>
    page
      .locator('reshard-playground')
      .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().height));
  expect(await heightsOf()).toEqual([420, 420, 420, 420, 420, 420, 1000]);
  await page
    .locator('reshard-playground')
    .last()
    .evaluate((element) => element.setAttribute('height', '7'));
  expect((await heightsOf()).at(-1)).toBe(420);
  blog.close();
});

test('a figure off screen answers with its state, and after a change with the next one', async ({ page, baseURL }) => {
  const blog = await startBlog(baseURL);
  await blog.open(page, '<div></div><reshard-playground nodes="4" link="log=%2Bx" keys="50000"></reshard-playground>');
  await page.evaluate(() => {
    document.querySelector('div').style.height = '1500px';
  });
  const figure = page.locator('reshard-playground');
  /** @type {Shown} */
  const state = await figure.evaluate(
    (/** @type {any} */ element) =>
      new Promise((told, failed) => {
        element.addEventListener('ready', () => element.state().then(told, failed), { once: true });
        element.start();
      }),
  );
  expect(await page.evaluate(() => scrollY + innerHeight)).toBeLessThan(1500);
  expect(state.nodes.map(({ name }) => name)).toEqual(['node-0', 'node-1', 'node-2', 'node-3', 'x']);
  expect(state.nodes.reduce((sum, { keys }) => sum + keys, 0)).toBe(50_000);
  await figure.evaluate((/** @type {any} */ element) => element.run({ do: 'add_node' }));
  /** @type {Shown} */
  const next = await figure.evaluate((/** @type {any} */ element) => element.state());
  expect(next.nodes).toHaveLength(6);
  expect(next.nodes.reduce((sum, { keys }) => sum + keys, 0)).toBe(50_000);
  blog.close();
});
