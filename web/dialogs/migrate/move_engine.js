// Answers the view's questions (web/headless/asker.js): the core places the keys, the module of moves runs them.
import { loadCore } from '../../headless/load_core.js';
import { startModule } from '../../headless/reshard-core.mjs';
import { flow, migrate } from '../../headless/reshard-migration.mjs';
import { areMovesKnown, useMoves } from './moves.js';
import { slotPlan } from './slot_plan.js';
import { valueOf } from './spec.js';

const kMigration = new URL('../../../reshard-migration.wasm', import.meta.url).href;
/** @typedef {import('../../headless/reshard-core.d.ts').Core} Core */
/** @typedef {Pick<import('../../headless/reshard-core.d.ts').Placement, 'nodes' | 'owners' | 'replicas'>} Placed */
/** @typedef {import('./runbook_source.js').Dealt} Running where the keys of a running system are */
/** @typedef {Pick<import('../../headless/reshard-core.d.ts').PlaceInput, 'strategy' | 'params' | 'hash'>} Choice */
/** @typedef {import('../tools/plan.js').Input & Choice} Placing an input of core.place(), made from a scenario */
/** @typedef {Placing | Running} Side */
/** @typedef {{before: Side, after: Side}} Sides */

/** @type {Promise<WebAssembly.Module>} */
const module = fetch(kMigration)
  .then((response) => response.arrayBuffer())
  .then((bytes) => WebAssembly.compile(bytes));
module.catch(() => {}); // whoever asks gets the error
/** @type {?{text: string, before: Placed, after: Placed}} */
let placed = null;

/**
 * Keeps the last placements: while a knob is dragged, the same keys move.
 * @param {Core} core
 * @param {Sides} sides
 */
function place(core, { before, after }) {
  const text = JSON.stringify([before, after]);
  if (placed?.text !== text) {
    const once = (/** @type {Side} */ input) =>
      'owners' in input
        ? { replicas: 1, keys: input.owners.length, ...input, owners: Uint32Array.from(input.owners) }
        : core.place(input);
    placed = { text, before: once(before), after: once(after) };
  }
  return { before: placed.before, after: placed.after };
}

/**
 * @param {string} what migrate, flow, slots, module or strategies
 * @param {any} input what core.migrate(), flow() or slotPlan() takes, with placements as Sides
 * @param {{signal?: AbortSignal, onProgress?: (share: number) => void}} options
 */
export async function answer(what, input, options) {
  if (what === 'module') return module;
  const core = await loadCore();
  if (what === 'strategies') return core.strategies();
  if (what === 'slots') return slotPlan(core, input);
  if (what === 'flow') return flow(core, { ...input, ...place(core, input) }, await module);
  const { before, after } = place(core, input);
  const watched = input.watch === undefined && firstMoved(before, after, await settingsOf(input.workload));
  const result = await migrate(core, { ...input, before, after, film: true, ...watched }, options, await module);
  return { ...result, counts: countsOf(result.nodes, before, after) };
}

/** @param {import('./spec.js').Settings} [workload] @returns {Promise<{skew: number, requests: number}>} */
async function settingsOf(workload = {}) {
  if (!areMovesKnown()) useMoves(await startModule(await module));
  return { skew: valueOf(workload, 'skew'), requests: valueOf(workload, 'requests') };
}

/**
 * For each node: its keys before and after, and how many leave and arrive.
 * @param {string[]} nodes
 * @param {Placed} before
 * @param {Placed} after
 * @returns {import('./film.js').Counts}
 */
function countsOf(nodes, before, after) {
  const position = new Map(nodes.map((name, i) => [name, i]));
  const lists = () => new Array(nodes.length).fill(0);
  const counts = { before: lists(), after: lists(), in: lists(), out: lists() };
  for (let key = 0; key < before.owners.length / before.replicas; ++key) {
    const from = position.get(ownerOf(before, key)),
      to = position.get(ownerOf(after, key));
    if (from === undefined || to === undefined) continue;
    ++counts.before[from];
    ++counts.after[to];
    if (from === to) continue;
    ++counts.out[from];
    ++counts.in[to];
  }
  return counts;
}

/** While a node is down, nobody has some of its keys: it is undefined. @param {Placed} side @param {number} key */
const ownerOf = ({ nodes, owners, replicas }, key) => nodes[owners[key * replicas]];

/**
 * Whose life is told where nobody asks for one: the first key that moves. By Zipf's law the first keys are asked for so
 * often that their story would end before the move begins; one further on gets about twenty requests.
 * @param {Placed} before
 * @param {Placed} after
 * @param {{skew: number, requests: number}} workload
 */
function firstMoved(before, after, { skew, requests }) {
  const keys = before.owners.length / before.replicas,
    first = skew > 0 ? Math.min(keys - 1, Math.round(requests / 240)) : 0;
  for (let key = first; key < keys; ++key) {
    const from = ownerOf(before, key),
      to = ownerOf(after, key);
    if (from !== undefined && to !== undefined && from !== to) return { watch: key };
  }
  return {};
}
