// nginx: the `server` lines of an upstream.
import { Unreadable } from '../reading/form.js';
import { nginx as quoted } from '../../text/quote.js';
import { addressOf } from '../shared/rules.js';
import { shared } from './shared.js';
import { spliced } from './source.js';

/** @typedef {{text: string, raw: string, from: number, to: number}} Word `raw`: as it is written */
/** @typedef {{words: Word[], from: number, to: number, block: ?Statement[]}} Statement */
/** @typedef {import('./edit.js').Item & {words: Word[]}} Item */

const kBlank = /[ \t\r\n]/;
const kDeepest = 100;

/** nginx's words with their places in a text that the reader has read. */
class Places {
  #text;
  #lineOf;
  #at = 0;

  /** @param {string} text @param {(offset: number) => number} lineOf */
  constructor(text, lineOf) {
    this.#text = text;
    this.#lineOf = lineOf;
    if (text.startsWith('\ufeff')) this.#at = 1;
  }

  /** @returns {never} */
  #fail() {
    throw new Unreadable(
      this.#lineOf(Math.min(this.#at, this.#text.length)),
      'this part of the text is not understood',
    );
  }

  #skipBlanks() {
    for (; this.#at < this.#text.length; ++this.#at) {
      if (this.#text[this.#at] === '#') {
        while (this.#at < this.#text.length && !/[\r\n]/.test(this.#text[this.#at])) ++this.#at;
      } else if (!kBlank.test(this.#text[this.#at])) return;
    }
  }

  /** @returns {Word} */
  #word() {
    const [text, from] = [this.#text, this.#at];
    const quote = /["']/.test(text[from]) ? text[from] : '';
    let at = quote ? from + 1 : from;
    for (; at < text.length; ++at) {
      if (text[at] === '\\') ++at;
      else if (quote ? text[at] === quote : kBlank.test(text[at]) || text[at] === ';') break;
      else if (!quote && text[at] === '{' && text[at - 1] !== '$') break;
    }
    if (at >= text.length) this.#fail();
    this.#at = quote ? at + 1 : at;
    const plain = quote ? text.slice(from + 1, at) : text.slice(from, at);
    return { text: plain.replace(/\\(["'\\])/g, '$1'), raw: text.slice(from, this.#at), from, to: this.#at };
  }

  #skipLua() {
    const skip = /--\[(=*)\[[^]*?\]\1\]|--.*|\[(=*)\[[^]*?\]\2\]|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'|[{}]/g;
    skip.lastIndex = this.#at;
    for (let depth = 1; depth > 0; ) {
      const found = skip.exec(this.#text) ?? this.#fail();
      depth += found[0] === '{' ? 1 : found[0] === '}' ? -1 : 0;
    }
    this.#at = skip.lastIndex;
  }

  /** @param {number} [deep] @returns {Statement[]} */
  statements(deep = 0) {
    const found = /** @type {Statement[]} */ ([]);
    if (deep > kDeepest) this.#fail();
    for (;;) {
      this.#skipBlanks();
      const sign = this.#text[this.#at];
      if (sign === undefined || sign === '}') {
        if ((sign === undefined) !== (deep === 0)) this.#fail();
        ++this.#at;
        return found;
      }
      found.push(this.#statement(deep));
    }
  }

  /** @param {number} deep @returns {Statement} */
  #statement(deep) {
    const words = /** @type {Word[]} */ ([]);
    for (;;) {
      this.#skipBlanks();
      const sign = this.#text[this.#at];
      if (sign === undefined || sign === '}' || (words.length === 0 && /[;{]/.test(sign))) this.#fail();
      if (sign !== ';' && sign !== '{') words.push(this.#word());
      else {
        ++this.#at;
        const statement = /** @type {Statement} */ ({ words, from: words[0].from, to: this.#at, block: null });
        if (sign === '{' && words[0].text.endsWith('_by_lua_block')) this.#skipLua();
        else if (sign === '{') statement.block = this.statements(deep + 1);
        return statement;
      }
    }
  }
}

/** @param {Statement[]} statements @returns {Statement[]} */
const upstreamsIn = (statements) =>
  statements.flatMap((one) => {
    const [{ text }] = one.words;
    if (text === 'upstream' && one.block) return [one];
    return (text === 'http' || text === 'stream') && one.block ? upstreamsIn(one.block) : [];
  });

/** @type {import('./edit.js').Editor<Item>['locate']} */
function locate({ text, choice, lineOf }) {
  const all = upstreamsIn(new Places(text, lineOf).statements());
  const found = choice === undefined ? all : all.filter(({ words }) => words[1]?.text === choice);
  if (found.length !== 1) {
    throw new Unreadable(found[1] ? lineOf(found[1].from) : 0, 'several upstreams have this name');
  }
  const [{ block }] = found;
  const include = block?.find(({ words }) => words[0].text === 'include');
  if (include) throw new Unreadable(lineOf(include.from), 'include: the servers are in another file');
  const names = /** @type {Set<string>} */ (new Set());
  const items = (block ?? []).flatMap(({ words, from, to }) => {
    if (words[0].text !== 'server') return [];
    const name = words[1]?.text ?? '';
    const twice = names.has(name);
    names.add(name);
    return [{ names: [name], from, to, words, text: text.slice(from, to), ...(twice && { twice }) }];
  });
  return { items, commas: false };
}

const isDown = (/** @type {Word} */ { text }) => text === 'down';
const isWeight = (/** @type {Word} */ { text }) => text.startsWith('weight=');

/** @param {string} name as nginx takes it */
function address(name) {
  const plain = name.replace(/^unix:/i, 'unix:').replace(/^\//, 'unix:/');
  if (addressOf(plain)) return plain;
  throw new Unreadable(0, `“${name.slice(0, 60)}” is no address of a server`);
}

/** @type {import('./edit.js').Editor<Item>} */
const editor = {
  file: () => 'nginx.conf',
  locate,
  masked: (text) => text.replace(/(^|\s)#.*$/gm, '$1# …'),
  comment: /^\s*#/,
  least: 1,
  most: 2 ** 31 - 1,
  downs: true,
  address: (node) => address(node.name),
  changed({ words, from, text }, { node, name, weight, down }) {
    const splices = /** @type {import('./source.js').Splice[]} */ ([]);
    const put = (/** @type {number} */ begin, /** @type {number} */ end, /** @type {string} */ instead) =>
      splices.push({ from: begin - from, to: end - from, text: instead });
    const [, at] = words;
    const given = words.findLast(isWeight);
    if (name) put(at.from, at.to, quoted(address(node.name)));
    if (weight && given) put(given.from, given.to, `weight=${node.weight}`);
    else if (weight) put(at.to, at.to, ` weight=${node.weight}`);
    const last = words[words.length - 1].to;
    if (down && node.down) put(last, last, ' down');
    else if (down) words.forEach((word, i) => i > 1 && isDown(word) && put(words[i - 1].to, word.to, ''));
    return spliced(
      text,
      splices.sort((a, b) => a.from - b.from || a.to - b.to),
    );
  },
  added(node, items, near) {
    const { words } = near;
    const wordsOf = (/** @type {Item} */ item) => item.words.slice(2);
    const others = (/** @type {Item} */ item) =>
      wordsOf(item).filter((word) => !isDown(word) && !isWeight(word) && !/^(?:route|id|sid)=/.test(word.text));
    const options = shared(items.map((item) => others(item).map(({ raw }) => raw)));
    const weighted = node.weight !== 1 || items.every((item) => wordsOf(item).some(isWeight));
    const inQuotes = items.every((item) => item.words[1].raw.startsWith('"'));
    const at = quoted(address(node.name));
    const gap = near.text.slice(words[0].to - near.from, words[1].from - near.from);
    const parts = [
      `server${/[\r\n#]/.test(gap) ? ' ' : gap}${inQuotes && !at.startsWith('"') ? `"${at}"` : at}`,
      ...(weighted ? [`weight=${node.weight}`] : []),
      ...options,
      ...(node.down ? ['down'] : []),
    ];
    const end = near.text.slice(words[words.length - 1].to - near.from, -1);
    return `${parts.join(' ')}${/^[ \t]*$/.test(end) ? end : ''};`;
  },
};

export default editor;
