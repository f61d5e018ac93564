// A note on what to notice, which stays above the canvas until it is closed.
import { translate } from '../text/language.js';
import { element } from './dialog.js';

let note;

/**
 * @param {string} title @param {string} text in English, or in the reader's language
 * @param {HTMLElement[]} more buttons beside it
 * @returns {(text: string) => void} replaces the text of the note
 */
export function tell(title, text, more = []) {
  note ??= document.body.appendChild(element(`<section id="preset-note" aria-label="What to notice"><p></p>
    <span class="buttons"></span></section>`));
  const close = element('<button type="button">Close</button>');
  close.onclick = () => { note.hidden = true; };
  const words = document.createTextNode(` ${text}`);
  note.querySelector('p').replaceChildren(Object.assign(document.createElement('strong'), { textContent: title }), words);
  const buttons = note.querySelector('.buttons');
  const focused = [...buttons.children].indexOf(document.activeElement);
  buttons.replaceChildren(...more, close);
  buttons.children[focused]?.focus();  // a reader who presses Next will press it again
  translate(note);
  note.hidden = false;
  return (said) => { words.nodeValue = ` ${said}`; };
}
