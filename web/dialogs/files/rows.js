// Rows of a file that somebody opens, or pastes: several columns at once, only those that are wanted. A value is its
// text as a key (key_text.js); a missing value is an empty text.
import { batchesOfJsonLines, columnsOfLines } from './json_lines.js';
import { columnText } from './json_path.js';
import { openFile } from './open_file.js';
import { batchesOfText, formOf, namesOf, recordsOf } from './separated.js';

/** @typedef {{bytes: Uint8Array, ends: Uint32Array}} Values of a column: concatenated UTF-8, and where each ends */
/**
 * @typedef {{columns: Values[], rows: number, done: number, placeOf: (row: number) => string}} Batch valid until the
 * next is requested; `done`: the
 *   share of the file, 0 to 1; `placeOf`: where a row of it is in the file, in words
 */
/**
 * @typedef {{kind: 'text' | 'json' | 'parquet', columns: import('./open_file.js').Column[], header: ?boolean, rows:
 * ?number, first: string[][],
 *   batches: (wanted: number[]) => AsyncIterable<Batch>, bytes: number}} Rows `header`: whether a text's first line
 *   names its columns; `first` rows of a text; `bytes`: of all rows, of a text once its batches have been read
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
  const { kind, columns, pieces, head, batches } = opened;
  if (kind === 'parquet')
    return { kind, columns, header: null, rows: opened.rows, first: [], batches, bytes: opened.bytes };
  /** @type {Rows} */
  const rows = { kind, columns: [], header: null, rows: null, first: [], batches: null, bytes: 0 };
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
      columns: fields.map(({ name }) => ({ name: columnText(name), refused: null })),
      batches: batchesOf,
    });
  }
  const guessed = formOf(head);
  const records = recordsOf(head.replace(/^\ufeff/, ''), guessed.separator, kShownRows + 1);
  const named = header ?? guessed.header;
  const form = { ...guessed, header: named, names: namesOf(records[0] ?? [], named) };
  return Object.assign(rows, {
    columns: form.names.map((name) => ({ name, refused: null })),
    header: named,
    first: records.slice(named ? 1 : 0),
    batches: (/** @type {number[]} */ wanted) => batchesOfText(read(), form, wanted),
  });
}
