// Dialogs that most visits never open: each an ES module of web/later/, fetched when it is first asked for.

import { embedded } from './preferences.js';

/**
 * A button with data-later="presets" opens web/later/presets.js: its open(page).
 * @param {object} page what they may use: {bridge, state, run, announce, address, notLoaded, wake}
 */
export function connectLater(page) {
  const open = async (name) => (await import(`./later/${name}.js`)).open(page);
  for (const button of document.querySelectorAll('[data-later]')) {
    button.onclick = () => open(button.dataset.later).catch(page.notLoaded);
    button.hidden = embedded;  // a figure has no room to spare
  }
}
