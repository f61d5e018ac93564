// Calls reshard-lessons.wasm, which measures what lessons ask for; web/lessons/trial.h describes its input and output. It runs
// in the lessons' worker, on the page if there can be no worker, and in Node.
import { ReshardError, startModule } from '../headless/reshard-core.mjs';

export class LessonsEngine {
  #calls;
  /** @type {?Promise<any>} */
  #loading = null;
  #keys = null;

  constructor(calls) {
    this.#calls = calls;
  }

  /** Loads what measure() needs besides the module. Call it before the first measure() of a lesson about a sharding key. */
  async prepare({ key = null } = {}) {
    if (!key || this.#keys) return;
    this.#loading ??= import('./key_trial.js').then(({ loadKeyTrial }) => loadKeyTrial());
    this.#loading.catch(() => { this.#loading = null; });  // a later call may have a connection
    this.#keys = await this.#loading;
  }

  /** Measures for one seed; throws a ReshardError that names the member. `key`: the settings of a sharding key that learners choose. */
  measure({ key, ...request }) {
    if (!key) return this.#ask(request);
    const base = this.#ask({ start: request.start, seed: request.seed });  // everything but the key is the lesson's
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

/** Starts it; `wasm` as in loadReshard(), default: beside reshard-core.mjs. */
export async function loadLessonsEngine(wasm = new URL('../../reshard-lessons.wasm', import.meta.url)) {
  return new LessonsEngine(await startModule(wasm));
}

/** @type {?Promise<LessonsEngine>} */
let loading = null;

/** Answers web/lessons/core.js. @param {string} what prepare or measure @param {any} input the argument of that method */
export async function answer(what, input) {
  loading ??= loadLessonsEngine();
  loading.catch(() => { loading = null; });  // a later call may have a connection
  const engine = await loading;
  await engine.prepare(input);  // for every question: a worker that was started again has prepared nothing
  return what === 'prepare' ? undefined : engine.measure(input);
}
