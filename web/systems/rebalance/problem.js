// A reading as a problem of core/rebalance: what may be moved between its nodes, how large it is, and what must hold.
// Everything that cannot be taken from the text is told in `notes`; nothing is guessed.
import { forcedOf } from './forced.js';
import { kindOf } from '../shared/kinds.js';
import { Unplannable } from './unplannable.js';

export { Unplannable };

/** @typedef {import('../reading/form.js').Reading} Reading */
/** @typedef {import('../reading/form.js').ReadNode} ReadNode */
/** @typedef {import('../reading/form.js').Entry} Entry */
/** @typedef {'bytes' | 'requests' | 'keys' | 'cpu' | 'network' | 'count'} Amount `cpu`: in microseconds */
/**
 * @typedef {object} Wish what is asked of a plan; whatever is left out has a default
 * @property {Amount} [by] what is evened out: requests if the text has them, else bytes, keys, or the number of entries
 * @property {Amount[]} [also] what has to stay within the same limits besides
 * @property {number | string} [limit] a node's most, in its shares: 1.05
 * @property {number | string} [least] a node's least, likewise: 0.8; left out: none
 * @property {string[]} [drain] nodes that are to end empty
 * @property {{name: string, zone?: string, weight?: number}[]} [add] new nodes
 * @property {string[]} [pin] entries that stay
 * @property {import('./forced.js').Forced[]} [force] moves that somebody wants, whatever else happens
 * @property {Record<string, number>} [weights] of nodes, in place of those of the text
 * @property {Record<string, number>} [disks] in bytes, by node
 * @property {'distinct' | 'none'} [zones] whether replicas must lie in different zones; left out: if they do now
 * @property {number} [atOnce] copies at a node at a time
 * @property {number} [perMove] what a move costs besides its bytes, in bytes
 */
/**
 * @typedef {{what: 'no_owner' | 'no_size' | 'elsewhere' | 'lost' | 'moving' | 'zones_shared' | 'down', count: number,
 *   names: string[]}} Note what the problem leaves out or takes as it is; `names`: the first of them; `lost`: every
 *   replica is on a node that is down
 */
/**
 * @typedef {{what: 'under_replicated' | 'not_started' | 'not_clean', count: number, names: string[]}} Unwell
 *   `names`: the first of them
 */
/**
 * @typedef {object} Asked a problem with what its numbers mean
 * @property {import('./form.js').Problem} problem @property {Amount} by @property {'bytes' | 'keys' | 'entries'} unit
 *   of what is moved
 * @property {string} kind of the entries (kinds.js) @property {Note[]} notes
 * @property {?Unwell} unwell entries that are in trouble now @property {?{known: number, all: number}} partial where
 *   the text has figures of some entries only
 */

/**
 * The systems whose entries a command moves from node to node; `followers`: whether the text names the nodes of all
 * replicas. Others place by a function, or a node is its entry.
 * @type {Record<string, {followers: boolean}>}
 */
const kMovable = {
  redis: { followers: false },
  citus: { followers: true },
  kafka: { followers: true },
  ceph: { followers: true },
  elasticsearch: { followers: true },
  mongodb: { followers: false },
  cockroachdb: { followers: true },
  tidb: { followers: false },
  yugabytedb: { followers: true },
  couchbase: { followers: true },
  rows: { followers: true },
};

/** What is wrong with an entry that is not well. @type {Record<string, Unwell['what']>} */
const kUnwell = { kafka: 'under_replicated', elasticsearch: 'not_started', ceph: 'not_clean' };
const kMostUnwell = 20;

/** @param {Reading} reading @returns {?Unwell} */
function unwellOf({ system, entries }) {
  const names = entries.rows.filter(({ unwell }) => unwell).map(({ id }) => id);
  if (names.length === 0 || !Object.hasOwn(kUnwell, system)) return null;
  return { what: kUnwell[system], count: names.length, names: names.slice(0, kMostUnwell) };
}

/** By what entries can be evened out, the most telling first. @type {Amount[]} */
const kAmounts = ['requests', 'bytes', 'keys', 'cpu', 'network', 'count'];
const kMost = Number.MAX_SAFE_INTEGER;
const kNamed = 5;
const kDecimals = 6;

/** @param {Entry} entry @param {Amount} by @returns {number | undefined} */
function amountOf({ bytes, requests, rows, cpu, network }, by) {
  const given = { bytes, requests, keys: rows, cpu, network, count: 1 }[by];
  return given === undefined ? undefined : Number(given);
}

/** @param {Reading} reading @returns {Amount[]} what its entries can be evened out by */
export const amountsOf = ({ entries: { rows } }) =>
  kAmounts.filter((by) => rows.some((entry) => amountOf(entry, by) !== undefined));

