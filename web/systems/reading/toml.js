// TOML of configurations as the tree that JSON and YAML give: numbers keep their digits, and each value knows its line.
import { Scanner } from './scanner.js';
import { Tree } from './json.js';
import { Unreadable } from './form.js';

/** @typedef {import('./pasted.js').Line} Line */

const kBare = /[A-Za-z0-9_-]+/y;
const kNumber = /[+-]?(?:0x[\da-f_]+|0o[0-7_]+|0b[01_]+|\d[\d_]*(?:\.[\d_]+)?(?:e[+-]?\d+)?)/iy;
const kWord = /true|false|[+-]?(?:inf|nan)|\d{4}-\d\d-\d\d(?:[T ][\d:.]+)?(?:Z|[+-]\d\d:\d\d)?|\d\d:\d\d:[\d.]+/iy;
const kEscapes = /** @type {Record<string, string>} */ ({
  ...{ b: '\b', t: '\t', n: '\n', f: '\f', r: '\r' },
  ...{ '"': '"', '\\': '\\' },
});
const kDeepest = 50;

/** @param {number} line */
function table(line) {
  const tree = new Tree(line);
  tree.members = new Map();
  return tree;
}

class Parser extends Scanner {
  /** Tables that a value or a heading has closed. @type {Set<Tree>} */
  #closed = new Set();

