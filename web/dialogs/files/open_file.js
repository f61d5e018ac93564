// A file that somebody opens, recognised by its content and not by its name: text, JSON lines, either of them packed by
// gzip, or Parquet. What only some files need is loaded with the first of them.
import { t } from '../../text/language.js';
import { checkKey } from './counted_lines.js';
import { checkSize } from './doors.js';
import { columnsOfLine, keysOfJsonLines } from './json_lines.js';

/**
 * @typedef {object} Piece of what a file holds
 * @property {Uint8Array<ArrayBuffer>} bytes
 * @property {number} done how much of the file was read, 0 to 1
 */
/** @typedef {{texts: string[], row: number, done: number}} Values keys of rows, the last of which is `row` */
/** @typedef {{name: string, refused: ?string}} Column `refused`: why its values cannot be keys */
/**
 * @typedef {object} Text
 * @property {string} head its beginning
 * @property {boolean} whole whether that is all
 * @property {boolean} packed by gzip
 * @property {() => AsyncIterable<Piece>} pieces
 *
 * @typedef {Text & {kind: 'text', columns: Column[], rows?: undefined}} OpenedText without columns
 *
 * @typedef {object} OfColumns
 * @property {Column[]} columns
 * @property {(column: number) => AsyncIterable<Values>} values of a column
 *
 * @typedef {Text & OfColumns & {kind: 'json', rows?: undefined}} OpenedJson
 *
 * @typedef {object} OfParquet
 * @property {'parquet'} kind
 * @property {number} rows
 * @property {number} bytes of all values, unpacked
 * @property {(wanted: number[]) => AsyncIterable<import('./rows.js').Batch>} batches of several columns
 *
 * @typedef {OfColumns & OfParquet} OpenedParquet
 * @typedef {OpenedText | OpenedJson | OpenedParquet} Opened
 */

const kSliceBytes = 1 << 20;
const kHeadBytes = 1 << 20;
const kReturn = 13,
  kNewline = 10;

async function* slices(/** @type {Blob} */ file) {
  const read = (/** @type {number} */ at) => {
    const bytes = file.slice(at, at + kSliceBytes).arrayBuffer();
    bytes.catch(() => {}); // reported when its turn comes
    return bytes;
  };
  let coming = read(0);
  for (let at = 0; at < file.size; at += kSliceBytes) {
    const bytes = new Uint8Array(await coming);
    coming = read(at + kSliceBytes); // while this one is processed
    yield { bytes, done: (at + bytes.length) / file.size };
  }
}

async function* unpacked(/** @type {Blob} */ file) {
  const { gunzip } = await import('./gunzip.js');
  yield* gunzip(file);
}

/** The first bytes of a text, and whether they are all. @param {AsyncIterable<Piece>} pieces */
async function headOf(pieces) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let size = 0;
  for await (const { bytes } of pieces) {
    parts.push(bytes);
    size += bytes.length;
    if (size > kHeadBytes) break;
  }
  return { bytes: new Blob(parts).slice(0, kHeadBytes), whole: size <= kHeadBytes };
}

/**
 * Lines that end with CR only, as if they ended with LF.
 * @param {AsyncIterable<Piece>} pieces
 * @returns {AsyncGenerator<Piece>}
 */
async function* withNewlines(pieces) {
  for await (const { bytes, done } of pieces) {
    for (let at = bytes.indexOf(kReturn); at >= 0; at = bytes.indexOf(kReturn, at)) bytes[at] = kNewline;
    yield { bytes, done };
  }
}

const magicOf = async (/** @type {Blob} */ file) => new Uint8Array(await file.slice(0, 4).arrayBuffer());
const isParquet = (/** @type {Uint8Array} */ magic) => String.fromCharCode(...magic) === 'PAR1';
const isPacked = (/** @type {Uint8Array} */ magic) => magic[0] === 0x1f && magic[1] === 0x8b;

/** Loads what this file needs: whoever waits for the network after that waits for the file. @param {Blob} file */
export async function loadDecoder(file) {
  const magic = await magicOf(file);
  if (isParquet(magic)) await import('./parquet.js');
  if (isPacked(magic)) await import('./gunzip.js');
}

/**
 * A text, which may be packed.
 * @param {Blob} file
 * @returns {Promise<Text>}
 */
async function openText(file) {
  const packed = isPacked(await magicOf(file));
  const read = packed ? () => unpacked(file) : () => slices(file);
  const { bytes: first, whole } = await headOf(read());
  const text = await first.text();
  const old = text.includes('\r') && !text.includes('\n');
  return {
    packed,
    whole,
    head: old ? text.replaceAll('\r', '\n') : text,
    pieces: old ? () => withNewlines(read()) : read,
  };
}

/**
 * All of a text, which may be packed.
 * @param {Blob} file
 * @param {number} most bytes of the text, unpacked
 * @param {(done: number) => void} [told]
 */
export async function textOf(file, most, told = () => {}) {
  checkSize(file.size, most);
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let size = 0;
  for await (const { bytes, done } of (await openText(file)).pieces()) {
    size += bytes.length;
    if (size > most) throw new Error(t('The packed text has more than {0} bytes, which is the limit.', most));
    parts.push(bytes);
    told(done);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await new Blob(parts).arrayBuffer());
  } catch {
    throw new Error(t('Not UTF-8 text; save the file as UTF-8.'));
  }
}

/** @param {Blob} file @returns {Promise<Opened>} */
export async function openFile(file) {
  if (isParquet(await magicOf(file))) return (await import('./parquet.js')).openParquet(file);
  const { head, whole, packed, pieces } = await openText(file);
  const columns = columnsOfLine(head.replace(/^\ufeff/, '').split('\n', 1)[0]);
  if (columns === null) return { kind: 'text', columns: [], head, whole, packed, pieces };
  return {
    kind: 'json',
    columns,
    head,
    whole,
    packed,
    pieces,
    values: (column) => keysOfJsonLines(pieces(), columns[column].name),
  };
}

/**
 * Keys as the lines of a text, as the page's module reads them.
 * @param {AsyncIterable<Values>} values
 * @returns {AsyncGenerator<Piece>}
 */
export async function* asLines(values) {
  const encoder = new TextEncoder();
  yield { bytes: encoder.encode('\ufeff'), done: 0 }; // the module removes one, so that a key may begin with one
  let row = 0;
  for await (const { texts, row: last, done } of values) {
    for (const text of texts) checkKey(text, ++row);
    row = last;
    for (let first = 0; first < texts.length; first += 10_000) {
      yield { bytes: encoder.encode(`${texts.slice(first, first + 10_000).join('\n')}\n`), done };
    }
  }
}
