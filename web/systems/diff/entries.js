// The entries of two readings, side by side.
import { linksOf, remaindersOf } from './chains.js';
import { piecesOf } from './ranges.js';

/** @typedef {import('../reading/form.js').Reading} Reading */
/** @typedef {import('./form.js').Cannot} Cannot */
/** @typedef {import('./form.js').Unit} Unit */
/** @typedef {import('./form.js').Which} Which */
/**
 * @typedef {{by: 'entries' | 'ranges', kind: string, units: Unit[], sizes: ?Which, split: boolean, all?: bigint,
 *   cannot: Cannot[]}} Compared
 */

// Where a key's entry is a remainder or a part of a fixed number, so that another number sends keys elsewhere.
const kCounted = ['slots', 'partitions', 'vbuckets', 'pgs', 'remainders'];
const kOfShards = ['elasticsearch', 'pgdog', 'pgcat', 'shardingsphere'];
const isCounted = (/** @type {Reading} */ { system, entries: { kind } }) =>
  kCounted.includes(kind) || (kOfShards.includes(system) && kind === 'shards');
const kRing = /** @type {Record<string, string>} */ ({ 'token ranges': 'tokens' });
const kindOf = (/** @type {Reading} */ { entries: { kind } }) => kRing[kind] ?? kind;

/** @param {Reading} reading */
const hasReplicas = ({ entries: { rows } }) => rows.some(({ replicas }) => replicas.length > 0);

/**
 * Which of the texts does not tell something that the other does. In two texts of one form, nobody has it.
 * @param {Reading} a
 * @param {Reading} b
 * @param {(reading: Reading) => boolean} tells
 * @returns {?Which}
 */
function lacking(a, b, tells) {
  if (a.system === b.system && a.form === b.form) return null;
  const [one, other] = [tells(a), tells(b)];
  return one === other ? null : one ? 'after' : 'before';
}

/** Texts of Kafka tell all replicas of each partition: replicas.js compares them. */
const isKafka = (/** @type {Reading} */ { system }) => system === 'kafka';

const hasOwners = (/** @type {Reading} */ { entries: { rows } }) => rows.some(({ owner }) => owner !== null);

/** Such a plan lists what moves, and nothing else. @param {Reading} reading */
const isPartial = ({ system, form }) =>
  (system === 'kafka' && form === 'reassignment') || (system === 'citus' && form === 'plan');

/** @param {Which} of @param {number} count @param {Reading} other @returns {Cannot} */
const onlyIn = (of, count, other) => ({ what: 'only', of, count, ...(isPartial(other) && { partial: true }) });

/** Entries by their ids. @param {Reading} before @param {Reading} after */
function byId(before, after) {
  const has = (/** @type {Reading} */ { entries: { rows } }) => rows.some(({ bytes }) => bytes !== undefined);
  const sizes = /** @type {?Which} */ (has(before) ? 'before' : has(after) ? 'after' : null);
  const others = new Map(after.entries.rows.map((row) => [row.id, row]));
  const units = /** @type {Unit[]} */ ([]);
  for (const row of before.entries.rows) {
    const other = others.get(row.id);
    if (!other) continue;
    const size = sizes === 'before' ? row.bytes : other.bytes;
    units.push({ id: row.id, before: row, after: other, ...(sizes && size !== undefined && { size }) });
  }
  const [gone, come] = [before, after].map(({ entries: { rows } }) => rows.length - units.length);
  /** @type {Cannot[]} */
  const cannot = [
    ...(gone > 0 ? [onlyIn('before', gone, after)] : []),
    ...(come > 0 ? [onlyIn('after', come, before)] : []),
  ];
  return { units, sizes, split: false, cannot };
}

/** Ranges of keys. @param {Reading} before @param {Reading} after */
function linked(before, after) {
  if (before.entries.kind !== 'ranges') return null;
  const found = linksOf(before.entries.rows, after.entries.rows);
  if (!found) return null;
  const { crossing, ...of } = found;
  return { ...of, cannot: crossing > 0 ? [/** @type {Cannot} */ ({ what: 'order', count: crossing })] : [] };
}

const kNoSizes = /** @type {?Which} */ (null);

/** Remainders of two moduli. @param {Reading} before @param {Reading} after */
function parted(before, after) {
  if (before.entries.kind !== 'remainders' || before.entries.rows.length === after.entries.rows.length) return null;
  const units = remaindersOf(before.entries.rows, after.entries.rows);
  return units && { units, sizes: kNoSizes, split: false, parted: true, cannot: /** @type {Cannot[]} */ ([]) };
}

