// Answers the studies' questions with the core.
import { measure } from '../library/figures.js';
import { answering } from '../tools/answering.js';
import { afterFailure, lookUp, walk } from './jump_walk.js';
import { activate, heirs } from './ring_walk.js';
import { studySections } from './section_rules.js';
import { sleep } from './tiers_walk.js';

export const answer = answering({
  walk,
  lookUp,
  afterFailure,
  activate,
  heirs,
  sleep,
  sections: studySections,
  measure,
});
