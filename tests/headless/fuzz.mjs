#!/usr/bin/env node
// Random calls of the headless core with any JavaScript value in any place: each returns a result, or throws a
// ReshardError or the very error that a getter of the input threw; after each call the core answers like a fresh one.
//   node tests/headless/fuzz.mjs [--calls 100000] [--seed 1] [--dist dist] [--record FILE] [--report FILE]
// --record writes what reached the C exports, for tests/headless/replay.cpp; --report writes a report that tests/run
// counts.
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
/** @import {Json} from '../types.d.ts' */
/** @import {Core} from '../../web/headless/reshard-core.d.ts' */

const { values: options } = parseArgs({
  options: {
    calls: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    dist: { type: 'string', default: process.env.RESHARD_DIST ?? 'dist' },
    record: { type: 'string' },
    report: { type: 'string' },
  },
});
const kCalls = Number(options.calls);
const kSeed = Number(options.seed);
const kSlowMs = 2000;

// xorshift128: the same calls for the same seed everywhere.
/** @param {number} seed */
function randomOf(seed) {
  let [x, y, z, w] = [seed >>> 0 || 1, 362436069, 521288629, 88675123];
  return () => {
    const t = x ^ (x << 11);
    [x, y, z] = [y, z, w];
    w = (w ^ (w >>> 19) ^ t ^ (t >>> 8)) >>> 0;
    return w / 2 ** 32;
  };
}
const random = randomOf(kSeed);
for (let i = 0; i < 20; ++i) random(); // moves away from a seed with few bits set
const below = (/** @type {number} */ n) => Math.floor(random() * n);
const one = (/** @type {Json[]} */ list) => list[below(list.length)];
const chance = (/** @type {number} */ part) => random() < part;
const times = (/** @type {number} */ most, /** @type {(i: number) => Json} */ make) =>
  Array.from({ length: below(most + 1) }, (_, i) => make(i));

// What reaches the exports. A record consists of 32-bit little-endian numbers: the call (its index in kRecorded), its
// argument, then request, bytes, key and both lists of numbers, each as its size in bytes and its content.
const kRecorded = ['reshard_hash', 'reshard_place', 'reshard_explain', 'reshard_compare'];
const record = options.record && openSync(options.record, 'w');
let recorded = 0;

/** @param {Json} exports */
function listening(exports) {
  /** The address and the size of each. @type {Record<string, ?[number, number]>} */
  const buffers = { request: null, bytes: null, key: null, 0: null, 1: null };
  /** @type {Record<string, (size: number, at: number) => void>} */
  const noting = {
    reshard_request_buffer: (size, at) => {
      buffers.request = [at, size];
    },
    reshard_byte_buffer: (size, at) => {
      buffers.bytes = [at, size];
    },
    reshard_key_buffer: (size, at) => {
      buffers.key = [at, size];
    },
  };
  const write = (/** @type {number} */ call, /** @type {number} */ argument) => {
    const parts = Object.fromEntries(
      Object.entries(buffers).map(([name, there]) => [
        name,
        there ? Buffer.from(exports.memory.buffer, there[0] >>> 0, there[1]) : Buffer.alloc(0),
      ]),
    );
    const number = (/** @type {number} */ value) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32LE(value >>> 0);
      return bytes;
    };
    const listed = [parts.request, parts.bytes, parts.key, parts[0], parts[1]];
    writeSync(
      record,
      Buffer.concat([number(call), number(argument), ...listed.flatMap((part) => [number(part.length), part])]),
    );
    ++recorded;
  };
  return Object.fromEntries(
    Object.entries(exports).map(([name, value]) => {
      if (typeof value !== 'function') return [name, value];
      return [
        name,
        (/** @type {number[]} */ ...numbers) => {
          const call = kRecorded.indexOf(name);
          if (call >= 0) write(call, numbers[0] ?? 0);
          const answer = value(...numbers);
          noting[name]?.(numbers[0], answer);
          if (name === 'reshard_number_buffer') buffers[numbers[0]] = [answer, 4 * numbers[1]];
          return answer;
        },
      ];
    }),
  );
}

if (record) {
  const { instantiate, Instance } = WebAssembly;
  const listener = (/** @type {WebAssembly.Instance} */ instance) => ({ exports: listening(instance.exports) });
  // @ts-ignore the core starts compiled modules only
  WebAssembly.instantiate = async (module, imports) => listener(await instantiate(module, imports));
  // @ts-ignore
  WebAssembly.Instance = function start(module, imports) {
    return listener(new Instance(module, imports));
  };
}

