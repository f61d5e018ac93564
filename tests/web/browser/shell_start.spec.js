// How the page starts, and what it says when it cannot.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { chromium } from '@playwright/test';
import { expect, test } from './fixture.mjs';
import AxeBuilder from 'axe-core';
import { collectFaults, faultsOf, open, Playground } from './page.mjs';
/** @import {Page} from '@playwright/test' */
/** @import {AxeResults} from 'axe-core' */

test('draws its first frame soon, without a violation of its policy', { tag: '@smoke' }, async ({ page, baseURL }) => {
  /** @type {string[]} */
  const elsewhere = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL)) elsewhere.push(request.url());
  });
  await open(page);
  await expect(page.locator('#loading')).toBeHidden();
  await expect(page.locator('#problem')).toBeHidden();
  const { firstFrameMs } = await page.evaluate(() => ({ ...window.reshard }));
  console.log(`first frame after ${Math.round(firstFrameMs)} ms`);
  expect(faultsOf(page)).toEqual([]);
  expect(elsewhere, 'addresses of others').toEqual([]);
});

test('works under any path', async ({ page, baseURL }) => {
  const below = '/some/where/';
  const host = createServer(async (request, response) => {
    const { status, headers, body } = await fetch(
      new URL(request.url?.startsWith(below) ? request.url.slice(below.length) : 'missing', baseURL),
    );
    response.writeHead(status, { 'content-type': headers.get('content-type') ?? '' });
    await pipeline(/** @type {any} */ (body ?? []), response).catch(() => {}); // the page may be gone
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (host.address());
  await open(page, `http://127.0.0.1:${port}${below}`);
  await page.waitForLoadState('networkidle'); // some modules are loaded after the first frame
  expect(faultsOf(page)).toEqual([]);
  host.closeAllConnections();
  host.close();
});

test.describe('provoked', () => {
  test.use({ expectedFaults: [/^policy: .*inline script/i] });

  test('has no inline script or style, and refuses both', async ({ page }) => {
    const playground = await open(page);
    expect(await page.locator('script:not([src]), style, [style]:not(canvas)').count()).toBe(0);
    const ran = await playground.frame.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.injected = true';
      document.body.append(script);
      return window.injected === true;
    });
    expect(ran).toBe(false);
  });
});

test('axe finds no violations', async ({ page }) => {
  await open(page);
  // The page's policy allows no inline script, so the test evaluates it.
  /** @type {AxeResults} */
  const results = await page.evaluate(`(() => { ${AxeBuilder.source}; return axe.run(); })()`);
  expect(results.violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0].html}`)).toEqual([]);
});

test.describe('says in words', () => {
  const problem = (/** @type {Page} */ page) => page.locator('#problem');

  test('that the browser has no WebAssembly', async ({ page }) => {
    await page.addInitScript(() => delete window.WebAssembly);
    await page.goto('./');
    await expect(problem(page)).toContainText('WebAssembly');
    await expect(problem(page)).toContainText('cannot run');
    await expect(page.locator('#loading')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  });

  test('that the browser has no WebGL 2', async ({ baseURL }, { project }) => {
    const { executablePath, args } = project.use.launchOptions;
    const browser = await chromium.launch({ executablePath, args: [...args, '--disable-3d-apis'] });
    const page = await browser.newPage();
    await page.goto(baseURL);
    await expect(problem(page)).toContainText('WebGL 2');
    await expect(problem(page)).toContainText('cannot draw');
    await browser.close();
  });

  for (const file of ['web/reshard.wasm', 'web/reshard.js', 'fonts/inter-600.ttf']) {
    test(`that ${file} is missing`, async ({ page }) => {
      await page.route(`**/${file}`, (route) => route.fulfill({ status: 404 }));
      await page.goto('./#v=1');
      await expect(problem(page)).toContainText('did not load');
      await expect(problem(page).locator('pre')).toContainText(file.replace('web/', ''));
      await expect(problem(page).locator('pre')).toBeVisible();
    });
  }

  test('that a file is damaged', async ({ page }) => {
    await page.route('**/reshard.wasm', (route) => route.fulfill({ contentType: 'application/wasm', body: '\0asm!' }));
    await page.goto('./');
    await expect(problem(page)).toContainText('reshard.wasm: could not be compiled');
  });

  test('that the connection failed', async ({ page }) => {
    await page.route('**/reshard.wasm', (route) => route.abort());
    await page.goto('./');
    await expect(problem(page)).toContainText('reshard.wasm: could not be fetched');
  });

  test('that memory ran out, and reloads with the scenario', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL }); // a process whose memory no earlier test has used
    const page = await context.newPage();
    const playground = await open(page, './#v=1');
    await playground.canvas.focus();
    // More than the module has; the page loaded anew gets what it asks for.
    await page.evaluate(() => {
      WebAssembly.Memory.prototype.grow = () => {
        throw new RangeError('no more');
      };
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'x'.repeat(64 << 20));
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData }));
    });
    await expect(problem(page)).toContainText('Out of memory');
    const drawn = await playground.frames();
    await page.mouse.move(10, 10);
    await page.waitForTimeout(200);
    expect(await playground.frames(), 'frames after the end').toBe(drawn);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(problem(page), 'of the page that was left').toBeHidden();
    await new Playground(page).started();
    expect(new URL(page.url()).hash).toBe('#v=1');
    await context.close();
  });

  test('that scripts are off', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(baseURL);
    await expect(page.locator('noscript .panel')).toContainText('needs JavaScript');
    await context.close();
  });
});

test('a server that sends the wrong type only costs time', async ({ page }) => {
  await page.route('**/reshard.wasm', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, contentType: 'application/octet-stream' });
  });
  collectFaults(page);
  await page.goto('./');
  await new Playground(page).started();
  expect(faultsOf(page)).toEqual([]);
});
