// Citus: adds the workers, distributes a table, splits shards, and moves those that are not where they are then.
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

const kMost = 2 ** 31 - 1;
const kMostSplits = 4;

/** @typedef {{first: number, last: number, part: number}} Shard `part`: of which of the shards that are created */

/**
 * The shards in order of their ranges, and the split points of each command, as the core computes them.
 * @param {import('./systems.js').Setup['params']} params
 */
export function shardsOf(params) {
  const count = Number(params.shard_count);
  const least = (/** @type {number} */ shard) => -(2 ** 31) + shard * Math.floor(2 ** 32 / count);
  const shards = Array.from({ length: count }, (_, part) => ({
    first: least(part),
    last: part + 1 < count ? least(part + 1) - 1 : kMost,
    part,
  }));
  /** @type {{hash: number, points: number[], tenant: boolean}[]} */
  const splits = [];
  for (let i = 1; i <= kMostSplits; ++i) {
    const number = i > 1 ? i : '';
    const split = params[`split${number}`] ?? 'none';
    if (split === 'none') break;
    const hash = Number(params[`split_hash${number}`]);
    const tenant = split === 'isolate_tenant';
    const at = shards.findIndex(({ last }) => hash <= last);
    const { first, last, part } = shards[at];
    const points = (tenant ? [hash - 1, hash] : [hash]).filter((point) => first <= point && point < last);
    const ends = [...points, last];
    shards.splice(at, 1, ...ends.map((end, j) => ({ first: j > 0 ? ends[j - 1] + 1 : first, last: end, part })));
    splits.push({ hash, points, tenant });
  }
  return { shards, splits };
}

/**
 * The owner of each shard, by keys of which every shard has one, but null for small parts of a split shard; null for a
 * type without such keys.
 * @param {import('./systems.js').Setup} setup
 * @param {Shard[]} shards
 */
function ownersOf({ params, placeAll }, shards) {
  const bytesOf = kBytes[params.type];
  if (!bytesOf) return null;
  const least = Math.floor(2 ** 32 / Number(params.shard_count)) / 8;
  const looked = new Set(shards.flatMap(({ first, last }, i) => (last - first + 1 >= least ? [i] : [])));
  /** @type {Map<number, string>} */
  const keys = new Map();
  for (let i = 0; looked.size > 0; ++i) {
    const hash = shortHash(bytesOf(i));
    let [low, high] = [0, shards.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (hash <= shards[middle].last) high = middle;
      else low = middle + 1;
    }
    if (looked.delete(low)) keys.set(low, String(i));
  }
  const known = [...keys].sort(([a], [b]) => a - b);
  const placed = placeAll(known.map(([, key]) => key));
  const owners = new Map(known.map(([shard], i) => [shard, placed.nodes[placed.owners[i]]]));
  return shards.map((_, shard) => (owners.has(shard) ? owners.get(shard) : null));
}

/** @param {ReturnType<typeof shardsOf>['splits'][number]} split */
const splitLines = ({ hash, points, tenant }) => [
  ...(tenant
    ? [`-- as isolate_tenant_to_new_shard('data', …) does for the tenant whose worker_hash() is ${hash}`]
    : []),
  `SELECT citus_split_shard_by_split_points(shardid, ARRAY[${points.map((point) => `'${point}'`).join(', ')}],`,
  `    ARRAY[${[...points, 0].map(() => 'nodeid').join(', ')}])`,
  '  FROM pg_dist_shard JOIN pg_dist_placement USING (shardid) JOIN pg_dist_node USING (groupid)',
  `  WHERE logicalrelid = 'data'::regclass AND noderole = 'primary'`,
  `    AND ${hash} BETWEEN shardminvalue::integer AND shardmaxvalue::integer;`,
];

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
  const { shards, splits } = shardsOf(setup.params);
  const owners = ownersOf(setup, shards);
  const moves = (owners ?? []).flatMap((owner, shard) => {
    const { first, part } = shards[shard];
    const from = takers[part % takers.length];
    const to = workers.find(({ node }) => node.name === owner);
    if (owner === null) return [`-- shard ${shard} is small: if it was moved by hand, that is not listed`];
    if (!to || to === from) return [];
    return [
      `SELECT citus_move_shard_placement(shardid, ${from.sql}, ${to.sql}) FROM pg_dist_shard`,
      `  WHERE logicalrelid = 'data'::regclass AND shardminvalue = '${first}'; -- shard ${shard}`,
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
        "-- A table with colocate_with => 'data' has the same ranges and workers: it moves and splits with it.",
        splits.map(splitLines),
        owners
          ? moves
          : `-- shards that were moved by hand are not listed for keys of type ${comment(setup.params.type)}`,
      ),
    },
  ];
}

export default { system, covers, write };
