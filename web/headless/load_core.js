// The core of whoever answers questions, in the page's worker or on the page: one instance, loaded by the first
// question.
import { loadReshard } from './reshard-core.mjs';

/** @typedef {Awaited<ReturnType<typeof loadReshard>>} LoadedCore */

/** @type {Map<string, Promise<LoadedCore>>} */
const loading = new Map();

/**
 * The headless core.
 * @param {string} wasm a module at the top of dist/: the one with what lessons measure, or the smaller
 *   reshard-core.wasm
 */
export function loadCore(wasm = 'reshard-lessons.wasm') {
  let core = loading.get(wasm);
  if (!core) {
    core = loadReshard({ wasm: new URL(`../../${wasm}`, import.meta.url).href });
    core.catch(() => loading.delete(wasm)); // the next question may have a connection
    loading.set(wasm, core);
  }
  return core;
}
