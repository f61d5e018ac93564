// A note on what to notice, which stays above the canvas, or on top of the dialog that is open, until it is closed.
import { translate } from '../../text/language.js';
import { dialogsStyled, element, kOpened } from './dialog.js';

/** @type {HTMLElement} made by the first note */
let note;
/** @type {?() => void} called when the note that is shown goes */
let closed = null;
let followsDialogs = true; // of the note that is shown

// A dialog covers what is above the canvas. It took the focus as it opened: a note that had it keeps it.
function settle(had = document.activeElement) {
  const focused = note.contains(had) ? /** @type {HTMLElement} */ (had) : null;
  const header = followsDialogs && document.querySelector('dialog.task[open]:not(#literature) header');
  if (header) header.after(note);
  else document.body.append(note);
  focused?.focus();
}

/** A button of a note: a word, or on a phone a sign. @param {string} word @param {string} sign */
export function signed(word, sign) {
  const made = element(`<button type="button" aria-label="${word}"><span>${word}</span></button>`);
  made.dataset.sign = sign;
  return made;
}

/** Ends the note that is shown, as if the reader had closed it. */
export function untell() {
  if (!note || note.hidden) return;
  note.hidden = true;
  closed?.();
}

/**
 * @param {string} title @param {string} text in English, or in the reader's language
 * @param {object} [how]
 * @param {HTMLElement[]} [how.more] buttons beside it
 * @param {?() => void} [how.gone] called when the reader closes it, or a note without this takes its place
 * @param {boolean} [how.overDialogs] false: it is about the page, and stays there while a dialog is open
 * @returns {(text: string) => void} replaces the text of the note
 */
export function tell(title, text, { more = [], gone = null, overDialogs = true } = {}) {
  if (!gone) closed?.();
  closed = gone;
  followsDialogs = overDialogs;
  if (!note) {
    note = element(`<section id="preset-note" aria-label="What to notice"><p></p>
      <span class="buttons"></span></section>`);
    document.addEventListener(kOpened, (event) => settle(/** @type {CustomEvent} */ (event).detail));
    document.addEventListener('close', () => settle(), true); // it does not bubble
    dialogsStyled().catch(console.warn);
  }
  const close = signed('Close', '×');
  close.onclick = untell;
  const words = document.createTextNode(` ${text}`);
  const line = /** @type {Element} */ (note.querySelector('p'));
  line.replaceChildren(Object.assign(document.createElement('strong'), { textContent: title }), words);
  const buttons = /** @type {Element} */ (note.querySelector('.buttons'));
  const focused = [...buttons.children].indexOf(/** @type {Element} */ (document.activeElement));
  buttons.replaceChildren(...more, close);
  translate(note);
  note.hidden = false;
  settle();
  // A reader who presses Next will press it again.
  /** @type {HTMLElement | undefined} */ (buttons.children[focused])?.focus();
  return (said) => {
    words.nodeValue = ` ${said}`;
  };
}
