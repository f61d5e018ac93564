// A place in a text that a parser goes through, and its line, which a refusal names.
import { Unreadable } from './form.js';
import { templateIn } from './pasted.js';

/** @typedef {import('./pasted.js').Line} Line */

export class Scanner {
  /** @readonly */
  text;
  at = 0;
  #lines;
  #row = 0;
  #counted = 0;

  /** @param {Line[]} lines */
  constructor(lines) {
    this.#lines = lines;
    this.text = lines.map(({ text }) => text).join('\n');
  }

  /** The number of the line at which the scanner is. */
  get line() {
    for (let end = this.text.indexOf('\n', this.#counted); end >= 0 && end < this.at; ) {
      this.#row += 1;
      this.#counted = end + 1;
      end = this.text.indexOf('\n', this.#counted);
    }
    return this.#lines[this.#row]?.number ?? 1;
  }

  /** Refuses the line; a mark of a template in it says more than `why`. @param {string} why @returns {never} */
  refuseLine(why) {
    const { line } = this;
    const mark = templateIn(this.#lines[this.#row]?.text ?? '');
    throw new Unreadable(line, mark ? `template: ${mark}` : why);
  }

  /** Refuses a text that is cut. @param {string} why @returns {never} */
  refuseEnd(why) {
    const last = this.#lines.findLast(({ text }) => text.trim() !== '');
    throw new Unreadable(last?.number ?? 1, why);
  }

  /** What stands here, and goes behind it; null: something else. @param {RegExp} sticky */
  match(sticky) {
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.text);
    if (found) this.at = sticky.lastIndex;
    return found;
  }
}
