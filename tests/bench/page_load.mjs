// How soon the page and the story load in real Chromium, measured as Lighthouse does. After web/serve --build:
//   node tests/bench/page_load.mjs [--dist dist] [--runs 5]
// Each figure is the median of the runs, each of which starts with an empty cache. A slow phone is one whose
// processor is four times slower.
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { median, served } from './served.mjs';
/** @import {Json} from '../types.d.ts' */
/** @import {Browser} from '@playwright/test' */

const { values } = parseArgs({
  options: { dist: { type: 'string', default: 'dist' }, runs: { type: 'string', default: '5' } },
});

const kPages = {
  'index.html': () => window.reshard?.firstFrameMs != null && window.reshard.settled,
  'story.html': () => document.documentElement.dataset.ready !== undefined,
};
const kScreens = {
  laptop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true },
};
const kSlowdowns = [1, 4];
const kQuietMs = 2000; // how long the page is watched after it has settled

// Runs in the page before its first script.
function watch() {
  const seen = { lcp: 0, cls: 0, tasks: /** @type {number[][]} */ ([]) };
  Object.assign(window, { seen });
  const each = (/** @type {string} */ type, /** @type {(entry: Json) => void} */ take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  each('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime;
  });
  each('layout-shift', ({ value }) => {
    seen.cls += value;
  });
  each('longtask', ({ startTime, duration }) => {
    seen.tasks.push([startTime, duration]);
  });
}

/**
 * The figures of one visit: milliseconds from navigation, CLS, gzipped bytes.
 * @param {Browser} browser
 * @param {string} home
 * @param {keyof typeof kPages} file
 * @param {import('@playwright/test').BrowserContextOptions} screen
 * @param {number} slowdown
 */
async function visit(browser, home, file, screen, slowdown) {
  const context = await browser.newContext(screen);
  const page = await context.newPage();
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(watch);
  /** @type {Promise<Buffer>[]} */
  const bodies = [];
  page.on('response', (response) => bodies.push(response.body()));
  await page.goto(new URL(file, home).href);
  await page.waitForFunction(kPages[file], null, { timeout: 120_000 });
  await page.waitForTimeout(kQuietMs);
  const { seen, painted, drawn } = await page.evaluate(() => ({
    seen: /** @type {{lcp: number, cls: number, tasks: number[][]}} */ (window.seen),
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
    drawn: window.reshard?.firstFrameMs ?? NaN,
  }));
  const bytes = (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
  await context.close();
  const blocking = seen.tasks
    .filter(([start, duration]) => start + duration > painted)
    .reduce((sum, [, duration]) => sum + duration - 50, 0);
  return [
    painted,
    seen.lcp,
    drawn,
    seen.cls,
    Math.max(0, ...seen.tasks.map(([, duration]) => duration)),
    blocking,
    bytes,
  ];
}

const { home, browser, close } = await served(values.dist);
console.log(
  '| page | screen | processor | first paint, ms | LCP, ms | first frame, ms | CLS | longest task, ms | TBT, ms | KB |',
);
console.log('| --- | --- | --- | --: | --: | --: | --: | --: | --: | --: |');
try {
  for (const file of /** @type {(keyof typeof kPages)[]} */ (Object.keys(kPages))) {
    for (const [name, screen] of Object.entries(kScreens)) {
      for (const slowdown of kSlowdowns) {
        /** @type {number[][]} */
        const runs = [];
        for (let run = 0; run < Number(values.runs); ++run)
          runs.push(await visit(browser, home, file, screen, slowdown));
        const [painted, lcp, drawn, cls, longest, blocking, bytes] = runs[0].map((_, i) =>
          median(runs.map((figures) => figures[i])),
        );
        const ms = (/** @type {number} */ time) => (Number.isNaN(time) ? '' : Math.round(time));
        console.log(
          `| ${file} | ${name} | ${slowdown === 1 ? 'as it is' : `${slowdown} times slower`} | ` +
            `${ms(painted)} | ${ms(lcp)} | ${ms(drawn)} | ${Number(cls.toFixed(4))} | ` +
            `${ms(longest)} | ${ms(blocking)} | ${(bytes / 1000).toFixed(1)} |`,
        );
      }
    }
  }
} finally {
  await close();
}
