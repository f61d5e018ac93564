// The headless core of dist/, as posts and notebooks load it, in Node. Owners are compared with rows of real
// implementations.
import { test } from 'node:test';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { built, dist } from '../built.mjs';
/** @import {Json} from '../types.d.ts' */
/** @import {PlaceInput} from '../../web/headless/reshard-core.d.ts' */

const { loadReshard, ReshardError } = await built('reshard-core.mjs');
const core = await loadReshard();

// Rows of a table of tests/vectors, as objects.
/** @param {string} name */
function rows(name) {
  const lines = readFileSync(new URL(`../vectors/${name}`, import.meta.url), 'utf8').split('\n');
  const [header, ...body] = lines.filter((line) => line && !line.startsWith('#')).map((line) => line.split(','));
  return body.map((cells) => Object.fromEntries(cells.map((cell, i) => [header[i], cell])));
}

const numbered = (/** @type {number} */ count) => Array.from({ length: count }, (_, i) => `node-${i}`);

/** @param {() => unknown} call */
function refusal(call) {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(ReshardError);
    return [error.code, error.field];
  }
  throw new Error('nothing was refused');
}

test('owners under rendezvous are those of go-rendezvous', () => {
  const published = rows('rendezvous_dgryski.csv');
  const keys = published.map((row) => row.key);
  for (const nodes of [3, 10, 11, 100]) {
    const { owners } = core.place({ strategy: 'rendezvous', nodes: numbered(nodes), keys });
    expect([...owners].join()).toBe(published.map((row) => row[`xx_n${nodes}`]).join());
  }
});

test('modulo with FNV-1a 64 gives the published counts and movement', () => {
  /** @type {PlaceInput} */
  const input = {
    strategy: 'modulo',
    hash: 'fnv1a64',
    nodes: numbered(100),
    keys: { kind: 'sequential', prefix: '', count: 1_000_000 },
  };
  const before = core.place(input);
  const after = core.place({ ...input, log: [{ add: 'node-100' }] });
  expect(before.counts).toEqual(
    rows('modulo_fnv1a64_counts.csv')
      .slice(0, 100)
      .map((row) => Number(row.count_n100)),
  );
  expect(core.compare(before, after).moved.length).toBe(990_214);
});

// Four keys under Zipf's law with exponent 1 get 12, 6, 4 and 3 of 25 requests; modulo of their decimal text puts them
// on x, y, x, y.
test('requests are skewed, spread and compared with a capacity', () => {
  const input = { strategy: 'modulo', hash: 'integer', nodes: ['x', 'y'], keys: ['0', '1', '2', '3'] };
  expect(core.place(input).requests).toEqual([0.5, 0.5]);
  const skewed = core.place({ ...input, requests: { skew: 1, capacity: 1.2 } });
  expect(skewed.requests[0]).toBeCloseTo(16 / 25, 12);
  expect(skewed.stats.requestPeakToMean).toBeCloseTo(32 / 25, 12);
  expect(skewed.aboveCapacity).toEqual(['x']);
  expect(skewed.failure).toBeUndefined();
  const spread = core.place({ ...input, requests: { skew: 1, spread: 1, capacity: 1.2 } });
  expect(spread.requests[0]).toBeCloseTo((6 + 4) / 25, 12);
  expect(spread.aboveCapacity).toEqual([]);
  expect(refusal(() => core.place({ ...input, requests: { skew: 3 } }))).toEqual(['out_of_range', 'requests.skew']);
});

// With a third node the last two of those keys move, with 4 and 3 of 25 requests; the third key may be spread.
test('a comparison weighs moved keys by their requests', () => {
  const input = { strategy: 'modulo', hash: 'integer', nodes: ['x', 'y'], keys: ['0', '1', '2', '3'] };
  const before = core.place(input),
    after = core.place({ ...input, nodes: ['x', 'y', 'z'] });
  expect(core.compare(before, after).requestShare).toBeUndefined();
  expect(core.compare(before, after, {}).requestShare).toBe(0.5);
  expect(core.compare(before, after, { skew: 1 }).requestShare).toBeCloseTo(7 / 25, 12);
  expect(core.compare(before, after, { skew: 1, spread: 3 }).requestShare).toBeCloseTo(3 / 25, 12);
});

