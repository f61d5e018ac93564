// The fonts of the canvas and of the text around it. English needs only two files (cmake/fonts.mjs). Files with more
// letters or signs are fetched if the page's language needs them, or for the first text that contains one of them.

const kWeights = ['400', '600']; // in the order of web/draw/fonts.h

/** The signs beyond ASCII that Reshard's own text uses: they are in the first file, others are a part. */
export const kOwnSigns = '«±²µ·¹»×–—‘’“”…′⁶⁹←↑→↓↻−√∞≈≤≥⌊⌋┄■▨△▼▽○●✓✕✗';

/** @type {Record<string, {letters: RegExp, range: string}>} */
const kParts = {
  latin: { letters: /[À-ÖØ-öø-ſ]/, range: 'U+C0-17F' },
  cyrillic: { letters: /[\u0400-\u04bf]/, range: 'U+400-4BF' },
  signs: {
    letters: new RegExp(
      `(?![${kOwnSigns}])[\\u00a1-\\u00ac\\u00ae-\\u00bf\\u00f7` +
        '\\u2010-\\u201e\\u2020-\\u2022\\u2030-\\u203a\\u2070-\\u27bf]',
    ),
    range: 'U+A1-AC, U+AE-BF, U+F7, U+2010-203A, U+2070-27BF',
  },
};
/** @type {Record<string, string>} */
const kPartOf = { ru: 'cyrillic' }; // the part that a language always needs

const decoder = new TextDecoder();
const unescaped = (/** @type {string} */ text) =>
  text.replace(/(%[0-9a-f]{2})+/gi, (bytes) =>
    decoder.decode(Uint8Array.from(bytes.slice(1).split('%'), (byte) => parseInt(byte, 16))),
  );

/**
 * The parts that a text needs.
 * @param {Uint8Array | string} text in UTF-8 if it is bytes; a link writes U+0416 as %D0%96
 */
export function partsOf(text) {
  const shown = unescaped(typeof text === 'string' ? text : decoder.decode(text));
  return Object.keys(kParts).filter((part) => kParts[part].letters.test(shown));
}

export class Fonts {
  /** @type {Uint8Array[]} what the module reads */
  files = [];
  #fetch;
  #parts = new Set(); // loaded, or being loaded
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
    const parts = partsOf(text).filter((part) => !this.#parts.has(part));
    await Promise.all(parts.map((part) => this.#more(part)));
  }

  /** @param {string} part */
  async #more(part) {
    this.#parts.add(part);
    try {
      this.#take(await this.#filesOf(part), part);
      this.#came();
    } catch (error) {
      this.#parts.delete(part); // the next text that needs it tries again
      console.warn(error);
    }
  }

  /** @param {string} part */
  #filesOf(part) {
    return Promise.all(kWeights.map((weight) => this.#fetch(`../../fonts/inter-${weight}${part && '-'}${part}.ttf`)));
  }

  // The page's own text uses the same bytes, so that each font is fetched only once.
  /** @param {Uint8Array[]} files @param {string} part */
  #take(files, part) {
    this.files.push(...files);
    for (const [i, weight] of kWeights.entries()) {
      document.fonts.add(
        new FontFace('Inter', files[i].slice(), { weight, ...(part && { unicodeRange: kParts[part].range }) }),
      );
    }
  }
}
