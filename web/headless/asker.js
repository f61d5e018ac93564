// Questions to the one worker of a page, which has the core. Where there can be no worker, as in the single-file page, they
// are answered on the page.
import { nextTurn } from './next_turn.js';

/** @typedef {{onProgress?: (share: number) => void, signal?: AbortSignal}} Options */
/** @typedef {{answer: (what: string, input: any, options: Options) => Promise<any>}} Answers what a module of answers exports */
/** @typedef {{asker: Asker, what: string, input: any, options: Options, resolve: (value: any) => void, reject: (reason: Error) => void}} Question */

/** @type {?Worker} */
let worker = null;
let heard = false;    // a worker has sent something: workers are available
let refused = false;
let asked = 0;
/** @type {Map<number, Question>} */
const waiting = new Map();

function receive({ id, value, error, share }) {
  heard = true;
  const question = waiting.get(id);
  if (!question) return;
  if (share !== undefined) return question.options.onProgress?.(share);
  waiting.delete(id);
  if (error) question.reject(Object.assign(new Error(error.message), error));
  else question.resolve(value);
}

function started() {
  if (worker || refused) return worker;
  try {
    worker = new Worker(new URL('core_worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) => receive(data);
    worker.onerror = fail;
  } catch {
    refused = true;
  }
  return worker;
}

/** Ends the worker. Returns the questions that it has not answered. */
function end() {
  worker?.terminate();
  worker = null;
  const open = [...waiting.values()];
  waiting.clear();
  return open;
}

// The next question tries again, unless there never was a worker.
function fail() {
  refused = !heard;
  for (const { asker, what, input, options, resolve, reject } of end()) {
    if (refused) resolve(answerOf(asker, what, input, options));
    else reject(new Error(asker.stopped));
  }
}

async function answerOf(asker, what, input, options) {
  const to = started();
  if (!to) {
    await nextTurn();
    return (await asker.onPage()).answer(what, input, options);
  }
  const id = ++asked;
  options.signal?.addEventListener('abort', () => worker?.postMessage({ id, stop: true }), { once: true });
  /** @type {Promise<any>} */
  const answer = new Promise((resolve, reject) => waiting.set(id, { asker, what, input, options, resolve, reject }));
  to.postMessage({ id, address: asker.address.href, what, input });
  return answer;
}

/** Asks one module of answers, such as web/dialogs/answers.js. */
export class Asker {
  /**
   * @param {URL} address of the module, which exports `answer` @param {() => Promise<Answers>} onPage imports it on the page
   * @param {string} stopped the message if the worker ends by itself, as when it runs out of memory
   */
  constructor(address, onPage, stopped) {
    this.address = address;
    this.onPage = onPage;
    this.stopped = stopped;
  }

  /** Several questions may be under way. @param {string} what @param {any} [input] @param {Options} [options] @returns {Promise<any>} */
  ask(what, input, options = {}) {
    return answerOf(this, what, input, options);
  }

  /** Ends this asker's questions, which fail with “ended”, even if one computes without a pause. Others' questions are asked again. */
  end() {
    if (![...waiting.values()].some(({ asker }) => asker === this)) return;
    for (const { asker, what, input, options, resolve, reject } of end()) {
      if (asker === this) reject(new Error('ended'));
      else resolve(answerOf(asker, what, input, options));
    }
  }
}