/** @type {typeof import('../../web/headless/reshard-core.d.ts')} */
const { loadReshard, ReshardError } = await import(pathToFileURL(resolve(options.dist, 'reshard-core.mjs')).href);
const wasm = readFileSync(resolve(options.dist, 'reshard-core.wasm'));
const core = await loadReshard({ wasm });
const strategies = core.strategies();
const hashes = core.hashes().map(({ id }) => id);

// Values. -----------------------------------------------------------------------------------------------------------

class Thrown extends Error {}

const kNumbers = [
  0,
  -0,
  1,
  -1,
  2,
  3,
  5,
  10,
  100,
  0.5,
  1.5,
  1e-9,
  -0.1,
  1e9,
  2 ** 31,
  2 ** 32 - 1,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 53 + 2,
  2 ** 63,
  2 ** 64,
  1e21,
  1e300,
  NaN,
  Infinity,
  -Infinity,
  Number.MIN_VALUE,
];
const kTexts = [
  '',
  'a',
  'b',
  'node-1',
  'user:1',
  '5',
  '-1',
  '1e9',
  '\ud800',
  'x\udc00y',
  '\u0000',
  '\u0085',
  '\u2028',
  'é',
  '日本',
  '😀',
  '__proto__',
  'constructor',
  'toString',
  'length',
  'ring',
  'xxh64',
  '10.0.0.1:80',
  '[::1]:11211',
  '{tag}x',
  'x'.repeat(255),
  'x'.repeat(256),
  'é'.repeat(2048),
  'x'.repeat(4097),
  '$(true)',
  "';",
  '0x10',
  '18446744073709551615',
  '18446744073709551616',
];

/** @param {object} target */
function revoked(target) {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

function detached() {
  const bytes = new Uint8Array(8);
  structuredClone(bytes, { transfer: [bytes.buffer] });
  return bytes;
}

function circular() {
  const value = /** @type {any} */ ({ a: 1 });
  value.self = value;
  return value;
}

/** @type {(() => Json)[]} */
const kOdd = [
  () => undefined,
  () => null,
  () => true,
  () => false,
  () => Symbol('s'),
  () => () => 1,
  () => class A {},
  () => 0n,
  () => 5n,
  () => -1n,
  () => 2n ** 53n + 1n,
  () => 2n ** 64n - 1n,
  () => 2n ** 64n,
  () => 2n ** 5000n,
  () => [],
  () => ({}),
  () => [[]],
  () => [[[[[[[[[[]]]]]]]]]],
  () => Object.create(null),
  () => new Date(0),
  () => new Date(NaN),
  () => new Map([[1, 2]]),
  () => new Set([1]),
  () => /x/,
  () => new Error('e'),
  () => Promise.resolve(1),
  () => new WeakMap(),
  () => new ArrayBuffer(8),
  () => new SharedArrayBuffer(8),
  () => new DataView(new ArrayBuffer(8)),
  () => new Uint8Array([1, 2, 255]),
  () => new Uint8ClampedArray(3),
  () => new Uint16Array([1, 65535]),
  () => new Uint32Array([0, 1, 2 ** 32 - 1]),
  () => new Float64Array([NaN]),
  () => new BigUint64Array(2),
  () => Buffer.from('key'),
  detached,
  circular,
  () => revoked({}),
  () => revoked([]),
  () => revoked(() => 1),
  () => ({ length: 2 ** 31 }),
  () => ({ length: -1, 0: 'a' }),
  () => Object.assign([], { length: 3 }),
  () => Array(2 ** 32 - 1),
  () => new Proxy([], { get: (list, name) => (name === 'length' ? 2 ** 53 : 'a') }),
  () => new Proxy(['a'], { get: (list, name) => (name === 'length' ? one([NaN, '2', {}, -1, 1.5, Infinity]) : 'a') }),
  () =>
    new Proxy(
      {},
      {
        ownKeys() {
          throw new Thrown('ownKeys');
        },
      },
    ),
  () =>
    new Proxy(
      {},
      {
        get() {
          throw new Thrown('get');
        },
        has() {
          throw new Thrown('has');
        },
      },
    ),
  () =>
    new Proxy(
      {},
      { ownKeys: () => ['a'], getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }) },
    ),
  () => ({
    get strategy() {
      throw new Thrown('getter');
    },
  }),
  () => ({
    toJSON() {
      throw new Thrown('toJSON');
    },
  }),
  () => ({ toJSON: () => one(['a', 5, undefined, Symbol('json')]) }),
  () => ({ toJSON: 5 }),
  () => Object.defineProperty(new Uint8Array(4), 'length', { value: 1e9 }),
  () =>
    new (class Longer extends Uint8Array {
      get length() {
        return 1e9;
      }
    })(2),
  () =>
    Object.defineProperty(['a'], 0, {
      get() {
        throw new Thrown('element');
      },
    }),
  () => ({
    valueOf() {
      throw new Thrown('valueOf');
    },
    toString() {
      throw new Thrown('toString');
    },
  }),
  () => ({
    [Symbol.toPrimitive]() {
      throw new Thrown('toPrimitive');
    },
  }),
  () => Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`m${i}`, i])),
  () => JSON.parse('{"__proto__": {"a": 1}}'),
  () => Object('a'),
  () => Object(5),
  () => globalThis,
  // Calls the core while the core reads it.
  () => ({
    get name() {
      core.hash('crc32', 'x'.repeat(100));
      return 'inner';
    },
  }),
];

