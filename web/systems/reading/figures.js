// Sizes and counts of a text: with units, and of any length.

/** @typedef {import('./form.js').Figure} Figure */

const kUnits = /** @type {Record<string, number>} */ ({
  '': 1,
  B: 1,
  K: 2 ** 10,
  M: 2 ** 20,
  G: 2 ** 30,
  T: 2 ** 40,
  P: 2 ** 50,
  E: 2 ** 60,
});

/**
 * Bytes with a unit, such as “1.5 GiB”. Null: not a size.
 * @param {string} text
 * @param {'binary' | 'decimal'} plain what KB, MB … stand for; KiB, MiB … are always 1,024s
 */
export function bytesOf(text, plain = 'binary') {
  const found = /^(\d+(?:\.\d+)?(?:e[+-]?\d+)?)\s*(?:([KMGTPE])(i)?)?(?:B|bytes?)?$/i.exec(text.trim());
  if (!found) return null;
  const [, number, letter = '', binary] = found;
  const power = letter === '' ? 0 : 'KMGTPE'.indexOf(letter.toUpperCase()) + 1;
  const unit = plain === 'decimal' && !binary ? 1000 ** power : kUnits[letter.toUpperCase()];
  const bytes = Math.round(Number(number) * unit);
  return Number.isFinite(bytes) ? bytes : null;
}

/** A count or size of any length as a figure. @param {bigint} whole @returns {Figure} */
export const figure = (whole) => (whole > BigInt(Number.MAX_SAFE_INTEGER) ? String(whole) : Number(whole));

/** A sum of figures that keeps all digits. */
export class Sum {
  #small = 0;
  #large = 0n;

  /** @param {Figure} of */
  add(of) {
    const sum = typeof of === 'number' ? this.#small + of : NaN;
    if (sum <= Number.MAX_SAFE_INTEGER) this.#small = sum;
    else this.#large += BigInt(typeof of === 'number' ? Math.round(of) : of);
    return this;
  }

  /** @returns {Figure} */
  get value() {
    return this.#large === 0n ? this.#small : figure(this.#large + BigInt(Math.round(this.#small)));
  }
}

/** The order of whole numbers as texts, of any length. @param {string} a @param {string} b */
export function byNumber(a, b) {
  const [one, other] = [BigInt(a), BigInt(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}
