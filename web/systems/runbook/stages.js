// The steps in which a plan is carried out and checked: those of its commands, joined where they would be too many.
import { runsOf, sameWay } from '../moves/form.js';

export { withFiles } from '../moves/shell.js';

/** @typedef {import('../moves/form.js').Move} Move */
/** @typedef {import('../moves/form.js').Step} Written */
/** @typedef {{moves: Move[], steps: Written[]}} Stage `steps`: none where nobody has commands */

const kMostMoves = 50; // of a step without commands
export const kMostStages = 20;

/**
 * @param {Move[]} moves
 * @param {?Written[]} written the steps of their commands, in order
 * @returns {Stage[]}
 */
export function stagesOf(moves, written) {
  const none = /** @type {Written[]} */ ([]);
  const stages = /** @type {Stage[]} */ (
    written
      ? written.map((step) => ({ moves: step.moves, steps: [step] }))
      : runsOf(moves, kMostMoves, sameWay).map((run) => ({ moves: run, steps: none }))
  );
  const enough = stages.length > kMostStages ? moves.length / kMostStages : 0;
  const joined = /** @type {Stage[]} */ ([]);
  for (const stage of stages) {
    const last = joined.at(-1);
    if (last && last.moves.length < enough) {
      joined[joined.length - 1] = { moves: [...last.moves, ...stage.moves], steps: [...last.steps, ...stage.steps] };
    } else joined.push(stage);
  }
  return joined;
}

/** The commands of a stage, with the checks between its steps, and the checks after it. @param {Stage} stage */
export function commandsOf({ steps }) {
  const last = steps.length - 1;
  return {
    commands: steps.flatMap(({ commands, checks }, i) => (i < last ? [...commands, ...checks] : commands)),
    proof: steps[last]?.checks ?? [],
    undo: steps.toReversed().flatMap(({ back, checks }) => [...back, ...checks]),
  };
}

/**
 * How long a stage takes: its steps one after another.
 * @param {Stage} stage
 * @param {(entry: string) => number} bytesOf
 * @param {Parameters<typeof secondsOf>[2]} pace
 */
export const stageSeconds = ({ moves, steps }, bytesOf, pace) =>
  steps.length === 0
    ? secondsOf(moves, bytesOf, pace)
    : steps.reduce((sum, step) => sum + secondsOf(step.moves, bytesOf, pace), 0);

/**
 * How long moves take: one after another, or each as soon as both of its nodes are free.
 * @param {Move[]} moves
 * @param {(entry: string) => number} bytesOf
 * @param {{rate: number, atOnce: number, serial: boolean}} pace `rate` of one copy, in bytes per second; `atOnce`:
 *   copies at a node
 * @returns {number} seconds
 */
export function secondsOf(moves, bytesOf, { rate, atOnce, serial }) {
  if (serial) return moves.reduce((sum, [entry]) => sum + bytesOf(entry) / rate, 0);
  /** @type {Map<string, number[]>} when each place for a copy is free, by node */
  const free = new Map();
  let over = 0;
  for (const [entry, ...nodes] of moves) {
    const places = nodes.map((node) => {
      if (!free.has(node)) free.set(node, new Array(atOnce).fill(0));
      return /** @type {number[]} */ (free.get(node));
    });
    const soonest = places.map((of) => of.indexOf(Math.min(...of)));
    const end = Math.max(...places.map((of, i) => of[soonest[i]])) + bytesOf(entry) / rate;
    places.forEach((of, i) => void (of[soonest[i]] = end));
    over = Math.max(over, end);
  }
  return over;
}
