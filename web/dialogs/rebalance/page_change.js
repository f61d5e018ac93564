// A plan as a change of the page's own scenario: nodes that join and leave, and every entry where the plan has it, as
// one step of the page's log. Nothing is changed unless the page then has exactly what the plan says.
import { readingOf } from './page_entries.js';

/** @typedef {Pick<import('../../headless/reshard-core.d.ts').Core, 'place'>} Core */
/** @typedef {import('../../headless/reshard-core.d.ts').LogEntry} LogEntry */
/** @typedef {import('./page_entries.js').Table} Table */
/** @typedef {import('../../systems/rebalance/form.js').Problem} Problem */
/** @typedef {import('./replay.js').Move} Move */
/**
 * @typedef {object} Wanted
 * @property {Table} table the page's, as it is before the plan
 * @property {LogEntry[]} events of its nodes @property {number[]} at the place of each entry in the table
 * @property {string[]} from its owner before the plan @property {string[]} to and after it
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

/** The first of several is a step, and the others belong to it. @param {LogEntry[]} events @returns {LogEntry[]} */
const oneStep = (events) => events.map((event, i) => (i > 0 ? { ...event, at_once: true } : event));

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
 * @param {Core} core @param {Wanted} wanted
 * @returns {{log: LogEntry[]} | {why: Why}} the page's whole log
 */
export function changeOf(core, { table, events, at, from, to }) {
  const base = table.input.log ?? [];
  const before = ownersOf(core, table);
  const same = at.every((entry, i) => {
    const owner = entry >= 0 && entry < table.count ? before[entry] : null;
    return owner === undefined || owner === from[i];
  });
  if (!same) return { why: 'other' };
  const wanted = /** @type {(string | undefined)[]} */ (new Array(table.count).fill(undefined));
  at.forEach((entry, i) => void (wanted[entry] = to[i]));
  const withLog = (/** @type {LogEntry[]} */ more) => ({
    ...table,
    input: { ...table.input, log: [...base, ...oneStep(more)] },
  });
  const moves = movesTo(ownersOf(core, events.length > 0 ? withLog(events) : table), wanted);
  if (base.length + events.length + moves.length > kMostChanges) return { why: 'many' };
  if (events.length + moves.length === 0) return { why: 'none' };
  const made = withLog([...events, ...moves]);
  const after = ownersOf(core, made);
  const right = wanted.every((owner, i) => owner === undefined || after[i] === undefined || after[i] === owner);
  return right ? { log: made.input.log } : { why: 'other' };
}
