// The steps in which a plan is carried out and checked: those of its commands, cut where a night ends, and joined where
// they would be too many.
import { runsOf, sameWay } from '../moves/form.js';
import { nightAt } from '../rebalance/window.js';
import { spansOf } from './times.js';

export { withFiles } from '../moves/shell.js';

/** @typedef {import('../moves/form.js').Move} Move */
/** @typedef {import('../moves/form.js').Step} Written */
/** @typedef {import('./times.js').Span} Span */
/**
 * @typedef {object} Stage
 * @property {Move[]} moves
 * @property {Written[]} steps none where nobody has commands
 * @property {Span[]} spans by move; none where nobody knows hours
 * @property {number} night in which window of the day, from 1; 0: at any time
 */
/**
 * @typedef {object} How
 * @property {boolean} serial whether commands copy one entry after another
 * @property {(moves: Move[]) => Written[]} write the commands of some of a step's moves
 * @property {?{msOf: (entry: string) => number, atOnce: number, window: ?import('../rebalance/window.js').Window}} pace
 *   null: nobody knows hours
 */

const kMostMoves = 50; // of a step without commands
export const kMostStages = 20;

/** The runs of moves in the same night. @param {Move[]} moves @param {Span[]} spans @param {How['pace']} pace */
function nightsIn(moves, spans, pace) {
  const nightOf = (/** @type {Span | undefined} */ span) => (span && pace?.window ? nightAt(span[0], pace.window) : 0);
  /** @type {Omit<Stage, 'steps'>[]} */
  const parts = [];
  moves.forEach((move, i) => {
    const night = nightOf(spans[i]);
    const last = parts.at(-1);
    const part = last?.night === night ? last : { moves: [], spans: [], night };
    if (part !== last) parts.push(part);
    part.moves.push(move);
    if (spans[i]) part.spans.push(spans[i]);
  });
  return parts;
}

/**
 * The steps of the commands, each within a night.
 * @param {Move[]} moves @param {?Written[]} written @param {How} how
 */
function cutOf(moves, written, { serial, write, pace }) {
  const runs = written
    ? written.map((step) => ({ moves: step.moves, step }))
    : runsOf(moves, kMostMoves, sameWay).map((run) => ({ moves: run, step: null }));
  const wayOf = (/** @type {?Written} */ step) => (serial ? 'in turn' : step ? 'at once' : 'side by side');
  const units = runs.map((run) => ({
    moves: run.moves,
    way: /** @type {import('./times.js').Way} */ (wayOf(run.step)),
  }));
  const spans = pace ? spansOf(units, pace.msOf, pace) : runs.map(() => /** @type {Span[]} */ ([]));
  return runs.flatMap(({ moves: all, step }, i) => {
    const parts = nightsIn(all, spans[i], pace);
    return parts.map((part) => ({
      ...part,
      steps: !step ? [] : parts.length === 1 ? [step] : write(part.moves),
    }));
  });
}

/**
 * @param {Move[]} moves
 * @param {?Written[]} written the steps of their commands, in order
 * @param {How} how
 * @returns {Stage[]}
 */
export function stagesOf(moves, written, how) {
  const stages = cutOf(moves, written, how);
  const enough = stages.length > kMostStages ? moves.length / kMostStages : 0;
  const joined = /** @type {Stage[]} */ ([]);
  for (const { moves: some, steps, spans, night } of stages) {
    const last = joined.at(-1);
    if (last && last.moves.length < enough && last.night === night) {
      last.moves.push(...some);
      last.steps.push(...steps);
      last.spans.push(...spans);
    } else joined.push({ moves: [...some], steps: [...steps], spans: [...spans], night });
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

/** From when to when a stage's moves run. @param {Stage} stage @returns {?Span} null: nobody knows */
export const spanOf = ({ spans }) =>
  spans.length === 0
    ? null
    : [
        spans.reduce((first, [start]) => Math.min(first, start), Infinity),
        spans.reduce((last, [, end]) => Math.max(last, end), 0),
      ];
