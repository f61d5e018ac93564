// The few tests that run in Debian's Firefox too, by WebDriver BiDi; everything else is as in the other configuration.
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import chromium from './playwright.config.js';

const firefox = process.env.FIREFOX ?? ['/usr/bin/firefox-esr'].find(existsSync);

// Root's Firefox does not start in a home that is somebody else's, as in containers of continuous integration.
const home = fileURLToPath(new URL('test-results/firefox-home', import.meta.url));
mkdirSync(home, { recursive: true });

export default defineConfig({
  ...chromium,
  testDir: 'tests/web/firefox',
  outputDir: 'test-results/playwright-firefox',
  reporter: [['list'], ['json', { outputFile: 'test-results/firefox/playwright.json' }]],
  use: {
    baseURL: chromium.use.baseURL,
    viewport: chromium.use.viewport,
    browserName: 'firefox',
    channel: 'moz-firefox', // a Firefox as it is, without Playwright's patches
    launchOptions: {
      executablePath: firefox, // none: the one that is installed where Firefox usually is
      // WebGL 2 without a graphics card: by Mesa's EGL, which draws in software.
      env: { ...process.env, HOME: home, MOZ_WEBGL_FORCE_EGL: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
      firefoxUserPrefs: { 'webgl.force-enabled': true, 'webgl.disable-fail-if-major-performance-caveat': true },
    },
  },
});
