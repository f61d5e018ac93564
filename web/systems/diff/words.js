// What a difference says, in the page's language: one sentence, a table of figures, and what else people should know.
import { bytesText, timeText } from '../../text/amounts.js';
import { number, percent, t } from '../../text/language.js';
import { wordsOf } from '../shared/kinds.js';
import { isChanged } from './form.js';

/** @typedef {import('./form.js').Difference} Difference */
/** @typedef {import('./form.js').Assignment} Assignment */
/** @typedef {import('./form.js').Cause} Cause */
/** @typedef {import('./form.js').Cannot} Cannot */
/** @typedef {import('./form.js').Bytes} Bytes */
/** @typedef {import('./form.js').Figure} Figure */
/** @typedef {import('./form.js').Which} Which */

/**
 * Keys are no entries of a system.
 * @type {Record<string, Pick<import('../shared/kinds.js').Kind, 'heading' | 'whole' | 'of'>>}
 */
const kKeys = {
  generated: {
    heading: () => t('Keys'),
    whole: (count) => t('{0} generated {0|key|keys}', count),
    of: (count) => t('of {0} {0|key|keys}', count),
  },
  given: {
    heading: () => t('Keys'),
    whole: (count) => t('{0} given {0|key|keys}', count),
    of: (count) => t('of {0} {0|key|keys}', count),
  },
};

/** @param {string} kind */
const countedAs = (kind) => (Object.hasOwn(kKeys, kind) ? kKeys[kind] : wordsOf(kind));

/** “of 16,384 slots” @param {Pick<Difference, 'by' | 'kind'>} of @param {number} count */
export function ofText({ by, kind }, count) {
  if (by === 'ranges') return t('of {0} {0|range|ranges}', count);
  return countedAs(kind).of(count);
}

/** “16,384 slots” @param {string} kind @param {number} count */
const wholeText = (kind, count) => countedAs(kind).whole(count);

/** The heading of what is counted. @param {Pick<Difference, 'by' | 'kind'>} of */
function headingOf({ by, kind }) {
  if (by === 'ranges') return t('Ranges');
  if (by === 'replicas') return t('Replicas');
  return countedAs(kind).heading();
}

const sizeText = (/** @type {Figure} */ bytes) =>
  Number(bytes) < 1000 ? `${number(Number(bytes))} ${t('B')}` : bytesText(Number(bytes));

const textOf = (/** @type {Which} */ of) => (of === 'before' ? t('the first text') : t('the second text'));

/** A name; a number in quotes, or it would read as how many. @param {string} name */
const nameText = (name) => (/^\d+$/.test(name) ? t('“{0}”', name) : name);

/** Names in a row, a long list cut. @param {string[]} names @param {number} [most] */
function named(names, most = 12) {
  const shown = names.slice(0, most).map(nameText).join(', ');
  return names.length > most ? t('{0} and {1} more', shown, names.length - most) : shown;
}

/** @param {number} unnecessary @param {string} shown */
const unnecessaryText = (unnecessary, shown) =>
  unnecessary === 0 ? t('none of them could have stayed') : t('{0} of them could have stayed', shown);

/** What moves of Kafka's partitions. @param {Difference} difference @param {Assignment} assignment */
function replicasLine(difference, { moved, reordered, led }) {
  const { compared, copies } = difference;
  const order =
    reordered > 0
      ? t('{0} {0|partition has|partitions have} the same replicas in another order, which copies nothing.', reordered)
      : '';
  if (moved > 0) {
    const made = copies?.made ?? 0;
    const data = t(
      '{0} {1} {0|gets|get} other replicas: {2} {2|copy|copies} to make.',
      moved,
      ofText(difference, compared),
      made,
    );
    return [data, order].filter(Boolean).join(' ');
  }
  if (reordered > 0) return [t('No data moves.'), order].join(' ');
  if (led) return t('No data moves. Another broker leads {0} {0|partition|partitions}.', led);
  return isChanged(difference) ? t('What both texts have stays where it is.') : t('Nothing moves.');
}

