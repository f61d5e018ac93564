// Power-down tiers: every key has one copy in each tier, so all tiers but one may sleep; on an ordinary ring they may
// not.
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { built, fromTree } from '../../built.mjs';
/** @import {PlaceInput} from '../../../web/headless/reshard-core.d.ts' */

const { chanceOfLoss, nodesOf, sleep } = await fromTree('web/dialogs/studies/tiers_walk.js');
const { loadReshard } = await built('reshard-core.mjs');
const core = await loadReshard();

/** @type {Pick<PlaceInput, 'keys'>} */
const input = { keys: { kind: 'sequential', count: 20_000 } };
const range = (/** @type {number} */ from, /** @type {number} */ to) =>
  Array.from({ length: to - from }, (_, i) => from + i);

test('with as many copies as tiers every key has a copy in each of them', () => {
  for (const [tiers, each] of [
    [2, 3],
    [3, 4],
    [5, 2],
  ]) {
    const nodes = nodesOf(tiers, each);
    const { owners, replicas } = core.place({
      ...input,
      strategy: 'token_ring',
      params: { num_tokens: 256, strategy: 'network_topology' },
      replicas: tiers,
      nodes: nodes.map((/** @type {{name: string, tier: number}} */ { name, tier }) => ({ name, rack: `${tier + 1}` })),
    });
    const inTiers = (/** @type {number} */ key) =>
      new Set(range(0, replicas).map((copy) => nodes[owners[key * replicas + copy]].tier)).size;
    expect(range(0, 20_000).filter((key) => inTiers(key) !== tiers)).toEqual([]);
  }
});

test('all tiers but any one may sleep and no key is without a copy; then one more node takes its share of the keys away', () => {
  const tiers = 3,
    each = 4,
    of = (/** @type {number} */ tier) => range(tier * each, (tier + 1) * each);
  for (const awake of [0, 1, 2]) {
    const asleep = range(0, tiers)
      .filter((tier) => tier !== awake)
      .flatMap(of);
    const { keys, tiered } = sleep(core, { input, tiers, each, asleep });
    expect(tiered.lost).toBe(0);
    expect(tiered.served.reduce((/** @type {number} */ sum, /** @type {number} */ count) => sum + count, 0)).toBe(keys);
    expect(asleep.every((node) => tiered.served[node] === 0)).toBe(true);
    // The four nodes of the only tier left serve all keys: each has about a quarter.
    const more = sleep(core, { input, tiers, each, asleep: [...asleep, awake * each] });
    expect(Math.abs(more.tiered.lost / keys - 1 / each)).toBeLessThan(0.06);
    expect(more.tiered.lost).toBe(tiered.served[awake * each]);
  }
});

test('sleeping nodes give what the core says of nodes that are down', () => {
  const tiers = 3,
    each = 3,
    asleep = [0, 1, 3, 5, 7];
  const { keys, tiered, ordinary } = sleep(core, { input, tiers, each, asleep });
  const nodes = nodesOf(tiers, each);
  for (const [strategy, said] of [
    ['network_topology', tiered],
    ['simple', ordinary],
  ]) {
    const { requests, unserved } = core.place({
      ...input,
      strategy: 'token_ring',
      params: { num_tokens: 256, strategy },
      replicas: tiers,
      requests: { skew: 0 },
      nodes: nodes.map((/** @type {{name: string, tier: number}} */ { name, tier }) => ({ name, rack: `${tier + 1}` })),
      log: asleep.map((node) => ({ down: nodes[node].name })),
    });
    expect(Math.round(unserved * keys), strategy).toBe(said.lost);
    expect(
      requests.map((share) => Math.round(share * keys)),
      strategy,
    ).toEqual(said.served);
  }
});

test('on an ordinary ring the same nodes take as many keys with them as combinatorics predicts', () => {
  expect(chanceOfLoss(12, 8, 3)).toBeCloseTo(56 / 220, 12); // C(8, 3) of C(12, 3)
  expect(chanceOfLoss(12, 2, 3)).toBe(0);
  const { keys, tiered, ordinary } = sleep(core, { input, tiers: 3, each: 4, asleep: range(4, 12) });
  expect(tiered.lost).toBe(0);
  expect(Math.abs(ordinary.lost / keys - 56 / 220)).toBeLessThan(0.05);
});

test('two thirds of the nodes may sleep with three tiers, two of twelve on an ordinary ring', () => {
  const { tiered, ordinary } = sleep(core, { input, tiers: 3, each: 4, asleep: [] });
  expect(tiered.most).toEqual(range(0, 8));
  expect(ordinary.most).toEqual([0, 1]); // with so many tokens any three nodes share some key
  expect(tiered.modes.map((/** @type {{awake: number, lost: number}} */ { awake, lost }) => [awake, lost])).toEqual([
    [3, 0],
    [2, 0],
    [1, 0],
  ]);
  expect(ordinary.modes.map((/** @type {{lost: number}} */ { lost }) => lost > 0)).toEqual([false, true, true]);
});
