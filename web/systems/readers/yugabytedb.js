// YugabyteDB: yb-admin list_tablets, and the view yb_tablet_metadata. A tablet has a range of the 16-bit hash of a
// key; its owner is the server that leads it.
import { chosen } from '../reading/choices.js';
import { EntryTable } from '../reading/entry_table.js';
import { Unreadable, noTemplate } from '../reading/form.js';
import { hasTable, tablesIn } from '../reading/tables.js';

/** @typedef {import('../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../reading/tables.js').Row} Row */
/**
 * A tablet; `from` and `to`: of 65536 hashes, null where the text has no range of hashes.
 * @typedef {{id: string, from: ?number, to: number, leader: ?string, replicas: string[], table: string,
 *   line: number}} Tablet
 */

const kHashes = 65_536;
const kList = /^\s*Tablet-UUID\s+Range\s+Leader-IP\b/;
const kTablet =
  /^\s*([\da-f]{32})\s+partition_key_start:\s*"(.*?)"\s*partition_key_end:\s*"(.*?)"\s+(\S+)(?:\s+([\da-f]{32}))?\s*$/;
const kNeeded = ['tablet_id', 'start_hash_code', 'end_hash_code', 'leader'];
const isHeading = (/** @type {string[]} */ names) => kNeeded.every((name) => names.includes(name));

/**
 * The number of two bytes as protocol buffers write them as text.
 * @param {string} text @param {number} usual @param {number} line
 */
