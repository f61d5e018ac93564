// What stands around the canvas: the way to the text view, help, full screen.
import { appleKeys } from './preferences.js';

const byId = (id) => document.getElementById(id);
const writesText = (element) => element.matches('input, textarea, select');

/** @param {TextView} textView */
export function connectSurroundings(canvas, textView) {
  byId('skip').onclick = () => { textView.open = true; };
  byId('skip').hidden = byId('footer').hidden = false;  // they had nothing to do before
  connectHelp(canvas);
  connectFullScreen();
}

function connectHelp(canvas) {
  const help = byId('help');
  if (appleKeys) for (const word of help.querySelectorAll('.command')) word.textContent = 'Command';
  const open = () => { if (!help.open) help.showModal(); };
  byId('help-open').onclick = open;
  // The canvas has a list of its own, where it was asked for.
  document.addEventListener('keydown', (event) => {
    if (event.key === '?' && event.target !== canvas && !writesText(event.target)) open();
  });
}

function connectFullScreen() {
  const button = byId('full-screen');
  button.hidden = !document.fullscreenEnabled;
  button.onclick = () => {
    // Refused where the host forbids it after all: then nothing changes, and that is what is seen.
    const changed = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    changed.catch((error) => console.warn(error.message));
  };
  document.addEventListener('fullscreenchange', () => {
    button.textContent = document.fullscreenElement ? 'Leave full screen' : 'Full screen';
  });
}
