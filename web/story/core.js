// The headless core in one worker for all figures, started when the first of them is touched.
import { Questions } from '../headless/questions.js';

/** @type {?Questions} */
let questions = null;

function fail() {
  const open = questions.end();
  questions = null; // the next question tries again
  for (const { reject } of open) reject(new Error('the core did not start'));
}

/** Begins to load it, if nobody has yet. */
export function wakeCore() {
  questions ??= new Questions(new Worker(new URL('worker.js', import.meta.url), { type: 'module' }), fail);
}

/**
 * @param {'place' | 'change' | 'many'} what web/story/answers.js says what each takes and gives
 * @returns {Promise<any>}
 */
export function askCore(what, input) {
  wakeCore();
  return questions.ask(what, input);
}

/** Answers the newest question of a figure alone: what was asked before it has a null. */
export function latest() {
  let newest = 0;
  return async (what, input) => {
    const mine = ++newest;
    const value = await askCore(what, input);
    return mine === newest ? value : null;
  };
}
