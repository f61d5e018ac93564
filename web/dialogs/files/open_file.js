// A file that somebody opens, recognised by its content and not by its name: text, JSON lines, either of them packed by
// gzip, or Parquet. What only some files need is loaded with the first of them.
import { checkKey } from './counted_lines.js';
import { columnsOfLine, keysOfJsonLines } from './json_lines.js';

/** @typedef {{bytes: Uint8Array, done: number}} Piece of what a file holds, and how much of the file was read, 0 to 1 */
/** @typedef {{texts: string[], row: number, done: number}} Values keys of rows, the last of which is `row` */
/** @typedef {{name: string, refused: ?string}} Column `refused`: why its values cannot be keys */
/**
 * @typedef {{kind: 'text' | 'json' | 'parquet', columns: Column[], rows?: number, head?: string, pieces?: () => AsyncIterable<Piece>,
 *   bytes?: number, values?: (column: number) => AsyncIterable<Values>, batches?: (wanted: number[]) => AsyncIterable<import('./rows.js').Batch>}} Opened
 *   for text, `pieces` and its beginning (`head`); otherwise `values` of a column, and `batches` of several (rows.js); `bytes`:
 *   of all values, unpacked
 */

const kSliceBytes = 1 << 20;
const kHeadBytes = 1 << 20;

async function* slices(/** @type {Blob} */ file) {
  const read = (/** @type {number} */ at) => {
    const bytes = file.slice(at, at + kSliceBytes).arrayBuffer();
    bytes.catch(() => {});  // reported when its turn comes
    return bytes;
  };
  let coming = read(0);
  for (let at = 0; at < file.size; at += kSliceBytes) {
    const bytes = new Uint8Array(await coming);
    coming = read(at + kSliceBytes);  // while this one is processed
    yield { bytes, done: (at + bytes.length) / file.size };
  }
}

async function* unpacked(/** @type {Blob} */ file) {
  const { gunzip } = await import('./gunzip.js');
  yield* gunzip(file);
}

async function headOf(/** @type {AsyncIterable<Piece>} */ pieces) {
  const parts = [];
  let size = 0;
  for await (const { bytes } of pieces) {
    parts.push(bytes);
    size += bytes.length;
    if (size >= kHeadBytes) break;
  }
  return new Blob(/** @type {any[]} */ (parts)).slice(0, kHeadBytes).text();
}

const magicOf = async (/** @type {Blob} */ file) => new Uint8Array(await file.slice(0, 4).arrayBuffer());

async function piecesOf(/** @type {Blob} */ file) {
  const [first, second] = await magicOf(file);
  return first === 0x1f && second === 0x8b ? () => unpacked(file) : () => slices(file);
}

/** All of a text, which may be packed. @param {Blob} file */
export async function textOf(file) {
  const parts = [];
  for await (const { bytes } of (await piecesOf(file))()) parts.push(bytes);
  return new Blob(/** @type {any[]} */ (parts)).text();
}

/** @param {Blob} file @returns {Promise<Opened>} */
export async function openFile(file) {
  if (String.fromCharCode(...await magicOf(file)) === 'PAR1') return (await import('./parquet.js')).openParquet(file);
  const pieces = await piecesOf(file);
  const head = await headOf(pieces());
  const columns = columnsOfLine(head.replace(/^\ufeff/, '').split('\n', 1)[0]);
  if (columns === null) return { kind: 'text', columns: [], head, pieces };
  return {
    kind: 'json', columns, head, pieces, values: (column) => keysOfJsonLines(pieces(), columns[column].name),
  };
}

/** Keys as the lines of a text, as the page's module reads them. @param {AsyncIterable<Values>} values @returns {AsyncGenerator<Piece>} */
export async function* asLines(values) {
  const encoder = new TextEncoder();
  yield { bytes: encoder.encode('\ufeff'), done: 0 };  // the module removes one, so that a key may begin with one
  let row = 0;
  for await (const { texts, row: last, done } of values) {
    for (const text of texts) checkKey(text, ++row);
    row = last;
    for (let first = 0; first < texts.length; first += 10_000) {
      yield { bytes: encoder.encode(`${texts.slice(first, first + 10_000).join('\n')}\n`), done };
    }
  }
}
