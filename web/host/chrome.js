// The controls around the canvas: they open the text view, help and full screen.
import { connectLanguageButton, onLanguage, t } from '../text/language.js';
import { embedded } from './preferences.js';

const byId = (/** @type {string} */ id) => document.getElementById(id);
const writesText = (/** @type {any} an element */ element) => element.matches('input, textarea, select');

/** @param {HTMLCanvasElement} canvas @param {() => void} openTextView @param {(error: Error) => void} notLoaded */
export function connectSurroundings(canvas, openTextView, notLoaded) {
  byId('skip').onclick = byId('text-open').onclick = openTextView; // once open, the view updates its own button
  byId('skip').hidden = false; // it had nothing to do before; nor had the footer, whose space is reserved anyway
  byId('help-open').hidden = byId('story').hidden = embedded; // a figure has no room to spare
  connectHelp(canvas, notLoaded);
  connectFullScreen();
  byId('language').hidden = embedded; // a figure uses the language of the page around it
  connectMenus();
  connectLanguageButton(byId('language'), notLoaded);
}

// The footer's menus: only one is open at a time, and it closes when something in it is chosen.
function connectMenus() {
  const menus = [...document.querySelectorAll('details.menu')];
  const close = (/** @type {HTMLDetailsElement} */ menu) => {
    const within = menu.contains(document.activeElement);
    menu.open = false;
    if (within) menu.querySelector('summary').focus(); // a dialog returns the focus to it
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
    menu.lastElementChild.addEventListener('click', () => close(menu));
    menu.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
      if (event.key === 'Escape' && menu.open) close(menu);
    });
  }
  document.addEventListener('pointerdown', ({ target }) => {
    for (const menu of menus) if (!menu.contains(target)) menu.open = false;
  });
}

/** @param {HTMLCanvasElement} canvas @param {(error: Error) => void} notLoaded */
function connectHelp(canvas, notLoaded) {
  const open = () => import('./help.js').then(({ openHelp }) => openHelp(byId('help')), notLoaded);
  byId('help-open').onclick = open;
  // The canvas shows a list of its own when it has the focus.
  document.addEventListener('keydown', (event) => {
    if (event.key === '?' && event.target !== canvas && !writesText(event.target)) open();
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
