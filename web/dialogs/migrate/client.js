// What the view asks: of a worker, or on the page where a worker cannot be, as in the page that is a single file. A question
// that is withdrawn stops.

/** @typedef {{what: string, input: any, options: any, resolve: (value: any) => void, reject: (reason: Error) => void}} Question */

/** @type {?Worker} */
let worker = null;
let heard = false;    // the worker has said something: it can be had
let refused = false;
let asked = 0;
/** @type {Map<number, Question>} */
const waiting = new Map();

function receive({ data: { id, value, error, share } }) {
  heard = true;
  const question = waiting.get(id);
  if (!question) return;
  if (share !== undefined) return question.options.onProgress?.(share);
  waiting.delete(id);
  if (error) question.reject(Object.assign(new Error(error.message), error));
  else question.resolve(value);
}

const onPage = async (what, input, options) => (await import('./engine.js')).answer(what, input, options);

// The next question tries again, unless there never was a worker.
function fail() {
  const open = [...waiting.values()];
  waiting.clear();
  worker?.terminate();
  worker = null;
  refused = !heard;
  for (const { what, input, options, resolve, reject } of open) {
    if (refused) resolve(onPage(what, input, options));
    else reject(new Error('the engine of moves stopped'));
  }
}

function started() {
  if (worker || refused) return worker;
  try {
    worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = receive;
    worker.onerror = fail;
  } catch {
    refused = true;
  }
  return worker;
}

/**
 * @param {'migrate' | 'flow' | 'presets'} what @param {any} [input]
 * @param {{onProgress?: (share: number) => void, signal?: AbortSignal}} [options]
 * @returns {Promise<any>}
 */
export function ask(what, input, options = {}) {
  const to = started();
  if (!to) return onPage(what, input, options);
  const id = ++asked;
  options.signal?.addEventListener('abort', () => worker?.postMessage({ id, what: 'stop' }), { once: true });
  const answer = new Promise((resolve, reject) => waiting.set(id, { what, input, options, resolve, reject }));
  to.postMessage({ id, what, input });
  return answer;
}
