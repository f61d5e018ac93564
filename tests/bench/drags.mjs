// Main-thread tasks over 50 ms while sliders are dragged, for every strategy: 100,000 keys on 100 nodes at 1440×900, in
// real Chromium. After web/serve --build:
//   node tests/bench/drags.mjs [--dist dist] [--seconds 2] [--keys 100000] [--nodes 100] [strategy ...]
// For each strategy it drags the slider of the keys and those of its parameters. The longest task is listed with the
// largest parts of its time, from Chromium's trace.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { open } from '../web/browser/page.mjs';
import { served } from './served.mjs';
/** @import {CDPSession} from '@playwright/test' */
/** @import {Playground} from '../web/browser/page.mjs' */
/** @import {TraceEvent} from '../types.d.ts' */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dist: { type: 'string', default: 'dist' },
    seconds: { type: 'string', default: '2' },
    keys: { type: 'string', default: '100000' },
    nodes: { type: 'string', default: '100' },
  },
});
const kLongMs = 50;

/** The tasks of the page's main thread that a trace has, longest first: {ms, parts}. @param {TraceEvent[]} events */
function longTasks(events) {
  const { pid, tid } = events.find(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain') ?? {};
  const own = events.filter((event) => event.ph === 'X' && event.pid === pid && event.tid === tid);
  return own
    .filter(({ name, dur }) => name.endsWith('RunTask') && dur > 1000 * kLongMs)
    .map((task) => {
      const inside = own.filter(
        ({ ts, dur, name }) => ts >= task.ts && ts + dur <= task.ts + task.dur && !name.endsWith('RunTask'),
      );
      const parts = inside
        .sort((a, b) => b.dur - a.dur)
        .slice(0, 3)
        .map(
          ({ name, dur, args }) =>
            `${name}${args?.data?.functionName ? ` ${args.data.functionName}` : ''} ${Math.round(dur / 1000)}`,
        );
      return { ms: Math.round(task.dur / 1000), parts };
    })
    .sort((a, b) => b.ms - a.ms);
}

/**
 * Runs `work` while Chromium records a trace; returns its events.
 * @param {CDPSession} session
 * @param {() => Promise<void>} work
 */
async function traced(session, work) {
  /** @type {TraceEvent[]} */
  const events = [];
  const collect = (/** @type {{value: object[]}} */ { value }) => events.push(.../** @type {TraceEvent[]} */ (value));
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline', 'v8.gc'] },
  });
  await work();
  const ended = new Promise((done) => session.once('Tracing.tracingComplete', done));
  await session.send('Tracing.end');
  await ended;
  session.off('Tracing.dataCollected', collect);
  return events;
}

/**
 * Drags a slider from side to side; returns the number of frames drawn.
 * @param {Playground} playground
 * @param {string} name
 */
async function drag(playground, name) {
  const { page } = playground;
  const { w } = (await playground.controls())[name],
    { x, y } = await playground.controlAt(name);
  const before = await playground.frames();
  await page.mouse.move(x - w / 4, y);
  await page.mouse.down();
  for (let start = Date.now(), moves = 0; Date.now() - start < 1000 * Number(values.seconds); ++moves) {
    await page.mouse.move(x + (w / 4) * Math.sin(moves / 10), y);
  }
  await page.mouse.up();
  const frames = (await playground.frames()) - before;
  await playground.settled();
  return frames;
}

const { home, browser, close } = await served(values.dist);
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const playground = await open(page, home);
  const session = await page.context().newCDPSession(page);
  /** @type {typeof import('../../web/headless/reshard-core.d.ts')} */
  const { loadReshard } = await import(pathToFileURL(resolve(values.dist, 'reshard-core.mjs')).href);
  const known = (await loadReshard()).strategies().map(({ id }) => id);
  console.log('| strategy | slider | frames a second | tasks over 50 ms | longest, ms | most of it |');
  console.log('| --- | --- | --: | --: | --: | --- |');
  for (const id of positionals.length > 0 ? positionals : known) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `v=1&nodes=${values.nodes}&keys=${values.keys}&strategy=${id}`);
    await page.waitForFunction((wanted) => window.reshard.settled && window.reshard.state().strategy === wanted, id);
    const sliders = Object.entries(await playground.controls()).filter(
      ([name, { visible, enabled }]) => name.startsWith('slider:') && visible && enabled,
    );
    for (const [name] of sliders) {
      let frames = 0;
      const tasks = longTasks(
        await traced(session, async () => {
          frames = await drag(playground, name);
        }),
      );
      const [{ ms, parts } = { ms: 0, parts: [] }] = tasks;
      console.log(
        `| ${id} | ${name.slice(7)} | ${Math.round(frames / Number(values.seconds))} | ` +
          `${tasks.length} | ${ms || ''} | ${parts.join(', ')} |`,
      );
    }
  }
} finally {
  await close();
}
