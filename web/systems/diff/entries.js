// The entries of two readings, side by side.
import { piecesOf } from './ranges.js';

/** @typedef {import('../reading/form.js').Reading} Reading */
/** @typedef {import('./form.js').Cannot} Cannot */
/** @typedef {import('./form.js').Unit} Unit */
/** @typedef {import('./form.js').Which} Which */
/**
 * @typedef {{by: 'entries' | 'ranges', kind: string, units: Unit[], sizes: ?Which, split: boolean, all?: bigint, cannot:
 *   Cannot[]}} Compared
 */

// Where a key's entry is a remainder or a part of a fixed number, so that another number sends keys elsewhere.
const kCounted = ['slots', 'partitions', 'vbuckets', 'pgs'];
const kIsCounted = (/** @type {Reading} */ { system, entries: { kind } }) =>
  kCounted.includes(kind) || (system === 'elasticsearch' && kind === 'shards');
const kRing = /** @type {Record<string, string>} */ ({ 'token ranges': 'tokens' });
const kindOf = (/** @type {Reading} */ { entries: { kind } }) => kRing[kind] ?? kind;

/** @param {Reading} reading */
const hasReplicas = ({ entries: { rows } }) => rows.some(({ replicas }) => replicas.length > 0);

/** Which of the texts does not tell of replicas, while the other does. @param {Reading} a @param {Reading} b */
function lacksReplicas(a, b) {
  if (a.system === b.system && a.form === b.form) return null; // it has none
  const [one, other] = [hasReplicas(a), hasReplicas(b)];
  return one === other ? null : one ? 'after' : 'before';
}

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
    ...(gone > 0 ? [/** @type {Cannot} */ ({ what: 'only', of: 'before', count: gone })] : []),
    ...(come > 0 ? [/** @type {Cannot} */ ({ what: 'only', of: 'after', count: come })] : []),
  ];
  return { units, sizes, split: false, cannot };
}

/** What differs in how keys find their entries. @param {Reading} before @param {Reading} after @returns {Cannot[]} */
function functionsOf(before, after) {
  const [one, other] = [before.key, after.key].map((key) => (typeof key === 'string' ? key : ''));
  if (one !== '' && other !== '' && one !== other) return [{ what: 'functions', before: one, after: other, all: true }];
  return [];
}

/** Why entries cannot be set side by side. @param {Reading} before @param {Reading} after @returns {?Cannot} */
function apart(before, after) {
  if (before.entries.rows.length === 0 || after.entries.rows.length === 0) return { what: 'nothing' };
  if (before.system !== after.system) return { what: 'systems', before: before.system, after: after.system };
  const [one, other] = [kindOf(before), kindOf(after)];
  return one === other ? null : { what: 'kinds', before: one, after: other };
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
  const pieces = piecesOf(before, after);
  const found = pieces ? { ...pieces, cannot: [] } : byId(before, after);
  if (found.units.length === 0) return { cannot: [{ what: 'nothing' }] };
  const lacking = lacksReplicas(before, after);
  const [one, other] = [before, after].map(({ entries: { rows } }) => rows.length);
  const counts = kIsCounted(before) && one !== other;
  return {
    ...found,
    by: pieces ? 'ranges' : 'entries',
    kind: before.entries.kind,
    units: lacking ? found.units.map(withoutReplicas) : found.units,
    cannot: [
      ...functions,
      ...(counts ? [/** @type {Cannot} */ ({ what: 'counts', before: `${one}`, after: `${other}`, all: true })] : []),
      ...found.cannot,
      ...(lacking ? [/** @type {Cannot} */ ({ what: 'replicas', of: lacking })] : []),
    ],
  };
}

/** @param {Unit} unit @returns {Unit} */
const withoutReplicas = (unit) => ({
  ...unit,
  before: { owner: unit.before.owner, replicas: [] },
  after: { owner: unit.after.owner, replicas: [] },
});
