// The rows of published tables, and what each text says about them.
import { inputsOf } from './figures.js';

const kShards = 20;

// Numbers of nodes for remainders: pairwise coprime, with a product above 2^64.
const kModuli = [10_000, 9999, 9997, 9991, 9973];

function inverse(value, modulus) {
  for (let candidate = 1; ; ++candidate) if ((value * candidate) % modulus === 1) return candidate;
}

// The keys' hashes, all at once: modulo gives their remainders, from which the Chinese remainder theorem gives the
// hashes.
function hashesOf(core, hash, keys) {
  let product = 1n;
  /** @type {any} */
  let found = null;
  for (const modulus of kModuli) {
    const nodes = Array.from({ length: modulus }, (_, i) => `${i}`);
    const { owners } = core.place({ strategy: 'modulo', hash, nodes, keys });
    const by = BigInt(modulus), back = inverse(Number(product % by), modulus), before = product;
    found = found === null ? Array.from(owners, BigInt)
      : found.map((/** @type {bigint} */ number, /** @type {number} */ i) => number + before * BigInt((((owners[i] - Number(number % by) + modulus) % modulus) * back) % modulus));
    product *= by;
  }
  return found;
}

// Python's hash of text as a script sees it: signed. With PYTHONHASHSEED=0, CPython 3.10 has SipHash-2-4 with the key 0.
const signedHashes = (core, count) => hashesOf(core, 'siphash24', { kind: 'sequential', count, prefix: 'item-' }).map((hash) => BigInt.asIntN(64, hash));

let kept = null;  // the keys of Golubtsov's script, as each of its functions reads them

function scriptKeys(core) {
  if (kept) return kept;
  const hashes = signedHashes(core, 1_000_000);
  // Python's remainder is never negative, so a number that differs by a multiple of 20 · 21 can replace a negative one.
  const both = BigInt(kShards * (kShards + 1));
  kept = {
    remainders: hashes.map((hash) => String(((hash % both) + both) % both)),
    names: hashes.map((hash) => `item-${hash}`),
  };
  return kept;
}

const numbered = (name) => Array.from({ length: kShards }, (_, i) => `${name}${i}`);
const generated = { kind: 'sequential', count: 1_000_000, prefix: 'item-' };
const script = (strategy, keys, name = '') => (core) => ({
  log: [{ add: `${name}${kShards}` }],
  input: { ...strategy, nodes: numbered(name), keys: keys ? scriptKeys(core)[keys] : generated },
  // What is timed uses names that the core generates itself: handing over a million takes longer than placing them.
  clocked: { ...strategy, ...(keys === 'remainders' && { hash: 'siphash24' }), nodes: numbered(name), keys: generated },
});
const ring = (vnodes) => ({ strategy: 'ring', hash: 'md5', params: { vnodes, label: 'golubtsov', successor: 'after', bits: '128' } });

const numbers = (strategy) => () => {
  const { log, inputs: [input] } = inputsOf({ nodes: '0..99', log: '+100', keys: 1_000_000, prefix: '', strategies: [strategy] });
  return { log, input };
};

/** By text: rows of {strategy, note, of: core → {input, log}, told: {seconds, overlap, stddev}}; null if a text says nothing. */
export const kSets = {
  golubtsov: [
    { strategy: 'modulo', note: '', of: script({ strategy: 'modulo', hash: 'integer' }, 'remainders'), told: { seconds: 0.19, overlap: 0.0477, stddev: 156.67 } },
    { strategy: 'jump', note: '', of: script({ strategy: 'jump', hash: 'siphash24' }), told: { seconds: 0.32, overlap: 0.9524, stddev: 237.10 } },
    { strategy: 'fibonacci', note: 'mod32', of: script({ strategy: 'fibonacci', hash: 'siphash24', params: { reduction: 'mod32' } }), told: { seconds: 0.80, overlap: 0.0480, stddev: 222.53 } },
    { strategy: 'ring', note: 'vnodes=1', of: script(ring(1), 'names'), told: { seconds: 2.15, overlap: 0.9371, stddev: 39_882.89 } },
    { strategy: 'ring', note: 'vnodes=100', of: script(ring(100), 'names'), told: { seconds: 2.47, overlap: 0.9468, stddev: 6105.93 } },
    { strategy: 'ring', note: 'vnodes=1000', of: script(ring(1000), 'names'), told: { seconds: 2.81, overlap: 0.9525, stddev: 1227.54 } },
    { strategy: 'rendezvous_weighted', note: '', of: script({ strategy: 'rendezvous_weighted' }, 'names', 'node-'), told: { seconds: 29.55, overlap: 0.9528, stddev: 218.09 } },
  ],
  gholt: [
    { strategy: 'modulo', note: '', of: numbers({ strategy: 'modulo', hash: 'fnv1a64' }), told: { seconds: null, overlap: 0.009786, stddev: null } },
    { strategy: 'ring', note: 'vnodes=1', of: numbers({ strategy: 'ring', hash: 'fnv1a64', params: { vnodes: 1, label: 'gholt' } }), told: { seconds: 0.609, overlap: 0.759145, stddev: null } },
    { strategy: 'ring', note: 'vnodes=1000', of: numbers({ strategy: 'ring', hash: 'fnv1a64', params: { vnodes: 1000, label: 'gholt' } }), told: { seconds: 0.826, overlap: 0.989721, stddev: null } },
    { strategy: 'partition_ring', note: '', of: numbers({ strategy: 'partition_ring' }), told: { seconds: 0.771, overlap: 0.98829, stddev: null } },
  ],
};

const kRuns = 5;
const kMostMs = 2000;

/** The median time of placing all keys before and after, from up to five runs in two seconds. */
function timed(run) {
  const times = [];
  for (const start = performance.now(); times.length === 0 || (times.length < kRuns && performance.now() - start < kMostMs);) {
    const begin = performance.now();
    run();
    times.push(performance.now() - begin);
  }
  times.sort((a, b) => a - b);
  return { seconds: times[times.length >> 1] / 1000, runs: times.length };
}

const inputOf = (core, { set, row, ...own }) => (set ? kSets[set][row].of(core) : own);

/** How a row places its keys: the figures of a table but for the time. The row as for measureRow(). */
export function placeRow(core, row) {
  const { input, log } = inputOf(core, row);
  const before = core.place(input), after = core.place({ ...input, log });
  const { moved, needless } = core.compare(before, after);
  const { mean, stddev } = after.stats;
  return { keys: before.keys, overlap: 1 - moved.length / before.keys, mean, stddev, moved: moved.length, needless, counts: after.counts };
}

/**
 * One row: a published one by {set, row}, or any by {input, log}.
 * @returns what the table shows for it
 */
export function measureRow(core, row) {
  const { input, log, clocked = input } = inputOf(core, row);
  return { ...timed(() => [core.place(clocked), core.place({ ...clocked, log })]), ...placeRow(core, row) };
}
