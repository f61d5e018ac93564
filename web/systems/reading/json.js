// JSON of a pasted text: numbers keep all their digits, and each value knows its line.
import { templateIn } from './pasted.js';
import { Unreadable } from './form.js';

/** @typedef {import('./pasted.js').Line} Line */

/** A value of JSON or YAML. */
export class Tree {
  /** Where its name is, or where it begins. */
  at;
  /**
   * Of a scalar as it was written, without quotation marks and escapes; numbers keep all digits. Null: it is null, a
   * list or a map. @type {?string}
   */
  text = null;
  quoted = false;
  /** Of a list. @type {?Tree[]} */
  items = null;
  /** Of a map. @type {?Map<string, Tree>} */
  members = null;
  /** A list or map of YAML in brackets; or it has an anchor, is an alias or has a tag. */
  flow = false;

  /** @param {number} line where it begins */
  constructor(line) {
    this.line = line;
    this.at = line;
  }
}

const kNumber = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const kWord = /true|false|null/y;
const kEscapes = new Map([
  ...['"', '\\', '/'].map((sign) => /** @type {[string, string]} */ ([sign, sign])),
  ...Object.entries({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }),
]);
const kDeepest = 200;
const [kTab, kLineEnd, kReturn, kBlank, kQuote, kComma, kSlash] = [9, 10, 13, 32, 34, 44, 47];
const [kColon, kOpenList, kBackslash, kCloseList, kOpen, kClose] = [58, 91, 92, 93, 123, 125];

class Scanner {
  #lines;
  #text;
  #comments;
  #at = 0;
  #row = 0;

  /** @param {Line[]} lines @param {boolean} [comments] whether it may have comments, as no JSON has */
  constructor(lines, comments = false) {
    this.#lines = lines;
    this.#text = lines.length === 1 ? lines[0].text : lines.map(({ text }) => text).join('\n');
    this.#comments = comments;
  }

  /** The number of the line that is being read. */
  get line() {
    return this.#lines[Math.min(this.#row, this.#lines.length - 1)]?.number ?? 1;
  }

  /** How many lines were begun, and what is left of the last of them. */
  get rest() {
    const end = this.#text.indexOf('\n', this.#at);
    return { rows: this.#row + 1, tail: this.#text.slice(this.#at, end < 0 ? undefined : end) };
  }

  get done() {
    return Number.isNaN(this.#peek());
  }

  /** Why this is no JSON; a template mark in the line is the better reason. @param {string} why @returns {never} */
  #refuse(why) {
    const mark = templateIn(this.#lines[this.#row]?.text ?? '');
    throw new Unreadable(this.line, mark ? `template: ${mark}` : why);
  }

  /** @returns {never} */
  #refuseNext(/** @type {string} */ instead) {
    if (this.#at < this.#text.length) {
      const found = this.#text.slice(this.#at, this.#at + 20).split(/[\s,\]}]/)[0] || this.#text[this.#at];
      return this.#refuse(`this is not JSON: “${found}” stands where ${instead} should`);
    }
    const last = this.#lines.findLast(({ text }) => text.trim() !== '');
    throw new Unreadable(last?.number ?? this.line, 'the JSON ends too early');
  }

  /** The code of the next character that is not blank; NaN at the end. */
  #peek() {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === kLineEnd) this.#row += 1;
      else if (code === kSlash && this.#comments) {
        if (!this.#comment()) return code;
        continue;
      } else if (code !== kBlank && code !== kTab && code !== kReturn) return code;
      this.#at += 1;
    }
  }

  /** Whether there is a comment here; it is left behind. */
  #comment() {
    const long = this.#text.startsWith('/*', this.#at);
    if (!long && !this.#text.startsWith('//', this.#at)) return false;
    const found = this.#text.indexOf(long ? '*/' : '\n', this.#at + 2);
    const end = found < 0 ? this.#text.length : long ? found + 2 : found;
    for (let i = this.#text.indexOf('\n', this.#at); i >= 0 && i < end; i = this.#text.indexOf('\n', i + 1)) {
      this.#row += 1;
    }
    this.#at = end;
    return true;
  }

  /** Whether this character is next; it is left behind. @param {number} code */
  #takes(code) {
    if (this.#peek() !== code) return false;
    this.#at += 1;
    return true;
  }

