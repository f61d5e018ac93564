// Measures lessons in the page's worker, so that the page stays responsive while a lesson's move is simulated.
import { Asker } from '../headless/asker.js';

/** @typedef {import('./check.js').Request} Request */
/** @typedef {import('./metrics.js').Measured} Measured */

class LessonsCore {
  #asker = new Asker(
    new URL('lessons_engine.js', import.meta.url),
    () => import('./lessons_engine.js'),
    'what measures lessons stopped',
  );

  /**
   * Loads what measure() needs; for a lesson about a sharding key (`key`), the profiler too.
   * @param {{key?: ?string[]}} [lesson]
   * @returns {Promise<void>}
   */
  prepare({ key = null } = {}) {
    return this.#asker.ask('prepare', { key });
  }

  /**
   * See LessonsEngine.measure() in web/lessons/lessons_engine.js.
   * @param {Request} request
   * @returns {Promise<Measured>}
   */
  measure(request) {
    return this.#asker.ask('measure', request);
  }

  /** Ends what was asked of this one, which then fails with “ended”, even if it computes without a pause. */
  end() {
    this.#asker.end();
  }
}

export const lessonsCore = new LessonsCore();

/** For work that may have to be ended: setups of other people. */
export const codesCore = new LessonsCore();
