// Checks whether a setup reaches a lesson's goals, for each of its seeds.
import { metrics } from './metrics.js';

/** @typedef {import('./lesson.js').Lesson} Lesson */
/** @typedef {import('./lesson.js').Rule} Rule */
/** @typedef {import('./lesson.js').Command} Command */
/** @typedef {import('./lesson.js').Setup} Setup */
/** @typedef {import('./lesson.js').Prediction} Prediction */
/** @typedef {import('./metrics.js').Measured} Measured */

/** @typedef {{setup?: string, commands?: Command[]}} Tried a link's fragment or commands; neither: the start itself */

/**
 * What is measured, for one seed: trial.h, and for `key` key_trial.js.
 * @typedef {object} Request
 * @property {string} start
 * @property {string} [setup]
 * @property {Command[]} [commands]
 * @property {Command[]} [trial]
 * @property {string[]} [move]
 * @property {string[]} [key]
 * @property {string} seed
 */

/**
 * LessonsCore in the page, LessonsEngine elsewhere.
 * @typedef {object} Core
 * @property {(lesson: {key?: ?string[]}) => Promise<void>} prepare
 * @property {(request: Request) => Measured | Promise<Measured>} measure
 */

/**
 * A goal or par: its values by seed, NaN where it could not be measured, and how many passed, had to, and there are.
 * @typedef {object} Judged
 * @property {Rule} rule
 * @property {(number | string)[]} values
 * @property {number} passed
 * @property {number} needed
 * @property {number} seeds
 * @property {boolean} ok
 */

/**
 * `done`: how many seeds were checked; `link`: the setup under the learner's seed; `refused`: why a seed could not be
 * measured.
 * @typedef {object} Verdict
 * @property {Judged[]} goals
 * @property {?Judged} par
 * @property {number} done
 * @property {boolean} solved
 * @property {boolean} parReached
 * @property {string} link
 * @property {string} refused
 */

/** @typedef {{tell?: (verdict: Verdict) => void, cancelled?: () => boolean}} Way */

const kTellMs = 8;
const kMaxSeed = 2 ** 31;

/**
 * The seeds that a learner's setup is checked with; the first is the learner's own, which the page shows.
 * @param {{seeds: number}} lesson
 * @param {number} seed
 */
export function seedsOf(lesson, seed) {
  return Array.from({ length: lesson.seeds }, (_, i) => String((seed + i * 7919) % kMaxSeed));
}

export function randomSeed() {
  return 1 + (crypto.getRandomValues(new Uint32Array(1))[0] % (kMaxSeed - 1));
}

/**
 * @param {Pick<Rule, 'operator' | 'value' | 'tolerance'>} rule
 * @param {number | string} value
 */
export function passes({ operator, value: wanted, tolerance }, value) {
  // A sum of exact shares may be off by a rounding error from the threshold that it equals.
  const slack = 1e-9;
  if (operator === '=') return value === wanted;
  const [measured, limit] = /** @type {[number, number]} */ ([value, wanted]); // only = compares texts
  if (operator === '<=') return measured <= limit + slack;
  if (operator === '>=') return measured >= limit - slack;
  return Math.abs(measured - limit) <= /** @type {number} */ (tolerance) + slack;
}

/**
 * How many of the seeds must pass.
 * @param {{share?: number}} rule
 * @param {number} seeds
 */
export const neededOf = ({ share = 1 }, seeds) => Math.ceil(share * seeds - 1e-9);

/**
 * A lesson's solution or near miss, in the form that checkSetup() expects.
 * @param {Setup} setup
 * @returns {Tried}
 */
export const setupOf = (setup) => (typeof setup === 'string' ? { setup } : { commands: setup });

/**
 * The members of a lesson that every request for its figures contains.
 * @param {Pick<Lesson, 'start' | 'move' | 'key'>} lesson
 */
export const requestOf = ({ start, move, key }) => ({ start, ...(move && { move }), ...(key && { key }) });

/**
 * Applies one rule (a goal or par) to what has been measured so far.
 * @param {Rule} rule
 * @param {(?Measured)[]} measured null: refused
 * @param {number} seeds
 * @returns {Judged}
 */
function judge(rule, measured, seeds) {
  const values = measured.map((each) => (each ? metrics[rule.metric].of(each) : NaN));
  const passed = values.filter((value) => passes(rule, value)).length;
  const needed = neededOf(rule, seeds);
  return { rule, values, passed, needed, seeds, ok: passed >= needed };
}

/**
 * The first goal that is missed, or the first group of alternatives of which none is reached. Empty if all are reached.
 * @param {Judged[]} goals
 */
export function missedOf(goals) {
  /** @type {Judged[][]} */
  const choices = [];
  for (const goal of goals) {
    if (goal.rule.or)
      choices[choices.length - 1].push(goal); // never the first
    else choices.push([goal]);
  }
  return choices.find((choice) => !choice.some(({ ok }) => ok)) ?? [];
}

/**
 * Checks a setup. Calls `tell` with the verdict so far every few milliseconds. If `cancelled` returns true, the work
 * ends and the result is null.
 * @param {Core} core
 * @param {Lesson} lesson
 * @param {number} seed the learner's
 * @param {Tried} setup
 * @param {Way} [way]
 * @returns {Promise<?Verdict>}
 */
export async function checkSetup(core, lesson, seed, setup, way = {}) {
  const { tell = () => {}, cancelled = () => false } = way;
  /** @type {(?Measured)[]} */
  const measured = [];
  let refused = '';
  let link = '';
  const verdict = () => {
    const over = measured.length === lesson.seeds;
    const goals = lesson.goals.map((goal) => judge(goal, measured, lesson.seeds));
    const par = lesson.par ? judge(lesson.par, measured, lesson.seeds) : null;
    const solved = over && missedOf(goals).length === 0;
    return { goals, par, done: measured.length, solved, parReached: solved && (par?.ok ?? false), link, refused };
  };
  await core.prepare(lesson);
  let told = performance.now();
  for (const each of seedsOf(lesson, seed)) {
    if (cancelled()) return null;
    try {
      const request = { ...requestOf(lesson), ...setup, trial: lesson.trial ?? [], seed: each };
      const one = await core.measure(request);
      measured.push(one);
      link ||= one.link;
    } catch (error) {
      refused ||= /** @type {Error} */ (error).message;
      measured.push(null);
    }
    if (performance.now() < told + kTellMs) continue;
    tell(verdict());
    told = performance.now();
  }
  return cancelled() ? null : verdict();
}

/**
 * The measured value that the learner had to predict, for the learner's own seed. Call core.prepare() first.
 * @param {Core} core
 * @param {Pick<Lesson, 'start' | 'key'> & {prediction: Prediction}} lesson
 * @param {number} seed
 * @returns {Promise<number>}
 */
export async function truthOf(core, { start, key, prediction }, seed) {
  if (prediction.answer !== undefined) return prediction.answer;
  const { metric, setup = [], trial = [] } = prediction;
  const measured = await core.measure({ start, ...setupOf(setup), trial, ...(key && { key }), seed: String(seed) });
  // lesson.js lets only metrics of numbers be predicted
  return /** @type {number} */ (metrics[/** @type {string} */ (metric)].of(measured));
}
