// Tables that programs print of what a query gives: psql's, mysql's, ClickHouse's and CockroachDB's with bars, CSV,
// TSV, and one record below the other.
import { csvCells, isRule } from './delimited.js';
import { Unreadable } from './form.js';

/** @typedef {import('./pasted.js').Line} Line */
/** @typedef {{cells: Map<string, string>, line: number}} Row by the names of the columns */
/** @typedef {{names: string[], line: number, rows: Row[]}} Table */
/** @typedef {(names: string[]) => boolean} Wanted whether such headings are the reader's; names are in small letters */
/** @typedef {{names: string[], cells: (text: string) => ?string[], csv: boolean}} Heading */

const kBars = '|\u2502\u2503';
const kFooter = /^\s*(?:\(\d+ rows?\)|\d+ rows? in set\b.*)\s*$/;
const kRecord = /^(?:[-\u2500]\[ RECORD (\d+) \][-+\u2500\u253c]*|Row (\d+):|\*{3,} (\d+)\. row \*{3,})\s*$/;
const kLongestCell = 20;
const kLongestHeading = 4000;

const isBar = (/** @type {string} */ sign) => sign !== undefined && sign !== '' && kBars.includes(sign);

/** @param {string} text @param {string} signs */
const placesOf = (text, signs) => [...text].flatMap((sign, i) => (signs.includes(sign) ? [i] : []));

/**
 * How rows below a heading with bars are cut: where its bars stand, since cells may hold bars of their own; else at
 * every bar.
 * @param {number[]} places of the bars @param {boolean} framed whether the first of them is before the first cell
 */
function cutter(places, framed) {
  const count = framed ? places.length - 1 : places.length + 1;
  return (/** @type {string} */ text) => {
    const signs = [...text];
    const ends = framed ? places.slice(1) : places;
    if (places.every((place) => isBar(signs[place]))) {
      let from = framed ? places[0] + 1 : 0;
      const cells = ends.map((end) => {
        const cell = signs.slice(from, end).join('').trim();
        from = end + 1;
        return cell;
      });
      return framed ? cells : [...cells, signs.slice(from).join('').trim()];
    }
    const parts = text.split(/[|\u2502\u2503]/).map((part) => part.trim());
    const own = framed ? parts.slice(1, -1) : parts;
    return own.length === count ? own : null;
  };
}

/** @param {string} name */
const plainName = (name) => name.trim().toLowerCase();