/**
 * What differs in how keys find their entries, where both texts tell it.
 * @param {Reading} before
 * @param {Reading} after
 * @returns {Cannot[]}
 */
function functionsOf(before, after) {
  const kinds = /** @type {const} */ ([
    ['functions', ['key', 'placed_by', 'hash_function', 'params']],
    ['hashed', ['key_expression']],
  ]);
  for (const [what, names] of kinds) {
    for (const name of names) {
      const [one, other] = [before, after].map((reading) => told(reading, name));
      if (one && other && one !== other) return [{ what, before: one, after: other, all: true }];
    }
  }
  return [];
}

/** A member of a reading in words; '': it has none. @param {Reading} reading @param {string} name */
function told(reading, name) {
  const value = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (reading))[name] ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Why entries cannot be set side by side. @param {Reading} before @param {Reading} after @returns {?Cannot} */
function apart(before, after) {
  if (before.entries.rows.length === 0 || after.entries.rows.length === 0) return { what: 'nothing' };
  if (before.system !== after.system) return { what: 'systems', before: before.system, after: after.system };
  const [one, other] = [kindOf(before), kindOf(after)];
  return one === other ? null : { what: 'kinds', before: one, after: other };
}

/** Two topics, indices, tables or keyspaces. @param {Reading} before @param {Reading} after @returns {Cannot[]} */
function namesOf(before, after) {
  const [one, other] = [before, after].map(subject);
  return one === '' || other === '' || one === other ? [] : [{ what: 'names', before: one, after: other }];
}

/** What a choice is about, whichever of the two placements of a plan. @param {Reading} reading */
function subject(reading) {
  const { topic } = /** @type {{topic?: string}} */ (reading);
  return topic ?? (reading.choice ?? '').replace(/(?:^|: )(?:current|proposed)$/, '');
}

/**
 * @param {Reading} before
 * @param {Reading} after with the names of the first
 * @returns {Compared | {cannot: Cannot[]}}
 */
export function entriesOf(before, after) {
  const why = apart(before, after);
  if (why) return { cannot: [why] };
  const functions = functionsOf(before, after);
  const rings = kindOf(before) === 'tokens';
  if (rings && functions.length > 0) return { cannot: functions };
  const pieces = piecesOf(before, after) ?? linked(before, after);
  const names = namesOf(before, after);
  // The entries of two keyspaces are parts of the same line; partition 0 of two topics is not the same.
  if (!pieces && names.length > 0) return { cannot: names };
  const found = pieces ?? parted(before, after) ?? byId(before, after);
  if (found.units.length === 0) return { cannot: found.cannot.length > 0 ? found.cannot : [{ what: 'nothing' }] };
  const [copies, owners] = isKafka(before)
    ? [null, null]
    : [lacking(before, after, hasReplicas), lacking(before, after, hasOwners)];
  const [one, other] = [before, after].map(({ entries: { rows } }) => rows.length);
  const counts = isCounted(before) && one !== other && !('parted' in found) && !isPartial(before) && !isPartial(after);
  const untold = [copies ? withoutReplicas : null, owners ? withoutOwners : null].filter((of) => of !== null);
  return {
    ...found,
    by: pieces ? 'ranges' : 'entries',
    kind: before.entries.kind,
    units: untold.reduce((units, of) => units.map(of), found.units),
    cannot: [
      ...functions,
      ...names,
      ...(counts ? [/** @type {Cannot} */ ({ what: 'counts', before: `${one}`, after: `${other}`, all: true })] : []),
      ...found.cannot,
      ...(copies ? [/** @type {Cannot} */ ({ what: 'replicas', of: copies })] : []),
      ...(owners ? [/** @type {Cannot} */ ({ what: 'owners', of: owners })] : []),
    ],
  };
}

/** @param {Unit} unit @returns {Unit} */
const withoutReplicas = (unit) => ({
  ...unit,
  before: { owner: unit.before.owner, replicas: [] },
  after: { owner: unit.after.owner, replicas: [] },
});

/** All copies alike. @param {Unit} unit @returns {Unit} */
const withoutOwners = (unit) => ({ ...unit, before: alike(unit.before), after: alike(unit.after) });

const alike = (/** @type {import('./form.js').Holder} */ { owner, replicas }) => ({
  owner: /** @type {?string} */ (null),
  replicas: owner === null ? replicas : [owner, ...replicas],
});
