// Runs of the moves that are shown: first rough ones on a smaller sample, then the exact ones.
import { ask } from './ask_move.js';
import { inputOfMove, scaled } from './spec.js';
import { thinned } from './subject.js';

const kRough = 0.2; // share of the sample, for a quick answer while a knob is dragged

/** @typedef {import('./film.js').Shown} Shown */
/** @typedef {import('./move_engine.js').Sides} Sides */
/** @typedef {import('./spec.js').Move} Move */

/**
 * @typedef {object} Watch who waits for runs
 * @property {AbortSignal} signal
 * @property {(share: number) => void} work is told the share that is done
 */

/**
 * @param {Move[]} moves
 * @param {Sides} sides
 * @param {Watch} watch
 */
async function resultsOf(moves, sides, { signal, work }) {
  /** @type {Shown[]} */
  const results = [];
  const onProgress = (/** @type {number} */ share) => {
    if (!signal.aborted) work((results.length + share) / moves.length);
  };
  for (const move of moves) {
    results.push(await ask('migrate', { ...inputOfMove(move), ...sides }, { signal, onProgress }));
    if (signal.aborted) break;
  }
  return results;
}

/**
 * @param {Move[]} moves
 * @param {Sides} sides
 * @param {Watch & {pause: number, show: (results: Shown[], rough: boolean) => void}} watch `pause`: ms before the
 *   exact runs
 */
export async function runTwice(moves, { before, after }, { signal, work, pause, show }) {
  const rough = { before: thinned(before, kRough), after: thinned(after, kRough) };
  work(0);
  const first = await resultsOf(
    moves.map((move) => scaled(move, kRough)),
    rough,
    { signal, work },
  );
  if (signal.aborted) return;
  show(first, true);
  if (pause > 0) await new Promise((later) => setTimeout(later, pause));
  if (signal.aborted) return;
  const exact = await resultsOf(moves, { before, after }, { signal, work });
  if (!signal.aborted) show(exact, false);
}
