// Migrate: how the keys move while requests continue. The engine runs in a worker; this is the view of its results.
import { onLanguage } from '../../text/language.js';
import { addStyle } from '../../text_view/style.js';
import { View } from './view.js';
import { unescaped } from '../../text/unescaped.js';

/** @type {?View} */
let view = null;
let goal = { text: '', reached: false };

/**
 * @param {import('../../host/page.js').Page} page
 * @param {string} [asked] a link's move=, as it is written there; or “runbook”, which no protocol is called
 * @param {string} [subject] what moves
 */
export async function open(page, asked, subject) {
  await addStyle('migrate', import.meta.url);
  if (!view) {
    const made = (view = new View(page));
    onLanguage(() => made.speak());
  }
  view.tellGoal(goal);
  const withRunbook = asked === 'runbook';
  await view.open(asked === undefined || withRunbook ? undefined : unescaped(asked), subject, withRunbook);
}

/** Shows a lesson's progress above the move; '': shows nothing. @param {string} text @param {boolean} reached */
export function tellGoal(text, reached) {
  goal = { text, reached };
  view?.tellGoal(goal);
}
