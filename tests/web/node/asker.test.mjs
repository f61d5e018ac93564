// Questions to the page's worker (web/headless/asker.js), with a worker that answers when the test says so.
import { test } from 'node:test';
import { expect } from '@playwright/test';
/** @import {Json} from '../../types.d.ts' */

/** Stands in for the browser's Worker: keeps what it is asked. */
class FakeWorker {
  static all = /** @type {FakeWorker[]} */ ([]);
  static refused = false;
  onmessage = /** @type {any} */ (null);
  onerror = /** @type {any} */ (null);
  /** @type {Json[]} */
  asked = [];
  terminated = false;

  constructor() {
    if (FakeWorker.refused) throw new Error('no workers from a disk');
    FakeWorker.all.push(this);
  }

  /** @param {Json} message */
  postMessage(message) {
    this.asked.push(message);
  }
  terminate() {
    this.terminated = true;
  }
  /**
   * @param {number} i
   * @param {Json} answer
   */
  answer(i, answer) {
    this.onmessage({ data: { id: this.asked[i].id, ...answer } });
  }
}

let copies = 0;

/** A fresh copy of the module: it keeps one worker for each place of the page. */
async function fresh({ refused = false } = {}) {
  FakeWorker.all = [];
  FakeWorker.refused = refused;
  globalThis.Worker = /** @type {any} */ (FakeWorker);
  const { Asker } = await import(`../../../web/headless/asker.js?${++copies}`);
  const asker = (/** @type {string} */ name) =>
    new Asker(
      new URL(`file:///${name}.js`),
      async () => ({
        answer: async (/** @type {string} */ what, /** @type {Json} */ input) =>
          `${name} on the page: ${what} ${input}`,
      }),
      `${name} stopped`,
    );
  const reader = new Asker(
    new URL('file:///reader.js'),
    async () => ({ answer: async () => 'read on the page' }),
    'the reader stopped',
    { place: 'files', silent: (/** @type {string} */ at) => `silent: ${at}` },
  );
  const other = new Asker(new URL('file:///other.js'), async () => ({ answer: async () => '' }), 'the other stopped', {
    place: 'files',
  });
  return { workers: FakeWorker.all, dialog: asker('dialog'), lesson: asker('lesson'), reader, other };
}

const settled = (/** @type {Promise<unknown>} */ promise) =>
  promise.then(
    (value) => ({ value }),
    (error) => ({ error: error.message }),
  );

test('everything that asks has one worker, which is told which module answers', async () => {
  const { workers, dialog, lesson } = await fresh();
  const first = dialog.ask('walk', 1),
    second = lesson.ask('measure', 2);
  expect(workers).toHaveLength(1);
  expect(workers[0].asked.map(({ address, what, input }) => [address, what, input])).toEqual([
    ['file:///dialog.js', 'walk', 1],
    ['file:///lesson.js', 'measure', 2],
  ]);
  workers[0].answer(1, { value: 'measured' });
  workers[0].answer(0, { error: { message: 'nodes: none', field: 'nodes' } });
  expect(await second).toBe('measured');
  await expect(first).rejects.toMatchObject({ message: 'nodes: none', field: 'nodes' });
});

test('progress reaches the one who asks, and a withdrawn question is stopped in the worker', async () => {
  const { workers, dialog } = await fresh();
  /** @type {number[]} */
  const shares = [];
  const stop = new AbortController();
  const answer = dialog.ask('plan', null, {
    onProgress: (/** @type {number} */ share) => shares.push(share),
    signal: stop.signal,
  });
  workers[0].answer(0, { share: 0.5 });
  stop.abort();
  expect(shares).toEqual([0.5]);
  expect(workers[0].asked[1]).toEqual({ id: workers[0].asked[0].id, stop: true });
  workers[0].answer(0, { value: null });
  expect(await answer).toBe(null);
});

test('who ends its questions ends no one else’s: those are asked again in a new worker', async () => {
  const { workers, dialog, lesson } = await fresh();
  const ended = settled(dialog.ask('walk', 1)),
    kept = lesson.ask('measure', 2);
  dialog.end();
  expect(await ended).toEqual({ error: 'ended' });
  expect(workers[0].terminated).toBe(true);
  expect(workers[1].asked.map(({ what, input }) => [what, input])).toEqual([['measure', 2]]);
  workers[1].answer(0, { value: 'measured' });
  expect(await kept).toBe('measured');
});

