// XML of configurations: elements, attributes, comments, CDATA and the five entities of XML. What could bring in text
// from elsewhere, a document type or another entity, refuses the text.
import { Scanner } from './scanner.js';

/** @typedef {import('./pasted.js').Line} Line */

/** An element of XML, or what YAML writes for one. */
export class Element {
  /** @type {Map<string, string>} */
  attributes = new Map();
  /** @type {Element[]} */
  children = [];
  /** What stands between its children, as it was written. */
  text = '';
  /** The line of the first text that is not blank; 0: there is none. */
  textLine = 0;
  /** The line where it ends. */
  end;

  /** @param {string} name @param {number} line where it begins */
  constructor(name, line) {
    this.name = name;
    this.line = line;
    this.end = line;
  }

  /** The children with a name. @param {string} name */
  all(name) {
    return this.children.filter((child) => child.name === name);
  }
}

const kName = /[\p{L}_:][\p{L}\p{N}\p{M}_:.·-]*/uy;
const kAttribute = /\s+([\p{L}_:][\p{L}\p{N}\p{M}_:.·-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/uy;
const kEntities = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', apos: "'", quot: '"' }));
const kDeepest = 100;

class Parser extends Scanner {
  /** Leaves behind all up to an end, and returns what is before it. @param {number} from @param {string} end */
  #upTo(from, end) {
    const at = this.text.indexOf(end, from);
    if (at < 0) this.refuseEnd('the XML ends too early');
    this.at = at + end.length;
    return this.text.slice(from, at);
  }

  /** @param {string} text with entities */
  #plain(text) {
    return text.replace(/&([^;&\s]{0,40})(;?)/g, (_, name, end) => {
      const code = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name);
      const number = code ? (code[1] ? parseInt(code[1], 16) : Number(code[2])) : 0;
      if (end && code && number > 0 && number <= 0x10ffff) return String.fromCodePoint(number);
      const sign = kEntities.get(name);
      if (!end || sign === undefined) this.refuseLine(`XML has no such entity: &${name.slice(0, 20)}`);
      return sign;
    });
  }

  /** What is no element: a declaration, a comment. True: there was one. */
  #left() {
    const text = this.text;
    if (text.startsWith('<!--', this.at)) this.#upTo(this.at + 4, '-->');
    else if (text.startsWith('<?', this.at)) this.#upTo(this.at + 2, '?>');
    else if (/^<!doctype/i.test(text.slice(this.at, this.at + 9))) {
      this.refuseLine('a document type with entities is not read');
    } else return false;
    return true;
  }

  /**
   * The elements that stand side by side; text around them goes to `outside`.
   * @param {(line: number) => void} outside
   */
  all(outside) {
    const found = /** @type {Element[]} */ ([]);
    while (this.at < this.text.length) {
      const next = this.text.indexOf('<', this.at);
      const between = this.text.slice(this.at, next < 0 ? undefined : next);
      for (const part of between.split(/(?<=\n)/)) {
        const blank = part.trim() === '';
        if (!blank) this.at += part.length - part.trimStart().length;
        if (!blank) outside(this.line);
        this.at += blank ? part.length : part.trimStart().length;
      }
      if (next < 0) break;
      this.at = next;
      if (!this.#left()) found.push(this.#element(0));
    }
    return found;
  }

  /** @param {number} deep @returns {Element} */
  #element(deep) {
    const line = this.line;
    if (deep > kDeepest) this.refuseLine('the XML is nested too deeply');
    this.at += 1;
    const name = this.match(kName)?.[0] ?? this.refuseLine('this is not XML: “<” without a name');
    const element = new Element(name, line);
    for (let one = this.match(kAttribute); one; one = this.match(kAttribute)) {
      if (element.attributes.has(one[1]))
        this.refuseLine(`this is not XML: the attribute ${one[1].slice(0, 40)} twice`);
      element.attributes.set(one[1], this.#plain(one[2] ?? one[3]));
    }
    const close = this.match(/\s*(\/?)>/y);
    if (!close) {
      if (this.text.indexOf('>', this.at) < 0) this.refuseEnd('the XML ends too early');
      this.refuseLine(`this is not XML: the element ${name.slice(0, 40)} does not end`);
    }
    if (close[1] !== '/') this.#content(element, deep);
    element.end = this.line;
    return element;
  }

  /** @param {Element} element @param {number} deep */
  #content(element, deep) {
    for (;;) {
      const next = this.text.indexOf('<', this.at);
      if (next < 0) this.refuseEnd('the XML ends too early');
      const text = this.text.slice(this.at, next);
      this.#say(element, text, this.#plain(text));
      this.at = next;
      if (this.#left()) continue;
      if (this.text.startsWith('<![CDATA[', this.at)) {
        const from = this.at + '<![CDATA['.length;
        const data = this.#upTo(from, ']]>');
        this.#say(element, data, data);
      } else if (this.text.startsWith('</', this.at)) {
        this.at += 2;
        const name = this.match(kName)?.[0] ?? '';
        if (name !== element.name) this.refuseLine(`this is not XML: ${element.name.slice(0, 40)} does not end`);
        if (!this.match(/\s*>/y)) this.refuseLine('this is not XML: “</” without “>”');
        return;
      } else element.children.push(this.#element(deep + 1));
    }
  }

  /** @param {Element} element @param {string} written @param {string} text */
  #say(element, written, text) {
    if (text === '') return;
    if (element.textLine === 0 && written.trim() !== '') {
      const before = this.at;
      this.at += written.length - written.trimStart().length;
      element.textLine = this.line;
      this.at = before;
    }
    element.text += text;
  }
}

/**
 * The elements of a text that no other holds.
 * @param {Line[]} lines @param {(line: number) => void} outside what is no XML, around them
 * @throws {Unreadable}
 */
export const elementsIn = (lines, outside) => new Parser(lines).all(outside);
