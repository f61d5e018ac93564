// What the dialog is told of a reading: little enough to go from the worker to the page, however many entries it has.
import { isMovable } from '../../systems/rebalance/problem.js';
import { openSlotsOf } from './open_slots.js';

/** @typedef {import('../../systems/reading/form.js').Reading} Reading */
/** @typedef {import('../../systems/reading/form.js').ReadNode} ReadNode */
/** @typedef {import('../../systems/reading/form.js').Figure} Figure */
/** @typedef {import('../../systems/reading/pasted.js').Skipped} Skipped */
/** @typedef {import('./given_table.js').Table} Table */

/**
 * A row of the table; members that the text does not have are missing. `owned`: entries.
 * @typedef {{name: string, weight?: number, place?: string, states: string[], owned?: number, replicas?: number,
 *   bytes?: Figure, keys?: number, requests?: Figure}} ShownNode
 */
/**
 * @typedef {object} Shown
 * @property {'read'} kind
 * @property {string} system
 * @property {string} title of the system
 * @property {string[]} choices what the text offers, at least two of them, or none
 * @property {string} [choice]
 * @property {[string, string][]} notOffered what nobody can choose, with the reason
 * @property {string[]} others
 * @property {{kind: string, count: number, without: number, moving: number}} entries `without`: nobody owns them
 * @property {number} replicas of all nodes; 0: the text has none
 * @property {number} down how many nodes are
 * @property {ShownNode[]} nodes the first of them
 * @property {number} count of all nodes
 * @property {import('./open_slots.js').OpenSlot[]} openSlots the first of Redis's
 * @property {?import('../files/running_cluster.js').Running} running what a runbook begins with
 * @property {string[]} backups
 * @property {{first: Skipped[], count: number}} skipped
 * @property {string[]} cannotKnow
 * @property {string[]} warnings
 * @property {string[]} notes
 * @property {?string} link
 * @property {?Table} table opens instead of a link
 * @property {number} length of the link, in characters
 * @property {string} why nothing opens, where nothing does
 * @property {?string} list the nodes as the page's list of nodes has them; null: it is another text
 * @property {boolean} movable its entries can be moved one by one
 * @property {boolean} byName other names may mean other owners
 * @property {boolean} [ofKeys] its entries are keys with their owners, of which nobody knows the function
 * @property {string} [hashed] what the system hashes; '' where the text does not say
 * @property {string} [settings] of its function
 * @property {?import('../../systems/readers/postgresql.js').SqlTable} [sqlTable] as PostgreSQL names it
 */

const kMostNodes = 500;
const kMostLines = 1000;
const kMostTold = 50;
const kMostBackups = 20;

/** How many entries each node has, and how many nobody has. @param {Reading['entries']} entries */
function ownedIn({ rows, counts, without = 0 }) {
  if (counts) return { owned: counts, without, count: [...counts.values()].reduce((sum, one) => sum + one, without) };
  const owned = /** @type {Map<string, number>} */ (new Map());
  let lost = 0;
  for (const { owner } of rows) {
    if (owner === null) lost += 1;
    else owned.set(owner, (owned.get(owner) ?? 0) + 1);
  }
  return { owned, without: lost, count: rows.length };
}

/** @param {ReadNode} node */
const placeOf = ({ data_center, zone, rack }) => [data_center, zone, rack].filter(Boolean).join(' / ');

/** @param {ReadNode} node @returns {string[]} */
function statesOf({ down, out, suspected, leaving, draining, state }) {
  const flags = Object.entries({ down, out, 'suspected down': suspected, leaving, draining });
  const told = typeof state === 'string' ? [state] : [];
  return [...flags.filter(([, is]) => is === true).map(([name]) => name), ...told];
}

const replicasOf = (/** @type {ReadNode} */ { replicas }) => (Array.isArray(replicas) ? replicas.length : replicas);

