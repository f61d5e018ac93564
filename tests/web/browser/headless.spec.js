// The headless core as a page loads it; tests/headless tests its answers in Node.
import { expect, test } from './fixture.mjs';
import { built } from '../../built.mjs';
/** @import {PlaceInput} from '../../../web/headless/reshard-core.d.ts' */

const { loadReshard } = await built('reshard-core.mjs');

test('the core on a page gives the same bytes as in Node', async ({ page }) => {
  /** @type {PlaceInput} */
  const input = {
    strategy: 'ring',
    nodes: Array.from({ length: 9 }, (_, i) => `node-${i}`),
    keys: { kind: 'url', count: 20_000, seed: 5 },
    replicas: 3,
  };
  await page.goto('./NOTICES.txt'); // any document on the server
  const inPage = await page.evaluate(async (asked) => {
    const module = await import(`${location.origin}/reshard-core.mjs`);
    return [...(await module.loadReshard()).place(asked).owners];
  }, input);
  expect(inPage).toEqual([...(await loadReshard()).place(input).owners]);
});

test('the headless core alone does not fetch the migration module', async ({ page }) => {
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('./embedding.html');
  const placed = await page.evaluate(async () => {
    const module = await import(String('./reshard-core.mjs'));
    window.core = await module.loadReshard();
    return window.core.place({ strategy: 'jump', nodes: ['a', 'b'], keys: ['k'] }).keys;
  });
  expect(placed).toBe(1);
  expect(asked.filter((path) => path.includes('migration'))).toEqual([]);
  const finished = await page.evaluate(async () => {
    const place = (/** @type {string[]} */ nodes) => ({
      strategy: 'jump',
      nodes,
      keys: { kind: 'sequential', count: 100 },
    });
    const run = await window.core.migrate({
      before: place(['a']),
      after: place(['a', 'b']),
      workload: { requests: 100 },
    });
    return run.totals.finished;
  });
  expect(finished).toBe(true);
  expect(asked.filter((path) => path.includes('migration')).map((path) => path.split('/').at(-1))).toEqual([
    'reshard-migration.mjs',
    'reshard-migration.wasm',
  ]);
});
