// The values of one column as concatenated UTF-8, which a worker passes to a module without making a string for each.

import { checkUnpacked } from './doors.js';

const encoder = new TextEncoder();
const kMostDigits = 16;
const kFirstBytes = 1 << 16,
  kFirstValues = 1 << 12;

export class ColumnBytes {
  #bytes = new Uint8Array(kFirstBytes);
  #ends = new Uint32Array(kFirstValues);
  #size = 0;
  rows = 0;

  /** Bytes of the values. */
  get size() {
    return this.#size;
  }

  /** Forgets all but the first values. */
  back(/** @type {number} */ rows) {
    this.rows = rows;
    this.#size = rows > 0 ? this.#ends[rows - 1] : 0;
  }

  /**
   * Adds a part of a value that comes in parts; end() after the last one.
   * @param {Uint8Array} from
   * @param {number} start
   * @param {number} end
   */
  part(from, start, end) {
    const length = end - start;
    this.#room(length);
    const bytes = this.#bytes;
    // Most values are short: a loop is faster than set() of a view.
    if (length < 40) for (let i = start, at = this.#size; i < end; ++i, ++at) bytes[at] = from[i];
    else bytes.set(from.subarray(start, end), this.#size);
    this.#size += length;
  }

  end() {
    if (this.rows === this.#ends.length) {
      const ends = new Uint32Array(2 * this.rows);
      ends.set(this.#ends);
      this.#ends = ends;
    }
    this.#ends[this.rows++] = this.#size;
  }

  /** @param {Uint8Array} bytes */
  add(bytes) {
    this.part(bytes, 0, bytes.length);
    this.end();
  }

  /** A whole number as its digits. @param {number} number from 0 up to what is safe */
  addDigits(number) {
    this.#room(kMostDigits);
    const bytes = this.#bytes;
    let length = 1;
    for (let least = 10; number >= least; least *= 10) length += 1;
    let left = number,
      at = this.#size + length;
    this.#size = at;
    for (; left > 0x7fffffff; left = Math.floor(left / 10)) bytes[--at] = 48 + (left % 10);
    const first = this.#size - length;
    for (let few = left | 0; at > first; few = (few / 10) | 0) bytes[--at] = 48 + (few % 10);
    this.end();
  }

  /** @param {string} text */
  addText(text) {
    this.#room(3 * text.length);
    if (text.length < 40) {
      const bytes = this.#bytes;
      let i = 0,
        at = this.#size;
      for (let code; i < text.length && (code = text.charCodeAt(i)) < 128; ++i) bytes[at++] = code;
      if (i === text.length) {
        this.#size = at;
        this.end();
        return;
      }
    }
    this.#size += encoder.encodeInto(text, this.#bytes.subarray(this.#size)).written;
    this.end();
  }

  #room(/** @type {number} */ more) {
    if (this.#size + more <= this.#bytes.length) return;
    checkUnpacked(this.#size + more);
    const bytes = new Uint8Array(2 * (this.#size + more));
    bytes.set(this.#bytes.subarray(0, this.#size));
    this.#bytes = bytes;
  }

  /** Takes what was added; valid until the next value is added. @returns {import('./rows.js').Values} */
  take() {
    const taken = { bytes: this.#bytes.subarray(0, this.#size), ends: this.#ends.subarray(0, this.rows) };
    this.back(0);
    return taken;
  }
}
