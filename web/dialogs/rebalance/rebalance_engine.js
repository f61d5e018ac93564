// Answers the questions of “Rebalance” (web/headless/asker.js): the planner of reshard-rebalance.wasm, and the page's
// own table as a reading.
import { loadCore } from '../../headless/load_core.js';
import { loadRebalancer } from '../../headless/reshard-rebalance.mjs';
import { refusalOf } from '../../text_view/parts.js';
import { speak } from '../tools/speak.js';
import { toolsFor } from '../../systems/rebalance/tools.js';
import { changeOf } from './page_change.js';
import { readingOf } from './page_entries.js';

/** @typedef {import('../../headless/asker.js').Options} Options */
/** @typedef {import('../../headless/reshard-rebalance.d.ts').Rebalancer} Rebalancer */
/** @typedef {import('../../headless/reshard-rebalance.d.ts').Plan} Plan */
/** @typedef {import('../../headless/reshard-rebalance.d.ts').Tool} Tool */
/** @typedef {import('../../headless/reshard-rebalance.d.ts').ToolPlan} ToolPlan */
/** @typedef {import('../../systems/rebalance/form.js').Problem} Problem */
/** @typedef {import('../../headless/reshard-rebalance.d.ts').Schedule} Schedule */
/** @typedef {import('../../headless/reshard-rebalance.d.ts').Move} Move */
/** @typedef {import('../../headless/reshard-rebalance.d.ts').Pace} Pace */
/** @typedef {{problem: Problem | ColumnProblem, number: number, seed: number, steps: number}} Asked */
/**
 * When moves run. The problem comes along only if this worker may not have it: it is large, and a slider asks often.
 * @typedef {{number: number, problem?: Problem | ColumnProblem, moves: Move[], pace: Pace}} AskedTimes
 */
/** @typedef {import('../../headless/reshard-rebalance.d.ts').ColumnProblem} ColumnProblem */
/** @typedef {Plan & {bytes_bound: number}} Planned `bytes_bound`: what no plan without excess moves less than */
/**
 * `known`: as of a tool, or given by whoever looks at it; `refused`: why there is no plan, or empty
 * @typedef {Omit<Tool, 'known'> & {known: Tool['known'] | 'given', plan: ?ToolPlan, refused: string}} ToolAnswer
 */

const kRebalance = new URL('../../../reshard-rebalance.wasm', import.meta.url).href;

/** @type {?{number: number, problem: Problem | ColumnProblem}} the problem of the last plan */
let kept = null;

/** @type {?Promise<Rebalancer>} */
let loading = null;

function rebalancer() {
  loading ??= loadRebalancer({ wasm: kRebalance });
  loading.catch(() => {
    loading = null; // the next question may have a connection
  });
  return loading;
}

/**
 * The same problem, where a move costs its bytes alone.
 * @param {Problem | ColumnProblem} problem
 */
const plain = (problem) => ({ ...problem, options: { ...problem.options, per_move: 0 } });

/** @param {Asked} asked @param {Options} options @returns {Promise<Planned>} */
async function plan({ problem, number, seed, steps }, { signal, onPiece }) {
  kept = { number, problem };
  const planner = await rebalancer();
  const least =
    Number(problem.options?.per_move) > 0
      ? (await planner.plan(plain(problem), { steps: 0, withOrder: false })).bound
      : null;
  signal?.throwIfAborted();
  const withBound = (/** @type {Plan} */ found) => ({ ...found, bytes_bound: (least ?? found.bound).cost });
  const onPlan = (/** @type {Plan} */ found) => {
    if (!found.found || signal?.aborted) return;
    Promise.resolve(onPiece?.({ plan: withBound(found) })).catch(() => {}); // withdrawn
  };
  return withBound(await planner.plan(problem, { seed, steps, ...(signal && { signal }), onPlan }));
}

/**
 * When moves run; null: the problem has to come along, because this worker has begun since then.
 * @param {AskedTimes} asked @returns {Promise<?Schedule>}
 */
async function times({ number, problem, moves, pace }) {
  if (problem) kept = { number, problem };
  if (kept?.number !== number) return null;
  return (await rebalancer()).schedule(kept.problem, moves, pace);
}

/**
 * What each tool would do with it.
 * @param {{problem: Problem | ColumnProblem, system: string,
 *   by: import('../../systems/rebalance/problem.js').Amount}} asked
 * @param {Options} options
 * @returns {Promise<ToolAnswer[]>}
 */
async function tools(asked, { signal }) {
  const answers = await toolsFor(await rebalancer(), asked, signal);
  return answers.map(({ why, ...told }) => ({ ...told, refused: why ? refusalOf(why) : '' }));
}

/** @type {Record<string, (input: any, options: Options) => any>} each has an input of its own */
const kAnswers = {
  ready: async () => void (await rebalancer()),
  plan,
  times,
  tools,
  change: async (/** @type {import('./page_change.js').Wanted} */ wanted) => changeOf(await loadCore(), wanted),
  page: async (/** @type {import('./page_entries.js').Table} */ table) => readingOf(await loadCore(), table),
};

/**
 * @param {string} what one of the above
 * @param {{language: string, input: any}} asked
 * @param {Options} options
 */
export async function answer(what, { language, input }, options) {
  await speak(language);
  return kAnswers[what](input, options);
}
