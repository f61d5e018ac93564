// The table of result codes: one row per code, checked by trying its setups again.
import { csvRows } from '../text/quote.js';
import { checkPasted } from '../dialogs/files/doors.js';
import { currentLanguage, t } from '../text/language.js';
import { readCode } from './codes.js';
import { el } from './dom.js';
import { inLanguage } from './lesson.js';
import { byId } from './teacher_parts.js';
import { kLongestMs, verify } from './verify.js';
import { written } from './lesson_words.js';

const kWrapped = 60; // characters: mail programs do not break shorter lines

/**
 * The codes in a text, however they were pasted: each begins with its mark, with anything before it; mails break lines.
 * @param {string} text
 */
export function codesIn(text) {
  /** @type {string[]} */
  const codes = [];
  let wrapped = false; // the previous line ended inside a code and was long enough to be wrapped
  for (const line of text.split('\n').map((each) => each.trim())) {
    const code = /RESHARD\d\.[\w-]*/.exec(line)?.[0];
    /** @type {boolean} */
    const more = code === undefined && wrapped && /^[\w-]+$/.test(line);
    if (code !== undefined) codes.push(code);
    else if (more) codes[codes.length - 1] += line;
    wrapped = (code !== undefined || more) && line.length >= kWrapped;
  }
  return codes;
}

const kOwnLesson = /lesson=(:[\w-]+)/g;
const kMostCodes = 1000;

// How long the setups of one code are tried before the next code has its turn. Those that are not done by then go on
// when all others are done, twice; whoever hands in setups that take for ever delays nobody.
const kTurnsMs = [3_000, 20_000, kLongestMs];

/** @typedef {import('./lesson.js').Lesson} Lesson */
/** @typedef {import('./verify.js').Row} Row */

/**
 * A code: what it holds, or why it cannot be read; the number of an earlier one with its seed.
 * @typedef {{read: ?import('./codes.js').Code, fault: string, same: number}} Given
 */

/**
 * How the codes are tried: for how long each, what has been found out, and whether somebody else tries now.
 * @typedef {{ms: number, tried: Map<string, import('./verify.js').Outcome>, over: () => boolean}} Trying
 */

export class CodeTable {
  #course;
  #core;
  #run = 0;
  /** @type {string[][]} as shown; saved as CSV */
  #cells = [];

