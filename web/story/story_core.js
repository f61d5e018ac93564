// Asks the headless core for all figures. It loads when a reader first touches one of them.
import { Asker } from '../headless/asker.js';

/** @typedef {import('./answers.js').Questions} Questions */
/** @typedef {import('./answers.js').Answers} Answers */

const asker = new Asker(
  new URL('story_engine.js', import.meta.url),
  () => import('./story_engine.js'),
  'the core did not start',
);

/** Starts loading the core, unless it is loading already. */
export const wakeCore = () => {
  asker.ask('wake').catch(() => {});
}; // a figure that asks learns why it cannot

/**
 * @template {keyof Questions} What
 * @param {What} what
 * @param {Questions[What]} input
 * @returns {Promise<Answers[What]>}
 */
export const askCore = (what, input) => asker.ask(what, input);

/** Answers only a figure's newest question: earlier ones get null. */
export function latest() {
  let newest = 0;
  /**
   * @template {keyof Questions} What
   * @param {What} what
   * @param {Questions[What]} input
   * @returns {Promise<?Answers[What]>}
   */
  const ask = async (what, input) => {
    const mine = ++newest;
    const value = await askCore(what, input);
    return mine === newest ? value : null;
  };
  return ask;
}
