// What the engines of dialogs share, each a module that answers questions in the page's worker (web/headless/asker.js).
import { loadCore } from '../../headless/load_core.js';
import { nextTurn } from '../../headless/next_turn.js';
import { speak } from './speak.js';

/** @typedef {import('../../headless/asker.js').Options} Options */
/** @typedef {import('../../headless/load_core.js').LoadedCore} LoadedCore */

/**
 * Called between two pieces of work with the share that is done, 0 to 1: whether to go on.
 * @param {Options} options
 * @returns {(share: number) => Promise<boolean>}
 */
export const watched =
  ({ signal, onProgress }) =>
  async (share) => {
    onProgress?.(share);
    await nextTurn();
    return !signal?.aborted;
  };

/**
 * The `answer` of an engine (web/headless/asker.js) that computes with the core.
 * @param {Record<string, (core: LoadedCore, input: any, options: Options) => any>} answers by question; each has an
 *   input and an answer of its own
 * @returns {(what: string, asked: {language: string, input: any}, options: Options) => Promise<any>}
 */
export const answering =
  (answers) =>
  async (what, { language, input }, options) => {
    const core = await loadCore();
    await speak(language);
    return answers[what](core, input, options);
  };

/** What several engines are asked: the catalogue, and where keys live. */
export const kCommon = {
  strategies: (/** @type {LoadedCore} */ core) => core.strategies(),
  place: (/** @type {LoadedCore} */ core, /** @type {import('../../headless/reshard-core.d.ts').PlaceInput} */ input) =>
    core.place(input),
};
