// MariaDB: a table with its partitions, which have numbers, and the statements for one more and one less.
import { t } from '../text/language.js';
import { Refused, lines } from './shared/rules.js';
import { columnsOf } from './postgresql.js';

const system = 'MariaDB';
const covers = [
  { strategy: 'partitions', dialects: ['mariadb_hash', 'mariadb_key', 'mariadb_key_bin', 'mariadb_key_nopad'] },
  { strategy: 'linear_hashing' },
];

const kTable = 'items';
const kMost = 8192;

/** @type {Record<string, string>} */
const kTypes = { bytes: 'VARBINARY(255)', int64: 'BIGINT', int32: 'INT', int16: 'SMALLINT' };

const textOf = (/** @type {string} */ dialect) =>
  `VARCHAR(255) CHARACTER SET utf8mb4 COLLATE ${dialect.endsWith('_nopad') ? 'utf8mb4_nopad_bin' : 'utf8mb4_bin'}`;

/** @type {import('./systems.js').Write} */
function write({ nodes, params }) {
  if (nodes.length > kMost) throw new Refused(t('MariaDB has at most {0} partitions.', '8,192'));
  /** @type {string} */
  const dialect = params.dialect;
  const types = dialect.endsWith('_hash') ? [params.type] : columnsOf(params);
  const columns = types.map((type, i) => ({ name: `k${i + 1}`, type: kTypes[type] ?? textOf(dialect) }));
  const names = columns.map(({ name }) => name).join(', ');
  const by = `${dialect.includes('linear') ? 'LINEAR ' : ''}${dialect.endsWith('_hash') ? 'HASH' : 'KEY'}`;
  const table = {
    file: 'table.sql',
    language: 'sql',
    text: lines([
      ...nodes.map(({ name }, i) => `-- p${i}: ${name}`),
      `CREATE TABLE ${kTable} (${columns.map(({ name, type }) => `${name} ${type}`).join(', ')})`,
      `  PARTITION BY ${by} (${names}) PARTITIONS ${nodes.length};`,
    ]),
  };
  const add = {
    file: 'add.sql',
    language: 'sql',
    text: lines([`ALTER TABLE ${kTable} ADD PARTITION PARTITIONS 1;`]),
  };
  const remove = { file: 'remove.sql', language: 'sql', text: lines([`ALTER TABLE ${kTable} COALESCE PARTITION 1;`]) };
  return [table, ...(nodes.length < kMost ? [add] : []), ...(nodes.length > 1 ? [remove] : [])];
}

export default { system, covers, write };
