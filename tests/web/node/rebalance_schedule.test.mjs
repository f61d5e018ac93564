// When moves run, in words and by nights, while the planner is asked; and windows of the day.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timedOf } from '../../../web/dialogs/rebalance/pace.js';
import { sendingOf } from '../../../web/dialogs/rebalance/sending.js';
import { Timing } from '../../../web/dialogs/rebalance/timing.js';
import { paceOf } from '../../../web/systems/rebalance/pace.js';
import { clockText, isNightly, lengthOf, nightsOf, windowIn } from '../../../web/systems/rebalance/window.js';
import { built } from '../../built.mjs';
/** @import {Json} from '../../types.d.ts' */

const { loadRebalancer } = await built('reshard-rebalance.mjs');
const planner = await loadRebalancer();

const kNames = /** @type {string[]} */ ([]);
const kOptions = { drain: kNames, pinned: kNames, zones: 'none', per_move: 0, epsilon: 9 };
const kPace = { rate: 10, keyRate: /** @type {?number} */ (null), window: '' };

test('a window that is too short for all moves is used in several nights', async () => {
  // 100 bytes at 1 a second: 100 s; two of them fit into four minutes one after another.
  const problem = {
    nodes: ['a', 'b', 'c'].map((name) => ({ name })),
    entries: ['x', 'y', 'z'].map((id) => ({ id, bytes: 100, load: 1, replicas: [id === 'z' ? 'b' : 'a'] })),
    options: { epsilon: 9 },
  };
  const window = { begin: 60, end: 64 };
  const moves = /** @type {Json} */ ([
    ['x', 'a', 'b'],
    ['y', 'a', 'c'],
    ['z', 'b', 'c'],
  ]);
  const schedule = await planner.schedule(problem, moves, { rate: 1, window });
  assert.ok('spans' in schedule);
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

// 1 GB, 1 GB and 2 GB leave a, which has two places. All of them end soonest if the largest begins: x and it, then
// y, 200 s at 10 MB/s. The first two alone run side by side, 100 s.
const kSizes = [1e9, 1e9, 2e9];
const kProblem = {
  nodes: ['a', 'b', 'c', 'd'].map((name) => ({ name, capacity: 1, zone: '', disk: /** @type {?number} */ (null) })),
  entries: ['x', 'y', 'z'].map((id, i) => ({ id, bytes: kSizes[i], load: 1, replicas: ['a'] })),
  options: { ...kOptions, max_in_flight: 2 },
};
const kPlan = { found: true, moves: ['x', 'y', 'z'].map((id, i) => [id, 'a', 'bcd'[i]]) };
const bytesOf = (/** @type {string} */ id) => kSizes['xyz'.indexOf(id)];
/** @param {number} stop @returns {Json} */
const shownTo = (stop, unit = 'bytes', plan = kPlan) => ({ problem: kProblem, plan, unit, stop, bytesOf });

/** What answers as the engine does, each question when it is let go. */
class Engine {
  asked = /** @type {Json[]} */ ([]);
  held = /** @type {(() => void)[]} */ ([]);
  /** @type {?{number: number, problem: Json}} */
  kept = { number: sendingOf(/** @type {Json} */ (kProblem)).number, problem: kProblem };

  /** @param {string} what @param {Json} input */
  async ask(what, input) {
    assert.equal(what, 'times');
    this.asked.push(input);
    await new Promise((next) => this.held.push(() => next(undefined)));
    if (input.problem) this.kept = input;
    if (this.kept?.number !== input.number) return null;
    return planner.schedule(this.kept.problem, input.moves, input.pace);
  }

  /** Lets go what waits, until nothing does. */
  async flush() {
    for (let quiet = 0; quiet < 3; ) {
      const next = this.held.shift();
      next?.();
      quiet = next ? 0 : quiet + 1;
      await new Promise((done) => setTimeout(done, 5));
    }
  }
}

test('the first moves of a plan take as long as they do without the others', async () => {
  const engine = new Engine();
  const timing = new Timing(engine, () => {});
  const timed = async (/** @type {number} */ stop, window = '') => {
    const pace = { ...kPace, window };
    assert.deepEqual(timedOf(shownTo(stop), timing.of(shownTo(stop), pace)).texts, []);
    await engine.flush();
    const times = timing.of(shownTo(stop), pace);
    assert.equal(times.waits, false);
    return timedOf(shownTo(stop), times);
  };
  const seconds = [];
  for (const stop of [3, 2, 1, 0]) seconds.push((await timed(stop)).seconds);
  assert.deepEqual(seconds, [200, 100, 100, 0]);
  const night = await timed(2, '01:00-01:04');
  assert.deepEqual([night.seconds, night.texts], [100, ['Night 1: 2 moves, 2.00 GB, until 01:02']]);
  // What is too long for a window does not matter before it is carried out.
  assert.equal((await timed(2, '01:00-01:02')).seconds, 100);
  const { texts, seconds: none } = await timed(3, '01:00-01:02');
  assert.equal(none, null);
  assert.deepEqual(texts, [
    '1 move does not fit into 01:00–01:02: z. The longest takes 3 min 20 s. Another rate or window is needed.',
  ]);
  // The engine has the problem of the plan: it never comes along.
  assert.ok(engine.asked.every(({ problem }) => problem === undefined));
});

test('one question is asked at a time, and what is no longer shown has no answer', async () => {
  const engine = new Engine();
  let told = 0;
  const timing = new Timing(engine, () => void ++told);
  for (const stop of [1, 2, 3]) assert.equal(timing.of(shownTo(stop), kPace).waits, true);
  assert.equal(engine.asked.length, 1);
  await engine.flush();
  assert.deepEqual(
    engine.asked.map(({ moves }) => moves.length),
    [1, 3], // 2 was passed over
  );
  assert.equal(told, 1);
  assert.equal(timing.of(shownTo(3), kPace).schedule !== null, true);
  // A new plan has no old times, and while it is looked for none are asked for.
  timing.search(true);
  const other = { ...kPlan, moves: kPlan.moves.slice(0, 1) };
  const asked = engine.asked.length;
  assert.deepEqual(timing.of(shownTo(1, 'bytes', other), kPace).schedule, null);
  await engine.flush();
  assert.equal(engine.asked.length, asked);
  timing.search(false);
  timing.of(shownTo(1, 'bytes', other), kPace);
  await engine.flush();
  assert.equal(timedOf(shownTo(1), timing.of(shownTo(1, 'bytes', other), kPace)).seconds, 100);
  // Nothing is shown any more when the answer comes.
  const before = told;
  timing.of(shownTo(2), kPace);
  timing.of(shownTo(0, 'entries'), kPace);
  await engine.flush();
  assert.equal(told, before);
});

test('a worker that has begun anew gets the problem again, and what the planner refuses is told', async () => {
  const engine = new Engine();
  engine.kept = null;
  const timing = new Timing(engine, () => {});
  timing.of(shownTo(3), kPace);
  await engine.flush();
  assert.deepEqual(
    engine.asked.map(({ problem }) => problem !== undefined),
    [false, true],
  );
  assert.equal(timedOf(shownTo(3), timing.of(shownTo(3), kPace)).seconds, 200);
  const wrong = /** @type {Json} */ ({ found: true, moves: [['x', 'b', 'c']] });
  timing.of(shownTo(1, 'bytes', wrong), kPace);
  await engine.flush();
  const { texts } = timedOf(shownTo(1, 'bytes', wrong), timing.of(shownTo(1, 'bytes', wrong), kPace));
  assert.match(texts[0], /x is not on b/);
});

test('keys have hours once somebody says how many move in a second; entries have none', async () => {
  assert.equal(paceOf(kPace, 'keys'), null);
  assert.equal(paceOf({ ...kPace, keyRate: 5 }, 'entries'), null);
  assert.deepEqual(paceOf({ ...kPace, keyRate: 5000, window: '01:00-05:00' }, 'keys'), {
    rate: 5000,
    window: { begin: 60, end: 300 },
  });
  assert.deepEqual(paceOf({ ...kPace, rate: 0.5 }, 'bytes'), { rate: 500_000, window: null });
  const engine = new Engine();
  const timing = new Timing(engine, () => {});
  assert.deepEqual(timing.of(shownTo(3, 'keys'), kPace), { pace: null, schedule: null, waits: false, refused: '' });
  const keys = { ...kPace, keyRate: 10_000_000, window: '01:00-01:04' };
  timing.of(shownTo(2, 'keys'), keys);
  await engine.flush();
  const { seconds, texts } = timedOf(shownTo(2, 'keys'), timing.of(shownTo(2, 'keys'), keys));
  assert.deepEqual([seconds, texts], [100, ['Night 1: 2 moves, 2,000,000,000 keys, until 01:02']]);
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
