// nginx's grammar (ngx_conf_read_token() of 1.22.1): words up to “;”, blocks in braces, strings in either quotes.
import { Masks } from '../../reading/masks.js';
import { Unreadable } from '../../reading/form.js';

/** @typedef {import('../../reading/pasted.js').Line} Line */
/** @typedef {{text: string, line: number, quoted: boolean}} Word `text`: masked */
/** @typedef {{words: Word[], line: number, block: ?Statement[]}} Statement a mark that includes lines is one too */

const kDeepest = 100;
const kBlank = /[ \t\r\n]/;
/** @type {Record<string, string>} */
const kEscapes = { '"': '"', "'": "'", '\\': '\\', t: '\t', r: '\r', n: '\n' };

/** @param {string} text */
const unescaped = (text) => text.replace(/\\(["'\\trn])/g, (_, sign) => kEscapes[sign]);

export class Words {
  masks = new Masks();
  /** @type {string} */
  #text;
  /** @type {number[]} where each line begins */
  #starts = [];
  #lines;
  #at = 0;
  /** @type {(statement: Statement, depth: number, inside: string[]) => void} */
  #seen;

  /**
   * @param {Line[]} lines
   * @param {(statement: Statement, depth: number, inside: string[]) => void} seen is told of each statement as it
   *   begins, in the order of the text; `inside`: the names of the blocks around it
   */
  constructor(lines, seen = () => {}) {
    this.#lines = lines;
    this.#seen = seen;
    let length = 0;
    const texts = lines.map(({ text }) => {
      this.#starts.push(length);
      const masked = this.masks.mask(text, { variables: false });
      length += masked.length + 1;
      return masked;
    });
    this.#text = texts.join('\n');
  }

  /** The number of the line that holds a place in the text. */
  #line(at = this.#at) {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#starts[middle] <= at) low = middle;
      else high = middle - 1;
    }
    return this.#lines[low]?.number ?? 1;
  }

  get #lastLine() {
    return this.#lines.findLast(({ text }) => text.trim() !== '')?.number ?? 1;
  }

  /** @param {string} why @param {number} [line] @returns {never} */
  #fail(why, line = this.#line()) {
    throw new Unreadable(line, why);
  }

  #skipBlanks() {
    for (; this.#at < this.#text.length; ++this.#at) {
      if (this.#text[this.#at] === '#')
        while (this.#at < this.#text.length && this.#text[this.#at] !== '\n') ++this.#at;
      else if (!kBlank.test(this.#text[this.#at])) return;
    }
  }

  /** A word in quotes. @returns {Word} */
  #string() {
    const [begin, quote] = [this.#at, this.#text[this.#at]];
    let at = begin + 1;
    for (; at < this.#text.length && this.#text[at] !== quote; ++at) if (this.#text[at] === '\\') ++at;
    if (at >= this.#text.length) this.#fail('the text ends within quotation marks', this.#lastLine);
    this.#at = at + 1;
    if (!/[\s;{)]/.test(this.#text[this.#at] ?? ' ')) this.#fail('after a quotation mark there must be a blank');
    return { text: unescaped(this.#text.slice(begin + 1, at)), line: this.#line(begin), quoted: true };
  }

  /** @returns {Word} */
  #word() {
    if (/["']/.test(this.#text[this.#at])) return this.#string();
    const begin = this.#at;
    let at = begin;
    for (; at < this.#text.length; ++at) {
      const sign = this.#text[at];
      if (sign === '\\') ++at;
      else if (kBlank.test(sign) || sign === ';' || (sign === '{' && this.#text[at - 1] !== '$')) break;
    }
    this.#at = Math.min(at, this.#text.length);
    return { text: unescaped(this.#text.slice(begin, this.#at)), line: this.#line(begin), quoted: false };
  }

  /** Lua in braces (OpenResty). */
  #skipLua() {
    const skip = /--\[(=*)\[[^]*?\]\1\]|--.*|\[(=*)\[[^]*?\]\2\]|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'|[{}]/g;
    skip.lastIndex = this.#at;
    for (let depth = 1; depth > 0; ) {
      const found = skip.exec(this.#text);
      if (!found) return this.#fail('the text ends within a block of Lua', this.#lastLine);
      if (found[0] === '{') ++depth;
      if (found[0] === '}') --depth;
    }
    this.#at = skip.lastIndex;
  }

  /** The words up to “;”, “{” or a mark that includes lines. @returns {{words: Word[], end: string}} */
  #begin() {
    /** @type {Word[]} */
    const words = [];
    for (;;) {
      this.#skipBlanks();
      const sign = this.#text[this.#at];
      if (sign === undefined) return this.#fail('the text ends within a statement', this.#lastLine);
      if (sign === ';' || sign === '{') {
        if (words.length === 0) this.#fail(`“${sign}” without a name before it`);
        ++this.#at;
        return { words, end: sign };
      }
      if (sign === '}') this.#fail('“}” within a statement');
      if (words.length === 0 && this.masks.in(sign)?.control) {
        ++this.#at;
        return { words: [{ text: sign, line: this.#line(this.#at - 1), quoted: false }], end: ';' };
      }
      words.push(this.#word());
    }
  }

  /** @param {string[]} inside @returns {?Statement} null: the block, or the text, ends */
  #statement(inside) {
    if (inside.length > kDeepest) this.#fail('the blocks are nested too deeply');
    this.#skipBlanks();
    if (this.#at >= this.#text.length) {
      if (inside.length > 0) this.#fail(`the text ends within “${inside.at(-1)}”`, this.#lastLine);
      return null;
    }
    if (this.#text[this.#at] === '}') {
      if (inside.length === 0) this.#fail('“}” closes nothing');
      ++this.#at;
      return null;
    }
    const { words, end } = this.#begin();
    /** @type {Statement} */
    const statement = { words, line: words[0].line, block: end === '{' ? [] : null };
    this.#seen(statement, inside.length, inside);
    if (end !== '{') return statement;
    if (words[0].text.endsWith('_by_lua_block')) this.#skipLua();
    else statement.block = this.#statements([...inside, words[0].text]);
    return statement;
  }

  /** @param {string[]} inside */
  #statements(inside) {
    /** @type {Statement[]} */
    const found = [];
    for (let next = this.#statement(inside); next; next = this.#statement(inside)) found.push(next);
    return found;
  }

  /** All statements of the text; throws Unreadable where its braces do not pair. */
  statements() {
    return this.#statements([]);
  }
}
