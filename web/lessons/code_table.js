// The table of result codes: one row per code, checked by trying its setups again.
import { currentLanguage, t } from '../text/language.js';
import { readCode } from './codes.js';
import { el } from './dom.js';
import { inLanguage } from './lesson.js';
import { verify } from './verify.js';
import { written } from './words.js';

const byId = (id) => document.getElementById(id);
const csvOf = (rows) => rows.map((cells) => cells.map((cell) => `"${safe(cell).replaceAll('"', '""')}"`).join(',')).join('\r\n');

// Spreadsheets read a text that begins like this as a formula; a learner's name must not become one.
const safe = (text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const kWrapped = 60;  // characters: mail programs do not break shorter lines

/** The codes in a text, however they were pasted: each begins with its mark, with anything before it; mails break lines. */
export function codesIn(text) {
  const codes = [];
  let wrapped = false;  // the previous line ended inside a code and was long enough to be wrapped
  for (const line of text.split('\n').map((each) => each.trim())) {
    const code = /RESHARD\d\.[\w-]*/.exec(line)?.[0];
    const more = code === undefined && wrapped && /^[\w-]+$/.test(line);
    if (code !== undefined) codes.push(code);
    else if (more) codes[codes.length - 1] += line;
    wrapped = (code !== undefined || more) && line.length >= kWrapped;
  }
  return codes;
}

const kOwnLesson = /lesson=(:[\w-]+)/g;

export class CodeTable {
  #course;
  #core;
  #run = 0;
  #cells = [];  // as shown; saved as CSV

  constructor(course, core) {
    this.#course = course;
    this.#core = core;
    byId('check').onclick = () => this.#check(byId('codes').value);
    byId('save-table').onclick = () => {
      const blob = new Blob(['\ufeff', csvOf(this.#cells)], { type: 'text/csv' });
      el('a', { href: URL.createObjectURL(blob), download: 'reshard-results.csv' }).click();
    };
  }

  // The lessons of the courses and those whose links are among the codes; throws if one of these is invalid.
  async #lessonsIn(text) {
    const own = new Map();
    for (const [, value] of text.matchAll(kOwnLesson)) {
      const lesson = await this.#course.find(value);
      own.set(lesson.id, lesson);
    }
    return new Map([...own, ...this.#course.lessons, ...own]);  // first in the order, and replacing a lesson of the same id
  }

  async #check(text) {
    const run = ++this.#run;
    const codes = codesIn(text.replace(kOwnLesson, ''));
    let known;
    try {
      known = await this.#lessonsIn(text);
    } catch (error) {
      byId('told').textContent = t('A lesson’s link cannot be read: {0}', error.message);
      return;
    }
    if (run !== this.#run) return;
    const lessons = [...known.values()];
    const heads = ['', t('Name'), t('Solved'), t('Par'), ...lessons.map(({ title }) => inLanguage(title, currentLanguage())), t('Remarks')];
    byId('results').parentElement.hidden = codes.length === 0;  // not in the tab order while it is empty
    byId('results').tHead.replaceChildren(el('tr', {}, heads.map((head) => el('th', { scope: 'col' }, head))));
    byId('results').tBodies[0].replaceChildren();
    this.#cells = [heads];
    const seeds = new Map();
    for (const [i, code] of codes.entries()) {
      byId('told').textContent = t('Checking {0} of {1}', i + 1, codes.length);
      const { cells, refused } = await this.#rowOf(code, i + 1, known, seeds);
      if (run !== this.#run) return;
      this.#cells.push(cells);
      byId('results').tBodies[0].append(el('tr', { className: refused ? 'refused' : '' }, cells.map((cell) => el('td', {}, cell))));
    }
    const refused = byId('results').querySelectorAll('.refused').length;
    const good = codes.length - refused;
    byId('told').textContent = codes.length === 0 ? t('No result codes found.')
      : refused > 0 ? t('{0} {0|code|codes} checked, {1} with problems.', good, refused) : t('{0} {0|code|codes} checked.', good);
    byId('save-table').hidden = codes.length === 0;
  }

  async #rowOf(code, number, known, seeds) {
    const lessons = [...known.values()];
    let read;
    try {
      read = await readCode(code);
    } catch (error) {
      const blank = lessons.map(() => '');
      return { cells: [String(number), '', '0', '0', ...blank, t('This is not a result code: {0}', error.message)], refused: true };
    }
    const rows = await verify(this.#core, known, read);
    const by = new Map(rows.map((row) => [row.id, row]));
    const marks = lessons.map(({ id, prediction }) => {
      const row = by.get(id);
      if (!row) return '';
      const mark = row.solved ? (row.par ? t('✓ par') : '✓') : '✗';
      return prediction && row.prediction !== null ? `${mark} (${written(prediction.unit, row.prediction)})` : mark;
    });
    const remarks = rows.filter(({ solved }) => !solved).map(({ id, why }) => `${id}: ${why}`);
    const same = seeds.get(read.seed);
    if (same) remarks.push(t('same seed as number {0}', same));
    else seeds.set(read.seed, number);
    const counts = [rows.filter(({ solved }) => solved).length, rows.filter(({ par }) => par).length].map(String);
    return { cells: [String(number), read.name, ...counts, ...marks, remarks.join('; ')], refused: remarks.length > 0 };
  }
}
