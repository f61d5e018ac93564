// How many frames follow an event; and when frames come late, work goes on between them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Frames, kBusy } from '../../../web/host/frames.js';
/** @import {TestContext} from 'node:test' */

/**
 * A browser whose frames and tasks run when the test says so.
 * @param {TestContext} t
 * @param {{left: number}} works
 */
function stage(t, works) {
  /** @type {string[]} */
  const seen = [];
  /** @type {(() => void)[]} */
  const tasks = [];
  /** @type {?() => void} */
  let next = null;
  let now = 1000;
  class Channel {
    port1 = { onmessage: () => {} };
    port2 = { postMessage: () => tasks.push(() => this.port1.onmessage()) };
  }
  const fakes = {
    MessageChannel: Channel,
    requestAnimationFrame: (/** @type {() => void} */ frame) => {
      next = frame;
      return 1;
    },
    cancelAnimationFrame: () => {
      next = null;
    },
  };
  const real = Object.fromEntries(Object.keys(fakes).map((name) => [name, /** @type {any} */ (globalThis)[name]]));
  Object.assign(globalThis, fakes);
  t.after(() => Object.assign(globalThis, real));
  t.mock.method(performance, 'now', () => now);
  const draw = () => {
    seen.push('draw');
    return works.left > 0 ? kBusy : 0;
  };
  const work = () => {
    seen.push('work');
    works.left -= 1;
    return works.left > 0 ? 1 : 0;
  };
  const frames = new Frames(draw, work, () => false);
  frames.resume('loading');
  return {
    seen,
    tasks,
    frames,
    /** @param {number} ms since the previous one */
    frame(ms) {
      now += ms;
      const due = next;
      next = null;
      due?.();
    },
    turn: () => tasks.shift()?.(),
    due: () => next !== null,
  };
}

test('work continues between late frames, until it is done', (t) => {
  const { seen, tasks, frame, turn } = stage(t, { left: 3 });
  frame(0);
  assert.equal(tasks.length, 0, 'one frame does not tell how fast they come');
  frame(100);
  for (let i = 0; i < 10; ++i) turn();
  assert.deepEqual(seen, ['draw', 'draw', 'work', 'work', 'work']);
});

test('no work is done between frames that come in time', (t) => {
  const { seen, frame, turn } = stage(t, { left: 1000 });
  for (let i = 0; i < 50; ++i) {
    frame(16);
    turn();
  }
  assert.ok(!seen.includes('work'));
});

test('at most one task waits for its turn, however many frames are drawn', (t) => {
  const { tasks, frame, turn } = stage(t, { left: 1000 });
  frame(0);
  for (let i = 0; i < 50; ++i) {
    frame(100);
    assert.equal(tasks.length, 1);
    if (i % 3 === 0) turn();
  }
});

test('no work is done while there is nothing to draw', (t) => {
  const { seen, tasks, frames, frame, turn } = stage(t, { left: 1000 });
  frame(0);
  frame(100);
  frames.rest('hidden');
  turn();
  assert.equal(tasks.length, 0);
  assert.ok(!seen.includes('work'));
});

test('three frames follow an event, and no more', (t) => {
  const { frames, frame, due, seen } = stage(t, { left: 0 });
  for (let i = 0; i < 2; ++i) {
    for (let drawn = 0; drawn < 3; ++drawn) {
      assert.ok(due() && !frames.settled);
      frame(16);
    }
    assert.ok(!due() && frames.settled);
    frames.wake();
  }
  assert.equal(seen.length, 6);
});
