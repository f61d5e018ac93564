// Dialogs that most visits never open: each an ES module of web/later/, fetched when it is first asked for.

import { embedded } from './preferences.js';

/**
 * A button with data-later="presets" opens web/later/presets.js: its open(page).
 * @param {object} page what they may use: {bridge, state, run, announce, address, wake}
 */
export function connectLater(page) {
  const open = async (name) => {
    try {
      await (await import(`./later/${name}.js`)).open(page);
    } catch (error) {
      console.warn(error);
      page.announce('This part of the page cannot be loaded. Check the connection and try again.');
    }
  };
  for (const button of document.querySelectorAll('[data-later]')) {
    button.onclick = () => open(button.dataset.later);
    button.hidden = embedded;  // a figure has no room to spare
  }
}
