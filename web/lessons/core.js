// Measures lessons in the page's worker, so that the page stays responsive while a lesson's move is simulated.
import { Asker } from '../headless/asker.js';

const asker = new Asker(new URL('engine.js', import.meta.url), () => import('./engine.js'), 'what measures lessons stopped');

export const lessonsCore = {
  /** Loads what measure() needs; for a lesson about a sharding key (`key`), the profiler too. @returns {Promise<void>} */
  prepare: ({ key = null } = {}) => asker.ask('prepare', { key }),

  /** See LessonsEngine.measure() in web/lessons/engine.js. @returns {Promise<any>} */
  measure: (request) => asker.ask('measure', request),
};
