// Asks the headless core for dialogs: in a worker, which is started by the first question, or on the page if there can be no
// worker, as in the single-file page.
import { Questions } from '../headless/questions.js';
import { answer } from './answers.js';
import { headlessCore, idle } from './dialog.js';

/** @type {?Questions} */
let questions = null;
let refused = false;

async function onPage(what, input) {
  const core = await headlessCore();
  await idle();
  return answer(core, what, input);
}

/** Ends the worker, if there is one; returns the questions it has not answered. */
function end() {
  const open = questions?.end() ?? [];
  questions = null;
  return open;
}

function giveUp() {
  refused = true;
  for (const { resolve, what, input } of end()) resolve(onPage(what, input));
}

function started() {
  if (questions || refused) return questions;
  try {
    questions = new Questions(new Worker(new URL('core_worker.js', import.meta.url), { type: 'module' }), giveUp);
  } catch {
    refused = true;
  }
  return questions;
}

/** @returns {Promise<any>} the answer of answers.js; questions are answered in order */
export function ask(what, input) {
  return started()?.ask(what, input) ?? onPage(what, input);
}

/** Ends the questions under way; the next one starts a new worker. */
export function endAsking() {
  for (const { reject } of end()) reject(new Error('ended'));
}
