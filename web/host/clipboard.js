// Copy and paste. The browser's own events work everywhere, so the keys use them. A button inside the canvas uses the
// clipboard API, and where that is refused (plain http, a frame without permission) shows a box to copy from.
import { t } from '../text/language.js';

let copyEvent = null; // the event being handled, which takes the text itself

/** Called by the module to copy a text. */
export function copy(text, announce) {
  if (copyEvent) {
    copyEvent.clipboardData.setData('text/plain', text);
    copyEvent.preventDefault();
    return;
  }
  const writing = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard API'));
  writing.then(
    () => announce(t('Copied.')),
    () => showCopyBox(text),
  );
}

function showCopyBox(text) {
  const box = document.getElementById('copy-box');
  const area = document.getElementById('copy-text');
  area.value = text;
  if (!box.open) box.showModal();
  area.focus();
  area.select();
}

/** Passes the browser's clipboard events to the canvas while it has the focus. */
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
      frames.drawNow(); // the text field must answer within the event
      copyEvent = null;
      frames.wake();
    });
  }
}
