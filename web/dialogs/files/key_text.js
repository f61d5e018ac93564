// How a value of a Parquet column becomes a key: core/bindings/README.md, "What a value is as a key". Values come as
// Parquet stores them, before any conversion that would round them.
import { t } from '../../text/language.js';

/**
 * @typedef {object} Logical a logical type, with what only some of them have
 * @property {string} type
 * @property {string} [unit] of times
 * @property {boolean} [isAdjustedToUTC]
 * @property {number} [scale]
 * @property {number} [bitWidth]
 * @property {boolean} [isSigned]
 *
 * @typedef {object} Element of a Parquet schema
 * @property {string} [type]
 * @property {number} [type_length]
 * @property {string} [converted_type]
 * @property {Logical} [logical_type]
 * @property {number} [scale]
 *
 * @typedef {number | bigint | boolean | Uint8Array} Stored
 * @typedef {(value: any) => string} ToText takes the Stored that its column has: only the file says which
 */

const kDay = 86_400;
/** @type {Record<string, number>} */
const kPerSecond = { MILLIS: 1000, MICROS: 1_000_000, NANOS: 1_000_000_000 };
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const pad = (/** @type {bigint | number} */ value, width = 2) => String(value).padStart(width, '0');
const floorDiv = (/** @type {bigint} */ a, /** @type {bigint} */ b) => (a >= 0n || a % b === 0n ? a / b : a / b - 1n);

/**
 * A day, counted from 1970-01-01, in the proleptic Gregorian calendar: H. Hinnant, "chrono-compatible low-level date
 * algorithms".
 */
function date(/** @type {bigint} */ day) {
  const shifted = day + 719_468n,
    era = floorDiv(shifted, 146_097n),
    ofEra = shifted - era * 146_097n;
  const yearOfEra = (ofEra - ofEra / 1460n + ofEra / 36_524n - ofEra / 146_096n) / 365n;
  const ofYear = ofEra - (365n * yearOfEra + yearOfEra / 4n - yearOfEra / 100n);
  const month = (5n * ofYear + 2n) / 153n,
    m = month < 10n ? month + 3n : month - 9n;
  const year = yearOfEra + era * 400n + (m <= 2n ? 1n : 0n);
  if (year < 1n || year > 9999n) throw new Error(t('a date outside the years 1 to 9999'));
  return `${pad(year, 4)}-${pad(m)}-${pad(ofYear - (153n * month + 2n) / 5n + 1n)}`;
}

const kTwoDigits = Array.from({ length: 60 }, (_, number) => pad(number));
// Rows of a file often have the same minute and day as the row before.
let lastMinute = { minute: 0, text: '00:00:' };
let lastDay = { day: 0, text: '1970-01-01' };

/** The time of day, with a fraction without trailing zeros. Even the nanoseconds of a day fit into a Number. */
function time(/** @type {number} */ ticks, /** @type {number} */ perSecond) {
  const seconds = Math.floor(ticks / perSecond),
    rest = ticks - seconds * perSecond,
    minute = Math.floor(seconds / 60);
  if (minute !== lastMinute.minute)
    lastMinute = { minute, text: `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}:` };
  const toSecond = lastMinute.text + kTwoDigits[seconds - 60 * minute];
  return rest === 0 ? toSecond : `${toSecond}.${pad(rest, String(perSecond).length - 1).replace(/0+$/, '')}`;
}

/**
 * @param {number | bigint} ticks
 * @param {number} perSecond
 * @param {boolean} utc
 */
function timestamp(ticks, perSecond, utc) {
  const ofDay = kDay * perSecond,
    few = Number(ticks);
  const day = Number.isSafeInteger(few) ? Math.floor(few / ofDay) : Number(floorDiv(BigInt(ticks), BigInt(ofDay)));
  const rest = Number.isSafeInteger(few) ? few - day * ofDay : Number(BigInt(ticks) - BigInt(day) * BigInt(ofDay));
  if (day !== lastDay.day) lastDay = { day, text: date(BigInt(day)) };
  return `${lastDay.text} ${time(rest, perSecond)}${utc ? '+00' : ''}`;
}

function bigEndian(/** @type {Uint8Array} */ bytes) {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return bytes.length > 0 && bytes[0] >= 128 ? value - (1n << BigInt(8 * bytes.length)) : value;
}