function hashIn(text, usual, line) {
  if (text === '') return usual;
  const bytes = [];
  const one = /\\([0-7]{3})|\\x([\da-f]{2})|\\([nrt"'\\])|([^\\])/giy;
  while (one.lastIndex < text.length) {
    const found = one.exec(text);
    if (!found) throw new Unreadable(line, `“${text.slice(0, 40)}” is no hash of two bytes`);
    const [, octal, hex, sign, plain] = found;
    const named = { n: 10, r: 13, t: 9 }[sign ?? ''] ?? (sign ?? plain ?? '').codePointAt(0) ?? 0;
    bytes.push(octal ? parseInt(octal, 8) : hex ? parseInt(hex, 16) : named);
  }
  if (bytes.length !== 2 || bytes.some((byte) => byte > 255)) {
    throw new Unreadable(line, `“${text.slice(0, 40)}” is no hash of two bytes`);
  }
  return bytes[0] * 256 + bytes[1];
}

/** @param {Pasted} pasted @returns {Tablet[]} */
function listed(pasted) {
  const tablets = /** @type {Tablet[]} */ ([]);
  let headed = false;
  for (const { number: line, text } of pasted.filled) {
    const [, id, from, to, leader] = kTablet.exec(text) ?? [];
    if (kList.test(text)) headed = true;
    else if (id !== undefined && headed) {
      noTemplate(text, line);
      const range = { from: hashIn(from, 0, line), to: hashIn(to, kHashes, line) };
      const owner = /^(?:N\/A|-)$/i.test(leader) ? null : leader;
      tablets.push({ ...{ id, leader: owner, replicas: [], table: '', line }, ...range });
    } else if (/partition_key_start/.test(text) && line !== pasted.last) {
      noTemplate(text, line);
      throw new Unreadable(line, 'no tablet with its range and its leader');
    } else pasted.skip(line, line === pasted.last && headed && /^\s*[\da-f]{8}/.test(text) ? 'cut' : 'text');
  }
  return tablets;
}

/** @param {Row} row @returns {Tablet} */
function tabletOf({ cells, line }) {
  const of = (/** @type {string} */ name) => {
    const text = cells.get(name) ?? '';
    noTemplate(text, line);
    return text === 'NULL' ? '' : text;
  };
  const [from, to] = [of('start_hash_code'), of('end_hash_code')];
  const isCode = (/** @type {string} */ text) => text === '' || (/^\d{1,5}$/.test(text) && Number(text) <= kHashes);
  if (!isCode(from) || !isCode(to))
    throw new Unreadable(line, `“${(isCode(from) ? to : from).slice(0, 30)}” is no hash code`);
  const id = of('tablet_id');
  if (!/^[\da-f]{32}$/i.test(id)) throw new Unreadable(line, `“${id.slice(0, 40)}” is no tablet`);
  const list = of('replicas');
  if (list !== '' && !/^\{[^{}]*\}$/.test(list)) throw new Unreadable(line, 'the replicas are no list');
  const leader = of('leader') || null;
  const replicas = list
    .slice(1, -1)
    .split(',')
    .map((one) => one.trim().replace(/^"(.*)"$/, '$1'))
    .filter((one) => one !== '');
  const table = [of('db_name'), of('relname') || of('table_name')].filter((one) => one !== '').join('.');
  const range =
    from === '' && to === '' ? { from: null, to: 0 } : { from: Number(from), to: to === '' ? kHashes : Number(to) };
  return { ...{ id, leader, table, line }, replicas: replicas.filter((one) => one !== leader), ...range };
}

/** Refuses two owners of one hash, and a hole between the first and the last. @param {Tablet[]} tablets in order */
function checked(tablets) {
  let before = /** @type {?Tablet} */ (null);
  for (const one of tablets) {
    if (one.from !== null && one.to <= one.from) throw new Unreadable(one.line, 'the range ends before it begins');
    if (one.from !== null && before && before.from !== null && one.from !== before.to) {
      if (one.from > before.to)
        throw new Unreadable(one.line, `nothing holds the hashes ${before.to} to ${one.from - 1}`);
      throw new Unreadable(one.line, `two tablets hold the hash ${one.from}: this one and that of line ${before.line}`);
    }
    before = one;
  }
}

/** @param {Tablet[]} tablets of one table @param {string} form @param {Pasted} pasted */
function readingOf(tablets, form, pasted) {
  const unique = new Map(tablets.map((tablet) => [tablet.id, tablet]));
  const sorted = [...unique.values()].sort((a, b) => (a.from ?? 0) - (b.from ?? 0));
  checked(sorted);
  const table = new EntryTable('ranges', pasted);
  for (const { id, leader: owner, replicas, line } of sorted) table.add({ id, owner, replicas }, line, `tablet ${id}`);
  const names = new Set(sorted.flatMap(({ leader, replicas }) => [...(leader === null ? [] : [leader]), ...replicas]));
  const hashed = sorted.every(({ from }) => from !== null);
  const [first, last] = [sorted[0], sorted[sorted.length - 1]];
  const missing = [
    ...(hashed && first.from !== 0 ? [`who has the hashes 0 to ${(first.from ?? 0) - 1}`] : []),
    ...(hashed && last.to !== kHashes ? [`who has the hashes ${last.to} to ${kHashes - 1}`] : []),
  ];
  const copies = sorted.some(({ replicas }) => replicas.length > 0) || form !== 'list_tablets';
  return {
    ...{ system: 'yugabytedb', form, strategy: /** @type {const} */ ('table'), key: null },
    nodes: [...names].map((name) => ({ name })),
    entries: table.entries(),
    skipped: pasted.skipped,
    cannot_know: [
      ...(hashed ? [] : ['ranges of the tablets: this table is not hashed']),
      ...missing,
      'types of the columns that are hashed',
      ...(copies ? [] : ['followers']),
      'sizes',
    ],
  };
}

/** @type {import('../reading/read.js').Reader['read']} */
function read(pasted, { choose }) {
  const list = pasted.filled.some(({ text }) => kList.test(text));
  const tables = list ? [] : tablesIn(pasted, isHeading);
  const tablets = list ? listed(pasted) : tables.flatMap(({ rows }) => rows.map(tabletOf));
  if (tablets.length === 0) throw new Unreadable(tables[0]?.line ?? pasted.last, 'headings without rows');
  const known = /** @type {Map<string, Tablet>} */ (new Map());
  for (const one of tablets) {
    const before = known.get(one.id);
    if (before && (before.leader !== one.leader || before.from !== one.from || before.to !== one.to)) {
      throw new Unreadable(
        one.line,
        `tablet ${one.id} already belongs to ${before.leader ?? 'nobody'} (line ${before.line})`,
      );
    }
    if (before) pasted.skip(one.line, 'duplicate');
    else known.set(one.id, one);
  }
  const own = [...known.values()];
  const form = list ? 'list_tablets' : 'yb_tablet_metadata';
  const offers = [...new Set(own.map(({ table }) => table))].map((name) => ({
    name,
    read: () =>
      readingOf(
        own.filter(({ table }) => table === name),
        form,
        pasted,
      ),
  }));
  return chosen(offers, choose);
}

/** @param {Pasted} pasted */
const fits = ({ filled }) =>
  filled.some(({ text }) => kList.test(text)) || hasTable(filled, isHeading, /start_hash_code/i) ? 2 : 0;

export default { system: 'yugabytedb', title: 'YugabyteDB', fits, read };
