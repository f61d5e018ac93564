// Configurations as the page would write them for a cluster.
import { allUp, nodesOf } from '../../web/dialogs/tools/nodes.js';
import { built } from '../built.mjs';
/** @import {Core, PlaceInput} from '../../web/headless/reshard-core.d.ts' */
/** @import {Json} from '../types.d.ts' */

const { configurationOf } = await built('web/systems/systems.js');

/**
 * @param {Core} core
 * @param {Json} input what place() takes, without keys
 * @returns {{system: string, parts: {file: string, language: string, text: string}[], refused: string}}
 */
export function exportOf(core, input) {
  const info = core.strategies().find(({ id }) => id === input.strategy);
  const params = { ...Object.fromEntries(info.params.map((spec) => [spec.key, spec.default])), ...input.params };
  const offered = info.hashesOf?.[params.dialect];
  // as the page chooses
  const usual = offered && !offered.some(({ id }) => id === info.hash) ? { hash: offered[0].id } : {};
  const scenario = { log: [], ...usual, ...input };
  const { nodes } = core.place({ strategy: 'modulo', nodes: scenario.nodes, log: scenario.log, keys: ['k'] });
  const weights = new Map();
  for (const node of scenario.nodes) weights.set(node.name ?? node, node.weight ?? 1);
  for (const event of scenario.log) {
    if (event.add) weights.set(event.add.name ?? event.add, event.add.weight ?? 1);
    if (event.weigh) weights.set(event.weigh, event.weight);
  }
  const shown = nodes.map((name) => ({ name, weight: weights.get(name) }));
  return configurationOf({
    strategy: input.strategy,
    nodes: nodesOf(scenario, [], shown),
    params,
    hash: scenario.hash ?? info.hash,
    replicas: input.replicas ?? 1,
    table: input.table,
    placeAll: (/** @type {Uint8Array[]} */ keys) => core.place({ ...allUp(scenario), keys, replicas: 1 }),
    hash_of: (/** @type {string} */ name, /** @type {string} */ text) => core.hash(name, text),
    explain: (/** @type {Json} */ changed, /** @type {string} */ key, /** @type {boolean} */ before) => {
      const at = allUp(scenario);
      const log = before ? at.log.slice(0, -1) : at.log;
      return core.explain({ ...at, log, params: { ...at.params, ...changed } }, key);
    },
  });
}

/**
 * The only file of a configuration, which must not be refused.
 * @param {Core} core
 * @param {PlaceInput} input
 */
export function textOf(core, input) {
  const { parts, refused } = exportOf(core, input);
  if (refused) throw new Error(refused);
  return parts[0].text;
}

/**
 * The hash functions under which a dialect is compared: those that the core offers for it. The configuration must have
 * a name for each.
 * @param {Core} core
 * @param {Record<string, ?string>} names by id, as the configuration writes them
 * @param {string} strategy
 * @param {string} dialect
 */
export function offeredHashes(core, strategy, dialect, names) {
  const offered = core.strategies().find(({ id }) => id === strategy).hashesOf?.[dialect];
  if (!offered) return Object.keys(names).filter((id) => core.hashes().some((hash) => hash.id === id));
  for (const { id } of offered)
    if (!Object.hasOwn(names, id)) throw new Error(`${strategy} ${dialect}: no configuration names ${id}`);
  return offered.map(({ id }) => id);
}
