// A node that joins a ring with a few of its virtual nodes at a time, and one that fails: what the core counts. It
// needs no page: a worker runs it, and so do tests.

/** @typedef {import('./study_core.js').DialogCore} DialogCore */
/** @typedef {import('./study_core.js').StudyInput} StudyInput */
/** @typedef {import('../../headless/reshard-core.js').Placement} Placement */

/** @typedef {{name: string, weight?: number}} RingNode */
/**
 * What a step moves to the newcomer.
 * @typedef {{active: number, held: number, moved: number, needless: number, from: {from: string, keys: number}[],
 *   shown: {key: number, from: string}[]}} ActivationStep `active`: virtual nodes, after it; `held`: keys; `shown`: the
 *   first keys by position
 */

const kMostShown = 12; // keys that are named
export const kHeirCounts = [1, 10, 100, 1000]; // virtual nodes of each node

/**
 * The weight that gives this many of `vnodes` virtual nodes (core: floor(vnodes · weight + 1/2)).
 * @param {number} active
 * @param {number} vnodes
 */
const weightFor = (active, vnodes) => active / vnodes;

/**
 * The positions of the keys that the newcomer has taken, and the node that each came from.
 * @param {DialogCore} core
 * @param {Placement} before
 * @param {Placement} after
 * @param {string} newcomer
 */
function takenOf(core, before, after, newcomer) {
  const { moved, flow } = core.compare(before, after);
  return {
    moved: moved.length,
    needless: moved.length - flow.reduce((sum, { to, keys }) => sum + (to === newcomer ? keys : 0), 0),
    // Each key of a ring has an owner.
    from: flow
      .filter(({ to }) => to === newcomer)
      .map(({ from, keys }) => ({ from: /** @type {string} */ (from), keys })),
    shown: Array.from(moved.slice(0, kMostShown), (key) => ({ key, from: before.nodes[before.owners[key]] })),
  };
}

/**
 * A newcomer activates its virtual nodes, `stops` of them one after another.
 * @param {DialogCore} core
 * @param {{input: StudyInput, nodes: RingNode[], newcomer: string, vnodes: number, stops: number[]}} asked `stops`: how
 *   many are active, from 0 up to vnodes
 * @returns {{keys: number, steps: ActivationStep[]}}
 */
export function activate(core, { input, nodes, newcomer, vnodes, stops }) {
  const place = (/** @type {number} */ active) =>
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
 * @typedef {{heir: string, keys: number}} Heir
 * @typedef {{vnodes: number, keys: number, heirs: Heir[]}} Heirs those with the most keys first
 * @param {DialogCore} core
 * @param {{input: StudyInput, nodes: RingNode[], failed: string, counts?: number[]}} asked
 * @returns {Heirs[]}
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
    const told = failure?.heirs ?? []; // present, as a node is down
    const found = told
      .flatMap(({ heir, keys }) => (heir === null ? [] : [{ heir, keys }]))
      .sort((a, b) => b.keys - a.keys);
    return { vnodes, keys: found.reduce((sum, { keys }) => sum + keys, 0), heirs: found };
  });
}
