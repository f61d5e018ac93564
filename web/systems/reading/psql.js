// Tables of psql and of MySQL's client: aligned with any border, of records, unaligned, and CSV.
import { barCells, csvCells, isRule } from './delimited.js';
import { Unreadable } from './form.js';
import { templateIn } from './pasted.js';

/** @typedef {import('./pasted.js').Line} Line */
/** @typedef {import('./pasted.js').Pasted} Pasted */
/** @typedef {{of: Map<string, string>, line: number, text: string}} TableRow by column */
/** @typedef {{columns: string[], line: number, rows: TableRow[]}} Table `line`: of its heading, or its first record */
/** @typedef {{separator: string, columns: string[], ends: number[]}} Heading `ends`: where columns end, by the rule */

const kRecord =
  /^\s*(?:[-+|\u2500-\u257f]*\[ ?RECORD (\d+) ?\][-+|\u2500-\u257f\s]*|\* Record (\d+)|\*{3,} (\d+)\. row \*{3,})\s*$/i;
const kCount = /^\s*\(\d+ (?:rows?|Zeilen?|lignes?)\)\s*$/;
const kSet = /^\s*(?:\d+ rows? in set|Empty set)\b/;
const kSeparators = ['|', ',', ';', '\t'];

const plain = (/** @type {string} */ text) =>
  text
    .replace(/[\u2502\u2503\u2551]/g, '|')
    .replace(/[\u2500-\u257f]/g, (sign) => (/[\u2500\u2501\u2550]/.test(sign) ? '-' : '+'));

/** @param {string} text with bars @returns {string[]} */
function cellsBetweenBars(text) {
  const cells = barCells(text);
  if (text.trimEnd().endsWith('|') && cells[cells.length - 1] === '' && /^\s*\|/.test(text)) cells.pop();
  return cells;
}

/** @param {string} text @param {(columns: string[]) => boolean} known @returns {?Heading} */
function headingIn(text, known) {
  for (const separator of kSeparators) {
    if (!text.includes(separator)) continue;
    const columns = separator === '|' ? cellsBetweenBars(text) : (csvCells(text, separator) ?? []);
    const names = columns.map((name) => name.trim().toLowerCase());
    if (names.every((name) => /^\w*$/.test(name)) && known(names)) return { separator, columns: names, ends: [] };
  }
  const words = text
    .trim()
    .split(/\s+/)
    .map((name) => name.toLowerCase());
  return words.length > 1 && known(words) ? { separator: ' ', columns: words, ends: [] } : null;
}

/**
 * Where the columns end by the rule below the heading: at each plus, or after each run of hyphens.
 * @param {string} rule
 */
function endsIn(rule) {
  const text = rule.trimEnd();
  const ends = /\+/.test(text.trim().slice(1, -1))
    ? [...text.matchAll(/\+/g)].map(({ index }) => index)
    : [...text.matchAll(/-+/g)].map(({ index, 0: run }) => index + run.length);
  return ends;
}

/**
 * The cells of a row; a cell may hold a bar itself, where the rule says that no column ends there.
 * @param {string} text @param {Heading} heading @returns {string[]}
 */
function cellsOf(text, { separator, columns, ends }) {
  if (separator === '|') {
    const cells = cellsBetweenBars(text);
    if (cells.length <= columns.length || ends.length === 0) return cells;
    const at = ends.filter((end) => text[end] === '|');
    const inner = at.length > columns.length - 1 ? at.slice(1, columns.length) : at;
    if (inner.length !== columns.length - 1) return cells;
    const from = [at.length > columns.length - 1 ? at[0] + 1 : 0, ...inner.map((end) => end + 1)];
    return from.map((start, i) => text.slice(start, inner[i] ?? text.replace(/\|\s*$/, '').length).trim());
  }
  if (separator !== ' ') return csvCells(text, separator) ?? [];
  if (ends.length !== columns.length) return text.trim().split(/\s+/);
  return ends.map((end, i) =>
    text.slice(i === 0 ? 0 : ends[i - 1], i === ends.length - 1 ? undefined : end + 1).trim(),
  );
}

/** Lines that belong to the form. @param {string} text */
const isForm = (text) => kCount.test(text) || kSet.test(text) || /^\s*[+|=-]+\s*$/.test(text);

/** Whether a row ends before the edge at which all rows above it end. @param {string} text @param {TableRow[]} above */
function isShorter(text, above) {
  const [first, ...more] = above.map((row) => row.text.length);
  return first !== undefined && more.length > 0 && more.every((length) => length === first) && text.length < first;
}

