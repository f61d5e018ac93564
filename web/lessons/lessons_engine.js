// Measures what lessons ask for, with a core of reshard-lessons.wasm; web/lessons/trial.h describes its input and
// output. It runs in the page's worker (web/headless/asker.js) and in Node.
import { loadCore } from '../headless/load_core.js';

/** @typedef {import('./key_trial.js').KeyTrial} KeyTrial */
/** @typedef {import('./check.js').Request} Request */
/** @typedef {import('./metrics.js').Measured} Measured */

export class LessonsEngine {
  #core;
  /** @type {?Promise<KeyTrial>} */
  #loading = null;
  /** @type {?KeyTrial} */
  #keys = null;

  /**
   * @param {{call: (name: string, request: object) => any}} core of loadCore(); each function has an answer of its own
   */
  constructor(core) {
    this.#core = core;
  }

  /**
   * Loads what measure() needs besides the module. Call it before the first measure() of a lesson about a sharding key.
   * @param {{key?: ?string[]}} [lesson]
   */
  async prepare({ key = null } = {}) {
    if (!key || this.#keys) return;
    this.#loading ??= import('./key_trial.js').then(({ loadKeyTrial }) => loadKeyTrial());
    this.#loading.catch(() => {
      this.#loading = null;
    }); // a later call may have a connection
    this.#keys = await this.#loading;
  }

  /**
   * Measures for one seed; throws a ReshardError that names the member. `key`: the settings of a sharding key that
   * learners choose.
   * @param {Request} request
   * @returns {Measured}
   */
  measure({ key, ...request }) {
    if (!key) return this.#core.call('reshard_measure', request);
    const keys = /** @type {KeyTrial} */ (this.#keys); // after prepare()
    // everything but the key is the lesson's
    const base = this.#core.call('reshard_measure', { start: request.start, seed: request.seed });
    return { ...base, ...keys.measure({ ...request, key }, base) };
  }
}

/** Starts it. */
export async function loadLessonsEngine() {
  return new LessonsEngine(await loadCore());
}

/** @type {?LessonsEngine} */
let engine = null;

/**
 * Answers web/lessons/lessons_core.js.
 * @param {string} what prepare or measure
 * @param {any} input the argument of that method
 */
export async function answer(what, input) {
  engine ??= await loadLessonsEngine();
  await engine.prepare(input); // for every question: a worker that was started again has prepared nothing
  return what === 'prepare' ? undefined : engine.measure(input);
}
