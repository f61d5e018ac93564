// What to move between the nodes of a text, for the command: the readers are of clusters.js.
export { problemOf } from './problem.js';
export { backOf, movingOf, scriptOf, writtenBy } from '../moves/moves.js';
export { bytesOf } from '../reading/figures.js';
export { markdownOf } from '../runbook/markdown.js';
export { carriedOf } from '../runbook/carried.js';
export { planBook } from '../runbook/plan.js';
export { durationText, speedText } from './amounts.js';
export { downText, partialText, unwellText } from './warnings.js';
export { allOf } from './joined.js';
export { kMostKeys, kUsualRate } from './pace.js';
export { theirsOf } from './theirs.js';
export { theirsTexts } from './theirs_words.js';
export { endOf, toolsFor } from './tools.js';
export { clockText, isNightly, nightsOf, windowIn } from './window.js';
