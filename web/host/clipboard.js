// Copy and paste. The browser's own events work everywhere, so the keys use them. A button inside the canvas uses the
// clipboard API, and where that is refused (plain http, a frame without permission) shows a box to copy from.
import { t } from '../text/language.js';

/** @type {?ClipboardEvent} the event being handled, which takes the text itself */
let copyEvent = null;

const dataOf = (/** @type {ClipboardEvent} */ event) => /** @type {DataTransfer} */ (event.clipboardData);

/** Called by the module to copy a text. @param {string} text @param {(sentence: string) => void} announce */
export function copy(text, announce) {
  if (copyEvent) {
    dataOf(copyEvent).setData('text/plain', text);
    copyEvent.preventDefault();
    return;
  }
  const writing = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard API'));
  writing
    .then(
      () => announce(t('Copied.')),
      () => import('./copy_box.js').then(({ showCopyBox }) => showCopyBox(text)),
    )
    .catch(() => announce(t('This part of the page did not load. Check your connection and try again.')));
}

/**
 * Passes the browser's clipboard events to the canvas while it has the focus.
 * @param {HTMLCanvasElement} canvas
 * @param {import('../api/bridge.js').Bridge} bridge
 * @param {import('./frames.js').Frames} frames
 */
export function connectClipboard(canvas, bridge, frames) {
  const ours = () => document.activeElement === canvas;
  document.addEventListener('paste', (event) => {
    if (!ours()) return;
    bridge.send('paste', dataOf(event).getData('text/plain'));
    event.preventDefault();
    frames.wake();
  });
  for (const type of /** @type {const} */ (['copy', 'cut'])) {
    document.addEventListener(type, (event) => {
      if (!ours() || !bridge.call('edits_text')) return;
      bridge.call(type);
      copyEvent = event;
      frames.drawNow(); // the text field must answer within the event
      copyEvent = null;
      frames.wake();
    });
  }
}