/** @param {ReadNode} node @param {?number} owned null: the text has no entries @returns {ShownNode} */
function rowOf(node, owned) {
  const { name, weight, bytes, keys, requests } = node;
  const [place, replicas] = [placeOf(node), replicasOf(node)];
  return {
    name,
    states: statesOf(node),
    ...(weight !== undefined && { weight }),
    ...(place !== '' && { place }),
    ...(owned !== null && { owned }),
    ...(replicas !== undefined && { replicas }),
    ...(bytes !== undefined && { bytes }),
    ...(keys !== undefined && { keys }),
    ...(requests !== undefined && { requests }),
  };
}

/**
 * @param {Reading} reading
 * @param {string} title of the system
 * @param {ReturnType<import('./given_table.js').openedBy>} opened
 * @returns {Shown}
 */
export function shownOf(reading, title, opened) {
  const {
    system,
    choices: offered = [],
    views = [],
    choice,
    not_offered = {},
    others = [],
    nodes,
    open = [],
    backups = [],
  } = reading;
  const { skipped, cannot_know, warnings = [], notes = [], entries } = reading;
  const { owned, without, count } = ownedIn(entries);
  const choices = [...new Set([...offered, ...views])];
  return {
    ...{ kind: 'read', system, title, choices: choices.length > 1 ? choices : [] },
    ...(choice !== undefined && { choice }),
    ...{ notOffered: Object.entries(not_offered), others },
    entries: { kind: reading.of_keys ? 'keys' : entries.kind, count, without, moving: open.length },
    replicas: nodes.reduce((sum, node) => sum + (replicasOf(node) ?? 0), 0),
    down: nodes.filter((node) => node.down === true).length,
    nodes: nodes.slice(0, kMostNodes).map((node) => rowOf(node, count > 0 ? (owned.get(node.name) ?? 0) : null)),
    count: nodes.length,
    openSlots: openSlotsOf(reading),
    running: null,
    backups: backups.slice(0, kMostBackups),
    skipped: { first: skipped.slice(0, kMostLines), count: skipped.length },
    cannotKnow: cannot_know.slice(0, kMostTold),
    warnings: warnings.slice(0, kMostTold),
    notes: notes.slice(0, kMostTold),
    ...{ link: null, table: null, length: 0, why: '', ...opened, list: null },
    movable: isMovable(reading),
    byName: reading.strategy !== 'table',
    ofKeys: reading.of_keys === true,
    ...hashingOf(reading),
  };
}

/** What the system hashes, and by which settings; '' where the text does not say. @param {Reading} reading */
function hashingOf({ key_expression: hashed, strategy: own, placed_by }) {
  const strategy = placed_by ?? own;
  const params = strategy !== null && strategy !== 'table' ? Object.entries(strategy.params ?? {}) : [];
  const settings = params.map(([name, value]) => `${name} ${value}`).join(', ');
  return { hashed: typeof hashed === 'string' ? hashed : '', settings };
}

/** Names for names: the first that comes is `${prefix}-1`. @param {string} prefix */
function numbered(prefix) {
  const given = /** @type {Map<string, string>} */ (new Map());
  return (/** @type {string} */ name) => {
    if (!given.has(name)) given.set(name, `${prefix}-${given.size + 1}`);
    return given.get(name) ?? '';
  };
}

/**
 * The same with names that say nothing: of nodes, and of where they stand.
 * @param {Reading} reading
 * @returns {Reading}
 */
