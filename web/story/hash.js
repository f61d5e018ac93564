// XXH64, seed 0, of short texts: the core's default hash function, so that the figures show the core's own numbers
// before the core is loaded. tests/web/browser/story.spec.js compares the two.
const kMask = (1n << 64n) - 1n;
const kPrimes = [
  0x9e3779b185ebca87n,
  0xc2b2ae3d27d4eb4fn,
  0x165667b19e3779f9n,
  0x85ebca77c2b2ae63n,
  0x27d4eb2f165667c5n,
];
const [p1, p2, p3, p4, p5] = kPrimes;

/**
 * @param {bigint} x
 * @param {bigint} bits
 */
const rotate = (x, bits) => ((x << bits) | (x >> (64n - bits))) & kMask;
/**
 * @param {bigint} sum
 * @param {bigint} lane
 */
const round = (sum, lane) => (rotate((sum + lane * p2) & kMask, 31n) * p1) & kMask;

/**
 * @param {string} text of ASCII, shorter than 32 characters
 * @returns {bigint}
 */
export function xxh64(text) {
  if (text.length >= 32) throw new Error(`“${text}” is too long for this hash`);
  const read = (/** @type {number} */ from, /** @type {number} */ bytes) => {
    let value = 0n;
    for (let i = bytes - 1; i >= 0; --i) value = (value << 8n) | BigInt(text.charCodeAt(from + i));
    return value;
  };
  let hash = (p5 + BigInt(text.length)) & kMask;
  let at = 0;
  for (; at + 8 <= text.length; at += 8) hash = (rotate(hash ^ round(0n, read(at, 8)), 27n) * p1 + p4) & kMask;
  if (at + 4 <= text.length) {
    hash = (rotate(hash ^ ((read(at, 4) * p1) & kMask), 23n) * p2 + p3) & kMask;
    at += 4;
  }
  for (; at < text.length; ++at) hash = (rotate(hash ^ ((read(at, 1) * p5) & kMask), 11n) * p1) & kMask;
  hash = ((hash ^ (hash >> 33n)) * p2) & kMask;
  hash = ((hash ^ (hash >> 29n)) * p3) & kMask;
  return hash ^ (hash >> 32n);
}
