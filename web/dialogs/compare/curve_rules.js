// One point of “How many virtual nodes?”. It needs no page: a worker runs it.

export const kKeys = 50_000;
export const kSeeds = 20;
const kBuilds = 10; // a single one is too short for a browser's clock
export const kPerNode = ['vnodes', 'num_tokens', 'probes']; // parameters that are a number per node

/** The value below which this share of the sorted values lies. @param {number[]} sorted @param {number} share */
const quantile = (sorted, share) => sorted[Math.round(share * (sorted.length - 1))];

/** @typedef {import('../../headless/reshard-core.d.ts').PlaceInput} PlaceInput */
/** @typedef {{name: string, weight: number}} WeightedNode */
/**
 * @typedef {{count: number, low: number, median: number, high: number, memory: number, build: number}} Point max / fair
 *   share at the 5th, 50th and 95th percentile, bytes of a client, and milliseconds to build
 */

/** The same nodes under other names: another roll of the dice. @param {WeightedNode[]} nodes @param {number} seed */
function renamed(nodes, seed) {
  return nodes.map((node) => ({ ...node, name: seed === 0 ? node.name : `${node.name}~${seed}` }));
}

/**
 * The point for one number of virtual nodes; null if stopped.
 * @param {import('../../headless/reshard-core.d.ts').Core} core
 * @param {{input: Omit<PlaceInput, 'nodes'>, nodes: WeightedNode[], count: number, key: string}} asked `key`: the
 *   parameter that is `count`
 * @param {(share: number) => Promise<boolean>} progress false ends it
 * @returns {Promise<?Point>}
 */
export async function curvePoint(core, { input, nodes, count, key }, progress) {
  const peaks = [];
  let memory = 0;
  for (let seed = 0; seed < kSeeds; ++seed) {
    const placed = core.place({ ...input, nodes: renamed(nodes, seed), params: { ...input.params, [key]: count } });
    peaks.push(placed.stats.peakToFair);
    memory = placed.memoryBytes;
    if (!(await progress(seed / kSeeds))) return null;
  }
  const start = performance.now();
  for (let i = 0; i < kBuilds; ++i) {
    core.place({ ...input, nodes, params: { ...input.params, [key]: count }, keys: { kind: 'sequential', count: 1 } });
  }
  const build = (performance.now() - start) / kBuilds;
  peaks.sort((a, b) => a - b);
  return {
    count,
    low: quantile(peaks, 0.05),
    median: quantile(peaks, 0.5),
    high: quantile(peaks, 0.95),
    memory,
    build,
  };
}
