// The headless core, in one worker for all figures, which starts when a reader first touches one of them.
import { Questions } from '../headless/questions.js';

/** @type {?Questions} */
let questions = null;

function fail() {
  const open = questions.end();
  questions = null; // the next question tries again
  for (const { reject } of open) reject(new Error('the core did not start'));
}

/** Starts loading the core, unless it is loading already. */
export function wakeCore() {
  questions ??= new Questions(new Worker(new URL('worker.js', import.meta.url), { type: 'module' }), fail);
}

/**
 * @param {'place' | 'change' | 'many'} what web/story/answers.js says what each takes and returns
 * @returns {Promise<any>}
 */
export function askCore(what, input) {
  wakeCore();
  return questions.ask(what, input);
}

/** Answers only a figure's newest question: earlier ones get null. */
export function latest() {
  let newest = 0;
  return async (what, input) => {
    const mine = ++newest;
    const value = await askCore(what, input);
    return mine === newest ? value : null;
  };
}
