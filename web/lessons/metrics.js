// The one list of what a lesson can measure. A metric reads the result of web/lessons/trial.h, or of key_trial.js, for
// one seed; `unit` says how it is written, `words` is its name for people.
import { t } from '../text/language.js';

/** @typedef {'share' | 'times' | 'count' | 'bytes' | 'ms' | 's' | 'text'} Unit */

/**
 * A step of a trial: what its nodes hold (step_json in trial.cpp). The last five: only with replicas.
 * @typedef {object} Step
 * @property {number} nodes
 * @property {number} down
 * @property {number} keys
 * @property {number} mean
 * @property {number} peak
 * @property {number} peak_to_mean
 * @property {number} peak_to_fair
 * @property {number} cv
 * @property {number} request_peak_to_mean
 * @property {number} memory_bytes
 * @property {number} moved
 * @property {number} needless
 * @property {number} heirs
 * @property {number} in_few_zones
 * @property {number} without_quorum
 * @property {number} pairs
 * @property {number} pairs_that_break
 * @property {number} [replica_peak_to_mean]
 */

/**
 * Of a move (move_trial.h).
 * @typedef {object} MoveFigures
 * @property {number} moved_keys
 * @property {boolean} arrived
 * @property {number} seconds
 * @property {number} lost_writes
 * @property {number} wrong_reads
 * @property {number} old_only
 * @property {number} copied_keys
 * @property {number} requests
 * @property {number} waited
 * @property {number} network
 * @property {number} median_ms
 * @property {number} store_peak
 */

/**
 * Of a sharding key (key_trial.js): requests and writes per second, bytes.
 * @typedef {object} KeyFigures
 * @property {number} requests
 * @property {number} one requests that ask one shard
 * @property {number} reads
 * @property {number} reads_one
 * @property {number} shard_requests
 * @property {number} writes
 * @property {number} shard_writes
 * @property {number} table_bytes
 * @property {number} copy_bytes
 * @property {number} largest_share of the rows, 0 to 1
 * @property {number} max_to_mean
 */

/**
 * A setup under one seed; `move` and `key` are there if the lesson is about one.
 * @typedef {object} Measured
 * @property {string} link
 * @property {string} strategy
 * @property {string} hash
 * @property {Record<string, number>} params a choice is a text, which no metric reads
 * @property {number} spread
 * @property {Step[]} steps
 * @property {MoveFigures} move
 * @property {KeyFigures} key
 */

/**
 * `words`: its name for people; `fixed`: it belongs to the setup and is the same for every seed; `move`: it is about
 * the move of the lesson's start; `key`: about its sharding key.
 * @typedef {object} Metric
 * @property {Unit} unit
 * @property {(measured: Measured) => number | string} of
 * @property {() => string} words
 * @property {boolean} [fixed]
 * @property {boolean} [move]
 * @property {boolean} [key]
 */

// There are at least two steps: the start and the setup.
const last = (/** @type {Measured} */ { steps }) => steps[steps.length - 1];
const before = (/** @type {Measured} */ { steps }) => steps[steps.length - 2];
const share = (/** @type {number} */ count, /** @type {Step} */ { keys }) => count / keys;

/**
 * Figures of a move that has not reached its end are NaN.
 * @param {Measured} measured
 * @param {number} value
 */
const arrived = ({ move }, value) => (move.arrived ? value : NaN);

