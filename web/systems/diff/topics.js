// Several topics of Kafka as one reading: partitions are called as Kafka's folders are, orders-0.

/** @typedef {import('../reading/form.js').Reading} Reading */
/** @typedef {import('./form.js').Pair} Pair */

const nameOf = (/** @type {Reading} */ { topic = '' }) => topic;

/** @param {Reading[]} readings at least one @param {string[]} left_out topics that the other text does not have */
function joined(readings, left_out) {
  const topics = readings.map(nameOf);
  if (readings.length === 1) return { ...readings[0], topics, left_out };
  const [{ choices: _, choice: __, topic: ___, each: ____, ...first }] = readings;
  const nodes = new Map(readings.flatMap((one) => one.nodes).map((node) => [node.name, node]));
  const rows = readings.flatMap((one) => one.entries.rows.map((row) => ({ ...row, id: `${nameOf(one)}-${row.id}` })));
  return { ...first, nodes: [...nodes.values()], entries: { kind: first.entries.kind, rows }, topics, left_out };
}

/**
 * All topics that both texts have, in one reading each; null: there are none, or no text has several.
 * @param {Reading} before
 * @param {Reading} after
 * @returns {?Pair}
 */
export function allTopics(before, after) {
  if (!before.each || !after.each || before.system !== 'kafka') return null;
  const [was, is] = [before.each(), after.each()];
  if (was.length === 1 && is.length === 1) return null;
  const [first, second] = [was, is].map((all) => new Set(all.map(nameOf)));
  const inBoth = (/** @type {Reading} */ { topic = '' }) => first.has(topic) && second.has(topic);
  const order = (/** @type {Reading} */ a, /** @type {Reading} */ b) => (nameOf(a) < nameOf(b) ? -1 : 1);
  const side = (/** @type {Reading[]} */ all) => {
    const left = all.filter((one) => !inBoth(one)).map(nameOf);
    return joined(all.filter(inBoth).sort(order), left);
  };
  return was.some(inBoth) ? { before: side(was), after: side(is) } : null;
}
