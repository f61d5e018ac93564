// What changes between two texts, for the command: the readers are of clusters.js.
export { differenceOf } from './diff.js';
export { isChanged } from './form.js';
export { markdownOf } from './markdown.js';
export { readPair } from './pair.js';
export { bytesOf } from '../reading/figures.js';
export { copyRows, countRows, figuresOf, flowRows, headlineOf, partitionRows, warningsOf } from './words.js';