function decimal(/** @type {Stored} */ stored, /** @type {number} */ scale) {
  const value = stored instanceof Uint8Array ? bigEndian(stored) : BigInt(/** @type {number | bigint} */ (stored));
  if (scale === 0) return String(value);
  const digits = pad(value < 0n ? -value : value, scale + 1);
  return `${value < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

const kHex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function uuid(/** @type {Uint8Array} */ bytes) {
  let hex = '';
  for (let i = 0; i < bytes.length; ++i) hex += (i === 4 || i === 6 || i === 8 || i === 10 ? '-' : '') + kHex[bytes[i]];
  return hex;
}

// For short numbers, much faster than a BigInt's own conversion.
const whole = (/** @type {number | bigint} */ value) =>
  typeof value === 'bigint' && value >= -9_000_000_000_000_000n && value <= 9_000_000_000_000_000n
    ? String(Number(value))
    : String(value);

/** The functions that write a non-negative number as its digits. @type {WeakSet<ToText>} */
const asDigits = new WeakSet([whole]);

function text(/** @type {Uint8Array} */ bytes) {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Error(t('bytes that are not UTF-8, which keys on this page are'));
  }
}

/** @returns {ToText} */
function unsigned(/** @type {number} */ bits) {
  const toText = (/** @type {number | bigint} */ value) =>
    value >= 0 ? whole(value) : String(BigInt.asUintN(bits, BigInt(value)));
  asDigits.add(toText);
  return toText;
}

/**
 * For columns with a logical type, beyond how they are stored.
 * @param {Element} element
 * @returns {?ToText | undefined} undefined: as they are stored; null: they cannot be keys
 */
function ofLogical({ logical_type: logical, converted_type: converted, scale = 0 }) {
  const unit = logical?.unit ?? '';
  if (logical?.type === 'DECIMAL' || converted === 'DECIMAL') return (value) => decimal(value, logical?.scale ?? scale);
  if (logical?.type === 'UUID') return uuid;
  if (logical?.type === 'DATE' || converted === 'DATE') return (value) => date(BigInt(value));
  if (logical?.type === 'TIMESTAMP')
    return (value) => timestamp(value, kPerSecond[unit], logical.isAdjustedToUTC === true);
  if (converted === 'TIMESTAMP_MILLIS' || converted === 'TIMESTAMP_MICROS') {
    return (value) => timestamp(value, kPerSecond[converted.slice(10)], true);
  }
  if (logical?.type === 'TIME' && !logical.isAdjustedToUTC) return (value) => time(Number(value), kPerSecond[unit]);
  if (logical?.type === 'INTEGER' && !logical.isSigned) return unsigned(/** @type {number} */ (logical.bitWidth));
  const of = /^UINT_(\d+)$/.exec(converted ?? '');
  if (of) return unsigned(Number(of[1]));
  const plain =
    /** @type {unknown[]} */ ([undefined, 'STRING', 'ENUM', 'JSON', 'INTEGER']).includes(logical?.type) &&
    /** @type {unknown[]} */ ([undefined, 'UTF8', 'ENUM', 'JSON', 'INT_8', 'INT_16', 'INT_32', 'INT_64']).includes(
      converted,
    );
  return plain ? undefined : null;
}

/**
 * How a column's values become keys; null if they cannot.
 * @param {Element} element
 * @returns {?ToText}
 */
export function keyTextOf(element) {
  const logical = ofLogical(element);
  if (logical !== undefined) return logical;
  switch (element.type) {
    case 'BOOLEAN':
      return String;
    case 'INT32':
    case 'INT64':
      return whole;
    case 'INT96':
      return (value) => timestamp(value, kPerSecond.NANOS, false);
    case 'BYTE_ARRAY':
    case 'FIXED_LEN_BYTE_ARRAY':
      return text;
    default:
      return null;
  }
}

/** Whether a column's non-negative numbers become keys as their digits. */
export const isDigits = (/** @type {ToText} */ toText) => asDigits.has(toText);

/** Whether a column's values are stored as texts. */
export const isText = (/** @type {ToText} */ toText) => toText === text;

/** What to call a column's type if it cannot be a key. */
export const kindOf = (/** @type {Element} */ { logical_type: logical, converted_type: converted, type }) =>
  (logical?.type ?? converted ?? type ?? '').toLowerCase();
