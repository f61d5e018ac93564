// A ring with given tokens, as fields of a link: Cassandra's and ScyllaDB's.

/** @typedef {import('./form.js').Reading} Reading */
/** @typedef {import('./form.js').ReadNode} ReadNode */
/** @typedef {Reading['entries']['rows'][number]} Row */
/** @typedef {[string, string][]} Fields */

export const kPartitioners = ['Murmur3Partitioner', 'RandomPartitioner'];
const kMostReplicas = 5; // kMaxReplicas of core/scenario/scenario.h

/** The token at which an entry ends: of “-42”, and of the range “(-99, -42]”. @param {Row} row */
const tokenOf = ({ id }) => BigInt(/(-?\d+)\]?$/.exec(id)?.[1] ?? '');

const holdersOf = (/** @type {Row} */ { owner, replicas }) => [owner ?? '', ...replicas];

/** Whether each range has the next nodes clockwise, whatever racks. @param {Row[]} ring @param {number} replicas */
function isSimple(ring, replicas) {
  return ring.every((row, i) => {
    const next = new Set();
    for (let at = i; next.size < replicas && at < i + ring.length; ++at) next.add(ring[at % ring.length].owner);
    return holdersOf(row).every((name) => next.has(name));
  });
}

/** @param {string[]} names of one data centre @param {Map<string, ReadNode>} nodes */
const racksOf = (names, nodes) => new Set(names.map((name) => nodes.get(name)?.rack ?? '')).size;

/**
 * How many replicas each data centre has of every range, in the order of `centers`; null where ranges differ, or where
 * replicas share a rack while another has none, which NetworkTopologyStrategy never does.
 * @param {Row[]} ring
 * @param {Map<string, ReadNode>} nodes
 * @param {string[]} centers
 */
function sharesOf(ring, nodes, centers) {
  const centerOf = (/** @type {string} */ name) => nodes.get(name)?.data_center ?? '';
  /** @type {number[]} */
  const shares = [];
  for (const center of centers) {
    const all = [...nodes.keys()].filter((name) => centerOf(name) === center);
    const held = ring.map((row) => holdersOf(row).filter((name) => centerOf(name) === center));
    const share = held[0].length;
    const spread = Math.min(share, racksOf(all, nodes));
    if (!held.every((names) => names.length === share && racksOf(names, nodes) >= spread)) return null;
    shares.push(share);
  }
  return shares;
}

/** Whether token_ring.cpp deals so: two data centres as told, the others evenly. @param {number[]} shares */
function dealtAs(shares) {
  const others = shares.slice(2);
  const even = others.every((share, i) => share > 0 && others[0] - share <= 1 && share <= (others[i - 1] ?? share));
  return even && shares.every((share) => share > 0);
}

/**
 * @param {Row[]} ring in the order of its tokens
 * @param {ReadNode[]} nodes
 * @returns {{fields: Fields} | {why: string}}
 */
function replicationOf(ring, nodes) {
  const replicas = ring[0].replicas.length + 1;
  if (ring.some((row) => row.replicas.length + 1 !== replicas))
    return { why: 'ranges have different numbers of replicas' };
  if (replicas === 1) return { fields: [] };
  if (replicas > kMostReplicas) return { why: `Reshard shows up to ${kMostReplicas} replicas, not ${replicas}` };
  const count = /** @type {[string, string]} */ (['replicas', `${replicas}`]);
  if (isSimple(ring, replicas)) return { fields: [count] };
  const owners = new Set(ring.map(({ owner }) => owner));
  const byName = new Map(nodes.filter(({ name }) => owners.has(name)).map((node) => [node.name, node]));
  const centers = [...new Set([...byName.values()].map(({ data_center = '' }) => data_center))];
  const shares = sharesOf(ring, byName, centers);
  if (!shares || !dealtAs(shares))
    return { why: 'neither SimpleStrategy nor NetworkTopologyStrategy has these replicas' };
  const told = shares.slice(0, Math.min(2, centers.length - 1));
  const keys = ['first_dc', 'second_dc'];
  return {
    fields: [
      ['s1.strategy', 'network_topology'],
      ...told.map((share, i) => /** @type {[string, string]} */ ([keys[i], `${share}`])),
      count,
    ],
  };
}

/**
 * @param {Reading} reading whose key is one of kPartitioners
 * @returns {{fields: Fields} | {why: string}}
 */
export function ringOf({ key, nodes, entries: { rows } }) {
  if (rows.some(({ owner }) => owner === null)) return { why: 'the text does not say who owns each token' };
  const places = new Map(nodes.map(({ name }, i) => [name, i]));
  const ring = rows.map((row) => ({ row, token: tokenOf(row) })).sort((a, b) => (a.token < b.token ? -1 : 1));
  const owners = ring.map(({ row, token }) => `${places.get(row.owner ?? '')}@${token}`);
  const replication = replicationOf(
    ring.map(({ row }) => row),
    nodes,
  );
  if ('why' in replication) return replication;
  /** @type {Fields} */
  const partitioner = key === 'RandomPartitioner' ? [['partitioner', 'random']] : [];
  const table = `token_ring:${owners.join(',')}`;
  return { fields: [['strategy', 'token_ring'], ...partitioner, ...replication.fields, ['owners', table]] };
}
