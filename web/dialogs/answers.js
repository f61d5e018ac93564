// Answers the dialogs' questions with the core: in the worker, or on the page if there can be no worker.
import { measure } from './figures.js';
import { afterFailure, lookUp, walk } from './studies/jump_walk.js';
import { activate, heirs } from './studies/ring_walk.js';
import { studySections } from './studies/section_rules.js';
import { sleep } from './studies/tiers_walk.js';
import { measureRow } from './table_sets.js';

const kAnswers = { measure, row: measureRow, sections: studySections, walk, lookUp, afterFailure, activate, heirs, sleep };

/** @param {any} core @param {string} what one of the above @param {any} input */
export function answer(core, what, input) {
  return kAnswers[what](core, input);
}
