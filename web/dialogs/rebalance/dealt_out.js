// What was counted on each node, dealt out to its entries, whose own counts nobody has.

/** @typedef {import('../../systems/reading/form.js').Reading} Reading */
/** @typedef {import('../own_data/counts_rules.js').Counts} Counts */

/** An equal whole part of a sum; the first ones get what is left over. @param {bigint} sum @param {number} parts */
const partOf = (sum, parts, /** @type {number} */ at) =>
  Number(sum / BigInt(parts) + (BigInt(at) < sum % BigInt(parts) ? 1n : 0n));

/**
 * Every entry gets an equal part of the keys, and of the bytes and requests if they were counted, of its node.
 * @param {Reading} reading @param {Counts} counts
 * @returns {Reading}
 */
export function dealtOut(reading, { nodes, added }) {
  const { kind, rows } = reading.entries;
  const held = new Map(nodes.map(({ name, after }) => [name, { sums: after, entries: 0, dealt: 0 }]));
  const holderOf = (/** @type {?string} */ owner) => (owner === null ? undefined : held.get(owner));
  for (const { owner } of rows) {
    const holder = holderOf(owner);
    if (holder) ++holder.entries;
  }
  const dealt = rows.map((row) => {
    const holder = holderOf(row.owner);
    if (!holder) return row;
    const { sums, entries } = holder;
    const at = holder.dealt++;
    const more = added.map((of) => [of, partOf(sums[of] ?? 0n, entries, at)]);
    return { ...row, rows: partOf(sums.keys, entries, at), ...Object.fromEntries(more) };
  });
  return { ...reading, entries: { kind, rows: dealt } };
}