test('a node that is down has heirs, and replicas have zones and quorums', () => {
  const nodes = ['a', 'b', 'c', 'd', 'e', 'f'].map((name, i) => ({ name, zone: 'xyz'[i % 3] }));
  /** @type {PlaceInput} */
  const input = { strategy: 'rendezvous', nodes, replicas: 3, keys: { kind: 'sequential', count: 5000 } };
  const up = core.place(input);
  const down = core.place({ ...input, log: [{ down: 'b' }] });
  expect(down.failure.quorum).toBe(2);
  expect(down.failure.zones).toBe(3);
  expect(down.failure.withoutQuorum).toBe(0);
  // By chance three of six nodes are in three zones in 4/5 · 2/4 = 40% of cases.
  expect(down.failure.inFewZones / 5000).toBeCloseTo(0.6, 1);
  expect(down.failure.pairs).toMatchObject({ all: 15, breaking: 15 });
  const inherited = down.failure.heirs.reduce((keys, heir) => keys + heir.keys, 0);
  expect(inherited).toBe(up.counts[1]);
  expect(down.failure.heirs.every(({ down: who, heir }) => who === 'b' && heir !== 'b')).toBe(true);
});

// crushtool 16.2.15 --test --show-mappings: weights 1 and 10, x 74 [1], x 0 [0,1]; four replicas on two racks: always
// two.
test('a key with fewer replicas than asked for is counted, and its steps say so', () => {
  const input = {
    strategy: 'straw2',
    hash: 'integer',
    nodes: [
      { name: 'light', weight: 1 },
      { name: 'heavy', weight: 10 },
    ],
    replicas: 2,
    keys: ['74', '0'],
  };
  const placed = core.place(input);
  expect([...placed.owners]).toEqual([1, 0xffffffff, 0, 1]);
  expect(placed.failure.undersized).toBe(1);
  expect(core.explain(input, '74').at(-2)).toEqual({ label: 'replicas', value: '1 / 2' });
  expect(core.explain(input, '0').some(({ label }) => label === 'replicas')).toBe(false);
  const racks = ['a', 'b', 'c', 'd', 'e', 'f'].map((name, i) => ({ name, rack: 'xy'[i % 2] }));
  const four = core.place({
    strategy: 'straw2',
    params: { domain: 'rack' },
    nodes: racks,
    replicas: 4,
    keys: { kind: 'sequential', count: 500 },
  });
  expect(four.failure.undersized).toBe(500);
});

test('digests are the published ones: numbers up to 64 bits, text beyond', () => {
  expect(core.hash('md5', 'abc')).toBe('900150983cd24fb0d6963f7d28e17f72'); // RFC 1321
  expect(core.hash('crc32', '123456789')).toBe(0xcbf43926n);
  expect(core.hash('fnv1a64', new Uint8Array([0x61]))).toBe(0xaf63dc4c8601ec8cn);
});

test('nodes are matched by name and keys by position when two placements are compared', () => {
  const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
  const before = core.place({ strategy: 'modulo', hash: 'sdbm', nodes: ['x', 'y'], keys });
  const swapped = core.place({ strategy: 'modulo', hash: 'sdbm', nodes: ['y', 'x'], keys });
  const compared = core.compare(before, swapped);
  // The sdbm hash of one letter is its code, so the owners alternate, and each key moves to the other node.
  expect([...before.owners]).toEqual([1, 0, 1, 0, 1, 0]);
  expect([...compared.moved]).toEqual([0, 1, 2, 3, 4, 5]);
  expect(compared).toMatchObject({ share: 1, leastShare: 0, needless: 6 });
  expect(compared.flow).toEqual([
    { from: 'x', to: 'y', keys: 3 },
    { from: 'y', to: 'x', keys: 3 },
  ]);
});

test('the steps of a key end at the owner that place gives', () => {
  const input = { strategy: 'ring', nodes: numbered(7), keys: ['user:1', 'user:2', 'user:3'] };
  const { owners, nodes } = core.place(input);
  input.keys.forEach((key, i) => expect(core.explain(input, key).at(-1).node).toBe(nodes[owners[i]]));
});

// Two of five nodes are down and one is drained.
test('while nodes are down, the steps of a key end at the node that serves it, under every strategy', () => {
  for (const { id, traits } of core.strategies()) {
    const names = numbered(5).map((name) => `${name}:80`);
    const log = [{ down: names[1] }, { down: names[3] }, { weigh: names[4], weight: 0 }];
    const replicas = traits.includes('replicas') ? 2 : 1;
    const keys = Array.from({ length: 40 }, (_, i) => `user:${i}`);
    const input = { strategy: id, nodes: names, log, keys, replicas };
    const { owners, nodes } = core.place(input);
    keys.forEach((key, i) =>
      expect(core.explain(input, key).at(-1).node, `${id} ${key}`).toBe(nodes[owners[i * replicas]]),
    );
  }
});

