// What the measurements of a ring's points say. No page here: tests run it too.

export const kKinds = ['array', 'tree', 'eytzinger', 'table'];  // in the order of core/studies/ring_index.h
export const kNodes = [1, 3, 10, 30, 100, 300, 1000, 3000, 10_000];

/**
 * Until where one is faster than the other, over growing sizes. A measurement that a busy device has spoiled is outvoted: the sizes
 * are parted where the fewest of them say otherwise.
 * @param {number[]} sizes @param {number[]} one seconds, by size @param {number[]} other
 * @returns {{wins: 'always' | 'never' | 'until', size: number, against: number}} from `size` on, between two measurements, the other one is
 *   faster; `against`: how many sizes say otherwise
 */
export function crossing(sizes, one, other) {
  const won = sizes.map((_, i) => one[i] <= other[i]);
  const againstAt = (part) => won.filter((win, i) => win !== i < part).length;
  let part = 0;
  for (let each = 1; each <= sizes.length; ++each) if (againstAt(each) <= againstAt(part)) part = each;
  const against = againstAt(part);
  if (part === 0) return { wins: 'never', size: sizes[0], against };
  if (part === sizes.length) return { wins: 'always', size: sizes.at(-1), against };
  // Straight between two measurements, as the plot draws it: both axes are logarithmic.
  const before = Math.log(one[part - 1] / other[part - 1]), after = Math.log(one[part] / other[part]);
  const share = before < 0 && after > 0 ? before / (before - after) : 0.5;
  return { wins: 'until', size: sizes[part - 1] * (sizes[part] / sizes[part - 1]) ** share, against };
}
