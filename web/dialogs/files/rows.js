// Rows of a file that somebody opens, or pastes: several columns at once, only those that are wanted. A value is its
// text as a key (key_text.js); a missing value is an empty text.
import { batchesOfJsonLines, columnsOfLines } from './json_lines.js';
import { columnText, usable } from './json_path.js';
import { openFile } from './open_file.js';
import { batchesOfText, formOf, namesOf, recordsOf } from './separated.js';

/** @typedef {{bytes: Uint8Array, ends: Uint32Array}} Values of a column: concatenated UTF-8, and where each ends */
/**
 * @typedef {object} Batch valid until the next is requested
 * @property {Values[]} columns
 * @property {number} rows
 * @property {number} done the share of the file, 0 to 1
 * @property {(row: number) => string} placeOf where a row of it is in the file, in words
 *
 * @typedef {object} Rows
 * @property {'text' | 'json' | 'parquet'} kind
 * @property {import('./open_file.js').Column[]} columns
 * @property {?boolean} header whether a text's first line names its columns
 * @property {?number} rows
 * @property {string[][]} first rows of a text
 * @property {(wanted: number[]) => AsyncIterable<Batch>} batches
 * @property {number} bytes of all rows; of a text, once its batches have been read
 */

const kShownRows = 5;

/**
 * Pieces of a text whose bytes are added up.
 * @param {AsyncIterable<import('./open_file.js').Piece>} pieces
 * @param {(bytes: number) => void} told
 */
async function* counted(pieces, told) {
  let bytes = 0;
  for await (const piece of pieces) {
    told((bytes += piece.bytes.length));
    yield piece;
  }
}

/**
 * @param {Blob} file
 * @param {?boolean} [header] as somebody says; default: by the content of the first line
 * @returns {Promise<Rows>}
 */
export async function openRows(file, header = null) {
  const opened = await openFile(file);
  if (opened.kind === 'parquet') {
    const { kind, columns, rows, batches, bytes } = opened;
    return { kind, columns, header: null, rows, first: [], batches, bytes };
  }
  const { kind, pieces, head } = opened;
  /** @type {Omit<Rows, 'batches'>} */
  const rows = { kind, columns: [], header: null, rows: null, first: [], bytes: 0 };
  const read = () =>
    counted(pieces(), (bytes) => {
      rows.bytes = bytes;
    });
  if (kind === 'json') {
    const fields = columnsOfLines(head);
    const batchesOf = (/** @type {number[]} */ wanted) =>
      batchesOfJsonLines(
        read(),
        wanted.map((column) => fields[column].name),
      );
    return Object.assign(rows, {
      columns: fields.map(({ name }) => usable(columnText(name))),
      batches: batchesOf,
    });
  }
  const guessed = formOf(head);
  const records = recordsOf(head.replace(/^\ufeff/, ''), guessed.separator, kShownRows + 1);
  const named = header ?? guessed.header;
  const form = { ...guessed, header: named, names: namesOf(records[0] ?? [], named) };
  return Object.assign(rows, {
    columns: form.names.map(usable),
    header: named,
    first: records.slice(named ? 1 : 0),
    batches: (/** @type {number[]} */ wanted) => batchesOfText(read(), form, wanted),
  });
}