// Eight slots dealt in turn; 0 to 2 go to b by hand, and c takes b's excess (slots_test.cpp works it out).
test('slots are moved by hand, and a later change goes on from there', () => {
  const input = {
    strategy: 'slots',
    hash: 'integer',
    params: { buckets: 8 },
    nodes: ['a', 'b'],
    keys: [...'01234567'],
  };
  const move = { move_to: 'b', first: 0, last: 2 };
  expect([...core.place({ ...input, log: [move] }).owners].join('')).toBe('11110101');
  expect([...core.place({ ...input, log: [move, { add: 'c' }] }).owners].join('')).toBe('22210101');
  expect(refusal(() => core.place({ ...input, log: [{ ...move, last: 8 }] }))).toEqual(['out_of_range', 'log[0].last']);
  const directory = { strategy: 'directory', nodes: ['a', 'b'], keys: ['x', 'y', 'z'] };
  expect([...core.place({ ...directory, log: [{ move_to: 'b', first: 2 }] }).owners]).toEqual([0, 1, 1]);
  expect(refusal(() => core.place({ ...directory, log: [{ move_to: 'b', first: 3 }] }))).toEqual([
    'out_of_range',
    'log[0].last',
  ]);
});

test('a wrong input is refused with its field', () => {
  const nodes = ['a', 'b'];
  expect(refusal(() => core.place({ strategy: 'nope', nodes }))).toEqual(['unknown', 'strategy']);
  expect(refusal(() => core.place({ strategy: 'ring', nodes, params: { vnodes: 0 } }))).toEqual([
    'out_of_range',
    'params.vnodes',
  ]);
  expect(refusal(() => core.place({ strategy: 'ring', nodes: ['a', 'a'] }))).toEqual(['duplicate', 'nodes[1]']);
  expect(refusal(() => core.place({ strategy: 'ring', nodes, keys: ['k', ''] }))).toEqual(['empty', 'keys[1]']);
  expect(refusal(() => core.place({ strategy: 'jump', nodes, replicas: 2 }))).toEqual(['unsupported', 'replicas']);
  expect(refusal(() => core.place(/** @type {Json} */ ({ strategy: 'ring', nodes, extra: 1 })))).toEqual([
    'unknown',
    'extra',
  ]);
  expect(refusal(() => core.hash('nope', 'x'))).toEqual(['unknown', 'hash']);
});

test('the catalogue tells and measures what this core does', async () => {
  const catalogue = fileURLToPath(new URL('../../cmake/catalogue.mjs', import.meta.url));
  await promisify(execFile)(process.execPath, [catalogue, '--check']);
});

test('placing in slices gives the same as placing at once, under every strategy, whatever calls come in between', async () => {
  for (const { id } of core.strategies()) {
    const input = { strategy: id, nodes: numbered(5), keys: /** @type {Json} */ ({ count: 20_000 }), replicas: 1 };
    const expected = core.place(input);
    const placing = core.placeAsync(input);
    core.place({ strategy: 'ring', nodes: ['x', 'y'], keys: ['other'] });
    expect(await placing, id).toEqual(expected);
  }
  const down = {
    strategy: 'rendezvous',
    nodes: [{ name: 'a', down: true }, 'b', 'c', 'd'],
    keys: /** @type {Json} */ ({ count: 30_000 }),
    replicas: 3,
  };
  const two = [core.placeAsync(down), core.placeAsync({ ...down, strategy: 'ring' })];
  expect(await Promise.all(two)).toEqual([core.place(down), core.place({ ...down, strategy: 'ring' })]);
});

test('placing on 10,000 nodes in slices reports progress, lets others work and can be aborted', async () => {
  const input = {
    strategy: 'rendezvous_weighted',
    nodes: numbered(10_000),
    keys: /** @type {Json} */ ({ count: 500 }),
  };
  /** @type {number[]} */
  const told = [];
  let others = 0;
  const timer = setInterval(() => ++others, 1);
  const placed = await core.placeAsync(input, { onProgress: (share) => told.push(share) });
  clearInterval(timer);
  expect(placed.owners).toEqual(core.place(input).owners);
  expect(told.length).toBeGreaterThan(3);
  expect(told).toEqual([...told].sort((a, b) => a - b));
  expect(told.at(-1)).toBe(1);
  expect(others).toBeGreaterThan(2);

  const stop = new AbortController();
  const ended = core.placeAsync(input, {
    signal: stop.signal,
    onProgress: (share) => share > 0 && stop.abort(new Error('enough')),
  });
  await expect(ended).rejects.toThrow('enough');
  expect((await core.placeAsync({ ...input, keys: ['a'] })).keys).toBe(1);
});

