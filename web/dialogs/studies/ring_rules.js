// What the measurements of a ring's points say. It needs no page: tests run it too.

/** @typedef {'array' | 'tree' | 'eytzinger' | 'table'} Kind of structure */
/** @type {Kind[]} */
export const kKinds = ['array', 'tree', 'eytzinger', 'table']; // in the order of core/studies/ring_index.h
export const kNodes = [1, 3, 10, 30, 100, 300, 1000, 3000, 10_000];

/**
 * Up to which size one is faster than the other. Measurements that a busy device has spoiled are outvoted: the sizes
 * are split where the fewest of them disagree.
 * @param {number[]} sizes at least one
 * @param {number[]} one seconds, by size
 * @param {number[]} other
 * @returns {{wins: 'always' | 'never' | 'until', size: number, against: number}} from `size` on, between two
 *   measurements, the other one is faster; `against`: how many sizes disagree
 */
export function crossing(sizes, one, other) {
  const won = sizes.map((_, i) => one[i] <= other[i]);
  const againstAt = (/** @type {number} */ part) => won.filter((win, i) => win !== i < part).length;
  let part = 0;
  for (let each = 1; each <= sizes.length; ++each) if (againstAt(each) <= againstAt(part)) part = each;
  const against = againstAt(part);
  if (part === 0) return { wins: 'never', size: sizes[0], against };
  if (part === sizes.length) return { wins: 'always', size: sizes[sizes.length - 1], against };
  // Interpolates linearly between two measurements, as the plot does: both axes are logarithmic. A coarse clock may
  // measure 0, which has no logarithm.
  const before = Math.log(one[part - 1] / other[part - 1]),
    after = Math.log(one[part] / other[part]);
  const share = before < 0 && after > 0 && Number.isFinite(before - after) ? before / (before - after) : 0.5;
  return { wins: 'until', size: sizes[part - 1] * (sizes[part] / sizes[part - 1]) ** share, against };
}
