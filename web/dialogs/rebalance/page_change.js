// A plan as a change of the page's own scenario: nodes that join, empty, and every entry where the plan has it, as one
// step of the page's log. Nothing is changed unless the page then has exactly what the plan says.
import { runsOf } from '../../systems/reading/link.js';
import { readingOf } from './page_entries.js';

/** @typedef {Pick<import('../../headless/reshard-core.d.ts').Core, 'place'>} Core */
/** @typedef {import('../../headless/reshard-core.d.ts').LogEntry} LogEntry */
/** @typedef {import('./page_entries.js').Table} Table */
/** @typedef {import('../../systems/rebalance/form.js').Problem} Problem */
/** @typedef {import('./replay.js').Move} Move */
/** @typedef {import('../../headless/reshard-core.d.ts').NodeInput} NodeInput */
/** @typedef {Exclude<NodeInput, string>} Node */
/**
 * @typedef {object} Wanted
 * @property {Table} table the page's, as it is before the plan
 * @property {Node[]} known what is known of its nodes, the last word last @property {Node[]} added nodes that are new
 * @property {number[]} at the place of each entry in the table
 * @property {string[]} from its owner before the plan @property {string[]} to and after it
 */
/**
 * @typedef {object} Change
 * @property {?{nodes: Node[], owners: string}} start the new nodes are there, empty; null: none is new
 * @property {LogEntry[]} moves one step of the log
 */
/** @typedef {'other' | 'many' | 'none'} Why the page has other entries or owners; too many changes; nothing moves */

const kMostChanges = 10_000; // of a log

/** The place of each entry in the page's table. @param {Problem['entries']} entries @param {string[]} [order] of ids */
export function placesOf(entries, order) {
  const places = new Map((order ?? []).map((id, i) => [id, i]));
  return entries.map(({ id }) => (order ? (places.get(id) ?? -1) : /^\d{1,9}$/.test(id) ? Number(id) : -1));
}

/** Who has each entry in the end. @param {Problem['entries']} entries @param {Move[]} moves */
export function endsOf(entries, moves) {
  const owners = new Map(entries.map(({ id, replicas }) => [id, replicas[0]]));
  for (const [id, , to, lead] of moves) if (!lead) owners.set(id, to);
  return entries.map(({ id }) => /** @type {string} */ (owners.get(id)));
}

/** Owners by entry; undefined where no key tells. @param {Core} core @param {Table} table */
function ownersOf(core, table) {
  const owners = /** @type {(string | null | undefined)[]} */ (new Array(table.count).fill(undefined));
  for (const { id, owner } of readingOf(core, table).entries.rows) owners[Number(id)] = owner;
  return owners;
}

/**
 * Entries that are not where they should be, as runs with one new owner.
 * @param {(string | null | undefined)[]} now @param {(string | undefined)[]} wanted undefined: nobody cares
 * @returns {LogEntry[]}
 */
export function movesTo(now, wanted) {
  /** @type {{move_to: string, first: number, last: number}[]} */
  const runs = [];
  /** @type {?{move_to: string, first: number, last: number}} */
  let open = null; // the last run, as long as nothing else has followed it
  wanted.forEach((to, entry) => {
    if (to === undefined) return;
    if (open && open.move_to !== to) open = null;
    if (now[entry] === undefined || now[entry] === to) return;
    if (open) open.last = entry;
    else runs.push((open = { move_to: to, first: entry, last: entry }));
  });
  return runs;
}

/**
 * The page's table as a start with the new nodes in it, empty: strategies would deal them their share.
 * @param {Core} core @param {Wanted} wanted @param {(string | null | undefined)[]} owners
 */
function startOf(core, { table: { input }, known, added }, owners) {
  /** @type {Map<string, Node>} */
  const details = new Map();
  for (const node of known) details.set(node.name, { ...details.get(node.name), ...node });
  const { nodes: names } = core.place({ ...input, replicas: 1, keys: { count: 1 } });
  const nodes = [...names.map((name) => details.get(name) ?? { name }), ...added];
  const none = /** @type {string[]} */ ([]);
  const rows = owners.map((owner, i) => ({ id: String(i), owner: owner ?? null, replicas: none }));
  return { nodes, owners: `${input.strategy}:${runsOf({ nodes, entries: { kind: '', rows } })}` };
}

/**
 * @param {Core} core @param {Wanted} wanted
 * @returns {Change | {why: Why}}
 */
export function changeOf(core, wanted) {
  const { table, added, at, from, to } = wanted;
  const { input } = table;
  const before = ownersOf(core, table);
  const same = at.every((entry, i) => {
    const owner = entry >= 0 && entry < table.count ? before[entry] : null;
    return owner === undefined || owner === from[i];
  });
  if (!same) return { why: 'other' };
  const start = added.length > 0 ? startOf(core, wanted, before) : null;
  const base = start ? { ...input, nodes: start.nodes, table: start.owners, log: [] } : input;
  const places = /** @type {(string | undefined)[]} */ (new Array(table.count).fill(undefined));
  at.forEach((entry, i) => void (places[entry] = to[i]));
  const moves = movesTo(before, places).map((move, i) => (i > 0 ? { ...move, at_once: true } : move));
  const log = [...(base.log ?? []), ...moves];
  if (log.length > kMostChanges) return { why: 'many' };
  if (moves.length === 0) return { why: 'none' };
  const after = ownersOf(core, { ...table, input: { ...base, log } });
  const right = places.every((owner, i) => owner === undefined || after[i] === undefined || after[i] === owner);
  return right ? { start, moves } : { why: 'other' };
}
