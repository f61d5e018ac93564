// Plans scripted changes under several strategies with the core.
import { answering, kCommon, watched } from '../tools/answering.js';
import { planOf } from '../tools/plan.js';

export const answer = answering({
  ...kCommon,
  plan: (core, { input, strategies, steps }, options) => planOf(core, input, strategies, steps, watched(options)),
});
