// The headless core's contract with its JavaScript callers: what is refused, under which field, and that every call is
// handled. `tests/run long` has the long run of random calls.
import { test } from 'node:test';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { built } from '../built.mjs';
/** @import {Json} from '../types.d.ts' */

const { loadReshard, ReshardError } = await built('reshard-core.mjs');
// It gets what its types forbid.
const core = /** @type {Json} */ (await loadReshard());

const nodes = ['a', 'b'];
const ring = { strategy: 'ring', nodes, keys: ['x', 'y'] };
const placed = core.place(ring);
const place = (/** @type {Json} */ more) => () => core.place({ ...ring, ...more });
const compare =
  (/** @type {Json} */ more, side = 'before') =>
  () =>
    side === 'before' ? core.compare({ ...placed, ...more }, placed) : core.compare(placed, { ...placed, ...more });
const log = (/** @type {Json[]} */ ...events) => place({ log: events });
const long = 'x'.repeat(4097);

/** The call, the error's code and its field. @type {[() => any, string, string][]} */
const kRefusals = [
  [() => core.place(), 'malformed', 'input'],
  [() => core.place(null), 'malformed', 'input'],
  [() => core.place([ring]), 'malformed', 'input'],
  [() => core.place({ nodes }), 'empty', 'strategy'],
  [() => core.place({ strategy: 'ring' }), 'empty', 'nodes'],
  [place({ strategy: 'nope' }), 'unknown', 'strategy'],
  [place({ strategy: 7 }), 'malformed', 'strategy'],
  [place({ extra: 1 }), 'unknown', 'extra'],
  [place({ hash: 'nope' }), 'unknown', 'hash'],
  [place({ strategy: 'ketama', params: { dialect: 'libketama' }, hash: 'crc32' }), 'unsupported', 'hash'],
  [place({ params: 5 }), 'malformed', 'params'],
  [place({ params: { vnodes: 0 } }), 'out_of_range', 'params.vnodes'],
  [place({ params: { vnodes: 'many' } }), 'malformed', 'params.vnodes'],
  [place({ params: { nope: 1 } }), 'unknown', 'params.nope'],
  [place({ strategy: 'envoy_ring', params: { min_size: 2000, max_size: 1000 } }), 'out_of_range', 'params.min_size'],
  [place({ strategy: 'jump', params: { removal: 'nope' } }), 'not_an_option', 'params.removal'],
  [place({ nodes: 'ab' }), 'malformed', 'nodes'],
  [place({ nodes: [] }), 'out_of_range', 'nodes.length'],
  [place({ nodes: 0 }), 'out_of_range', 'nodes'],
  [place({ nodes: 2, params: { label: 'gholt' } }), 'malformed', 'nodes'],
  [place({ nodes: Array(10_001).fill('a') }), 'out_of_range', 'nodes.length'],
  [place({ nodes: ['a', 'a'] }), 'duplicate', 'nodes[1]'],
  [place({ nodes: ['a', ''] }), 'empty', 'nodes[1]'],
  [place({ nodes: ['a', 7] }), 'malformed', 'nodes[1]'],
  [place({ nodes: ['a', 'b\u0085'] }), 'malformed', 'nodes[1]'],
  [place({ nodes: ['a', '\ud800'] }), 'malformed', 'nodes[1]'],
  [place({ nodes: ['a', 'x'.repeat(256)] }), 'out_of_range', 'nodes[1].length'],
  [place({ nodes: ['a', 'b', { name: 'c', weight: -1 }] }), 'out_of_range', 'nodes[2].weight'],
  [place({ nodes: ['a', { name: 'b', weight: NaN }] }), 'malformed', 'nodes[1].weight'],
  [place({ nodes: ['a', { name: 'b\u0007' }] }), 'malformed', 'nodes[1].name'],
  [place({ nodes: ['a', { name: 'b', zone: 5 }] }), 'malformed', 'nodes[1].zone'],
  [place({ nodes: ['a', { name: 'b', down: 'yes' }] }), 'malformed', 'nodes[1].down'],
  [place({ nodes: ['a', { name: 'b', size: 5 }] }), 'unknown', 'nodes[1].size'],
  [place({ nodes: ['a', Symbol('b')] }), 'malformed', 'nodes[1]'],
  [place({ log: 'a' }), 'malformed', 'log'],
  [log({}), 'empty', 'log[0]'],
  [log({ add: 'a' }), 'duplicate', 'log[0].add'],
  [log({ add: 'c' }, { add: { name: 'd', weight: 1e9 } }), 'out_of_range', 'log[1].add.weight'],
  [log({ remove: 'nobody' }), 'unknown', 'log[0].remove'],
  [log({ remove: 'a' }, { remove: 'b' }), 'out_of_range', 'log[1].remove'],
  [log({ rename: 'nobody', to: 'c' }), 'unknown', 'log[0].rename'],
  [log({ rename: 'a', to: 'b' }), 'duplicate', 'log[0].to'],
  [log({ rename: 'a' }), 'empty', 'log[0].to'],
  [log({ weigh: 'a', weight: 'much' }), 'malformed', 'log[0].weight'],
  [log({ weigh: 'nobody', weight: 1 }), 'unknown', 'log[0].weigh'],
  [log({ relocate: 'nobody' }), 'unknown', 'log[0].relocate'],
  [log({ down: 'nobody' }), 'unknown', 'log[0].down'],
  [log({ up: 'nobody' }), 'unknown', 'log[0].up'],
  [place({ strategy: 'slots', log: [{ move_to: 'nobody', first: 0 }] }), 'unknown', 'log[0].move_to'],
  [
    place({ strategy: 'slots', params: { buckets: 8 }, log: [{ move_to: 'a', first: 0, last: 8 }] }),
    'out_of_range',
    'log[0].last',
  ],
  [place({ strategy: 'slots', log: [{ move_to: 'a', first: -1 }] }), 'out_of_range', 'log[0].first'],
  [place({ strategy: 'ring', log: [{ move_to: 'a', first: 0 }] }), 'unsupported', 'log[0].move_to'],
  [place({ strategy: 'slots', log: [{ move_to: 'a', first: 0, strategy: 'vbuckets' }] }), 'unknown', 'log[0].strategy'],
  [
    place({ strategy: 'ketama', params: { dialect: 'twemproxy' }, hash: 'xxh64', nodes: ['a:1', 'b:1'] }),
    'not_an_option',
    'hash',
  ],
  [
    place({ strategy: 'serialx', nodes: Array.from({ length: 11 }, (_, i) => ({ name: `n${i}`, weight: 1e6 - i })) }),
    'too_large',
    'nodes',
  ],
  // What strategies refuse about a node or a parameter, at its place in the input.
  [place({ strategy: 'nginx', nodes: ['a', { name: 'b', weight: 1.5 }] }), 'unsupported', 'nodes[1].weight'],
  [
    place({ strategy: 'nginx', log: [{ add: 'c' }, { add: { name: 'd', weight: 1.5 } }] }),
    'unsupported',
    'log[1].add.weight',
  ],
  [
    place({
      strategy: 'nginx',
      nodes: [{ name: 'a', weight: 3 }, 'b'],
      log: [
        { weigh: 'a', weight: 0.5 },
        { rename: 'a', to: 'c' },
      ],
    }),
    'unsupported',
    'log[0].weight',
  ],
  [place({ strategy: 'nginx', nodes: ['a', 'b c'] }), 'unsupported', 'nodes[1]'],
  [place({ strategy: 'nginx', nodes: ['a', { name: 'b c' }] }), 'unsupported', 'nodes[1].name'],
  [place({ strategy: 'nginx', log: [{ add: 'b c' }] }), 'unsupported', 'log[0].add'],
  [place({ strategy: 'nginx', log: [{ rename: 'a', to: 'b c' }] }), 'unsupported', 'log[0].to'],
  [
    place({ strategy: 'maglev', params: { dialect: 'katran_v2' }, nodes: ['a', { name: 'b]', weight: 0.5 }] }),
    'unsupported',
    'nodes[1].weight',
  ],
  [place({ strategy: 'straw2', nodes: ['a', { name: 'b', weight: 65_536 }] }), 'out_of_range', 'nodes[1].weight'],
  [place({ strategy: 'ring', params: { label: 'gholt' } }), 'malformed', 'nodes[0]'],
  [
    place({ strategy: 'ring', params: { label: 'gholt' }, nodes: ['1', '2'], log: [{ add: 'c' }] }),
    'malformed',
    'log[0].add',
  ],
  [place({ nodes: [{ name: 'a', weight: 0 }] }), 'unsupported', 'nodes'],
  [place({ strategy: 'jump', log: [{ add: 'c' }, { remove: 'a' }] }), 'only_last_leaves', 'log[1].remove'],
  [
    place({ strategy: 'fibonacci', params: { reduction: 'shift' }, nodes: ['a', 'b', 'c'] }),
    'not_power_of_two',
    'nodes',
  ],
  [place({ strategy: 'maglev', params: { size: 8 } }), 'not_prime', 'params.size'],
  [place({ strategy: 'vbuckets', params: { buckets: 12 } }), 'not_power_of_two', 'params.buckets'],
  [place({ strategy: 'anchor', params: { capacity: 2 }, log: [{ add: 'c' }] }), 'too_large', 'params.capacity'],
  [
    place({
      strategy: 'swift_ring',
      params: { part_power: 18, replicas: 5 },
      nodes: Array.from({ length: 100 }, (_, i) => `n${i}`),
    }),
    'too_large',
    'params.part_power',
  ],
  [place({ keys: [] }), 'out_of_range', 'keys'],
  [place({ keys: 'xy' }), 'malformed', 'keys'],
  [place({ keys: new Uint8Array(3) }), 'malformed', 'keys'],
  [place({ keys: ['x', ''] }), 'empty', 'keys[1]'],
  [place({ keys: ['x', 5] }), 'malformed', 'keys[1]'],
  [place({ keys: ['x', new Uint16Array([300])] }), 'malformed', 'keys[1]'],
  [place({ keys: ['x', 'y\ud800'] }), 'malformed', 'keys[1]'],
  [place({ keys: ['x', long] }), 'out_of_range', 'keys[1].length'],
  [place({ keys: ['x', 'é'.repeat(2049)] }), 'out_of_range', 'keys[1].length'],
  [place({ strategy: 'modulo', hash: 'integer', keys: ['1', 'two'] }), 'malformed', 'keys[1]'],
  [place({ strategy: 'modulo', hash: 'integer', keys: { kind: 'sequential', count: 5 } }), 'malformed', 'keys'],
  [place({ keys: { kind: 'nope', count: 5 } }), 'unknown', 'keys.kind'],
  [place({ keys: { kind: 'given', count: 5, fingerprint: '0000000000000000' } }), 'unknown', 'keys.kind'],
  [place({ keys: { kind: 'user', count: 0 } }), 'out_of_range', 'keys.count'],
  [place({ keys: { kind: 'user', count: 10_000_001 } }), 'out_of_range', 'keys.count'],
  [place({ keys: { kind: 'user', count: 5, seed: -1 } }), 'out_of_range', 'keys.seed'],
  [place({ keys: { kind: 'user', count: 5, seed: 2 ** 53 } }), 'unsupported', 'keys.seed'],
  [place({ keys: { kind: 'user', count: 5, prefix: '\u0001' } }), 'malformed', 'keys.prefix'],
  [place({ seed: 2 ** 53 + 2 }), 'unsupported', 'seed'],
  [place({ seed: 2n ** 64n }), 'out_of_range', 'seed'],
  [place({ seed: '18446744073709551616' }), 'out_of_range', 'seed'],
  [place({ seed: 1.5 }), 'malformed', 'seed'],
  [place({ seed: {} }), 'malformed', 'seed'],
  [place({ replicas: 6 }), 'out_of_range', 'replicas'],
  [place({ replicas: 1.5 }), 'malformed', 'replicas'],
  [place({ strategy: 'jump', replicas: 2 }), 'unsupported', 'replicas'],
  [place({ requests: 'many' }), 'malformed', 'requests'],
  [place({ requests: { skew: 3 } }), 'out_of_range', 'requests.skew'],
  [place({ requests: { spread: -1 } }), 'out_of_range', 'requests.spread'],
  [place({ requests: { capacity: 11 } }), 'out_of_range', 'requests.capacity'],
  [place({ nodes: [[[[[[[[[]]]]]]]]] }), 'too_large', 'nodes[0][0][0][0][0][0][0]'],
  [place({ nodes: [Object.fromEntries(Array.from({ length: 101 }, (_, i) => [i, i]))] }), 'too_large', 'nodes[0]'],
  [place({ nodes: Array(10_000).fill('x'.repeat(1000)) }), 'too_large', 'input'],
  [() => core.explain(ring), 'malformed', 'key'],
  [() => core.explain(ring, ''), 'empty', 'key'],
  [() => core.explain(ring, '\ud800'), 'malformed', 'key'],
  [() => core.explain(ring, long), 'out_of_range', 'key.length'],
  [() => core.explain({ ...ring, nodes: [] }, 'x'), 'out_of_range', 'nodes.length'],
  [() => core.explain({ ...ring, strategy: 'modulo', hash: 'integer', keys: ['1'] }, 'two'), 'malformed', 'key'],
  [() => core.hash(), 'malformed', 'hash'],
  [() => core.hash('nope', 'x'), 'unknown', 'hash'],
  [() => core.hash('md5'), 'malformed', 'input'],
  [() => core.hash('md5', 5), 'malformed', 'input'],
  [() => core.hash('md5', {}), 'malformed', 'input'],
  [() => core.hash('md5', new ArrayBuffer(4)), 'malformed', 'input'],
  [() => core.hash('md5', new Uint16Array([300])), 'malformed', 'input'],
  [() => core.hash('md5', 'x\udfff'), 'malformed', 'input'],
  [() => core.hash('integer', 'x'), 'malformed', 'input'],
  [() => core.hash('md5', 'x', 2 ** 53), 'unsupported', 'seed'],
  [() => core.hash('md5', 'x', -1n), 'out_of_range', 'seed'],
  [() => core.compare(), 'malformed', 'before'],
  [() => core.compare(placed), 'malformed', 'after'],
  [compare({ keys: 1.5 }), 'malformed', 'before.keys'],
  [compare({ keys: -1 }), 'out_of_range', 'before.keys'],
  [compare({ replicas: 0 }), 'out_of_range', 'before.replicas'],
  [compare({ replicas: -1 }), 'out_of_range', 'before.replicas'],
  [compare({ replicas: 0.5 }), 'malformed', 'before.replicas'],
  [compare({ replicas: '5' }), 'malformed', 'before.replicas'],
  [compare({ replicas: 2 }), 'out_of_range', 'before.owners.length'],
  [compare({ nodes: 'ab' }), 'malformed', 'before.nodes'],
  [compare({ nodes: ['a', 5] }), 'malformed', 'before.nodes[1]'],
  [compare({ nodes: [] }), 'out_of_range', 'before.nodes.length'],
  [compare({ owners: new Uint32Array(3) }), 'out_of_range', 'before.owners.length'],
  [compare({ owners: new Uint32Array([0, 2]) }), 'out_of_range', 'before.owners[1]'],
  [compare({ owners: { length: 2 ** 31 } }), 'malformed', 'before.owners'],
  [compare({ owners: new Uint8Array(2) }), 'malformed', 'before.owners'],
  [compare({ owners: [0, 'a'] }, 'after'), 'out_of_range', 'after.owners[1]'],
  [compare({ keys: 1, owners: new Uint32Array(1) }, 'after'), 'unsupported', 'after.keys'],
  [() => core.compare(placed, placed, 'many'), 'malformed', 'requests'],
  [() => core.compare(placed, placed, { skew: NaN }), 'out_of_range', 'requests.skew'],
  [() => core.compare(placed, placed, { spread: 0.5 }), 'malformed', 'requests.spread'],
];

