// Serves the built page on a free port and starts Chromium as the browser tests do.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { args, drawing, executablePath } from '../chromium.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @param {string} dist
 * @returns {Promise<{home: string, browser: import('@playwright/test').Browser, close: () => Promise<void>}>}
 */
export async function served(dist) {
  const server = spawn(process.execPath, ['web/serve-static.mjs', dist, '0'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [words] = await once(server.stdout, 'data');
  const home = /http:\/\/127\.0\.0\.1:\d+\//.exec(String(words))[0];
  const browser = await chromium.launch({
    executablePath,
    args: [...args, ...drawing],
  });
  const close = async () => {
    await browser.close();
    server.kill();
  };
  return { home, browser, close };
}

/** @param {number[]} numbers */
export const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];
