// Checks whether a setup reaches a lesson's goals, for each of its seeds.
import { metrics } from './metrics.js';

const kTellMs = 8;
const kMaxSeed = 2 ** 31;

/** The seeds that a learner's setup is checked with; the first is the learner's own, which the page shows. */
export function seedsOf(lesson, seed) {
  return Array.from({ length: lesson.seeds }, (_, i) => String((seed + i * 7919) % kMaxSeed));
}

export function randomSeed() {
  return 1 + (crypto.getRandomValues(new Uint32Array(1))[0] % (kMaxSeed - 1));
}

export function passes({ operator, value: wanted, tolerance }, value) {
  // A sum of exact shares may be off by a rounding error from the threshold that it equals.
  const slack = 1e-9;
  if (operator === '=') return value === wanted;
  if (operator === '<=') return value <= wanted + slack;
  if (operator === '>=') return value >= wanted - slack;
  return Math.abs(value - wanted) <= tolerance + slack;
}

/** How many of the seeds must pass. */
export const neededOf = ({ share = 1 }, seeds) => Math.ceil(share * seeds - 1e-9);

/** A lesson's solution or near miss, in the form that checkSetup() expects. */
export const setupOf = (setup) => (typeof setup === 'string' ? { setup } : { commands: setup });

/** The members of a lesson that every request for its figures contains. */
export const requestOf = ({ start, move, key }) => ({ start, ...(move && { move }), ...(key && { key }) });

// Applies one rule (a goal or par) to what has been measured so far.
function judge(rule, measured, seeds) {
  const values = measured.map((each) => (each ? metrics[rule.metric].of(each) : NaN));
  const passed = values.filter((value) => passes(rule, value)).length;
  const needed = neededOf(rule, seeds);
  return { rule, values, passed, needed, seeds, ok: passed >= needed };
}

/**
 * The first goal that is missed, or the first group of alternatives of which none is reached. Empty if all are reached.
 */
export function missedOf(goals) {
  const choices = [];
  for (const goal of goals) {
    if (goal.rule.or) choices.at(-1).push(goal);
    else choices.push([goal]);
  }
  return choices.find((choice) => !choice.some(({ ok }) => ok)) ?? [];
}

/**
 * Checks a setup: `{setup: link}` or `{commands}`, neither being the start itself.
 * Calls `tell` with the verdict so far every few milliseconds. If `cancelled` returns true, the work ends and the
 * result is null.
 * @returns
 * {Promise<{goals: object[], par: ?object, done: number, solved: boolean, parReached: boolean, link: string, refused: string}>}
 *   each of goals and par: {rule, values by seed, passed, needed, seeds, ok}; `link`: the setup under the
 *   learner's seed; `refused`: why a seed could not be measured
 */
export async function checkSetup(core, lesson, seed, setup, way = {}) {
  /** @type {{tell?: (verdict: object) => void, cancelled?: () => boolean}} */
  const { tell = () => {}, cancelled = () => false } = way;
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
      measured.push(await core.measure({ ...requestOf(lesson), ...setup, trial: lesson.trial ?? [], seed: each }));
      link ||= measured.at(-1).link;
    } catch (error) {
      refused ||= error.message;
      measured.push(null);
    }
    if (performance.now() < told + kTellMs) continue;
    tell(verdict());
    told = performance.now();
  }
  return cancelled() ? null : verdict();
}

/** The measured value that the learner had to predict, for the learner's own seed. Call core.prepare() first. */
export async function truthOf(core, { start, key, prediction }, seed) {
  if (prediction.answer !== undefined) return prediction.answer;
  const { metric, setup = [], trial = [] } = prediction;
  return metrics[metric].of(
    await core.measure({ start, ...setupOf(setup), trial, ...(key && { key }), seed: String(seed) }),
  );
}
