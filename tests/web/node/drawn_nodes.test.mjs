// Which nodes the stage of Migrate draws where there are too many, and how it shortens their names.
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { fromTree } from '../../built.mjs';
/** @import {Json} from '../../types.d.ts' */

const { drawnNodes, kMostDrawn, labelsOf } = await fromTree('web/dialogs/migrate/drawn_nodes.js');
const { Film } = await fromTree('web/dialogs/migrate/film.js');

const none = (/** @type {number} */ count) => new Array(count).fill(0);
const addresses = (/** @type {number} */ count) => Array.from({ length: count }, (_, i) => `10.0.0.${i + 1}:6379`);
const shorter = (/** @type {number} */ length) => (/** @type {string} */ name) => name.length <= length;

test('of 13 nodes the stage draws the one that receives all, and leaves out the one that gives least', () => {
  const out = [30, 20, 10, ...none(9).map(() => 40), 0],
    arrive = [...none(12), 420];
  expect(drawnNodes(13, { before: none(13), after: none(13), in: arrive, out })).toEqual([
    0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
  ]);
  expect(drawnNodes(13)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(drawnNodes(3)).toEqual([0, 1, 2]);
});

test('nodes that are drawn have a colour each', () => {
  const nodes = addresses(30);
  const counts = { before: none(30), after: none(30), in: [...none(18), ...none(12).map(() => 1)], out: none(30) };
  /** @type {Json} */
  const series = { right: [], failed: [], overdue: [], missed: [], stale: [], returned: [], widthMs: 1 };
  /** @type {Json} */
  const lists = { announced: [], heard: [], copies: [], held: [], legs: [], lost: [], marks: [], phases: [] };
  const film = new Film({ nodes, counts, series, totals: {}, film: { ...lists, startUs: 0 } });
  expect(film.drawn).toEqual([18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29]);
  expect(new Set(film.drawn.map((/** @type {number} */ node) => film.shadeOf(node))).size).toBe(kMostDrawn);
});

test('names that run together lose what all addresses begin with, then what they end with', () => {
  const names = [...addresses(12), 'node-0'];
  expect(labelsOf(names, shorter(14))).toEqual(names);
  expect(labelsOf(names, shorter(7)).slice(9)).toEqual(['10:6379', '11:6379', '12:6379', 'node-0']);
  expect(labelsOf(addresses(12), shorter(2)).slice(9)).toEqual(['10', '11', '12']);
  expect(labelsOf(['node-9', 'node-10'], shorter(4))).toEqual(['9', '10']);
  expect(labelsOf(['10.0.0.1:6379', 'node-0'], shorter(4))).toEqual(['10.0.0.1:6379', 'node-0']);
  expect(labelsOf(['10.0.0.1:7001', '10.0.0.1:7002'], shorter(2))).toEqual(['7001', '7002']);
});
