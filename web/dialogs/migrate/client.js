// What the view asks of its worker. A newer question of a kind withdraws the one before.

let worker = null;
let asked = 0;
/** @type {Map<number, {resolve: (value: any) => void, reject: (reason: Error) => void, onProgress?: (share: number) => void}>} */
const waiting = new Map();

function receive({ data: { id, value, error, share } }) {
  const question = waiting.get(id);
  if (!question) return;
  if (share !== undefined) return question.onProgress?.(share);
  waiting.delete(id);
  if (error) question.reject(Object.assign(new Error(error.message), error));
  else question.resolve(value);
}

function fail() {
  for (const { reject } of waiting.values()) reject(new Error('the engine of moves did not start'));
  waiting.clear();
  worker?.terminate();
  worker = null;  // the next question tries again
}

/**
 * @param {'migrate' | 'flow' | 'presets'} what @param {any} [input]
 * @param {{onProgress?: (share: number) => void, signal?: AbortSignal}} [options]
 * @returns {Promise<any>}
 */
export function ask(what, input, { onProgress, signal } = {}) {
  if (!worker) {
    worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = receive;
    worker.onerror = fail;
  }
  const id = ++asked;
  signal?.addEventListener('abort', () => worker?.postMessage({ id, what: 'stop' }), { once: true });
  const answer = new Promise((resolve, reject) => waiting.set(id, { resolve, reject, onProgress }));
  worker.postMessage({ id, what, input });
  return answer;
}
