// Values in a tree of JSON or YAML, as texts and numbers.
import { Unreadable, noTemplate } from './form.js';

/** @typedef {import('./json.js').Tree} Tree */
/** @typedef {import('./yaml.js').Templates} Templates */

const camel = (/** @type {string} */ name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

/** A member by its name in snake_case, or one of one. @param {?Tree | undefined} tree @param {string[]} names */
export function member(tree, ...names) {
  let found = tree ?? null;
  for (const name of names) found = found?.members?.get(name) ?? found?.members?.get(camel(name)) ?? null;
  return found;
}

/** Values of a tree: a template in them refuses. */
export class Values {
  #templates;

  /** @param {Templates} templates */
  constructor(templates) {
    this.#templates = templates;
  }

  /** @param {?Tree} tree */
  text(tree) {
    if (!tree) return '';
    const text = this.#templates.fixed(tree);
    noTemplate(text, tree.line);
    return text;
  }

  /** @param {?Tree} tree @param {number} usual @param {{least?: number, most: number, fraction?: boolean}} of */
  number(tree, usual, { least = 0, most, fraction = false }) {
    const text = this.text(tree);
    if (!tree || tree.text === null) return usual;
    const number = Number(text);
    if (!(fraction ? /^\d+(?:\.\d+)?$/ : /^\d{1,15}$/).test(text) || number < least || number > most) {
      throw new Unreadable(tree.line, `“${text.slice(0, 30)}” is no number from ${least} to ${most}`);
    }
    return number;
  }
}
