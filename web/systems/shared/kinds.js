// What the entries of a system are called: slots, partitions, shards; entries where nobody has a word of their own.
import { t } from '../../text/language.js';

/**
 * @typedef {object} Kind
 * @property {() => string} one heads a column of names @property {() => string} many in a list of what can be chosen
 * @property {() => string} heading of what is counted
 * @property {(count: number) => string} whole “16,384 slots” @property {(count: number) => string} of them
 */

/** @type {Record<string, Kind>} */
const kKinds = {
  slots: {
    one: () => t('Slot'),
    many: () => t('slots'),
    heading: () => t('Slots'),
    whole: (count) => t('{0} {0|slot|slots}', count),
    of: (count) => t('of {0} {0|slot|slots}', count),
  },
  shards: {
    one: () => t('Shard'),
    many: () => t('shards'),
    heading: () => t('Shards'),
    whole: (count) => t('{0} {0|shard|shards}', count),
    of: (count) => t('of {0} {0|shard|shards}', count),
  },
  partitions: {
    one: () => t('Partition'),
    many: () => t('partitions'),
    heading: () => t('Partitions'),
    whole: (count) => t('{0} {0|partition|partitions}', count),
    of: (count) => t('of {0} {0|partition|partitions}', count),
  },
  vbuckets: {
    one: () => t('vBucket'),
    many: () => t('vBuckets'),
    heading: () => t('vBuckets'),
    whole: (count) => t('{0} {0|vBucket|vBuckets}', count),
    of: (count) => t('of {0} {0|vBucket|vBuckets}', count),
  },
  pgs: {
    one: () => t('Placement group'),
    many: () => t('placement groups'),
    heading: () => t('Placement groups'),
    whole: (count) => t('{0} placement {0|group|groups}', count),
    of: (count) => t('of {0} placement {0|group|groups}', count),
  },
  ranges: {
    one: () => t('Range'),
    many: () => t('ranges'),
    heading: () => t('Ranges'),
    whole: (count) => t('{0} {0|range|ranges}', count),
    of: (count) => t('of {0} {0|range|ranges}', count),
  },
  remainders: {
    one: () => t('Remainder'),
    many: () => t('remainders'),
    heading: () => t('Remainders'),
    whole: (count) => t('{0} {0|remainder|remainders}', count),
    of: (count) => t('of {0} {0|remainder|remainders}', count),
  },
  chunks: {
    one: () => t('Chunk'),
    many: () => t('chunks'),
    heading: () => t('Chunks'),
    whole: (count) => t('{0} {0|chunk|chunks}', count),
    of: (count) => t('of {0} {0|chunk|chunks}', count),
  },
  regions: {
    one: () => t('Region'),
    many: () => t('regions'),
    heading: () => t('Regions'),
    whole: (count) => t('{0} {0|region|regions}', count),
    of: (count) => t('of {0} {0|region|regions}', count),
  },
  tablets: {
    one: () => t('Tablet'),
    many: () => t('tablets'),
    heading: () => t('Tablets'),
    whole: (count) => t('{0} {0|tablet|tablets}', count),
    of: (count) => t('of {0} {0|tablet|tablets}', count),
  },
};

/** @type {Kind} */
const kEntries = {
  one: () => t('Entry'),
  many: () => t('entries'),
  heading: () => t('Entries'),
  whole: (count) => t('{0} {0|entry|entries}', count),
  of: (count) => t('of {0} {0|entry|entries}', count),
};

/** @param {string} kind */
export const wordsOf = (kind) => (Object.hasOwn(kKinds, kind) ? kKinds[kind] : kEntries);

/** What a system calls its ranges. @type {Record<string, string>} */
const kOwn = { mongodb: 'chunks', tidb: 'regions', yugabytedb: 'tablets' };

/** @param {{system: string, entries: {kind: string}}} reading */
export const kindOf = ({ system, entries: { kind } }) =>
  kind === 'ranges' && Object.hasOwn(kOwn, system) ? kOwn[system] : kind;
