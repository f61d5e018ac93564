// The change of configuration that a page shows, as its runbook sees it, without a page.
import { built, fromTree } from './built.mjs';
/** @import {Core} from '../web/headless/reshard-core.d.ts' */
/** @import {Json} from './types.d.ts' */

const { configurationBy } = await built('web/systems/systems.js');
const { changeOf } = await fromTree('web/dialogs/migrate/runbook_systems.js');
const { placementsOf } = await fromTree('web/dialogs/migrate/subject.js');

/**
 * @param {Core} core
 * @param {Json} scenario as the page has it (web/api/shapes.d.ts)
 * @param {{subject?: string, state?: Json}} [page] `subject`: what moves; `state`: what the page has measured
 * @returns {Promise<Json>} of runbook_systems.js; null if the strategy is no cache router's
 */
export function changeIn(core, scenario, { subject = 'all', state = {} } = {}) {
  const whole = { v: 1, ...scenario };
  /** @type {Record<string, (input: Json) => Json>} */
  const answers = {
    strategies: () => core.strategies(),
    place: (input) => core.place(input),
    configuration: (input) => configurationBy(core, input),
  };
  return changeOf(
    { bridge: { read: () => whole }, state: () => state },
    placementsOf(whole, (whole.log ?? []).length > 0 ? subject : 'add', 100_000),
    { ask: async (/** @type {string} */ what, /** @type {Json} */ input) => answers[what](input) },
  );
}
