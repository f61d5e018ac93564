// The fields in which people fill in what a template leaves open.
import { t } from '../../text/language.js';

export const kMarksHtml = `<fieldset class="marks" hidden data-name="marks"><legend>Values of the template</legend>
    <div class="fields"></div><p><button type="submit" name="again">Read again</button></p></fieldset>`;

export class MarksForm {
  #box;
  #fields;

  /** @param {HTMLElement} box of kMarksHtml */
  constructor(box) {
    this.#box = box;
    this.#fields = /** @type {HTMLElement} */ (box.querySelector('.fields'));
  }

  /** The values that were given. @returns {import('./marks_rules.js').Values} */
  get values() {
    return [...this.#fields.querySelectorAll('input')]
      .map(({ name, value }) => /** @type {[string, string]} */ ([name, value.trim()]))
      .filter(([, value]) => value !== '');
  }

  clear() {
    this.#fields.replaceChildren();
    this.#box.hidden = true;
  }

  /** Asks for these, too. @param {string[]} marks */
  ask(marks) {
    const known = [...this.#fields.querySelectorAll('input')].map(({ name }) => name);
    const fields = marks
      .filter((mark) => !known.includes(mark))
      .map((mark) => {
        const field = Object.assign(document.createElement('input'), { name: mark, autocomplete: 'off' });
        field.spellcheck = false;
        const label = document.createElement('label');
        label.append(t('Value of {0}', mark), field);
        return label;
      });
    this.#fields.append(...fields);
    this.#box.hidden = this.#fields.childElementCount === 0;
    // whoever still writes the text goes on there
    if (this.#box.contains(document.activeElement)) fields[0]?.querySelector('input')?.focus();
  }
}
