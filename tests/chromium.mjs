// Which Chromium the browser tests start, and the tools that look at the page.
import { existsSync } from 'node:fs';

// Chromium without its window first: tests take a sixth less time in it.
const kPrograms = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The one that CHROMIUM names, or Debian's; undefined: the one that Playwright has installed for itself. */
export const executablePath = process.env.CHROMIUM ?? kPrograms.find(existsSync);

export const args = [
  '--no-sandbox', // Chromium refuses to run as root with it
  '--font-render-hinting=none', // letters as wide as in the Chromium that has a window
];

/** WebGL 2 without a graphics card. */
export const drawing = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-background-networking'];
