// The list of lessons, which of them are solved, and the learner's progress: name, result code, file.
import { checkSize } from '../dialogs/files/doors.js';
import { t } from '../text/language.js';
import { codeOfSaved, kMaxSaved, readCode } from './codes.js';
import { button, el } from './dom.js';
import { scenarioIn } from './links.js';
import { ResultCode } from './result_code.js';
import { kLongestMs, verify } from './verify.js';

export class ListView {
  #lessons;
  #note;

  /**
   * @param {import('./lessons.js').Lessons} lessons
   * @param {string} note
   */
  constructor(lessons, note) {
    this.#lessons = lessons;
    this.#note = note;
  }

  get title() {
    return t('Lessons');
  }

  update() {}
  leave() {}

  draw() {
    const { course, page, progress } = this.#lessons;
    return el(
      'div',
      { className: 'list' },
      this.#note && el('p', { className: 'refused', role: 'alert' }, this.#note),
      course.refused.map((why) => el('p', { className: 'refused' }, t('This lesson cannot be opened. {0}', why))),
      course.parts.map((part) => this.#drawPart(part)),
      new ResultCode(progress).element,
      this.#drawLoading(),
      el('p', {}, el('a', { href: `teacher.html#${scenarioIn(page.state().link ?? '')}` }, t('For teachers'))),
    );
  }

  /** @param {import('./course.js').Part} part */
  #drawPart({ title, lessons }) {
    const { progress } = this.#lessons;
    const words = this.#lessons.text(title);
    return el(
      'section',
      { 'aria-label': words },
      el('h3', {}, words),
      el(
        'ol',
        { className: 'titles' },
        lessons.map((lesson) => {
          const done = progress.done[lesson.id];
          const reached = done?.par ? t('Par reached') : t('Solved');
          const state = done?.version === lesson.version ? reached : '';
          const minutes = lesson.notes?.minutes;
          return el(
            'li',
            {},
            button(this.#lessons.text(lesson.title), () => this.#lessons.start(lesson), { className: 'title' }),
            el('span', { className: state ? 'state ok' : 'state' }, state || (minutes ? t('{0} min', minutes) : '')),
          );
        }),
      ),
    );
  }

  #drawLoading() {
    const { progress } = this.#lessons;
    const text = el('textarea', { rows: 3, spellcheck: false, autocomplete: 'off' });
    const told = el('p', { role: 'status', hidden: true });
    const load = async (/** @type {string | File} */ given) => {
      told.hidden = false;
      told.textContent = await this.#load(given);
    };
    return el(
      'details',
      {},
      el('summary', {}, t('Load progress')),
      el('label', {}, `${t('A code, or the text of a file')} `, text),
      el(
        'label',
        {},
        `${t('Or a file')} `,
        el('input', {
          type: 'file',
          onchange: (/** @type {{target: {files: FileList}}} */ { target }) => {
            if (target.files[0]) load(target.files[0]);
          },
        }),
      ),
      el(
        'p',
        { className: 'buttons' },
        button(t('Load'), () => load(text.value)),
        button(t('Delete my progress'), () => {
          progress.forget();
          this.#lessons.showList();
        }),
      ),
      told,
    );
  }

  /**
   * From a text or a file. Returns the outcome, in words.
   * @param {string | File} given
   */
  async #load(given) {
    const { core, course, progress } = this.#lessons;
    try {
      if (given instanceof Blob) checkSize(given.size, kMaxSaved);
      const read = await readCode(codeOfSaved(given instanceof Blob ? await given.text() : given));
      const until = performance.now() + kLongestMs;
      const rows = await verify(core, course.lessons, read, { cancelled: () => performance.now() > until });
      if (rows.length < read.entries.length)
        return t('Not loaded: trying its setups takes longer than {0} s.', kLongestMs / 1000);
      const count = progress.load(read, rows);
      this.#lessons.showList(t('Loaded: {0} solved lessons.', count));
      return '';
    } catch (error) {
      return /** @type {Error} */ (error).message;
    }
  }
}
