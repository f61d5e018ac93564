// Measures lessons in a worker, so that the page stays awake while a move of a lesson is run; on the page where there can be
// no worker, as in the page that is a single file.
import { Asker } from '../dialogs/asker.js';
import { idle } from '../dialogs/dialog.js';

async function onPage(what, input) {
  await idle();
  return (await import('./engine.js')).answer(what, input);
}

const asker = new Asker(() => new Worker(new URL('worker.js', import.meta.url), { type: 'module' }), onPage, 'what measures lessons stopped');

export const lessonsCore = {
  /** Loads what measure() needs; of a lesson about a sharding key (`key`), the profiler too. @returns {Promise<void>} */
  prepare: ({ key = null } = {}) => asker.ask('prepare', { key }),

  /** As LessonsEngine.measure() in web/lessons/engine.js. @returns {Promise<any>} */
  measure: (request) => asker.ask('measure', request),
};
