// PostgreSQL: the partitions of a table by hash, and what replaces those that the last change splits or merges.
import { t } from '../text/language.js';
import { sqlName } from '../text/quote.js';
import { Refused, lines } from './shared/rules.js';

const system = 'PostgreSQL';
const covers = [{ strategy: 'partitions', dialects: ['postgresql'] }, { strategy: 'hash_partitions' }];

/** @typedef {import('./systems.js').Setup} Setup */
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

/** @param {string} name */
function checked(name) {
  if (name === kTable) throw new Refused(t('A partition cannot be named as its table, “{0}”.', name));
  if (new TextEncoder().encode(name).length > kMostBytes) {
    throw new Refused(t('PostgreSQL cuts names after {0} bytes: “{1}”.', String(kMostBytes), name));
  }
  return sqlName(name);
}

const created = (/** @type {Partition} */ { modulus, remainder, name }) =>
  `CREATE TABLE ${checked(name)} PARTITION OF ${kTable} FOR VALUES WITH (MODULUS ${modulus}, REMAINDER ${remainder});`;

const key = (/** @type {Partition} */ { modulus, remainder, name }) => `${modulus} ${remainder} ${name}`;

/**
 * What makes the new partitions of the old ones: those that are in both stay as they are.
 * @param {Partition[]} before
 * @param {Partition[]} after
 */
function replacement(before, after) {
  const old = new Set(before.map(key)),
    now = new Set(after.map(key));
  const gone = before.filter((one) => !now.has(key(one))),
    come = after.filter((one) => !old.has(key(one)));
  if (gone.length === 0) return null;
  const left = gone.map(({ name }, i) => ({ name, aside: `${kTable}_detached_${i}` }));
  return lines([
    'BEGIN;',
    ...left.flatMap(({ name, aside }) => [
      `ALTER TABLE ${kTable} DETACH PARTITION ${checked(name)};`,
      `ALTER TABLE ${checked(name)} RENAME TO ${aside};`,
    ]),
    ...come.map(created),
    ...left.flatMap(({ aside }) => [`INSERT INTO ${kTable} SELECT * FROM ${aside};`, `DROP TABLE ${aside};`]),
    'COMMIT;',
  ]);
}

/** @type {import('./systems.js').Write} */
function write({ strategy, nodes, params, explain }) {
  const columns = columnsOf(params).map((type, i) => ({ name: `k${i + 1}`, type: kTypes[type] }));
  const equal = nodes.map(({ name }, remainder) => ({ modulus: nodes.length, remainder, name }));
  const unequal = strategy === 'hash_partitions' && explain;
  const partitions = unequal ? named(partitionsOf(explain, false)) : equal;
  const names = columns.map(({ name }) => name).join(', ');
  const parts = [
    {
      file: 'table.sql',
      language: 'sql',
      text: lines([
        `CREATE TABLE ${kTable} (${columns.map(({ name, type }) => `${name} ${type}`).join(', ')})`,
        `  PARTITION BY HASH (${names});`,
        ...partitions.map(created),
      ]),
    },
  ];
  const change = unequal ? replacement(named(partitionsOf(explain, true)), partitions) : null;
  if (change !== null) parts.push({ file: 'change.sql', language: 'sql', text: change });
  return parts;
}

export default { system, covers, write };
