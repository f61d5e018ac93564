// Several topics of Kafka, or indices of Elasticsearch, as one problem: they share the nodes that they are on.

/** @typedef {import('../reading/form.js').Reading} Reading */
/** @typedef {import('../reading/form.js').ReadNode} ReadNode */

/**
 * What their entries are called, as the commands have them.
 * @type {Record<string, (of: string, id: string) => string>}
 */
const kNames = { kafka: (topic, id) => `${topic}-${id}`, elasticsearch: (index, id) => `${index}/${id}` };

/** Whether a text holds several that can be planned together. @param {Reading} reading */
export const isJoinable = ({ system, choices = [] }) => Object.hasOwn(kNames, system) && choices.length > 1;

/** @param {Reading[]} readings @returns {ReadNode[]} a node that leads an entry of any of them is up */
function nodesOf(readings) {
  const leading = new Set(readings.flatMap(({ entries }) => entries.rows.map(({ owner }) => owner)));
  const nodes = new Map();
  for (const { bytes: _, replicas: __, ...node } of readings.flatMap((one) => one.nodes)) {
    const known = { ...nodes.get(node.name), ...node };
    if (leading.has(node.name)) delete known.down;
    nodes.set(node.name, known);
  }
  return [...nodes.values()];
}

/**
 * @param {Reading} reading
 * @param {(name: string, i: number) => string} [called] names in place of theirs
 * @returns {?Reading} null: there is only one, or they are not planned together
 */
export function allOf(reading, called = (name) => name) {
  const readings = reading.each?.() ?? [];
  if (readings.length < 2 || !Object.hasOwn(kNames, reading.system)) return null;
  const named = readings.map((one, i) => ({ one, of: called(one.topic ?? one.choice ?? '', i) }));
  const idOf = (/** @type {string} */ of, /** @type {string | number} */ id) => kNames[reading.system](of, String(id));
  const { choices: _, choice: __, topic: ___, each: ____, ...first } = reading;
  const open = named.flatMap(({ one, of }) =>
    (one.open ?? []).map((move) => ({ ...move, entry: idOf(of, move.entry) })),
  );
  return {
    ...first,
    nodes: nodesOf(readings),
    entries: {
      kind: reading.entries.kind,
      rows: named.flatMap(({ one, of }) => one.entries.rows.map((row) => ({ ...row, id: idOf(of, row.id) }))),
    },
    open,
  };
}
