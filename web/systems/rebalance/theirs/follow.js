// Another's plan on a problem, in its order: what is moved, what is left, and which rules it breaks on the way. Nothing
// is put right: what cannot be carried out is told and left out.
import { nodesOf, problemBy } from '../shares.js';

/** @typedef {import('../form.js').Problem} Problem */
/** @typedef {import('../form.js').ProblemEntry} ProblemEntry */
/** @typedef {import('./form.js').What} What */
/** @typedef {import('./form.js').Wanted} Wanted */
/** @typedef {import('../../../headless/reshard-rebalance.d.ts').ToolPlan} ToolPlan */
/** @typedef {{what: What, count: number, names: string[]}} Told `names`: the first of them, each once */
/** @typedef {{entry: ProblemEntry, from: number, to: number, step: number}} Done nodes by position */

const kNamed = 5;
const kLongest = 60; // characters of a name
const kPoints = 200; // of a curve

/** What is told, counted by what it is, in the order in which it came first. */
export class Tally {
  /** @type {Map<What, Told>} */
  #all = new Map();

  /** @param {What} what @param {string} name */
  add(what, name) {
    const of = this.#all.get(what) ?? { what, count: 0, names: [] };
    this.#all.set(what, of);
    of.count += 1;
    const short = name.length > kLongest ? `${name.slice(0, kLongest)}…` : name;
    if (of.names.length < kNamed && !of.names.includes(short)) of.names.push(short);
  }

  /** @param {What} what */
  of(what) {
    return this.#all.get(what);
  }

  get all() {
    return [...this.#all.values()];
  }
}

/** Carries out what is wanted, with the rules that hold at every step. */
class Following {
  /** @type {Done[]} */
  done = [];
  #problem;
  #tally;
  #at;
  #entries;
  #used;
  #held;
  #drained;
  #pinned;
  #steps = 0;

