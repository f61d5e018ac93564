import { createServer } from 'node:net';
import { defineConfig } from '@playwright/test';
import { args, drawing, executablePath } from './tests/chromium.mjs';

// A port that is free now, chosen once: workers inherit the environment.
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await new Promise((closed) => server.close(closed));
  return String(port);
}

// One context and page a worker, emptied before each test: of the work of opening the page two thirds are a new
// process's and the compiler's for WebAssembly, which a process that has run it keeps.
process.env.PW_TEST_REUSE_CONTEXT ??= '1';
process.env.RESHARD_PORT ??= await freePort();
const baseURL = `http://127.0.0.1:${process.env.RESHARD_PORT}/`;

export default defineConfig({
  testDir: 'tests/web/browser',
  outputDir: 'test-results/playwright',
  reporter: [['list'], ['json', { outputFile: 'test-results/browser/playwright.json' }]],
  forbidOnly: true,
  retries: 1, // tests/count.mjs names each test that needed it
  workers: 2,
  timeout: 120_000, // a busy machine draws WebGL slowly without a graphics card
  expect: { timeout: 20_000 },
  use: {
    baseURL,
    viewport: { width: 1440, height: 900 },
    // Most tests ask where things end; those of what moves on the way say so.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath,
      args: [
        ...args,
        ...drawing,
        '--disable-gpu-compositing', // what is drawn around the canvas costs a fifth of the time otherwise
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  webServer: {
    command: `node web/serve-static.mjs ${process.env.RESHARD_DIST ?? 'dist'} ${process.env.RESHARD_PORT}`,
    url: baseURL,
    timeout: 10_000, // a server that cannot serve ends at once, and says why
  },
});
