// What people choose in “Rebalance”: as a wish, and as a link has it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detailOf, knobsOf } from '../../../web/dialogs/rebalance/link.js';
import { kUsual, newNodes, nextName, numberWithin, perMoveOf, wishOf } from '../../../web/dialogs/rebalance/wish.js';
/** @import {Reading} from '../../../web/systems/reading/form.js' */

/** @param {Reading['nodes']} nodes @returns {Reading} */
const reading = (...nodes) => ({
  ...{ system: 'rows', form: 'rows', strategy: 'table', nodes, entries: { kind: 'shards', rows: [] } },
  ...{ skipped: [], cannot_know: [] },
});

test('what nobody chooses is left out of a wish, but for the limit', () => {
  assert.deepEqual(wishOf(kUsual, reading({ name: 'a' }), 1000), {
    ...{ limit: 1.1, drain: [], add: [], pin: [], atOnce: 1, perMove: 250 },
  });
});

test('percentages become shares with the decimals that they have', () => {
  const wish = wishOf({ ...kUsual, limit: 2.5, least: 20.0001, cost: 0, by: 'bytes', zones: 'none' }, reading(), 7);
  assert.deepEqual([wish.limit, wish.least, wish.perMove, wish.by, wish.zones], [1.025, 0.799999, 0, 'bytes', 'none']);
});

test('a disk is every node’s, also that of a new one', () => {
  const { disks } = wishOf({ ...kUsual, disk: 1.5, add: 'b' }, reading({ name: 'a' }), 1);
  assert.deepEqual(disks, { a: 1_500_000_000, b: 1_500_000_000 });
});

test('new nodes are read with weights and zones', () => {
  assert.deepEqual(newNodes(' node-7 , node-8*2@zone b\nc@z,,'), [
    { name: 'node-7' },
    { name: 'node-8', weight: 2, zone: 'zone b' },
    { name: 'c', zone: 'z' },
  ]);
});

test('where all nodes have zones, a new one goes to that with the fewest', () => {
  const zones = reading({ name: 'a', zone: 'x' }, { name: 'b', zone: 'y' }, { name: 'c', zone: 'x' });
  const { add } = wishOf({ ...kUsual, add: 'd, e, f@x' }, zones, 1);
  assert.deepEqual(
    add?.map(({ zone }) => zone),
    ['y', 'x', 'x'],
  );
  const racks = reading({ name: 'a', rack: 'r1', data_center: 'dc' }, { name: 'b', rack: 'r2', data_center: 'dc' });
  assert.deepEqual(wishOf({ ...kUsual, add: 'c' }, racks, 1).add, [{ name: 'c', zone: 'r1', data_center: 'dc' }]);
});

test('the next name is in the manner of the others', () => {
  const names = /** @type {[string[], string][]} */ ([
    [['node-0', 'node-1'], 'node-2'],
    [['worker-9', 'worker-10'], 'worker-11'],
    [['1', '2', '3'], '4'],
    [['10.0.0.1:6379', '10.0.0.2:6379'], 'new-1'],
    [['10.0.0.1', '10.0.0.2'], 'new-1'],
    [['a', 'new-1'], 'new-2'],
    [[], 'new-1'],
    [['node-2', 'node-4', 'node-3'], 'node-5'],
  ]);
  for (const [given, next] of names) assert.equal(nextName(given), next, given.join());
});

test('numbers stay within their limits', () => {
  assert.equal(numberWithin('limit', '-1'), 0);
  assert.equal(numberWithin('limit', '1e9'), 9900);
  assert.equal(numberWithin('limit', 'x'), 10);
  assert.equal(numberWithin('least', ''), null);
  assert.equal(numberWithin('least', '101'), 100);
  assert.equal(numberWithin('atOnce', '2.6'), 3);
  assert.equal(numberWithin('seed', 'NaN'), 1);
});

test('from the fewest bytes to the fewest moves', () => {
  assert.deepEqual(
    [0, 3, 5, 8].map((cost) => perMoveOf(cost, 1000)),
    [0, 250, 1000, 8000],
  );
  assert.equal(perMoveOf(99, 1000), 0);
});

test('a link has what was chosen, and nothing else', () => {
  assert.equal(detailOf(kUsual), '');
  /** @type {import('../../../web/dialogs/rebalance/wish.js').Knobs} */
  const chosen = {
    ...kUsual,
    from: 'before',
    also: ['bytes', 'count'],
    ...{ by: 'keys', limit: 5, least: 10, drain: ['a/b', 'c~d|', '5%', '%7C'], add: 'x*2', zones: 'none' },
    ...{
      pin: ['1', 's|2', 'a>b*c'],
      cost: 5,
      atOnce: 2,
      rate: 100,
      keyRate: 5000,
      disk: 2,
      seed: 7,
      steps: 1000,
      window: '22:30-04:00',
    },
    forced: [
      ['e|1', 'a>b', 'c/d'],
      ['100%7C', 'ü', 'n*2'],
    ],
    ...{ weights: { 'a*b': 2, 'c|d': 0.5, e: 0 }, disks: { 'node-3': 500 } },
  };
  const detail = detailOf(chosen);
  assert.ok(!/[&#|]/.test(detail), detail);
  assert.deepEqual(knobsOf(detail), chosen);
  assert.deepEqual(knobsOf('by~x/limit~99999/least~/nonsense/__proto__~1/zones~distinct/cost~4.4'), {
    ...{ ...kUsual, limit: 9900, zones: 'distinct', cost: 4 },
  });
});

test('links of earlier days, with names as they are, open the same', () => {
  const { drain, pin } = knobsOf('drain~a%2Fb%7Cc%7Ed%7C10.0.0.1%3A7001/pin~s1|s>2|s*3|100%25|%25zz');
  assert.deepEqual(drain, ['a/b', 'c~d', '10.0.0.1:7001']);
  assert.deepEqual(pin, ['s1', 's>2', 's*3', '100%', '%zz']);
});

test('a link whose lists are wrong in part has the rest of them', () => {
  const { forced, weights, disks, window, keyRate } = knobsOf(
    'keyRate~x/forced~a>b|x>y>z|>>|q>r>s>t/weights~a*2|b|c*x|*3|d*-1/disks~a*0/window~25:00-26:00',
  );
  assert.deepEqual(forced, [['x', 'y', 'z']]);
  assert.deepEqual(weights, { a: 2, d: 0 });
  assert.deepEqual([disks, window, keyRate], [{ a: 0.001 }, '', null]);
});

test('moves by hand, weights and disks are wished of the nodes that there are', () => {
  const knobs = { ...kUsual, disk: 1, weights: { a: 2, gone: 9 }, disks: { a: 3 }, add: 'b' };
  const wish = wishOf({ ...knobs, forced: [['s', 'a', 'b']] }, reading({ name: 'a' }), 1);
  assert.deepEqual(wish.weights, { a: 2 });
  assert.deepEqual(wish.disks, { a: 3_000_000_000, b: 1_000_000_000 });
  assert.deepEqual(wish.force, [{ entry: 's', from: 'a', to: 'b' }]);
});
