// PostgreSQL: the partitions of a table by hash, and what replaces those that the last change splits or merges.
import { t } from '../text/language.js';
import { sqlName } from '../text/quote.js';
import { Refused, lines } from './shared/rules.js';

const system = 'PostgreSQL';
const covers = [{ strategy: 'partitions', dialects: ['postgresql'] }, { strategy: 'hash_partitions' }];

/** @typedef {import('./systems.js').Setup} Setup */
/** @typedef {import('./readers/postgresql.js').SqlTable} SqlTable */
/** @typedef {{modulus: number, remainder: number, name: string}} Partition */

const kTable = 'items';
const kMostBytes = 63; // of a name

/** @type {Record<string, string>} */
const kTypes = {
  text: 'text',
  bytes: 'bytea',
  int64: 'bigint',
  int32: 'integer',
  int16: 'smallint',
  uuid: 'uuid',
  char: 'character(255)',
  bool: 'boolean',
  date: 'date',
  timestamp: 'timestamp',
  float64: 'double precision',
  float32: 'real',
};

/** The types of the key's columns. @param {Setup['params']} params @returns {string[]} */
export function columnsOf(params) {
  const types = [params.type, params.type2, params.type3, params.type4];
  const end = types.findIndex((type) => type === undefined || type === 'none');
  return end < 0 ? types : types.slice(0, end);
}

/**
 * The partitions of the nodes, found by the steps of keys: whole numbers, as types do not change which there are.
 * @param {NonNullable<Setup['explain']>} explain
 * @param {boolean} before before the last change
 * @returns {{modulus: number, remainder: number, node: string}[]}
 */
function partitionsOf(explain, before) {
  const found = new Map();
  const kMostKeys = 200_000;
  for (let key = 0, held = 0; held < 1 - 1e-9; ++key) {
    if (key === kMostKeys) throw new Refused(t('Not every remainder has a partition.'));
    const step = explain({ type: 'int64', type2: 'none' }, String(key), before).find(
      ({ label }) => label === 'partition',
    );
    const bounds = /^modulus (\d+), remainder (\d+)$/.exec(step?.value ?? '');
    if (!bounds || found.has(bounds[0])) continue;
    const [modulus, remainder] = bounds.slice(1).map(Number);
    found.set(bounds[0], { modulus, remainder, node: step?.node ?? '' });
    held += 1 / modulus;
  }
  return [...found.values()].sort((a, b) => a.modulus - b.modulus || a.remainder - b.remainder);
}

/** A table for each: named as its node, further ones of a node by their bounds too. */
const named = (/** @type {ReturnType<typeof partitionsOf>} */ partitions) => {
  const nodes = new Set();
  return partitions.map(({ modulus, remainder, node }) => {
    const name = nodes.has(node) ? `${node}_${modulus}_${remainder}` : node;
    nodes.add(node);
    return { modulus, remainder, name };
  });
};

/** A name in parts, each quoted. @param {string[]} parts */
function quoted(parts) {
  const long = parts.find((part) => new TextEncoder().encode(part).length > kMostBytes);
  if (long !== undefined) {
    throw new Refused(t('PostgreSQL cuts names after {0} bytes: “{1}”.', String(kMostBytes), long));
  }
  return parts.map(sqlName).join('.');
}

// “shop.orders_p1” is a table in a schema; people hardly give a table a name with a dot.
const kQualified = /^([A-Za-z_][\w$]*)\.([A-Za-z_][\w$]*)$/;

/** Names of the table and its partitions: those of the table that was opened, if there is one. */
class Names {
  #of;
  table;
  /** @param {SqlTable | undefined} of */
  constructor(of) {
    this.#of = of;
    this.table = of ? quoted(of.table) : kTable;
  }

