// Rows of cells with separators between them: CSV, and what is like it.
import { Unreadable } from './form.js';

/** @typedef {import('./pasted.js').Line} Line */
/** @typedef {{cells: string[], line: number}} Row `line`: where it begins */

/**
 * The cells of a line in CSV: quotes may hold separators, and "" is a quote. Cells without quotes lose their blanks.
 * @param {string} text
 * @param {string} separator one character
 * @returns {?string[]} null: a quote does not end
 */
export function csvCells(text, separator) {
  if (!text.includes('"')) return text.split(separator).map((cell) => cell.trim());
  const cells = /** @type {string[]} */ ([]);
  let at = 0;
  for (;;) {
    let from = at;
    while (text[from] === ' ') from += 1;
    if (text[from] === '"') {
      let cell = '';
      for (;;) {
        const end = text.indexOf('"', from + 1);
        if (end < 0) return null;
        cell += text.slice(from + 1, end);
        from = end + 1;
        if (text[from] !== '"') break;
        cell += '"';
      }
      const next = text.indexOf(separator, from);
      cells.push(cell + text.slice(from, next < 0 ? undefined : next).trim());
      if (next < 0) return cells;
      at = next + 1;
    } else {
      const next = text.indexOf(separator, at);
      cells.push(text.slice(at, next < 0 ? undefined : next).trim());
      if (next < 0) return cells;
      at = next + 1;
    }
  }
}

const kLongestCell = 20;

/**
 * The rows of lines in CSV; a quote may go over several of them.
 * @param {Line[]} lines
 * @param {string} separator
 * @param {(line: number) => void} cut for the last row, if its quote does not end
 * @returns {Generator<Row>}
 */
export function* csvRows(lines, separator, cut) {
  for (let i = 0; i < lines.length; ++i) {
    let [text, more] = [lines[i].text, 0];
    let cells = csvCells(text, separator);
    while (cells === null && more < kLongestCell && i + more + 1 < lines.length) {
      more += 1;
      text += `\n${lines[i + more].text}`;
      cells = csvCells(text, separator);
    }
    if (cells) yield { cells, line: lines[i].number };
    else if (i === lines.length - 1) cut(lines[i].number);
    else throw new Unreadable(lines[i].number, 'a quote that does not end');
    if (cells) i += more;
  }
}

/** Whether a line is a rule of a table, such as “|---|:--:|”. @param {string} text */
export const isRule = (text) => /^[\s|+:=\u2500-\u257f-]*[-=\u2500\u2501][\s|+:=\u2500-\u257f-]*$/.test(text);

/** The cells between bars; “\|” is a bar within one. @param {string} text */
export function barCells(text) {
  const cells = text
    .replace(/[\u2502\u2503]/g, '|')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replace(/\\\|/g, '|'));
  if (cells[0] === '') cells.shift();
  return cells;
}
