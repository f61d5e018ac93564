// Answers the figures' questions (web/headless/asker.js).
import { loadCore } from '../headless/load_core.js';
import { answer as answerWith } from './answers.js';

/**
 * @param {string} what wake, which only loads the core, or as answers.js says
 * @param {any} input comes from another thread; answers.js has its type
 */
export async function answer(what, input) {
  const core = await loadCore('reshard-core.wasm');
  return what === 'wake'
    ? undefined
    : answerWith(core, /** @type {keyof import('./answers.js').Questions} */ (what), input);
}
