// Whether one topic of a text is planned, or all that it holds together.
import { t } from '../../text/language.js';
import { isJoinable } from '../../systems/rebalance/joined.js';

/** @typedef {import('../../systems/reading/form.js').Reading} Reading */

export class Scope {
  #part;

  /** @param {(name: string) => any} part of the dialog */
  constructor(part) {
    this.#part = part;
  }

  hide() {
    this.#part('scoping').hidden = true;
  }

  /**
   * @param {Reading} reading of one
   * @param {(all: boolean) => Promise<boolean>} plan whether that is what is planned then
   */
  show(reading, plan) {
    const { choices = [], choice = '', system } = reading;
    this.#part('scoping').hidden = !isJoinable(reading);
    const all =
      system === 'kafka' ? t('all {0} topics together', choices.length) : t('all {0} indices together', choices.length);
    const box = this.#part('scope');
    box.replaceChildren(new Option(choice, 'one'), new Option(all, 'all'));
    let planned = 'one';
    box.onchange = async () => {
      const { value } = box;
      if (await plan(value === 'all')) planned = value;
      else if (box.value === value) box.value = planned;
    };
  }
}
