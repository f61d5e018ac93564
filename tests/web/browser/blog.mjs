// A blog on a site other than the playground's, with a strict policy and with posts from the tests.
import { createServer } from 'node:http';
import { Playground } from './page.mjs';
/** @import {Locator, Page} from '@playwright/test' */

const kPolicy = "default-src 'none'; style-src 'self'; img-src 'self' data:";

/** @param {string} baseURL the playground's @returns {Promise<Blog>} */
export async function startBlog(baseURL) {
  const blog = new Blog(baseURL);
  await blog.listening;
  return blog;
}

export class Blog {
  #baseURL;
  #server;
  #post = '';
  #policy;

  /** @param {string} baseURL the playground's */
  constructor(baseURL) {
    this.#baseURL = baseURL;
    this.#policy = `${kPolicy} ${baseURL}; script-src ${baseURL}; frame-src ${baseURL}`;
    this.#server = createServer((_, response) => {
      response
        .setHeader('Content-Type', 'text/html; charset=utf-8')
        .setHeader('Content-Security-Policy', this.#policy)
        .end(this.#post);
    }).listen(0, '127.0.0.1');
    this.listening = new Promise((listening) => this.#server.once('listening', listening));
  }

  /**
   * Opens a post with this body, under the blog's policy or another one.
   * @param {Page} page
   * @param {string} body
   */
  async open(page, body, policy = this.#policy) {
    this.#policy = policy;
    this.#post = `<!doctype html><title>A post</title>
      <script type="module" src="${this.#baseURL}reshard-playground.js"></script>${body}`;
    await page.goto(`http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (this.#server.address()).port}/`);
  }

  close() {
    this.#server.close();
  }
}

/**
 * Listens for the element's next event of this type. Returns a function that waits for it and returns its detail.
 * @param {Locator} element
 * @param {string} type
 */
export async function listen(element, type) {
  await element.evaluate((figure, name) => {
    figure.next ??= {};
    figure.next[name] = new Promise((told) =>
      figure.addEventListener(name, (/** @type {CustomEvent} */ e) => told(e.detail), { once: true }),
    );
  }, type);
  return () => element.evaluate((figure, name) => figure.next[name], type);
}

/**
 * Starts a figure as a reader does, and waits until it answers.
 * @param {Page} page
 * @param {Locator} figure
 */
export async function start(page, figure) {
  const ready = await listen(figure, 'ready');
  await figure.getByRole('button', { name: /^Start/ }).click();
  await ready();
}

/**
 * What is inside the started figure.
 * @param {Page} page
 * @param {Locator} figure
 */
export async function playgroundIn(page, figure) {
  const frame = await (await figure.locator('iframe').elementHandle()).contentFrame();
  return new Playground(page, frame).started();
}
