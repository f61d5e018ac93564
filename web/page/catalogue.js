// Shows the catalogue in the reader's language; the registry gives its figures in English notation.
import { fill } from '../dialogs/library/literature_list.js';
import { connectLanguageButton, decimalMark, onLanguage, percentSign, t } from '../text/language.js';

const figures = [...document.querySelectorAll('td.number')].map((cell) => [cell, cell.textContent]);
const size = { B: (count) => t('{0} B', count), KB: (count) => t('{0} KB', count), MB: (count) => t('{0} MB', count) };

function show([cell, english]) {
  const written = english.replace('.', decimalMark()).replace('%', percentSign());
  const [, count, unit] = /^(\S+) (\w+)$/.exec(written) ?? [];
  cell.textContent = unit ? size[unit](count) : written;
}

fill(document.getElementById('literature'), './').catch(console.warn);
onLanguage(() => figures.forEach(show));
connectLanguageButton(document.getElementById('language'), console.warn);
