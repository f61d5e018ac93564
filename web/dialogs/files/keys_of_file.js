// A file of keys: what is in it, and the keys themselves, piece by piece.
import { nextTurn } from '../../headless/next_turn.js';
import { t } from '../../text/language.js';
import { countedLines } from './counted_lines.js';
import { checkSize, kMostOffered } from './doors.js';
import { asLines, loadDecoder, openFile, textOf } from './open_file.js';
import { openRows } from './rows.js';
import { hasHeader, recordsOf } from './separated.js';
import { linesOfTuples } from './tuples.js';

/**
 * @typedef {import('../../headless/asker.js').Options} Options
 * @typedef {import('./open_file.js').Opened} Opened
 *
 * @typedef {object} Line a text of one line
 * @property {string} separator of its values
 * @property {number} count how many there are
 * @property {string} first
 *
 * @typedef {{separator: string, column: number, title: string}} TextColumn of a text with these separators
 *
 * @typedef {object} LookedText
 * @property {'text'} kind
 * @property {TextColumn[]} columns
 * @property {boolean} more there are more columns than a menu can offer
 * @property {null} rows
 * @property {?Line} line
 * @property {boolean} header whether the first line seems to name the columns
 *
 * @typedef {object} LookedRows
 * @property {'json' | 'parquet'} kind
 * @property {import('./open_file.js').Column[]} columns
 * @property {boolean} more as above
 * @property {number} [rows] of Parquet
 * @property {null} line
 *
 * @typedef {object} AskedKeys
 * @property {Blob} file
 * @property {number} column
 * @property {?number} counts another column
 * @property {string} each what separates keys that are in one line
 * @property {?import('./tuples.js').Tuple} [tuple] a key has several columns; `column` is not read then
 *
 * @typedef {(done: number) => void} Told hears of progress, 0 to 1
 */

// as kMaxOwnBytes and kMaxOwnKeys in core/model/key_reader.h
export const kMostKeyBytes = 50_000_000,
  kMostKeys = 5_000_000;
const kSeparators = ['\t', ',', ';'];
const kMostTitle = 40;
const kTellMs = 100,
  kWaitMs = 30;

/**
 * Whether a text has only one line.
 * @param {import('./open_file.js').OpenedText} opened
 * @param {Told} told
 */
async function isOneLine({ head, whole, pieces }, told) {
  if (head.trimEnd().includes('\n')) return false;
  if (whole) return true;
  let ended = false;
  for await (const { bytes, done } of pieces()) {
    if (ended && bytes.some((byte) => byte > 32)) return false;
    const at = bytes.indexOf(10);
    if (at >= 0 && bytes.subarray(at).some((byte) => byte > 32)) return false;
    ended ||= at >= 0;
    told(done);
  }
  return true;
}

/**
 * The values of a text's only line, without the spaces around them and without an empty one at the end.
 * @param {string} line
 * @param {string} separator
 */
function valuesOfLine(line, separator) {
  const [values = []] = recordsOf(
    line
      .replace(/^\ufeff/, '')
      .trimEnd()
      .replaceAll(`${separator} "`, `${separator}"`),
    separator,
    1,
    kMostKeys + 2,
  );
  if (values.at(-1)?.trim() === '') values.pop();
  return values.map((value) => value.trim());
}

/** A text of which all is taken at once: from there on, the work has an end, and nobody has to hear of its progress. */
async function allOf(/** @type {Blob} */ file, /** @type {Told} */ told) {
  const text = await textOf(file, kMostKeyBytes, told);
  told(1);
  return text;
}

/**
 * @param {Blob} file
 * @param {import('./open_file.js').OpenedText} opened
 * @param {Told} told
 * @returns {Promise<?Line>}
 */
async function lineOf(file, opened, told) {
  const often = (/** @type {string} */ separator) => opened.head.split(separator, 1000).length;
  const separator = kSeparators.reduce((one, other) => (often(other) > often(one) ? other : one));
  if (often(separator) < 2 || !(await isOneLine(opened, told))) return null;
  const values = valuesOfLine(await allOf(file, told), separator);
  return values.length < 2 ? null : { separator, count: values.length, first: values[0].slice(0, kMostTitle) };
}

/**
 * What is in a file of keys: its columns, as many as a menu can offer.
 * @param {{file: Blob}} asked
 * @param {Options} options
 * @returns {Promise<LookedText | LookedRows>}
 */
export async function look({ file }, { onProgress }) {
  await loadDecoder(file);
  onProgress?.(0);
  const opened = await openFile(file);
  if (opened.kind !== 'text') {
    const { kind, columns, rows } = opened;
    return { kind, columns: columns.slice(0, kMostOffered), more: columns.length > kMostOffered, rows, line: null };
  }
  const { kind, head, packed } = opened;
  if (!packed) checkSize(file.size, kMostKeyBytes);
  const [first] = head.replace(/^\ufeff/, '').split('\n', 1);
  /** @type {TextColumn[]} */
  const offered = [];
  let more = false;
  for (const separator of kSeparators.filter((each) => first.includes(each))) {
    const [names = []] = recordsOf(first, separator, 1);
    more ||= names.length > kMostOffered;
    names
      .slice(0, kMostOffered)
      .forEach((name, column) => offered.push({ separator, column, title: name.slice(0, kMostTitle) }));
  }
  const line = await lineOf(file, opened, (done) => onProgress?.(done));
  const header = offered.length > 0 && hasHeader(recordsOf(head.replace(/^\ufeff/, ''), offered[0].separator));
  return { kind, columns: offered, more, rows: null, line, header };
}

/**
 * @param {Blob} file
 * @param {string} separator
 * @param {Told} told
 */
async function* linesOfValues(file, separator, told) {
  const values = valuesOfLine(await allOf(file, told), separator);
  for (const [i, value] of values.entries())
    if (value === '') throw new Error(t('Value {0}: the key is empty.', i + 1));
  yield { texts: values, row: values.length, done: 1 };
}

/**
 * The pieces of a text of keys, as the page's module reads them.
 * @param {AskedKeys} asked
 * @param {Told} told
 * @returns {Promise<AsyncIterable<import('./open_file.js').Piece>>}
 */
async function linesOf({ file, column, counts, each, tuple }, told) {
  if (tuple) return linesOfTuples(file, tuple, counts);
  if (each) return asLines(linesOfValues(file, each, told));
  const opened = await openFile(file);
  if (opened.kind === 'text') return opened.pieces();
  if (counts === null) return asLines(opened.values(column));
  // Two columns are read as rows are, whose columns may be listed in another order.
  const { columns, batches } = await openRows(file),
    nameOf = (/** @type {number} */ at) => opened.columns[at].name.slice(opened.kind === 'json' ? 1 : 0);
  return countedLines(batches([column, counts].map((at) => columns.findIndex(({ name }) => name === nameOf(at)))));
}

/**
 * Hands over the keys of a file, piece by piece.
 * @param {AskedKeys} asked
 * @param {Options} options
 */
export async function keys(asked, { signal, onProgress, onPiece }) {
  await loadDecoder(asked.file);
  onProgress?.(0);
  let waited = performance.now(),
    told = 0,
    line = 1;
  for await (const { bytes, done } of await linesOf(asked, (share) => onProgress?.(share))) {
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) line += 1;
    await onPiece?.({ bytes, done });
    const now = performance.now();
    if (now - told >= kTellMs) {
      onProgress?.(Math.min(done, 0.999), t('Line {0}', line));
      told = now;
    }
    if (now - waited < kWaitMs) continue;
    await nextTurn();
    waited = performance.now();
    signal?.throwIfAborted();
  }
}
