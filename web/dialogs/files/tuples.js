// Keys of several columns: their values with TABs between them, as strategies for typed keys read them
// (core/model/row.h) and as the command's --column a,b joins them.
import { t } from '../../text/language.js';
import { checkKey, countedLine } from './counted_lines.js';
import { tuplesOfJsonLines } from './json_lines.js';
import { openFile } from './open_file.js';
import { batchesOfText, namesOf, recordsOf } from './separated.js';

/**
 * @typedef {object} Tuples some rows of a file
 * @property {string[][]} rows the columns of each key, and after them perhaps its count
 * @property {number} done the share of the file, 0 to 1
 * @property {(row: number) => string} placeOf where a row is in the file, in words
 *
 * @typedef {object} Tuple which columns make a key
 * @property {number[]} columns
 * @property {string} separator of a text
 * @property {boolean} header of a text
 */

/** As kMaxKeyColumns in core/model/row.h. */
export const kMostKeyColumns = 4;

/**
 * @param {import('./open_file.js').OpenedText} opened
 * @param {Tuple} tuple
 * @param {number[]} wanted
 * @returns {AsyncGenerator<Tuples>}
 */
async function* tuplesOfText({ head, pieces }, { separator, header }, wanted) {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const [first = []] = recordsOf(head.replace(/^\ufeff/, ''), separator, 1);
  const form = { separator, header, names: namesOf(first, header), nulls: true };
  for await (const { columns, rows: count, done, placeOf } of batchesOfText(pieces(), form, wanted)) {
    const textOf = (/** @type {import('./rows.js').Values} */ { bytes, ends }, /** @type {number} */ row) => {
      try {
        return decoder.decode(bytes.subarray(row > 0 ? ends[row - 1] : 0, ends[row]));
      } catch {
        throw new Error(t('{0}: not UTF-8 text; save the file as UTF-8.', placeOf(row)));
      }
    };
    const rows = Array.from({ length: count }, (_, row) => columns.map((column) => textOf(column, row)));
    yield { rows, done, placeOf };
  }
}

/**
 * The lines of such keys, as the page's module reads them; with counts as in counted_lines.js.
 * @param {Blob} file
 * @param {Tuple} tuple
 * @param {?number} counts another column
 * @returns {AsyncGenerator<import('./open_file.js').Piece>}
 */
export async function* linesOfTuples(file, tuple, counts) {
  const opened = await openFile(file),
    wanted = counts === null ? tuple.columns : [...tuple.columns, counts],
    size = tuple.columns.length;
  if (opened.kind === 'parquet') throw new Error('no tuples of Parquet'); // not offered
  const read =
    opened.kind === 'text'
      ? tuplesOfText(opened, tuple, wanted)
      : tuplesOfJsonLines(
          opened.pieces(),
          wanted.map((at) => opened.columns[at].name),
          counts !== null,
        );
  const encoder = new TextEncoder();
  yield { bytes: encoder.encode('\ufeff'), done: 0 }; // the module removes one, so that a key may begin with one
  let number = 0;
  for await (const { rows, done, placeOf } of read) {
    let lines = '';
    for (const [i, row] of rows.entries()) {
      const parts = row.slice(0, size);
      if (parts.some((part) => part.includes('\t')))
        throw new Error(t('{0}: a value has a TAB, which separates the columns of a key.', placeOf(i)));
      const key = parts.join('\t');
      checkKey(key, ++number);
      lines += counts === null ? `${key}\n` : countedLine(key, row[size].replace(/[\r\n]/g, ' '));
    }
    yield { bytes: encoder.encode(lines), done };
  }
}