test('every refusal names the place in the input', () => {
  const found = kRefusals.map(([ask, code, field]) => {
    try {
      ask();
      return [String(ask), 'taken', field, code];
    } catch (error) {
      expect(error, String(ask)).toBeInstanceOf(ReshardError);
      expect(error.message.startsWith(`${error.field}: `), error.message).toBe(true);
      return [String(ask), error.code, error.field];
    }
  });
  expect(found).toEqual(kRefusals.map(([ask, code, field]) => [String(ask), code, field]));
  expect(JSON.stringify(core.place(ring)), 'afterwards').toBe(JSON.stringify(placed));
});

test('a 64-bit seed may be a BigInt or text, with the same result', () => {
  const owners = (/** @type {Json} */ seed) =>
    [...core.place({ ...ring, keys: { kind: 'random', count: 50, seed } }).owners].join('');
  expect(owners(2n ** 64n - 1n)).toBe(owners('18446744073709551615'));
  expect(owners(2n ** 53n + 1n)).not.toBe(owners(2n ** 53n));
  expect(owners(7)).toBe(owners('7'));
  // xxHash's own test vector: an empty input with the seed 2654435761 (xxhsum's sanity check).
  expect(core.hash('xxh64', '', 2654435761)).toBe(0xac75fda2929b17efn);
});