  /**
   * @param {import('./course.js').Course} course
   * @param {typeof import('./lessons_core.js').codesCore} core of its own: it is ended if a setup takes too long
   */
  constructor(course, core) {
    this.#course = course;
    this.#core = core;
    byId('check').onclick = () => this.#check(byId('codes').value);
    byId('cancel-check').onclick = () => this.#cancel();
    byId('save-table').onclick = () => {
      const blob = new Blob(['\ufeff', csvRows(this.#cells)], { type: 'text/csv' });
      el('a', { href: URL.createObjectURL(blob), download: 'reshard-results.csv' }).click();
    };
  }

  /**
   * The lessons of the courses and those whose links are among the codes; throws if one of these is invalid.
   * @param {string} text
   */
  async #lessonsIn(text) {
    /** @type {Map<string, Lesson>} */
    const own = new Map();
    for (const [, value] of text.matchAll(kOwnLesson)) {
      const lesson = await this.#course.find(value);
      own.set(lesson.id, lesson);
    }
    // first in the order, and replacing a lesson of the same id
    return new Map([...own, ...this.#course.lessons, ...own]);
  }

  /** @param {string} text */
  async #check(text) {
    if (!byId('cancel-check').hidden) this.#core.end();
    const run = ++this.#run;
    const over = () => run !== this.#run;
    const tell = (/** @type {string} */ words) => {
      byId('told').textContent = words;
    };
    try {
      checkPasted(text);
    } catch (error) {
      return tell(/** @type {Error} */ (error).message);
    }
    const codes = codesIn(text.replace(kOwnLesson, ''));
    if (codes.length > kMostCodes)
      return tell(t('There are {0} codes, the limit is {1}. Check them in parts.', codes.length, kMostCodes));
    let known;
    try {
      known = await this.#lessonsIn(text);
    } catch (error) {
      return tell(t('A lesson’s link cannot be read: {0}', /** @type {Error} */ (error).message));
    }
    const given = await givenBy(codes);
    if (over()) return;
    this.#begin(given, [...known.values()]);
    byId('cancel-check').hidden = codes.length === 0;
    const tried = new Map();
    let open = given.map((_, i) => i);
    for (const ms of kTurnsMs) {
      const late = [];
      for (const i of open) {
        byId('told').textContent = t('Checking {0} of {1}', i + 1, codes.length);
        const done = await this.#try(i, given[i], known, { ms, tried, over });
        if (over()) return;
        if (!done) late.push(i);
      }
      open = late;
    }
    this.#finish(codes.length);
  }

  /**
   * Shows a row for each code, before anything is tried.
   * @param {Given[]} given
   * @param {Lesson[]} lessons
   */
  #begin(given, lessons) {
    const heads = [
      '',
      t('Name'),
      t('Solved'),
      t('Par'),
      ...lessons.map(({ title }) => inLanguage(title, currentLanguage())),
      t('Remarks'),
    ];
    // Not in the tab order while it is empty.
    /** @type {HTMLElement} */ (byId('results').parentElement).hidden = given.length === 0;
    /** @type {HTMLTableSectionElement} */ (byId('results').tHead).replaceChildren(
      el(
        'tr',
        {},
        heads.map((head) => el('th', { scope: 'col' }, head)),
      ),
    );
    byId('results').tBodies[0].replaceChildren(...given.map(() => el('tr')));
    this.#cells = [heads];
    given.forEach(({ read }, i) =>
      this.#put(i, [String(i + 1), read?.name ?? '', '', '', ...lessons.map(() => ''), t('not checked')], true),
    );
  }

  /**
   * @param {number} i
   * @param {string[]} cells
   * @param {boolean} refused
   */
  #put(i, cells, refused) {
    this.#cells[i + 1] = cells;
    const row = byId('results').tBodies[0].rows[i];
    row.className = refused ? 'refused' : '';
    row.replaceChildren(...cells.map((cell) => el('td', {}, cell)));
  }

  /**
   * Tries a code's setups for a while and shows what came out. Returns whether that is all.
   * @param {number} i
   * @param {Given} given
   * @param {Map<string, Lesson>} known
   * @param {Trying} how
   */
  async #try(i, { read, fault, same }, known, { ms, tried, over }) {
    const lessons = [...known.values()];
    if (!read) {
      this.#put(
        i,
        [String(i + 1), '', '0', '0', ...lessons.map(() => ''), t('This is not a result code: {0}', fault)],
        true,
      );
      return true;
    }
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      this.#core.end(); // what is being tried may take minutes by itself
    }, ms);
    /** @type {Row[]} */
    let rows = [];
    let problem = '';
    try {
      rows = await verify(this.#core, known, read, { cancelled: () => late || over(), tried });
    } catch (error) {
      problem = /** @type {Error} */ (error).message;
    } finally {
      clearTimeout(timer);
    }
    if (over()) return false;
    const done = problem !== '' || rows.length === read.entries.length;
    const by = new Map(rows.map((row) => [row.id, row]));
    const marks = lessons.map(({ id, prediction }) => {
      const row = by.get(id);
      if (!row) return '';
      const mark = row.solved ? (row.par ? t('✓ par') : '✓') : '✗';
      return prediction && row.prediction !== null ? `${mark} (${written(prediction.unit, row.prediction)})` : mark;
    });
    const remarks = rows.filter(({ solved }) => !solved).map(({ id, why }) => `${id}: ${why}`);
    if (same > 0) remarks.push(t('same data as number {0}', same));
    if (problem) remarks.push(problem);
    if (!done)
      remarks.push(
        ms < kLongestMs
          ? t('takes long, so it goes on after the others')
          : t('the rest is not checked: it takes longer than {0} s', kLongestMs / 1000),
      );
    const counts = [rows.filter(({ solved }) => solved).length, rows.filter(({ par }) => par).length].map(String);
    this.#put(i, [String(i + 1), read.name, ...counts, ...marks, remarks.join('; ')], remarks.length > 0);
    return done;
  }

  /** @param {number} count */
  #finish(count) {
    const refused = byId('results').querySelectorAll('.refused').length;
    const good = count - refused;
    byId('told').textContent =
      count === 0
        ? t('No result codes found.')
        : refused > 0
          ? t('{0} {0|code|codes} checked, {1} with problems.', good, refused)
          : t('{0} {0|code|codes} checked.', good);
    byId('save-table').hidden = count === 0;
    byId('cancel-check').hidden = true;
  }

  // What has been found out stays.
  #cancel() {
    ++this.#run;
    this.#core.end();
    this.#finish(this.#cells.length - 1);
    byId('told').prepend(`${t('Cancelled.')} `);
    byId('check').focus();
  }
}

/**
 * What the codes hold.
 * @param {string[]} codes
 * @returns {Promise<Given[]>}
 */
async function givenBy(codes) {
  const seeds = new Map();
  /** @type {Given[]} */
  const given = [];
  for (const [i, code] of codes.entries()) {
    try {
      const read = await readCode(code);
      given.push({ read, fault: '', same: seeds.get(read.seed) ?? 0 });
      if (!seeds.has(read.seed)) seeds.set(read.seed, i + 1);
    } catch (error) {
      given.push({ read: null, fault: /** @type {Error} */ (error).message, same: 0 });
    }
  }
  return given;
}
