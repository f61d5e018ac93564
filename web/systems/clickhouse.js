// ClickHouse: the cluster of a server's configuration, and a Distributed table over it. A row's shard is the sharding
// expression modulo the sum of the weights, in the order of the shards; a shard of weight 0 gets none.
import { svg } from '../text/escaped.js';
import { addressesOf, lines, wholeWeights } from './shared/rules.js';

const system = 'ClickHouse';

/** By dialect, the sharding expression of these columns. @type {Record<string, (columns: string) => string>} */
const kExpressions = {
  clickhouse_city: (columns) => `cityHash64(${columns})`,
  clickhouse_xxhash64: (columns) => `xxHash64(${columns})`,
  clickhouse_siphash64: (columns) => `sipHash64(${columns})`,
  clickhouse_murmurhash3_64: (columns) => `murmurHash3_64(${columns})`,
  clickhouse_murmurhash2_64: (columns) => `murmurHash2_64(${columns})`,
  clickhouse_murmurhash3_32: (columns) => `murmurHash3_32(${columns})`,
  clickhouse_halfmd5: (columns) => `halfMD5(${columns})`,
  clickhouse_inthash64: (columns) => `intHash64(${columns})`,
  clickhouse_inthash32: (columns) => `intHash32(${columns})`,
  clickhouse_javahash: (columns) => `javaHash(${columns})`,
  clickhouse_integer: (columns) => columns,
};

const covers = { strategy: 'partitions', dialects: Object.keys(kExpressions) };

/** @type {Record<string, string>} by type of a column */
const kTypes = { text: 'String', bytes: 'String', int64: 'Int64', int32: 'Int32', int16: 'Int16', uuid: 'UUID' };

const kPort = 9000;

/** @type {import('./systems.js').Write} */
function write({ nodes, params }) {
  wholeWeights(system, nodes);
  const shards = addressesOf(system, nodes, false);
  const types = [params.type, params.type2, params.type3, params.type4].filter((type) => type && type !== 'none');
  const names = types.map((_, i) => (types.length > 1 ? `key${i + 1}` : 'key'));
  const columns = names.map((name, i) => `${name} ${kTypes[types[i]]}`).join(', ');
  return [
    {
      file: 'remote_servers.xml',
      language: 'xml',
      text: lines(
        '<clickhouse>',
        '  <remote_servers>',
        '    <data>',
        shards.map(({ node, at }) => [
          '      <shard>',
          `        <weight>${node.weight}</weight>`,
          '        <internal_replication>true</internal_replication>',
          `        <replica><host>${svg(at.host)}</host><port>${at.port ?? kPort}</port></replica>`,
          '      </shard>',
        ]),
        '    </data>',
        '  </remote_servers>',
        '</clickhouse>',
      ),
    },
    {
      file: 'distributed.sql',
      language: 'sql',
      text: lines(
        `CREATE TABLE rows_of_all (${columns})`,
        `  ENGINE = Distributed('data', currentDatabase(), 'rows', ${kExpressions[params.dialect](names.join(', '))});`,
      ),
    },
  ];
}

export default { system, covers, write };
