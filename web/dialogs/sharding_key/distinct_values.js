// The distinct values among many and how often each occurs, if they fit. Otherwise those whose hash is below a bound,
// which halves each time they do not fit: so every value is equally likely to be in the sample, however often it
// occurs, and all of its rows are counted.
import { bytesOfLine, countedLine } from '../files/counted_lines.js';

const kLinesAPart = 10_000;

/** 32-bit FNV-1a with a final mix, because short texts would otherwise have similar high bits. */
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
    // The page's keys are valid Unicode, one per line.
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
   * The values in the order in which they occurred, one per line with its rows (counted_lines.js); their share of all
   * distinct values; the number of their rows, of all rows, and of rows whose value cannot be a key.
   */
  result() {
    const parts = [];
    let part = '',
      lines = 0,
      counted = 0;
    for (const [text, rows] of this.#values) {
      part += countedLine(text, rows);
      counted += rows;
      if (++lines % kLinesAPart > 0) continue;
      parts.push(part);
      part = '';
    }
    return {
      text: new Blob([...parts, part]),
      keys: lines,
      share: 1 / 2 ** this.#halvings,
      counted,
      rows: this.#rows,
      skipped: this.#skipped,
    };
  }
}
