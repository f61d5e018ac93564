// Shows the catalogue in the reader's language; the registry gives its figures in English notation.
import { fill } from '../dialogs/library/literature_list.js';
import { connectLanguageButton, decimalMark, onLanguage, percentSign, speakFirst, t } from '../text/language.js';

speakFirst();

/** @typedef {[cell: Element, english: string]} Figure */

/** @type {Figure[]} */
const figures = Array.from(document.querySelectorAll('td.number'), (cell) => [cell, cell.textContent]);
/** @type {Record<string, (count: string) => string>} */
const size = { B: (count) => t('{0} B', count), KB: (count) => t('{0} KB', count), MB: (count) => t('{0} MB', count) };

/** @param {Figure} figure */
function show([cell, english]) {
  const written = english.replace('.', decimalMark()).replace('%', percentSign());
  const [, count, unit] = /^(\S+) (\w+)$/.exec(written) ?? [];
  cell.textContent = unit ? size[unit](count) : written;
}

fill(/** @type {HTMLElement} */ (document.getElementById('literature')), './').catch(console.warn);
onLanguage(() => figures.forEach(show));
connectLanguageButton(/** @type {HTMLElement} */ (document.getElementById('language')), console.warn);
