// How to write a text in each language that people export: one function per language, by that language's own rules. A
// text comes from a link, and so from anybody: whatever it is, these functions write it as one string, one word or one
// comment of that language, and never as anything else.
import { html, svg } from './escaped.js';

// Characters that an editor does not show, or shows in another place: controls, line separators, direction marks.
const kHidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const hex = (/** @type {number} */ code, /** @type {number} */ digits) => code.toString(16).padStart(digits, '0');
const u4 = (/** @type {string} */ unit) => `\\u${hex(unit.charCodeAt(0), 4)}`;
const escapes = (/** @type {string} */ signs) => signs.split('').map(u4).join('');
const bytesOf = (/** @type {string} */ text) => new TextEncoder().encode(text);

/** A string of JSON, and of JavaScript: it contains no hidden character and no end of a <script>. */
export const json = (/** @type {string} */ text) =>
  JSON.stringify(text)
    .replace(kHidden, escapes)
    .replace(/<(?=[/!])/g, '\\u003c');

export const javascript = json;

/** A JSON value with its strings written like that. */
export const jsonOf = (/** @type {unknown} */ value, indent = 2) =>
  JSON.stringify(value, null, indent)
    .replace(kHidden, (sign) => (sign === '\n' ? sign : escapes(sign)))
    .replace(/<(?=[/!])/g, '\\u003c');

/** A string of YAML 1.1 and 1.2, whose double-quoted strings accept all that JSON's do. */
export const yaml = json;

/**
 * A text for a one-line comment of any language: a JSON string. It ends in a quotation mark, so that no backslash is
 * last (C's line continuations, trigraphs), and its backslashes are doubled (Java interprets \u000a even in comments).
 */
export const comment = (/** @type {string} */ text) => json(text).replace(/\*\//g, '*\\/');

/** A word of POSIX shells. */
export const shell = (/** @type {string} */ text) =>
  /^[A-Za-z0-9_@%+=:,./][A-Za-z0-9_@%+=:,./-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/**
 * A comment of POSIX shells, as a command that does nothing: to zsh, a # that is typed or pasted begins a command.
 */
export const shellComment = (/** @type {string} */ text) => `: '${text.replaceAll("'", "'\\''")}'`;

/**
 * Lines of a POSIX shell that write a text into a file, whatever is in the text.
 * @param {string} path
 * @param {string} text
 */
export function shellFile(path, text) {
  const lines = text.replace(/\n$/, '').split('\n');
  let end = 'END';
  while (lines.includes(end)) end += '_';
  return [`cat > ${shell(path)} <<'${end}'`, ...lines, end];
}

/** A word of nginx's configuration. */
export const nginx = (/** @type {string} */ text) =>
  /^[A-Za-z0-9_.:/[\]-]+$/.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;

/** A word of HAProxy's configuration; its single quotes can contain anything but single quotes. */
export const haproxy = (/** @type {string} */ text) =>
  /^[A-Za-z0-9_.:/[\]@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** A string of CQL, as of SQL. */
export const cql = (/** @type {string} */ text) => `'${text.replaceAll("'", "''")}'`;

/** A name in PostgreSQL. @param {string} text */
export const sqlName = (text) => `"${text.replaceAll('"', '""')}"`;

/**
 * A string of C and C++: bytes of UTF-8 in octal, which ends after three digits, and without trigraphs.
 * @param {string} text
 */
export function c(text) {
  const written = [...bytesOf(text)].map((byte) => {
    if (byte < 0x20 || byte > 0x7e) return `\\${byte.toString(8).padStart(3, '0')}`;
    const sign = String.fromCharCode(byte);
    return '"\\?'.includes(sign) ? `\\${sign}` : sign;
  });
  return `"${written.join('')}"`;
}

/**
 * A string of Java: units of UTF-16 as \u escapes, except controls, which would end the line before the string is read.
 * @param {string} text
 */
export function java(text) {
  const written = [...text]
    .flatMap((point) => point.split(''))
    .map((unit) => {
      const code = unit.charCodeAt(0);
      if (code < 0x20) return `\\${code.toString(8).padStart(3, '0')}`;
      if (code > 0x7e) return u4(unit);
      return '"\\'.includes(unit) ? `\\${unit}` : unit;
    });
  return `"${written.join('')}"`;
}

/** @param {string} text @param {string} escaped signs that get a backslash before them */
function bytesAfter(text, escaped) {
  const written = [...bytesOf(text)].map((byte) => {
    if (byte < 0x20 || byte > 0x7e) return `\\x${hex(byte, 2)}`;
    const sign = String.fromCharCode(byte);
    return escaped.includes(sign) ? `\\${sign}` : sign;
  });
  return `"${written.join('')}"`;
}

/** A string of Go, in bytes where it is not plain: invalid text stays invalid there. */
export const go = (/** @type {string} */ text) => bytesAfter(text, '"\\');

/**
 * A string of Ruby, in bytes where it is not plain: it stays UTF-8, as the file is. No # begins an expression.
 * @param {string} text
 */
export const ruby = (text) => bytesAfter(text, '"\\#');

/**
 * A string of PHP, in bytes where it is not plain. No $ begins a variable; ?> ends a program outside strings only.
 * @param {string} text
 */
export const php = (text) => bytesAfter(text, '"\\$');

/** A string of Python 3, in code points: a lone surrogate is a character of its own there. @param {string} text */
export function python(text) {
  const written = [...text].map((point) => {
    const code = /** @type {number} */ (point.codePointAt(0));
    if (code > 0xffff) return `\\U${hex(code, 8)}`;
    if (code < 0x20 || code > 0x7e) return `\\u${hex(code, 4)}`;
    return '"\\'.includes(point) ? `\\${point}` : point;
  });
  return `"${written.join('')}"`;
}

/** The value of a Java properties file. */
export const properties = (/** @type {string} */ text) =>
  text
    .split('')
    .map((unit, i) => {
      const code = unit.charCodeAt(0);
      if (code < 0x20 || code > 0x7e) return u4(unit);
      return unit === '\\' || (unit === ' ' && i === 0) ? `\\${unit}` : unit;
    })
    .join('');

const kNumber = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const isFormula = (/** @type {string} */ text) => /^[=+\-@\t\r\n]/.test(text) && !kNumber.test(text);
const afterApostrophes = (/** @type {string} */ text) => text.replace(/^'+/, '');

/**
 * A field of CSV. A text that a spreadsheet would take for a formula gets an apostrophe before it; numbers do not. So
 * does one that already begins like that, so that csvText() finds the same text again. web/api/owners_csv.cpp writes
 * the same; tests/vectors/csv_fields.csv holds the two together.
 * @param {any} value a number, or whatever String() makes a text
 */
export function csv(value) {
  const text = String(value);
  const defused = isFormula(afterApostrophes(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
}

/** The text of such a field. @param {string} field */
export function csvText(field) {
  const text = field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field;
  return text.startsWith("'") && isFormula(afterApostrophes(text)) ? text.slice(1) : text;
}

/** A file of CSV. @param {any[][]} rows */
export const csvRows = (rows) => rows.map((row) => `${row.map(csv).join(',')}\r\n`).join('');

export { html, svg };

/** Text of Markdown, which may contain HTML too: characters with a meaning there get a backslash before them. */
export const markdown = (/** @type {string} */ text) =>
  text
    .replace(/[\\\x60*_{}[\]()#+\-.!|~$:@]/g, '\\$&')
    .replace(/[&<>]/g, html)
    .replace(/\s+/g, ' ');
