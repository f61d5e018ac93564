// The fonts of the canvas and of the text around it. English needs only two files (cmake/fonts.mjs). Files with more
// letters are fetched if the page's language needs them, or for the first text that contains such a letter.

const kWeights = ['400', '600'];  // in the order of web/draw/fonts.h

// Parts by the first byte of their letters in UTF-8: U+00C0 to U+017F, U+0400 to U+04BF.
const kParts = { latin: { first: 0xc3, last: 0xc5, range: 'U+C0-17F' }, cyrillic: { first: 0xd0, last: 0xd2, range: 'U+400-4BF' } };
const kPartOf = { ru: 'cyrillic' };  // the part that a language always needs

const encoder = new TextEncoder();

/** The parts that a text needs. @param {Uint8Array} bytes UTF-8, or a link, which writes U+0416 as %D0%96 */
export function partsOf(bytes) {
  const begins = new Set();
  for (let i = 0; i < bytes.length; ++i) {
    const sign = bytes[i] === 0xc3 && (bytes[i + 1] === 0x97 || bytes[i + 1] === 0xb7);  // × ÷
    if (bytes[i] >= 0xc3 && !sign) begins.add(bytes[i]);
    if (bytes[i] === 0x25) begins.add(parseInt(String.fromCharCode(bytes[i + 1], bytes[i + 2]), 16));
  }
  return Object.keys(kParts).filter((part) => [...begins].some((byte) => byte >= kParts[part].first && byte <= kParts[part].last));
}

export class Fonts {
  files = [];  // what the module reads
  #fetch;
  #parts = new Set();  // loaded, or being loaded
  #came = () => {};

  /** @param {(file: string) => Promise<Uint8Array>} fetch */
  constructor(fetch) {
    this.#fetch = fetch;
  }

  /** Loads what the page starts with. */
  async start() {
    const part = kPartOf[document.documentElement.lang];
    if (part) this.#parts.add(part);
    const [first, more] = await Promise.all([this.#filesOf(''), part ? this.#filesOf(part) : []]);
    this.#take(first, '');
    if (part) this.#take(more, part);
  }

  /** From now on, calls `came` after each part has arrived. @param {() => void} came */
  onMore(came) {
    this.#came = came;
  }

  /** Loads the parts that a text needs, before it is shown. @param {Uint8Array | string} text */
  async need(text) {
    const parts = partsOf(typeof text === 'string' ? encoder.encode(text) : text).filter((part) => !this.#parts.has(part));
    await Promise.all(parts.map((part) => this.#more(part)));
  }

  async #more(part) {
    this.#parts.add(part);
    try {
      this.#take(await this.#filesOf(part), part);
      this.#came();
    } catch (error) {
      this.#parts.delete(part);  // the next text that needs it tries again
      console.warn(error);
    }
  }

  #filesOf(part) {
    return Promise.all(kWeights.map((weight) => this.#fetch(`../../fonts/inter-${weight}${part && '-'}${part}.ttf`)));
  }

  // The page's own text uses the same bytes, so that each font is fetched only once.
  #take(files, part) {
    this.files.push(...files);
    for (const [i, weight] of kWeights.entries()) {
      document.fonts.add(new FontFace('Inter', files[i].slice(), { weight, ...(part && { unicodeRange: kParts[part].range }) }));
    }
  }
}
