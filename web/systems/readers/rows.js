// Rows of any origin: a shard and its node each, with bytes and requests where they are known. CSV with commas,
// semicolons or tabs, tables with bars (Markdown, psql), JSON lines, a JSON array.
import { barCells, csvCells, csvRows, isRule } from '../reading/delimited.js';
import { eachItem, jsonValues, opensJson, textOf } from '../reading/json.js';
import { Unreadable } from '../reading/form.js';
import { Rows, columnOf, kColumns } from './rows/shards.js';

/** @typedef {import('../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../reading/form.js').Reading} Reading */
/** @typedef {import('../reading/json.js').Tree} Tree */
/** @typedef {import('./rows/shards.js').Column} Column */
/** @typedef {import('./rows/shards.js').Cells} Cells */
/** @typedef {{columns: (Column | null)[], separator: string, names: string[], ofKeys?: boolean}} Heading */

const kSeparators = [',', ';', '\t', '|', ' '];
const kForms = /** @type {Record<string, string>} */ ({ '\t': 'tsv', '|': 'table', ' ': 'table' });
const kRowCount = /^\s*\(\d+ rows?\)\s*$/;
const kUnheaded = 'no headings: the first column was taken for shards, the second for nodes';

/** @param {string} text @param {string} separator */
function cellsOf(text, separator) {
  if (separator === '|') return barCells(text);
  return separator === ' ' ? text.trim().split(/\s+/) : csvCells(text, separator);
}

const isKey = (/** @type {string} */ name) => /^\s*keys?\s*$/i.test(name);

