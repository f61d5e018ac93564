// What a script moves under several strategies, and what it costs to switch from one to another: the headless core
// computes it from the page's scenario, without changing that.
import { refusalOf } from '../../text_view/parts.js';

/** @typedef {import('../../headless/reshard-core.d.ts').Core} Core */
/** @typedef {import('../../headless/reshard-core.d.ts').PlaceInput} PlaceInput */
/** @typedef {import('../../headless/reshard-core.d.ts').LogEntry} LogEntry */
/** @typedef {import('../../headless/reshard-core.d.ts').GeneratedKeys & {count: number}} GeneratedKeys */

/** @typedef {Omit<PlaceInput, 'strategy' | 'keys' | 'log'> & {keys: GeneratedKeys, log: LogEntry[]}} Input */
/** @typedef {Pick<PlaceInput, 'strategy' | 'params' | 'hash'> & {title: string}} Titled a strategy with its settings */
/**
 * @typedef {{title: string, start: Uint32Array, moved: number[], refused?: string}} Plan `moved`: the share of the
 *   keys, by step; `start`: where they are before the first, missing if even that was refused
 */

const kMostKeys = 100_000;
const kNowhere = 0xffffffff;

/** Follows the identity of nodes through a log: a renamed node is the same node, and so is one whose name returns. */
export class Identities {
  /** @type {Map<string, number>} */
  #ids = new Map();
  #next = 0;

  /** @param {string[]} names */
  constructor(names) {
    for (const name of names) this.#ids.set(name, this.#next++);
  }

  /** @param {{at_once?: boolean, add?: string | {name: string}, rename?: string, to?: string}} entry */
  apply(entry) {
    const added = typeof entry.add === 'object' ? entry.add.name : entry.add;
    if (added !== undefined && !this.#ids.has(added)) this.#ids.set(added, this.#next++);
    if (entry.rename !== undefined) {
      const known = /** @type {number} */ (this.#ids.get(entry.rename));
      this.#ids.set(/** @type {string} */ (entry.to), known);
      this.#ids.delete(entry.rename);
    }
  }

  /**
   * For each key: the identity of its first replica's node.
   * @param {import('../../headless/reshard-core.d.ts').Placement} placement
   */
  of({ nodes, owners, replicas, keys }) {
    const ids = nodes.map((name) => this.#ids.get(name));
    return Uint32Array.from({ length: keys }, (_, key) => ids[owners[key * replicas]] ?? kNowhere);
  }
}

/** @param {Uint32Array} before @param {Uint32Array} after */
export function movedShare(before, after) {
  let moved = 0;
  for (let key = 0; key < after.length; ++key) moved += Number(before[key] !== after[key]);
  return moved / after.length;
}

/**
 * The number of the entry with which a log's last step begins; 0 for an empty log.
 * @param {{at_once?: boolean, [more: string]: unknown}[]} log
 */
export const lastStepOf = (log) => Math.max(0, log.map(({ at_once: joined }) => joined === true).lastIndexOf(false));

/**
 * The page's scenario as an input of the headless core, except for the strategy.
 * @param {import('../../api/shapes.js').ScenarioJson} scenario
 * @returns {Input}
 */
export function inputOf(scenario) {
  const { count = kMostKeys, kind, prefix } = scenario.keys ?? {};
  const generated = kind === 'given' ? {} : { ...(kind && { kind }), ...(prefix && { prefix }) };
  return {
    nodes: scenario.nodes ?? 5,
    log: scenario.log ?? [],
    keys: { kind: 'sequential', count: Math.min(count, kMostKeys), ...generated },
    ...(scenario.seed && { seed: scenario.seed }),
    ...(scenario.owners && { table: scenario.owners }),
  };
}

/** How many entries the runs of a table have. @param {string} runs */
const entriesIn = (runs) => runs.split(',').reduce((sum, run) => sum + Number(run.split('*')[1] ?? 1), 0);

/**
 * Whether a partitioner of Cassandra has all these tokens.
 * @param {string} runs
 * @param {string | number | boolean} [partitioner]
 */
function areTokens(runs, partitioner) {
  const tokens = runs.split(',').map((item) => BigInt(item.split('@')[1]));
  return tokens.every((token) => (partitioner === 'random' ? token >= 0n : BigInt.asIntN(64, token) === token));
}

/**
 * What core.place() takes: the input with a strategy. Only the strategy that a table belongs to begins with it. A
 * directory has an entry for each key, so with other keys it has none.
 * @template {{table?: string, keys: {count?: number}}} Any
 * @template {{strategy: string, params?: Record<string, string | number | boolean>}} Choice
 * @param {Any} input
 * @param {Choice} choice
 */
export function placing({ table, ...input }, choice) {
  const [of, runs] = table?.split(':') ?? [];
  const fits =
    table &&
    of === choice.strategy &&
    (of !== 'directory' || entriesIn(runs) === input.keys.count) &&
    (of !== 'token_ring' || areTokens(runs, choice.params?.partitioner));
  return { ...input, ...choice, ...(fits && { table }) };
}

/**
 * @param {Core} core
 * @param {Input} input from inputOf()
 * @param {Titled[]} strategies
 * @param {{entries: LogEntry[]}[]} steps of script_lines.js
 * @param {(share: number) => Promise<boolean>} progress called now and then; false stops the plan
 * @returns {Promise<?Plan[]>}
 */
export async function planOf(core, input, strategies, steps, progress) {
  const plans = [];
  const none = /** @type {LogEntry[]} */ ([]);
  const one = { ...input, log: none, keys: { kind: /** @type {const} */ ('sequential'), count: 1 } };
  const first = core.place(placing(one, { strategy: 'modulo' })).nodes;
  for (const { title, ...strategy } of strategies) {
    const identities = new Identities(first);
    for (const entry of input.log) identities.apply(entry);
    const plan = /** @type {Plan} */ ({ title, moved: /** @type {number[]} */ ([]) });
    const log = [...input.log];
    const place = () => identities.of(core.place({ ...placing(input, strategy), log }));
    try {
      let before = (plan.start = place());
      for (const { entries } of steps) {
        log.push(...entries.map((entry, i) => (i > 0 ? { ...entry, at_once: true } : entry)));
        entries.forEach((entry) => identities.apply(entry));
        const after = place();
        plan.moved.push(movedShare(before, after));
        before = after;
        if (!(await progress((plans.length + plan.moved.length / steps.length) / strategies.length))) return null;
      }
    } catch (error) {
      plan.refused = refusalOf(error);
    }
    plans.push(plan);
  }
  return plans;
}

const sums = (/** @type {number[]} */ values) =>
  values.map((_, i) => values.slice(0, i + 1).reduce((a, b) => a + b, 0));

/**
 * Compares switching from `from` to `to` now with staying.
 * @param {Plan} from
 * @param {Plan} to
 * @returns {{once: number, stay: number[], leave: number[], even: number}} sums after each step; `even`: the first step
 *   after which the switch has moved less in total, counted from 0; -1: never
 */
export function switchOf(from, to) {
  const once = movedShare(from.start, to.start);
  const stay = sums(from.moved);
  const leave = sums(to.moved).map((sum) => sum + once);
  return { once, stay, leave, even: leave.findIndex((sum, i) => sum < stay[i]) };
}
