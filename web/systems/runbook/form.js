// A runbook: what is known, and steps, each with what to do, what to check, and how to go back. A step is made of only
// what differs from the usual.
import { t } from '../../text/language.js';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {number} seconds
 * @property {string} time in words
 * @property {string} bytes in words
 * @property {string[]} does
 * @property {string[]} commands lines of a shell, or of the book's language
 * @property {{commands: number, says: string}} [trial] how many of them come first, and what to do before the others
 * @property {string[][]} [moves] what it is done to, as a table; the first row is its head
 * @property {Row[]} [rows] each of its moves, for a program
 * @property {string[]} checks
 * @property {string[]} [proof] commands that show whether all is well
 * @property {string[][]} [table] what the checks refer to; the first row is its head
 * @property {string} readers what they notice
 * @property {string} copier what to do if it stops
 * @property {string[]} rescue lines of a shell for that
 * @property {string} back how to roll back
 * @property {string[]} undo lines of a shell for that
 * @property {boolean} noReturn
 *
 * @typedef {object} Row a move
 * @property {string} entry @property {string} from @property {string} to @property {number} amount
 * @property {number} [night] in which window of the day, from 1
 * @property {string} [begins] a time of that day, or seconds since the start @property {string} [ends] likewise
 *
 * @typedef {{title: string, items: string[], ordered?: boolean}} List of what holds for all steps
 *
 * @typedef {object} Book
 * @property {string} title
 * @property {[string, string][]} facts
 * @property {string[]} notes
 * @property {List[]} [lists]
 * @property {Step[]} steps
 * @property {string} [language] of the commands; default: a shell's
 * @property {string} [unit] of the amounts in rows
 * @property {string} [canary]
 * @property {string} money
 */

/**
 * @param {Partial<Step> & Pick<Step, 'name' | 'does' | 'checks' | 'back'>} given
 * @returns {Step}
 */
export const step = (given) => ({
  seconds: 0,
  time: '',
  bytes: '',
  commands: [],
  readers: t('Nothing.'),
  copier: '',
  rescue: [],
  undo: [],
  noReturn: false,
  ...given,
});
