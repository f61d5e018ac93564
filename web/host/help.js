// The list of keys and gestures, which most visits never open.
import { translated } from '../text/language.js';
import { appleKeys } from './preferences.js';

const kHtml = `<form method="dialog">
  <h2 id="help-title">Shortcuts and gestures</h2>
  <h3>Keyboard, while the canvas has focus</h3>
  <dl>
    <dt>Arrows</dt><dd>move between controls</dd>
    <dt>Enter, Space</dt><dd>press, open, or grab a slider or the key map</dd>
    <dt>Enter on “Move…”</dt><dd>choose the node that gets the key</dd>
    <dt>Letters, digits</dt><dd>type into the focused field</dd>
    <dt>Escape</dt><dd>close what is open, then leave the canvas</dd>
    <dt>Tab</dt><dd>move on to the rest of the page</dd>
    <dt><span>Ctrl</span>+Z</dt><dd>undo</dd>
    <dt><span>Ctrl</span>+Shift+Z, <span>Ctrl</span>+Y</dt><dd>redo</dd>
    <dt>Hold B</dt><dd>show the state before the last change</dd>
    <dt>+, −, 0, arrows</dt><dd>zoom, pan or fit the focused picture</dd>
    <dt>Menu key, Shift+F10</dt><dd>open the menu of a node; with a mouse, right-click the node</dd>
    <dt>?</dt><dd>show this list</dd>
  </dl>
  <h3>Touch gestures</h3>
  <dl>
    <dt>Tap</dt><dd>press; on a text field, open the keyboard</dd>
    <dt>Drag</dt><dd>move a slider, pan a zoomed picture, or scroll a list</dd>
    <dt>Tap “Move…”</dt><dd>choose the node that gets the key</dd>
    <dt>Touch and hold</dt><dd>open the menu of a node</dd>
    <dt>Two fingers</dt><dd>zoom and pan a picture; elsewhere, zoom the page</dd>
    <dt>Inside an article</dt><dd>fingers scroll the article until you tap the playground</dd>
  </dl>
  <button>Close</button>
</form>`;

/** Opens the dialog that the page has for it. @param {HTMLDialogElement} dialog */
export function openHelp(dialog) {
  if (!dialog.firstElementChild) dialog.append(translated(appleKeys ? kHtml.replaceAll('>Ctrl<', '>Command<') : kHtml));
  if (!dialog.open) dialog.showModal();
}
