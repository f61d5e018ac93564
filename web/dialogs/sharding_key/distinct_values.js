// The different values among many, as far as they fit: else those whose hash is below a bound that halves each time they do not, so that
// each value is as likely to be in the sample as any other, however often it comes.

const encoder = new TextEncoder();

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
  #values = new Set();
  #bytes = 0;
  #halvings = 0;
  #skipped = 0;
  #most;

  /** @param {{keys: number, bytes: number}} most */
  constructor(most) {
    this.#most = most;
  }

  add(/** @type {string} */ text) {
    if (this.#values.has(text)) return;
    if (this.#halvings > 0 && hashOf(text) >= this.#bound) return;
    // Keys on the page are one a line, and Unicode.
    if (/[\r\n]|\p{Surrogate}/u.test(text)) {
      this.#skipped += 1;
      return;
    }
    this.#values.add(text);
    this.#bytes += this.#sizeOf(text);
    while (this.#values.size > this.#most.keys || this.#bytes > this.#most.bytes) this.#halve();
  }

  get #bound() {
    return 2 ** (32 - this.#halvings);
  }

  #sizeOf(text) {
    return text.length + (/^[\0-\x7f]*$/.test(text) ? 0 : encoder.encode(text).length - text.length) + 1;  // and a line break
  }

  #halve() {
    this.#halvings += 1;
    for (const text of this.#values) {
      if (hashOf(text) < this.#bound) continue;
      this.#values.delete(text);
      this.#bytes -= this.#sizeOf(text);
    }
  }

  /** The values in the order in which they came, one a line; which share of all different ones they are; rows whose value is no key. */
  result() {
    return { text: new Blob([Array.from(this.#values).join('\n'), '\n']), keys: this.#values.size, share: 1 / 2 ** this.#halvings, skipped: this.#skipped };
  }
}
