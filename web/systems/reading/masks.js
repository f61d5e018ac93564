// Marks of template languages in a text whose grammar they would break. Each becomes one sign that no text contains, so
// that the grammar goes on; a value with such a sign in it is then refused, or left alone where it decides nothing.
import { Unreadable } from './form.js';

// Jinja's and Helm's, ERB's, Terraform's, and where a shell or envsubst fills in a value.
// Marks of more than 300 signs are none: a search for the end of each beginning would take too long.
const kValue = /\{\{.{0,300}?\}\}|<%=.{0,300}?%>|\$\{[^}]{0,300}\}|\$\([^)]{0,300}\)/g;
const kControl = /\{%.{0,300}?%\}|%\{[^}]{0,300}\}|<%(?!=).{0,300}?%>/g;
const kComment = /\{#.{0,300}?#\}|\{\{-?\s{0,9}\/\*.{0,300}?\*\/\s{0,9}-?\}\}/g;
const kMayHave = /[{<$%\ue000-\uf8ff]/;
// What Helm writes in the braces of a value.
const kHelm = /^\{\{-?\s*(?:if|else|end|range|with|define|block|template)\b/;

const kFirst = 0xe000;
const kLast = 0xf8ff;
const kSign = /[\ue000-\uf8ff]/;

/** @typedef {{mark: string, control: boolean}} Masked `control`: it includes lines or not; else it is a value */

export class Masks {
  /** @type {Masked[]} */
  #all = [];

  /** @param {string} mark @param {boolean} control */
  #sign(mark, control) {
    if (kFirst + this.#all.length > kLast) return '?';
    this.#all.push({ mark, control });
    return String.fromCharCode(kFirst + this.#all.length - 1);
  }

  /** @param {string} line @param {{variables?: boolean}} [of] `variables`: “${x}” is a mark too */
  mask(line, { variables = true } = {}) {
    if (!kMayHave.test(line)) return line;
    return line
      .replace(/[\ue000-\uf8ff]/g, '?')
      .replace(kComment, '')
      .replace(kControl, (mark) => this.#sign(mark, true))
      .replace(kValue, (mark) => (!variables && mark.startsWith('$') ? mark : this.#sign(mark, kHelm.test(mark))));
  }

  /** The first mark in a masked text, or null. @param {string} text */
  in(text) {
    const sign = kSign.exec(text)?.[0];
    return sign === undefined ? null : this.#all[sign.charCodeAt(0) - kFirst];
  }

  /** Refuses a mark where a name or number must stand. @param {string} text @param {number} line */
  refuse(text, line) {
    const found = this.in(text);
    if (found) throw new Unreadable(line, `template: ${found.mark}`);
  }

  /** The text as it was pasted. @param {string} text */
  unmasked = (text) => text.replace(/[\ue000-\uf8ff]/g, (sign) => this.#all[sign.charCodeAt(0) - kFirst].mark);
}
