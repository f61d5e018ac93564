// “Choose a sharding key”: what a table's rows and queries say about each column that could be its key.
import { studiesStyled } from '../tools/dialog.js';
import { View } from './view.js';
import { addStyle } from '../../text_view/style.js';

let view = null;
let goal = { text: '', reached: false };
/** @type {?{detail: () => string, changed: (detail: string, open: boolean) => void}} */
let lesson = null;

export async function open(page, detail) {
  await Promise.all([studiesStyled(), addStyle('sharding_key', import.meta.url)]);
  view ??= new View(page, (...chosen) => lesson?.changed(...chosen));
  view.tellGoal(goal);
  await view.open(detail ?? lesson?.detail());
}

/** Shows a lesson's progress above the view; '': shows nothing. */
export function tellGoal(text, reached) {
  goal = { text, reached };
  view?.tellGoal(goal);
}

/**
 * Sets the lesson that runs in this view: its initial settings, and a listener for choices; null: no lesson any more.
 * @param {?{detail: () => string, changed: (detail: string, open: boolean) => void}} one
 */
export function follow(one) {
  lesson = one;
}