/** What moves, in one sentence. @param {Difference} difference */
export function headlineOf(difference) {
  const { by, compared, moved, least, unnecessary, share, copies, assignment } = difference;
  if (assignment) return replicasLine(difference, assignment);
  if (by === null)
    return isChanged(difference) ? t('All keys may go elsewhere.') : t('These two texts cannot be compared.');
  if (moved === null || unnecessary === null)
    return t('At least {0} {1} move; the texts do not tell which.', number(least ?? 0), ofText(difference, compared));
  const all = ofText(difference, compared);
  const pieces = share ? percent(share.moved) : percent(moved / compared);
  const needless = share
    ? unnecessaryText(share.unnecessary < 5e-4 ? 0 : share.unnecessary, percent(share.unnecessary))
    : unnecessaryText(unnecessary, number(unnecessary));
  if (moved > 0 && share) return t('{0} of the hash space moves, {1} {2}; {3}.', pieces, number(moved), all, needless);
  if (moved > 0) return t('{0} move: {1} {2}, {3}.', pieces, number(moved), all, needless);
  if (copies && copies.made + copies.removed > 0)
    return t('No owner changes, but copies of {0} {0|entry|entries} are on other nodes.', copies.changed);
  return isChanged(difference) ? t('What both texts have stays where it is.') : t('Nothing moves.');
}

/** @param {Bytes} bytes */
function bytesWords({ of, moved, lacking, estimated }) {
  const notes = [
    t('sizes of {0}', textOf(of)),
    ...(estimated ? [t('split ranges in proportion')] : []),
    ...(lacking > 0 ? [t('{0} {0|copy has|copies have} no size', lacking)] : []),
  ];
  return t('{0} ({1})', sizeText(moved), notes.join(', '));
}

/** @param {Difference} difference */
function timeWords({ time }) {
  if (!time || !time.seconds) return null;
  const rate = `${bytesText(time.bytes_per_second)}${t('/s')}`;
  return time.copies_at_once === 1
    ? t('{0} at a rate of {1}', timeText(time.seconds), rate)
    : t('{0} at {1} each, {2} copies at once', timeText(time.seconds), rate, time.copies_at_once);
}

/** @param {Difference} difference */
function backWords(difference) {
  const { back, assignment } = difference;
  if (!back || back.moved === null) return null;
  const moved = assignment?.partitions.length ?? back.moved;
  if (moved === 0 && (back.copies?.made ?? 0) === 0) return null;
  return [
    `${number(moved)} ${ofText(difference, difference.compared)}`,
    ...(back.copies ? [t('{0} {0|copy|copies} to make', back.copies.made)] : []),
    ...(back.bytes && Number(back.bytes.moved) > 0 ? [sizeText(back.bytes.moved)] : []),
    ...(back.seconds ? [timeText(back.seconds)] : []),
    ...(back.needs.length > 0 ? [t('needs {0} again', named(back.needs, 5))] : []),
  ].join('; ');
}

/** @param {{name: string, before: number, after: number}} of */
const weightText = ({ name, before, after }) => `${name}: ${number(before, 5, 0)} → ${number(after, 5, 0)}`;

/** @param {import('./form.js').Copies} copies */
const madeText = ({ made, least }) =>
  least === undefined || least === made
    ? number(made)
    : t('{0}, at least {1} for as many replicas per broker', number(made), least);

/** Who is to lead, and who leads. @param {Assignment} assignment @returns {[string, string | null][]} */
function leaderRows({ preferred, reordered, led, elsewhere }) {
  const count = (/** @type {?number} */ of) => (of ? number(of) : null);
  return [
    [t('Only the order of replicas'), reordered > 0 ? t('{0}; 0 bytes', number(reordered)) : null],
    [t('Preferred leaders that change'), count(preferred)],
    [t('Leaders that changed'), count(led)],
    [t('Not led by the preferred leader, first text'), count(elsewhere.before)],
    [t('Not led by the preferred leader, second text'), count(elsewhere.after)],
  ];
}

