// The few tests that run in Debian's Firefox too, over WebDriver BiDi; the rest is as in the other configuration.
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import chromium from './playwright.config.js';

const firefox = process.env.FIREFOX ?? ['/usr/bin/firefox-esr'].find(existsSync);

// As root, Firefox does not start with another user's home, as in containers of continuous integration.
const home = fileURLToPath(new URL('test-results/firefox-home', import.meta.url));
mkdirSync(home, { recursive: true });

export default defineConfig({
  ...chromium,
  testDir: 'tests/web/firefox',
  outputDir: 'test-results/playwright-firefox',
  reporter: [['list'], ['json', { outputFile: 'test-results/firefox/playwright.json' }]],
  use: {
    baseURL: chromium.use?.baseURL,
    viewport: chromium.use?.viewport,
    browserName: 'firefox',
    channel: 'moz-firefox', // an unmodified Firefox, without Playwright's patches
    launchOptions: {
      executablePath: firefox, // undefined: the one that is installed where Firefox usually is
      // WebGL 2 without a graphics card: Mesa's EGL draws in software.
      env: { ...process.env, HOME: home, MOZ_WEBGL_FORCE_EGL: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
      firefoxUserPrefs: { 'webgl.force-enabled': true, 'webgl.disable-fail-if-major-performance-caveat': true },
    },
  },
});
