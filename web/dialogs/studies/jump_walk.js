// Jump from node to node: what the core counts while nodes are added one by one, and the draws of one key under both
// loops. It needs no page: a worker runs it, and so do tests.

const kMask = (1n << 64n) - 1n;
const named = (count) => Array.from({ length: count }, (_, i) => `${i}`);

/** SplitMix64's next state and output (core/base/random.h). */
function splitMix64(state) {
  const next = (state + 0x9e3779b97f4a7c15n) & kMask;
  let mixed = next;
  mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & kMask;
  mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & kMask;
  return [next, mixed ^ (mixed >> 31n)];
}

/**
 * The naive loop (jump_naive) on one key: a coin for each node after the first.
 * @param {bigint} hash @param {number} nodes
 * @returns {{node: number, chance: number, draw: number, moves: boolean, at: number}[]} `at`: where the key is
 * afterwards
 */
export function coinsOf(hash, nodes) {
  let state = hash,
    at = 0;
  return Array.from({ length: nodes - 1 }, (_, i) => {
    const node = i + 1,
      chance = 1 / (node + 1);
    const [next, drawn] = splitMix64(state);
    const draw = Number(drawn >> 11n) * 2 ** -53;
    const moves = draw < chance;
    state = next;
    if (moves) at = node;
    return { node, chance, draw, moves, at };
  });
}

/**
 * The jumping loop (jump) on one key: each draw says where the next jump lands; the last one lands beyond all nodes.
 * @param {bigint} hash @param {number} nodes
 * @returns {{from: number, draw: number, to: number}[]}
 */
export function jumpsOf(hash, nodes) {
  const jumps = [];
  for (let key = hash, from = 0; from < nodes; ) {
    key = (key * 2862933555777941757n + 1n) & kMask;
    const drawn = Number((key >> 33n) + 1n);
    const to = Math.floor((from + 1) * (2 ** 31 / drawn)); // as the core divides (core/placement/jump_hash.h)
    jumps.push({ from, draw: drawn / 2 ** 31, to });
    from = to;
  }
  return jumps;
}

/**
 * The keys of each node with 1, 2 … `most` nodes, and what each step moved.
 * @param {any} core the headless core @param {{input: any, most: number}} asked `input`: all of PlaceInput except
 * strategy and nodes
 * @returns {{keys: number, counts: number[][], steps:
 * {moved: number, needless: number, toNewcomer: number, from: number[]}[]}}
 *   counts[n - 1]: with n nodes; steps[n - 1]: from n to n + 1 nodes
 */
export function walk(core, { input, most }) {
  const counts = [],
    steps = [];
  let before = null;
  for (let n = 1; n <= most; ++n) {
    const placed = core.place({ ...input, strategy: 'jump', nodes: named(n) });
    counts.push(placed.counts);
    if (before) {
      const { moved, needless, flow } = core.compare(before, placed);
      const taken = flow.filter(({ to }) => to === `${n - 1}`);
      steps.push({
        moved: moved.length,
        needless,
        toNewcomer: taken.reduce((sum, { keys }) => sum + keys, 0),
        from: named(n - 1).map((node) => taken.find(({ from }) => from === node)?.keys ?? 0),
      });
    }
    before = placed;
  }
  return { keys: before.keys, counts, steps };
}

/**
 * A key's hash, and its owner under both loops.
 * @returns {{hash: string, owners: {jump: string, jump_naive: string}}}
 */
export function lookUp(core, { input, key, nodes }) {
  const steps = ['jump', 'jump_naive'].map((strategy) =>
    core.explain({ ...input, strategy, nodes: named(nodes) }, key),
  );
  const [jump, naive] = steps.map((each) => each.at(-1).node);
  return { hash: steps[0][0].value, owners: { jump, jump_naive: naive } };
}

/**
 * One of n nodes fails: what each way to continue moves. A new machine in its place has a new name.
 * @returns {{way: string, moved?: number, needless?: number, refused?: any}[]}
 */
export function afterFailure(core, { input, node, nodes }) {
  const of = (removal) => ({
    ...input,
    strategy: 'jump',
    nodes: named(nodes),
    ...(removal && { params: { removal } }),
  });
  /** @type {[string, string, object][]} */
  const ways = [
    ['replaced', '', { rename: `${node}`, to: 'new' }],
    ['last', 'last', { remove: `${node}` }],
    ['swap_last', 'swap_last', { remove: `${node}` }],
    ['renumber', 'renumber', { remove: `${node}` }],
  ];
  return ways.map(([way, removal, change]) => {
    try {
      const { moved, needless } = core.compare(core.place(of(removal)), core.place({ ...of(removal), log: [change] }));
      return { way, moved: moved.length, needless };
    } catch (error) {
      return { way, refused: { ...error, message: error.message } };
    }
  });
}

/** The share that each of these ways moves, by arithmetic; `node` of `nodes`, counted from 0. */
export function sharesAfterFailure(node, nodes) {
  const own = 1 / nodes;
  if (node === nodes - 1) return { replaced: own, last: own, swap_last: own, renumber: own };
  // of the last node's keys: to any of the others except the number that it now has
  const elsewhere = own * (1 - 1 / (nodes - 1));
  return { replaced: own, last: null, swap_last: own + elsewhere, renumber: (nodes - 1 - node) * own + elsewhere };
}
