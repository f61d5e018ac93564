// Questions to the page's worker (web/headless/asker.js), with a worker that answers when the test says so.
import { test } from 'node:test';
import { expect } from '@playwright/test';

/** Stands in for the browser's Worker: keeps what it is asked. */
class FakeWorker {
  static all = /** @type {FakeWorker[]} */ ([]);
  static refused = false;
  onmessage = /** @type {any} */ (null);
  onerror = /** @type {any} */ (null);
  asked = [];
  terminated = false;

  constructor() {
    if (FakeWorker.refused) throw new Error('no workers from a disk');
    FakeWorker.all.push(this);
  }

  postMessage(message) { this.asked.push(message); }
  terminate() { this.terminated = true; }
  answer(i, answer) { this.onmessage({ data: { id: this.asked[i].id, ...answer } }); }
}

let copies = 0;

/** A fresh copy of the module: it keeps one worker for the page. */
async function fresh({ refused = false } = {}) {
  FakeWorker.all = [];
  FakeWorker.refused = refused;
  globalThis.Worker = /** @type {any} */ (FakeWorker);
  const { Asker } = await import(`../../../web/headless/asker.js?${++copies}`);
  const asker = (name) => new Asker(new URL(`file:///${name}.js`), async () => ({ answer: async (what, input) => `${name} on the page: ${what} ${input}` }), `${name} stopped`);
  return { workers: FakeWorker.all, dialog: asker('dialog'), lesson: asker('lesson') };
}

const settled = (promise) => promise.then((value) => ({ value }), (error) => ({ error: error.message }));

test('everything that asks has one worker, which is told which module answers', async () => {
  const { workers, dialog, lesson } = await fresh();
  const first = dialog.ask('walk', 1), second = lesson.ask('measure', 2);
  expect(workers).toHaveLength(1);
  expect(workers[0].asked.map(({ address, what, input }) => [address, what, input])).toEqual([['file:///dialog.js', 'walk', 1], ['file:///lesson.js', 'measure', 2]]);
  workers[0].answer(1, { value: 'measured' });
  workers[0].answer(0, { error: { message: 'nodes: none', field: 'nodes' } });
  expect(await second).toBe('measured');
  await expect(first).rejects.toMatchObject({ message: 'nodes: none', field: 'nodes' });
});

test('progress reaches the one who asks, and a withdrawn question is stopped in the worker', async () => {
  const { workers, dialog } = await fresh();
  const shares = [], stop = new AbortController();
  const answer = dialog.ask('plan', null, { onProgress: (share) => shares.push(share), signal: stop.signal });
  workers[0].answer(0, { share: 0.5 });
  stop.abort();
  expect(shares).toEqual([0.5]);
  expect(workers[0].asked[1]).toEqual({ id: workers[0].asked[0].id, stop: true });
  workers[0].answer(0, { value: null });
  expect(await answer).toBe(null);
});

test('who ends its questions ends no one else’s: those are asked again in a new worker', async () => {
  const { workers, dialog, lesson } = await fresh();
  const ended = settled(dialog.ask('walk', 1)), kept = lesson.ask('measure', 2);
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