const any = () => (chance(0.4) ? one(kNumbers) : chance(0.5) ? one(kTexts) : one(kOdd)());
const mostly = (/** @type {() => Json} */ make, rarely = 0.015) => (chance(rarely) ? any() : make());

const name = () => mostly(() => (chance(0.9) ? `n${below(12)}` : one(kTexts)));
const weight = () => mostly(() => one([0, 1, 1, 1, 2, 5, 0.5, 1e-9, 300])); // rings of ten million points take seconds
const node = () =>
  chance(0.7)
    ? name()
    : mostly(() => ({
        name: name(),
        ...(chance(0.6) && { weight: weight() }),
        ...(chance(0.3) && { zone: name() }),
        ...(chance(0.2) && { rack: name() }),
        ...(chance(0.2) && { down: mostly(() => chance(0.5)) }),
      }));
const event = () =>
  mostly(() =>
    one([
      () => ({ add: node() }),
      () => ({ remove: name() }),
      () => ({ rename: name(), to: name() }),
      () => ({ weigh: name(), weight: weight() }),
      () => ({ relocate: name(), zone: name() }),
      () => ({ down: name() }),
      () => ({ up: name() }),
      () => ({
        move_to: name(),
        first: mostly(() => below(300)),
        ...(chance(0.5) && { last: mostly(() => below(300)) }),
      }),
    ])(),
  );
const key = () =>
  mostly(
    () =>
      chance(0.8)
        ? `key-${below(400)}`
        : chance(0.5)
          ? String(below(1000))
          : new Uint8Array([below(256), ...times(20, () => below(256))]),
    0.001,
  );
const kKinds = ['sequential', 'random', 'user', 'url', 'python', 'link'];
const keys = () =>
  mostly(() =>
    chance(0.7)
      ? Array.from({ length: chance(0.8) ? 40 : 1 + below(60) }, key)
      : {
          kind: mostly(() => one(kKinds)),
          count: mostly(() => 1 + below(300)),
          ...(chance(0.3) && { prefix: mostly(() => one(kTexts)) }),
          ...(chance(0.3) && { seed: mostly(() => below(1000)) }),
        },
  );

/** @param {Json} spec */
function valueOf(spec) {
  if (spec.options) return mostly(() => one(spec.options));
  const most = Math.min(spec.max, 2000); // larger tables test nothing about the input
  const number = spec.min + random() * Math.max(0, most - spec.min);
  return mostly(() => (chance(0.3) ? spec.default : spec.whole ? Math.round(number) : number));
}

function input() {
  const strategy = one(strategies);
  /** @type {Record<string, Json>} */
  const made = {
    strategy: mostly(() => strategy.id, 0.03),
    nodes: mostly(
      () =>
        chance(0.95)
          ? Array.from({ length: 1 + below(8) }, (_, i) =>
              chance(0.98) ? `n${i}` : chance(0.5) ? { name: `n${i}`, weight: weight(), zone: `z${below(3)}` } : node(),
            )
          : times(10, node),
      0.03,
    ),
    keys: keys(),
    ...(chance(0.4) && {
      params: mostly(() =>
        Object.fromEntries(
          strategy.params.filter(() => chance(0.5)).map((/** @type {Json} */ spec) => [spec.key, valueOf(spec)]),
        ),
      ),
    }),
    ...(chance(0.3) && { hash: mostly(() => (strategy.hashFixed ? strategy.hash : one(hashes))) }),
    ...(chance(0.2) && { seed: mostly(() => below(100)) }),
    ...(chance(0.5) && { log: mostly(() => times(6, event)) }),
    ...(chance(0.3) && { replicas: mostly(() => 1 + below(5)) }),
    ...(chance(0.2) && {
      requests: mostly(() => ({
        skew: mostly(() => random() * 2),
        spread: mostly(() => below(100)),
        capacity: mostly(() => random() * 10),
      })),
    }),
  };
  if (chance(0.03)) made[one(kTexts)] = any();
  return mostly(() => made, 0.03);
}

