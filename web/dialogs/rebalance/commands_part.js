// The moves in a system's own commands, with the way back.
import { copy } from '../../host/clipboard.js';
import { t } from '../../text/language.js';
import { backOf, csvOf, movingOf, scriptOf, systemOf, writersFor, writtenBy } from '../../systems/moves/moves.js';
import { save } from '../tools/dialog.js';

/** @typedef {import('./shown.js').Shown} Shown */
/** @typedef {import('../../systems/moves/form.js').Written} Written */

const kMostShown = 20_000; // characters
/** @type {Record<string, string>} */
const kEndings = { shell: 'sh', sql: 'sql', json: 'json', javascript: 'js', http: 'txt' };

export class CommandsPart {
  #part;
  #told;
  /** @type {?Shown} */
  #shown = null;
  /** @type {?Written} */
  #written = null;
  #system = '';

  /** @param {(name: string) => any} part of the dialog @param {(words: string) => void} told */
  constructor(part, told) {
    this.#part = part;
    this.#told = told;
    part('system').onchange = () => {
      this.#system = part('system').value;
      this.#write();
    };
    part('to-commands').onclick = () => {
      part('commands').scrollIntoView();
      part('commands').querySelector('h3').focus({ preventScroll: true });
    };
    part('copy-commands').onclick = () => this.#written && copy(scriptOf(this.#written), told);
    part('save-commands').onclick = () => this.#save('moves', scriptOf);
    part('save-back').onclick = () => this.#save('rollback', backOf);
    part('moves-csv').onclick = () =>
      save(new Blob([csvOf(this.#moving())], { type: 'text/csv' }), 'rebalance-moves.csv');
  }

  /** @param {Shown} shown */
  show(shown) {
    this.#shown = shown;
    const writers = writersFor(systemOf(shown.reading));
    const system = writers.some((one) => one.system === this.#system) ? this.#system : writers[0].system;
    this.#part('system').replaceChildren(...writers.map((one) => new Option(one.title, one.system)));
    this.#part('system').value = this.#system = system;
    for (const name of ['commands', 'doors']) this.#part(name).hidden = shown.stop === 0;
    this.#write();
  }

  /** Another cluster has commands of its own. */
  forget() {
    this.#system = '';
  }

  /** In whose commands. */
  get system() {
    return this.#system;
  }

  #moving() {
    const { reading, plan, stop, problem, rate } = /** @type {Shown} */ (this.#shown);
    const copies = plan.moves.slice(0, stop).filter((move) => move.length === 3);
    const moves = /** @type {import('../../systems/moves/form.js').Move[]} */ (copies);
    return { ...movingOf(reading, moves, problem), ...(rate !== undefined && { rate }) };
  }

  #write() {
    if (this.#shown?.stop === 0) return;
    const { written, refused } = writtenBy(this.#system, this.#moving());
    this.#written = written;
    const [pre, part] = [this.#part('commands').querySelector('pre'), this.#part];
    part('not-written').textContent = refused;
    part('held').textContent = written?.held ?? '';
    const text = written ? scriptOf(written) : '';
    pre.hidden = !written;
    pre.firstElementChild.textContent = text.length > kMostShown ? `${text.slice(0, kMostShown)}\n…` : text;
    part('command-notes').replaceChildren(
      ...(written?.notes ?? []).map((note) => Object.assign(document.createElement('li'), { textContent: note })),
    );
    for (const name of ['copy-commands', 'save-commands', 'save-back']) part(name).hidden = !written;
    part('files').replaceChildren(
      ...(written?.files ?? []).map(({ file, text: content }) => {
        const button = Object.assign(document.createElement('button'), { type: 'button' });
        button.textContent = t('Save {0}', file);
        button.onclick = () => save(new Blob([content], { type: 'text/plain' }), file);
        return button;
      }),
    );
  }

  /** @param {string} name @param {(written: Written) => string} of */
  #save(name, of) {
    if (!this.#written) return;
    const ending = kEndings[this.#written.language] ?? 'txt';
    save(new Blob([of(this.#written)], { type: 'text/plain' }), `rebalance-${name}.${ending}`);
    this.#told('');
  }
}
