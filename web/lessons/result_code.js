// A learner's name and result code, shown in a solved lesson and below the list of lessons.
import { copy } from '../host/clipboard.js';
import { t } from '../text/language.js';
import { codeOf } from './codes.js';
import { button, el, saveText } from './dom.js';

export class ResultCode {
  #progress;
  #code = el('textarea', { readOnly: true, rows: 3, spellcheck: false, placeholder: t('Solve a lesson first.') });
  #told = el('span', { className: 'quiet', role: 'status' });

  /** @param {import('./progress.js').Progress} progress */
  constructor(progress) {
    this.#progress = progress;
    const name = el('input', {
      value: progress.name,
      maxLength: 100,
      autocomplete: 'off',
      onchange: () => {
        progress.name = name.value.trim();
        this.update();
      },
    });
    this.element = el(
      'section',
      { 'aria-labelledby': 'lessons-progress' },
      el('h3', { id: 'lessons-progress' }, t('Your progress')),
      progress.stored
        ? null
        : el('p', { className: 'quiet' }, t('This browser cannot store your progress here: save it before you leave.')),
      el('p', { className: 'quiet' }, t('The code contains what you have solved: give it to your teacher.')),
      el('label', {}, `${t('Name (optional)')} `, name),
      el('label', {}, `${t('Result code')} `, this.#code),
      el(
        'p',
        { className: 'buttons' },
        button(t('Copy code'), () => this.#copy()),
        button(t('Save as a file'), () => this.#save()),
        this.#told,
      ),
    );
    this.update();
  }

  /** Call after the solved lessons have changed. */
  async update() {
    this.#told.textContent = '';
    this.#code.value = Object.keys(this.#progress.done).length > 0 ? await codeOf(this.#progress) : '';
  }

  // The name may have just been typed.
  async #copy() {
    await this.update();
    this.#code.select();
    copy(this.#code.value, (/** @type {string} */ sentence) => {
      this.#told.textContent = sentence;
    });
  }

  async #save() {
    await this.update();
    saveText('reshard-progress.json', JSON.stringify({ code: this.#code.value }));
  }
}
