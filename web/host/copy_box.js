// A box to copy a text from, where the page may not write to the clipboard.
import { translated } from '../text/language.js';

const kHtml = `<dialog id="copy-box" aria-labelledby="copy-label">
  <form method="dialog">
    <label id="copy-label" for="copy-text">The browser does not allow access to the clipboard here. Copy the text
      yourself:</label>
    <textarea id="copy-text" readonly rows="4" spellcheck="false"></textarea>
    <button>Close</button>
  </form>
</dialog>`;

/** @param {string} text */
export function showCopyBox(text) {
  if (!document.getElementById('copy-box')) document.body.append(translated(kHtml));
  const box = /** @type {HTMLDialogElement} */ (document.getElementById('copy-box'));
  const area = /** @type {HTMLTextAreaElement} */ (document.getElementById('copy-text'));
  area.value = text;
  if (!box.open) box.showModal();
  area.focus();
  area.select();
}
