// One point of “How many virtual nodes?”. It needs no page: a worker runs it.

export const kKeys = 50_000;
export const kSeeds = 20;
const kBuilds = 10; // a single one is too short for a browser's clock
export const kPerNode = ['vnodes', 'num_tokens', 'probes']; // parameters that are a number per node

/** The value below which this share of the sorted values lies. */
const quantile = (sorted, share) => sorted[Math.round(share * (sorted.length - 1))];

/** The same nodes under other names: another roll of the dice. */
function renamed(nodes, seed) {
  return nodes.map((node) => ({ ...node, name: seed === 0 ? node.name : `${node.name}~${seed}` }));
}

/**
 * {count, low, median, high, memory, build} for one number of virtual nodes; null if stopped. `input`: of core.place()
 * but for `nodes`; `key`: the parameter that is `count`. @param {any} core @param
 * {{input: any, nodes: any[], count: number, key: string}} asked
 * @param {(share: number) => Promise<boolean>} progress false ends it
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