let last = [core.place({ strategy: 'ring', nodes: ['a', 'b'], keys: ['x'] })];
function placement() {
  const there = { ...one(last) };
  if (chance(0.2)) {
    const what = one(['nodes', 'owners', 'keys', 'replicas']);
    if (chance(0.3) && what === 'owners')
      there.owners = there.owners.map((/** @type {number} */ owner) => (chance(0.2) ? below(2 ** 32) : owner));
    else there[what] = any();
  }
  return mostly(() => there);
}

/** @type {Record<string, () => Json[]>} */
const kCallsOf = {
  place: () => [input()],
  explain: () => [input(), mostly(key, 0.1)],
  hash: () => [mostly(() => one(hashes)), mostly(key, 0.1), ...(chance(0.3) ? [mostly(() => below(1e6), 0.3)] : [])],
  compare: () => [
    placement(),
    placement(),
    ...(chance(0.5)
      ? [mostly(() => ({ skew: mostly(() => random() * 2, 0.1), spread: mostly(() => below(100), 0.1) }))]
      : []),
  ],
  strategies: () => [any()],
  hashes: () => [any()],
};
const kMethods = ['place', 'place', 'place', 'explain', 'explain', 'hash', 'compare', 'compare'];

// The calls whose answers are compared with those of a fresh core.
const kProbe = {
  strategy: 'ketama',
  nodes: ['a:1', 'b:2', 'c:3'],
  keys: ['x', 'y', 'z', 'ü'],
  log: [{ add: 'd:4' }, { down: 'a:1' }],
};
const answers = (/** @type {Core} */ asked) =>
  JSON.stringify([
    asked.place(kProbe),
    asked.explain(kProbe, 'x'),
    String(asked.hash('md5', 'abc')),
    asked.strategies().length,
  ]);
const expected = answers(await loadReshard({ wasm }));

const counts = { results: 0, refused: 0, thrown: 0 };
/** @type {string[]} */
const faults = [];
const fault = (/** @type {number} */ number, /** @type {string} */ method, /** @type {string} */ why) =>
  faults.push(`call ${number}, ${method}: ${why}`);
let slowest = { ms: 0, call: '' };

// Processor time: on a busy machine anything may have to wait.
const milliseconds = () => process.cpuUsage().user / 1000;

for (let number = 0; number < kCalls && faults.length < 20; ++number) {
  const method = chance(0.002) ? one(['strategies', 'hashes']) : one(kMethods);
  const given = kCallsOf[method]();
  if (chance(0.005)) given.length = below(given.length);
  const from = milliseconds();
  try {
    const result = /** @type {Json} */ (core)[method](...given);
    ++counts.results;
    if (method === 'place' && chance(0.3)) last = [result, ...last].slice(0, 8);
  } catch (error) {
    if (
      error instanceof Thrown ||
      (error instanceof TypeError && /revoked|'get' on proxy|'ownKeys' on proxy|'getPrototypeOf'/.test(error.message))
    )
      ++counts.thrown;
    else if (!(error instanceof ReshardError))
      fault(number, method, `${error?.name}: ${error?.message}\n${error?.stack?.split('\n').slice(1, 4).join('\n')}`);
    else if (error.code === 'stopped' || /memory/.test(error.message))
      fault(number, method, `${error.code}: ${error.message}`);
    else if (typeof error.field !== 'string' || error.field === '' || !error.message.startsWith(error.field))
      fault(number, method, `field “${error.field}” of “${error.message}”`);
    else ++counts.refused;
  }
  const took = milliseconds() - from;
  if (took > slowest.ms) slowest = { ms: took, call: `call ${number}, ${method}` };
  if (took > kSlowMs) fault(number, method, `took ${Math.round(took)} ms`);
  if (number % 50 === 0 && answers(core) !== expected)
    fault(number, method, 'the core answers otherwise than a fresh one');
}
if (answers(core) !== expected) fault(kCalls, 'the end', 'the core answers otherwise than a fresh one');

if (record) closeSync(record);
console.log(
  `seed ${kSeed}: ${kCalls} calls, ${counts.results} results, ` +
    `${counts.refused} refusals, ${counts.thrown} errors of the input's own, ` +
    `${faults.length} faults; ` +
    `the slowest ${Math.round(slowest.ms)} ms (${slowest.call})${record ? `; ${recorded} recorded` : ''}`,
);
for (const each of faults) console.log(each);
if (options.report) {
  mkdirSync(dirname(options.report), { recursive: true });
  const failures = faults.map((why) => ({ failure: `tests/headless/fuzz.mjs\n${why}` }));
  const test = {
    classname: 'Headless',
    name: `${kCalls} random calls give a result or a ReshardError`,
    result: 'COMPLETED',
    ...(failures.length > 0 && { failures }),
  };
  writeFileSync(options.report, JSON.stringify({ testsuites: [{ testsuite: [test] }] }));
}
process.exitCode = faults.length === 0 ? 0 : 1;
