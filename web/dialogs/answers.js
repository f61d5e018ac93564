// Answers the dialogs' questions (web/headless/asker.js) with the core.
import { loadCore } from '../headless/load_core.js';
import { nextTurn } from '../headless/next_turn.js';
import { currentLanguage, tableOf, useTable } from '../text/language.js';

/** @typedef {import('../headless/asker.js').Options} Options */

/**
 * Called between two pieces of work with the share that is done, 0 to 1: whether to go on.
 * @param {Options} options
 * @returns {(share: number) => Promise<boolean>}
 */
const watched =
  ({ signal, onProgress }) =>
  async (share) => {
    onProgress?.(share);
    await nextTurn();
    return !signal?.aborted;
  };

/** @type {Record<string, (core: any, input: any, options: Options) => any>} each loads what it needs */
const kAnswers = {
  strategies: (core) => core.strategies(),
  place: (core, input) => core.place(input),
  measure: async (core, input) => (await import('./figures.js')).measure(core, input),
  row: async (core, input) => (await import('./table_sets.js')).measureRow(core, input),
  sections: async (core, input) => (await import('./studies/section_rules.js')).studySections(core, input),
  walk: async (core, input) => (await import('./studies/jump_walk.js')).walk(core, input),
  lookUp: async (core, input) => (await import('./studies/jump_walk.js')).lookUp(core, input),
  afterFailure: async (core, input) => (await import('./studies/jump_walk.js')).afterFailure(core, input),
  activate: async (core, input) => (await import('./studies/ring_walk.js')).activate(core, input),
  heirs: async (core, input) => (await import('./studies/ring_walk.js')).heirs(core, input),
  sleep: async (core, input) => (await import('./studies/tiers_walk.js')).sleep(core, input),
  judge: async (core, { strategy, needs }) => (await import('./chooser_rules.js')).judge(core, strategy, needs),
  identify: async (_, input, options) => (await import('./identify_rules.js')).identify(input, watched(options)),
  curvePoint: async (core, input, options) =>
    (await import('./curve_rules.js')).curvePoint(core, input, watched(options)),
  plan: async (core, { input, strategies, steps }, options) =>
    (await import('./plan.js')).planOf(core, input, strategies, steps, watched(options)),
  configuration: async (core, input) => (await import('./export/systems.js')).configurationBy(core, input),
};

/**
 * @param {string} what one of the above
 * @param {{language: string, input: any}} asked `language`: of texts in the answer
 * @param {Options} options
 */
export async function answer(what, { language, input }, options) {
  const core = await loadCore();
  if (language !== currentLanguage()) useTable(language, await tableOf(language));
  return kAnswers[what](core, input, options);
}
