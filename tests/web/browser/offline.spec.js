// What stays available when the network does not: the page's service worker, on an origin that other copies of the page
// share.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { expect, test } from './fixture.mjs';
import { dist } from '../../built.mjs';
import { Playground } from './page.mjs';
/** @import {Page} from '@playwright/test' */

/** @type {Record<string, string>} */
const kTypes = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
};
const kPortal =
  '<!doctype html><title>Log in</title><p>This network wants you to log in to see http://127.0.0.1/reshard/.';

/** Copies of the page on one origin: /a/ as built, /b/ of another version. */
class Origin {
  /** @type {'fine' | 'silent' | 'gone' | 'portal' | 'portal page' | '503'} what the network does */
  network = 'fine';
  asked = /** @type {string[]} */ ([]);
  #server = createServer((request, response) =>
    this.#answer(request, response).catch(() => response.writeHead(404).end()),
  );
  #open = new Set();

  async begin() {
    this.#server.on('connection', (socket) => {
      this.#open.add(socket);
      socket.on('close', () => this.#open.delete(socket));
    });
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.home = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (this.#server.address()).port}`;
    return this;
  }

  /** @param {any} request @param {any} response */
  async #answer({ url }, response) {
    this.asked.push(url);
    const { pathname } = new URL(url, 'http://localhost');
    if (this.network === 'silent') return;
    if (this.network === 'gone') return response.destroy();
    if (this.network === '503')
      return response.writeHead(503, { 'content-type': 'text/html' }).end('<title>503</title>');
    if (this.network === 'portal') return response.writeHead(302, { location: '/login' }).end();
    if (this.network === 'portal page' || pathname === '/login')
      return response.writeHead(200, { 'content-type': 'text/html' }).end(kPortal);
    const [, copy, path] = /^\/(a|b)\/(.*)$/.exec(pathname);
    const file = path === '' ? 'index.html' : path;
    let body = await readFile(new URL(file, dist));
    if (copy === 'b' && file === 'service-worker.js')
      body = Buffer.from(body.toString().replace(/kVersion ?= ?'[0-9a-f]+'/, "kVersion = 'bbbbbbbbbbbbbbbb'"));
    response
      .writeHead(200, {
        'content-type': kTypes[extname(file)] ?? 'application/octet-stream',
        'cache-control': 'no-store',
      })
      .end(body);
  }

  close() {
    for (const socket of this.#open) socket.destroy();
    this.#server.close();
  }
}

/** @type {Origin} */
let origin;
test.beforeEach(async () => {
  origin = await new Origin().begin();
});
test.afterEach(() => origin.close());

const cacheOf = (/** @type {Page} */ page, /** @type {string} */ copy) =>
  page.evaluate(async (folder) => {
    const names = (await caches.keys()).filter((name) => name.startsWith(`reshard ${folder} `));
    const counts = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length));
    return counts.reduce((a, b) => a + b, 0);
  }, `/${copy}/`);

/**
 * Opens a copy's lessons and waits until its worker has kept everything.
 * @param {Page} page
 * @param {string} copy
 */
async function kept(page, copy) {
  await page.goto(`${origin.home}/${copy}/#lesson=warm-up`);
  const playground = await new Playground(page).started();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => {
        navigator.serviceWorker.oncontrollerchange = done;
      });
  });
  await expect.poll(() => cacheOf(page, copy)).toBeGreaterThan(100);
  await expect(page.locator('#lessons')).toBeVisible();
  return playground;
}

/**
 * Opens a copy in the state that the network is in, in a tab of its own. Returns the milliseconds that it took.
 * @param {Page} page
 * @param {string} copy
 */
async function opens(page, copy) {
  const tab = await page.context().newPage();
  const began = Date.now();
  await tab.goto(`${origin.home}/${copy}/#lesson=warm-up`);
  const playground = await new Playground(tab).started();
  const took = Date.now() - began;
  await playground.clickControl('add-node');
  await expect(tab.locator('#lessons .verdict, #lessons [role=status]').first()).toBeVisible();
  await tab.close();
  return took;
}

test('two copies on one origin both work without a network', async ({ page }) => {
  await kept(page, 'a');
  await kept(page, 'b');
  expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(2);
  origin.network = 'gone';
  for (const copy of ['a', 'b', 'a']) await opens(page, copy);
});

test('a copy deletes its own older caches, and its files in those that earlier versions shared, but no other copy’s', async ({
  page,
}) => {
  await page.goto(`${origin.home}/a/index.html?embed`);
  await page.evaluate(async () => {
    const put = async (/** @type {string} */ name, /** @type {string[]} */ addresses) => {
      const cache = await caches.open(name);
      for (const address of addresses) await cache.put(address, new Response('old'));
    };
    await put('reshard-0123456789abcdef', ['/a/', '/a/index.html', '/a/web/old.js']);
    await put('reshard-00000000000000ff', [
      '/a/',
      '/a/web/old.js',
      '/b/',
      '/b/web/old.js',
      '/',
      '/web/old.js',
      '/a/inner/',
      '/a/inner/web/old.js',
    ]);
    await put('reshard-ffffffffffffffff', ['/b/', '/b/web/old.js']);
    await put('reshard /a/ 0123', ['/a/']);
    await put('reshard /b/ 0123', ['/b/']);
    await put('somebody else’s', ['/a/', '/a/web/old.js']);
  });
  await kept(page, 'a');
  await expect
    .poll(() =>
      page.evaluate(async () =>
        (await caches.keys()).filter((name) => !/^reshard \/a\/ [0-9a-f]{16}$/.test(name)).sort(),
      ),
    )
    .toEqual(['reshard /b/ 0123', 'reshard-00000000000000ff', 'reshard-ffffffffffffffff', 'somebody else’s']);
  const left = await page.evaluate(async () =>
    (await (await caches.open('reshard-00000000000000ff')).keys()).map(({ url }) => new URL(url).pathname),
  );
  expect(left).toEqual(['/b/', '/b/web/old.js', '/', '/web/old.js', '/a/inner/', '/a/inner/web/old.js']);
});

test('a copy whose cache was deleted keeps everything again at the next visit', async ({ page }) => {
  await kept(page, 'a');
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await opens(page, 'a');
  await expect.poll(() => cacheOf(page, 'a'), { timeout: 30_000 }).toBeGreaterThan(100);
  origin.network = 'gone';
  await opens(page, 'a');
});

test('a network that accepts and never answers is waited for once, and then the page opens', async ({ page }) => {
  await kept(page, 'a');
  origin.network = 'silent';
  const took = await opens(page, 'a');
  console.log(`opened after ${took} ms`);
  expect(took, 'not a time limit for each of a hundred files').toBeLessThan(20_000);
});

for (const network of /** @type {const} */ (['503', 'portal', 'portal page'])) {
  test(`what a network says in place of the page does not replace it: ${network}`, async ({ page }) => {
    await kept(page, 'a');
    origin.network = network;
    origin.asked.length = 0;
    await opens(page, 'a');
    expect(
      origin.asked.some((path) => path.startsWith('/a/')),
      'the network is asked first',
    ).toBe(true);
  });
}

test('with a network, a newer page wins over the cache', async ({ page }) => {
  await kept(page, 'a');
  origin.asked.length = 0;
  await opens(page, 'a');
  expect(origin.asked).toContain('/a/');
  expect(origin.asked).toContain('/a/web/page/page.js');
});
