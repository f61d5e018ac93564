// Checks that a lesson's own examples hold: the solution reaches the goals, the near miss does not.
import { checkSetup, setupOf } from './check.js';

/** @typedef {import('./check.js').Core} Core */
/** @typedef {import('./lesson.js').Lesson} Lesson */

/**
 * For how many a setup passes. `refused`: why it could not be measured; `goals`: as checkSetup() returns them for the
 * first learner who did not pass, or for the first of all if everyone passed.
 * @typedef {{solved: number, refused: string, goals: import('./check.js').Judged[]}} Rate
 */

/** @param {number} i */
const seedOfLearner = (i) => 1 + i * 1_000_003;

/**
 * Counts the made-up learners for whom the `solution` or `near_miss` passes.
 * @param {Core} core
 * @param {Lesson} lesson
 * @param {'solution' | 'near_miss'} name
 * @param {number} learners
 * @param {{tell?: (i: number) => void, cancelled?: () => boolean}} [way] `tell` is called before each learner
 * @returns {Promise<Rate>}
 */
export async function rateOf(core, lesson, name, learners, way = {}) {
  const { tell = () => {}, cancelled = () => false } = way;
  /** @type {Rate} */
  const rate = { solved: 0, refused: '', goals: [] };
  for (let i = 0; i < learners && !cancelled(); ++i) {
    tell(i);
    const verdict = await checkSetup(core, lesson, seedOfLearner(i), setupOf(lesson[name]), { cancelled });
    if (verdict && (i === 0 || (rate.solved === i && !verdict.solved))) rate.goals = verdict.goals;
    rate.solved += Number(verdict?.solved ?? false);
    rate.refused ||= verdict?.refused ?? '';
    if (rate.refused && rate.solved === 0) break; // it cannot be measured
  }
  return rate;
}

/**
 * What is wrong with the examples, and where, or null. A good solution may fail for a few learners, so it is tried for
 * more of them before it is rejected.
 * @param {Core} core
 * @param {Lesson} lesson
 * @param {() => boolean} [cancelled]
 */
export async function faultOfExamples(core, lesson, cancelled) {
  for (const learners of [1, 3]) {
    const { solved, refused } = await rateOf(core, lesson, 'solution', learners, { cancelled });
    if (refused) return `solution: ${refused}`;
    if (solved > learners / 2) break;
    if (learners === 3) return 'solution: does not reach the goals';
  }
  const { solved } = await rateOf(core, lesson, 'near_miss', 1, { cancelled });
  return solved > 0 ? 'near_miss: reaches the goals, and must not' : null;
}