/** The figures as rows: what, and how many. @param {Difference} difference @returns {[string, string][]} */
export function figuresOf(difference) {
  const { compared, moved, least, unnecessary, share, bytes, copies, nodes, by, assignment } = difference;
  const part = (/** @type {number} */ count, /** @type {number | undefined} */ of) =>
    `${number(count)} (${percent(of ?? (compared > 0 ? count / compared : 0))})`;
  /** @type {[string, string | null][]} */
  const rows = [
    [t('What was compared'), by === null ? null : comparedText(difference)],
    [assignment ? t('Other replicas') : t('Moves'), moved === null ? null : part(moved, share?.moved)],
    [t('Has to move at least'), least === null || share ? null : part(least, undefined)],
    [t('Has to move at least'), share ? percent(share.least) : null],
    [t('Unnecessary moves'), unnecessary === null || share ? null : part(unnecessary, undefined)],
    [t('Unnecessary moves'), share ? percent(share.unnecessary) : null],
    [t('Copies to make'), copies ? madeText(copies) : null],
    [t('Copies to drop'), copies ? number(copies.removed) : null],
    [t('Bytes to copy'), bytes ? bytesWords(bytes) : null],
    [t('Time'), timeWords(difference)],
    ...(assignment ? leaderRows(assignment) : []),
    [t('Nodes added'), named(nodes.added) || null],
    [t('Nodes removed'), named(nodes.removed) || null],
    [t('Weights'), named(nodes.reweighted.map(weightText)) || null],
    [
      t('Moved to another place'),
      named(nodes.relocated.map((one) => `${one.name}: ${one.before} → ${one.after}`)) || null,
    ],
    [t('Same node, other name'), named(nodes.renamed.map((one) => `${one.before} → ${one.after}`)) || null],
    [t('Went down'), named(nodes.down) || null],
    [t('Came up'), named(nodes.up) || null],
    [t('Rollback'), backWords(difference)],
  ];
  return rows.filter(/** @returns {row is [string, string]} */ (row) => row[1] !== null);
}

/** @param {Difference} difference */
function comparedText({ by, kind, compared }) {
  if (by === 'ranges') return t('{0} {0|piece|pieces} of ranges', compared);
  return wholeText(kind, compared);
}

/** Flows as a table of texts; the first row is the head. @param {Difference} difference @param {number} [most] */
export function flowRows(difference, most = 100) {
  const { flows } = difference;
  const [bytes, share] = [
    flows.some((flow) => flow.bytes !== undefined),
    flows.some((flow) => flow.share !== undefined),
  ];
  const name = (/** @type {?string} */ node) => node ?? t('no node');
  const head = [
    ...[t('From node'), t('To node'), headingOf(difference)],
    ...(share ? [t('Hash space')] : []),
    ...(bytes ? [t('Bytes')] : []),
  ];
  const rows = flows
    .slice(0, most)
    .map((flow) => [
      ...[name(flow.from), name(flow.to), number(flow.count)],
      ...(share ? [percent(flow.share ?? 0)] : []),
      ...(bytes ? [flow.bytes === undefined ? '' : sizeText(flow.bytes)] : []),
    ]);
  return [head, ...rows];
}

/** Nodes that have more entries than before, or fewer. @param {Difference} difference @param {number} [most] */
export function countRows({ counts = [] }, most = 100) {
  const rows = [...counts].sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before));
  const change = (/** @type {number} */ by) => `${by > 0 ? '+' : '\u2212'}${number(Math.abs(by))}`;
  return [
    [t('Node'), t('Before'), t('After'), t('Change')],
    ...rows
      .slice(0, most)
      .map(({ node, before, after }) => [node, number(before), number(after), change(after - before)]),
  ];
}

/** Partitions of Kafka that differ, as a table of texts. @param {Difference} difference @param {number} [most] */
export function partitionRows({ assignment }, most = 100) {
  const rows = assignment?.partitions ?? [];
  const bytes = rows.some((one) => one.bytes !== undefined);
  return [
    [t('Partition'), t('Replicas before'), t('Replicas after'), t('Copies'), ...(bytes ? [t('Bytes')] : [])],
    ...rows
      .slice(0, most)
      .map((one) => [
        ...[one.topic === '' ? `${one.partition}` : `${one.topic}-${one.partition}`, one.before.join(', ')],
        ...[one.after.join(', '), number(one.copies)],
        ...(bytes ? [one.bytes === undefined ? '' : sizeText(one.bytes)] : []),
      ]),
  ];
}

/** Who receives copies, as a table of texts. @param {Difference} difference @param {number} [most] */
export function copyRows({ copies }, most = 100) {
  const to = copies?.to ?? [];
  const bytes = to.some((one) => one.bytes !== undefined);
  return [
    [t('Node'), t('Copies to make'), ...(bytes ? [t('Bytes')] : [])],
    ...to
      .slice(0, most)
      .map((one) => [
        one.node,
        number(one.copies),
        ...(bytes ? [one.bytes === undefined ? '' : sizeText(one.bytes)] : []),
      ]),
  ];
}

/** @param {string} before @param {string} after */
const change = (before, after) => t('{0} → {1}', before, after);

