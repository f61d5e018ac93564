// Which nodes the stage of a run has room for, in which colours, and what they are called there.

/** Colours of nodes, and so how many are drawn: each differs from the others. */
export const kMostDrawn = 12;

/**
 * The nodes that are drawn, in their order: those that gain or lose most keys, then the first ones.
 * @param {number} count of all
 * @param {import('./film.js').Counts} [counts]
 * @returns {number[]}
 */
export function drawnNodes(count, counts) {
  const moved = (/** @type {number} */ node) => (counts ? counts.in[node] + counts.out[node] : 0);
  return Array.from({ length: count }, (_, node) => node)
    .sort((a, b) => moved(b) - moved(a) || a - b)
    .slice(0, kMostDrawn)
    .sort((a, b) => a - b);
}

const kBetween = '-_.: '; // words

/**
 * What names have in common at their beginning and at their end, in whole words.
 * @param {string[]} names
 * @returns {[number, number]} lengths
 */
function commonOf([first, ...others]) {
  let [begin, end] = [0, 0];
  while (begin < first.length && others.every((name) => name[begin] === first[begin])) ++begin;
  while (begin > 0 && !kBetween.includes(first[begin - 1])) --begin;
  const room = Math.min(...[first, ...others].map((name) => name.length)) - begin - 1;
  while (end < room && others.every((name) => name.at(-1 - end) === first.at(-1 - end))) ++end;
  while (end > 0 && !kBetween.includes(first[first.length - end])) --end;
  return [begin, end];
}

/**
 * Names that stand beside each other, each as it fits: without the beginning that all addresses, or all names, share,
 * and then without their end.
 * @param {string[]} names
 * @param {(name: string) => boolean} fits
 * @returns {string[]}
 */
export function labelsOf(names, fits) {
  if (names.every(fits)) return names;
  const addresses = names.filter((name) => name.includes(':')),
    group = new Set(addresses.length > 0 ? addresses : names);
  if (group.size < 2) return names;
  const [begin, end] = commonOf([...group]);
  const cut = (/** @type {number} */ last) =>
    names.map((name) => (group.has(name) ? name.slice(begin, name.length - last) : name));
  const short = [cut(0), cut(end)].filter((labels) => new Set(labels).size === names.length);
  return short.find((labels) => labels.every(fits)) ?? short.at(-1) ?? names;
}