/** @param {string} field @param {Amount} amount @param {Amount[]} there what it may be @returns {never} */
function lacks(field, amount, there) {
  throw new Unplannable(field, { what: 'its entries have no {1}; accepted: {2}', args: [amount, there.join(', ')] });
}

/** Whether entries of this reading can be moved one by one. @param {Reading} reading */
export const isMovable = ({ system, entries, of_keys: ofKeys = false }) =>
  Object.hasOwn(kMovable, system) &&
  entries.rows.length > 0 &&
  !ofKeys &&
  entries.rows.some(({ owner }) => owner !== null);

/** @type {(a: number, b: number) => number} */
const commonDivisor = (a, b) => (b === 0 ? a : commonDivisor(b, a % b));

/** Weights as whole numbers with the same ratios. @param {number[]} weights */
export function wholeWeights(weights) {
  const scale = 10 ** kDecimals;
  const scaled = weights.map((weight) => Math.round(weight * scale));
  const divisor = scaled.reduce(commonDivisor, 0);
  return scaled.map((weight) => weight / Math.max(1, divisor));
}

/** @param {ReadNode} node */
const zoneOf = ({ zone, rack, data_center: center }) => {
  const place = [center, zone ?? rack].filter((part) => part !== undefined);
  return place.join('/');
};

/** @param {Note['what']} what @param {string[]} names @returns {Note[]} */
const note = (what, names) =>
  names.length === 0 ? [] : [{ what, count: names.length, names: names.slice(0, kNamed) }];

/**
 * What is given for a name, which may be that of a member of every object.
 * @param {Record<string, number>} given @param {string} name
 */
export const valueOf = (given, name) => (Object.hasOwn(given, name) ? given[name] : undefined);

/** @param {Reading} reading @param {Wish} wish */
function nodesOf(reading, { drain = [], add = [], weights = {}, disks = {} }) {
  const given = [...reading.nodes, ...add.map((node) => /** @type {ReadNode} */ (node))];
  const names = new Set();
  for (const { name } of given) {
    if (names.has(name)) throw new Unplannable('add', { what: 'node {1} is there already', args: [name] });
    names.add(name);
  }
  for (const [field, named] of Object.entries({ drain, weights: Object.keys(weights), disks: Object.keys(disks) })) {
    const unknown = named.find((name) => !names.has(name));
    if (unknown !== undefined) throw new Unplannable(field, { what: 'there is no node {1}', args: [unknown] });
  }
  const capacities = wholeWeights(given.map(({ name, weight }) => valueOf(weights, name) ?? weight ?? 1));
  const leaving = new Set(drain);
  // What is down takes nothing, and what it holds is copied from another replica.
  for (const { name, draining, out, down } of given) if (draining || out || down) leaving.add(name);
  // A node of weight 0 bears nothing, which is to be drained.
  given.forEach(({ name }, i) => void (capacities[i] === 0 && leaving.add(name)));
  return {
    nodes: given.map((node, i) => ({
      name: node.name,
      capacity: Math.max(1, capacities[i]),
      zone: zoneOf(node),
      disk: valueOf(disks, node.name) ?? null,
    })),
    leaving: given.map(({ name }) => name).filter((name) => leaving.has(name)),
    down: given.filter(({ down }) => down).map(({ name }) => name),
  };
}

/** Whether the replicas of each entry lie in different zones, and every node has one. */
function areApart(/** @type {{replicas: string[]}[]} */ entries, /** @type {Map<string, string>} */ zones) {
  if ([...zones.values()].some((zone) => zone === '') || !entries.some(({ replicas }) => replicas.length > 1)) {
    return { apart: false, shared: 0 };
  }
  const shared = entries.filter(
    ({ replicas }) => new Set(replicas.map((name) => zones.get(name))).size < replicas.length,
  );
  return { apart: shared.length === 0, shared: shared.length };
}

/**
 * @param {Reading} reading
 * @param {Amount} unit
 * @param {Amount} by
 * @param {Amount[]} also
 * @param {Set<string>} known
 * @param {Set<string>} down
 */
