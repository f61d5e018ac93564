// Searches the strategy that placed the reader's rows, with the profiler.
import { watched } from '../tools/answering.js';
import { speak } from '../tools/speak.js';
import { identify } from './identify_rules.js';

/**
 * @param {string} _ identify
 * @param {{language: string, input: import('./identify_rules.js').Asked}} asked
 * @param {import('../../headless/asker.js').Options} options
 */
export async function answer(_, { language, input }, options) {
  await speak(language);
  return identify(input, watched(options));
}
