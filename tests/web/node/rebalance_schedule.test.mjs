// When moves run, against schedules that the core printed, and windows of the day.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
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
  assert.deepEqual(
    nightsOf(schedule, window, () => 100, 1).map(({ night }) => night),
    [1],
  );
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