test('placing in slices refuses what placing at once refuses, and the core keeps working', async () => {
  const ring = { strategy: 'ring', nodes: ['a', 'b'], keys: ['x'] };
  for (const wrong of [
    undefined,
    { ...ring, nodes: [] },
    { ...ring, params: { vnodes: 0 } },
    { ...ring, keys: ['x', ''] },
    { strategy: 'stathat', nodes: ['a'], keys: ['x'], hash: 'nope' },
  ]) {
    const expected = refusal(() => core.place(wrong));
    const error = await core.placeAsync(wrong).catch((raised) => raised);
    expect(error).toBeInstanceOf(ReshardError);
    expect([error.code, error.field]).toEqual(expected);
  }
  expect((await core.placeAsync(ring)).keys).toBe(1);
});

test('nodes may be a number, keys a count, and a side of a comparison any placement', () => {
  const placed = core.place({ strategy: 'ring', nodes: 3, keys: { count: 10 } });
  const named = core.place({
    strategy: 'ring',
    nodes: ['node-0', 'node-1', 'node-2'],
    keys: { kind: 'sequential', count: 10 },
  });
  expect(placed).toEqual(named);
  expect(core.place({ strategy: 'ring', nodes: 1, keys: {} }).keys).toBe(100_000);
  const side = { nodes: ['node-0'], owners: Array(10).fill(0), keys: 10, replicas: 1 };
  expect(core.compare(placed, side, { capacity: 2 }).moved.length).toBe(10 - placed.counts[0]);
});

test('the headless core is at most 165 KB compressed', () => {
  const bytes = ['reshard-core.wasm', 'reshard-core.mjs']
    .map((name) => gzipSync(readFileSync(new URL(name, dist)), { level: 9 }).length)
    .reduce((a, b) => a + b);
  console.log(`headless core: ${bytes} bytes compressed`);
  expect(bytes).toBeLessThanOrEqual(165_000);
});

// The default keys, “key-0” and so on, are no whole numbers.
test('explain answers for a key that the hash function reads, whatever keys stand in for those not given', () => {
  const input = { strategy: 'modulo', hash: 'integer', nodes: ['a', 'b', 'c'] };
  const [hash, remainder] = core.explain(input, '531');
  expect([hash.value, remainder.value]).toEqual(['531', '531 mod 3 = 0']);
  expect(refusal(() => core.explain(input, 'key-0'))).toEqual(['malformed', 'key']);
  expect(refusal(() => core.place(input))).toEqual(['malformed', 'keys']);
});

test('an option that looks like a number or true may be given as one', () => {
  const ring = (/** @type {Json} */ bits) => ({ nodes: numbered(3), strategy: 'ring', params: { bits }, keys: ['k'] });
  expect(core.explain(ring(32), 'k')).toEqual(core.explain(ring('32'), 'k'));
  expect(refusal(() => core.place(ring(33)))).toEqual(['not_an_option', 'params.bits']);
  const haproxy = (/** @type {Json} */ avalanche) => ({
    nodes: numbered(3),
    strategy: 'haproxy',
    params: { avalanche },
    keys: ['k'],
  });
  expect(core.explain(haproxy(true), 'k')).toEqual(core.explain(haproxy('true'), 'k'));
});

// Under a table of slots, keys follow the weights 3, 1, 1: nearly even against the fair share, far from it against the
// mean.
test('statistics are told against the mean and against the fair share', () => {
  const nodes = [{ name: 'a', weight: 3 }, 'b', 'c'];
  const { counts, stats } = core.place({ strategy: 'slots', nodes, keys: { kind: 'sequential', count: 20_000 } });
  const fair = [12_000, 4_000, 4_000];
  const parts = counts.map((count, i) => count / fair[i]);
  expect(stats.peakToFair).toBeCloseTo(Math.max(...parts), 9);
  expect(stats.fairCv).toBeCloseTo(Math.sqrt(parts.reduce((sum, part) => sum + (part - 1) ** 2, 0) / 3), 9);
  expect(stats.requestPeakToFair).toBeCloseTo(stats.peakToFair, 9);
  expect(stats.peakToMean).toBeGreaterThan(1.7);
  expect(stats.fairCv).toBeLessThan(0.1);
});

test('a weight has the same limit here as in a link', () => {
  const place = (/** @type {Json} */ weight) =>
    core.place({ strategy: 'jedis', nodes: [{ name: 'a', weight }, 'b', 'c'], keys: ['k'] });
  expect(place(62_498).counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(refusal(() => place(62_499))).toEqual(['too_large', 'nodes']);
});
