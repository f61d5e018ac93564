// story.html: brings its seven figures to life. The article is complete without this script.
import { Alternatives } from './alternatives.js';
import { Hot } from './hot.js';
import { Modulo } from './modulo.js';
import { Move } from './move.js';
import { Ring } from './ring.js';
import { Vnodes } from './vnodes.js';
import { Yours } from './yours.js';

const kFigures = {
  modulo: Modulo,
  ring: Ring,
  vnodes: Vnodes,
  alternatives: Alternatives,
  hot: Hot,
  move: Move,
  yours: Yours,
};

for (const root of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-figure]'))) {
  const name = /** @type {keyof typeof kFigures} */ (root.dataset.figure);
  new kFigures[name](root);
}
document.documentElement.dataset.ready = 'yes';
