// What the dialogs of studies share: the page's keys, tables whose exact numbers go into a file, exports, and a place
// in a post.
import { number, t } from '../../text/language.js';
import { copy } from '../../host/clipboard.js';
import { keysOf } from './csv_rows.js';
import { save, table } from './dialog.js';
import { embedCode, pngOf } from './pictures.js';
import { svg as escaped } from '../../text/escaped.js';
import { csvRows } from '../../text/quote.js';
import { wrapped } from './picture_file.js';
import { inputOf } from './plan.js';

const kFiles = `
    <button type="button" name="png">Save as PNG</button>
    <button type="button" name="svg">Save as SVG</button>
    <button type="button" name="csv">Save as CSV</button>`;

export const kTakeHtml = `
  <p class="buttons take">
    <button type="button" name="copy-link">Copy link</button>
    <button type="button" name="copy-tag">Copy tag for a post</button>${kFiles}
  </p>`;

/** For dialogs whose content no link can hold. */
export const kTakeFilesHtml = `<p class="buttons take">${kFiles}</p>`;

/**
 * The keys of the page as the headless core takes them, and their number, in words.
 * @param {import('../../host/page.js').Page} page
 */
export function keysOfPage({ bridge, state }) {
  const { keys, seed } = inputOf(bridge.read('scenario'));
  const { keys: all, own_keys: own } = state();
  return {
    input: { keys: own ? keysOf(bridge, keys.count) : keys, ...(seed && { seed }) },
    says:
      all > keys.count ? t('The first {0} of the page’s {1} keys', keys.count, all) : t('{0} {0|key|keys}', keys.count),
  };
}

/**
 * @typedef {object} NumbersTable a table whose exact numbers go into a file
 * @property {string} caption
 * @property {{title: string, shown?: (value: any) => string}[]} columns `shown`: how it writes what it has, which only
 *   whoever fills it knows
 * @property {any[][]} rows a null is shown as a dash, and a text as it is
 */

/**
 * @param {string} caption
 * @param {NumbersTable['columns']} columns
 * @param {any[][]} rows
 * @returns {NumbersTable}
 */
export const numbersTable = (caption, columns, rows) => ({ caption, columns, rows });

/** The same from cells whose first row is the titles. @param {string} caption @param {any[][]} cells */
export const tableOfCells = (caption, [titles, ...rows]) =>
  numbersTable(
    caption,
    titles.map((title) => ({ title })),
    rows,
  );

/** The table as HTML. @param {NumbersTable} numbers @param {number} [marked] a row */
export function shownTable({ caption, columns, rows }, marked = -1) {
  /** @param {any} value @param {{shown?: (value: any) => string}} column */
  const shown = (value, { shown: write = number }) =>
    value === null ? '–' : typeof value === 'string' ? value : write(value);
  return table(
    caption,
    [columns.map(({ title }) => title), ...rows.map((row) => row.map((value, i) => shown(value, columns[i])))],
    marked,
  );
}

const kStyled = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'fill-opacity',
  'font-size',
  'font-family',
  'font-weight',
  'text-anchor',
  'paint-order',
];
const kMargin = 12,
  kLine = 22;
const kLetter = 10; // width in a bold line, in whatever font the reader of the file has

/** @param {SVGSVGElement} shown */
function withStyle(shown) {
  const copied = /** @type {SVGSVGElement} */ (shown.cloneNode(true));
  const from = [shown, ...shown.querySelectorAll('*')];
  [copied, ...copied.querySelectorAll('*')].forEach((each, i) => {
    const style = getComputedStyle(from[i]);
    for (const name of kStyled) each.setAttribute(name, style.getPropertyValue(name));
    each.removeAttribute('class');
  });
  return copied;
}

/**
 * Pictures one below the other, under a sentence, as a file that includes its styles.
 * @param {SVGSVGElement[]} pictures
 * @param {string} said
 * @param {string} ground the colour behind them
 */
