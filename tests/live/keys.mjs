// Random keys and clusters for comparisons with live programs, the same in every run.

/** Numbers from 0 to 2^32 - 1 (mulberry32). @param {number} seed */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return (x ^ (x >>> 14)) >>> 0;
  };
}

const kLetters = 'абвгдёжзийклмнопрстуфхцчшщъыьэюяéüñßøłžαβγδ中文字キー😀🚀';
const kNumberLike = ['-', '+', '0', '00', '0x', '1e', '-0.', '.', '1.', 'NaN', 'Infinity', '-Infinity'];
const kAscii = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i));

/**
 * Distinct keys as bytes: ASCII without spaces, numbers and what looks like numbers, UTF-8, and bytes above 0x7F if
 * `bytes` is set; up to `longest` bytes, some of exactly that length. `refused` are bytes that the protocol cannot
 * carry.
 * @param {{count?: number, seed?: number, longest?: number, bytes?: boolean, refused?: string}} options
 */
export function randomKeys({ count = 5000, seed = 1, longest = 250, bytes = true, refused = '' }) {
  const next = randomNumbers(seed);
  const below = (/** @type {number} */ n) => next() % n;
  const ascii = kAscii.filter((sign) => !refused.includes(sign));
  const letters = [...kLetters];
  const some = (/** @type {number} */ length, /** @type {string[]} */ signs) =>
    Array.from({ length }, () => signs[below(signs.length)]).join('');
  const kinds = [
    () => Buffer.from(`user:${below(1e9)}`),
    () => Buffer.from(below(4) > 0 ? String(below(1e9)) : `${kNumberLike[below(kNumberLike.length)]}${below(1e6)}`),
    () => Buffer.from(some(1 + below(40), ascii)),
    () => Buffer.from(some(longest, ascii)),
    () => Buffer.from(some(1 + below(20), letters)),
    () => Buffer.from(`ключ-${below(1e9)}`),
    ...(bytes ? [() => Buffer.from(Array.from({ length: 1 + below(60) }, () => 0x80 + below(0x80)))] : []),
  ];
  /** @type {Map<string, Buffer>} */
  const keys = new Map();
  while (keys.size < count) {
    const key = kinds[keys.size % 97 === 0 ? 3 : [0, 1, 2, 4, 5, 6][below(kinds.length - 1)]]();
    keys.set(key.toString('latin1'), key);
  }
  return [...keys.values()];
}

/**
 * Keys, half of them random bytes from 0x00 to 0xFF, the others like those above.
 * @param {number} count
 * @param {number} seed
 */
export function byteKeys(count, seed) {
  const next = randomNumbers(seed);
  const random = Array.from({ length: count / 2 }, () =>
    Buffer.from(Array.from({ length: 1 + (next() % 40) }, () => next() & 0xff)),
  );
  return [...random, ...randomKeys({ count: count - random.length, seed })];
}

/** All kinds of weights that a system with integer weights accepts. */
export const kWeightings = [
  [1, 1, 1, 1, 1],
  [1, 2, 3, 5, 8],
  [100, 50, 0, 7, 1],
  [256, 256, 255, 1, 128],
];
