// The nodes of two readings: which are the same, and what else is told of them.

/** @typedef {import('../reading/form.js').Reading} Reading */
/** @typedef {import('../reading/form.js').ReadNode} ReadNode */
/** @typedef {import('./form.js').Nodes} Nodes */

/** The port that a system takes where none is written. */
const kUsualPorts = /** @type {Record<string, string>} */ ({ nginx: '80' });
// Ids of nodes that no other node ever gets: Redis’s, and UUIDs.
const kLasting = /^(?:[0-9a-f]{40}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const kAddress = /^(\[[^\]]+\]|[^:]+):(\d+)$/;

const hostOf = (/** @type {string} */ name) => kAddress.exec(name)?.[1] ?? name;
const portOf = (/** @type {string} */ name) => kAddress.exec(name)?.[2] ?? '';

/** Names of one text that the other has not. @param {Reading} reading @param {Reading} other */
function alone({ nodes }, other) {
  const known = new Set(other.nodes.map(({ name }) => name));
  return nodes.filter(({ name }) => !known.has(name));
}

/**
 * Nodes that are the same under another name: by a lasting id, or because the port is the one that is taken anyway.
 * @param {Reading} before
 * @param {Reading} after
 * @returns {Map<string, string>} the first text’s names by those of the second
 */
export function sameNodes(before, after) {
  const [gone, come] = [alone(before, after), alone(after, before)];
  const usual = before.system === after.system ? kUsualPorts[before.system] : undefined;
  const keysOf = (/** @type {ReadNode} */ { id, name }) => [
    ...(typeof id === 'string' && kLasting.test(id) ? [`id ${id}`] : []),
    ...(usual && (portOf(name) || usual) === usual ? [`host ${hostOf(name)}`] : []),
  ];
  const known = new Map(gone.flatMap((node) => keysOf(node).map((key) => [key, node.name])));
  const names = /** @type {Map<string, string>} */ (new Map());
  const taken = new Set();
  for (const node of come) {
    const name = keysOf(node)
      .map((key) => known.get(key))
      .find((found) => found !== undefined && !taken.has(found));
    if (name === undefined) continue;
    names.set(node.name, name);
    taken.add(name);
  }
  return names;
}

/**
 * Servers that one text writes with a port and the other without.
 * @param {Reading} before
 * @param {Reading} after
 * @returns {Map<string, string>} the first text’s spelling by that of the second
 */
export function portPairs(before, after) {
  const gone = new Map(alone(before, after).map(({ name }) => [hostOf(name), name]));
  const pairs = alone(after, before).flatMap(({ name }) => {
    const other = gone.get(hostOf(name));
    return other !== undefined && (portOf(name) === '') !== (portOf(other) === '') ? [[name, other]] : [];
  });
  return new Map(/** @type {[string, string][]} */ (pairs));
}

/** A reading with other names of its nodes. @param {Reading} reading @param {Map<string, string>} names */
export function withNames(reading, names) {
  if (names.size === 0) return reading;
  const of = (/** @type {string} */ name) => names.get(name) ?? name;
  const { nodes, entries } = reading;
  return {
    ...reading,
    nodes: nodes.map((node) => ({ ...node, name: of(node.name) })),
    entries: {
      ...entries,
      rows: entries.rows.map((row) => ({
        ...row,
        owner: row.owner === null ? null : of(row.owner),
        replicas: row.replicas.map(of),
      })),
      ...(entries.counts && { counts: new Map([...entries.counts].map(([name, count]) => [of(name), count])) }),
    },
  };
}

const placeOf = (/** @type {ReadNode} */ { data_center, zone, rack }) =>
  [data_center, zone, rack].filter((part) => part).join('/');

/**
 * @param {Reading} before
 * @param {Reading} after with its own names
 * @param {Map<string, string>} same of sameNodes()
 * @returns {Nodes}
 */
export function nodesOf(before, after, same) {
  const first = new Map(before.nodes.map((node) => [node.name, node]));
  const second = after.nodes.map((node) => ({ ...node, name: same.get(node.name) ?? node.name }));
  const stay = new Set(second.map(({ name }) => name));
  const both = second.flatMap((is) => {
    const was = first.get(is.name);
    return was ? [{ name: is.name, was, is }] : [];
  });
  return {
    added: second.filter(({ name }) => !first.has(name)).map(({ name }) => name),
    removed: before.nodes.filter(({ name }) => !stay.has(name)).map(({ name }) => name),
    reweighted: both.flatMap(({ name, was, is }) =>
      was.weight === undefined || is.weight === undefined || was.weight === is.weight
        ? []
        : [{ name, before: was.weight, after: is.weight }],
    ),
    relocated: both.flatMap(({ name, was, is }) => {
      const [one, other] = [placeOf(was), placeOf(is)];
      return one === '' || other === '' || one === other ? [] : [{ name, before: one, after: other }];
    }),
    renamed: [...same].map(([now, was]) => ({ before: was, after: now })),
    down: both.filter(({ was, is }) => is.down === true && was.down !== true).map(({ name }) => name),
    up: both.filter(({ was, is }) => was.down === true && is.down !== true).map(({ name }) => name),
  };
}
