// The note above the canvas after a text was opened: what it was, what the keys are, and the way back to a comparison.
import { takeText } from '../files/opened_text.js';
import { element } from './dialog.js';
import { tell, untell } from './note.js';

/**
 * @param {string} title of the text @param {string} text in English, or in the reader's language
 * @param {?() => void} back to the comparison that was on the screen; null: there was none
 */
export function tellOpened(title, text, back) {
  const more = [];
  if (back) {
    const button = element('<button type="button">Back to the comparison</button>');
    button.onclick = back;
    more.push(button);
  }
  tell(`${title}.`, text, { more, overDialogs: false });
  addEventListener('hashchange', untell, { once: true }); // the page shows something else then
}

/**
 * A note from before a reload that the page made itself.
 * @param {string} kept as JSON: title, text, and whether a text was opened, with what was compared
 * @param {(dialog: string, subject: string) => void} open a dialog
 * @param {import('../../host/page.js').Page['state']} state
 */
export function tellKept(kept, open, state) {
  const [title, text, opened] = JSON.parse(kept);
  if (!opened) return void tell(title, text);
  takeText(async () => {
    while (!state()?.nodes) await new Promise(requestAnimationFrame);
    return state();
  }).catch(console.warn);
  tellOpened(title, text, opened === 'compared' ? () => open('cluster', 'comparison') : null);
}
