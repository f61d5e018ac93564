// Copy and paste. The browser's own events work everywhere, so they are used for the keys; a button inside the canvas
// uses the clipboard API, and where that is refused (plain http, a frame without permission) a box to copy from.
import { t } from '../text/language.js';

let copyEvent = null;  // the one being handled, which takes the text itself

/** What the module calls to copy. */
export function copy(text, announce) {
  if (copyEvent) {
    copyEvent.clipboardData.setData('text/plain', text);
    copyEvent.preventDefault();
    return;
  }
  const writing = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard API'));
  writing.then(() => announce(t('Copied.')), () => showCopyBox(text));
}

function showCopyBox(text) {
  const box = document.getElementById('copy-box');
  const area = document.getElementById('copy-text');
  area.value = text;
  if (!box.open) box.showModal();
  area.focus();
  area.select();
}

/** Hands the browser's events to the canvas while it has the focus. */
export function connectClipboard(canvas, bridge, frames) {
  const ours = () => document.activeElement === canvas;
  document.addEventListener('paste', (event) => {
    if (!ours()) return;
    bridge.send('paste', event.clipboardData.getData('text/plain'));
    event.preventDefault();
    frames.wake();
  });
  for (const type of ['copy', 'cut']) {
    document.addEventListener(type, (event) => {
      if (!ours() || !bridge.call('edits_text')) return;
      bridge.call(type);
      copyEvent = event;
      frames.drawNow();  // the text field answers within the event
      copyEvent = null;
      frames.wake();
    });
  }
}