  /** @param {string} why @returns {never} */
  #refuse(why) {
    if (this.at >= this.text.length) this.refuseEnd('the TOML ends too early');
    this.refuseLine(`this is not TOML: ${why}`);
  }

  /** @param {RegExp} sticky */
  #match(sticky) {
    return this.match(sticky)?.[0];
  }

  /** @param {string} sign */
  #takes(sign) {
    if (!this.text.startsWith(sign, this.at)) return false;
    this.at += sign.length;
    return true;
  }

  #blanks = () => void this.#match(/[ \t]*/y);
  /** Blanks, line ends and comments. */
  #space = () => void this.#match(/(?:[ \t\r\n]|#[^\n]*)*/y);

  #end() {
    this.#match(/[ \t]*(?:#[^\n]*)?/y);
    if (this.at < this.text.length && !this.#takes('\n')) this.#refuse('a value does not end with its line');
  }

  /** @returns {string[]} */
  #keys() {
    const keys = [];
    do {
      this.#blanks();
      const sign = this.text[this.at];
      keys.push(sign === '"' || sign === "'" ? this.#string() : (this.#match(kBare) ?? this.#refuse('no name')));
      this.#blanks();
    } while (this.#takes('.'));
    return keys;
  }

  #string() {
    const quote = this.text[this.at];
    const long = this.text.startsWith(quote.repeat(3), this.at);
    this.at += long ? 3 : 1;
    if (long) this.#takes('\n');
    let found = '';
    for (;;) {
      const sign = this.text[this.at];
      if (sign === undefined || (sign === '\n' && !long)) this.#refuse('a text does not end');
      if (sign === quote && (!long || this.text.startsWith(quote.repeat(3), this.at))) break;
      found += sign === '\\' && quote === '"' ? this.#escape() : sign;
      this.at += 1;
    }
    this.at += long ? 3 : 1;
    return found;
  }

  /** What a backslash stands for; its last sign stays next. */
  #escape() {
    const blank = /\\[ \t]*\n\s*/y;
    blank.lastIndex = this.at;
    const joined = blank.exec(this.text)?.[0];
    if (joined !== undefined) {
      this.at += joined.length - 1;
      return '';
    }
    this.at += 1;
    const sign = this.text[this.at] ?? '';
    if (sign in kEscapes) return kEscapes[sign];
    const digits = sign === 'u' ? 4 : sign === 'U' ? 8 : 0;
    const hex = this.text.slice(this.at + 1, this.at + 1 + digits);
    if (digits === 0 || !/^[\da-f]+$/i.test(hex) || hex.length < digits || parseInt(hex, 16) > 0x10ffff) {
      this.#refuse('a backslash in a text');
    }
    this.at += digits;
    return String.fromCodePoint(parseInt(hex, 16));
  }

  /** @param {number} deep @returns {Tree} */
  #value(deep) {
    const tree = new Tree(this.line);
    if (deep > kDeepest) this.#refuse('it is nested too deeply');
    const sign = this.text[this.at];
    if (sign === '"' || sign === "'") {
      tree.quoted = true;
      tree.text = this.#string();
    } else if (this.#takes('[')) this.#list(tree, deep);
    else if (this.#takes('{')) this.#inline(tree, deep);
    else {
      const word = this.#match(kWord);
      const text = word ?? this.#match(kNumber) ?? this.#refuse('no value');
      tree.text = word === undefined ? numberOf(text) : text;
    }
    return tree;
  }

  /** @param {Tree} tree @param {number} deep */
  #list(tree, deep) {
    const items = (tree.items = /** @type {Tree[]} */ ([]));
    for (;;) {
      this.#space();
      if (this.#takes(']')) break;
      items.push(this.#value(deep + 1));
      this.#space();
      if (this.#takes(']')) break;
      if (!this.#takes(',')) this.#refuse('no comma in a list');
    }
    this.#closed.add(tree);
  }

  /** @param {Tree} tree @param {number} deep */
  #inline(tree, deep) {
    tree.members = new Map();
    this.#space();
    while (!this.#takes('}')) {
      this.#pair(tree, deep + 1);
      this.#space();
      if (this.#takes('}')) break;
      if (!this.#takes(',')) this.#refuse('no comma between members');
      this.#space();
    }
    this.#closed.add(tree);
  }

  /** @param {Tree} into @param {number} deep */
  #pair(into, deep) {
    const line = this.line;
    const keys = this.#keys();
    if (!this.#takes('=')) this.#refuse('no “=” after a name');
    this.#blanks();
    const value = this.#value(deep);
    value.at = line;
    const last = keys.pop() ?? '';
    const of = this.#within(into, keys, line);
    if (of.members?.has(last)) throw new Unreadable(line, `“${last.slice(0, 40)}” is already there`);
    of.members?.set(last, value);
  }

  /**
   * The table that some names lead to; of a list of tables its last one.
   * @param {Tree} from @param {string[]} keys @param {number} line
   */
  #within(from, keys, line) {
    let of = from;
    for (const key of keys) {
      const next = of.members?.get(key) ?? table(line);
      of.members?.set(key, next);
      const last = next.items && !this.#closed.has(next) ? next.items[next.items.length - 1] : next;
      if (!last?.members || this.#closed.has(last))
        throw new Unreadable(line, `“${key.slice(0, 40)}” is already there`);
      of = last;
    }
    return of;
  }

  /** All of it. */
  all() {
    const root = table(this.line);
    const headed = new Set();
    let current = root;
    for (;;) {
      this.#space();
      if (this.at >= this.text.length) return root;
      const line = this.line;
      if (this.#takes('[')) {
        const list = this.#takes('[');
        const keys = this.#keys();
        if (!this.#takes(list ? ']]' : ']')) this.#refuse('a heading does not end');
        const last = keys.pop() ?? '';
        const of = this.#within(root, keys, line);
        const before = of.members?.get(last);
        if (list) {
          current = table(line);
          if (!before) {
            const items = new Tree(line);
            items.items = [current];
            of.members?.set(last, items);
          } else if (before.items && !this.#closed.has(before)) before.items.push(current);
          else throw new Unreadable(line, `“${last.slice(0, 40)}” is already there`);
        } else {
          if (before && (!before.members || headed.has(before) || this.#closed.has(before))) {
            throw new Unreadable(line, `“${last.slice(0, 40)}” is already there`);
          }
          current = before ?? table(line);
          of.members?.set(last, current);
          headed.add(current);
        }
      } else this.#pair(current, 0);
      this.#end();
    }
  }
}

/** @param {string} text with underscores, or to another base */
function numberOf(text) {
  const plain = text.replace(/_/g, '').replace(/^\+/, '');
  return /^0[xob]/i.test(plain) ? String(BigInt(plain)) : plain;
}

/** @param {Line[]} lines @throws {Unreadable} */
export const tomlTree = (lines) => new Parser(lines).all();
