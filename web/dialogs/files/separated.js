// Columns of CSV or of text with other separators (RFC 4180: quotes around a field, doubled inside; it may contain line
// breaks), read as bytes: only the wanted columns are copied.
import { t } from '../../text/language.js';
import { ColumnBytes } from './column_bytes.js';

/** @typedef {import('./open_file.js').Piece} Piece */
/**
 * @typedef {object} Form a text's format
 * @property {string} separator
 * @property {boolean} header
 * @property {string[]} names of its columns
 * @property {boolean} [nulls] a missing value is kNull: in CSV an empty field without quotes
 */

/** NULL in a key of several columns, as in core/model/row.h. */
export const kNull = '\\N';
const kNullBytes = new TextEncoder().encode(kNull);

const isNull = (/** @type {Uint8Array} */ bytes, /** @type {number} */ from, /** @type {number} */ to) =>
  to - from === kNullBytes.length && kNullBytes.every((byte, i) => bytes[from + i] === byte);

/** Why a text that is written like NULL is refused. @param {string} place */
export const likeNull = (place) => t('{0}: the text “{1}” cannot be told from NULL in a key.', place, kNull);

const kQuote = 34,
  kNewline = 10,
  kReturn = 13;
const kMostRecord = 16_000_000; // bytes: a quote that is never closed is an error and does not fill the memory
const kBatchRows = 20_000,
  kBatchBytes = 1 << 24;
const kSeparators = ['\t', ',', ';', '|'];

// Where a quoted field ends: at its closing quote, or -1.
function closingQuote(/** @type {string} */ text, /** @type {number} */ open) {
  for (let at = open + 1; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0 || text[at + 1] !== '"') return at;
  }
}

/**
 * Where a text has a separator or a line end, from `at` on.
 * @param {string} text
 * @param {number} at
 * @param {string} separator
 */
function endOfField(text, at, separator) {
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}

/**
 * The first records of a text, as texts; those before one that is not written as RFC 4180 says.
 * @param {string} head
 * @param {string} separator
 * @param {number} [most] records
 * @param {number} [mostFields] of a record: the rest is left out
 */
export function recordsOf(head, separator, most = 20, mostFields = Infinity) {
  const records = [];
  let record = /** @type {string[]} */ ([]),
    at = 0;
  while (records.length < most && at < head.length) {
    let field;
    if (head[at] === '"') {
      const close = closingQuote(head, at);
      if (close < 0) break;
      field = head.slice(at + 1, close).replaceAll('""', '"');
      at = close + 1;
    } else {
      const end = endOfField(head, at, separator);
      field = head.slice(at, end);
      at = end;
    }
    if (record.length < mostFields) record.push(field);
    if (head[at] === separator) {
      at += 1;
      if (at < head.length) continue;
      record.push('');
    } else {
      if (head[at] === '\r') at += 1;
      if (at < head.length && head[at] !== '\n') break;
      at += 1;
    }
    records.push(record);
    record = [];
  }
  return records.filter((each) => each.length > 1 || each[0] !== '');
}

const numeric = (/** @type {string} */ text) => /^[-+]?[\d.,:/ T-]+$/.test(text);

/** A text's format, from its beginning; null if no line has a separator. @param {string} head @returns {Form} */
export function formOf(head) {
  const text = head.replace(/^\ufeff/, '');
  const told = kSeparators.map((separator) => ({ separator, records: recordsOf(text, separator) }));
  const width = (/** @type {{records: string[][]}} */ { records }) =>
    records.every(({ length }) => length === records[0].length) ? (records[0]?.length ?? 0) : 1;
  const best = told.reduce((one, other) => (width(other) > width(one) ? other : one), told[1]);
  const [first = []] = best.records;
  const header =
    first.length > 0 &&
    first.every((name) => name !== '' && !numeric(name)) &&
    (new Set(first).size === first.length || overNumbers(best.records));
  return { separator: best.separator, header, names: namesOf(first, header) };
}

/**
 * Whether a column has numbers under a name: that makes a header of a first row in which names repeat.
 * @param {string[][]} records
 */
const overNumbers = ([first, ...rows]) =>
  rows.length > 0 && first.some((_, i) => rows.every((row) => numeric(row[i] ?? '')));

/**
 * Names of columns, each once.
 * @param {string[]} first record
 * @param {boolean} header
 */
export function namesOf(first, header) {
  const given = new Set();
  return first.map((field, i) => {
    const numbered = t('column {0}', i + 1),
      name = (header && field.trim()) || numbered;
    const own = given.has(name) ? `${name} (${numbered})` : name;
    given.add(own);
    return own;
  });
}

/** @param {string} text of a cell */
function kindOf(text) {
  if (numeric(text)) return 'number';
  return /\d/.test(text) ? 'with digits' : /^\p{L}*$/u.test(text) ? 'word' : 'other';
}

/**
 * Whether the first of these records names the columns: it has no number over a column of them, or its cells are
 * identifiers over values of another kind.
 * @param {string[][]} records
 */
export function hasHeader([first = [], ...rows]) {
  if (rows.length === 0 || first.some((cell) => cell === '' || numeric(cell))) return false;
  if (overNumbers([first, ...rows])) return true;
  const named =
    first.every((cell) => /^[\p{L}_][\p{L}\p{N}_ .-]*$/u.test(cell)) && new Set(first).size === first.length;
  return (
    named &&
    first.some((cell, i) => {
      const kinds = new Set(rows.map((row) => kindOf(row[i] ?? '')));
      return kinds.size === 1 && !kinds.has(kindOf(cell));
    })
  );
}

