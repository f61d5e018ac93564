// Tables whose entries a typed key finds, as fields of a link: Kafka's partitions, Citus' shards, PostgreSQL's hash
// partitions, MongoDB's chunks of a hashed key and Vitess' key ranges.

/** @typedef {import('./form.js').Reading} Reading */
/** @typedef {import('./form.js').ReadNode} ReadNode */
/** @typedef {[string, string][]} Fields */
/**
 * `nodes`: those of the link, where they are not the reading's as they are.
 * @typedef {{nodes?: ReadNode[], fields: Fields} | {why: string, table?: true}} Typed
 */

/** What a reading knows of the key: its types, the function. @param {Reading} reading @returns {Fields} */
const paramsOf = ({ params = {} }) => Object.entries(params).map(([name, value]) => [name, `${value}`]);

/**
 * Each run of owners: its place among the nodes, and how many.
 * @param {(string | null)[]} owners @param {ReadNode[]} nodes
 */
function runs(owners, nodes) {
  const places = new Map(nodes.map(({ name }, i) => [name, `${i}`]));
  const found = /** @type {{of: string, count: number}[]} */ ([]);
  for (const owner of owners) {
    const of = places.get(owner ?? '') ?? '-';
    const last = found[found.length - 1];
    if (last?.of === of) last.count += 1;
    else found.push({ of, count: 1 });
  }
  return found.map(({ of, count }) => (count === 1 ? of : `${of}*${count}`)).join(',');
}

const unweighted = (/** @type {ReadNode} */ { weight: _, ...node }) => node;

/**
 * Partitions are the nodes, as their folders are called: which broker leads one does not matter to a key.
 * @param {Reading} reading @returns {Typed}
 */
function kafka(reading) {
  const topic = /** @type {string} */ (reading.choice !== undefined && reading.topic) || 'partition';
  const nodes = reading.entries.rows.map(({ id }) => ({ name: `${topic}-${id}` }));
  return {
    nodes,
    fields: /** @type {Fields} */ ([['strategy', 'partitions'], ['dialect', 'kafka_murmur2'], ...paramsOf(reading)]),
  };
}

/** Partition (8, 4) is the token 8000000004. @param {Reading} reading @returns {Typed} */
function hashPartitions(reading) {
  const bounds = /** @type {{name: string, modulus: number, remainder: number}[]} */ (reading.bounds);
  const places = new Map(reading.nodes.map(({ name }, i) => [name, i]));
  const tokens = bounds.map(({ name, modulus, remainder }) => `${places.get(name)}@${modulus * 1e9 + remainder}`);
  return {
    nodes: reading.nodes.map(unweighted),
    fields: [['strategy', 'hash_partitions'], ...paramsOf(reading), ['owners', `hash_partitions:${tokens.join(',')}`]],
  };
}

/** A node that is drained takes nothing new. @param {ReadNode} node */
const drained = (node) => (node.draining === true ? { ...node, weight: 0 } : unweighted(node));

/** @param {Reading} reading @returns {Typed} */
function citus(reading) {
  const owners = new Map(reading.entries.rows.map(({ id, owner }) => [id, owner]));
  const order = /** @type {string[]} */ (reading.order);
  const table = runs(
    order.map((id) => owners.get(id) ?? null),
    reading.nodes,
  );
  return {
    nodes: reading.nodes.map(drained),
    fields: [
      ['strategy', 'citus'],
      ['shard_count', `${order.length}`],
      ...paramsOf(reading),
      ['owners', `citus:${table}`],
    ],
  };
}

/** @param {Reading} reading @returns {Typed} */
function mongodb(reading) {
  const owners = reading.entries.rows.map(({ owner }) => owner);
  return {
    nodes: reading.nodes.map(drained),
    fields: [
      ['strategy', 'mongodb'],
      ['chunks', `${owners.length}`],
      ...paramsOf(reading),
      ['owners', `mongodb:${runs(owners, reading.nodes)}`],
    ],
  };
}

/**
 * Shards are called by their ranges; those that do not serve follow those that do.
 * @param {Reading} reading @returns {Typed}
 */
function vitess(reading) {
  const serving = new Set(reading.entries.rows.map(({ owner }) => owner));
  const nodes = reading.nodes.filter(({ name }) => serving.has(name));
  const targets = reading.nodes.filter(({ name }) => !serving.has(name));
  return { nodes: [...nodes, ...targets].map(unweighted), fields: [['strategy', 'vitess'], ...paramsOf(reading)] };
}

/** By a reading's key. @type {Record<string, (reading: Reading) => Typed>} */
export const kTyped = { kafka_murmur2: kafka, hash_partitions: hashPartitions, citus, mongodb, vitess };
