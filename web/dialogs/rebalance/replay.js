// What a list of moves does, step by step: what each node bears, and what was moved so far.
import { nodesOf } from '../../systems/rebalance/shares.js';

/** @typedef {import('../../systems/rebalance/form.js').Problem} Problem */
/** @typedef {import('../../systems/rebalance/form.js').ProblemEntry} ProblemEntry */
/** @typedef {[entry: string, from: string, to: string, lead?: 'lead']} Move as a plan has it */
/**
 * @typedef {object} Moves
 * @property {Move[]} moves
 * @property {number[]} [groups] a number for each move; neighbours with the same one are one step
 */
/**
 * @typedef {object} Point after a number of moves
 * @property {number} moves @property {number} bytes moved so far
 * @property {number} worst the busiest node that stays, in its shares
 * @property {number} excess above limits and below lower ones, all together; on drained nodes everything
 * @property {boolean} stops whether one may stop here: it is not within a step of several moves
 */
/** @typedef {import('../../systems/rebalance/shares.js').Nodes} Nodes */
/** @typedef {Nodes & {before: number[], curve: Point[]}} Replayed `before`: what each node bears now */

/** Where everything is at a moment. */
class State {
  /** @type {Map<string, {entry: ProblemEntry, on: string[]}>} */
  #entries;
  /** @type {Map<string, number>} */
  #at;
  /** @type {number[]} */
  load;

  /** @param {Problem} problem @param {Nodes} of */
  constructor({ nodes, entries }, of) {
    this.of = of;
    this.#at = new Map(nodes.map(({ name }, i) => [name, i]));
    this.#entries = new Map(entries.map((entry) => [entry.id, { entry, on: [...entry.replicas] }]));
    this.load = nodes.map(() => 0);
    for (const { load, replicas } of entries) for (const name of replicas) this.load[this.at(name)] += load;
  }

  /** @param {string} name of a node */
  at(name) {
    const at = this.#at.get(name);
    if (at === undefined) throw new Error(`there is no node ${name}`);
    return at;
  }

  /** @param {Move} move @returns {number} bytes that it copies */
  take([id, from, to, lead]) {
    const found = this.#entries.get(id);
    const place = found?.on.indexOf(from) ?? -1;
    if (!found || place < 0) throw new Error(`${from} has no ${id}`);
    const { entry, on } = found;
    if (lead) {
      [on[0], on[place]] = [on[place], on[0]];
      return 0;
    }
    on[place] = to;
    this.load[this.at(from)] -= entry.load;
    this.load[this.at(to)] += entry.load;
    return entry.bytes;
  }

  get excess() {
    const { most, least } = this.of;
    return this.load.reduce((sum, load, i) => sum + Math.max(0, load - most[i]) + Math.max(0, least[i] - load), 0);
  }

  get worst() {
    const { drained, share } = this.of;
    return this.load.reduce(
      (most, load, i) => (drained[i] || share[i] === 0 ? most : Math.max(most, load / share[i])),
      0,
    );
  }
}

/**
 * @param {Problem} problem
 * @param {Moves} plan
 * @returns {Replayed}
 */
export function replay(problem, { moves, groups = moves.map((_, i) => i) }) {
  const of = nodesOf(problem);
  const state = new State(problem, of);
  const before = [...state.load];
  let bytes = 0;
  const point = (/** @type {number} */ count, /** @type {boolean} */ stops) => ({
    ...{ moves: count, bytes, stops },
    ...{ worst: state.worst, excess: state.excess },
  });
  const curve = [point(0, true)];
  moves.forEach((move, i) => {
    bytes += state.take(move);
    curve.push(point(i + 1, groups[i] !== groups[i + 1]));
  });
  return { ...of, before, curve };
}

/**
 * The entries of each node, by their bearing, after the first moves.
 * @param {Problem} problem @param {Move[]} moves
 * @returns {{id: string, load: number, bytes: number, from: ?string}[][]} by node; `from`: whose it was, if it is new
 */
export function heldAfter({ nodes, entries }, moves) {
  const at = new Map(nodes.map(({ name }, i) => [name, i]));
  const places = new Map(entries.map(({ id, replicas }) => [id, replicas.map((name) => ({ name, was: name }))]));
  for (const [id, from, to, lead] of moves) {
    if (lead) continue;
    const place = places.get(id)?.find(({ name }) => name === from);
    if (place) place.name = to;
  }
  const held = nodes.map(() => /** @type {ReturnType<typeof heldAfter>[number]} */ ([]));
  for (const { id, load, bytes } of entries) {
    for (const { name, was } of places.get(id) ?? []) {
      held[/** @type {number} */ (at.get(name))].push({ id, load, bytes, from: was === name ? null : was });
    }
  }
  return held;
}
