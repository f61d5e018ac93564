// Servers of a sharded database as configurations have them: a primary and its copies for each shard.
import { Unreadable } from './form.js';

/** @typedef {import('./form.js').ReadNode} ReadNode */
/** @typedef {{address: string, database: string, role: string, line: number}} ShardServer */
/** @typedef {{id: string, servers: ShardServer[], line: number}} Shard */

/** @param {string} host @param {string} port */
export const addressOf = (host, port) =>
  `${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}${port && `:${port}`}`;

/** @param {string} host @param {number} line */
export function hostIn(host, line) {
  // eslint-disable-next-line no-control-regex -- no name has them
  if (host === '' || /[\s,\u0000-\u001f]/.test(host)) throw new Unreadable(line, `“${host.slice(0, 40)}” is no host`);
  return host;
}

/**
 * Nodes and entries of shards. A node is the shard's primary; an address that several shards have is told apart by the
 * database, or by the shard.
 * @param {Shard[]} shards in order
 */
export function shardsRead(shards) {
  const warnings = /** @type {string[]} */ ([]);
  const owners = shards.map(({ id, servers, line }) => {
    const primaries = servers.filter(({ role }) => role === 'primary');
    if (primaries.length > 1) {
      const [one, other] = primaries;
      throw new Unreadable(other.line, `shard ${id} already belongs to ${one.address} (line ${one.line})`);
    }
    if (servers.length === 0) throw new Unreadable(line, `shard ${id} has no server`);
    if (primaries.length === 0) warnings.push(`shard ${id}: no server is said to be its primary`);
    return primaries[0] ?? servers[0];
  });
  const often = (/** @type {string} */ address) => owners.filter((one) => one.address === address).length > 1;
  const seen = new Set();
  const names = owners.map(({ address, database }, i) => {
    const name = often(address) && database ? `${address}/${database}` : address;
    const own = seen.has(name) ? `${name}#${shards[i].id}` : name;
    seen.add(own);
    return own;
  });
  const copies = shards.map(({ servers }, i) =>
    servers.filter((one) => one !== owners[i]).map(({ address }) => address),
  );
  return {
    warnings,
    nodes: /** @type {ReadNode[]} */ (
      names.map((name, i) => ({ name, ...(copies[i].length > 0 && { replicas: copies[i] }) }))
    ),
    rows: shards.map(({ id }, i) => ({ id, owner: names[i], replicas: copies[i] })),
  };
}
