// Keys with their counts as lines of text, as the page's module reads them: key, a separator that hardly any key has,
// count.
import { t } from '../../text/language.js';

/**
 * As the module's own_keys_begin takes them: the separator, the column of the keys from 0, no header, the column of the
 * counts from 1.
 */
export const kCountedForm = [0x1f, 0, 0, 2];

const decoder = new TextDecoder();

/**
 * @param {import('./rows.js').Values} values
 * @param {number} i
 */
const textAt = ({ bytes, ends }, i) => decoder.decode(bytes.subarray(i > 0 ? ends[i - 1] : 0, ends[i]));

// A field that begins with a quote, or contains the separator, is quoted.
const fieldOf = (/** @type {string} */ key) =>
  key.startsWith('"') || key.includes('\x1f') ? `"${key.replaceAll('"', '""')}"` : key;

/**
 * The bytes of a key's line without the count and the separator, which the module does not add up either.
 * @param {string} key
 */
export function bytesOfLine(key) {
  const field = fieldOf(key);
  return (/^[\0-\x7f]*$/.test(field) ? field.length : new TextEncoder().encode(field).length) + 1;
}

/**
 * @param {string} key without line breaks
 * @param {string | number} count
 */
export const countedLine = (key, count) => `${fieldOf(key)}\x1f${count}\n`;

/**
 * Refuses, with its row, what cannot be a key.
 * @param {string} key
 * @param {number} row
 */
export function checkKey(key, row) {
  if (key === '') throw new Error(t('Row {0}: the key is empty.', row));
  if (/[\r\n]/.test(key))
    throw new Error(t('Row {0}: the key has a line break, which keys on this page cannot have.', row));
  if (/\p{Surrogate}/u.test(key)) throw new Error(t('Row {0}: the key is not Unicode text.', row));
}

/**
 * From rows of two columns, keys and counts.
 * @param {AsyncIterable<import('./rows.js').Batch>} batches
 * @returns {AsyncGenerator<import('./open_file.js').Piece>}
 */
export async function* countedLines(batches) {
  const encoder = new TextEncoder();
  yield { bytes: encoder.encode('\ufeff'), done: 0 }; // the module removes one, so that a key may begin with one
  let row = 0;
  for await (const { columns, rows, done } of batches) {
    let lines = '';
    for (let i = 0; i < rows; ++i) {
      const [key, count] = columns.map((column) => textAt(column, i));
      checkKey(key, ++row);
      lines += countedLine(key, count.replace(/[\r\n]/g, ' ')); // the module then refuses it with its line
    }
    yield { bytes: encoder.encode(lines), done };
  }
}
