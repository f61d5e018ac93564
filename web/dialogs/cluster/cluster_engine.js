// Reads a pasted placement in the worker that reads (files/reading.js). The readers are loaded with it, not before.
import { loadDecoder, textOf } from '../files/open_file.js';
import { allOf } from '../../systems/rebalance/joined.js';
import { readCluster, titleOf } from '../../systems/clusters.js';
import { sqlTableIn } from '../../systems/readers/postgresql.js';
import { isTable } from '../files/separated.js';
import { speak } from '../tools/speak.js';
import { openedBy } from './given_table.js';
import { filled, marksOf } from './marks_rules.js';
import { keyRows } from './key_rows.js';
import { nodeListIn, renamed, shownLines, shownList, shownOf } from './reading_rules.js';

/** @typedef {import('../../headless/asker.js').Options} Options */
/** @typedef {import('../../systems/reading/form.js').Reading} Reading */
/** @typedef {import('./reading_rules.js').Shown} Shown */
/**
 * @typedef {{
 *   file: Blob, choose?: string, system?: string, figure?: Figure, rename: boolean, list?: boolean, values?: Values,
 *   all?: boolean
 * }} Asked
 *   `list`: what no reader reads is a list of nodes
 */
/** @typedef {import('./given_table.js').Figure} Figure */
/** @typedef {import('./marks_rules.js').Values} Values */
/** @typedef {import('./marks_rules.js').Found} Found */
/**
 * @typedef {{kind: 'refused', system: ?string, line: number, why: string, table: boolean} & Found} RefusedText
 *   `table`: it looks like rows of a table
 */
/** @typedef {{kind: 'fits', systems: {system: string, title: string}[]}} Fits */
/** @typedef {Shown | RefusedText | Fits} Answer */

const kMostBytes = 100_000_000;
const kMostHead = 100_000; // characters in which rows of a table are looked for

/** A list of nodes, if it is one. @param {string} text @param {Asked} asked @returns {?Shown} */
function listIn(text, { rename, list = false }) {
  const nodes = nodeListIn(text);
  if (nodes) return shownList(rename ? nodes.map(({ weight }, i) => ({ name: `node-${i + 1}`, weight })) : nodes);
  return list && !rename ? shownLines(text) : null;
}

/** @param {string} given @param {Asked} asked @returns {Promise<Answer>} */
async function read(given, asked) {
  const { choose, system, figure, rename, list = false, values = [] } = asked;
  const text = filled(given, values);
  if (list && nodeListIn(text)) return /** @type {Shown} */ (listIn(text, asked));
  const readAgain = (/** @type {string} */ other) => readCluster(other, { choose, system });
  const found = await readAgain(text);
  if ('fits' in found)
    return { kind: 'fits', systems: found.fits.map((one) => ({ system: one, title: titleOf(one) })) };
  if ('refused' in found) {
    const nodes = found.system === null ? listIn(text, asked) : null;
    if (nodes) return nodes;
    const table = found.system === null && isTable(text.slice(0, kMostHead));
    const marks = await marksOf(text, found, readAgain);
    return { kind: 'refused', system: found.system, ...found.refused, table, ...marks };
  }
  const reading = rename ? renamed(found) : found;
  const { running, form } = found;
  const names = reading.nodes.map(({ name }) => name);
  const shown = shownOf(reading, titleOf(reading.system), openedBy(reading, figure));
  const sqlTable = found.system === 'postgresql' && !rename ? sqlTableIn(text, found.choice) : null;
  return { ...shown, running: running ? { ...running, form, names } : null, sqlTable };
}

/** What is evened out: the whole reading. @param {string} given @param {Asked} asked @returns {Promise<Reading>} */
async function wholeOf(given, { choose, system, rename, all = false, values = [] }) {
  const found = await readCluster(filled(given, values), { choose, system });
  if ('fits' in found || 'refused' in found) throw new Error('not a reading'); // it was one, or nobody could ask
  const called = rename ? (/** @type {string} */ _, /** @type {number} */ i) => `${found.system}-${i + 1}` : undefined;
  const whole = (all && allOf(found, called)) || found;
  const reading = rename ? renamed(whole) : whole;
  // What a reader finds out only when asked for it does not go to the page.
  const told = Object.entries(reading).filter(([, member]) => typeof member !== 'function');
  return /** @type {Reading} */ (Object.fromEntries(told));
}

/** Whether a reader knows a text. @param {string} text */
async function isKnown(text) {
  const found = await readCluster(text);
  return !('refused' in found) || found.system !== null;
}

/**
 * @param {string} what “known”: only whether a reader knows it; “write”: the text with other nodes;
 *   “rows”: its keys with their owners; “whole”: the reading itself
 * @param {{language: string, input: Asked & {write?: import('./write_rules.js').Wish}}} asked
 * @param {Options} options
 * @returns {Promise<Answer | Reading | boolean | string | import('./write_rules.js').Written>}
 */
export async function answer(what, { language, input }, { onProgress }) {
  await speak(language);
  if (what === 'write') return (await import('./write_rules.js')).write(input);
  await loadDecoder(input.file);
  onProgress?.(0);
  const text = await textOf(input.file, kMostBytes, (done) => onProgress?.(0.99 * done));
  onProgress?.(1); // readers do not pause: from here on only the reader of this page ends the reading
  if (what === 'rows') return keyRows(text);
  if (what === 'whole') return wholeOf(text, input);
  return what === 'known' ? isKnown(text) : read(text, input);
}
