// The names of a scenario's initial nodes.
import { inputOf, placing } from './plan.js';

/** @typedef {import('./dialog_core.js').Core} Core */

/**
 * Those that the core generates, if the scenario only says how many there are.
 * @param {Pick<Core, 'ask'>} core @param {import('../../api/shapes.js').ScenarioJson} scenario
 * @returns {Promise<string[]>}
 */
export async function firstNodes(core, scenario) {
  if (Array.isArray(scenario.nodes)) return [];
  const one = { ...inputOf(scenario), keys: { kind: 'sequential', count: 1 }, log: [] };
  const { nodes } = await core.ask('place', placing(one, { strategy: 'modulo' }));
  return nodes;
}
