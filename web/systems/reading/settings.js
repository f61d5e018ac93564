// Settings of libconfig (ProxySQL) and of HCL (Consul) as the tree that JSON gives: names with “=”, “:” or a block
// behind them, lists in brackets, and comments.
import { Scanner } from './scanner.js';
import { Tree } from './json.js';
import { Unreadable } from './form.js';

/** @typedef {import('./pasted.js').Line} Line */

const kSpace = /(?:[\s,;]|#[^\n]*|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)*/y;
const kName = /[A-Za-z*_][\w*.-]*/y;
const kScalar = /[+-]?\d[\w.+-]*|true\b|false\b|null\b/iy;
const kText = /"((?:[^"\\\n]|\\.)*)"/y;
const kClosing = /** @type {Record<string, string>} */ ({ '{': '}', '[': ']', '(': ')' });
const kEscapes = /** @type {Record<string, string>} */ ({ n: '\n', r: '\r', t: '\t', f: '\f' });
const kDeepest = 50;

class Parser extends Scanner {
  /** @param {string} why @returns {never} */
  #refuse(why) {
    if (this.at >= this.text.length) this.refuseEnd('the settings end too early');
    this.refuseLine(why);
  }

  #next() {
    this.match(kSpace);
    return this.text[this.at];
  }

  /** Members up to a closing sign, or to the end. @param {Tree} tree @param {string} closing @param {number} deep */
  members(tree, closing = '', deep = 0) {
    tree.members = new Map();
    if (deep > kDeepest) this.#refuse('the settings are nested too deeply');
    for (let sign = this.#next(); ; sign = this.#next()) {
      if (sign === undefined && closing === '') return tree;
      if (sign !== undefined && sign === closing) break;
      const line = this.line;
      const name = (this.match(kText) ?? [])[1] ?? this.match(kName)?.[0] ?? this.#refuse('no name of a setting');
      this.#blanks();
      const assigned = /[=:]/.test(this.text[this.at] ?? '');
      if (assigned) this.at += 1;
      else if (this.text[this.at] !== '{') this.#refuse(`nothing follows the name ${name.slice(0, 40)}`);
      const value = this.#value(deep);
      value.at = line;
      if (tree.members.has(name)) throw new Unreadable(line, `“${name.slice(0, 40)}” is already there`);
      tree.members.set(name, value);
    }
    this.at += 1;
    return tree;
  }

  #blanks = () => void this.match(/\s*/y);

  /** @param {number} deep @returns {Tree} */
  #value(deep) {
    this.match(/(?:\s|#[^\n]*|\/\/[^\n]*)*/y);
    const tree = new Tree(this.line);
    const sign = this.text[this.at];
    if (sign === '{') {
      this.at += 1;
      return this.members(tree, '}', deep + 1);
    }
    if (sign === '[' || sign === '(') {
      this.at += 1;
      if (deep > kDeepest) this.#refuse('the settings are nested too deeply');
      tree.items = [];
      for (let next = this.#next(); next !== kClosing[sign]; next = this.#next()) {
        if (next === undefined) this.#refuse('');
        tree.items.push(this.#value(deep + 1));
      }
      this.at += 1;
      return tree;
    }
    let text = this.match(kText);
    if (!text) {
      tree.text = this.match(kScalar)?.[0] ?? this.#refuse('no value of a setting');
      return tree;
    }
    tree.quoted = true;
    tree.text = '';
    for (; text; text = this.match(/\s*"((?:[^"\\\n]|\\.)*)"(?!\s*[=:])/y)) {
      tree.text += text[1].replace(/\\(.)/g, (_, one) => kEscapes[one] ?? one);
    }
    return tree;
  }
}

/** @param {Line[]} lines @throws {Unreadable} */
export const settingsIn = (lines) => new Parser(lines).members(new Tree(lines[0]?.number ?? 1));
