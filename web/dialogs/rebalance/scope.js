// Whether one topic of a text is planned, or all that it holds together.
import { t } from '../../text/language.js';
import { wordsOf } from '../../systems/shared/kinds.js';
import { isJoinable } from '../../systems/rebalance/joined.js';

/** @typedef {import('../../systems/reading/form.js').Reading} Reading */

/** What is planned, where all is planned together. @param {Reading} one @param {Reading} all */
export function titleOfAll({ choices = [] }, { system, nodes, entries }) {
  const whole = wordsOf(entries.kind).whole(entries.rows.length);
  return system === 'kafka'
    ? t('Kafka, all {0} topics: {1} {1|broker|brokers}, {2}', choices.length, nodes.length, whole)
    : t('Elasticsearch, all {0} indices: {1} {1|node|nodes}, {2}', choices.length, nodes.length, whole);
}

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