function entriesOf(reading, unit, by, also, known, down) {
  const { followers } = kMovable[reading.system];
  const moving = new Set((reading.open ?? []).map(({ entry }) => String(entry)));
  const left = {
    no_owner: /** @type {string[]} */ ([]),
    elsewhere: /** @type {string[]} */ ([]),
    lost: /** @type {string[]} */ ([]),
  };
  const kept = { no_size: /** @type {string[]} */ ([]), moving: /** @type {string[]} */ ([]) };
  const entries = [];
  for (const entry of reading.entries.rows) {
    const { id, owner, replicas } = entry;
    const on = followers
      ? [.../** @type {Set<string>} */ (new Set(owner === null ? [] : [owner, ...replicas]))]
      : [owner];
    if (owner === null) left.no_owner.push(id);
    else if (!on.every((name) => name !== null && known.has(name))) left.elsewhere.push(id);
    else if (on.every((name) => down.has(/** @type {string} */ (name)))) left.lost.push(id);
    else {
      const [bytes, load] = [amountOf(entry, unit), amountOf(entry, by)];
      const others = also.map((one) => amountOf(entry, one));
      if ([bytes, load, ...others].includes(undefined)) kept.no_size.push(id);
      if (moving.has(id)) kept.moving.push(id);
      for (const amount of [bytes ?? 0, load ?? 0, ...others.map((one) => one ?? 0)]) {
        if (!(amount <= kMost)) throw new Unplannable('', { what: 'an amount above {1}', args: [kMost] });
      }
      const amounts = Object.fromEntries(also.map((one, i) => [nameOf(one), others[i] ?? 0]));
      entries.push({
        ...{ id, bytes: bytes ?? 0, load: load ?? 0, replicas: /** @type {string[]} */ (on) },
        ...(also.length > 0 && { amounts }),
      });
    }
  }
  const pinned = [...new Set([...kept.no_size, ...kept.moving])];
  const notes = [...Object.entries(left), ...Object.entries(kept)];
  return { entries, pinned, notes: notes.flatMap(([what, ids]) => note(/** @type {Note['what']} */ (what), ids)) };
}

/** A number of shares, such as 1.05, as what it is above or below one: exactly, as its decimals say. */
function beyondOne(/** @type {string} */ field, /** @type {number | string} */ shares, /** @type {1 | -1} */ sign) {
  const number = Number(shares);
  const [least, most] = sign > 0 ? [1, 100] : [0, 1];
  if (!(number >= least && number <= most)) {
    throw new Unplannable(field, { what: '{1} is not from {2} to {3}', args: [String(shares), least, most] });
  }
  return Number((sign * (number - 1)).toFixed(kDecimals));
}

/** @param {number} all @param {Note[]} notes */
function partialOf(all, notes) {
  const none = notes.find(({ what }) => what === 'no_size');
  return none ? { known: all - none.count, all } : null;
}

/** Amounts have names of their own: what the planner calls bytes is what is moved. @param {Amount} amount */
export const nameOf = (amount) => `of_${amount}`;

/** The amount that has this name. @param {string} name */
export const amountNamed = (name) => /** @type {Amount} */ (name.replace(/^of_/, ''));

/**
 * @param {Reading} reading @param {Wish} [wish] @returns {Asked}
 * @throws {Unplannable}
 */
export function problemOf(reading, wish = {}) {
  if (!isMovable(reading)) throw new Unplannable('', { what: 'its entries are not moved one by one' });
  const amounts = amountsOf(reading);
  const by = wish.by ?? amounts[0];
  if (!amounts.includes(by)) lacks('by', by, amounts);
  const also = (wish.also ?? []).filter((one) => one !== by);
  const lacking = also.find((one) => !amounts.includes(one));
  if (lacking) lacks('also', lacking, amounts);
  const unit = amounts.includes('bytes') ? 'bytes' : amounts.includes('keys') ? 'keys' : 'count';
  const { nodes, leaving, down } = nodesOf(reading, wish);
  const zones = new Map(nodes.map(({ name, zone }) => [name, zone]));
  const { entries, pinned, notes } = entriesOf(reading, unit, by, also, new Set(zones.keys()), new Set(down));
  const ids = new Set(entries.map(({ id }) => id));
  const unknown = (wish.pin ?? []).find((id) => !ids.has(id));
  if (unknown !== undefined) throw new Unplannable('pin', { what: 'there is no entry {1}', args: [unknown] });
  const { apart, shared } = areApart(entries, zones);
  const limits = {
    epsilon: beyondOne('limit', wish.limit ?? 1.1, 1),
    ...(wish.least !== undefined && { lower_epsilon: beyondOne('least', wish.least, -1) }),
  };
  const distinct = wish.zones ?? (apart ? 'distinct' : 'none');
  const stays = [...new Set([...pinned, ...(wish.pin ?? [])])];
  const forced = forcedOf(wish.force ?? [], { entries, nodes, leaving, stays });
  return {
    problem: {
      nodes,
      entries,
      options: {
        ...limits,
        ...(also.length > 0 && { limits: also.map((of) => ({ of: nameOf(of), ...limits })) }),
        drain: leaving,
        pinned: stays,
        ...(forced.length > 0 && { forced }),
        zones: distinct,
        max_in_flight: wish.atOnce ?? 1,
        per_move: wish.perMove ?? 0,
      },
    },
    by,
    unit: unit === 'count' ? 'entries' : unit,
    kind: kindOf(reading),
    unwell: unwellOf(reading),
    partial: partialOf(entries.length, notes),
    notes: [
      ...notes,
      ...note('down', down),
      ...(shared > 0 && wish.zones === undefined
        ? [{ what: /** @type {const} */ ('zones_shared'), count: shared, names: [] }]
        : []),
    ],
  };
}