const kMostNamed = 5;

/** @param {Cause} cause @param {Difference} of */
function saidOf({ what, name = '', before = '', after = '', nodes, weights = [] }, { nodes: { added, removed } }) {
  const names = nodes ? change(named(nodes.before, kMostNamed), named(nodes.after, kMostNamed)) : '';
  if (what === 'order')
    return added.length + removed.length === 0
      ? t('The same servers are listed in another order: {0}.', names)
      : t('The servers of both texts are listed in another order: {0}.', names);
  if (what === 'port') return t('Names are written with a port in one text only: {0}.', names);
  if (what === 'weights') return t('Weights differ: {0}.', named(weights.map(weightText), kMostNamed));
  if (what === 'function') return t('The strategies differ: {0}.', change(before, after));
  return what === 'hash'
    ? t('The hash functions differ: {0}.', change(before, after))
    : t('The setting “{0}” differs: {1}.', name, change(before, after));
}

/** What makes keys move, and how many would move without it. @param {Cause} cause @param {Difference} of */
export function causeText(cause, of) {
  const { moved_without: without } = cause;
  if (without === null) return saidOf(cause, of);
  const rest =
    without === 0
      ? t('Without this, nothing would move.')
      : t('Without this, {0} {1} would move.', number(without), ofText(of, of.compared));
  return `${saidOf(cause, of)} ${rest}`;
}

/** @type {Record<Cannot['what'], (cannot: Cannot) => string>} */
const kCannot = {
  systems: ({ before = '', after = '' }) =>
    t('Two systems: {0} and {1}. Their entries are not the same.', before, after),
  kinds: ({ before = '', after = '' }) => t('The entries are of two kinds: {0} and {1}.', before, after),
  functions: ({ before = '', after = '' }) =>
    t('Another function finds the entry of a key: {0} → {1}. All keys may go elsewhere.', before, after),
  hashed: ({ before = '', after = '' }) =>
    t('Another part of a request is hashed: {0} → {1}. All keys may go elsewhere.', before, after),
  counts: ({ before = '', after = '' }) =>
    t('The number of entries differs: {0} → {1}. All keys may go to another entry.', before, after),
  only: ({ of, count = 0, partial }) =>
    partial
      ? t('{0} {0|entry is|entries are} not in the plan, and {0|stays|stay} as {0|it is|they are}.', count)
      : of === 'before'
        ? t('{0} {0|entry is|entries are} only in the first text.', count)
        : t('{0} {0|entry is|entries are} only in the second text.', count),
  replicas: ({ of = 'after' }) => t('Replicas are not compared: {0} does not tell them.', textOf(of)),
  sizes: () => t('Neither text has sizes: bytes and time are not known.'),
  order: ({ count = 0 }) => t('{0} {0|range|ranges} with other borders cannot be compared.', count),
  names: ({ before = '', after = '' }) => t('The first text is about “{0}”, the second about “{1}”.', before, after),
  owners: ({ of = 'after' }) => t('Owners are not compared: {0} does not tell them.', textOf(of)),
  which: () => t('The texts tell how many entries each node has, but not which.'),
  no_link: ({ of = 'after', why = '' }) => t('Reshard cannot place the keys of {0}: {1}.', textOf(of), why),
  refused: ({ of = 'after', why = '' }) => t('Reshard cannot place the keys of {0}: {1}.', textOf(of), why),
  nothing: () => t('The texts have no entries in common.'),
  topics: ({ of, names = [] }) =>
    of === 'before'
      ? t('{0} {0|topic is|topics are} only in the first text: {1}.', names.length, named(names, kMostNamed))
      : t('{0} {0|topic is|topics are} only in the second text: {1}.', names.length, named(names, kMostNamed)),
  moving: ({ count = 0 }) =>
    t(
      '{0} {0|partition|partitions} of the first text {0|is|are} being reassigned already: let that end, or use --cancel. Until then there is no rollback.',
      count,
    ),
  unordered: () => t('One text does not tell the order of replicas, so preferred leaders are not compared.'),
};

/** @param {Cannot} cannot */
export const cannotText = (cannot) => kCannot[cannot.what](cannot);

/** Warnings: causes, and what is not compared. @param {Difference} difference @returns {string[]} */
export const warningsOf = (difference) => [
  ...difference.causes.map((cause) => causeText(cause, difference)),
  ...difference.cannot.map(cannotText),
];
