// Cassandra: it draws tokens at random unless they are given, so they are given here, with the settings that say where
// a node is.
import { t } from '../text/language.js';
import { comment, cql, properties } from '../text/quote.js';
import { Refused, addressesOf, givenTokens, leftOut, lines } from './shared/rules.js';

const system = 'Cassandra';
const covers = { strategy: 'token_ring' };

/** @typedef {import('./systems.js').Setup} Setup */

const kCenter = 'datacenter1';
const kRack = 'rack1';

/** @typedef {{name: string, hash: string, tokenOf: (digest: string) => bigint}} Partitioner */

// As token_ring.cpp derives a token from a text: the lowest of Murmur3's numbers is none.
/** @type {Record<string, Partitioner>} */
const kPartitioners = {
  murmur3: {
    name: 'Murmur3Partitioner',
    hash: 'murmur3_128',
    tokenOf: (digest) => {
      const first = BigInt.asIntN(64, BigInt(`0x${digest.slice(0, 16)}`));
      return first === -(2n ** 63n) ? 2n ** 63n - 1n : first;
    },
  },
  random: {
    name: 'RandomPartitioner',
    hash: 'md5',
    tokenOf: (digest) => {
      const number = BigInt.asIntN(128, BigInt(`0x${digest}`));
      return number < 0n ? -number : number;
    },
  },
};

// Of the texts "name-0", "name-1", ….
/**
 * @param {import('./systems.js').Node} node
 * @param {number} perWeight
 * @param {Partitioner} partitioner
 * @param {Setup['hash_of']} hashOf
 */
function tokensOf({ name, weight }, perWeight, { hash, tokenOf }, hashOf) {
  const count = Math.max(1, Math.floor(perWeight * weight + 0.5));
  return Array.from({ length: count }, (_, i) => tokenOf(/** @type {string} */ (hashOf(hash, `${name}-${i}`))));
}

// How many replicas each data centre holds, as deal() of token_ring.cpp says.
/**
 * @param {number} replicas
 * @param {number} centers how many there are
 * @param {number[]} asked for each but the last
 */
function deal(replicas, centers, asked) {
  let left = replicas - centers;
  const take = (/** @type {number} */ most) => {
    const more = Math.min(left, most);
    left -= more;
    return 1 + more;
  };
  const named = Array.from({ length: centers }, (_, i) =>
    i < centers - 1 && asked[i] > 0 ? take(asked[i] - 1) : null,
  );
  let others = named.filter((share) => share === null).length;
  return named.map((share) => share ?? take(Math.ceil(left / others--)));
}

/** @param {Pick<Setup, 'nodes' | 'params' | 'replicas'>} setup */
function replication({ nodes, params, replicas }) {
  if (params.strategy !== 'network_topology') return `'class': 'SimpleStrategy', 'replication_factor': ${replicas}`;
  const centers = [...new Set(nodes.map(({ data_center: center }) => center || kCenter))];
  if (replicas < centers.length) {
    throw new Refused(
      t(
        '{0} keeps a number of replicas in each data centre: raise Replicas from {1} to at least {2}, one for each.',
        system,
        replicas,
        centers.length,
      ),
    );
  }
  const shares = deal(replicas, centers.length, [params.first_dc, params.second_dc]);
  return `'class': 'NetworkTopologyStrategy'${centers.map((center, i) => `, ${cql(center)}: ${shares[i]}`).join('')}`;
}

/** @type {import('./systems.js').Write} */
function write({ nodes, params, replicas, table, hash_of: hash }) {
  const inUse = nodes.filter(({ weight }) => weight > 0);
  addressesOf(system, inUse, false);
  const given = givenTokens(table);
  const partitioner = kPartitioners[params.partitioner ?? 'murmur3'];
  const own = inUse.map((node) => ({
    node,
    tokens: given.get(node.id) ?? tokensOf(node, params.num_tokens, partitioner, hash),
  }));
  return [
    ...own.map(({ node, tokens }) => ({
      file: 'cassandra.yaml',
      language: 'yaml',
      text: lines(
        `# On ${comment(node.name)}`,
        `num_tokens: ${tokens.length}`,
        `initial_token: "${tokens.join(',')}"`,
        `partitioner: org.apache.cassandra.dht.${partitioner.name}`,
        'endpoint_snitch: GossipingPropertyFileSnitch',
      ),
    })),
    ...inUse.map((node) => ({
      file: 'cassandra-rackdc.properties',
      language: 'properties',
      text: lines(
        `# On ${comment(node.name)}`,
        `dc=${properties(node.data_center || kCenter)}`,
        `rack=${properties(node.rack || node.zone || kRack)}`,
      ),
    })),
    {
      file: 'keyspace.cql',
      language: 'cql',
      text: lines(
        leftOut('--', comment, nodes),
        `CREATE KEYSPACE data WITH replication = {${replication({ nodes: inUse, params, replicas })}};`,
      ),
    },
  ];
}

export default { system, covers, write };
