// Answers the questions of the dialogs that compare strategies with the core.
import { answering, kCommon, watched } from '../tools/answering.js';
import { judge } from './chooser_rules.js';
import { curvePoint } from './curve_rules.js';
import { measureRow } from './table_sets.js';

export const answer = answering({
  ...kCommon,
  judge: (core, { strategy, needs }) => judge(core, strategy, needs),
  curvePoint: (core, input, options) => curvePoint(core, input, watched(options)),
  row: measureRow,
});
