// Marks in the curve of “Rebalance”: they read, whatever ends where.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { curvePicture, linearTicks } from '../../../web/dialogs/rebalance/curve.js';
import { groupsOf, legendPicture, placed } from '../../../web/dialogs/rebalance/marks.js';
import { axisText } from '../../../web/systems/rebalance/amounts.js';

const room = {
  left: 48,
  right: 700,
  top: 52,
  bottom: 226,
  taken: [[300, 200]],
  here: [300, 200],
  across: 190,
  down: 300,
};
const end = (/** @type {string} */ mark, /** @type {number} */ x, /** @type {number} */ y) => ({
  ...{ mark, x, y, told: mark, beyond: false },
});

test('points at the same place share a mark, which names all of them', () => {
  const groups = groupsOf([end('1', 300, 200), end('2', 304, 203), end('3', 500, 200), end('5', 300, 200)]);
  assert.deepEqual(
    groups.map(({ text }) => text),
    ['1, 2, 5', '3'],
  );
});

test('no mark hides another one, a point, or leaves the picture', () => {
  let seed = 7;
  const random = (/** @type {number} */ most) => (seed = (seed * 48_271) % 2_147_483_647) % most;
  for (let round = 0; round < 200; ++round) {
    const ends = Array.from({ length: 1 + random(7) }, (_, i) =>
      round % 2 ? end(`${i}`, 600 + random(100), 160 + random(66)) : end(`${i}`, 48 + random(652), 52 + random(174)),
    );
    const groups = groupsOf(ends);
    const boxes = placed(groups, room);
    boxes.forEach((box, i) => {
      assert.ok(box.left >= room.left && box.right <= room.right + 16, 'within the picture');
      assert.ok(box.top >= room.top && box.bottom <= room.bottom, 'within the picture');
      for (const other of boxes.slice(i + 1)) {
        const apart =
          box.right <= other.left || other.right <= box.left || box.bottom <= other.top || other.bottom <= box.top;
        assert.ok(apart, `marks of round ${round}`);
      }
    });
  }
});

test('a legend has every mark with its name, in as many lines as it takes', () => {
  const items = [
    ['', 'This plan'],
    ['1', 'a <tool>'],
    ['2', 'x'.repeat(40)],
  ];
  const narrow = legendPicture(items, { left: 0, top: 0, width: 300 });
  const wide = legendPicture(items, { left: 0, top: 0, width: 900 });
  assert.ok(narrow.height > wide.height && narrow.svg.includes('a &lt;tool&gt;'));
});

test('ticks are whole numbers, and no two have the same label', () => {
  for (const most of [1.06, 2, 3, 7, 1060, 1e6, 5e9, 3e12]) {
    for (const unit of /** @type {const} */ (['keys', 'entries', 'bytes'])) {
      const ticks = linearTicks(most, 6);
      assert.ok(ticks.every(Number.isInteger), `${most}`);
      const { labels } = axisText(ticks, unit);
      assert.equal(new Set(labels).size, labels.length, `${most} ${unit}`);
    }
  }
  assert.deepEqual(axisText([0, 5e9, 1e10], 'bytes'), { title: 'Moved, GB', labels: ['0', '5', '10'] });
});

test('levels of shares are round, and each another one, however little is uneven', () => {
  for (const worst of [1, 1.004, 1.3, 17]) {
    const point = { moves: 0, bytes: 0, worst, excess: 0, stops: true };
    const svg = curvePicture({
      ...{ curve: [point, { ...point, moves: 1, bytes: 1, worst: 1 }], stop: 1, limit: 1.01, bound: 0, tools: [] },
      ...{ width: 600, amount: String, axis: (ticks) => axisText(ticks, 'keys') },
    });
    const levels = [...svg.matchAll(/text-anchor="end">([\d.]+)</g)].map(([, level]) => level);
    assert.ok(levels.length > 0 && new Set(levels).size === levels.length, levels.join(' '));
    assert.ok(!svg.includes('NaN'));
  }
});
