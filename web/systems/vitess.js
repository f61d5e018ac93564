// Vitess: the vindex of a table, its shards, and the reshard that is under way where shards overlap.
import { shell } from '../text/quote.js';
import { lines } from './shared/rules.js';

const system = 'Vitess';
const covers = { strategy: 'vitess' };

/** @typedef {{name: string, first: bigint, after: bigint}} Shard */

/**
 * A shard by its range; null where the name is none.
 * @param {string} name
 * @returns {?Shard}
 */
function shardOf(name) {
  const [, begin, end] = /^((?:[0-9a-f]{2})*)-((?:[0-9a-f]{2})*)$/i.exec(name) ?? [];
  if (begin === undefined || end === undefined) return null;
  const edge = (/** @type {string} */ hex) => BigInt(`0x${hex.padEnd(16, '0')}`);
  return { name, first: edge(begin), after: end === '' ? 2n ** 64n : edge(end) };
}

/**
 * The names that GenerateShardRanges() gives n shards.
 * @param {number} n
 */
export function generateShardRanges(n) {
  const top = n <= 256 ? 256 : 65_536;
  const hex = (/** @type {number} */ edge) => edge.toString(16).padStart(top === 256 ? 2 : 4, '0');
  const edges = Array.from({ length: n + 1 }, (_, i) => Math.trunc(i * (top / n)));
  return edges.slice(1).map((end, i) => `${edges[i] === 0 ? '' : hex(edges[i])}-${end === top ? '' : hex(end)}`);
}

/**
 * Those that serve: as the core's Serving, the first shard that begins where the last one ends and leads to the end.
 * @param {Shard[]} shards
 */
function serving(shards) {
  const kEnd = 2n ** 64n;
  /** @type {Map<bigint, ?Shard[]>} */
  const from = new Map();
  const pathFrom = (/** @type {bigint} */ first) => {
    if (first === kEnd) return [];
    const known = from.get(first);
    if (known !== undefined) return known;
    /** @type {?Shard[]} */
    let path = null;
    for (const shard of shards) {
      if (shard.first !== first) continue;
      const rest = /** @type {?Shard[]} */ (pathFrom(shard.after));
      if (rest === null) continue;
      path = [shard, ...rest];
      break;
    }
    from.set(first, path);
    return path;
  };
  return pathFrom(0n) ?? [];
}

/** @type {import('./systems.js').Write} */
function write({ nodes, params }) {
  const named = nodes.map(({ name }) => shardOf(name));
  const ranges = named.every((shard) => shard !== null);
  const shards = /** @type {Shard[]} */ (ranges ? named : generateShardRanges(nodes.length).map(shardOf));
  const now = ranges ? serving(shards) : shards;
  const targets = shards.filter((shard) => now.length > 0 && !now.includes(shard));
  const overlaps = (/** @type {Shard} */ a) => targets.some((b) => a.first < b.after && b.first < a.after);
  const list = (/** @type {Shard[]} */ some) => shell(some.map(({ name }) => name).join(','));
  const reshard = 'vtctldclient Reshard --workflow reshard --target-keyspace data';
  return [
    {
      file: 'vschema.sql',
      language: 'sql',
      text: lines(`ALTER VSCHEMA ON data ADD VINDEX ${params.vindex}(id) USING ${params.vindex};`),
    },
    {
      file: 'shards.sh',
      language: 'shell',
      text: lines(
        'vtctldclient CreateKeyspace data',
        shards.map(({ name }) => `vtctldclient CreateShard data/${name}`),
        targets.length === 0
          ? null
          : [
              `${reshard} create --source-shards ${list(now.filter(overlaps))} --target-shards ${list(targets)}`,
              `${reshard} switchtraffic`,
              `${reshard} complete`,
            ],
      ),
    },
  ];
}

export default { system, covers, write };
