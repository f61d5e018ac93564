// Keys from JSON lines, one object per line, by the rules of the command's --key.
import { t } from '../../text/language.js';
import { ColumnBytes } from './column_bytes.js';
import { kMostOffered } from './doors.js';
import { pathOf, pathText, usable } from './json_path.js';
import { kNull, likeNull } from './separated.js';

/** @typedef {import('./open_file.js').Piece} Piece */

const kMostColumns = kMostOffered + 1; // so that somebody can tell that there are more
const kFirstLines = 100; // whose fields are columns
const kBatchRows = 20_000,
  kBatchBytes = 1 << 24;
export const kMostLine = 16_000_000; // bytes

/** Where an object has texts and numbers: the names on the way to each. @returns {Generator<string[]>} */
function* pathsOf(/** @type {object} */ record, /** @type {string[]} */ names = []) {
  for (const [name, value] of Object.entries(record)) {
    if (typeof value === 'string' || typeof value === 'number') yield [...names, name];
    else if (value !== null && typeof value === 'object' && !Array.isArray(value))
      yield* pathsOf(value, [...names, name]);
  }
}

/** The columns, if this is a line of JSON lines; otherwise null. @param {string} line */
export function columnsOfLine(line) {
  try {
    const record = JSON.parse(line);
    if (record === null || typeof record !== 'object' || Array.isArray(record)) return null;
    const columns = [];
    for (const names of pathsOf(record)) {
      if (columns.length === kMostColumns) break;
      columns.push(usable(pathText(names)));
    }
    return columns;
  } catch {
    return null;
  }
}

// JSON.parse() rounds numbers beyond 2^53; browsers that give access to a number's source text give all of its digits.
/**
 * @param {string} line
 * @param {string[]} path
 * @param {number} value
 */
function digitsOf(line, path, value) {
  let written = Number.isSafeInteger(value) ? String(value) : null;
  const name = /** @type {string} */ (path.at(-1));
  /** @type {Map<unknown, string>} by the object that has the number */
  const sources = new Map();
  /**
   * @this {unknown}
   * @param {string} key
   * @param {unknown} inner
   * @param {{source?: string}} [context] which TypeScript does not know yet
   */
  function note(key, inner, context) {
    if (key === name && typeof inner === 'number' && context?.source !== undefined) {
      if (!sources.has(this)) sources.set(this, context.source);
    }
    return inner;
  }
  const record = JSON.parse(line, note);
  const holder = path.slice(0, -1).reduce((inner, step) => inner?.[step], record);
  const source = sources.get(holder);
  if (source !== undefined) written = /^-?\d+$/.test(source) ? String(BigInt(source)) : null;
  const whole = written === null ? null : BigInt(written);
  return whole !== null && whole >= -(2n ** 63n) && whole < 2n ** 64n ? String(whole) : null;
}

/**
 * @param {string} line
 * @param {number} row
 * @returns {object}
 */
function recordOf(line, row) {
  let record;
  try {
    record = JSON.parse(line);
  } catch {
    throw new Error(t('Line {0}: not JSON.', row));
  }
  if (record === null || typeof record !== 'object' || Array.isArray(record))
    throw new Error(t('Line {0}: not a JSON object.', row));
  return record;
}

/**
 * @param {object} record
 * @param {string[]} path
 */
const valueAt = (record, path) =>
  path.reduce((/** @type {unknown} */ inner, name) => {
    const inside = inner !== null && typeof inner === 'object' && Object.hasOwn(inner, name);
    return inside ? /** @type {Record<string, unknown>} */ (inner)[name] : undefined;
  }, record);

/**
 * @param {string} line
 * @param {string[]} path
 * @param {number} row
 */
function keyOf(line, path, row) {
  const value = valueAt(recordOf(line, row), path);
  if (typeof value === 'string') return value;
  if (value === undefined) throw new Error(t('Line {0}: has no field {1}.', row, pathText(path)));
  const digits = typeof value === 'number' ? digitsOf(line, path, value) : null;
  if (digits === null)
    throw new Error(t('Line {0}: the field {1} is no text and no whole number.', row, pathText(path)));
  return digits;
}

/** Lines of a text, those of each piece together, and the number of the first. @param {AsyncIterable<Piece>} pieces */
async function* linesOf(pieces) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let row = 0;
  /** @type {string[]} */
  let begun = []; // parts of an unfinished line
  let size = 0; // their bytes
  const decoded = (/** @type {Uint8Array} */ bytes, stream = true) => {
    try {
      return decoder.decode(bytes, { stream });
    } catch {
      throw new Error(t('After line {0}: not UTF-8 text; save the file as UTF-8.', row));
    }
  };
  for await (const { bytes, done } of pieces) {
    const lines = decoded(bytes).split('\n');
    if (lines.length > 1) {
      lines[0] = [...begun, lines[0]].join('');
      [begun, size] = [[], 0];
    }
    begun.push(lines.pop() ?? '');
    size += bytes.length;
    if (size > kMostLine + (1 << 20))
      throw new Error(
        t('Line {0}: more than {1} bytes. Is each object on a line of its own?', row + lines.length + 1, kMostLine),
      );
    yield { lines, first: row + 1, done };
    row += lines.length;
  }
  const last = [...begun, decoded(new Uint8Array(), false)].join('');
  yield { lines: last === '' ? [] : [last], first: row + 1, done: 1 };
}

