// The view's questions to its engine.
import { Asker } from '../../headless/asker.js';
import { startModule } from '../../headless/reshard-core.mjs';
import { areMovesKnown, useMoves } from './moves.js';

const asker = new Asker(
  new URL('move_engine.js', import.meta.url),
  () => import('./move_engine.js'),
  'the engine of moves stopped',
);

/**
 * @param {'migrate' | 'flow' | 'slots' | 'module' | 'strategies'} what
 * @param {any} [input] as the question has it: move_engine.js
 * @param {import('../../headless/asker.js').Options} [options]
 * @returns {Promise<any>} the answer to that question
 */
export const ask = (what, input, options) => asker.ask(what, input, options);

/** Lets the page itself read and write moves. It takes the engine's module, so that nobody fetches it twice. */
export async function loadMoves() {
  if (!areMovesKnown()) useMoves(await startModule(await ask('module')));
}
