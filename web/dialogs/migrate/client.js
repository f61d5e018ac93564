// The view's questions to its engine.
import { Asker } from '../asker.js';

const asker = new Asker(() => new Worker(new URL('worker.js', import.meta.url), { type: 'module' }),
  async (what, input, options) => (await import('./engine.js')).answer(what, input, options), 'the engine of moves stopped');

/**
 * @param {'migrate' | 'flow' | 'presets'} what @param {any} [input] @param {import('../asker.js').Options} [options]
 * @returns {Promise<any>}
 */
export const ask = (what, input, options) => asker.ask(what, input, options);
