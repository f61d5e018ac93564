// The rows of published tables, and what each text says about them.
import { inputsOf } from '../library/figures.js';

/** @typedef {import('../../headless/reshard-core.d.ts').Core} Core */
/** @typedef {import('../../headless/reshard-core.d.ts').PlaceInput} PlaceInput */
/** @typedef {import('../../headless/reshard-core.d.ts').LogEntry} LogEntry */
/** @typedef {Pick<PlaceInput, 'strategy' | 'hash' | 'params'>} Strategy with its settings */

/**
 * What a row places: `input`, and the same after the changes of `log`. If `clocked` is there, its time is taken.
 * @typedef {{input: PlaceInput, log: LogEntry[], clocked?: PlaceInput}} Asked
 */
/** @typedef {keyof typeof kSets} SetName */
/** @typedef {{set: SetName, row: number}} Published a row of kSets */
/**
 * What a text says of a strategy: `overlap`, 0 to 1; null: nothing.
 * @template Figure
 * @typedef {{
 *   strategy: string,
 *   note: string,
 *   of: Asked,
 *   told: {seconds: Figure, overlap: number, stddev: Figure},
 * }} PublishedRow
 */
/** @typedef {ReturnType<typeof measureRow>} Measured */

const kShards = 20;

// Golubtsov's script: its shard is the remainder of hash(item), which is signed in Python; its ring and its rendezvous
// hash the text of that number. With PYTHONHASHSEED=0, CPython 3.10 has SipHash-2-4 with the key 0.
/** @type {import('../tools/plan.js').GeneratedKeys} */
const kItems = { kind: 'sequential', count: 1_000_000, prefix: 'item-' };
/** @type {import('../tools/plan.js').GeneratedKeys} */
const kHashedItems = { ...kItems, kind: 'python' };
const numbered = (/** @type {string} */ name) => Array.from({ length: kShards }, (_, i) => `${name}${i}`);
/** @returns {Asked} */
const script = (/** @type {Strategy} */ strategy, keys = kItems, name = '') => ({
  log: [{ add: `${name}${kShards}` }],
  input: { ...strategy, nodes: numbered(name), keys },
});
/** @param {number} vnodes @returns {Strategy} */
const ring = (vnodes) => ({
  strategy: 'ring',
  hash: 'md5',
  params: { vnodes, label: 'golubtsov', successor: 'after', bits: '128' },
});

/** @param {Strategy} strategy @returns {Asked} */
const numbers = (strategy) => {
  const {
    log,
    inputs: [input],
  } = inputsOf({ nodes: '0..99', log: '+100', keys: 1_000_000, prefix: '', strategies: [strategy] });
  return { log, input };
};

/** By text. @type {{golubtsov: PublishedRow<number>[], gholt: PublishedRow<?number>[]}} */
export const kSets = {
  golubtsov: [
    {
      strategy: 'modulo',
      note: '',
      of: script({ strategy: 'modulo', hash: 'siphash24', params: { number: 'signed' } }),
      told: { seconds: 0.19, overlap: 0.0477, stddev: 156.67 },
    },
    {
      strategy: 'jump',
      note: '',
      of: script({ strategy: 'jump', hash: 'siphash24' }),
      told: { seconds: 0.32, overlap: 0.9524, stddev: 237.1 },
    },
    {
      strategy: 'fibonacci',
      note: 'mod32',
      of: script({ strategy: 'fibonacci', hash: 'siphash24', params: { reduction: 'mod32' } }),
      told: { seconds: 0.8, overlap: 0.048, stddev: 222.53 },
    },
    {
      strategy: 'ring',
      note: 'vnodes=1',
      of: script(ring(1), kHashedItems),
      told: { seconds: 2.15, overlap: 0.9371, stddev: 39_882.89 },
    },
    {
      strategy: 'ring',
      note: 'vnodes=100',
      of: script(ring(100), kHashedItems),
      told: { seconds: 2.47, overlap: 0.9468, stddev: 6105.93 },
    },
    {
      strategy: 'ring',
      note: 'vnodes=1000',
      of: script(ring(1000), kHashedItems),
      told: { seconds: 2.81, overlap: 0.9525, stddev: 1227.54 },
    },
    {
      strategy: 'rendezvous_weighted',
      note: '',
      of: script({ strategy: 'rendezvous_weighted' }, kHashedItems, 'node-'),
      told: { seconds: 29.55, overlap: 0.9528, stddev: 218.09 },
    },
  ],
  gholt: [
    {
      strategy: 'modulo',
      note: '',
      of: numbers({ strategy: 'modulo', hash: 'fnv1a64' }),
      told: { seconds: null, overlap: 0.009786, stddev: null },
    },
    {
      strategy: 'ring',
      note: 'vnodes=1',
      of: numbers({ strategy: 'ring', hash: 'fnv1a64', params: { vnodes: 1, label: 'gholt' } }),
      told: { seconds: 0.609, overlap: 0.759145, stddev: null },
    },
    {
      strategy: 'ring',
      note: 'vnodes=1000',
      of: numbers({ strategy: 'ring', hash: 'fnv1a64', params: { vnodes: 1000, label: 'gholt' } }),
      told: { seconds: 0.826, overlap: 0.989721, stddev: null },
    },
    {
      strategy: 'partition_ring',
      note: '',
      of: numbers({ strategy: 'partition_ring' }),
      told: { seconds: 0.771, overlap: 0.98829, stddev: null },
    },
  ],
};

const kRuns = 5;
const kMostMs = 2000;

/**
 * The median time of placing all keys before and after, from up to five runs in two seconds.
 * @param {() => void} run
 */
function timed(run) {
  const times = [];
  for (
    const start = performance.now();
    times.length === 0 || (times.length < kRuns && performance.now() - start < kMostMs);

  ) {
    const begin = performance.now();
    run();
    times.push(performance.now() - begin);
  }
  times.sort((a, b) => a - b);
  return { seconds: times[times.length >> 1] / 1000, runs: times.length };
}

/** @param {Asked | Published} row */
const inputOf = (row) => ('set' in row ? kSets[row.set][row.row].of : row);

/**
 * How a row places its keys: the figures of a table but for the time.
 * @param {Core} core
 * @param {Asked | Published} row
 */
export function placeRow(core, row) {
  const { input, log } = inputOf(row);
  const before = core.place(input),
    after = core.place({ ...input, log });
  const { moved, needless } = core.compare(before, after);
  const { mean, stddev } = after.stats;
  return {
    keys: before.keys,
    overlap: 1 - moved.length / before.keys,
    mean,
    stddev,
    moved: moved.length,
    needless,
    counts: after.counts,
  };
}

/**
 * What the table shows for a row.
 * @param {Core} core
 * @param {Asked | Published} row
 */
export function measureRow(core, row) {
  const { input, log, clocked = input } = inputOf(row);
  return { ...timed(() => [core.place(clocked), core.place({ ...clocked, log })]), ...placeRow(core, row) };
}
