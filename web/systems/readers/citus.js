// Citus: pg_dist_shard with pg_dist_placement and pg_dist_node, citus_shards, or a plan, as psql prints them. The
// catalogue is by Citus' documentation and source; the forms are those of a real psql.
import { Sum, byNumber } from '../reading/figures.js';
import { Unreadable } from '../reading/form.js';
import { tablesIn } from '../reading/psql.js';
import { chosen } from '../reading/choices.js';
import { isPlan, readPlan } from './citus/plan.js';
import { Catalogue } from './citus/tables.js';

/** @typedef {import('../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../reading/form.js').Reading} Reading */
/** @typedef {import('../reading/form.js').ReadNode} ReadNode */
/** @typedef {import('./citus/tables.js').Shard} Shard */
/** @typedef {'shard' | 'placement' | 'view' | 'node'} Kind of a table */

const kLeast = -(2n ** 31n);
const kMost = 2n ** 31n - 1n;

/** @param {string[]} columns @returns {?Kind} */
function kindOf(columns) {
  const has = (/** @type {string[]} */ ...names) => names.every((name) => columns.includes(name));
  if (has('logicalrelid', 'shardid', 'shardminvalue', 'shardmaxvalue')) return 'shard';
  if (has('table_name', 'shardid', 'nodename', 'nodeport')) return 'view';
  if (has('shardid', 'groupid') || (has('shardid', 'nodename', 'nodeport') && !has('table_name'))) return 'placement';
  return has('groupid', 'nodename', 'nodeport') ? 'node' : null;
}

const known = (/** @type {string[]} */ columns) => isPlan(columns) || kindOf(columns) !== null;

/** @param {bigint} shard @param {bigint} count @returns {[bigint, bigint]} as create_distributed_table() cuts */
function usual(shard, count) {
  const width = 2n ** 32n / count;
  const first = kLeast + shard * width;
  return [first, shard + 1n === count ? kMost : first + width - 1n];
}

/** The shards by their ranges; a hash in two of them, or in none between two, refuses. @param {Shard[]} shards */
function inOrder(shards) {
  const ranged = shards.filter(({ range }) => range).sort((a, b) => (rangeOf(a)[0] < rangeOf(b)[0] ? -1 : 1));
  for (let i = 1; i < ranged.length; ++i) {
    const [a, b] = [ranged[i - 1], ranged[i]];
    const [end, begin] = [rangeOf(a)[1], rangeOf(b)[0]];
    const [first, later] = a.line < b.line ? [a, b] : [b, a];
    if (begin <= end)
      throw new Unreadable(later.line, `hash ${begin} already belongs to shard ${first.id} (line ${first.line})`);
    if (begin > end + 1n)
      throw new Unreadable(b.line, `no shard holds the hashes from ${end + 1n} to ${begin - 1n}: a row is missing`);
  }
  return ranged;
}
const rangeOf = (/** @type {Shard} */ { range }) => /** @type {[bigint, bigint]} */ (range);

/** @param {Shard[]} ranged in order */
const isUsual = (ranged) =>
  ranged.every((shard, i) => String(rangeOf(shard)) === String(usual(BigInt(i), BigInt(ranged.length))));

/** What nobody has at the ends. @param {Shard[]} ranged in order @returns {string[]} */
function endsOf(ranged) {
  if (ranged.length === 0) return [];
  const [first, last] = [rangeOf(ranged[0])[0], rangeOf(ranged[ranged.length - 1])[1]];
  return [
    ...(first > kLeast ? [`who has the hashes from ${kLeast} to ${first - 1n}`] : []),
    ...(last < kMost ? [`who has the hashes from ${last + 1n} to ${kMost}`] : []),
  ];
}

/** The nodes: of the catalogue, or those that have shards. @param {Catalogue} catalogue @param {Shard[]} shards */
function nodesOf({ workers, placements, names }, shards) {
  const used = shards.flatMap(({ id }) => (placements.get(id) ?? []).map(({ node }) => names.get(node) ?? node));
  const nodes = /** @type {Map<string, ReadNode>} */ (new Map());
  for (const { node, name, secondary, group } of workers) {
    if (!secondary && (group !== '0' || used.includes(name))) nodes.set(name, { ...node });
  }
  for (const { name, secondary, id } of workers) {
    const primary = nodes.get(names.get(id) ?? '');
    if (secondary && primary) primary.replicas = [...(Array.isArray(primary.replicas) ? primary.replicas : []), name];
  }
  for (const name of used) if (!nodes.has(name)) nodes.set(name, { name });
  return [...nodes.values()];
}

