// A node that joins a ring a few virtual nodes at a time, and one that fails, compared with a walk around the ring that
// looks at every point for every key. The model uses Node's hashes, of which the core reads the first eight bytes.
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { built, fromTree } from '../../built.mjs';
/** @import {PlaceInput} from '../../../web/headless/reshard-core.d.ts' */

const { activate, heirs } = await fromTree('web/dialogs/studies/ring_walk.js');
const { loadReshard } = await built('reshard-core.mjs');
const core = await loadReshard();

const kKeys = 600;
const kNodes = ['a', 'b', 'c', 'd', 'e'];
/** @type {Pick<PlaceInput, 'hash' | 'keys'>} */
const input = { hash: 'md5', keys: { kind: 'sequential', count: kKeys } };
const nodes = kNodes.map((name) => ({ name }));

const { reading } = core.hashes().find(({ id }) => id === 'md5');
const position = (/** @type {string} */ text) => createHash('md5').update(text).digest();
const place = (/** @type {string} */ text) =>
  /little/.test(reading) ? position(text).readBigUInt64LE(0) : position(text).readBigUInt64BE(0);

/** Takes {node: points}, and returns the first points of each node, by their labels. */
const pointsOf = (/** @type {Record<string, number>} */ counts) =>
  Object.entries(counts).flatMap(([node, count]) =>
    Array.from({ length: count }, (_, v) => ({ node, at: place(`${node}-${v}`) })),
  );

/**
 * The node of the first point at or after the key, skipping nodes that are down: found by the distance to every point.
 * @param {{node: string, at: bigint}[]} points
 * @param {string} key
 * @param {string} [down]
 */
function ownerOf(points, key, down) {
  const at = place(key),
    up = points.filter(({ node }) => node !== down);
  let nearest = null;
  for (const point of up) {
    const distance = BigInt.asUintN(64, point.at - at);
    if (nearest === null || distance < nearest.distance) nearest = { distance, node: point.node };
  }
  return nearest.node;
}
const keys = Array.from({ length: kKeys }, (_, i) => `key-${i}`);
const tally = (/** @type {string[]} */ names) =>
  Object.fromEntries([...new Set(names)].sort().map((name) => [name, names.filter((each) => each === name).length]));

test('heirs with 1, 10, 100 and 1,000 virtual nodes are those of a walk around the ring', () => {
  for (const { vnodes, keys: taken, heirs: found } of heirs(core, {
    input,
    nodes,
    failed: 'c',
    counts: [1, 10, 100, 1000],
  })) {
    const points = pointsOf(Object.fromEntries(kNodes.map((node) => [node, vnodes])));
    const lost = keys.filter((key) => ownerOf(points, key) === 'c');
    expect(taken).toBe(lost.length);
    expect(
      Object.fromEntries(
        found.map((/** @type {{heir: string, keys: number}} */ { heir, keys: count }) => [heir, count]),
      ),
      `${vnodes}`,
    ).toEqual(tally(lost.map((key) => ownerOf(points, key, 'c'))));
  }
  const [one, , hundred] = heirs(core, { input, nodes, failed: 'c', counts: [1, 10, 100] });
  expect([one.heirs.length, hundred.heirs.length]).toEqual([1, 4]);
});

test('each step moves to the newcomer the keys that its new points take from the walk, and nothing else', () => {
  const vnodes = 20,
    stops = [1, 2, 5, 10, 20];
  const { steps } = activate(core, { input, nodes, newcomer: 'new', vnodes, stops });
  const others = Object.fromEntries(kNodes.map((node) => [node, vnodes]));
  let before = keys.map((key) => ownerOf(pointsOf(others), key));
  for (const [i, active] of stops.entries()) {
    const after = keys.map((key) => ownerOf(pointsOf({ ...others, new: active }), key));
    const moved = [...keys.keys()].filter((key) => before[key] !== after[key]);
    const { active: said, held, moved: count, needless, from, shown } = steps[i];
    expect([said, held, count, needless]).toEqual([
      active,
      after.filter((node) => node === 'new').length,
      moved.length,
      0,
    ]);
    expect(moved.every((key) => after[key] === 'new')).toBe(true);
    expect(
      Object.fromEntries(
        from.map((/** @type {{from: string, keys: number}} */ { from: node, keys: given }) => [node, given]),
      ),
    ).toEqual(tally(moved.map((key) => before[key])));
    expect(shown).toEqual(moved.slice(0, 12).map((key) => ({ key, from: before[key] })));
    before = after;
  }
  expect(steps.reduce((/** @type {number} */ sum, /** @type {{moved: number}} */ { moved }) => sum + moved, 0)).toBe(
    steps.at(-1).held,
  );
});

test('activating all virtual nodes in steps moves what adding the node at once moves, also with a weight or with few points', () => {
  for (const [vnodes, weight] of [
    [100, 1],
    [7, 3],
  ]) {
    const stops = Array.from({ length: vnodes }, (_, i) => i + 1);
    const { steps } = activate(core, {
      input,
      nodes: kNodes.map((name) => ({ name, weight })),
      newcomer: 'new',
      vnodes,
      stops,
    });
    const before = core.place({
      ...input,
      strategy: 'ring',
      params: { vnodes },
      nodes: kNodes.map((name) => ({ name, weight })),
    });
    const after = core.place({
      ...input,
      strategy: 'ring',
      params: { vnodes },
      nodes: [...kNodes.map((name) => ({ name, weight })), { name: 'new' }],
    });
    expect(steps.reduce((/** @type {number} */ sum, /** @type {{moved: number}} */ { moved }) => sum + moved, 0)).toBe(
      core.compare(before, after).moved.length,
    );
    expect(steps.every((/** @type {{needless: number}} */ { needless }) => needless === 0)).toBe(true);
  }
});
