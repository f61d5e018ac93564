// Tiers that sleep: each key has a copy in each tier, so all tiers but one may sleep. What the core places, and which
// keys have a copy awake. It needs no page: a worker runs it, and so do tests.

/** @typedef {import('./study_core.js').DialogCore} DialogCore */
/** @typedef {import('./study_core.js').StudyInput} StudyInput */
/** @typedef {import('../../headless/reshard-core.js').Placement} Placement */

/** @typedef {{tiers: number, each: number}} Tiers `each`: nodes in a tier */
/** @typedef {Tiers & {asleep: number[]}} Night `asleep`: positions in nodesOf() */

/**
 * Nodes of `tiers` tiers, named by tier and number: “t1-0”.
 * @param {number} tiers
 * @param {number} each nodes in a tier
 * @returns {{name: string, tier: number}[]}
 */
export const nodesOf = (tiers, each) =>
  Array.from({ length: tiers * each }, (_, i) => ({
    name: `t${Math.floor(i / each) + 1}-${i % each}`,
    tier: Math.floor(i / each),
  }));

const kTokens = 256; // enough to make the ordinary ring mix its nodes

/**
 * What is placed: with tiers as racks, so that each key has a replica in each; or on the next nodes of any tier.
 * @param {Tiers & {input: StudyInput, tiered: boolean}} asked
 */
const inputOf = ({ input, tiers, each, tiered }) => ({
  ...input,
  strategy: 'token_ring',
  params: { num_tokens: kTokens, strategy: tiered ? 'network_topology' : 'simple' },
  replicas: tiers,
  nodes: nodesOf(tiers, each).map(({ name, tier }) => ({ name, rack: `${tier + 1}` })),
});

/**
 * Keys without a copy awake, and the keys that each node serves: a key's first replica that is awake serves it.
 * @param {Placement} placed
 * @param {Set<number>} asleep
 */
function serve({ owners, keys, replicas, nodes }, asleep) {
  const served = nodes.map(() => 0);
  let lost = 0;
  for (let key = 0; key < keys; ++key) {
    let copy = 0;
    while (copy < replicas && asleep.has(owners[key * replicas + copy])) ++copy;
    if (copy === replicas) ++lost;
    else ++served[owners[key * replicas + copy]];
  }
  return { lost, served };
}

/**
 * Puts nodes to sleep one after another, in their order, while every key keeps a copy awake.
 * @param {Placement} placed
 * @returns {number[]} those that may
 */
function mostAsleep(placed) {
  /** @type {Set<number>} */
  const asleep = new Set();
  placed.nodes.forEach((_, node) => {
    asleep.add(node);
    if (serve(placed, asleep).lost > 0) asleep.delete(node);
  });
  return [...asleep];
}

/**
 * @typedef {{lost: number, served: number[], modes: {awake: number, lost: number, busiest: number}[], most: number[]}}
 *   Slept `lost` and `served`: with these asleep; `modes`: by the number of tiers awake; `most`: the nodes that may
 *   sleep
 * @param {DialogCore} core
 * @param {Night & {input: StudyInput}} asked
 * @returns {{keys: number, tiered: Slept, ordinary: Slept}}
 */
export function sleep(core, { input, tiers, each, asleep }) {
  const [tiered, ordinary] = [true, false].map((inTiers) => {
    const placed = core.place(inputOf({ input, tiers, each, tiered: inTiers }));
    const modes = Array.from({ length: tiers }, (_, i) => {
      const awake = tiers - i;
      const { lost, served } = serve(
        placed,
        new Set(placed.nodes.map((__, node) => node).filter((node) => node >= awake * each)),
      );
      return { awake, lost, busiest: Math.max(...served) / ((placed.keys - lost) / (awake * each)) };
    });
    return { keys: placed.keys, ...serve(placed, new Set(asleep)), modes, most: mostAsleep(placed) };
  });
  return { keys: tiered.keys, tiered, ordinary };
}

/** The fragment that opens it in the playground. @param {Night} asked */
export function linkOf({ tiers, each, asleep }) {
  const nodes = nodesOf(tiers, each);
  const listed = nodes.map(({ name, tier }) => `${name}@//${tier + 1}`).join(',');
  const log =
    asleep.length > 0 ? `&log=${asleep.map((node) => `!${nodes[node].name}`).join(',')}&at_once=${asleep.length}` : '';
  const strategy = `strategy=token_ring&num_tokens=${kTokens}&s1.strategy=network_topology`;
  return `v=1&nodes=${listed}${log}&${strategy}&replicas=${tiers}`;
}

/**
 * The share of keys of an ordinary ring whose copies are all among `asleep` of `nodes`: the copies are draws without
 * replacement.
 * @param {number} nodes
 * @param {number} asleep
 * @param {number} copies
 */
export function chanceOfLoss(nodes, asleep, copies) {
  let share = 1;
  for (let i = 0; i < copies; ++i) share *= Math.max(0, asleep - i) / (nodes - i);
  return share;
}
