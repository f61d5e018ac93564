// Jump, node by node: the shares of the proof, the draws of one key, and what a failed node moves.
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { built, dist, fromTree } from '../../built.mjs';

const { afterFailure, coinsOf, jumpsOf, lookUp, sharesAfterFailure, walk } = await fromTree(
  'web/dialogs/studies/jump_walk.js',
);
const { loadReshard } = await built('reshard-core.mjs');
const core = await loadReshard({ wasm: new URL('reshard-lessons.wasm', dist) }); // the dialogs' module

const rows = (/** @type {string} */ name) =>
  readFileSync(new URL(`../../vectors/${name}.csv`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split(','));
const kMost = 20;
const input = { keys: { kind: 'sequential', count: 100_000 } };
const walked = walk(core, { input, most: kMost });

// Within five standard deviations of the expectation, beyond which not one of a thousand such counts should be.
const expectCount = (/** @type {number} */ count, /** @type {number} */ share, /** @type {string} */ what) =>
  expect(Math.abs(count - walked.keys * share), what).toBeLessThan(
    5 * Math.sqrt(walked.keys * share * (1 - share)) + 1e-9,
  );

test('with n nodes each has 1/n of the keys, and from n to n + 1 each gives 1/(n(n + 1)), all to the new one', () => {
  expect(walked.counts[0]).toEqual([100_000]);
  for (let n = 1; n < kMost; ++n) {
    const step = walked.steps[n - 1];
    for (const [node, count] of walked.counts[n].entries())
      expectCount(count, 1 / (n + 1), `${n + 1} nodes, node ${node}`);
    expectCount(step.moved, 1 / (n + 1), `moved from ${n} to ${n + 1}`);
    expect([step.needless, step.toNewcomer]).toEqual([0, step.moved]);
    for (const [node, given] of step.from.entries()) {
      expectCount(given, 1 / (n * (n + 1)), `node ${node} of ${n} gives`);
      expect(walked.counts[n - 1][node] - given).toBe(walked.counts[n][node]);
    }
  }
});

test('of the keys that came to node b, (b + 1)/j are still there with j nodes', () => {
  for (const b of [0, 4, 9]) {
    const came = walked.counts[b][b];
    for (let j = b + 1; j <= kMost; ++j) {
      const share = (b + 1) / j;
      expect(Math.abs(walked.counts[j - 1][b] - came * share), `${b} of ${j}`).toBeLessThan(
        5 * Math.sqrt(came * share * (1 - share)) + 1e-9,
      );
    }
  }
  // The control: another law does not fit.
  expect(Math.abs(walked.counts[kMost - 1][4] - walked.counts[4][4] * (4 / kMost))).toBeGreaterThan(
    5 * Math.sqrt(walked.counts[4][4] * 0.2 * 0.8),
  );
});

test('the jumping draws end where the Go implementation says', () => {
  const [[, ...sizes], ...vectors] = rows('jump_go');
  expect(vectors.length).toBeGreaterThan(300);
  for (const [key, ...buckets] of vectors) {
    for (const [i, bucket] of buckets.entries()) {
      const nodes = Number(sizes[i].slice(1)),
        jumps = jumpsOf(core, `0x${key}`, nodes);
      expect(jumps.at(-1).from, `${key}, ${nodes}`).toBe(Number(bucket));
      expect(jumps.at(-1).to).toBeGreaterThanOrEqual(nodes);
    }
  }
});

test('the coins are the numbers of SplitMix64 under a seed, and a key moves where its number is below 1/(j + 1)', () => {
  for (const [seed, ...drawn] of rows('splitmix64').slice(1)) {
    const values = drawn.map((hex) => BigInt(`0x${hex}`));
    const coins = coinsOf(core, `0x${seed}`, values.length + 1);
    let at = 0;
    for (const [i, coin] of coins.entries()) {
      const draw = Number(values[i] / 2048n) / 2 ** 53;
      if (draw * (i + 2) < 1) at = i + 1;
      expect(coin).toEqual({ node: i + 1, chance: 1 / (i + 2), draw, moves: draw * (i + 2) < 1, at });
    }
  }
});

test('both loops end where the core puts the key, and the jumping one draws H(n) times on average', () => {
  let draws = 0;
  for (let i = 0; i < 300; ++i) {
    const { owners, coins, jumps } = lookUp(core, { input, key: `key-${i}`, nodes: kMost });
    expect(coins.at(-1).at).toBe(Number(owners.jump_naive));
    expect(jumps.at(-1).from).toBe(Number(owners.jump));
    draws += jumps.length;
  }
  const harmonic = Array.from({ length: kMost }, (_, i) => 1 / (i + 1)).reduce((sum, part) => sum + part, 0);
  expect(Math.abs(draws / 300 - harmonic)).toBeLessThan(0.4); // 5 σ; σ² is below H(n)
  // A key's nodes are the first one and one more for each move, so all keys together draw 1 + moves per key on average.
  expect(
    1 +
      walked.steps.reduce((/** @type {number} */ sum, /** @type {{moved: number}} */ { moved }) => sum + moved, 0) /
        walked.keys,
  ).toBeCloseTo(harmonic, 1);
});

test('a replaced node moves 1/n, a removed one what arithmetic says, and only the last one may simply leave', () => {
  for (const [node, nodes] of [
    [3, 10],
    [0, 5],
    [9, 10],
  ]) {
    const shares = sharesAfterFailure(node, nodes);
    for (const { way, moved, refused } of afterFailure(core, { input, node, nodes })) {
      if (shares[way] === null) expect(refused?.code, way).toBe('only_last_leaves');
      else expectCount(moved, shares[way], `${way}, ${node} of ${nodes}`);
    }
  }
  // Node 3 of 10, by hand: swapping moves a tenth, and 8/9 of the last node's tenth, the part that does not land on
  // number 3.
  expect(sharesAfterFailure(3, 10).swap_last).toBeCloseTo(0.1 + 0.1 * (8 / 9), 12);
  expect(sharesAfterFailure(3, 10).renumber).toBeCloseTo(0.6 + 0.1 * (8 / 9), 12);
});