/** A line of headings, or null. @param {string} line @returns {?Heading} */
function headingOf(line) {
  if (line.length > 4000) return null;
  const text = line.replace(/^#\s*/, '');
  for (const separator of kSeparators) {
    const names = cellsOf(text, separator) ?? [];
    const columns = names.map(columnOf);
    const key = columns.includes('shard') ? -1 : names.findIndex(isKey); // beside shards it is one more column
    if (key >= 0) columns[key] = 'shard';
    const known = columns.filter((column) => column !== null);
    const once = new Set(known).size === known.length;
    if (!known.includes('shard') || !known.includes('node') || !once) continue;
    if (separator !== ' ' || known.length === names.length) return { columns, separator, names, ofKeys: key >= 0 };
  }
  return null;
}

/** @param {Rows} rows @param {string[]} names of columns or members that are not read */
function tellIgnored(rows, names) {
  if (names.length > 0) rows.notes.push(`ignored columns: ${names.map((name) => name.slice(0, 60)).join(', ')}`);
}

/** @param {Pasted} pasted @param {number} at the heading's place @param {Heading} heading @returns {Reading} */
function readTable(pasted, at, heading) {
  const { columns, separator, names, ofKeys = false } = heading;
  const rows = new Rows(pasted);
  const lines = pasted.filled;
  for (const { number, text } of lines.slice(0, Math.max(at, 0))) if (!isRule(text)) pasted.skip(number, 'text');
  tellIgnored(
    rows,
    names.filter((name, i) => columns[i] === null && name !== ''),
  );
  const places = Object.entries(kColumns).flatMap(([column]) => {
    const place = columns.indexOf(/** @type {Column} */ (column));
    return place < 0 ? [] : [{ column: /** @type {Column} */ (column), place }];
  });
  const least = 1 + Math.max(...places.filter(({ column }) => /shard|node/.test(column)).map(({ place }) => place));
  const bars = separator === '|' || separator === ' ';
  const kept = lines.slice(at + 1).filter(({ number, text }) => keepLine(pasted, number, text, bars));
  const all = bars ? kept.map(({ number, text }) => ({ cells: cellsOf(text, separator) ?? [], line: number })) : null;
  for (const { cells, line } of all ?? csvRows(kept, separator, (last) => pasted.skip(last, 'cut'))) {
    if (bars && cells.length === columns.length + 1 && cells[cells.length - 1] === '') cells.pop();
    const last = line === pasted.last && !pasted.ends;
    const short = last ? cells.length < columns.filter((_, i) => names[i] !== '').length : cells.length < least;
    if (short && (last || line === pasted.last)) pasted.skip(line, 'cut');
    else if (short) pasted.skip(line, cells.length === 1 ? 'text' : 'fewer cells than headings');
    else if (cells.length > columns.length) pasted.skip(line, 'more cells than headings');
    else rows.add(pick(cells, places), line);
  }
  if (rows.size === 0) throw new Unreadable(lines[at].number, 'headings without rows');
  const reading = rows.reading(kForms[separator] ?? 'csv');
  const cannot_know = reading.cannot_know.filter((one) => one !== 'which keys a shard holds');
  return ofKeys ? { ...reading, of_keys: true, cannot_know } : reading;
}

/** @param {string[]} cells @param {{column: Column, place: number}[]} places */
function pick(cells, places) {
  const of = /** @type {Cells} */ ({});
  for (const { column, place } of places) of[column] = cells[place];
  return of;
}

/** @param {Pasted} pasted @param {number} number @param {string} text @param {boolean} bars */
function keepLine(pasted, number, text, bars) {
  if (text[0] === '#') {
    pasted.skip(number, 'comment');
    return false;
  }
  if (bars && isRule(text)) return false;
  return text[0] !== '(' || !kRowCount.test(text);
}

/** @param {Rows} rows @param {Tree} of @param {Set<string>} ignored */
function addJson(rows, of, ignored) {
  if (!of.members) throw new Unreadable(of.line, 'no object with a shard and a node');
  const cells = /** @type {Cells} */ ({});
  for (const [name, value] of of.members) {
    const column = columnOf(name);
    if (column === null) ignored.add(name);
    else if (value.items || value.members) throw new Unreadable(value.line, `${column} is no text`);
    else if (column in cells) throw new Unreadable(value.line, `two members that say the ${column}`);
    else if (textOf(value) !== undefined) cells[column] = textOf(value);
    else if (value.text !== null) throw new Unreadable(value.line, `${column}: ${value.text}`);
  }
  rows.add(cells, of.line);
}

/** @param {Pasted} pasted @returns {Reading} */
function readJson(pasted) {
  const rows = new Rows(pasted);
  const ignored = /** @type {Set<string>} */ (new Set());
  const lines = pasted.filled;
  const first = lines.findIndex(({ text }) => opensJson(text));
  const byLine = /^\s*\{.*\}\s*$/.test(lines[first].text);
  const form = byLine ? 'json lines' : 'json';
  if (!byLine) {
    const { before, after } = eachItem(lines, (item) => addJson(rows, item, ignored));
    for (const { number } of before) pasted.skip(number, 'text');
    if (after.length > 0 && opensJson(after[0].text)) {
      for (const item of jsonValues(after)) addJson(rows, item, ignored);
    } else for (const { number } of after) pasted.skip(number, 'text');
  } else {
    for (const { number, text } of lines) {
      if (!opensJson(text)) pasted.skip(number, /^\s*(?:\/\/|#)/.test(text) ? 'comment' : 'text');
      else if (number === pasted.last && !/\}\s*$/.test(text)) pasted.skip(number, 'cut');
      else for (const item of jsonValues([{ number, text }])) addJson(rows, item, ignored);
    }
  }
  if (rows.size === 0) throw new Unreadable(lines[first].number, 'no rows');
  tellIgnored(rows, [...ignored]);
  return rows.reading(form);
}

/** The heading among the first lines. @param {Pasted} pasted */
function headingIn({ filled }) {
  for (let at = 0; at < Math.min(filled.length, kFirst); ++at) {
    const heading = headingOf(filled[at].text);
    if (heading) return { at, heading };
  }
  return null;
}
const kFirst = 50;

const kName = /^[\w.:[\]-]+$/;

/** The separator of two columns without headings that look like shards and nodes, or null. @param {Pasted} pasted */
function unheaded({ filled }) {
  if (filled.length < 3 || filled.length > 100_000) return null;
  const separator = [',', ';', '\t'].find((one) => filled[0].text.includes(one));
  if (separator === undefined) return null;
  const [shards, nodes] = [new Set(), new Set()];
  for (const { text } of filled) {
    const cells = csvCells(text, separator) ?? [];
    if (cells.length !== 2 || !cells.every((cell) => kName.test(cell)) || !/[a-z]/i.test(cells[1])) return null;
    shards.add(cells[0]);
    nodes.add(cells[1]);
  }
  const looks = [...nodes].every((name) => /\d|\./.test(name)) && nodes.size > 1;
  return looks && shards.size === filled.length && nodes.size * 2 <= filled.length ? separator : null;
}

/** @param {Pasted} pasted @returns {Reading} */
function read(pasted) {
  if (isJson(pasted)) return readJson(pasted);
  const found = headingIn(pasted);
  if (found) return readTable(pasted, found.at, found.heading);
  const separator = unheaded(pasted) ?? ',';
  const reading = readTable(pasted, -1, { columns: ['shard', 'node'], separator, names: ['', ''] });
  return { ...reading, notes: [kUnheaded, ...(reading.notes ?? [])] };
}

/** Whether a text has objects with a shard and a node. @param {Pasted} pasted */
function isJson({ filled }) {
  const first = filled.findIndex(({ text }) => opensJson(text));
  if (first < 0 || first > kFirst) return false;
  const head = filled.slice(first, first + kFirst).map(({ text }) => text.slice(0, 4000));
  const names = namesIn(head.join('\n')).map(columnOf);
  return names.includes('shard') && names.includes('node');
}

/** The names of the first object's members, as far as they stand there. @param {string} json */
function namesIn(json) {
  const names = /** @type {string[]} */ ([]);
  let [depth, from] = [0, 0];
  for (const [token, , colon] of json.matchAll(/("(?:[^"\\\n]|\\.)*")(\s*:)?|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (colon && depth === from) names.push(token.slice(1, token.indexOf('"', 1)));
    if (token === '{' && from === 0) from = depth;
    if (depth < from) break;
  }
  return names;
}

/** @param {Pasted} pasted */
const fits = (pasted) => (isJson(pasted) || headingIn(pasted) !== null || unheaded(pasted) !== null ? 1 : 0);

export default { system: 'rows', title: 'Rows', fits, read };
