// Says what went wrong, in place of the canvas.
import { translate } from '../text/language.js';

/** @type {Record<string, string[]>} by kind: a title, and what may help */
const kWords = {
  webassembly: [
    'This browser cannot run the playground',
    'Reshard computes everything on this page with WebAssembly, which this browser lacks or has switched off. ' +
      'Current versions of Firefox, Chrome, Edge and Safari have it.',
  ],
  webgl2: [
    'This browser cannot draw the playground',
    'Reshard draws with WebGL 2, which is missing, switched off or blocked by the graphics driver. Try a current ' +
      'browser, or turn on hardware acceleration in its settings.',
  ],
  load: [
    'Part of the playground did not load',
    'The file named below is missing or damaged. The connection may have failed: reloading often helps.',
  ],
  start: ['The playground did not start', 'Reloading may help. The reason is below.'],
  memory: [
    'Out of memory',
    'This scenario needs more memory than the browser gives a page. It is still in the address: close other tabs and ' +
      'reload, or open the default scenario and use fewer keys.',
  ],
  crash: [
    'The playground stopped',
    'This is our bug, not your mistake. Your scenario is still in the address: reload to continue from there.',
  ],
};

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
export function showProblem(kind, details, reload) {
  const panel = document.getElementById('problem');
  if (!panel.hidden) return;
  const [title, text] = kWords[kind];
  panel.querySelector('.panel-title').textContent = title;
  panel.querySelector('.panel-text').textContent = text;
  translate(panel);
  panel.querySelector('pre').textContent = details;
  // The name of a file is part of the message; a program's own error output is not.
  const more = panel.querySelector('details');
  more.hidden = details === '';
  more.open = kind === 'load' || kind === 'start';
  document.getElementById('problem-fresh').hidden = location.hash === '';
  document.getElementById('problem-reload').onclick = reload;
  for (const id of ['loading', 'notice', 'canvas', 'text-view', 'skip', 'timeline', 'footer'])
    document.getElementById(id).hidden = true;
  panel.hidden = false;
}

/** Shows a line over the canvas about something temporary; null removes it. @param {?string} text */
export function showNotice(text) {
  const notice = document.getElementById('notice');
  notice.hidden = text === null;
  notice.textContent = text ?? '';
  translate(notice);
}