test('a key is explained the same as bytes and as text', () => {
  expect(core.explain(ring, new TextEncoder().encode('x'))).toEqual(core.explain(ring, 'x'));
  const bytes = new Uint8Array([0xff, 0x00, 0x80]);
  const { owners, nodes: names } = core.place({ ...ring, keys: [bytes] });
  expect(core.explain(ring, bytes).at(-1).node).toBe(names[owners[0]]);
});

test('a key that is listed twice has one owner under every strategy', () => {
  const keys = Array.from({ length: 60 }, (_, i) => String(i % 37));
  for (const { id } of core.strategies()) {
    const { owners } = core.place({ strategy: id, nodes: ['10.0.0.1:1', '10.0.0.2:1', '10.0.0.3:1'], keys });
    keys.forEach((key, i) => expect(owners[i], `${id}, key ${i}`).toBe(owners[keys.indexOf(key)]));
  }
});

test('an error thrown by the input itself is passed on, and the core keeps working', () => {
  const own = new RangeError('mine');
  const raise = () => {
    throw own;
  };
  const asked = [
    () =>
      core.place({
        get strategy() {
          return raise();
        },
      }),
    () => core.place({ ...ring, nodes: new Proxy([], { get: raise }) }),
    () => core.place({ ...ring, log: { toJSON: raise } }),
    () => core.place({ ...ring, keys: Object.defineProperty(['x'], 0, { get: raise }) }),
    () =>
      core.compare(placed, {
        get owners() {
          return raise();
        },
      }),
    () =>
      core.compare(placed, placed, {
        get skew() {
          return raise();
        },
      }),
  ];
  for (const ask of asked) {
    expect(ask).toThrow(own);
    expect(core.place(ring)).toEqual(placed);
  }
});

