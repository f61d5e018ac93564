// Answers the view's questions (web/headless/asker.js): the core places the keys, the module of moves runs them.
import { loadCore } from '../../headless/load_core.js';
import { startModule } from '../../headless/reshard-core.mjs';
import { flow, migrate, presets } from '../../headless/reshard-migration.mjs';
import { slotPlan } from './slot_plan.js';

const kMigration = new URL('../../../reshard-migration.wasm', import.meta.url).href;
/** @type {Promise<any>} */
const module = fetch(kMigration)
  .then((response) => response.arrayBuffer())
  .then((bytes) => WebAssembly.compile(bytes));
module.catch(() => {}); // whoever asks gets the error
let placed = { text: '', before: null, after: null };

// Keeps the last placements: while a knob is dragged, the same keys move.
function place(core, { before, after }) {
  const text = JSON.stringify([before, after]);
  if (placed.text !== text) {
    const once = (input) =>
      input.owners ? { replicas: 1, ...input, owners: Uint32Array.from(input.owners) } : core.place(input);
    placed = { text, before: once(before), after: once(after) };
  }
  return { before: placed.before, after: placed.after };
}

/**
 * @param {string} what migrate, flow, slots, presets or strategies
 * @param {any} input
 * @param {{signal?: AbortSignal, onProgress?: (share: number) => void}} options
 */
export async function answer(what, input, options) {
  if (what === 'presets') return presets(await startModule(await module));
  const core = await loadCore();
  if (what === 'strategies') return core.strategies();
  if (what === 'slots') return slotPlan(core, input);
  if (what === 'flow') return flow(core, { ...input, ...place(core, input) }, await module);
  const { before, after } = place(core, input);
  const result = await migrate(
    core,
    {
      ...input,
      before,
      after,
      film: true,
      ...(input.watch === undefined && firstMoved(before, after, input.workload)),
    },
    options,
    await module,
  );
  return { ...result, counts: countsOf(result.nodes, before, after) };
}

// For each node: its keys before and after, and how many leave and arrive.
function countsOf(nodes, before, after) {
  const position = new Map(nodes.map((name, i) => [name, i]));
  const lists = () => new Array(nodes.length).fill(0);
  const counts = { before: lists(), after: lists(), in: lists(), out: lists() };
  const at = (side, key) => position.get(side.nodes[side.owners[key * side.replicas]]);
  for (let key = 0; key < before.owners.length / before.replicas; ++key) {
    const [from, to] = [at(before, key), at(after, key)];
    if (from === undefined || to === undefined) continue;
    ++counts.before[from];
    ++counts.after[to];
    if (from === to) continue;
    ++counts.out[from];
    ++counts.in[to];
  }
  return counts;
}

// Whose life is told where nobody asks for one: the first key that moves. By Zipf's law the first keys are asked for so
// often that their story would end before the move begins; one further on gets about twenty requests.
function firstMoved(before, after, { skew = 0, requests = 60_000 } = {}) {
  const keys = before.owners.length / before.replicas,
    first = skew > 0 ? Math.min(keys - 1, Math.round(requests / 240)) : 0;
  const ownerOf = ({ nodes, owners, replicas }, key) => nodes[owners[key * replicas]];
  for (let key = first; key < keys; ++key) {
    const from = ownerOf(before, key),
      to = ownerOf(after, key);
    // While a node is down, nobody has some of its keys: there is no such life to tell.
    if (from !== undefined && to !== undefined && from !== to) return { watch: key };
  }
  return {};
}
