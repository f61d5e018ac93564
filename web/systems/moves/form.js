// A list of moves, in a system's own commands: in steps, each with what to check after it and what takes it back.
import { Refused } from '../shared/rules.js';

/**
 * @typedef {[entry: string, from: string, to: string]} Move by the names that a reading has
 * @typedef {{id: string, owner: ?string, replicas: string[], assigned?: string[], bytes?: number | string}} Known
 *
 * @typedef {object} Moving
 * @property {Move[]} moves in the order in which they are carried out
 * @property {{name: string, id?: string, down?: boolean, replicas?: string[]}[]} nodes `id`: of Redis, its node id;
 *   `replicas`: of Redis, the addresses of a master's
 * @property {Known[]} [entries] as they are before the first move: at least those that move
 * @property {string} [of] the topic, index, collection or table that they are of
 * @property {number} [atOnce] copies at a node at a time; default: 1
 * @property {string[]} [emptied] nodes that have no entry at some moment of the plan
 * @property {string[]} [left] those of them that end empty and were not
 * @property {string} [bootstrap] brokers of Kafka as commands name them
 * @property {boolean} [ofPage] whether the nodes are the page's own, of which it knows names alone
 * @property {string[]} [key] fields of MongoDB's shard key
 * @property {number} [throttle] bytes per second and node, where the system has such a limit, and somebody names it
 * @property {number} [rate] of one copy, in bytes per second
 *
 * @typedef {object} Step
 * @property {Move[]} moves
 * @property {string[]} commands
 * @property {string[]} checks commands that end, or show, when all is well; words are comments of the language
 * @property {string[]} back commands that take exactly this step back
 *
 * @typedef {{file: string, language: string, text: string}} Part
 * @typedef {{name: string, says: string[], commands: string[]}} Removal of a node that ends empty, in words
 *
 * @typedef {object} Written
 * @property {string} language of all commands
 * @property {string[]} before once, before the first step
 * @property {Step[]} steps
 * @property {string[]} after once, after the last step, or after the last step back: also where one has stopped
 * @property {Removal[]} [removal] for those who want to take nodes out that end empty; no part of the scripts
 * @property {Part[]} files that the commands name
 * @property {string[]} notes in words
 * @property {string} held what the commands were held to, in words
 *
 * @typedef {{system: string, title: string, write: (moving: Moving) => Written}} Writer `write` throws Refused
 */

/**
 * Runs of moves that belong together, each at most `most` long.
 * @param {Move[]} moves
 * @param {number} most
 * @param {(first: Move, next: Move, run: Move[]) => boolean} together
 */
export function runsOf(moves, most, together) {
  /** @type {Move[][]} */
  const runs = [];
  for (const move of moves) {
    const run = runs.at(-1);
    if (run && run.length < most && together(run[0], move, run)) run.push(move);
    else runs.push([move]);
  }
  return runs;
}

/** Whether two moves are between the same nodes. @param {Move} first @param {Move} next */
export const sameWay = ([, from, to], [, nextFrom, nextTo]) => from === nextFrom && to === nextTo;

/**
 * Runs of moves that a system may carry out at once, and still keep what their order keeps: a copy is at both of its
 * ends until it is complete, so a run gives nothing to a node that has to make room first, and no node has more than
 * `atOnce` copies in hand.
 * @param {Moving} moving @param {number} most moves of a run
 */
export const runsAtOnce = ({ moves, atOnce = 1 }, most) =>
  runsOf(moves, most, (_, [entry, from, to], run) => {
    const busy = (/** @type {string} */ name) => run.filter((move) => move.includes(name, 1)).length;
    return run.every(([of, giver]) => of !== entry && giver !== to) && busy(from) < atOnce && busy(to) < atOnce;
  });

/** The same moves, back. @param {Move[]} moves @returns {Move[]} */
export const movesBack = (moves) =>
  moves.toReversed().map(([entry, from, to]) => /** @type {Move} */ ([entry, to, from]));

/**
 * What is known of the nodes that take part, by their names.
 * @template Facts
 * @param {Moving} moving
 * @param {(node: {name: string, id?: string}) => Facts} factsOf throws Refused
 * @param {(name: string) => string} unknown why a name without a node is refused
 */
export function nodesOf({ moves, nodes }, factsOf, unknown) {
  const all = new Map(nodes.map((node) => [node.name, node]));
  /** @type {Map<string, Facts>} */
  const facts = new Map();
  for (const name of moves.flatMap(([, from, to]) => [from, to])) {
    const node = all.get(name);
    if (!node) throw new Refused(unknown(name));
    if (!facts.has(name)) facts.set(name, factsOf(node));
  }
  return (/** @type {string} */ name) => /** @type {Facts} */ (facts.get(name));
}
