// The view's questions to its engine.
import { Asker } from '../../headless/asker.js';

const asker = new Asker(
  new URL('move_engine.js', import.meta.url),
  () => import('./move_engine.js'),
  'the engine of moves stopped',
);

/**
 * @param {'migrate' | 'flow' | 'slots' | 'presets' | 'strategies'} what @param {any} [input] @param
 * {import('../../headless/asker.js').Options} [options]
 * @returns {Promise<any>}
 */
export const ask = (what, input, options) => asker.ask(what, input, options);
