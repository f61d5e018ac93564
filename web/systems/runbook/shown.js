// What of a runbook is shown: on the page, on paper, and as Markdown.
import { number, t } from '../../text/language.js';

/** What the row is called that says what the move costs. */
export const moneyName = () => t('Money, in the currency of your prices');

/** Hours of one node. @param {number} hours */
export const nodeHoursText = (hours) => number(hours, hours < 1 ? 3 : 1);

/**
 * The runbook without a sum that nobody has given prices for.
 * @param {import('./form.js').Book} book
 * @param {boolean} priced somebody has
 * @returns {import('./form.js').Book}
 */
export const shownOf = (book, priced) =>
  priced ? book : { ...book, facts: book.facts.filter(([name]) => name !== moneyName()) };

/** The commands of a step, in the blocks that are copied. @param {import('./form.js').Step} step */
export function blocksOf({ commands, trial }) {
  return trial && commands.length > 0
    ? [commands.slice(0, trial.commands), commands.slice(trial.commands)]
    : [commands];
}