/** @param {Catalogue} catalogue @param {Shard[]} shards */
function rowsOf({ placements, names }, shards) {
  /** @type {import('../reading/form.js').Entry[]} */
  const rows = [...shards]
    .sort((a, b) => byNumber(a.id, b.id))
    .map(({ id, line }) => {
      const [owner, ...copies] = placements.get(id) ?? [];
      const nameOf = (/** @type {string} */ node) => names.get(node) ?? node;
      const bytes = owner?.bytes ?? null;
      const of = {
        id,
        owner: owner ? nameOf(owner.node) : null,
        replicas: copies.map(({ node }) => nameOf(node)),
        line,
      };
      return bytes === null ? of : { ...of, bytes };
    });
  return rows;
}

/** @param {Catalogue} catalogue @param {Shard[]} shards of a table @param {string} form @param {boolean} cut */
function readingOf(catalogue, shards, form, cut) {
  const { sizes, ranges, workers, shards: all } = catalogue;
  const distributed = [...all.values()].filter(({ why }) => why === '');
  const ranged = inOrder(shards);
  const rows = rowsOf(catalogue, shards);
  const sums = /** @type {Map<string, Sum>} */ (new Map());
  for (const { owner, bytes } of rows)
    if (owner !== null && bytes !== undefined) sums.set(owner, (sums.get(owner) ?? new Sum()).add(bytes));
  const nodes = nodesOf(catalogue, distributed.length > 0 ? distributed : shards).map((node) => {
    const sum = sums.get(node.name);
    return sum ? { ...node, bytes: sum.value } : node;
  });
  const several = rows.some(({ replicas }) => replicas.length > 0);
  const unsized = sizes ? rows.filter(({ bytes }) => bytes === undefined).map(({ id }) => id) : [];
  const homeless = rows.filter(({ owner }) => owner === null).map(({ id }) => id);
  const groups = nodes.some(({ name }) => /^group \d+$/.test(name));
  const whole = ranges && ranged.length === shards.length && endsOf(ranged).length === 0;
  const fits = whole && !groups && isUsual(ranged) && homeless.length === 0 && ranged.length <= kMostShards;
  const notes = [
    ...(several ? ['several placements of a shard: the first in the text is named as its owner'] : []),
    ...(whole && !isUsual(ranged) ? ['the ranges are not those of create_distributed_table(): shards were split'] : []),
  ];
  return {
    ...{ system: 'citus', form, strategy: /** @type {const} */ ('table'), key: fits ? 'citus' : null },
    nodes,
    entries: { kind: 'shards', rows },
    ...(ranged.length > 0 && {
      ranges: [...ranged].sort((a, b) => byNumber(a.id, b.id)).map((shard) => `[${rangeOf(shard).join(', ')}]`),
    }),
    ...(fits && { order: ranged.map(({ id }) => id) }),
    ...(notes.length > 0 && { notes }),
    skipped: /** @type {Reading['skipped']} */ ([]),
    cannot_know: [
      'requests',
      'the distribution column and its type: the link has text',
      ...(sizes ? [] : ['sizes']),
      ...(ranges ? [] : ['ranges of the hash (pg_dist_shard)']),
      ...(groups ? ['names of the groups (pg_dist_node)'] : []),
      ...(workers.length > 0 || nodes.length > 0 ? [] : ['nodes (pg_dist_placement, pg_dist_node)']),
      ...(several ? ['which placement is read'] : []),
      ...some('bytes of', unsized),
      ...(nodes.length > 0 ? some('who has', homeless) : []),
      ...endsOf(ranged),
      ...(cut ? ['how many rows follow the cut line'] : []),
    ],
  };
}
const kMostShards = 64_000; // MAX_SHARD_COUNT

/** @param {string} what @param {string[]} ids */
const some = (what, ids) =>
  ids.length === 0
    ? []
    : [`${what} ${ids.slice(0, 10).join(', ')}${ids.length > 10 ? ` and ${ids.length - 10} more` : ''}`];

