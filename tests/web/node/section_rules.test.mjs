// Sections: where keys and requests end up, and what the map costs; compared with the core, a table worked out by hand,
// and a slow model.
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { built, dist, fromTree } from '../../built.mjs';
/** @import {Json} from '../../types.d.ts' */

const { loadReshard } = await built('reshard-core.mjs');
const { byCount, byLoad, heldBy, kSections, mapTraffic, peakOf, sectionsOfKeys, studySections } = await fromTree(
  'web/dialogs/studies/section_rules.js',
);
const { detailOf, settingsOf } = await fromTree('web/dialogs/tools/settings.js');
const core = await loadReshard({ wasm: new URL('reshard-lessons.wasm', dist) }); // the dialogs' module

const keys = { kind: /** @type {const} */ ('sequential'), count: 100_000 };
const equal = (/** @type {number} */ count) => new Array(count).fill(1);

test('a key’s section is its hash mod 65,536, as the core explains it', () => {
  for (const given of [
    { keys: { ...keys, count: 5000 }, hash: 'xxh64' },
    { keys: { kind: /** @type {const} */ ('user'), count: 5000 }, hash: 'murmur3_32', seed: '7' },
    { keys: ['a', 'b', 'ключ'], hash: 'fnv1a64' },
  ]) {
    const sections = sectionsOfKeys(core, given);
    const names = Array.isArray(given.keys)
      ? given.keys
      : given.keys.kind === 'sequential'
        ? ['key-0', 'key-17', 'key-4999']
        : [];
    for (const name of names) {
      const [, { value }] = core.explain(
        { ...given, strategy: 'slots', params: { buckets: 65_536 }, nodes: /** @type {Json} */ (3) },
        name,
      );
      const at = Array.isArray(given.keys) ? given.keys.indexOf(name) : Number(name.slice(4));
      expect(value).toMatch(new RegExp(` = ${sections[at]}$`));
    }
    // The core deals slot i of a new table to node i mod 8.
    const { owners } = core.place({
      ...given,
      strategy: 'slots',
      params: { buckets: 65_536 },
      nodes: /** @type {Json} */ (8),
    });
    expect(Array.from(owners)).toEqual(Array.from(sections, (section) => section % 8));
  }
});

test('placed by count, keys and requests per node are those of the core’s fixed slots', () => {
  for (const [nodes, sections, skew, spread] of [
    [10, 1024, 1, 0],
    [7, 256, 0.8, 3],
    [23, 16_384, 1.2, 10],
    [100, 64, 0, 0],
  ]) {
    const { rows } = studySections(core, { input: { keys }, skew, spread, weights: equal(nodes), sections });
    const { stats, memoryBytes } = core.place({
      keys,
      strategy: 'slots',
      params: { buckets: sections },
      nodes: /** @type {Json} */ (nodes),
      requests: { skew, spread },
    });
    const row = rows[kSections.indexOf(sections)];
    expect(row.keys).toBeCloseTo(stats.peakToMean, 9);
    expect(row.count).toBeCloseTo(stats.requestPeakToMean ?? stats.peakToMean, 9);
    expect(row.map).toBe(memoryBytes);
  }
});

test('with weights, sections are dealt as the core deals them', () => {
  const nodes = [
    { name: 'a', weight: 1 },
    { name: 'b', weight: 2.5 },
    { name: 'c', weight: 0.5 },
  ];
  const owners = byCount(
    core,
    1024,
    nodes.map(({ weight }) => weight),
  );
  const ofKeys = sectionsOfKeys(core, { keys });
  const placed = core.place({ keys, strategy: 'slots', params: { buckets: 1024 }, nodes });
  expect(Array.from(ofKeys, (section) => owners[section % 1024])).toEqual(Array.from(placed.owners));
});