class Reader {
  /** @type {Table[]} */
  tables = [];
  /** Whether the last row was cut. */
  cut = false;
  #pasted;
  #known;
  /** @type {?Heading} */
  #heading = null;
  /** @type {?TableRow} */
  #record = null;
  #ended = true;

  /** @param {Pasted} pasted @param {(columns: string[]) => boolean} known */
  constructor(pasted, known) {
    this.#pasted = pasted;
    this.#known = known;
  }

  /** @param {Line[]} lines */
  read(lines) {
    for (const line of lines) this.#line(line);
    this.#endRecord();
  }

  /** @param {Line} line */
  #line({ number, text: given }) {
    const text = plain(given);
    if (!/\S/.test(text)) {
      this.#ended = true;
      return;
    }
    const record = kRecord.exec(text);
    if (record) return this.#begin(Number(record[1] ?? record[2] ?? record[3]), number);
    if (this.#record) {
      if (this.#field(text)) return;
      this.#endRecord();
    }
    const heading = headingIn(text, this.#known);
    if (heading) {
      this.#heading = heading;
      this.tables.push({ columns: heading.columns, line: number, rows: [] });
    } else if (this.#heading && isRule(text)) {
      if (this.#heading.ends.length === 0) this.#heading.ends = endsIn(text);
    } else if (isForm(text)) this.#heading = kCount.test(text) || kSet.test(text) ? null : this.#heading;
    else if (this.#heading) this.#row(text, number, this.#heading);
    else this.#pasted.skip(number, 'text');
  }

  /** @param {number} index @param {number} number */
  #begin(index, number) {
    const again = this.#record && index > 1;
    this.#endRecord();
    this.#heading = null;
    this.#record = { of: new Map(), line: number, text: '' };
    if (!again && (index === 1 || this.#ended)) this.#ended = true;
    if (index === 1) this.tables.push({ columns: [], line: number, rows: [] });
  }

  /** Whether it is a line of a record. @param {string} text */
  #field(text) {
    const found = /^\s*\|?\s*([\w.]+)\s*(?:\||:|\s)\s?(.*?)\s*\|?\s*$/.exec(text);
    if (!found || !this.#record || isRule(text)) return false;
    const [, name, value] = found;
    if (this.#record.of.has(name.toLowerCase())) return false;
    this.#record.of.set(name.toLowerCase(), value);
    this.#record.text += `${text}\n`;
    return true;
  }

  #endRecord() {
    const record = this.#record;
    this.#record = null;
    if (!record) return;
    const columns = [...record.of.keys()];
    const table = this.tables[this.tables.length - 1];
    if (table && table.columns.length === 0) table.columns = columns;
    if (table && columns.join() === table.columns.join() && this.#known(columns)) return void table.rows.push(record);
    if (table && this.#known(columns)) return void this.tables.push({ columns, line: record.line, rows: [record] });
    const last = columns.length < (table?.columns.length ?? 0) && this.tables.length > 0;
    if (!last) {
      if (columns.length > 0 && this.#known(columns)) return;
      throw new Unreadable(record.line, 'a record without the columns of the table');
    }
    this.cut = true;
    for (let i = 0; i <= columns.length; ++i) this.#pasted.skip(record.line + i, 'cut');
  }

  /** @param {string} text @param {number} number @param {Heading} heading */
  #row(text, number, heading) {
    const cells = cellsOf(text, heading);
    const table = this.tables[this.tables.length - 1];
    const last = number === this.#pasted.last && !this.#pasted.ends;
    if (cells.length < heading.columns.length) {
      const mark = templateIn(text);
      if (mark) throw new Unreadable(number, `template: ${mark}`);
      if (number === this.#pasted.last) this.cut = true;
      else if (cells.length > 1) throw new Unreadable(number, 'fewer cells than headings');
      return this.#pasted.skip(number, this.cut ? 'cut' : 'text');
    }
    if (cells.length > heading.columns.length) throw new Unreadable(number, 'more cells than headings');
    const of = new Map(heading.columns.map((name, i) => [name, cells[i]]));
    if (last && heading.separator === '|' && isShorter(text, table.rows)) {
      this.cut = true;
      return this.#pasted.skip(number, 'cut');
    }
    table.rows.push({ of, line: number, text });
  }
}

/**
 * The tables of a text whose headings are known, in its order; what is in no table is skipped.
 * @param {Pasted} pasted
 * @param {Line[]} lines
 * @param {(columns: string[]) => boolean} known of lower-case names
 */
export function tablesIn(pasted, lines, known) {
  const reader = new Reader(pasted, known);
  reader.read(lines);
  return { tables: reader.tables, cut: reader.cut };
}
