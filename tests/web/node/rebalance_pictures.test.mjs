// What the pictures of “Rebalance” draw.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barsPicture, rowsOf, shownRows } from '../../../web/dialogs/rebalance/bars.js';
import { curvePicture, linearTicks } from '../../../web/dialogs/rebalance/curve.js';
import { changeOf, wishIn } from '../../../web/dialogs/rebalance/page_source.js';
import { axisText } from '../../../web/systems/rebalance/amounts.js';
import { heldAfter, replay } from '../../../web/dialogs/rebalance/replay.js';
/** @import {Problem} from '../../../web/systems/rebalance/form.js' */

/** @type {Problem} */
const problem = {
  nodes: ['a', 'b', 'c & d'].map((name) => ({ name, capacity: 1, zone: '', disk: /** @type {?number} */ (null) })),
  entries: [
    { id: 'x', bytes: 10, load: 6, replicas: ['a'] },
    { id: 'y', bytes: 20, load: 3, replicas: ['a'] },
    { id: 'z', bytes: 5, load: 3, replicas: ['b'] },
  ],
  options: { epsilon: 0.5, drain: ['b'], pinned: [], zones: 'none', max_in_flight: 1, per_move: 0 },
};
const moves = /** @type {import('../../../web/dialogs/rebalance/replay.js').Move[]} */ ([
  ['z', 'b', 'c & d'],
  ['y', 'a', 'c & d'],
]);
const size = (/** @type {{size: number}[]} */ parts) => parts.reduce((sum, part) => sum + part.size, 0);

test('bars have all of each node, what leaves and what has come apart from what stays', () => {
  const of = replay(problem, { moves });
  const rows = rowsOf(problem, of, heldAfter(problem, []), heldAfter(problem, moves), 0);
  assert.deepEqual(
    rows.map(({ before, after }) => [size(before), size(after)]),
    [
      [1.5, 1],
      [0.5, 0],
      [0, 1],
    ],
  );
  assert.deepEqual(rows[0].before, [
    { id: 'x', size: 1, count: 1, color: 0, moved: false },
    { id: 'y', size: 0.5, count: 1, color: 0, moved: true },
  ]);
  assert.deepEqual(rows[2].after.map(({ color, moved }) => [color, moved]).sort(), [
    [0, true],
    [1, true],
  ]);
  assert.deepEqual(
    rows.map(({ drained }) => drained),
    [false, true, false],
  );
  const svg = barsPicture(rows, { width: 600, limit: 1.5, least: null });
  assert.ok(svg.includes('c &amp; d') && !svg.includes('NaN') && !svg.includes('undefined'));
  const thick = rowsOf(problem, of, heldAfter(problem, []), heldAfter(problem, moves), 10);
  assert.deepEqual(thick[0].before[0], { id: 'x', size: 1, count: 1, color: 0, moved: false }); // joined, but there
});

test('of many nodes those are drawn that change most, in their order', () => {
  const row = (/** @type {number} */ i) => ({
    name: `n${i}`,
    drained: false,
    before: [{ size: 1, count: 1, color: 0, moved: false }],
    after: [{ size: i % 2 ? 1 : 1 + i / 100, count: 1, color: 0, moved: false }],
  });
  const shown = shownRows(Array.from({ length: 100 }, (_, i) => row(i)));
  assert.equal(shown.length, 24);
  assert.deepEqual(
    shown.map(({ name }) => name),
    Array.from({ length: 24 }, (_, i) => `n${52 + 2 * i}`),
  );
});

test('the curve has a tool that moves far more at its edge, and ticks are round', () => {
  const { curve } = replay(problem, { moves });
  const tools = [
    {
      mark: '1',
      title: 'a <tool>',
      points: [
        { bytes: 0, worst: 1.5 },
        { bytes: 1e6, worst: 1 },
      ],
    },
  ];
  const svg = curvePicture({
    ...{ curve, stop: 1, limit: 1.5, bound: 20, tools, width: 600 },
    amount: (bytes) => `${bytes} B`,
    axis: (ticks) => axisText(ticks, 'bytes'),
  });
  assert.ok(svg.includes('a &lt;tool&gt;: 1000000 B, 1.00') && svg.includes('class="more"') && !svg.includes('NaN'));
  assert.deepEqual(linearTicks(95, 5), [0, 20, 40, 60, 80]);
  assert.deepEqual(linearTicks(0, 5), [0]);
});

test('a change of the page’s nodes is what a plan is for', () => {
  assert.equal(changeOf([]), null);
  assert.equal(changeOf([{ weigh: 'a', weight: 2 }]), null);
  const change = changeOf([
    { add: 'd' },
    { add: { name: 'e', weight: 2 } },
    { remove: 'a' },
    { weigh: 'b', weight: 0 },
  ]);
  assert.deepEqual(change, { wish: { add: 'd, e*2', drain: ['a', 'b'] }, title: 'd, e join, a, b leave' });
  const reading = /** @type {any} */ ({ nodes: [{ name: 'a' }, { name: 'c' }] });
  assert.deepEqual(wishIn(change, reading), { add: 'd, e*2', drain: ['a'], least: 10 });
  assert.deepEqual(wishIn(null, reading), {});
  assert.deepEqual(wishIn(changeOf([{ add: 'c' }]), reading), { add: '', drain: [] });
});
