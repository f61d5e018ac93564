// PgDog: the databases of pgdog.toml, whose shards are numbered from 0, and the column and function that shard their
// tables. Its usual function is that of PostgreSQL's hash partitions (hashfn.c of PgDog).
import { chosen } from '../reading/choices.js';
import { addressOf, hostIn, shardsRead } from '../reading/servers.js';
import { Unreadable, noTemplate } from '../reading/form.js';
import { tomlTree } from '../reading/toml.js';

/** @typedef {import('../reading/json.js').Tree} Tree */
/** @typedef {import('../reading/servers.js').Shard} Shard */
/**
 * @typedef {{shards: Map<number, Shard>, line: number, only: number}} Database `only`: for resharding only, the line
 */
/** @typedef {{database: string, column: string, type: string, hasher: string, mapped: string}} Sharding */

const kTypes = /** @type {Record<string, string>} */ ({ bigint: 'int64', uuid: 'uuid', varchar: 'text' });
const kMostShards = 100_000;
const kUnlisted = 'where values are that the list does not name';
const kOutside = 'where values are that the range does not name';

/** @param {Tree} tree @param {string} name @param {string} [usual] */
function textOf(tree, name, usual) {
  const value = tree.members?.get(name);
  if (!value) {
    if (usual !== undefined) return usual;
    throw new Unreadable(tree.line, `the member “${name}” is missing`);
  }
  if (value.text === null) throw new Unreadable(value.line, `${name} is no text`);
  noTemplate(value.text, value.line);
  return value.text;
}

/** @param {Tree} tree @param {string} name @param {string} usual @param {number} most */
function numberOf(tree, name, usual, most) {
  const text = textOf(tree, name, usual);
  if (/^\d{1,9}$/.test(text) && Number(text) <= most && !tree.members?.get(name)?.quoted) return text;
  throw new Unreadable(tree.members?.get(name)?.line ?? tree.line, `“${text.slice(0, 30)}” is no number`);
}

/** @param {?Tree | undefined} list */
function itemsOf(list) {
  if (list && !list.items) throw new Unreadable(list.line, 'PgDog expects a list of tables there');
  return list?.items ?? [];
}

/** @param {Tree[]} items */
function databasesIn(items) {
  const databases = /** @type {Map<string, Database>} */ (new Map());
  for (const item of items) {
    if (!item.members) throw new Unreadable(item.line, 'a database is no table');
    const name = textOf(item, 'name');
    const host = hostIn(textOf(item, 'host'), item.members.get('host')?.line ?? item.line);
    const port = numberOf(item, 'port', '5432', 65_535);
    const shard = Number(numberOf(item, 'shard', '0', kMostShards));
    const role = textOf(item, 'role', 'primary');
    if (!/^(?:primary|replica|auto)$/.test(role)) {
      throw new Unreadable(item.members.get('role')?.line ?? item.line, `role: “${role.slice(0, 40)}” is not known`);
    }
    const of = databases.get(name) ?? { shards: new Map(), line: item.line, only: 0 };
    databases.set(name, of);
    if (textOf(item, 'resharding_only', 'false') === 'true') of.only = item.line;
    const servers = of.shards.get(shard)?.servers ?? [];
    servers.push({
      address: addressOf(host, port),
      database: textOf(item, 'database_name', name),
      role,
      line: item.line,
    });
    of.shards.set(shard, { id: `${shard}`, servers, line: servers[0].line });
  }
  return databases;
}

/**
 * Of a text without a line end, a last table that lacks a member is one that is cut.
 * @param {Tree[]} items @param {import('../reading/pasted.js').Pasted} pasted
 */