/** @param {Pasted} pasted @param {{choose?: string}} asked @returns {Reading} */
function read(pasted, { choose }) {
  const { tables, cut } = tablesIn(pasted, pasted.body(kMark), known);
  const planned = tables.filter(({ columns }) => isPlan(columns));
  if (planned.length > 0 && planned.length === tables.length) {
    const rows = planned.flatMap((table) => table.rows);
    return readPlan(rows, { pasted, cut, choose });
  }
  if (planned.length > 0)
    throw new Unreadable(planned[0].line, 'a plan beside the tables: paste it as a text of its own');
  const catalogue = new Catalogue(pasted);
  const add = {
    shard: catalogue.addShard.bind(catalogue),
    placement: catalogue.addPlacement.bind(catalogue),
    view: catalogue.addView.bind(catalogue),
    node: catalogue.addNode.bind(catalogue),
  };
  const kinds = /** @type {Kind[]} */ ([]);
  for (const kind of kOrder) {
    for (const { columns, rows } of tables) {
      if (kindOf(columns) !== kind) continue;
      kinds.push(kind);
      rows.forEach(add[kind]);
    }
  }
  const first = tables[0]?.line ?? pasted.filled[0].number;
  const form = kinds.includes('view')
    ? 'citus_shards'
    : kinds.includes('shard')
      ? 'pg_dist_shard'
      : 'pg_dist_placement';
  const nameless = catalogue.shards.size === 0;
  for (const id of nameless ? catalogue.placements.keys() : []) {
    catalogue.shards.set(id, { id, table: '', kind: '', range: null, why: '', line: first });
  }
  if (catalogue.shards.size === 0) throw new Unreadable(pasted.last, 'the tables end before their rows');
  return tablesOf(catalogue, { form, cut, first, choose, pasted, nameless });
}
/** @type {Kind[]} */
const kOrder = ['shard', 'view', 'placement', 'node'];

/**
 * @param {Catalogue} catalogue
 * @param {{form: string, cut: boolean, first: number, choose?: string, pasted: Pasted, nameless: boolean}} of
 */
function tablesOf(catalogue, { form, cut, first, choose, pasted, nameless }) {
  const byTable = /** @type {Map<string, Shard[]>} */ (new Map());
  for (const shard of catalogue.shards.values()) byTable.set(shard.table, [...(byTable.get(shard.table) ?? []), shard]);
  const offers = [...byTable].map(([name, shards]) => ({ name, shards, why: shards[0].why }));
  for (const { shards } of offers) inOrder(shards);
  const placed = offers.some(({ shards }) => shards.some(({ id }) => catalogue.placements.has(id)));
  const whole = offers.every(({ shards, why }) => why !== '' || endsOf(inOrder(shards)).length === 0);
  if (!placed && whole)
    throw new Unreadable(first, 'the placements are missing: paste pg_dist_placement or citus_shards, too');
  const ignored = [...catalogue.placements.keys()].filter((id) => !catalogue.shards.has(id)).length;
  const sorted = [...offers].sort((a, b) => b.shards.length - a.shards.length);
  const usualChoice = sorted.find(({ why }) => why === '')?.name;
  const wanted = choose ?? (offers.length > 1 ? usualChoice : undefined);
  const reading = chosen(
    offers.map(({ name, shards, why }) => ({
      name,
      not: why === '' ? null : { line: shards[0].line, why },
      read: () => readingOf(catalogue, shards, form, cut),
    })),
    wanted,
  );
  const notes = [
    ...(reading.notes ?? []),
    ...(ignored > 0 ? [`${ignored} shards with placements are of tables that are not listed`] : []),
  ];
  const one = offers.length === 1 && !nameless ? { choices: [offers[0].name], choice: offers[0].name } : {};
  const cannot_know = [...reading.cannot_know, ...(nameless ? ['names of the tables, and whose each shard is'] : [])];
  const { system, form: _, ...rest } = reading;
  return {
    ...{ system, form, ...one, ...rest, cannot_know, skipped: pasted.skipped },
    ...(notes.length > 0 && { notes }),
  };
}

const kMarks = [
  /\bshardid\b.*\b(?:shardminvalue|groupid|nodename)\b/,
  /\btable_name\b.*\bshardid\b/,
  /^\s*\|?\s*(?:shardminvalue|shardid)\s*\|/,
];
const kMark = new RegExp(kMarks.map(({ source }) => source).join('|'), 'i');

/** @param {Pasted} pasted */
const fits = ({ filled }) => (filled.some(({ text }) => kMark.test(text)) ? 2 : 0);

export default { system: 'citus', title: 'Citus', fits, read };