test('the heaviest section goes first, to the node with the least load: Graham’s worst case for two nodes', () => {
  // 3 3 2 2 2: 7 and 5, although 6 and 6 would be best; 7/6 is the worst ratio possible with two nodes.
  expect(Array.from(byLoad([3, 3, 2, 2, 2], equal(2)))).toEqual([0, 1, 0, 1, 0]);
  expect(Array.from(byLoad([2, 3, 2, 3, 2], equal(2)))).toEqual([0, 0, 1, 1, 0]);
  expect(heldBy(byLoad([3, 3, 2, 2, 2], equal(2)), [3, 3, 2, 2, 2], 2)).toEqual([7, 5]);
  expect(peakOf([7, 5], equal(2))).toBeCloseTo(7 / 6, 12);
  expect(Array.from(byLoad([6, 3, 3], [2, 1]))).toEqual([0, 1, 0]);
});

test('the result is the same as looking at every node for every section', () => {
  let state = 1;
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (const nodes of [1, 2, 7, 60]) {
    const weights = Array.from({ length: nodes }, () => 1 + Math.floor(3 * random()));
    const loads = Array.from({ length: 500 }, () => Math.floor(100 * random()));
    const held = weights.map(() => 0),
      expected = [];
    const order = loads
      .map((load, i) => ({ load, i }))
      .sort((a, b) => b.load - a.load || a.i - b.i)
      .map(({ i }) => i);
    for (const section of order) {
      let least = 0;
      for (let node = 1; node < nodes; ++node)
        if (held[node] / weights[node] < held[least] / weights[least]) least = node;
      held[least] += loads[section];
      expected[section] = least;
    }
    expect(Array.from(byLoad(loads, weights))).toEqual(expected);
  }
});

test('hot sections spread, down to the hottest key, which no map can divide', () => {
  // Zipf with exponent 1 over 100,000 keys: the hottest gets 1 / H = 8.3% of all requests, on 20 nodes 1.65 times the
  // mean.
  const { rows, hottest } = studySections(core, {
    input: { keys },
    skew: 1,
    spread: 0,
    weights: equal(20),
    sections: 1024,
  });
  for (const { count, load, floor } of rows) {
    expect(load).toBeGreaterThanOrEqual(floor - 1e-12);
    expect(load).toBeLessThanOrEqual(count + 1e-12);
  }
  const last = rows.at(-1);
  expect(last.floor).toBeGreaterThanOrEqual(20 * 0.0827);
  expect(last.floor).toBeLessThan(20 * 0.0829);
  expect(last.load).toBeCloseTo(last.floor, 9);
  expect(last.count).toBeGreaterThan(last.load);
  expect(hottest[0].load).toBeGreaterThan(0.082);
  // The ten hottest are on ten nodes, since each goes to the least loaded one.
  expect(new Set(hottest.map((/** @type {{byLoad: number}} */ { byLoad: node }) => node)).size).toBe(10);
});

test('sixteen sections give work to sixteen nodes at most', () => {
  const { rows } = studySections(core, { input: { keys }, skew: 0, spread: 0, weights: equal(20), sections: 16 });
  expect(rows[0]).toMatchObject({ sections: 16, used: 16, map: 64 });
  expect(rows[0].keys).toBeGreaterThanOrEqual(20 / 16); // four nodes have none
});

test('a map of 1,024 sections for 1,000 clients: 4,096,000 bytes per push, 68,267 bytes per second when polled each minute', () => {
  expect(mapTraffic({ sections: 1024, clients: 1000, poll: 60, changes: 6 })).toEqual({
    map: 4096,
    push: 4_096_000,
    pushed: 4_096_000 / 600,
    polled: 4_096_000 / 60,
  });
});

test('a dialog’s part of a link is read back, and anything unknown or out of range is ignored', () => {
  const fields = { sections: { least: 16, most: 65_536, usual: 1024 }, skew: { least: 0, most: 2, usual: 0 } };
  for (const settings of [
    { sections: 16, skew: 1.1 },
    { sections: 65_536, skew: 0 },
  ])
    expect(settingsOf(fields, detailOf(settings))).toEqual(settings);
  expect(settingsOf(fields, 'sections7-skew9-colour3')).toEqual({ sections: 1024, skew: 0 });
  expect(settingsOf(fields)).toEqual({ sections: 1024, skew: 0 });
});
