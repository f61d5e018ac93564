// When moves run, against schedules that the core printed, and windows of the day.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PaceText } from '../../../web/dialogs/rebalance/pace.js';
import { nightsOf, scheduleOf } from '../../../web/systems/rebalance/schedule.js';
import { clockText, isNightly, lengthOf, windowIn } from '../../../web/systems/rebalance/window.js';
/** @import {Problem} from '../../../web/systems/rebalance/form.js' */

const kNames = /** @type {string[]} */ ([]);
const kOptions = { drain: kNames, pinned: kNames, zones: 'none', max_in_flight: 1, per_move: 0 };
const rows = readFileSync(new URL('../../vectors/rebalance/schedules.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('{'))
  .map((line) => JSON.parse(line));

test('schedules are those of the core, move by move', () => {
  assert.ok(rows.length > 60 && rows.some(({ schedule }) => 'too_long' in schedule));
  for (const { problem, pace, moves, schedule } of rows) {
    const whole = { ...problem, options: { ...kOptions, ...problem.options } };
    const { too_long, ...found } = scheduleOf(whole, moves, pace);
    if ('too_long' in schedule) assert.equal(too_long[0], schedule.too_long, problem.id);
    else assert.deepEqual({ ...found, too_long }, { ...schedule, too_long: [] }, problem.id);
  }
});

/** Two copies of 100 bytes from a, and one from b to c. @returns {Problem} */
const problem = () => ({
  nodes: ['a', 'b', 'c'].map((name) => ({ name, capacity: 1, zone: '', disk: /** @type {?number} */ (null) })),
  entries: ['x', 'y', 'z'].map((id) => ({ id, bytes: 100, load: 1, replicas: [id === 'z' ? 'b' : 'a'] })),
  options: { epsilon: 9, drain: [], pinned: [], zones: 'none', max_in_flight: 1, per_move: 0 },
});
/** @type {import('../../../web/systems/rebalance/schedule.js').Move[]} */
const moves = [
  ['x', 'a', 'b'],
  ['y', 'a', 'c'],
  ['z', 'b', 'c'],
];

test('a window that is too short for all moves is used in several nights', () => {
  // 100 bytes at 1 a second: 100 s; two of them fit into four minutes one after another.
  const window = { begin: 60, end: 64 };
  const schedule = scheduleOf(problem(), moves, { rate: 1, window });
  assert.deepEqual(schedule.spans, [
    [3_600_000, 3_700_000],
    [3_700_000, 3_800_000],
    [90_000_000, 90_100_000],
  ]);
  assert.deepEqual(
    nightsOf(schedule, window, () => 100),
    [
      { night: 1, moves: 2, bytes: 200, until: 3800 / 60 },
      { night: 2, moves: 1, bytes: 100, until: 3700 / 60 },
    ],
  );
});

test('the first moves of a plan take as long as they do without the others', () => {
  // 1 GB, 1 GB and 2 GB leave a, which has two places. All of them end soonest if the largest begins: x and it, then
  // y, 200 s at 10 MB/s. The first two alone run side by side, 100 s.
  const sizes = [1e9, 1e9, 2e9];
  const plan = { found: true, moves: ['x', 'y', 'z'].map((id, i) => [id, 'a', 'bcd'[i]]) };
  const all = {
    nodes: ['a', 'b', 'c', 'd'].map((name) => ({ name, capacity: 1, zone: '', disk: /** @type {?number} */ (null) })),
    entries: ['x', 'y', 'z'].map((id, i) => ({ id, bytes: sizes[i], load: 1, replicas: ['a'] })),
    options: { ...kOptions, epsilon: 9, max_in_flight: 2 },
  };
  const text = new PaceText();
  const timed = (/** @type {number} */ stop, window = '') =>
    text.of(/** @type {any} */ ({ problem: all, plan, unit: 'bytes', stop, bytesOf: () => 1e9 }), {
      rate: 10,
      atOnce: 2,
      window,
    });
  assert.deepEqual(
    [3, 2, 1, 0].map((stop) => timed(stop).seconds),
    [200, 100, 100, 0],
  );
  const { seconds, texts } = timed(2, '01:00-01:04');
  assert.deepEqual([seconds, texts], [100, ['Night 1: 2 moves, 2.00 GB, until 01:02']]);
  // What is too long for a window does not matter before it is carried out.
  assert.equal(timed(2, '01:00-01:02').seconds, 100);
  assert.match(timed(3, '01:00-01:02').texts[0], /^1 move does not fit into 01:00–01:02: z\./);
});

test('all moves that no window is long enough for are told', () => {
  const { too_long, spans } = scheduleOf(problem(), moves, { rate: 1, window: { begin: 0, end: 1 } });
  assert.deepEqual([too_long, spans], [[0, 1, 2], []]);
});

test('a window is read, also over midnight', () => {
  assert.deepEqual(windowIn('01:00-05:00'), { begin: 60, end: 300 });
  assert.deepEqual(windowIn(' 22:30 – 4:15'), { begin: 1350, end: 255 });
  assert.deepEqual(windowIn('22:00-24:00'), { begin: 1320, end: 0 });
  for (const none of ['', '1-5', '01:00', '24:00-05:00', '01:60-05:00', '01:00-25:00', '03:00-03:00', '00:00-24:00'])
    assert.equal(windowIn(none), null, none);
  assert.equal(lengthOf({ begin: 1350, end: 255 }), 345);
  assert.deepEqual(
    [isNightly({ begin: 60, end: 300 }), isNightly({ begin: 1350, end: 255 }), isNightly({ begin: 720, end: 780 })],
    [true, true, false],
  );
  assert.deepEqual([clockText(61.2), clockText(0), clockText(1440)], ['01:02', '00:00', '00:00']);
});
