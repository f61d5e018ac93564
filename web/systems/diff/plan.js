// A text that has two placements in itself, such as what `kafka-reassign-partitions.sh --generate` prints.

/** @typedef {import('../reading/form.js').Reading} Reading */

const kBefore = /^current\b/i;
const kAfter = /^(?:proposed|target|planned)\b/i;

/**
 * The names of both placements among a reading's choices; null: it has one.
 * @param {Pick<Reading, 'choices'>} reading
 * @returns {?{before: string, after: string}}
 */
export function planOf({ choices = [] }) {
  const [before, after] = [kBefore, kAfter].map((mark) => choices.filter((name) => mark.test(name)));
  return before.length === 1 && after.length === 1 ? { before: before[0], after: after[0] } : null;
}
