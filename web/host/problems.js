// Says what went wrong, in place of the canvas.
import { translate } from '../text/language.js';

/** @type {Record<string, string[]>} by kind: a title, and what may help; others are loaded when they are needed */
const kWords = {
  load: [
    'Part of the playground did not load',
    'The file named below is missing or damaged. The connection may have failed: reloading often helps.',
  ],
  start: ['The playground did not start', 'Reloading may help. The reason is below.'],
};
let told = false;

/**
 * What this browser lacks, or null. The context asked for here is the one SDL2 finds on the canvas later.
 * @param {HTMLCanvasElement} canvas
 */
export function missingFeature(canvas) {
  if (typeof WebAssembly !== 'object') return 'webassembly';
  // Dear ImGui smooths its own edges, and draws everything in one layer.
  const context = canvas.getContext('webgl2', { alpha: false, antialias: false, depth: false, stencil: false });
  return context ? null : 'webgl2';
}

/**
 * Shows the panel for `kind`, once: problems that follow from the first one are not shown.
 * @param {string} kind @param {string} details @param {() => void} reload
 */
export async function showProblem(kind, details, reload) {
  const panel = /** @type {HTMLElement} */ (document.getElementById('problem'));
  if (told) return;
  told = true;
  const more = () =>
    import('./problem_words.js').then(
      ({ kMoreWords }) => kMoreWords[kind],
      () => kWords.load, // not even the words arrive
    );
  const [title, text] = kWords[kind] ?? (await more());
  /** @type {Element} */ (panel.querySelector('.panel-title')).textContent = title;
  /** @type {Element} */ (panel.querySelector('.panel-text')).textContent = text;
  translate(panel);
  /** @type {Element} */ (panel.querySelector('pre')).textContent = details;
  // The name of a file is part of the message; a program's own error output is not.
  const door = /** @type {HTMLDetailsElement} */ (panel.querySelector('details'));
  door.hidden = details === '';
  door.open = kind === 'load' || kind === 'start';
  /** @type {HTMLElement} */ (document.getElementById('problem-fresh')).hidden = location.hash === '';
  /** @type {HTMLElement} */ (document.getElementById('problem-reload')).onclick = reload;
  for (const id of ['loading', 'notice', 'canvas', 'text-view', 'skip', 'timeline', 'footer']) {
    const element = /** @type {HTMLElement} */ (document.getElementById(id));
    element.hidden = true;
  }
  panel.hidden = false;
}

/** Shows a line over the canvas about something temporary; null removes it. @param {?string} text */
export function showNotice(text) {
  const notice = /** @type {HTMLElement} */ (document.getElementById('notice'));
  notice.hidden = text === null;
  notice.textContent = text ?? '';
  translate(notice);
}