  /** @param {Problem} problem @param {Tally} tally */
  constructor(problem, tally) {
    const { nodes, entries, options } = problem;
    this.#problem = problem;
    this.#tally = tally;
    this.#at = new Map(nodes.map(({ name }, i) => [name, i]));
    this.#entries = new Map(entries.map((entry) => [entry.id, { entry, on: [...entry.replicas] }]));
    this.#used = nodes.map(() => 0);
    this.#held = nodes.map(() => 0);
    for (const { bytes, replicas } of entries)
      for (const place of replicas.map((name) => this.#place(name))) {
        this.#used[place] += bytes;
        this.#held[place] += 1;
      }
    this.#drained = new Set(options.drain);
    this.#pinned = new Set(options.pinned);
  }

  /** @param {string} name */
  #place(name) {
    return /** @type {number} */ (this.#at.get(name));
  }

  /** @param {Wanted} wanted */
  take({ ids, turn }) {
    const found = ids.map((id) => this.#entries.get(id)).find(Boolean);
    if (!found) return this.#tally.add('unknown_entry', ids[0]);
    const { entry, on } = found;
    const { hops, told } = turn([...on]);
    for (const [what, name] of told) this.#tally.add(what, name);
    if (hops.length === 0) return;
    if (this.#pinned.has(entry.id)) this.#tally.add('pinned', entry.id);
    // A move copies first, and deletes when all copies of its step are there.
    for (const [, to] of hops) this.#copy(entry, to, on);
    for (const [from, to] of hops) {
      on[on.indexOf(from)] = to;
      this.#used[this.#place(from)] -= entry.bytes;
      this.#held[this.#place(from)] -= 1;
      this.#held[this.#place(to)] += 1;
      this.done.push({ entry, from: this.#place(from), to: this.#place(to), step: this.#steps });
    }
    this.#steps += 1;
    if (this.#shared(on) > this.#shared(entry.replicas)) this.#tally.add('zone', entry.id);
  }

  /** @param {ProblemEntry} entry @param {string} to @param {string[]} on */
  #copy({ id, bytes }, to, on) {
    const place = this.#place(to);
    this.#used[place] += bytes;
    const { disk } = this.#problem.nodes[place];
    if (disk !== null && this.#used[place] > disk) this.#tally.add('disk', `${id} (${to})`);
    if (this.#drained.has(to)) this.#tally.add('drained', `${id} (${to})`);
    if (on.includes(to)) this.#tally.add('twice', `${id} (${to})`);
  }

  /** Whether a node has a copy of anything. @param {number} i */
  holds = (i) => this.#held[i] > 0;

  /** How many copies are in a zone that another one is in, where that must not be. @param {string[]} on */
  #shared(on) {
    const { nodes, options } = this.#problem;
    if (options.zones !== 'distinct') return 0;
    return on.length - new Set(on.map((name) => nodes[this.#place(name)].zone)).size;
  }
}

/** What nodes bear of an amount, as it is moved. */
class Borne {
  #of;
  #amount;
  /** @type {number[]} */
  load;

  /** @param {Problem} problem @param {string} [amount] one of the further limits */
  constructor(problem, amount) {
    this.#of = nodesOf(amount === undefined ? problem : problemBy(problem, amount));
    this.#amount = (/** @type {ProblemEntry} */ entry) =>
      amount === undefined ? entry.load : (entry.amounts?.[amount] ?? 0);
    const at = new Map(problem.nodes.map(({ name }, i) => [name, i]));
    this.load = problem.nodes.map(() => 0);
    for (const entry of problem.entries)
      for (const name of entry.replicas) this.load[/** @type {number} */ (at.get(name))] += this.#amount(entry);
  }

  /** @param {Done} move */
  take({ entry, from, to }) {
    this.load[from] -= this.#amount(entry);
    this.load[to] += this.#amount(entry);
  }

  /** @param {number} i */
  isAbove = (i) => this.load[i] > this.#of.most[i];
  /** @param {number} i */
  isBelow = (i) => this.load[i] < this.#of.least[i];

  get standing() {
    const { most, least, drained, share } = this.#of;
    let [worst, excess] = [0, 0];
    this.load.forEach((load, i) => {
      excess += Math.max(0, load - most[i]) + Math.max(0, least[i] - load);
      if (!drained[i] && share[i] > 0) worst = Math.max(worst, load / share[i]);
    });
    return { worst, excess };
  }
}

/**
 * Which rules are broken in the end.
 * @param {Problem} problem @param {{borne: Borne[], following: Following, tally: Tally}} of
 */
function tellEnd({ nodes, options }, { borne, following, tally }) {
  const drained = new Set(options.drain);
  nodes.forEach(({ name }, i) => {
    const [first, ...more] = borne;
    if (drained.has(name)) return void (following.holds(i) && tally.add('not_emptied', name));
    if (first.isAbove(i)) tally.add('limit', name);
    if (first.isBelow(i)) tally.add('least', name);
    if (more.some((one) => one.isAbove(i) || one.isBelow(i))) tally.add('further', name);
  });
}

/**
 * @param {Problem} problem @param {Wanted[]} wanted @param {Tally} tally what is told is added here
 * @returns {ToolPlan} with the moves that can be carried out
 */
export function followed(problem, wanted, tally) {
  const following = new Following(problem, tally);
  for (const one of wanted) following.take(one);
  const { done } = following;
  const { nodes, options } = problem;
  const borne = [new Borne(problem), ...(options.limits ?? []).map(({ of }) => new Borne(problem, of))];
  const [first] = borne;
  let bytes = 0;
  const point = (/** @type {number} */ moves) => ({ moves, bytes, limits: borne.map(({ standing }) => standing) });
  const curve = [point(0)];
  const passed = /** @type {Set<number>} */ (new Set());
  const each = Math.max(1, Math.ceil(done.length / (kPoints - 1)));
  let due = each;
  done.forEach((move, i) => {
    const before = first.isAbove(move.to);
    for (const one of borne) one.take(move);
    bytes += move.entry.bytes;
    if (!before && first.isAbove(move.to)) passed.add(move.to);
    const last = i + 1 === done.length;
    if (!last && (i + 1 < due || done[i + 1].step === move.step)) return;
    curve.push(point(i + 1));
    due = i + 1 + each;
  });
  for (const i of passed)
    if (!first.isAbove(i) && !options.drain.includes(nodes[i].name)) tally.add('on_way', nodes[i].name);
  tellEnd(problem, { borne, following, tally });
  return {
    moves: done.map(({ entry, from, to }) => [entry.id, nodes[from].name, nodes[to].name]),
    ignored: 0,
    curve,
  };
}
