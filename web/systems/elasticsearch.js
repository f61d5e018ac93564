// Elasticsearch: the settings of an index, and the node that holds each shard. After a split or a shrink, a shard's
// number is not its node's position, and the routing shards are those that the index was made with: keys tell both.
import { t } from '../text/language.js';
import { comment, jsonOf } from '../text/quote.js';
import { Refused, lines } from './shared/rules.js';

const system = 'Elasticsearch';
const covers = { strategy: 'elasticsearch' };

const kMostShards = 1024;

const kKeysAShard = 40; // so many that none of 1024 shards goes without

// As the core's routing_shards_by_rule().
const byRule = (/** @type {number} */ shards) => shards * 2 ** Math.max(1, 10 - Math.ceil(Math.log2(shards)));

/**
 * The index's routing shards, and its nodes by shard.
 * @param {import('./systems.js').Setup} setup
 */
function indexOf({ nodes, params, placeAll, hash_of: hash }) {
  const count = nodes.length;
  const keys = Array.from({ length: kKeysAShard * count }, (_, i) => `k${i}`);
  const utf16 = (/** @type {string} */ key) => [...key].map((letter) => `${letter}\0`).join('');
  const hashes = keys.map((key) => Number(BigInt.asIntN(32, BigInt(hash('murmur3_32', utf16(key))))));
  const placed = placeAll(keys);
  // Resized, an index keeps the routing shards of the number that it was made with.
  const made = Array.from({ length: kMostShards }, (_, i) => i + 1).filter(
    (shards) => shards % count === 0 || count % shards === 0,
  );
  const usual = [count, ...made].map(byRule).filter((routing) => routing % count === 0);
  for (const routing of params.routing_shards > 0 ? [params.routing_shards] : usual) {
    const owners = new Array(count).fill(undefined);
    const agrees = hashes.every((number, key) => {
      const shard = Math.floor((((number % routing) + routing) % routing) / (routing / count));
      owners[shard] ??= placed.owners[key];
      return owners[shard] === placed.owners[key];
    });
    if (agrees) return { routing, names: owners.map((owner) => placed.nodes[owner]) };
  }
  throw new Error('no number of routing shards places keys like the core');
}

/** @type {import('./systems.js').Write} */
function write(setup) {
  const { nodes, params, replicas } = setup;
  if (nodes.length > kMostShards) throw new Refused(t('{0} allows at most {1} shards per index.', system, kMostShards));
  const { routing, names } = indexOf(setup);
  const settings = {
    number_of_shards: nodes.length,
    number_of_replicas: replicas - 1,
    ...((params.routing_shards > 0 || routing !== byRule(nodes.length)) && { number_of_routing_shards: routing }),
  };
  return [
    {
      file: 'index.txt',
      language: 'console',
      text: lines(
        names.map((name, shard) => `# Shard ${shard}: ${comment(name)}`),
        'PUT /data',
        jsonOf({ settings: { index: settings } }),
      ),
    },
  ];
}

export default { system, covers, write };
