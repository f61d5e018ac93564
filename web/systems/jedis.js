// Jedis's ShardedJedis, in Java.
import { java } from '../text/quote.js';
import { addressesOf, lines, wholeWeights } from './shared/rules.js';

const system = 'Jedis';
const covers = { strategy: 'jedis' };

const kPort = 6379;

/** @type {import('./systems.js').Write} */
function write({ nodes, params }) {
  wholeWeights(system, nodes);
  // Unnamed shards are named by their positions, so those of weight 0 keep theirs.
  const shards = addressesOf(system, nodes, false).map(({ node, at }) =>
    params.names === 'named'
      ? `new JedisShardInfo(${java(at.host)}, ${java(node.name)}, ${at.port ?? kPort}, 2000, ${node.weight})`
      : `new JedisShardInfo(${java(at.host)}, ${at.port ?? kPort}, 2000, 2000, ${node.weight})`,
  );
  return [
    {
      file: 'Shards.java',
      language: 'java',
      text: lines(
        'import java.util.List;',
        'import redis.clients.jedis.*;',
        'import redis.clients.jedis.util.Hashing;',
        '',
        'public final class Shards {',
        '  public static ShardedJedis open() {',
        '    return new ShardedJedis(List.of(',
        shards.map((shard, i) => `        ${shard}${i + 1 < shards.length ? ',' : ''}`),
        `    ), ${params.function === 'md5' ? 'Hashing.MD5' : 'Hashing.MURMUR_HASH'});`,
        '  }',
        '}',
      ),
    },
  ];
}

export default { system, covers, write };
