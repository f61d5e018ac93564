// Moves as rows of any program: entry, from, to, with headings or without; “Save moves as CSV” writes such rows.
import { t } from '../../../text/language.js';
import { csvText } from '../../../text/quote.js';
import { csvCells, csvRows } from '../../reading/delimited.js';
import { Unreadable, noTemplate } from '../../reading/form.js';
import { wantedMove } from './form.js';

/** @typedef {import('../../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('./form.js').Read} Read */
/** @typedef {{separator: string, places: number[], rows: number}} Heading `rows`: lines that it takes */

const kSeparators = [',', ';', '\t'];
const kNames = [
  /^(?:entry|shard|slot|partition|pg|chunk|range|region|tablet|vbucket)$/i,
  /^(?:from|source)$/i,
  /^(?:to|target)$/i,
];
const formsText = () => t('rows have entry, from and to, with a comma, a semicolon or a tab between');

/** @param {string} text the first line @returns {?Heading} */
function headingOf(text) {
  for (const separator of kSeparators) {
    const cells = csvCells(text, separator) ?? [];
    const places = kNames.map((name) => cells.findIndex((cell) => name.test(cell)));
    if (!places.includes(-1)) return { separator, places, rows: 1 };
  }
  const separator = kSeparators.find((one) => csvCells(text, one)?.length === 3);
  return separator === undefined ? null : { separator, places: [0, 1, 2], rows: 0 };
}

/** What a cell of Reshard's own files says. @param {string} cell */
const textOf = (cell) => (cell.startsWith("'") ? csvText(cell) : cell);

/**
 * @param {Pasted} pasted @param {import('./form.js').Cluster} cluster
 * @returns {Read}
 */
export function readRows(pasted, cluster) {
  const lines = pasted.body(/[,;\t]/).filter(({ text }) => /\S/.test(text));
  if (lines.length === 0) throw new Unreadable(pasted.last, formsText());
  const heading = headingOf(lines[0].text);
  if (!heading) throw new Unreadable(lines[0].number, formsText());
  const { separator, places, rows: above } = heading;
  const wanted = [];
  const cut = (/** @type {number} */ line) => {
    throw new Unreadable(line, t('a quote that does not end'));
  };
  for (const { cells, line } of csvRows(lines.slice(above), separator, cut)) {
    const [entry, from, to] = places.map((at) => textOf(cells[at] ?? ''));
    const missing = ['entry', 'from', 'to'].find((_, i) => [entry, from, to][i] === '');
    if (missing) throw new Unreadable(line, t('a row without “{0}”: {1}', missing, formsText()));
    for (const name of [entry, from, to]) noTemplate(name, line);
    wanted.push(wantedMove([entry], from, to, cluster));
  }
  if (wanted.length === 0) throw new Unreadable(pasted.last, t('headings without rows'));
  return { form: 'rows', wanted, told: [] };
}
