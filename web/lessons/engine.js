// reshard-lessons.wasm, which measures what lessons ask for: web/lessons/trial.h says what it takes and answers. It runs in
// the lessons' worker, on the page where there can be no worker, and in Node.
import { ReshardError, startModule } from '../headless/reshard-core.mjs';

export class LessonsEngine {
  #calls;
  /** @type {?Promise<any>} */
  #loading = null;
  #keys = null;

  constructor(calls) {
    this.#calls = calls;
  }

  /** Loads what measure() needs for a lesson beyond the module; before the first measure() of one about a sharding key. */
  async prepare({ key = null } = {}) {
    if (!key || this.#keys) return;
    this.#loading ??= import('./key_trial.js').then(({ loadKeyTrial }) => loadKeyTrial());
    this.#loading.catch(() => { this.#loading = null; });  // the next one may have a connection
    this.#keys = await this.#loading;
  }

  /** What is measured under one seed; throws a ReshardError that names the member. `key`: what learners choose of a sharding key. */
  measure({ key, ...request }) {
    if (!key) return this.#ask(request);
    const base = this.#ask({ start: request.start, seed: request.seed });  // all but the key is the lesson's
    return { ...base, ...this.#keys.measure({ ...request, key }, base) };
  }

  #ask(request) {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    this.#view(this.#calls.reshard_request_buffer(bytes.length), bytes.length).set(bytes);
    const reply = this.#calls.reshard_measure();
    const { value, error } = JSON.parse(new TextDecoder().decode(this.#view(reply, this.#calls.reshard_reply_size())));
    if (error) throw new ReshardError(error);
    return value;
  }

  #view(address, length) {
    return new Uint8Array(this.#calls.memory.buffer, address, length);
  }
}

/** Starts it; `wasm` as in loadReshard(), beside reshard-core.mjs if left out. */
export async function loadLessonsEngine(wasm = new URL('../../reshard-lessons.wasm', import.meta.url)) {
  return new LessonsEngine(await startModule(wasm));
}

/** @type {?Promise<LessonsEngine>} */
let loading = null;

/** What web/lessons/core.js asks. @param {string} what prepare or measure @param {any} input as those methods take it */
export async function answer(what, input) {
  loading ??= loadLessonsEngine();
  loading.catch(() => { loading = null; });  // the next one may have a connection
  const engine = await loading;
  return what === 'prepare' ? engine.prepare(input) : engine.measure(input);
}
