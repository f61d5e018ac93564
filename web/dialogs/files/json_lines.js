// Keys of JSON lines, an object a line, by the rules of the command's --key.
import { t } from '../../text/language.js';

/** @typedef {import('./open_file.js').Piece} Piece */

const kMostColumns = 100;

/** Where texts and numbers are in an object, as paths such as .user.id. */
function pathsOf(/** @type {any} */ record, prefix = '') {
  return Object.entries(record).flatMap(([name, value]) => {
    if (typeof value === 'string' || typeof value === 'number') return [`${prefix}.${name}`];
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? pathsOf(value, `${prefix}.${name}`) : [];
  });
}

/** The columns, where this is a line of JSON lines; else null. @param {string} line */
export function columnsOfLine(line) {
  try {
    const record = JSON.parse(line);
    if (record === null || typeof record !== 'object' || Array.isArray(record)) return null;
    return pathsOf(record).slice(0, kMostColumns).map((name) => ({ name, refused: null }));
  } catch {
    return null;
  }
}

// JSON.parse() rounds numbers beyond 2^53; browsers that tell how a number is written give all of its digits.
function digitsOf(/** @type {string} */ line, /** @type {string[]} */ path, /** @type {number} */ value) {
  let written = Number.isSafeInteger(value) ? String(value) : null;
  const name = /** @type {string} */ (path.at(-1));
  const sources = new Map();
  const record = JSON.parse(line, /** @type {any} */ (function note(/** @type {string} */ key, /** @type {any} */ inner, /** @type {{source?: string}} */ context) {
    if (key === name && typeof inner === 'number' && context?.source !== undefined) {
      if (!sources.has(this)) sources.set(this, context.source);
    }
    return inner;
  }));
  const holder = path.slice(0, -1).reduce((inner, step) => inner?.[step], record);
  const source = sources.get(holder);
  if (source !== undefined) written = /^-?\d+$/.test(source) ? String(BigInt(source)) : null;
  const whole = written === null ? null : BigInt(written);
  return whole !== null && whole >= -(2n ** 63n) && whole < 2n ** 64n ? String(whole) : null;
}

function keyOf(/** @type {string} */ line, /** @type {string[]} */ path, /** @type {number} */ row) {
  let record;
  try {
    record = JSON.parse(line);
  } catch {
    throw new Error(t('Line {0}: not JSON.', row));
  }
  if (record === null || typeof record !== 'object' || Array.isArray(record)) throw new Error(t('Line {0}: not a JSON object.', row));
  const value = path.reduce((inner, name) => (inner !== null && typeof inner === 'object' && Object.hasOwn(inner, name) ? inner[name] : undefined), record);
  if (typeof value === 'string') return value;
  if (value === undefined) throw new Error(t('Line {0}: has no field {1}.', row, `.${path.join('.')}`));
  const digits = typeof value === 'number' ? digitsOf(line, path, value) : null;
  if (digits === null) throw new Error(t('Line {0}: the field {1} is no text and no whole number.', row, `.${path.join('.')}`));
  return digits;
}

/** Texts of the keys, piece by piece. @param {AsyncIterable<Piece>} pieces @param {string} column */
export async function* keysOfJsonLines(pieces, column) {
  const path = column.slice(1).split('.');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decoded = (/** @type {Uint8Array} */ bytes, stream = true) => {
    try {
      return decoder.decode(bytes, { stream });
    } catch {
      throw new Error(t('After line {0}: not UTF-8 text; save the file as UTF-8.', row));
    }
  };
  let row = 0, begun = '', blank = 0;
  const take = (/** @type {string[]} */ lines) => lines.flatMap((line) => {
    row += 1;
    if (line.trim() === '') {
      blank ||= row;
      return [];
    }
    if (blank) throw new Error(t('Line {0}: not JSON.', blank));
    return [keyOf(line, path, row)];
  });
  for await (const { bytes, done } of pieces) {
    const lines = (begun + decoded(bytes)).split('\n');
    begun = lines.pop() ?? '';
    yield { texts: take(lines), row, done };
  }
  begun += decoded(new Uint8Array(), false);
  yield { texts: begun === '' ? [] : take([begun]), row, done: 1 };
}