/** @type {Record<string, Metric>} by id */
export const metrics = {
  moved: {
    unit: 'share',
    of: (measured) => share(last(measured).moved, last(measured)),
    words: () => t('keys moved'),
  },
  moved_in_all: {
    unit: 'share',
    of: ({ steps }) => steps.reduce((sum, step) => sum + share(step.moved, step), 0),
    words: () => t('keys moved in total'),
  },
  needless: {
    unit: 'share',
    of: (measured) => share(last(measured).needless, last(measured)),
    words: () => t('keys moved unnecessarily'),
  },
  peak_to_mean: {
    unit: 'times',
    of: (measured) => last(measured).peak_to_mean,
    words: () => t('max / mean keys per node'),
  },
  peak_to_fair: {
    unit: 'times',
    of: (measured) => last(measured).peak_to_fair,
    words: () => t('keys of the most loaded node / its fair share'),
  },
  spread: {
    unit: 'share',
    of: (measured) => last(measured).cv,
    words: () => t('spread (CV) of keys per node'),
  },
  survivors_peak: {
    unit: 'times',
    of: (measured) => last(measured).peak / before(measured).mean,
    words: () => t('keys of the most loaded survivor / mean before'),
  },
  heirs: {
    unit: 'count',
    of: (measured) => last(measured).heirs,
    words: () => t('nodes that took over'),
  },
  down: {
    unit: 'count',
    of: (measured) => last(measured).down,
    words: () => t('nodes down at the end'),
  },
  request_peak: {
    unit: 'times',
    of: (measured) => last(measured).request_peak_to_mean,
    words: () => t('max / mean requests per node'),
  },
  in_few_zones: {
    unit: 'share',
    of: (measured) => share(last(measured).in_few_zones, last(measured)),
    words: () => t('keys with replicas in too few zones'),
  },
  breaking_pairs: {
    unit: 'share',
    of: (measured) => last(measured).pairs_that_break / last(measured).pairs,
    words: () => t('pairs of nodes whose loss breaks a quorum'),
  },
  replica_peak: {
    unit: 'times',
    of: (measured) => last(measured).replica_peak_to_mean ?? last(measured).peak_to_mean,
    words: () => t('max / mean replicas per node'),
  },
  without_quorum: {
    unit: 'share',
    of: (measured) => share(last(measured).without_quorum, last(measured)),
    words: () => t('keys without a quorum'),
  },
  nodes: {
    unit: 'count',
    fixed: true,
    of: (measured) => last(measured).nodes,
    words: () => t('node count'),
  },
  vnodes: {
    unit: 'count',
    fixed: true,
    of: ({ params }) => params.vnodes ?? NaN,
    words: () => t('virtual nodes per node'),
  },
  table: {
    unit: 'count',
    fixed: true,
    of: ({ params }) => params.size ?? NaN,
    words: () => t('table rows'),
  },
  spread_keys: {
    unit: 'count',
    fixed: true,
    of: ({ spread }) => spread,
    words: () => t('hot keys on all nodes'),
  },
  memory: {
    unit: 'bytes',
    of: (measured) => last(measured).memory_bytes,
    words: () => t('memory per client'),
  },
  lost_writes: {
    unit: 'count',
    move: true,
    of: ({ move }) => move.lost_writes,
    words: () => t('keys with lost writes'),
  },
  wrong_reads: {
    unit: 'count',
    move: true,
    of: ({ move }) => move.wrong_reads,
    words: () => t('wrong reads'),
  },
  left_behind: {
    unit: 'share',
    move: true,
    of: ({ move }) => (move.arrived ? move.old_only / move.moved_keys : 1),
    words: () => t('moving keys left at the old node'),
  },
  waiting: {
    unit: 'share',
    move: true,
    of: ({ move }) => move.waited / move.requests,
    words: () => t('requests that had to wait'),
  },
  move_seconds: {
    unit: 's',
    move: true,
    of: (measured) => arrived(measured, measured.move.seconds),
    words: () => t('time of the move'),
  },
  copied: {
    unit: 'count',
    move: true,
    of: ({ move }) => move.copied_keys,
    words: () => t('copied keys'),
  },
  network: {
    unit: 'times',
    move: true,
    of: ({ move }) => move.network,
    words: () => t('bytes on the network / bytes of the requests'),
  },
  median_ms: {
    unit: 'ms',
    move: true,
    of: ({ move }) => move.median_ms,
    words: () => t('median latency'),
  },
  store_peak: {
    unit: 'count',
    move: true,
    of: (measured) => arrived(measured, measured.move.store_peak),
    words: () => t('extra database requests in the busiest second'),
  },
  one_shard: {
    unit: 'share',
    fixed: true,
    key: true,
    of: ({ key }) => key.one / key.requests,
    words: () => t('requests that ask one shard'),
  },
  reads_one_shard: {
    unit: 'share',
    fixed: true,
    key: true,
    of: ({ key }) => key.reads_one / key.reads,
    words: () => t('reads that ask one shard'),
  },
  largest_unit: {
    unit: 'share',
    key: true,
    of: ({ key }) => key.largest_share,
    words: () => t('rows of the most frequent key value'),
  },
  fullest_shard: {
    unit: 'times',
    key: true,
    of: ({ key }) => key.max_to_mean,
    words: () => t('max / mean rows per shard'),
  },
  stored: {
    unit: 'times',
    fixed: true,
    key: true,
    of: ({ key }) => (key.table_bytes + key.copy_bytes) / key.table_bytes,
    words: () => t('bytes stored / bytes of the table'),
  },
  copy_bytes: {
    unit: 'bytes',
    key: true,
    of: ({ key }) => key.copy_bytes,
    words: () => t('bytes of the copy'),
  },
  shards_per_write: {
    unit: 'times',
    fixed: true,
    key: true,
    of: ({ key }) => key.shard_writes / key.writes,
    words: () => t('shards that each write asks'),
  },
  shard_requests: {
    unit: 'count',
    fixed: true,
    key: true,
    of: ({ key }) => key.shard_requests,
    words: () => t('requests per second on all shards'),
  },
  strategy: { unit: 'text', fixed: true, of: ({ strategy }) => strategy, words: () => t('chosen strategy') },
  hash: { unit: 'text', fixed: true, of: ({ hash }) => hash, words: () => t('hash function') },
};
