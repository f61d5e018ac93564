// The table of links, keys and owners, and what its entries are made with: rows of tests/vectors, nodes, typed keys.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../live/programs.mjs';
/** @import {Row} from '../types.d.ts' */

const folder = join(root, 'tests/vectors');

/** @type {Map<string, {above: string, columns: string[], rows: Row[]}>} */
const read = new Map();

/** The rows of a file by column name, and the comments above them. @param {string} name */
export function fileOf(name) {
  if (!read.has(name)) {
    const lines = readFileSync(join(folder, `${name}.csv`), 'utf8')
      .trimEnd()
      .split('\n');
    const head = lines.findIndex((line) => !line.startsWith('#'));
    const columns = lines[head].split(',');
    const rows = lines
      .slice(head + 1)
      .map((line) => Object.fromEntries(line.split(',').map((field, i) => [columns[i], field])));
    read.set(name, { above: lines.slice(0, head).join('\n'), columns, rows });
  }
  return read.get(name);
}

/**
 * Nodes prefix + first + suffix, prefix + (first + 1) + suffix, …, as a link writes them.
 * @param {{suffix?: string, weights?: number[], down?: number[], racks?: number}} [more]
 * @param {string} prefix
 * @param {number} first
 * @param {number} count
 */
export function nodesOf(prefix, first, count, more = {}) {
  const { suffix = '', weights = [], down = [], racks = 0 } = more;
  const names = Array.from({ length: count }, (_, i) => `${prefix}${first + i}${suffix}`);
  return nodesNamed(names, weights, down, racks);
}

/** Nodes of these names, as a link writes them. @param {string[]} names @param {number[]} [weights] */
export function nodesNamed(names, weights = [], /** @type {number[]} */ down = [], racks = 0) {
  const text = names
    .map(
      (name, i) =>
        `${down.includes(i) ? '!' : ''}${encodeURIComponent(name)}${weights.length > 0 ? `*${weights[i]}` : ''}${
          racks > 0 ? `@//host${Math.floor(i / racks)}` : ''
        }`,
    )
    .join(',');
  return { names, text };
}

/** @typedef {{names: string[], text: string}} Nodes */

export const text = (/** @type {Row} */ row) => Buffer.from(row.key);
export const hex = (/** @type {Row} */ row) => Buffer.from(row.key, 'hex');
export const counted = (/** @type {string} */ column) => Number(/_?n(\d+)/.exec(column)[1]);

/** @type {{file: string, link: string, keys: Buffer[], owners: string[]}[]} */
export const table = [];

/**
 * @param {string} file @param {Nodes} nodes @param {string} fields of the link
 * @param {(row: Row) => string} ownerOf @param {(row: Row) => Buffer} keyOf
 * @param {(row: Row) => boolean} isOf whether a row is of this link
 */
export function add(file, nodes, fields, ownerOf, keyOf = text, isOf = () => true) {
  const { rows } = fileOf(file);
  const some = rows.filter((row) => isOf(row) && keyOf(row).length > 0);
  table.push({ file, link: `v=1&nodes=${nodes.text}&${fields}`, keys: some.map(keyOf), owners: some.map(ownerOf) });
}

export const named = (/** @type {string} */ column) => (/** @type {Row} */ row) => row[column];
export const numbered =
  (/** @type {Nodes} */ nodes, /** @type {string} */ column, first = 0) =>
  (/** @type {Row} */ row) =>
    nodes.names[Number(row[column]) - first] ?? '';
export const byDigit =
  (/** @type {Nodes} */ nodes, /** @type {string} */ column, /** @type {number} */ digit) => (/** @type {Row} */ row) =>
    nodes.names[Number(row[column][digit])] ?? '';

/**
 * @param {string} file
 * @param {string} column
 * @param {Nodes} nodes
 * @param {string} fields
 */
export function addNumbered(
  file,
  column,
  nodes,
  fields,
  first = 0,
  keyOf = text,
  isOf = (/** @type {Row} */ _) => true,
) {
  add(file, nodes, fields, numbered(nodes, column, first), keyOf, isOf);
}
/**
 * @param {string} file
 * @param {string} column
 * @param {Nodes} nodes
 * @param {string} fields
 */
export function addNamed(file, column, nodes, fields) {
  add(file, nodes, fields, named(column));
}

// Partitions of typed keys. A key that is NULL as a whole is left out: between tabs its escape is not its text.
export const bytesOf = (/** @type {string} */ column) => (/** @type {Row} */ row) => Buffer.from(row[column], 'hex');
/** A row's columns with a TAB between them. @param {string[]} columns */
export const tuple = (columns) => (/** @type {Row} */ row) =>
  Buffer.concat(
    columns.flatMap((column, i) => [
      Buffer.from(i > 0 ? '\t' : ''),
      row[`${column}_null`] === '1'
        ? Buffer.from('\\N')
        : column in row
          ? Buffer.from(row[column])
          : Buffer.from(row[`${column}_hex`], 'hex'),
    ]),
  );
/** A key's types, as a link has them. @param {string} types */
const typesOf = (types) =>
  types
    .split(',')
    .map((type, i) => `&type${i > 0 ? i + 1 : ''}=${type}`)
    .join('');
const isReadable =
  (/** @type {(row: Row) => Buffer} */ keyOf, /** @type {string} */ types) => (/** @type {Row} */ row) =>
    keyOf(row).toString('latin1').split('\t').length === types.split(',').length || !types.includes(',');
/**
 * @param {string} file @param {string} fields of the link @param {string} types @param {(row: Row) => Buffer} keyOf
 * @param {[number, (row: Row) => number][]} counts of nodes, with the node of a row
 * @param {(row: Row) => boolean} isOf whether a row is of this link
 */
export function addTyped(file, fields, types, keyOf, counts, isOf = () => true) {
  const readable = isReadable(keyOf, types);
  for (const [n, ownerOf] of counts) {
    const nodes = nodesOf('p', 0, n);
    add(
      file,
      nodes,
      `${fields}${typesOf(types)}`,
      (row) => nodes.names[ownerOf(row)],
      keyOf,
      (row) => isOf(row) && readable(row) && keyOf(row).toString('latin1') !== '\\N',
    );
  }
}
/**
 * @param {string} file @param {string} dialect @param {string} types @param {(row: Row) => Buffer} keyOf
 * @param {[number, (row: Row) => number][]} counts @param {(row: Row) => boolean} [isOf]
 */
export function addPartitions(file, dialect, types, keyOf, counts, isOf) {
  addTyped(file, `strategy=partitions&dialect=${dialect}`, types, keyOf, counts, isOf);
}
export const inColumn = (/** @type {string} */ column) => (/** @type {Row} */ row) => Number(row[column]);
/**
 * The counts of partitions for which a file has columns: prefix2, prefix3, ….
 * @param {string} file @param {string} prefix @returns {[number, (row: Row) => number][]}
 */
export const columnsOf = (file, prefix) =>
  fileOf(file).columns.flatMap((column) => {
    const n = column.startsWith(prefix) ? Number(column.slice(prefix.length) || NaN) : NaN;
    return Number.isNaN(n) ? [] : /** @type {[number, (row: Row) => number][]} */ ([[n, inColumn(column)]]);
  });
/** @returns {[number, (row: Row) => number]} */
export const remainderOf = (/** @type {string} */ column, /** @type {number} */ n) => [
  n,
  (row) => Number(BigInt(row[column]) % BigInt(n)),
];

/** Files that no entry has read. */
export const unreadFiles = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.csv'))
    .map((name) => name.slice(0, -4))
    .filter((name) => !read.has(name));