/** @param {string} text @param {Wanted} wanted @returns {?Heading} */
function headingOf(text, wanted) {
  if (text.length > kLongestHeading) return null;
  const corners = /^\s*[\u250c\u250f]/.test(text);
  if (corners || [...kBars].some((bar) => text.includes(bar))) {
    const places = placesOf(text, corners ? '\u250c\u252c\u2510\u250f\u2533\u2513' : kBars);
    const framed = corners || isBar(text.trimStart()[0]);
    const cells = cutter(places, framed);
    const bared = corners ? text.replace(/[\u250c\u252c\u2510\u250f\u2533\u2513]/g, '|') : text;
    const names = (cells(bared) ?? []).map((name) => plainName(corners ? name.replace(/[\u2500\u2501]/g, '') : name));
    if (wanted(names)) return { names, cells, csv: false };
  }
  for (const separator of ['\t', ',', ';']) {
    if (!text.includes(separator)) continue;
    const names = (csvCells(text.replace(/^#\s?/, ''), separator) ?? []).map(plainName);
    if (wanted(names)) return { names, cells: (row) => csvCells(row, separator), csv: true };
  }
  return null;
}

/**
 * Whether a text has such a table.
 * @param {Line[]} lines @param {Wanted} wanted @param {RegExp} mark a name among the headings, looked for first
 */
export function hasTable(lines, wanted, mark) {
  const marked = lines.filter(({ text }) => mark.test(text));
  if (marked.length === 0) return false;
  return marked.some(({ text }) => headingOf(text, wanted) !== null) || wanted(firstRecord(lines));
}

/** The names of the first record. @param {Line[]} lines */
function firstRecord(lines) {
  const at = lines.findIndex(({ text }) => kRecord.test(text));
  const names = /** @type {string[]} */ ([]);
  for (const { text } of at < 0 ? [] : lines.slice(at + 1)) {
    if (kRecord.test(text)) break;
    const [name] = memberOf(text) ?? [];
    if (name !== undefined) names.push(name);
  }
  return names;
}

/** A line of a record: its name and its value. @param {string} text @returns {?[string, string]} */
function memberOf(text) {
  const [, name, value] = /^\s*([\w.()]{1,60})\s*(?:[|\u2502:])\s?(.*)$/.exec(text) ?? [];
  return name === undefined ? null : [plainName(name), value.trim()];
}

/** @param {import('./pasted.js').Pasted} pasted @param {Wanted} wanted */
class Collector {
  tables = /** @type {Table[]} */ ([]);
  #heading = /** @type {?Heading} */ (null);
  #table = /** @type {?Table} */ (null);
  #record = /** @type {?Row} */ (null);
  #pasted;
  #wanted;

  /** @param {import('./pasted.js').Pasted} pasted @param {Wanted} wanted */
  constructor(pasted, wanted) {
    this.#pasted = pasted;
    this.#wanted = wanted;
  }

  /** @param {Line[]} lines @param {number} at @returns {number} the place of the last line that it took */
  take(lines, at) {
    const { text, number } = lines[at];
    const heading = headingOf(text, this.#wanted);
    if (heading) {
      const twice = heading.names.find((name, i) => name !== '' && heading.names.indexOf(name) < i);
      if (twice !== undefined) throw new Unreadable(number, `two columns are called ${twice.slice(0, 40)}`);
      this.#heading = heading;
      this.#open(heading.names, number);
    } else if (kRecord.test(text)) this.#newRecord(number);
    else if (this.#record) this.#member(text, number);
    else if (this.#heading?.csv) return this.#csvRow(this.#heading, lines, at);
    else if (kFooter.test(text)) this.#heading = null;
    else if (!isRule(text) || (!this.#heading && !/^\s*[+\u250c\u250f]/.test(text))) this.#row(text, number);
    return at;
  }

  /** @param {string[]} names @param {number} line */
  #open(names, line) {
    this.#table = { names, line, rows: [] };
    this.#record = null;
    this.tables.push(this.#table);
  }

  /** @param {number} line */
  #newRecord(line) {
    if (!this.#record || !this.#table) this.#open([], line);
    this.#heading = null;
    this.#record = { cells: new Map(), line };
    this.#table?.rows.push(this.#record);
  }

  /** @param {string} text @param {number} line */
  #member(text, line) {
    if (kFooter.test(text) || isRule(text)) return;
    const found = memberOf(text);
    if (!found || !this.#record) return this.#pasted.skip(line, 'text');
    if (this.#record.cells.has(found[0])) throw new Unreadable(line, `${found[0].slice(0, 40)} twice in one record`);
    this.#record.cells.set(...found);
    if (this.#table && !this.#table.names.includes(found[0])) this.#table.names.push(found[0]);
  }

  /** @param {Heading} heading @param {Line[]} lines @param {number} at */
  #csvRow(heading, lines, at) {
    const { number } = lines[at];
    let [text, to] = [lines[at].text, at];
    if (kFooter.test(text)) return at;
    let cells = heading.cells(text);
    while (cells === null && to - at < kLongestCell && to + 1 < lines.length) {
      to += 1;
      text += `\n${lines[to].text}`;
      cells = heading.cells(text);
    }
    if (cells) this.#add(cells, heading.names, number, text);
    else if (at === lines.length - 1) this.#pasted.skip(number, 'cut');
    else throw new Unreadable(number, 'a quote that does not end');
    return to;
  }

  /** @param {string} text @param {number} line */
  #row(text, line) {
    if (!this.#heading) return this.#pasted.skip(line, 'text');
    const cells = this.#heading.cells(text);
    const any = [...text].some(isBar);
    if (cells) this.#add(cells, this.#heading.names, line, text);
    else if (line === this.#pasted.last && !kFooter.test(text)) this.#pasted.skip(line, any ? 'cut' : 'text');
    else if (!any) this.#pasted.skip(line, 'text');
    else throw new Unreadable(line, 'a row with other cells than the headings');
  }

  /** @param {string[]} cells @param {string[]} names @param {number} line @param {string} text */
  #add(cells, names, line, text) {
    if (cells.length === names.length) {
      const row = new Map(names.map((name, i) => [name, cells[i]]));
      this.#table?.rows.push({ cells: row, line });
    } else if (cells.length < names.length && line === this.#pasted.last) this.#pasted.skip(line, 'cut');
    else if (cells.length === 1) this.#pasted.skip(line, /^\s*#/.test(text) ? 'comment' : 'text');
    else throw new Unreadable(line, `${cells.length} cells under ${names.length} headings`);
  }
}

/**
 * The tables of a text whose headings are wanted. What is around them is skipped.
 * @param {import('./pasted.js').Pasted} pasted @param {Wanted} wanted
 * @param {Line[]} [lines]
 * @throws {Unreadable} where a row has other cells than its headings
 */
export function tablesIn(pasted, wanted, lines = pasted.filled) {
  const collector = new Collector(pasted, wanted);
  for (let at = 0; at < lines.length; ++at) at = collector.take(lines, at);
  const tables = collector.tables.filter(({ names }) => wanted(names));
  for (const { rows, names } of collector.tables) {
    if (!wanted(names)) for (const { line } of rows) pasted.skip(line, 'text');
  }
  return tables;
}

/**
 * Rows of objects of JSON, as such a table.
 * @param {import('./json.js').Tree[]} objects @returns {Row[]}
 */
export const rowsOf = (objects) =>
  objects.flatMap(({ members, line }) => {
    if (!members) return [];
    const cells = [...members].flatMap(([name, { text }]) =>
      text === null ? [] : [/** @type {[string, string]} */ ([plainName(name), text])],
    );
    return [{ cells: new Map(cells), line }];
  });
