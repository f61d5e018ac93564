// Jump from node to node: what the core counts while nodes are added one by one, and the draws of one key under both
// loops. It needs no page: a worker runs it, and so do tests.

/** @typedef {import('./study_core.js').DialogCore} DialogCore */
/** @typedef {import('./study_core.js').StudyInput} StudyInput */
/** @typedef {import('../../headless/reshard-core.js').Comparison} Comparison */
/** @typedef {import('../../headless/reshard-core.js').Placement} Placement */
/** @typedef {import('../../headless/reshard-core.js').ReshardError} ReshardError */

/** @param {number} count */
const named = (count) => Array.from({ length: count }, (_, i) => `${i}`);

/**
 * What a key draws under the naive loop (jump_naive), told by the code that places it: a coin for each node after the
 * first.
 * @typedef {{node: number, chance: number, draw: number, moves: boolean, at: number}} KeyCoin `at`: where the key is
 *   afterwards
 * @param {DialogCore} core
 * @param {string} hash of the key, as explain() tells it
 * @param {number} nodes
 * @returns {KeyCoin[]}
 */
export const coinsOf = (core, hash, nodes) => core.call('reshard_coins', { hash, nodes });

/**
 * The same under the jumping loop (jump): each draw says where the next jump lands; the last one lands beyond all
 * nodes.
 * @typedef {{from: number, draw: number, to: number}} KeyJump
 * @param {DialogCore} core
 * @param {string} hash
 * @param {number} nodes
 * @returns {KeyJump[]}
 */
export const jumpsOf = (core, hash, nodes) => core.call('reshard_jumps', { hash, nodes });

/**
 * What a step from n to n + 1 nodes moved.
 * @typedef {{moved: number, needless: number, toNewcomer: number, from: number[]}} Grown `from`: what each node gave to
 *   the newcomer
 * @param {Comparison} comparison
 * @param {number} n
 * @returns {Grown}
 */
function grown({ moved, needless, flow }, n) {
  const taken = flow.filter(({ to }) => to === `${n}`);
  return {
    moved: moved.length,
    needless,
    toNewcomer: taken.reduce((sum, { keys }) => sum + keys, 0),
    from: named(n).map((node) => taken.find(({ from }) => from === node)?.keys ?? 0),
  };
}

/**
 * The keys of each node with 1, 2 … `most` nodes, and what each step moved.
 * @param {DialogCore} core
 * @param {{input: StudyInput, most: number}} asked
 * @returns {{keys: number, counts: number[][], steps: Grown[]}} counts[n - 1]: with n nodes; steps[n - 1]: from n to
 *   n + 1 nodes
 */
export function walk(core, { input, most }) {
  const place = (/** @type {number} */ n) => core.place({ ...input, strategy: 'jump', nodes: named(n) });
  let before = place(1);
  const counts = [before.counts],
    steps = [];
  for (let n = 1; n < most; ++n) {
    const after = place(n + 1);
    counts.push(after.counts);
    steps.push(grown(core.compare(before, after), n));
    before = after;
  }
  return { keys: before.keys, counts, steps };
}

/**
 * A key's hash, its owner under both loops, and what it draws.
 * @param {DialogCore} core
 * @param {{input: StudyInput, key: string, nodes: number}} asked
 * @returns {{hash: string, owners: {jump: string, jump_naive: string}, coins: KeyCoin[], jumps: KeyJump[]}}
 */
export function lookUp(core, { input, key, nodes }) {
  const steps = ['jump', 'jump_naive'].map((strategy) =>
    core.explain({ ...input, strategy, nodes: named(nodes) }, key),
  );
  const [jump, naive] = steps.map((each) => /** @type {string} */ (each.at(-1)?.node));
  const hash = steps[0][0].value;
  return {
    hash,
    owners: { jump, jump_naive: naive },
    coins: coinsOf(core, hash, nodes),
    jumps: jumpsOf(core, hash, nodes),
  };
}

/** @typedef {'replaced' | 'last' | 'swap_last' | 'renumber'} Way to continue when a node fails */

/** For each way, what it is to the core: a value of `removal` (''), and a change. @param {number} node */
const changesAfterFailure = (node) =>
  /** @type {[Way, string, import('../../headless/reshard-core.js').LogEntry][]} */ ([
    ['replaced', '', { rename: `${node}`, to: 'new' }],
    ['last', 'last', { remove: `${node}` }],
    ['swap_last', 'swap_last', { remove: `${node}` }],
    ['renumber', 'renumber', { remove: `${node}` }],
  ]);

/**
 * One of n nodes fails: what each way to continue moves. A new machine in its place has a new name.
 * @param {DialogCore} core
 * @param {{input: StudyInput, node: number, nodes: number}} asked
 * @returns {({way: Way, moved: number, needless: number, refused?: undefined} |
 *   {way: Way, refused: ReshardError, moved?: undefined, needless?: undefined})[]}
 */
export function afterFailure(core, { input, node, nodes }) {
  return changesAfterFailure(node).map(([way, removal, change]) => {
    const of = { ...input, strategy: 'jump', nodes: named(nodes), ...(removal && { params: { removal } }) };
    try {
      const { moved, needless } = core.compare(core.place(of), core.place({ ...of, log: [change] }));
      return { way, moved: moved.length, needless };
    } catch (thrown) {
      const error = /** @type {ReshardError} */ (thrown);
      return { way, refused: { ...error, message: error.message } };
    }
  });
}

/**
 * The share that each of these ways moves, by arithmetic; null: it is refused.
 * @param {number} node counted from 0
 * @param {number} nodes
 * @returns {Record<Way, ?number>}
 */
export function sharesAfterFailure(node, nodes) {
  const own = 1 / nodes;
  if (node === nodes - 1) return { replaced: own, last: own, swap_last: own, renumber: own };
  // of the last node's keys: to any of the others except the number that it now has
  const elsewhere = own * (1 - 1 / (nodes - 1));
  return { replaced: own, last: null, swap_last: own + elsewhere, renumber: (nodes - 1 - node) * own + elsewhere };
}
