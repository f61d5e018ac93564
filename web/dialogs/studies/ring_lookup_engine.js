// Measures a ring's points on this device (web/headless/asker.js): reshard-studies.wasm has the structures, the clock
// is here.
import { startModule } from '../../headless/reshard-core.mjs';
import { nextTurn } from '../../headless/next_turn.js';
import { kKinds, kNodes } from './ring_rules.js';

const kModule = new URL('../../../reshard-studies.wasm', import.meta.url).href;
const kRuns = 9; // of which the fastest counts: the others had less of the device
const kRunMs = 4; // the least that each takes: a browser's clock has steps of 0.1 ms
const kNodesAtOnce = 100;
const kFirstLookups = 256;

/** @typedef {import('./ring_rules.js').Kind} Kind */
/** @typedef {{lookUp: number, change: number, memory: number}} RingCosts seconds and bytes */

/**
 * Seconds per operation of `run(count)`, with as many as the clock needs; `prepare(count)` is not counted.
 * @param {(count: number) => void} run
 * @param {number} first
 * @param {() => Promise<void>} rest
 * @param {(count: number) => void} [prepare]
 */
async function timed(run, first, rest, prepare = () => {}) {
  let count = first;
  const clocked = () => {
    prepare(count);
    const start = performance.now();
    run(count);
    return performance.now() - start;
  };
  while (clocked() < kRunMs) {
    count *= 2;
    await rest();
  }
  const runs = [];
  for (let i = 0; i < kRuns; ++i) {
    runs.push(clocked() / count / 1000);
    await rest();
  }
  return Math.min(...runs);
}

/**
 * @param {Record<string, (...numbers: number[]) => number>} calls of the module
 * @param {number} kind its index in kKinds
 * @param {number} nodes
 * @param {number} points of each node
 * @param {() => Promise<void>} rest
 * @returns {Promise<RingCosts>}
 */
async function measure(calls, kind, nodes, points, rest) {
  calls.reshard_ring_begin(kind, nodes, points);
  await rest();
  while (calls.reshard_ring_build(kNodesAtOnce) > 0) await rest();
  let seed = 0;
  const lookUp = await timed((count) => calls.reshard_ring_look_up(++seed, count), kFirstLookups, rest);
  const change =
    (await timed(
      () => calls.reshard_ring_change(),
      1,
      rest,
      (times) => calls.reshard_ring_prepare(times),
    )) / 2; // one joins and leaves
  return { lookUp, change, memory: calls.reshard_ring_memory() };
}

/**
 * @param {string} what ring
 * @param {{points: number}} input `points` of each node
 * @param {import('../../headless/asker.js').Options} options
 * @returns {Promise<Record<Kind, RingCosts[]>>} in kNodes' order
 */
export async function answer(what, { points }, { signal, onProgress }) {
  const calls = await startModule(kModule);
  const rest = async () => {
    await nextTurn();
    signal?.throwIfAborted();
  };
  /** @type {RingCosts[][]} */
  const rows = kKinds.map(() => []);
  for (const [i, nodes] of kNodes.entries()) {
    for (const kind of kKinds.keys()) {
      rows[kind].push(await measure(calls, kind, nodes, points, rest));
      onProgress?.((i * kKinds.length + kind + 1) / (kNodes.length * kKinds.length));
    }
  }
  return /** @type {Record<Kind, RingCosts[]>} */ (Object.fromEntries(kKinds.map((kind, i) => [kind, rows[i]])));
}