  /** A text in quotation marks, of which the first is next. */
  #string() {
    const text = this.#text;
    let found = '';
    for (;;) {
      const from = this.#at + 1;
      let [at, code] = [from, text.charCodeAt(from)];
      while (code >= kBlank && code !== kQuote && code !== kBackslash) code = text.charCodeAt(++at);
      const plain = text.slice(from, at);
      this.#at = at;
      if (code === kQuote) {
        this.#at += 1;
        return found === '' ? plain : found + plain;
      }
      if (code !== kBackslash) this.#refuse('this is not JSON: a text does not end in its line');
      found += plain + this.#escape();
    }
  }

  /** What a backslash and its letter stand for; the last character of it stays next. */
  #escape() {
    const one = this.#text[this.#at + 1] ?? '';
    this.#at += 1;
    if (one !== 'u') return kEscapes.get(one) ?? this.#refuse(`this is not JSON: “\\${one.trim()}” in a text`);
    const hex = this.#text.slice(this.#at + 1, this.#at + 5);
    if (!/^[0-9a-f]{4}$/i.test(hex)) this.#refuse('this is not JSON: “\\u” without four digits');
    this.#at += 4;
    return String.fromCharCode(parseInt(hex, 16));
  }

  /** A number, true, false or null. @param {Tree} of */
  #scalar(of) {
    kNumber.lastIndex = this.#at;
    if (kNumber.test(this.#text)) {
      of.text = this.#text.slice(this.#at, kNumber.lastIndex);
      this.#at = kNumber.lastIndex;
      return;
    }
    kWord.lastIndex = this.#at;
    const word = kWord.exec(this.#text)?.[0] ?? this.#refuseNext('a value');
    this.#at = kWord.lastIndex;
    of.text = word === 'null' ? null : word;
  }

  /** What is in brackets, with commas between. @param {number} end @param {() => void} one */
  #all(end, one) {
    this.#at += 1;
    if (this.#takes(end)) return;
    do one();
    while (this.#takes(kComma));
    if (!this.#takes(end)) this.#refuseNext(`a comma or “${String.fromCharCode(end)}”`);
  }

  /** @param {Map<string, Tree>} members @param {number} deep */
  #member(members, deep) {
    if (this.#peek() !== kQuote) this.#refuseNext('a name in quotation marks');
    const { line } = this;
    const name = this.#string();
    if (!this.#takes(kColon)) this.#refuseNext('a colon');
    const value = this.value(deep);
    value.at = line;
    if (members.has(name)) throw new Unreadable(line, `the member “${name.slice(0, 40)}” is already there`);
    members.set(name, value);
  }

  /** The items of a list, or the one value that is none, one by one. @param {(item: Tree) => void} take */
  each(take) {
    if (this.#peek() === kOpenList) this.#all(kCloseList, () => take(this.value(1)));
    else take(this.value());
  }

  /** @param {number} [deep] @returns {Tree} */
  value(deep = 0) {
    const code = this.#peek();
    const of = new Tree(this.line);
    if (deep > kDeepest) throw new Unreadable(of.line, 'the JSON is nested too deeply');
    if (code === kOpen) {
      const members = (of.members = /** @type {Map<string, Tree>} */ (new Map()));
      this.#all(kClose, () => this.#member(members, deep + 1));
    } else if (code === kOpenList) {
      const items = (of.items = /** @type {Tree[]} */ ([]));
      this.#all(kCloseList, () => items.push(this.value(deep + 1)));
    } else if (code === kQuote) {
      of.quoted = true;
      of.text = this.#string();
    } else this.#scalar(of);
    return of;
  }
}

/** Whether a line may begin JSON, and no template. @param {string} text */
export const opensJson = (text) => /^\s*(?:\[|\{(?![{%]))/.test(text);

// What shells leave behind the end of an output without a line end: the next prompt.
const kPromptTail = /^\s*(?:[%$#>]|\S*@\S+[$#>%:]|\[\S+@.*\][$#])/;

/**
 * The first JSON of the lines.
 * @param {Line[]} lines
 * @returns {{json: Tree, before: Line[], after: Line[]}} the lines before and behind it
 * @throws {Unreadable} with the line where it is none, or ends too early
 */
export function jsonIn(lines) {
  const { found: json, ...around } = scan(lines, (scanner) => scanner.value());
  return { json, ...around };
}

/**
 * The items of the list that is the first JSON of the lines, or that JSON itself, one by one.
 * @param {Line[]} lines
 * @param {(item: Tree) => void} take
 */
export const eachItem = (lines, take) => scan(lines, (scanner) => scanner.each(take));

/** @template T @param {Line[]} lines @param {(scanner: Scanner) => T} read */
function scan(lines, read) {
  const first = lines.findIndex(({ text }) => opensJson(text));
  if (first < 0) throw new Unreadable(lines[0]?.number ?? 1, 'no JSON');
  const scanner = new Scanner(first === 0 ? lines : lines.slice(first));
  const found = read(scanner);
  const { rows, tail } = scanner.rest;
  const last = lines[first + rows - 1];
  if (tail.trim() !== '' && !kPromptTail.test(tail)) {
    throw new Unreadable(last.number, `this is not JSON: “${tail.trim().slice(0, 20)}” stands behind its end`);
  }
  return { found, before: lines.slice(0, first), after: lines.slice(first + rows) };
}

/** All values of a text, one behind the other: mostly one. @param {Line[]} lines @param {{comments?: boolean}} [of] */
export function jsonValues(lines, { comments = false } = {}) {
  const scanner = new Scanner(lines, comments);
  const values = /** @type {Tree[]} */ ([]);
  while (!scanner.done) values.push(scanner.value());
  return values;
}

/** A member of an object, or undefined. @param {Tree | undefined} of @param {string} name */
export const memberOf = (of, name) => of?.members?.get(name);

/** The items of a list; of anything else none. @param {Tree | undefined} of */
export const itemsOf = (of) => of?.items ?? [];

const isWord = (/** @type {Tree} */ { text, quoted }) => !quoted && (text === 'true' || text === 'false');

/** A number or string as text; undefined for null, and for anything else. @param {Tree | undefined} of */
export const textOf = (of) => (!of || isWord(of) ? undefined : (of.text ?? undefined));