export function renamed(reading) {
  const { nodes, entries, backups, servers, open, bounds, topic: _topic, tablets: _tablets, ...more } = reading;
  // Vitess' shards are called by their ranges, which tell nothing, and place keys.
  const of = reading.key === 'vitess' ? (/** @type {string} */ name) => name : numbered('node');
  const places = { data_center: numbered('dc'), zone: numbered('zone'), rack: numbered('rack') };
  const named = nodes.map((node) => {
    const { data_center, zone, rack, host: _host, id: _id, address: _address, meta: _meta, ...known } = node;
    const { hosts: _hosts, primary: _primary, servers: _servers, locality: _locality, replicas, ...rest } = known;
    const at = Object.entries({ data_center, zone, rack }).filter(([, place]) => place);
    const place = at.map(([kind, name]) => [kind, places[/** @type {keyof places} */ (kind)](name ?? '')]);
    const copies = replicas === undefined ? {} : { replicas: Array.isArray(replicas) ? replicas.length : replicas };
    return { ...rest, ...copies, ...Object.fromEntries(place), name: of(node.name) };
  });
  const rows = entries.rows.map((row) => ({
    ...row,
    owner: row.owner === null ? null : of(row.owner),
    replicas: row.replicas.map(of),
  }));
  const counts = entries.counts && new Map([...entries.counts].map(([name, count]) => [of(name), count]));
  return {
    ...more,
    nodes: named,
    entries: { ...entries, rows, ...(counts && { counts }) },
    ...(backups && { backups: backups.map(of) }),
    ...(bounds && { bounds: bounds.map((one) => ({ ...one, name: of(one.name) })) }),
    ...(servers && { servers: servers.map((server) => ({ ...server, name: of(server.name) })) }),
    ...(open && {
      open: open.map(({ entry, from, to }) => ({ entry, from: from && of(from), to: to && of(to) })),
    }),
  };
}

const kName = /^[\p{L}\p{N}[][\p{L}\p{N}._:/[\]-]*$/u;
const kWeight = /^\d{1,7}(?:\.\d{1,9})?$/;
const kMostListed = 1000;

/**
 * A text that is nothing but names, one a line, each with at most a weight behind it; null: it is none. What the page
 * accepts of it, its list of nodes says (core/scenario/node_list.h).
 * @param {string} text
 * @returns {?{name: string, weight: number}[]}
 */
export function nodeListIn(text) {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter(Boolean);
  if (lines.length === 0 || lines.length > kMostListed) return null;
  const rows = lines.map((line) => line.split(/\s*[,;\t]\s*|\s+/));
  const right = rows.every(
    ([name, weight, ...more]) => kName.test(name) && (weight === undefined || kWeight.test(weight)) && !more.length,
  );
  if (!right || new Set(rows.map(([name]) => name)).size < rows.length) return null;
  return rows.map(([name, weight]) => ({ name, weight: weight === undefined ? 1 : Number(weight) }));
}

/** @param {{name: string, weight: number}[]} nodes @returns {Shown} */
export function shownList(nodes) {
  const weighted = nodes.some(({ weight }) => weight !== 1);
  const empty = { first: /** @type {Skipped[]} */ ([]), count: 0 };
  const states = /** @type {string[]} */ ([]);
  return {
    ...{ kind: 'read', system: 'node_list', title: '', choices: [], notOffered: [], others: [] },
    entries: { kind: 'none', count: 0, without: 0, moving: 0 },
    ...{ replicas: 0, down: 0, count: nodes.length, openSlots: [], running: null, backups: [], skipped: empty },
    nodes: nodes.slice(0, kMostNodes).map(({ name, weight }) => ({ name, states, ...(weighted && { weight }) })),
    ...{
      cannotKnow: [],
      warnings: [],
      notes: [],
      link: null,
      table: null,
      length: 0,
      why: '',
      movable: false,
      byName: true,
    },
    list: nodes.map(({ name, weight }) => `${name}\t${weight}`).join('\n'),
  };
}

/** A text that the page is to read as a list of nodes, and may refuse. @param {string} text @returns {Shown} */
export const shownLines = (text) => ({
  ...shownList([]),
  count: text.split(/[\r\n]+/).filter((line) => line.trim() !== '').length,
  list: text,
});

/** The page's nodes as a list that can be changed. @param {{name: string, weight: number}[]} nodes */
export function linesOf(nodes) {
  // The weight follows a tab if the name alone would be read as something else.
  const plain = (/** @type {string} */ name) => !/[,;\s]/.test(name) && /[\da-z\u0080-\uffff]/i.test(name);
  return nodes.map(({ name, weight }) => (weight === 1 && plain(name) ? name : `${name}\t${weight}`)).join('\n');
}
