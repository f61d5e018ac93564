// Questions to a worker that reports its progress and can be stopped; answered on the page where there can be no
// worker, as in the single-file page.

/** @typedef {(what: string, input: any, options: Options) => Promise<any>} Answer */
/** @typedef {{onProgress?: (share: number) => void, signal?: AbortSignal}} Options */
/** @typedef {{what: string, input: any, options: Options, resolve: (value: any) => void, reject: (reason: Error) => void}} Question */

export class Asker {
  #start;
  #onPage;
  #stopped;
  /** @type {?Worker} */
  #worker = null;
  #heard = false;    // the worker has sent something: workers are available
  #refused = false;
  #asked = 0;
  /** @type {Map<number, Question>} */
  #waiting = new Map();

  /** @param {() => Worker} start one that calls answerAsker() @param {Answer} onPage @param {string} stopped the message if it ends by itself */
  constructor(start, onPage, stopped) {
    this.#start = start;
    this.#onPage = onPage;
    this.#stopped = stopped;
  }

  /** @param {string} what @param {any} [input] @param {Options} [options] */
  ask(what, input, options = {}) {
    const to = this.#started();
    if (!to) return this.#onPage(what, input, options);
    const id = ++this.#asked;
    options.signal?.addEventListener('abort', () => this.#worker?.postMessage({ id, what: 'stop' }), { once: true });
    /** @type {Promise<any>} */
    const answer = new Promise((resolve, reject) => this.#waiting.set(id, { what, input, options, resolve, reject }));
    to.postMessage({ id, what, input });
    return answer;
  }

  #started() {
    if (this.#worker || this.#refused) return this.#worker;
    try {
      this.#worker = this.#start();
      this.#worker.onmessage = ({ data }) => this.#receive(data);
      this.#worker.onerror = () => this.#fail();
    } catch {
      this.#refused = true;
    }
    return this.#worker;
  }

  #receive({ id, value, error, share }) {
    this.#heard = true;
    const question = this.#waiting.get(id);
    if (!question) return;
    if (share !== undefined) return question.options.onProgress?.(share);
    this.#waiting.delete(id);
    if (error) question.reject(Object.assign(new Error(error.message), error));
    else question.resolve(value);
  }

  // The next question tries again, unless there never was a worker.
  #fail() {
    const open = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#worker?.terminate();
    this.#worker = null;
    this.#refused = !this.#heard;
    for (const { what, input, options, resolve, reject } of open) {
      if (this.#refused) resolve(this.#onPage(what, input, options));
      else reject(new Error(this.#stopped));
    }
  }
}

/** In the worker: answers an Asker; a question that is withdrawn stops. @param {Answer} answer */
export function answerAsker(answer) {
  const running = new Map();
  addEventListener('message', async ({ data: { id, what, input } }) => {
    if (what === 'stop') return running.get(id)?.abort();
    const stop = new AbortController();
    running.set(id, stop);
    try {
      const value = await answer(what, input, { signal: stop.signal, onProgress: (share) => postMessage({ id, share }) });
      postMessage({ id, value });
    } catch (error) {
      const { message, name, code, field, template, args } = error;
      postMessage({ id, error: { message, name, code, field, template, args } });
    }
    running.delete(id);
  });
}