test('a call in the middle of another one spoils neither', () => {
  const nested = {
    ...ring,
    get nodes() {
      core.hash('md5', 'x'.repeat(5000));
      core.place({ ...ring, keys: Array(500).fill('z') });
      return nodes;
    },
  };
  expect(core.place(nested)).toEqual(placed);
});

test('a forged length of an array is not trusted', () => {
  const key = Object.defineProperty(new Uint8Array([120]), 'length', { value: 2 ** 30 });
  expect([...core.place({ ...ring, keys: [key, 'y'] }).owners]).toEqual([...placed.owners]);
  expect(core.hash('md5', key)).toBe(core.hash('md5', 'x'));
});

// The 32 bits of MurmurHash3 of "x" in UTF-16, as Elasticsearch's routing computes it.
test("the hash of Elasticsearch's routing is shown as Java prints it, with a sign", () => {
  const { value } = core
    .explain({ strategy: 'elasticsearch', nodes, keys: ['x'] }, 'x')
    .find((/** @type {{label: string}} */ { label }) => label === 'hash');
  expect(BigInt(value)).toBe(BigInt.asIntN(32, core.hash('murmur3_32', new Uint8Array([120, 0]))));
});

test('a weight that Envoy cannot have does not make a ring of millions of points', () => {
  const weigh = (/** @type {Json} */ weight) =>
    place({ strategy: 'envoy_ring', nodes: ['a', 'b', { name: 'c', weight }] });
  for (const weight of [0.5, 1e-9])
    expect(weigh(weight)).toThrow("Envoy's load_balancing_weight is a whole number from 1");
});

test('random calls with any values give a result or a ReshardError', async () => {
  const fuzz = fileURLToPath(new URL('fuzz.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [fuzz, '--calls', '15000', '--seed', '16']).catch(
    (error) => error,
  );
  console.log(stdout.trim());
  expect(stdout).toContain(' 0 faults');
});
