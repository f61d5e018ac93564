// A node that joins a ring with a few of its virtual nodes at a time, and one that fails: what the core counts. It
// needs no page: a worker runs it, and so do tests.

const kMostShown = 12; // keys that are named
export const kHeirCounts = [1, 10, 100, 1000]; // virtual nodes of each node

/** The weight that gives this many of `vnodes` virtual nodes (core: floor(vnodes · weight + 1/2)). */
const weightFor = (active, vnodes) => active / vnodes;

/** The positions of the keys that the newcomer has taken, and the node that each came from. */
function takenOf(core, before, after, newcomer) {
  const { moved, flow } = core.compare(before, after);
  return {
    moved: moved.length,
    needless: moved.length - flow.reduce((sum, { to, keys }) => sum + (to === newcomer ? keys : 0), 0),
    from: flow.filter(({ to }) => to === newcomer).map(({ from, keys }) => ({ from, keys })),
    shown: Array.from(moved.slice(0, kMostShown), (key) => ({ key, from: before.nodes[before.owners[key]] })),
  };
}

/**
 * A newcomer activates its virtual nodes, `stops` of them one after another.
 * @param {any} core the headless core @param
 * {{input: any, nodes: any[], newcomer: string, vnodes: number, stops: number[]}} asked `input`: all of
 *   PlaceInput except strategy, nodes and vnodes; `stops`: how many are active, from 0 up to vnodes
 * @returns {{keys: number, steps: {active: number, held: number, moved: number, needless: number, from:
 * {from: string, keys: number}[],
 *   shown: {key: number, from: string}[]}[]}}
 */
export function activate(core, { input, nodes, newcomer, vnodes, stops }) {
  const place = (active) =>
    core.place({
      ...input,
      strategy: 'ring',
      params: { ...input.params, vnodes },
      nodes: active === 0 ? nodes : [...nodes, { name: newcomer, weight: weightFor(active, vnodes) }],
    });
  let before = place(0);
  const steps = stops.map((active) => {
    const after = place(active);
    const step = {
      active,
      held: after.counts[after.nodes.indexOf(newcomer)] ?? 0,
      ...takenOf(core, before, after, newcomer),
    };
    before = after;
    return step;
  });
  return { keys: before.keys, steps };
}

/**
 * Which nodes take over from a node that fails, by the number of virtual nodes.
 * @returns {{vnodes: number, keys: number, heirs: {heir: string, keys: number}[]}[]} heirs with the most keys first
 */
export function heirs(core, { input, nodes, failed, counts = kHeirCounts }) {
  return counts.map((vnodes) => {
    const { failure } = core.place({
      ...input,
      strategy: 'ring',
      params: { ...input.params, vnodes },
      nodes,
      log: [{ down: failed }],
    });
    const found = failure.heirs
      .map(({ heir, keys }) => ({ heir, keys }))
      .filter(({ heir }) => heir !== null)
      .sort((a, b) => b.keys - a.keys);
    return { vnodes, keys: found.reduce((sum, { keys }) => sum + keys, 0), heirs: found };
  });
}
