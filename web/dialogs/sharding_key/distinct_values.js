// The different values among many and how often each comes, as far as they fit: else those whose hash is below a bound that halves each time
// they do not, so that each value is as likely to be in the sample as any other, however often it comes; and all of its rows with it.
import { bytesOfLine, countedLine } from '../files/counted_lines.js';

const kLinesAPart = 10_000;

/** FNV-1a of 32 bits, mixed: its last steps alone leave the high bits of short texts alike. */
export function hashOf(/** @type {string} */ text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; ++i) {
    const code = text.charCodeAt(i);
    hash = Math.imul(hash ^ (code & 255), 0x01000193);
    if (code > 255) hash = Math.imul(hash ^ (code >> 8), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export class DistinctValues {
  /** @type {Map<string, number>} */
  #values = new Map();
  #bytes = 0;
  #rows = 0;
  #halvings = 0;
  #skipped = 0;
  #most;

  /** @param {{keys: number, bytes: number}} most */
  constructor(most) {
    this.#most = most;
  }

  add(/** @type {string} */ text) {
    const rows = this.#values.get(text);
    if (rows !== undefined) {
      this.#rows += 1;
      this.#values.set(text, rows + 1);
      return;
    }
    // Keys on the page are one a line, and Unicode.
    if (/[\r\n]|\p{Surrogate}/u.test(text)) {
      this.#skipped += 1;
      return;
    }
    this.#rows += 1;
    if (this.#halvings > 0 && hashOf(text) >= this.#bound) return;
    this.#values.set(text, 1);
    this.#bytes += bytesOfLine(text);
    while (this.#values.size > this.#most.keys || this.#bytes > this.#most.bytes) this.#halve();
  }

  get #bound() {
    return 2 ** (32 - this.#halvings);
  }

  #halve() {
    this.#halvings += 1;
    for (const text of this.#values.keys()) {
      if (hashOf(text) < this.#bound) continue;
      this.#values.delete(text);
      this.#bytes -= bytesOfLine(text);
    }
  }

  /**
   * The values in the order in which they came, one a line with its rows (counted_lines.js); which share of all different ones they are; their
   * rows, those of all values, and those whose value is no key.
   */
  result() {
    const parts = [];
    let part = '', lines = 0, counted = 0;
    for (const [text, rows] of this.#values) {
      part += countedLine(text, rows);
      counted += rows;
      if (++lines % kLinesAPart > 0) continue;
      parts.push(part);
      part = '';
    }
    return { text: new Blob([...parts, part]), keys: lines, share: 1 / 2 ** this.#halvings, counted, rows: this.#rows, skipped: this.#skipped };
  }
}
