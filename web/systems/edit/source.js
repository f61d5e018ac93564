// The text of a file by its lines, and changes of it that keep everything else byte for byte.

/** @typedef {{from: number, to: number, text: string}} Splice what takes the place of a part of the text */
/** @typedef {{from: number, to: number, next: number}} LineAt `to`: before its line end; `next`: behind it */

export class Source {
  /** @type {LineAt[]} */
  #lines = [];
  text;

  /** @param {string} text */
  constructor(text) {
    this.text = text;
    const ends = /\r\n|\n|\r/g;
    let from = 0;
    for (let end = ends.exec(text); end; end = ends.exec(text)) {
      this.#lines.push({ from, to: end.index, next: ends.lastIndex });
      from = ends.lastIndex;
    }
    this.#lines.push({ from, to: text.length, next: text.length });
  }

  get count() {
    return this.#lines.length;
  }

  /** The place of the line that holds an offset, from 0. @param {number} offset */
  placeOf(offset) {
    let [low, high] = [0, this.#lines.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#lines[middle].from <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** As people count lines. @param {number} offset */
  numberOf(offset) {
    return this.placeOf(offset) + 1;
  }

  /** @param {number} place from 0 */
  at(place) {
    return this.#lines[place];
  }

  /** @param {number} offset */
  lineAt(offset) {
    return this.#lines[this.placeOf(offset)];
  }

  /** @param {number} place from 0 */
  textOf(place) {
    return this.text.slice(this.#lines[place].from, this.#lines[place].to);
  }

  /** The line end near an offset, or the text's first one. @param {number} offset */
  endNear(offset) {
    const { to, next } = this.lineAt(offset);
    return this.text.slice(to, next) || (/\r\n|\n|\r/.exec(this.text)?.[0] ?? '\n');
  }
}

/** @typedef {{from: number, to: number, group?: number}} Span an item; `group`: the list that it is in */

/**
 * How items lie in a text: in lines of their own, or in brackets with commas between.
 * @typedef {object} Layout
 * @property {boolean} commas @property {RegExp} comment what of a line behind an item belongs to it
 */

/** Splices that put items into a text, and take them out. */
export class Items {
  /** @type {Splice[]} */
  #splices = [];
  #source;
  #items;
  #layout;

  /** @param {Source} source @param {Span[]} items in their order @param {Layout} layout */
  constructor(source, items, layout) {
    this.#source = source;
    this.#items = items;
    this.#layout = layout;
  }

  /** @param {Span} item */
  #alone({ from, to }) {
    const { text } = this.#source;
    const first = this.#source.lineAt(from);
    const last = this.#source.lineAt(Math.max(from, to - 1));
    const behind = text.slice(to, last.to);
    if (text.slice(first.from, from).trim() !== '') return null;
    return behind.trim() === '' || this.#layout.comment.test(behind) ? { first, last } : null;
  }

  /** @param {Span} item @param {string} text */
  replace({ from, to }, text) {
    if (this.#source.text.slice(from, to) !== text) this.#splices.push({ from, to, text });
  }

  /** @param {number[]} places among the items, in their order */
  remove(places) {
    if (this.#layout.commas) return this.#removeBetweenCommas(places);
    for (const place of places) {
      const item = this.#items[place];
      const alone = this.#alone(item);
      this.#splices.push({ ...(alone ? this.#wholeLines(alone) : this.#withBlanks(item)), text: '' });
    }
  }

  /** @param {{first: LineAt, last: LineAt}} lines @returns {Span} */
  #wholeLines({ first, last }) {
    // The last line of a text without a final line end takes along the end before it.
    const tail = last.next === last.to && first.from > 0;
    return { from: tail ? this.#source.at(this.#source.placeOf(first.from) - 1).to : first.from, to: last.next };
  }

  /** @param {Span} item @returns {Span} */
  #withBlanks({ from, to }) {
    const { text } = this.#source;
    const blanks = /^[ \t]*/.exec(text.slice(to))?.[0].length ?? 0;
    const before = /[ \t]*$/.exec(text.slice(0, from))?.[0].length ?? 0;
    return /^[ \t]*(?:[\r\n]|$)/.test(text.slice(to)) ? { from: from - before, to } : { from, to: to + blanks };
  }

  /** Runs of items with the commas that go with them. @param {number[]} places */
  #removeBetweenCommas(places) {
    const beside = (/** @type {number} */ place, /** @type {Span} */ item) => {
      const other = /** @type {Span | undefined} */ (this.#items[place]);
      return other && other.group === item.group ? other : null;
    };
    for (let i = 0; i < places.length; ) {
      const first = this.#items[places[i]];
      const before = beside(places[i] - 1, first);
      let last = places[i++];
      for (; places[i] === last + 1 && beside(places[i], first); ++i) last = places[i];
      const after = beside(last + 1, first);
      const { to } = this.#items[last];
      if (after) this.#splices.push({ from: first.from, to: after.from, text: '' });
      else this.#splices.push({ from: before ? before.to : first.from, to, text: '' });
    }
  }

  /**
   * @param {string[]} texts of items @param {number} place of the item beside which they come @param {boolean} before
   */
  insert(texts, place, before) {
    const near = this.#items[place];
    const { text } = this.#source;
    const alone = this.#layout.commas ? null : this.#alone(near);
    let splice;
    if (this.#layout.commas) splice = this.#inBrackets(texts, place, before);
    else if (!alone) {
      splice = before ? [near.from, texts.map((one) => `${one} `)] : [near.to, texts.map((one) => ` ${one}`)];
    } else {
      const [indent, end] = [text.slice(alone.first.from, near.from), this.#source.endNear(near.from)];
      splice = before
        ? [alone.first.from, texts.map((one) => `${indent}${one}${end}`)]
        : [alone.last.to, texts.map((one) => `${end}${indent}${one}`)];
    }
    const [at, parts] = /** @type {[number, string[]]} */ (splice);
    this.#splices.push({ from: at, to: at, text: parts.join('') });
  }

  /** @param {string[]} texts @param {number} place @param {boolean} before @returns {[number, string[]]} */
  #inBrackets(texts, place, before) {
    const { text } = this.#source;
    const near = this.#items[place];
    const list = this.#items.filter(({ group }) => group === near.group);
    const blanks = /\s*$/.exec(text.slice(0, near.from))?.[0] ?? '';
    const between = list.length > 1 ? text.slice(list[0].to, list[1].from) : `,${blanks || ' '}`;
    return before
      ? [near.from, texts.map((one) => `${one}${between}`)]
      : [near.to, texts.map((one) => `${between}${one}`)];
  }

  /** The changes in the order of the text: what comes in at a place stands before what leaves there. */
  get splices() {
    return this.#splices.sort((a, b) => a.from - b.from || a.to - b.to);
  }
}

/** @param {string} text @param {Splice[]} splices in their order, which do not overlap */
export function spliced(text, splices) {
  let [found, at] = ['', 0];
  for (const { from, to, text: put } of splices) {
    if (from < at) throw new Error('two changes of one place');
    found += text.slice(at, from) + put;
    at = to;
  }
  return found + text.slice(at);
}
