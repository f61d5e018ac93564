// Measures lessons in a worker, so that the page stays responsive while a lesson's move is simulated. Where there can be no
// worker, as in the single-file page, it measures on the page.
import { Asker } from '../dialogs/asker.js';
import { idle } from '../dialogs/dialog.js';

async function onPage(what, input) {
  await idle();
  return (await import('./engine.js')).answer(what, input);
}

const asker = new Asker(() => new Worker(new URL('worker.js', import.meta.url), { type: 'module' }), onPage, 'what measures lessons stopped');

export const lessonsCore = {
  /** Loads what measure() needs; for a lesson about a sharding key (`key`), the profiler too. @returns {Promise<void>} */
  prepare: ({ key = null } = {}) => asker.ask('prepare', { key }),

  /** See LessonsEngine.measure() in web/lessons/engine.js. @returns {Promise<any>} */
  measure: (request) => asker.ask('measure', request),
};