  /** The parts of a partition's name. @param {string} name @returns {string[]} */
  #partsOf(name) {
    const known = this.#of && Object.hasOwn(this.#of.partitions, name) ? this.#of.partitions[name] : undefined;
    if (known) return known;
    const [, schema, table] = kQualified.exec(name) ?? [];
    if (table !== undefined) return [schema, table];
    return [...(this.#of?.table.slice(0, -1) ?? []), name]; // a new one stands beside its table
  }

  /** @param {string} name of a partition */
  partition(name) {
    const parts = this.#partsOf(name);
    const written = quoted(parts);
    if (written === this.table || (!this.#of && name === kTable))
      throw new Refused(t('A partition cannot be named as its table, “{0}”.', name));
    return written;
  }

  /** What a partition is called until its rows are copied. @param {string} name @param {number} i */
  aside(name, i) {
    const alone = `${this.#of?.table.at(-1) ?? kTable}_detached_${i}`;
    const short = this.#of ? quoted([alone]) : alone;
    return { short, whole: [...this.#partsOf(name).slice(0, -1).map(sqlName), short].join('.') };
  }
}

const created = (/** @type {Partition} */ { modulus, remainder, name }, /** @type {Names} */ names) =>
  `CREATE TABLE ${names.partition(name)} PARTITION OF ${names.table} ` +
  `FOR VALUES WITH (MODULUS ${modulus}, REMAINDER ${remainder});`;

const key = (/** @type {Partition} */ { modulus, remainder, name }) => `${modulus} ${remainder} ${name}`;

/**
 * What makes the new partitions of the old ones: those that are in both stay as they are.
 * @param {Partition[]} before
 * @param {Partition[]} after
 * @param {Names} names
 */
function replacement(before, after, names) {
  const old = new Set(before.map(key)),
    now = new Set(after.map(key));
  const gone = before.filter((one) => !now.has(key(one))),
    come = after.filter((one) => !old.has(key(one)));
  if (gone.length === 0) return null;
  const left = gone.map(({ name }, i) => ({ name, aside: names.aside(name, i) }));
  return lines([
    'BEGIN;',
    ...left.flatMap(({ name, aside }) => [
      `ALTER TABLE ${names.table} DETACH PARTITION ${names.partition(name)};`,
      `ALTER TABLE ${names.partition(name)} RENAME TO ${aside.short};`,
    ]),
    ...come.map((one) => created(one, names)),
    ...left.flatMap(({ aside }) => [
      `INSERT INTO ${names.table} SELECT * FROM ${aside.whole};`,
      `DROP TABLE ${aside.whole};`,
    ]),
    'COMMIT;',
  ]);
}

// Of a type as psql prints it, nothing can end the statement.
const kPlainType = /^(?:[\w .,()[\]]|"[^"]*")+$/;

/** The columns of the table, and those of its key, as SQL. @param {Setup} setup */
function columnsIn({ params, sqlTable: of }) {
  const types = columnsOf(params);
  const names = types.map((_, i) => of?.key[i] ?? `k${i + 1}`);
  const same = (/** @type {number} */ i) => of?.types[i === 0 ? 'type' : `type${i + 1}`] === types[i];
  const all = of?.columns.every(({ type }) => kPlainType.test(type)) ? of.columns : [];
  const whole = types.every((_, i) => same(i)) && names.every((name) => all.some((column) => column.name === name));
  const collated = (/** @type {string} */ name) => (name && name !== 'default' ? ` COLLATE ${quoted([name])}` : '');
  const columns = whole
    ? all.map(({ name, type, collation }) => `${sqlName(name)} ${type}${collated(collation)}`)
    : names.map((name, i) => `${of ? sqlName(name) : name} ${kTypes[types[i]]}`);
  return { columns, names: of ? names.map(sqlName) : names };
}

/** @type {import('./systems.js').Write} */
function write(setup) {
  const { strategy, nodes, params, explain } = setup;
  const of = setup.sqlTable?.key.length === columnsOf(params).length ? setup.sqlTable : undefined;
  const names = new Names(of);
  const { columns, names: keys } = columnsIn({ ...setup, sqlTable: of });
  const equal = nodes.map(({ name }, remainder) => ({ modulus: nodes.length, remainder, name }));
  const unequal = strategy === 'hash_partitions' && explain;
  const partitions = unequal ? named(partitionsOf(explain, false)) : equal;
  const parts = [
    {
      file: 'table.sql',
      language: 'sql',
      text: lines([
        `CREATE TABLE ${names.table} (${columns.join(', ')})`,
        `  PARTITION BY HASH (${keys.join(', ')});`,
        ...partitions.map((one) => created(one, names)),
      ]),
    },
  ];
  const change = unequal ? replacement(named(partitionsOf(explain, true)), partitions, names) : null;
  if (change === null) return parts;
  const changed = { file: 'change.sql', language: 'sql', text: change };
  return of ? [changed, ...parts] : [...parts, changed]; // who has the table wants the change
}

export default { system, covers, write };
