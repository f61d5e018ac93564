// The service worker's rules, with caches and a network of its own; offline.spec.js tests the whole in a browser.
import { test } from 'node:test';
import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import { expect } from '@playwright/test';
import { root } from '../../built.mjs';
/** @import {Json} from '../../types.d.ts' */

const kPatienceMs = 200;
const source = readFileSync(new URL('web/lessons/service_worker.js', root), 'utf8')
  .replace("'VERSION'", "'0123456789abcdef'")
  .replace('kFiles = []', "kFiles = ['./', 'index.html', 'web/a.js']")
  .replace(/kPatienceMs = \d+/, `kPatienceMs = ${kPatienceMs}`);

const page = () => new Response('<script src="web/a.js">', { headers: { 'content-type': 'text/html' } });
const script = () => new Response('a', { headers: { 'content-type': 'text/javascript' } });
const login = () =>
  new Response('<title>Log in to see http://h/a/</title>', { headers: { 'content-type': 'text/html; charset=utf-8' } });
const fine = async (/** @type {string} */ url) => (url.endsWith('.js') ? script() : page());

/**
 * The worker of the copy at http://h/a/. `stored`: caches by name, each a Map from address to response. What it answers
 * to an event, which is undefined if it leaves a request to the browser.
 * @param {Map<string, Map<string, Response>>} stored
 * @param {{now: (url: string) => Promise<Response>}} network
 */
function workerWith(stored, network) {
  /** @type {Record<string, (event: Json) => void>} */
  const handlers = {};
  const cacheOf = (/** @type {Map<string, Response>} */ map) => ({
    keys: async () => [...map.keys()].map((url) => ({ url })),
    match: async (/** @type {string} */ url) => map.get(url)?.clone(),
    delete: async (/** @type {{url: string}} */ { url }) => map.delete(url),
    /** @param {string[]} urls */
    async addAll(urls) {
      for (const url of urls) map.set(url, await network.now(url));
    },
  });
  const caches = {
    keys: async () => [...stored.keys()],
    delete: async (/** @type {string} */ name) => stored.delete(name),
    /** @param {string} name */
    async open(name) {
      if (!stored.has(name)) stored.set(name, new Map());
      return cacheOf(stored.get(name));
    },
  };
  const self = {
    registration: { scope: 'http://h/a/' },
    skipWaiting() {},
    clients: { claim: async () => {} },
    addEventListener: (/** @type {string} */ type, /** @type {(typeof handlers)[string]} */ handler) => {
      handlers[type] = handler;
    },
  };
  vm.runInNewContext(source, {
    self,
    caches,
    fetch: (/** @type {{url: string}} */ { url }) => network.now(url),
    URL,
    Response,
    setTimeout,
  });
  return async (/** @type {string} */ type, event = {}) => {
    /** @type {Promise<unknown>[]} */
    const waits = [];
    let answer = /** @type {any} */ (undefined);
    handlers[type]({
      waitUntil: (/** @type {Promise<unknown>} */ work) => waits.push(work),
      respondWith: (/** @type {Promise<Response>} */ response) => {
        answer = response;
      },
      ...event,
    });
    const response = await answer;
    await Promise.all(waits);
    return response;
  };
}

const asked = (/** @type {string} */ url, /** @type {string} */ mode) => ({ request: { method: 'GET', mode, url } });
const kOwn = 'reshard /a/ 0123456789abcdef';
const cache = (/** @type {string[]} */ ...paths) => new Map(paths.map((path) => [`http://h${path}`, page()]));

test('a copy deletes its own older caches and its files in shared ones, and nothing of other copies', async () => {
  const stored = new Map([
    ['reshard-00ff', cache('/a/', '/a/x', '/b/', '/b/x', '/', '/x', '/a/in/', '/a/in/x')],
    ['reshard-01ff', cache('/a/', '/a/x')],
    ['reshard-02ff', cache()],
    ['reshard /a/ old', cache('/a/')],
    ['reshard /b/ old', cache('/b/')],
    ['reshard /a/in/ old', cache()],
    ['another program', cache('/a/', '/a/x')],
  ]);
  const fire = workerWith(stored, { now: fine });
  await fire('install');
  await fire('activate');
  const left = Object.fromEntries(
    [...stored].map(([name, map]) => [name, [...map.keys()].map((url) => new URL(url).pathname)]),
  );
  expect(left).toEqual({
    'reshard-00ff': ['/b/', '/b/x', '/', '/x', '/a/in/', '/a/in/x'],
    'reshard-02ff': [],
    'reshard /b/ old': ['/b/'],
    'reshard /a/in/ old': [],
    'another program': ['/a/', '/a/x'],
    [kOwn]: ['/a/', '/a/index.html', '/a/web/a.js'],
  });
});

const networks = {
  'accepts and never answers': () => new Promise(() => {}),
  'answers 503': async () => new Response('no', { status: 503 }),
  'answers with a login page': async () => login(),
  'is not there': async () => {
    throw new TypeError('no network');
  },
};
for (const [what, now] of Object.entries(networks)) {
  test(`the page and its scripts come from the cache if the network ${what}, which is asked once`, async () => {
    const network = { now: fine };
    const fire = workerWith(new Map(), network);
    await fire('install');
    let times = 0;
    network.now = () => {
      times += 1;
      return now();
    };
    expect(await (await fire('fetch', asked('http://h/a/?lang=en', 'navigate'))).text()).toContain('web/a.js');
    for (let i = 0; i < 20; ++i)
      expect(await (await fire('fetch', asked('http://h/a/web/a.js', 'cors'))).text()).toBe('a');
    expect(times).toBe(1);
    network.now = async (url) =>
      url.endsWith('.js') ? new Response('newer', { headers: { 'content-type': 'text/javascript' } }) : page();
    await fire('fetch', asked('http://h/a/', 'navigate'));
    expect(
      await (await fire('fetch', asked('http://h/a/web/a.js', 'cors'))).text(),
      'a page that is opened asks again',
    ).toBe('newer');
  });
}

test('a cache that somebody has deleted is filled again when the page is opened', async () => {
  const stored = new Map(),
    network = { now: fine },
    fire = workerWith(stored, network);
  await fire('install');
  stored.clear();
  await fire('fetch', asked('http://h/a/', 'navigate'));
  expect(stored.get(kOwn).size).toBe(3);
  network.now = async () => {
    throw new TypeError('no network');
  };
  expect(await (await fire('fetch', asked('http://h/a/web/a.js', 'cors'))).text()).toBe('a');
});

test('figures and addresses that are not kept go to the network alone', async () => {
  const fire = workerWith(new Map(), { now: fine });
  for (const url of ['http://h/a/?embed', 'http://h/a/other.html', 'http://h/b/'])
    expect(await fire('fetch', asked(url, 'navigate'))).toBe(undefined);
});
