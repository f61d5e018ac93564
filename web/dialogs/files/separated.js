// Columns of CSV or of text with other separators (RFC 4180: quotes around a field, doubled inside; it may contain line
// breaks), read as bytes: only the wanted columns are copied.
import { t } from '../../text/language.js';
import { ColumnBytes } from './column_bytes.js';

/** @typedef {import('./open_file.js').Piece} Piece */
/** @typedef {{separator: string, header: boolean, names: string[]}} Form the text's format; `names`: of its columns */

const kQuote = 34, kNewline = 10, kReturn = 13;
const kMostRecord = 16_000_000;  // bytes: a quote that is never closed is an error and does not fill the memory
const kBatchRows = 20_000;
const kSeparators = ['\t', ',', ';', '|'];

/** The first records of a text, as texts. */
export function recordsOf(/** @type {string} */ head, /** @type {string} */ separator, most = 20) {
  const field = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator === '|' ? '\\|' : separator}\\r\\n][^${separator === '|' ? '\\|' : separator}\\r\\n]*)|)(${separator === '|' ? '\\|' : separator}|\\r?\\n|$)`, 'y');
  const records = [];
  let record = [];
  while (records.length < most && field.lastIndex < head.length) {
    const found = field.exec(head);
    if (!found) break;
    record.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] !== separator) {
      records.push(record);
      record = [];
    }
  }
  return records.filter((each) => each.length > 1 || each[0] !== '');
}

const numeric = (/** @type {string} */ text) => /^[-+]?[\d.,:/ T-]+$/.test(text);

/** A text's format, from its beginning; null if no line has a separator. @param {string} head @returns {Form} */
export function formOf(head) {
  const text = head.replace(/^\ufeff/, '');
  const told = kSeparators.map((separator) => ({ separator, records: recordsOf(text, separator) }));
  const width = ({ records }) => (records.every(({ length }) => length === records[0].length) ? records[0]?.length ?? 0 : 1);
  const best = told.reduce((one, other) => (width(other) > width(one) ? other : one), told[1]);
  const [first = []] = best.records;
  const header = first.length > 0 && first.every((name) => name !== '' && !numeric(name)) && new Set(first).size === first.length;
  return { separator: best.separator, header, names: namesOf(first, header) };
}

/** @param {string[]} first record @param {boolean} header */
export const namesOf = (first, header) => first.map((name, i) => (header ? name.trim() || t('column {0}', i + 1) : t('column {0}', i + 1)));

class Reader {
  #separator;
  #columns;
  #width;
  #begun = new Uint8Array();
  #skip;
  #line = 1;
  /** @type {(?ColumnBytes)[]} by position: the columns that are read */
  #buffers;
  rows = 0;

  constructor({ separator, header, names }, wanted) {
    this.#separator = separator.charCodeAt(0);
    this.#width = names.length;
    this.#skip = header;
    this.#columns = wanted;
    this.#buffers = Array.from({ length: names.length }, (_, i) => (wanted.includes(i) ? new ColumnBytes() : null));
  }

  /** Reads whole records, and keeps the beginning of the next one. @param {Uint8Array} slice @param {boolean} last */
  * read(slice, last) {
    const bytes = this.#begun.length > 0 ? joined(this.#begun, slice) : slice;
    let at = 0;
    while (at < bytes.length) {
      const end = this.#record(bytes, at, last);
      if (end < 0) break;
      at = end;
      if (this.rows >= kBatchRows) yield this.#taken();
    }
    this.#begun = bytes.slice(at);
    if (this.#begun.length > kMostRecord) throw new Error(t('Line {0}: a row of more than {1} bytes. Is a quote not closed?', this.#line, kMostRecord));
    if (last && this.rows > 0) yield this.#taken();
  }

  #taken() {
    const rows = this.rows;
    this.rows = 0;
    return { columns: this.#columns.map((i) => this.#buffers[i].take()), rows };
  }

  // Returns where the next record begins, or -1 if this one is incomplete.
  #record(/** @type {Uint8Array} */ bytes, /** @type {number} */ start, /** @type {boolean} */ last) {
    const separator = this.#separator, buffers = this.#buffers, width = this.#width, length = bytes.length;
    let at = start, column = 0, lines = 0;
    const before = this.rows;
    for (;;) {
      const buffer = column < width ? buffers[column] : null;
      if (bytes[at] === kQuote) {
        at += 1;
        for (;;) {
          const close = bytes.indexOf(kQuote, at);
          if (close < 0) return this.#undo(before, last);
          buffer?.part(bytes, at, close);
          for (let i = at; i < close; ++i) if (bytes[i] === kNewline) lines += 1;
          at = close + 1;
          if (bytes[at] !== kQuote) break;
          buffer?.part(bytes, at, at + 1);
          at += 1;
        }
        if (bytes[at] === kReturn) at += 1;
        if (at < length && bytes[at] !== separator && bytes[at] !== kNewline) throw new Error(t('Line {0}: text after a closing quote.', this.#line + lines));
      } else {
        const from = at;
        let code = 0;
        while (at < length && (code = bytes[at]) !== separator && code !== kNewline) at += 1;
        if (buffer) buffer.part(bytes, from, (at === length || code === kNewline) && at > from && bytes[at - 1] === kReturn ? at - 1 : at);
      }
      buffer?.end();
      column += 1;
      if (at >= length) {
        if (!last) return this.#undo(before, false);
        break;
      }
      at += 1;
      if (bytes[at - 1] === kNewline) break;
    }
    const empty = column === 1 && at - start <= 2 && (bytes[start] === kNewline || bytes[start] === kReturn);
    if (empty || this.#skip) {
      if (!empty) this.#skip = false;
      this.#undo(before, false);
    } else if (column !== width) {
      throw new Error(t('Line {0}: {1} {1|column|columns}, and the first line has {2}.', this.#line, column, width));
    } else {
      this.rows += 1;
    }
    this.#line += lines + 1;
    return at;
  }

  // Drops the fields of an incomplete record.
  #undo(/** @type {number} */ rows, /** @type {boolean} */ last) {
    if (last) throw new Error(t('Line {0}: a quote is not closed.', this.#line));
    for (const i of this.#columns) this.#buffers[i].back(rows);
    return -1;
  }
}

function joined(/** @type {Uint8Array} */ one, /** @type {Uint8Array} */ other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/**
 * @param {AsyncIterable<Piece>} pieces @param {Form} form @param {number[]} wanted positions of columns
 * @returns {AsyncGenerator<{columns: {bytes: Uint8Array, ends: Uint32Array}[], rows: number, done: number}>} valid until the next is requested
 */
export async function* batchesOfText(pieces, form, wanted) {
  const reader = new Reader(form, wanted);
  let first = true;
  for await (const { bytes, done } of pieces) {
    const marked = first && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    first = false;
    for (const batch of reader.read(marked ? bytes.subarray(3) : bytes, false)) yield { ...batch, done };
  }
  for (const batch of reader.read(new Uint8Array(), true)) yield { ...batch, done: 1 };
}