test('a worker is kept by one who ends nothing', async () => {
  const { workers, dialog, lesson } = await fresh();
  lesson.ask('measure', 2);
  dialog.end();
  expect(workers.map(({ terminated }) => terminated)).toEqual([false]);
});

test('where workers cannot be made, or the first one does not start, questions are answered on the page', async () => {
  const none = await fresh({ refused: true });
  expect(await none.dialog.ask('walk', 1)).toBe('dialog on the page: walk 1');
  const { workers, lesson } = await fresh();
  const asked = lesson.ask('measure', 2);
  workers[0].onerror();
  expect(await asked).toBe('lesson on the page: measure 2');
  expect(await lesson.ask('measure', 3)).toBe('lesson on the page: measure 3');
  expect(workers).toHaveLength(1);
});

test('if a worker that has answered stops, its questions fail with what stopped, and the next question starts another', async () => {
  const { workers, dialog, lesson } = await fresh();
  const first = dialog.ask('walk', 1);
  workers[0].answer(0, { value: 'walked' });
  await first;
  const asked = settled(lesson.ask('measure', 2));
  workers[0].onerror();
  expect(await asked).toEqual({ error: 'lesson stopped' });
  dialog.ask('walk', 3);
  expect(workers).toHaveLength(2);
});

/** Runs with a clock that the test moves on: each tick is a second of what is watched. */
async function withClock(
  /** @type {(tick: (count?: number) => void, running: () => boolean) => Promise<void>} */ body,
) {
  const [set, clear] = [globalThis.setInterval, globalThis.clearInterval];
  let ticked = /** @type {?() => void} */ (null);
  Object.assign(globalThis, {
    setInterval: (/** @type {() => void} */ one) => {
      ticked = one;
      return 1;
    },
    clearInterval: () => {
      ticked = null;
    },
  });
  try {
    await body(
      (count = 1) => {
        for (let i = 0; i < count; ++i) ticked?.();
      },
      () => ticked !== null,
    );
  } finally {
    Object.assign(globalThis, { setInterval: set, clearInterval: clear });
  }
}

test('what reads is ended after 5 seconds without progress, and says where; who waits behind it is asked again', () =>
  withClock(async (tick, running) => {
    const { workers, reader, other } = await fresh();
    const stuck = settled(reader.ask('keys', 1)),
      behind = other.ask('counts', 2);
    tick(60); // it may load what it needs over a slow network
    expect(workers[0].terminated).toBe(false);
    workers[0].answer(0, { share: 0.2, at: 'Line 40' });
    tick(5);
    workers[0].answer(0, { share: 0.3, at: 'Line 50' });
    tick(5);
    expect(workers[0].terminated).toBe(false);
    tick();
    expect(await stuck).toEqual({ error: 'silent: Line 50' });
    expect(workers.map(({ terminated }) => terminated)).toEqual([true, false]);
    expect(workers[1].asked.map(({ what }) => what)).toEqual(['counts']);
    workers[1].answer(0, { value: 'counted' });
    expect(await behind).toBe('counted');
    expect(running()).toBe(false); // no clock while nothing is read
  }));

test('what has been read, and what the page has not yet taken, is not ended', () =>
  withClock(async (tick) => {
    const { workers, reader } = await fresh();
    let take = () => {};
    const asked = reader.ask('keys', 1, {
      onPiece: () =>
        new Promise((done) => {
          take = () => done(undefined);
        }),
    });
    workers[0].answer(0, { share: 0 });
    workers[0].answer(0, { piece: { bytes: 'some' } });
    tick(60);
    take();
    await new Promise(setImmediate);
    expect(workers[0].asked.slice(1)).toEqual([{ id: workers[0].asked[0].id, more: true }]);
    workers[0].answer(0, { share: 1 });
    tick(60);
    expect(workers[0].terminated).toBe(false);
    workers[0].answer(0, { value: 'read' });
    expect(await asked).toBe('read');
  }));

test('what reads and is withdrawn is ended if it does not stop by itself, and has a worker of its own', async () => {
  const { workers, reader, dialog } = await fresh();
  const stop = new AbortController(),
    asked = settled(reader.ask('keys', 1, { signal: stop.signal }));
  dialog.ask('walk', 2);
  stop.abort(new Error('withdrawn'));
  expect(workers.map(({ asked: questions }) => questions.map(({ what, stop: stopped }) => what ?? stopped))).toEqual([
    ['keys', true],
    ['walk'],
  ]);
  expect(await asked).toEqual({ error: 'withdrawn' });
  expect(workers.map(({ terminated }) => terminated)).toEqual([true, false]);
});
