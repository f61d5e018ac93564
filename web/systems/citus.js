// Citus: adds the workers, distributes a table, and moves the shards that are not where it creates them.
import { comment, cql } from '../text/quote.js';
import { addressesOf, lines } from './shared/rules.js';

const system = 'Citus';
const covers = { strategy: 'citus' };

const kPort = 5432;

// PostgreSQL's hash_bytes() of at most 11 bytes: hashint4() of the 4 bytes of a number, hashtext() of a short text.
/** @param {Uint8Array} bytes */
export function shortHash(bytes) {
  const word = (/** @type {number} */ from, /** @type {number} */ to) =>
    bytes.slice(from, to).reduce((sum, byte, i) => sum | (byte << (8 * i)), 0);
  const rotl = (/** @type {number} */ x, /** @type {number} */ by) => (x << by) | (x >>> (32 - by));
  const start = (0x9e3779b9 + bytes.length + 3923095) | 0;
  let [a, b, c] = [(start + word(0, 4)) | 0, (start + word(4, 8)) | 0, (start + (word(8, 11) << 8)) | 0];
  c = ((c ^ b) - rotl(b, 14)) | 0;
  a = ((a ^ c) - rotl(c, 11)) | 0;
  b = ((b ^ a) - rotl(a, 25)) | 0;
  c = ((c ^ b) - rotl(b, 16)) | 0;
  a = ((a ^ c) - rotl(c, 4)) | 0;
  b = ((b ^ a) - rotl(a, 14)) | 0;
  return ((c ^ b) - rotl(b, 24)) | 0;
}

const ofNumber = (/** @type {number} */ i) => Uint8Array.of(i & 255, (i >> 8) & 255, i >> 16, 0);
const ofText = (/** @type {number} */ i) => new TextEncoder().encode(String(i));

// The number of a key as the type's bytes; other types have no keys here that tell of their shards.
/** @type {Record<string, (i: number) => Uint8Array>} */
const kBytes = { text: ofText, char: ofText, int64: ofNumber, int32: ofNumber };

/**
 * The owner of each shard, by keys of which every shard has one; null for a type without such keys.
 * @param {import('./systems.js').Setup} setup
 * @param {number} count
 */
function ownersOf({ params, placeAll }, count) {
  const bytesOf = kBytes[params.type];
  if (!bytesOf) return null;
  const width = Math.floor(2 ** 32 / count);
  const keys = new Array(count).fill('');
  for (let i = 0, found = 0; found < count; ++i) {
    const shard = Math.min(Math.floor((shortHash(bytesOf(i)) + 2 ** 31) / width), count - 1);
    if (keys[shard] !== '') continue;
    keys[shard] = String(i);
    ++found;
  }
  const placed = placeAll(keys);
  return [...placed.owners].map((owner) => placed.nodes[owner]);
}

/** @type {import('./systems.js').Write} */
function write(setup) {
  const count = Number(setup.params.shard_count);
  const workers = addressesOf(system, setup.nodes, false).map(({ node, at }) => {
    const port = at.port ?? kPort;
    return { node, host: at.host, port, sql: `${cql(at.host)}, ${port}` };
  });
  const byBytes = (/** @type {string} */ a, /** @type {string} */ b) => (a < b ? -1 : Number(a > b));
  const takers = workers
    .filter(({ node }) => node.weight > 0)
    .sort((a, b) => byBytes(a.host, b.host) || a.port - b.port);
  const owners = ownersOf(setup, count);
  const least = (/** @type {number} */ shard) => -(2 ** 31) + shard * Math.floor(2 ** 32 / count);
  const moves = (owners ?? []).flatMap((owner, shard) => {
    const from = takers[shard % takers.length];
    const to = workers.find(({ node }) => node.name === owner);
    if (!to || to === from) return [];
    return [
      `SELECT citus_move_shard_placement(shardid, ${from.sql}, ${to.sql}) FROM pg_dist_shard`,
      `  WHERE logicalrelid = 'data'::regclass AND shardminvalue = '${least(shard)}'; -- shard ${shard}`,
    ];
  });
  return [
    {
      file: 'citus.sql',
      language: 'sql',
      text: lines(
        workers.map(({ sql }) => `SELECT citus_add_node(${sql});`),
        workers
          .filter(({ node }) => node.weight === 0)
          .map(({ sql }) => `SELECT citus_set_node_property(${sql}, 'shouldhaveshards', false);`),
        `SELECT create_distributed_table('data', 'key', shard_count => ${count});`,
        owners
          ? moves
          : `-- shards that were moved by hand are not listed for keys of type ${comment(setup.params.type)}`,
      ),
    },
  ];
}

export default { system, covers, write };