/** Whether a text looks like rows of a table: the names of its columns, and at least two rows. @param {string} head */
export function isTable(head) {
  const { separator, header, names } = formOf(head);
  const records = recordsOf(head.replace(/^\ufeff/, ''), separator);
  return header && names.length > 1 && records.length > 2 && records.every(({ length }) => length === names.length);
}

class Reader {
  #separator;
  #columns;
  #width;
  #nulls;
  #emptyIsNull;
  /** The beginning of a record. @type {Uint8Array[]} */
  #parts = [];
  #size = 0; // its bytes
  #wanted = 0; // before it is looked at again
  #skip;
  line = 1;
  #lines = new Uint32Array(kBatchRows); // of each row
  /** @type {(?ColumnBytes)[]} by position: the columns that are read */
  #buffers;
  rows = 0;

  /**
   * @param {Form} form
   * @param {number[]} wanted positions of columns
   */
  constructor({ separator, header, names, nulls = false }, wanted) {
    this.#separator = separator.charCodeAt(0);
    this.#width = names.length;
    this.#skip = header;
    this.#nulls = nulls;
    this.#emptyIsNull = nulls && separator !== '\t';
    this.#columns = wanted;
    this.#buffers = Array.from({ length: names.length }, (_, i) => (wanted.includes(i) ? new ColumnBytes() : null));
  }

  /**
   * Reads whole records, and keeps the beginning of the next one.
   * @param {Uint8Array} slice
   * @param {boolean} last
   */
  *read(slice, last) {
    // A record that goes on for long is put together only once it may be complete: in all, its bytes are copied a few
    // times.
    this.#parts.push(slice);
    this.#size += slice.length;
    if (this.#size > kMostRecord + slice.length)
      throw new Error(t('Line {0}: a row of more than {1} bytes. Is a quote not closed?', this.line, kMostRecord));
    if (!last && this.#size < this.#wanted) return;
    const bytes = joined(this.#parts, this.#size);
    let at = 0;
    while (at < bytes.length) {
      const end = this.#record(bytes, at, last);
      if (end < 0) break;
      at = end;
      if (this.rows >= kBatchRows || this.#columns.some((i) => this.#buffer(i).size > kBatchBytes)) yield this.#taken();
    }
    const begun = bytes.slice(at);
    this.#parts = begun.length > 0 ? [begun] : [];
    this.#size = begun.length;
    this.#wanted = 2 * begun.length;
    if (last && this.rows > 0) yield this.#taken();
  }

  #buffer(/** @type {number} */ wanted) {
    return /** @type {ColumnBytes} */ (this.#buffers[wanted]);
  }

  #taken() {
    const rows = this.rows;
    this.rows = 0;
    return {
      columns: this.#columns.map((i) => this.#buffer(i).take()),
      rows,
      placeOf: (/** @type {number} */ row) => t('Line {0}', this.#lines[row]),
    };
  }

  /**
   * Returns where the next record begins, or -1 if this one is incomplete.
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {boolean} last
   */
  #record(bytes, start, last) {
    const separator = this.#separator,
      buffers = this.#buffers,
      width = this.#width,
      length = bytes.length;
    let at = start,
      column = 0,
      lines = 0;
    const before = this.rows;
    for (;;) {
      const buffer = column < width ? buffers[column] : null;
      if (bytes[at] === kQuote) {
        at += 1;
        const open = at;
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
        if (buffer && this.#nulls && isNull(bytes, open, at - 1) && (at < length || last))
          throw new Error(likeNull(t('Line {0}', this.line + lines)));
        if (bytes[at] === kReturn) at += 1;
        if (at < length && bytes[at] !== separator && bytes[at] !== kNewline)
          throw new Error(t('Line {0}: text after a closing quote.', this.line + lines));
      } else {
        const from = at;
        let code = 0;
        while (at < length && (code = bytes[at]) !== separator && code !== kNewline) at += 1;
        const end = (at === length || code === kNewline) && at > from && bytes[at - 1] === kReturn ? at - 1 : at;
        if (end === from && this.#emptyIsNull) buffer?.part(kNullBytes, 0, kNullBytes.length);
        else buffer?.part(bytes, from, end);
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
      throw new Error(t('Line {0}: {1} {1|column|columns}, and the first line has {2}.', this.line, column, width));
    } else {
      this.#lines[this.rows++] = this.line;
    }
    this.line += lines + 1;
    return at;
  }

  // Drops the fields of an incomplete record.
  #undo(/** @type {number} */ rows, /** @type {boolean} */ last) {
    if (last) throw new Error(t('Line {0}: a quote is not closed.', this.line));
    for (const i of this.#columns) this.#buffer(i).back(rows);
    return -1;
  }
}

function joined(/** @type {Uint8Array[]} */ parts, /** @type {number} */ size) {
  if (parts.length === 1) return parts[0];
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/**
 * @param {AsyncIterable<Piece>} pieces
 * @param {Form} form
 * @param {number[]} wanted positions of columns
 * @returns {AsyncGenerator<import('./rows.js').Batch>} valid until the next is requested
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
