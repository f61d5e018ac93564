// Dialogs that most visits never open: each an ES module of web/later/, fetched when it is first asked for.

import { embedded } from './preferences.js';

// What dialogs say is of results: a press before the first ones waits for them.
async function shownResults({ state }) {
  while (!state()?.nodes) await new Promise(requestAnimationFrame);
}

/**
 * A button with data-later="presets" opens web/later/presets.js: its open(page).
 * @param {object} page what they may use: {bridge, state, run, announce, address, notLoaded, wake}
 */
export function connectLater(page) {
  const open = async (name) => {
    const [module] = await Promise.all([import(`./later/${name}.js`), shownResults(page)]);
    return module.open(page);
  };
  for (const button of document.querySelectorAll('[data-later]')) {
    button.onclick = () => open(button.dataset.later).catch(page.notLoaded);
    button.hidden = embedded;  // a figure has no room to spare
  }
}
