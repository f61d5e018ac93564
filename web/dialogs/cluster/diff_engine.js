// Compares two pasted placements in the worker that reads (files/reading.js): it reads both again, and places keys.
import { loadCore } from '../../headless/load_core.js';
import { readCluster, titleOf } from '../../systems/clusters.js';
import { differenceOf } from '../../systems/diff/diff.js';
import { isChanged } from '../../systems/diff/form.js';
import { readPair } from '../../systems/diff/pair.js';
import { renamedDifference } from '../../systems/diff/rename.js';
import { headlineOf, warningsOf } from '../../systems/diff/words.js';
import { loadDecoder, textOf } from '../files/open_file.js';
import { speak } from '../tools/speak.js';
import { filled } from './marks_rules.js';

/** @typedef {import('../../headless/asker.js').Options} Options */
/** @typedef {import('../../systems/diff/form.js').Difference} Difference */
/**
 * `first`: as the dialog reads it; `second` null: the first is a plan, with both placements.
 * @typedef {{first: {file: Blob, choose?: string, system?: string, values?: import('./marks_rules.js').Values}, second:
 *   ?{file: Blob, choose?: string}, rename: boolean, rate?: import('../../systems/diff/figures.js').Rate}} Asked
 */
/**
 * @typedef {{kind: 'compared', difference: Difference, flows: number, choices: string[], changed: boolean, skipped:
 *   number}} Compared `flows`: how many there are; `choices` of the second text; `skipped`: its lines
 * @typedef {{kind: 'refused', of: 'before' | 'after', system: ?string, line: number, why: string}} RefusedText
 * @typedef {Compared | RefusedText | {kind: 'fits', titles: string[]}} Answer
 */

const kMostBytes = 100_000_000;
const kMostFlows = 1000;

/** Reads a file’s text as the dialog does. @param {Blob} file */
async function textIn(file) {
  await loadDecoder(file);
  return textOf(file, kMostBytes, () => {});
}

/** @param {Asked} asked @param {Options} options */
async function pairOf({ first, second }, { onProgress }) {
  const before = filled(await textIn(first.file), first.values ?? []);
  onProgress?.(0.5);
  const after = second ? await textIn(second.file) : null;
  onProgress?.(1); // as in cluster_engine.js: from here on only the reader of this page ends it
  const asked = { choose: first.choose, system: first.system, chooseAfter: second?.choose };
  return readPair(readCluster, { before, after }, asked);
}

const namesOf = (/** @type {import('../../systems/reading/form.js').Reading} */ { nodes }) =>
  nodes.map(({ name }) => name);

/** @param {Asked} asked @param {Options} options @returns {Promise<Answer & {whole?: Difference}>} */
async function compared(asked, options) {
  const pair = await pairOf(asked, options);
  if ('plan' in pair) throw new Error('a text with one placement has no plan');
  if ('of' in pair) {
    if ('fits' in pair.answer) return { kind: 'fits', titles: pair.answer.fits.map(titleOf) };
    return { kind: 'refused', of: pair.of, system: pair.answer.system, ...pair.answer.refused };
  }
  const { before, after } = pair;
  const core = async () => {
    const loaded = await loadCore();
    const place = (/** @type {import('../../headless/reshard-core.d.ts').PlaceInput} */ input) =>
      loaded.placeAsync(input, { signal: options.signal });
    return { strategies: () => loaded.strategies(), place };
  };
  const found = await differenceOf(before, after, { core, titleOf, rate: asked.rate });
  const whole = asked.rename ? renamedDifference(found, namesOf(before)) : found;
  return {
    ...{ kind: 'compared', whole, flows: whole.flows.length, changed: isChanged(whole) },
    difference: { ...whole, flows: whole.flows.slice(0, kMostFlows), moves: [] },
    choices: (asked.second && after.choices) || [],
    skipped: after.skipped.length,
  };
}

/**
 * @param {string} what “json”: all of it, as a file
 * @param {{language: string, input: Asked}} asked
 * @param {Options} options
 * @returns {Promise<Answer | Blob>}
 */
export async function answer(what, { language, input }, options) {
  await speak(language);
  options.onProgress?.(0);
  const { whole, ...found } = await compared(input, options);
  if (what !== 'json' || !whole) return found;
  const told = { ...whole, headline: headlineOf(whole), warnings: warningsOf(whole) };
  return new Blob([`${JSON.stringify(told)}\n`], { type: 'application/json' });
}