function wholeDatabases(items, pasted) {
  try {
    return databasesIn(items);
  } catch (error) {
    const cut = error instanceof Unreadable && /is missing$/.test(error.message) && !pasted.ends;
    if (!cut || error.line !== pasted.filled.findLast(({ text }) => /^\s*\[/.test(text))?.number) throw error;
    throw new Unreadable(pasted.last, 'the TOML ends too early');
  }
}

/**
 * How tables are sharded, and the mappings of values to shards, new and old.
 * @param {Tree} tree @returns {Sharding[]}
 */
function shardingsIn(tree) {
  const tables = itemsOf(tree.members?.get('sharded_tables')).map((item) => {
    const mapping = item.members?.get('mapping');
    return {
      database: textOf(item, 'database'),
      column: textOf(item, 'column', ''),
      type: textOf(item, 'data_type', 'bigint'),
      hasher: textOf(item, 'hasher', 'postgres'),
      mapped: mapping ? (itemsOf(mapping).some((one) => one.members?.has('start')) ? 'range' : 'list') : '',
    };
  });
  for (const item of itemsOf(tree.members?.get('sharded_mappings'))) {
    const [database, column] = [textOf(item, 'database'), textOf(item, 'column')];
    const kind = textOf(item, 'kind', 'list');
    const own = tables.filter((one) => one.database === database && one.column === column);
    for (const one of own) one.mapped ||= kind;
    if (own.length === 0) tables.push({ database, column, type: 'bigint', hasher: 'postgres', mapped: kind });
  }
  return tables;
}

/** @param {Sharding[]} shardings of one database */
function functionOf(shardings) {
  if (shardings.length === 0) return { notes: [], cannot: ['the sharded tables: they are not in this text'] };
  const columns = [...new Set(shardings.map(({ column }) => column))].join(', ');
  const kinds = new Set(shardings.map(({ type, hasher, mapped }) => `${mapped || hasher} ${type}`));
  const [{ type, hasher, mapped }] = shardings;
  const of = { key_expression: `${type} ${columns}` };
  if (kinds.size > 1) return { of, notes: ['tables are sharded in several ways'], cannot: [] };
  if (mapped) return { of, notes: [], cannot: [mapped === 'range' ? kOutside : kUnlisted] };
  if (hasher !== 'postgres' || !Object.hasOwn(kTypes, type)) {
    const name = hasher === 'postgres' ? `the function for ${type}` : hasher;
    return { of: { ...of, hash_function: name }, notes: [`${name}: Reshard does not have it`], cannot: [] };
  }
  const params = { dialect: 'postgresql', type: kTypes[type] };
  return { of: { ...of, placed_by: { id: 'partitions', params } }, notes: [], cannot: [] };
}

/** @param {Database} database @returns {?{line: number, why: string}} */
function notOffered({ shards, line, only }) {
  if (only > 0) return { line: only, why: 'only for moving data' };
  return shards.size === 1 ? { line, why: 'one shard' } : null;
}

/** @type {import('../reading/read.js').Reader['read']} */
function read(pasted, { choose }) {
  const tree = tomlTree(pasted.body(kMark));
  const databases = wholeDatabases(itemsOf(tree.members?.get('databases')), pasted);
  if (databases.size === 0) throw new Unreadable(pasted.filled[0].number, 'there are no databases in the text');
  const shardings = shardingsIn(tree);
  const offers = [...databases].map(([name, database]) => ({
    name,
    not: notOffered(database),
    read() {
      const numbers = [...database.shards.keys()].sort((a, b) => a - b);
      const hole = numbers.findIndex((number, i) => number !== i);
      if (hole >= 0) throw new Unreadable(database.line, `shard ${hole} of ${name} is not in the text`);
      const { warnings, nodes, rows } = shardsRead(numbers.flatMap((number) => database.shards.get(number) ?? []));
      const { of, notes, cannot } = functionOf(shardings.filter((one) => one.database === name));
      return {
        ...{ system: 'pgdog', form: 'pgdog.toml', strategy: /** @type {const} */ ('table'), key: null, ...of },
        ...{ nodes, entries: { kind: 'shards', rows } },
        ...(warnings.length > 0 && { warnings }),
        ...(notes.length > 0 && { notes }),
        ...{ skipped: pasted.skipped, cannot_know: [...cannot, 'sizes'] },
      };
    },
  }));
  return chosen(offers, choose);
}

const kMark = /^\s*\[\[\s*databases\s*\]\]/;
/** @param {import('../reading/pasted.js').Pasted} pasted */
const fits = ({ filled }) => (filled.some(({ text }) => kMark.test(text)) ? 2 : 0);

export default { system: 'pgdog', title: 'PgDog', fits, read };
