// “Choose a sharding key”: what a table's rows and queries say about each column that could be its key.
import { studiesStyled } from '../tools/dialog.js';
import { takeRows } from '../files/given_rows.js';
import { View } from './view.js';
import { addStyle } from '../../text_view/style.js';

/**
 * @typedef {object} Lesson that runs in this view
 * @property {() => string} detail its initial settings
 * @property {(detail: string, open: boolean) => void} changed hears of choices
 */

/** @type {?View} */
let view = null;
let goal = { text: '', reached: false };
/** @type {?Lesson} */
let lesson = null;

/**
 * @param {import('../../host/page.js').Page} page
 * @param {string} [detail] of a link
 */
export async function open(page, detail) {
  const rows = takeRows();
  await Promise.all([studiesStyled(), addStyle('sharding_key', import.meta.url)]);
  view ??= new View(page, (...chosen) => lesson?.changed(...chosen));
  view.tellGoal(goal);
  await view.open(detail ?? lesson?.detail(), rows);
}

/**
 * Shows a lesson's progress above the view; '': shows nothing.
 * @param {string} text
 * @param {boolean} reached
 */
export function tellGoal(text, reached) {
  goal = { text, reached };
  view?.tellGoal(goal);
}

/**
 * Sets the lesson that runs in this view; null: no lesson any more.
 * @param {?Lesson} one
 */
export function follow(one) {
  lesson = one;
}