function pictureOf(pictures, said, ground) {
  const sizes = pictures.map((picture) => picture.viewBox.baseVal);
  const width = Math.max(...sizes.map((size) => size.width)) + 2 * kMargin;
  const lines = wrapped(said, Math.floor((width - 2 * kMargin) / kLetter));
  let y = kMargin + lines.length * kLine + 8;
  const parts = pictures.map((picture, i) => {
    const made = withStyle(picture);
    for (const [name, value] of Object.entries({ x: kMargin, y, width: sizes[i].width, height: sizes[i].height }))
      made.setAttribute(name, String(value));
    y += sizes[i].height + kMargin;
    return new XMLSerializer().serializeToString(made);
  });
  const { color, fontFamily } = getComputedStyle(/** @type {Element} */ (pictures[0].parentElement));
  const font = `font-size="15" font-weight="600" fill="${color}" font-family="${escaped(fontFamily)}"`;
  const texts = lines.map(
    (line, i) => `<text x="${kMargin}" y="${kMargin + 16 + i * kLine}" ${font}>${escaped(line)}</text>`,
  );
  const size = `viewBox="0 0 ${width} ${y}" width="${width}" height="${y}"`;
  const shapes = `<rect width="100%" height="100%" fill="${ground}"/>${texts.join('')}${parts.join('')}`;
  return { width, height: y, svg: `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${shapes}</svg>` };
}

/** The raw numbers of tables, one below the other. @param {NumbersTable[]} tables */
const rowsOf = (tables) =>
  tables.flatMap(({ caption, columns, rows }, i) => [
    ...(i > 0 ? [[]] : []),
    [caption],
    columns.map(({ title }) => title),
    ...rows.map((row) => row.map((value) => value ?? '')),
  ]);

/**
 * Connects a dialog's buttons of kTakeHtml or kTakeFilesHtml; in a post the dialog takes the place of the canvas.
 * @param {import('./dialog.js').Dialog} dialog
 * @param {import('../../host/page.js').Page} page
 * @param {string} name of the dialog in links, and of files
 * @param {{argument: () => string, said: () => string, tables: () => NumbersTable[]}} of what is shown now
 */
export function connectStudy(dialog, page, name, { argument, said, tables }) {
  const part = (/** @type {string} */ which) => dialog.part(which);
  const link = () => `${page.state().link}&dialog=${[name, argument()].filter(Boolean).join('/')}`;
  const address = () => `${location.href.split('#')[0]}#${link()}`;
  const picture = () =>
    pictureOf(
      [.../** @type {NodeListOf<SVGSVGElement>} */ (dialog.element.querySelectorAll('svg.study'))],
      said(),
      getComputedStyle(dialog.element).backgroundColor,
    );
  if (part('copy-link') !== null) {
    part('copy-link').onclick = () => copy(address(), page.announce);
    part('copy-tag').onclick = () => copy(embedCode(address(), { title: said() }, said()), page.announce);
  }
  // Before its first results a study has nothing to save.
  const saves = (/** @type {string} */ which, /** @type {() => void} */ take) => {
    part(which).onclick = () => {
      const early = t('There is nothing to save yet. Wait for the results.');
      if (dialog.element.querySelector('svg.study') === null) return dialog.refuse(early);
      if (part('refused').textContent === early) dialog.refuse('');
      return take();
    };
  };
  saves('svg', () => save(new Blob([picture().svg], { type: 'image/svg+xml' }), `${name}.svg`));
  saves('png', () => {
    const { svg, width, height } = picture();
    pngOf(svg, width, height).then(
      (blob) => save(blob, `${name}.png`),
      (error) => dialog.refuse(error.message),
    );
  });
  saves('csv', () => save(new Blob([csvRows(rowsOf(tables()))], { type: 'text/csv' }), `${name}.csv`));
  if (page.embedded) dialog.standInPost();
}
