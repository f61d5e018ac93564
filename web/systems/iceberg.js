// Apache Iceberg: a table that is partitioned by bucket(n, key), in Spark's SQL; in Trino's where Spark lacks the type.
// Bucket i is node i's, whatever its weight.
import { comment } from '../text/quote.js';
import { lines } from './shared/rules.js';

const system = 'Iceberg';
const covers = { strategy: 'partitions', dialects: ['iceberg'] };

/** Spark's, by type of the column. @type {Record<string, string>} */
const kTypes = {
  text: 'string',
  bytes: 'binary',
  int64: 'bigint',
  int32: 'int',
  date: 'date',
  timestamp: 'timestamp_ntz',
};

/** @type {import('./systems.js').Write} */
function write({ nodes, params }) {
  const type = kTypes[params.type];
  return [
    {
      file: 'table.sql',
      language: 'sql',
      text: lines(
        nodes.map(({ name }, bucket) => `-- bucket ${bucket}: ${comment(name)}`),
        type === undefined
          ? [
              '-- Trino’s SQL: Spark’s has no uuid.',
              `CREATE TABLE data (key uuid) WITH (partitioning = ARRAY['bucket(key, ${nodes.length})']);`,
            ]
          : `CREATE TABLE data (key ${type}) USING iceberg PARTITIONED BY (bucket(${nodes.length}, key));`,
      ),
    },
  ];
}

export default { system, covers, write };
