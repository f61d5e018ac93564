// What nodes may and have to bear, in whole numbers as the planner computes them.

/** @typedef {import('./form.js').Problem} Problem */
/**
 * @typedef {object} Nodes by position
 * @property {number[]} share what each would bear if all was even @property {number[]} most @property {number[]} least
 * @property {boolean[]} drained
 */

const kDigits = 1_000_000_000;

/** A fraction as a whole number of billionths, as the planner reads it. @param {number} fraction */
const billionths = (fraction) => BigInt(Math.round(fraction * kDigits));

/** @param {bigint} amount @param {bigint} by */
const roundedUp = (amount, by) => (amount + by - 1n) / by;

/**
 * What the nodes may and have to bear: whole numbers, as the planner computes them.
 * @param {Problem} problem
 * @returns {Nodes}
 */
export function nodesOf({ nodes, entries, options: { epsilon, lower_epsilon: lower, drain } }) {
  const leaving = new Set(drain);
  const drained = nodes.map(({ name }) => leaving.has(name));
  const total = entries.reduce((sum, entry) => sum + BigInt(entry.load) * BigInt(entry.replicas.length), 0n);
  const capacity = nodes.reduce((sum, node, i) => sum + (drained[i] ? 0n : BigInt(node.capacity)), 0n);
  const whole = BigInt(kDigits);
  const times = (/** @type {number} */ i, /** @type {bigint} */ factor) => total * BigInt(nodes[i].capacity) * factor;
  const none = (/** @type {number} */ i) => drained[i] || capacity === 0n;
  return {
    drained,
    share: nodes.map((_, i) => (none(i) ? 0 : Number(times(i, 1n)) / Number(capacity))),
    most: nodes.map((_, i) => (none(i) ? 0 : Number(times(i, whole + billionths(epsilon)) / (whole * capacity)))),
    least: nodes.map((_, i) =>
      none(i) || lower === undefined ? 0 : Number(roundedUp(times(i, whole - billionths(lower)), whole * capacity)),
    ),
  };
}

/**
 * The same problem as if a further limit were its only one. @param {Problem} problem @param {string} of
 * @returns {Problem}
 */
export const problemBy = (problem, of) => ({
  ...problem,
  entries: problem.entries.map((entry) => ({ ...entry, load: entry.amounts?.[of] ?? 0 })),
});