/**
 * What an object of a line gives. An object that is nested too deeply for this browser is named, too.
 * @template Given
 * @param {number} row
 * @param {() => Given} read
 */
function ofLine(row, read) {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Error(t('Line {0}: nested too deeply.', row), { cause: error });
  }
}

/**
 * Texts of the keys, piece by piece.
 * @param {AsyncIterable<Piece>} pieces
 * @param {string} column
 */
export async function* keysOfJsonLines(pieces, column) {
  const path = /** @type {string[]} */ (pathOf(column));
  let blank = 0;
  for await (const { lines, first, done } of linesOf(pieces)) {
    const texts = lines.flatMap((line, i) => {
      if (line.trim() === '') {
        blank ||= first + i;
        return [];
      }
      if (blank) throw new Error(t('Line {0}: not JSON.', blank));
      return [ofLine(first + i, () => keyOf(line, path, first + i))];
    });
    yield { texts, row: first + lines.length - 1, done };
  }
}

/**
 * A value that need not be a key: as JSON has it; a number too large for JavaScript with all of its digits.
 * @param {unknown} value
 * @param {string} line
 * @param {string[]} path
 * @param {number} row
 */
function writtenOf(value, line, path, row) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    const digits = digitsOf(line, path, value);
    if (digits === null)
      throw new Error(t('Line {0}: the field {1} has more digits than this browser keeps.', row, pathText(path)));
    return digits;
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * A column of a key that has several, as the command reads one: null is NULL, and truth values and fractions are what
 * they look like.
 * @param {unknown} value
 * @param {string} line
 * @param {string[]} path
 * @param {number} row
 */
function partOf(value, line, path, row) {
  if (value === null) return kNull;
  if (value === undefined) throw new Error(t('Line {0}: has no field {1}.', row, pathText(path)));
  if (typeof value === 'object')
    throw new Error(t('Line {0}: the field {1} is a list or an object.', row, pathText(path)));
  if (value === kNull) throw new Error(likeNull(t('Line {0}', row)));
  return writtenOf(value, line, path, row);
}

/**
 * Keys of several columns, and perhaps their counts, which are the last of `names`.
 * @param {AsyncIterable<Piece>} pieces
 * @param {string[]} names paths
 * @param {boolean} counted
 * @returns {AsyncGenerator<import('./tuples.js').Tuples>}
 */
export async function* tuplesOfJsonLines(pieces, names, counted) {
  const paths = names.map((name) => /** @type {string[]} */ (pathOf(name)));
  for await (const { lines, first, done } of linesOf(pieces)) {
    /** @type {number[]} */
    const at = [];
    const rows = lines.flatMap((line, i) => {
      if (line.trim() === '') return [];
      at.push(first + i);
      return [
        ofLine(first + i, () => {
          const record = recordOf(line, first + i);
          return paths.map((path, column) =>
            (counted && column === paths.length - 1 ? writtenOf : partOf)(valueAt(record, path), line, path, first + i),
          );
        }),
      ];
    });
    yield { rows, done, placeOf: (row) => t('Line {0}', at[row]) };
  }
}

/** The columns that any of the first lines has. @param {string} head */
export function columnsOfLines(head) {
  const lines = head.split('\n', kFirstLines).slice(0, head.endsWith('\n') ? undefined : -1);
  const names = new Set(
    (lines.length > 0 ? lines : [head]).flatMap((line) => columnsOfLine(line) ?? []).map(({ name }) => name),
  );
  return [...names].slice(0, kMostColumns).map(usable);
}

/**
 * Values of several fields; a line that lacks one has no value there.
 * @param {AsyncIterable<Piece>} pieces
 * @param {string[]} names paths
 * @returns {AsyncGenerator<import('./rows.js').Batch>}
 */
export async function* batchesOfJsonLines(pieces, names) {
  const paths = names.map((name) => /** @type {string[]} */ (pathOf(name)));
  const buffers = names.map(() => new ColumnBytes());
  const lines = new Uint32Array(kBatchRows); // of each row
  const placeOf = (/** @type {number} */ row) => t('Line {0}', lines[row]);
  let rows = 0;
  for await (const { lines: texts, first, done } of linesOf(pieces)) {
    for (const [i, line] of texts.entries()) {
      if (line.trim() === '') continue;
      ofLine(first + i, () => {
        const record = recordOf(line, first + i);
        paths.forEach((path, at) => buffers[at].addText(writtenOf(valueAt(record, path), line, path, first + i)));
      });
      lines[rows] = first + i;
      if (++rows === kBatchRows || buffers.some(({ size }) => size > kBatchBytes)) {
        yield { columns: buffers.map((buffer) => buffer.take()), rows, done, placeOf };
        rows = 0;
      }
    }
    if (rows > 0) yield { columns: buffers.map((buffer) => buffer.take()), rows, done, placeOf };
    rows = 0;
  }
}
