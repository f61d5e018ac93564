// The controls around the canvas: they open the text view, help and full screen.
import { connectLanguageButton, onLanguage, t } from '../text/language.js';
import { embedded } from './preferences.js';

/** index.html has them all. */
const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const writesText = (/** @type {Element} */ element) => element.matches('input, textarea, select');

/**
 * @param {HTMLCanvasElement} canvas @param {import('./page.js').Page['run']} run @param {() => void} openTextView
 * @param {(error: Error) => void} notLoaded
 */
export function connectSurroundings(canvas, run, openTextView, notLoaded) {
  byId('skip').onclick = byId('text-open').onclick = openTextView; // once open, the view updates its own button
  byId('skip').hidden = false; // it had nothing to do before; nor had the footer, whose space is reserved anyway
  byId('help-open').hidden = embedded; // a figure has no room to spare
  connectKeys(canvas, run, notLoaded);
  connectFullScreen();
  byId('language').hidden = embedded; // a figure uses the language of the page around it
  connectMenus();
  connectLanguageButton(byId('language'), notLoaded);
}

// The footer's menus: only one is open at a time, and it closes when something in it is chosen.
function connectMenus() {
  const menus = [.../** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll('details.menu'))];
  const close = (/** @type {HTMLDetailsElement} */ menu) => {
    const within = menu.contains(document.activeElement);
    menu.open = false;
    if (within) /** @type {HTMLElement} */ (menu.querySelector('summary')).focus(); // a dialog returns the focus to it
  };
  for (const menu of menus) {
    menu.hidden = embedded; // a figure has no room to spare
    menu.addEventListener('toggle', () =>
      menus
        .filter((other) => menu.open && other !== menu)
        .forEach((other) => {
          other.open = false;
        }),
    );
    /** @type {Element} */ (menu.lastElementChild).addEventListener('click', () => close(menu));
    menu.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && menu.open) close(menu);
    });
  }
  document.addEventListener('pointerdown', ({ target }) => {
    for (const menu of menus) if (!menu.contains(/** @type {Node} */ (target))) menu.open = false;
  });
}

/**
 * @param {HTMLCanvasElement} canvas @param {import('./page.js').Page['run']} run
 * @param {(error: Error) => void} notLoaded
 */
function connectKeys(canvas, run, notLoaded) {
  const open = () =>
    import('./help.js').then(({ openHelp }) => openHelp(/** @type {HTMLDialogElement} */ (byId('help'))), notLoaded);
  byId('help-open').onclick = open;
  // The canvas has these keys, too. A dialog that closes returns the focus to what opened it.
  document.addEventListener('keydown', (event) => {
    const key = event.key.toLowerCase(),
      target = /** @type {Element} */ (event.target);
    if (target === canvas || writesText(target)) return;
    if (key === '?') open();
    if (!(event.ctrlKey || event.metaKey) || !/^[zy]$/.test(key) || document.querySelector(':modal')) return;
    event.preventDefault();
    run({ do: key === 'y' || event.shiftKey ? 'redo' : 'undo' });
  });
}

function connectFullScreen() {
  const button = byId('full-screen');
  button.hidden = !document.fullscreenEnabled;
  if (!embedded) byId('help-open').after(button); // a figure has no such menu, and needs the button more
  button.onclick = () => {
    // The host may forbid it after all; then nothing changes, as the reader can see.
    const changed = document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen();
    changed.catch((error) => console.warn(error.message));
  };
  const label = () => {
    button.textContent = document.fullscreenElement ? t('Leave full screen') : t('Full screen');
  };
  document.addEventListener('fullscreenchange', label);
  onLanguage(label);
}
