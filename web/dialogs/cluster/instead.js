// What can be done with a text that is refused: read it without the line that its system does not accept, or take rows
// of a table to the dialogs that are about rows.
import { t } from '../../text/language.js';
import { giveRows } from '../files/given_rows.js';
import { canDrop } from './cluster_rules.js';

export const kInsteadHtml = `<p class="buttons" hidden data-name="instead">
    <button type="button" name="without" hidden></button>
    <button type="button" name="rows-key" data-dialog="sharding_key">Choose a sharding key</button>
    <button type="button" name="rows-keys">Use one column as keys</button></p>`;

/** A text without its line of this number, from 1. @param {string} text @param {number} line */
export function withoutLine(text, line) {
  const lines = text.split(/(?<=\n|\r(?!\n))/);
  return [...lines.slice(0, line - 1), ...lines.slice(line)].join('');
}

/**
 * @typedef {object} Asking
 * @property {import('../tools/dialog.js').Dialog} dialog
 * @property {import('../../host/page.js').Page} page
 * @property {() => ?Blob} given what was refused
 * @property {(text: string) => void} read reads another text
 */

export class Instead {
  #dialog;
  #line = 0;

  /** @param {Asking} asking */
  constructor({ dialog, page, given, read }) {
    this.#dialog = dialog;
    dialog.part('without').onclick = () => read(withoutLine(dialog.part('text').value, this.#line));
    // the click goes on to the page, which opens that dialog
    dialog.part('rows-key').onclick = () => this.#hand(given());
    dialog.part('rows-keys').onclick = () => {
      this.#hand(given());
      page.run({ do: 'choose_keys' });
    };
  }

  #hand(/** @type {?Blob} */ rows) {
    giveRows(rows);
    this.#dialog.close();
  }

  /** @param {?import('./cluster_engine.js').Answer} answer */
  offer(answer) {
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    const refused = answer?.kind === 'refused' ? answer : null;
    // a file, or a long text, is not in the field, where people see what becomes of it
    const drops = refused !== null && canDrop(refused) && part('text').value !== '';
    const table = refused?.table ?? false;
    this.#line = drops ? refused.line : 0;
    part('without').hidden = !drops;
    part('without').textContent = drops ? t('Read again without line {0}', refused.line) : '';
    part('rows-key').hidden = part('rows-keys').hidden = !table;
    part('instead').hidden = !drops && !table;
  }
}
