// reshard-profile.mjs of dist/, as the page and notebooks call it, in Node.
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { built } from '../built.mjs';
/** @import {ProfileInput, World, WorldId} from '../../web/headless/reshard-profile.d.ts' */
/** @import {Json} from '../types.d.ts' */

const { loadReshard, ReshardError } = await built('reshard-core.mjs');
const { loadProfiler } = await built('reshard-profile.mjs');
const core = await loadReshard();
const profiler = await loadProfiler();

const shards = { strategy: 'jump', nodes: ['a', 'b', 'c', 'd'] };

/**
 * @param {ProfileInput} input
 * @param {(?string)[][]} rows
 */
function profiled(input, rows, batch = 1_000) {
  const open = profiler.open(input);
  for (let first = 0; first < rows.length; first += batch) {
    const part = rows.slice(first, first + batch);
    open.push(input.columns.map((_, column) => part.map((row) => row[column])));
  }
  return open.finish();
}

/** All rows of a world as text. @param {World} world */
function rowsOf(world) {
  const rows = [];
  for (let first = 0; first < world.info.rows; first += 1_000) rows.push(...world.rows(first, 1_000));
  return rows;
}

/** @param {(?string)[]} values */
function counted(values) {
  const counts = new Map();
  for (const value of values) if (value !== null && value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

const refusal = (/** @type {() => unknown} */ call) => {
  try {
    call();
  } catch (error) {
    return error;
  }
  return null;
};

test('a small table’s figures are those worked out by hand', () => {
  const rows = [
    ['a', '1'],
    ['a', '2'],
    ['b', '3'],
    [null, '4'],
    ['a', '5'],
    ['', '6'],
  ];
  const profile = profiled({ columns: ['who', 'n'], candidates: ['who', 'n'], shards }, rows);
  const [who, n] = profile.candidates;
  expect(profile.rows).toBe(6);
  expect(profile.columns).toEqual([
    { name: 'who', nulls: 2, bytes: 4 },
    { name: 'n', nulls: 0, bytes: 6 },
  ]);
  expect(who).toMatchObject({
    rows: 4,
    nulls: 2,
    distinct: { value: 2, exact: true, error: 0 },
    largest: { rows: 3, share: 0.75 },
  });
  expect(who.top.map(({ value, count }) => [value, count])).toEqual([
    ['a', 3],
    ['b', 1],
  ]);
  expect(n.rank).toMatchObject({ rho: 1, monotonic: 'increasing', order: 'numbers', exact: true });
});

test('the rows on the shards are those that place() gives, under every strategy', () => {
  const world = profiler.world({ id: 'social', rows: 3_000, seed: 5 });
  const rows = rowsOf(world);
  const { columns } = world.info;
  for (const { id } of core.strategies()) {
    const input = { ...shards, strategy: id };
    let owners;
    const values = [...counted(rows.map((row) => row[2])).entries()];
    try {
      owners = core.place({ ...input, keys: values.map(([value]) => value) }).owners;
    } catch {
      continue; // the strategy refuses nodes or keys of this kind
    }
    const expected = new Array(4).fill(0);
    values.forEach(([, count], i) => {
      if (owners[i] !== 0xffffffff) expected[owners[i]] += count;
    });
    const profile = profiled({ columns, candidates: ['post_author_id'], shards: input }, rows);
    expect(profile.candidates[0].spread?.counts, id).toEqual(expected);
  }
});

test('batches of bytes and of strings give the same profile', () => {
  const world = profiler.world({ id: 'shop', rows: 2_000, seed: 1 });
  const { columns, time, pairs } = world.info;
  const input = { columns, candidates: ['customer_id'], pairs, time, shards };
  const texts = profiled(input, rowsOf(world));
  const open = profiler.open(input);
  for (let batch = world.next(300); batch !== null; batch = world.next(300)) open.push(batch);
  expect(open.progress).toMatchObject({ rows: 2_000, exact: true });
  expect(open.finish()).toEqual({
    ...texts,
    memoryBytes: expect.any(Number),
    candidates: texts.candidates.map((one) => ({ ...one, memoryBytes: expect.any(Number) })),
  });
});

test('each world has a key that serves its queries well, and says what is wrong with the others', () => {
  /** @type {Partial<Record<WorldId, string>>} */
  const winners = { shop: 'customer_id', sensors: 'sensor_id' };
  for (const { id, columns, candidates, pairs, time, unique, reference, templates, table } of profiler.worlds()) {
    const world = profiler.world({ id, rows: 50_000, seed: 3 });
    const open = profiler.open({
      columns,
      candidates,
      pairs,
      time,
      shards: { strategy: 'ring', params: { vnodes: 200 }, nodes: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] },
    });
    for (let batch = world.next(); batch !== null; batch = world.next()) open.push(batch);
    const judged = profiler.judge({ profile: open.finish(), templates, table, unique, reference });
    const [best, ...others] = judged.candidates;
    expect(judged.candidates.length).toBe(candidates.length + pairs.length);
    if (winners[id]) expect(best.columns[0], id).toBe(winners[id]);
    expect(best.score).toBeGreaterThan(others.at(-1).score);
    for (const one of others.filter(({ score }) => score < 0.5)) expect(one.failure, `${id}: ${one.id}`).not.toBe(null);
    for (const { reasons } of judged.candidates) expect(reasons.length).toBeGreaterThan(0);
  }
});

test('in the social world the celebrity is shown with its shard, and salting splits it', () => {
  const { columns, templates, table, time } = profiler.worlds().find(({ id }) => id === 'social');
  const world = profiler.world({ id: 'social', rows: 60_000, seed: 1 });
  const open = profiler.open({
    columns,
    candidates: ['post_author_id', 'comment_id'],
    time,
    shards: { strategy: 'jump', nodes: Array.from({ length: 16 }, (_, i) => `n${i}`) },
  });
  for (let batch = world.next(); batch !== null; batch = world.next()) open.push(batch);
  const profile = open.finish();
  const author = profiler.judge({ profile, templates, table }).candidates.find(({ id }) => id === 'post_author_id');
  expect(author.reasons.some(({ code }) => code === 'hot_unit')).toBe(true);
  const salted = profiler.salt({ profile, candidate: 'post_author_id', salts: 8 });
  expect(salted.after.counts.reduce((sum, count) => sum + count)).toBe(60_000);
  expect(salted.after.maxToMean).toBeLessThan(salted.before.maxToMean);
  expect(salted.readShards).toBeLessThanOrEqual(8);
  expect(salted.expectedReadShards).toBeCloseTo(16 * (1 - (15 / 16) ** 8), 12);
});

test('the tail of a scatter is the quantile of the root', () => {
  const { rows } = profiler.tail({ shards: [1, 100], one: { kind: 'exponential', mean: 10 }, quantiles: [0.5, 0.99] });
  expect(rows[0].times[1]).toBeCloseTo(-10 * Math.log(0.01), 9);
  expect(rows[1].times[0]).toBeCloseTo(-10 * Math.log(1 - 0.5 ** (1 / 100)), 9);
  expect(rows[1].slowerThanP99).toBeCloseTo(1 - 0.99 ** 100, 12);
});

test('rank correlation takes lists and typed arrays', () => {
  expect(profiler.rank([1, 2, 3], Float64Array.of(10, 20, 5))).toBeCloseTo(-0.5, 12);
  expect(profiler.rank([1, 2], [7, 7])).toBe(null);
  expect(refusal(() => profiler.rank([1, NaN], [1, 2]))).toMatchObject({ field: 'a[1]' });
});

test('an error names its place in the input', () => {
  const good = { columns: ['a', 'b'], candidates: ['a'] };
  const field = (/** @type {() => unknown} */ call) => {
    const error = refusal(call);
    expect(error).toBeInstanceOf(ReshardError);
    return error.field;
  };
  expect(field(() => profiler.open({ ...good, candidates: ['c'] }))).toBe('candidates[0]');
  expect(field(() => profiler.open({ ...good, shards: { strategy: 'none', nodes: ['a'] } }))).toBe('shards.strategy');
  expect(
    field(() => profiler.open({ ...good, shards: { strategy: 'ring', nodes: ['a', { name: 'b', weight: -1 }] } })),
  ).toBe('shards.nodes[1].weight');
  expect(
    field(() =>
      profiler.open({ ...good, shards: /** @type {Json} */ ({ strategy: 'jump', nodes: ['a'], keys: ['x'] }) }),
    ),
  ).toBe('shards.keys');
  const open = profiler.open(good);
  expect(field(() => open.push([['x'], ['y'], ['z']]))).toBe('batch.length');
  expect(field(() => open.push([['x'], ['y', 'z']]))).toBe('batch[1].length');
  expect(field(() => open.push([null, ['y']]))).toBe('batch[0]');
  expect(field(() => open.push([[/** @type {Json} */ (7)], ['y']]))).toBe('batch[0][0]');
  expect(field(() => open.push([['x'.repeat(5_000)], ['y']]))).toBe('batch[0][0]');
  open.push([['x'], null]);
  expect(open.finish().rows).toBe(1);
  expect(field(() => open.push([['x'], ['y']]))).toBe('push');
  expect(field(() => profiler.readTemplates([{ id: 'a', perSecond: 1, kind: 'select', tables: [{ name: '' }] }]))).toBe(
    'templates[0].tables[0].name.length',
  );
});

// --- 2,000 hostile inputs
// ----------------------------------------------------------------------------------------------

/** Marsaglia's xorshift: the same inputs every time. @param {number} seed */
function randomNumbers(seed) {
  let x = seed;
  return () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return x >>> 0;
  };
}

/** @type {Json[]} */
const kOdd = [
  null,
  true,
  -1,
  0.5,
  1e308,
  '',
  '\u0000',
  'é'.repeat(300),
  'x',
  '\ud800',
  [],
  [[]],
  {},
  { column: 'a' },
  [1, 2],
  { name: 'a' },
  'a',
  'b',
  'orders.a',
  Number.NaN,
  4_294_967_296,
];

/**
 * A copy in which some member is changed, removed or added.
 * @param {Json} value
 * @param {() => number} next
 */
function spoilt(value, next, depth = 0) {
  if (typeof value !== 'object' || value === null || next() % (depth + 2) === 0) return kOdd[next() % kOdd.length];
  const copy = Array.isArray(value) ? [...value] : { ...value };
  const keys = Object.keys(copy);
  const kind = next() % 8;
  if (keys.length === 0 || kind === 0) {
    if (Array.isArray(copy)) copy.push(kOdd[next() % kOdd.length]);
    else copy[['id', 'odd', '__proto__', 'columns'][next() % 4]] = kOdd[next() % kOdd.length];
    return copy;
  }
  const key = keys[next() % keys.length];
  if (kind === 1) delete copy[key];
  else copy[key] = spoilt(copy[key], next, depth + 1);
  return copy;
}

test('2,000 hostile templates, profiles and tables are answered or refused, and the profiler keeps working', () => {
  const next = randomNumbers(25);
  const { columns, candidates, pairs, templates, table, reference, unique } = profiler.worlds()[0];
  const input = { columns, candidates: candidates.slice(0, 2), pairs, shards };
  const small = () => {
    const world = profiler.world({ id: 'shop', rows: 40 });
    const open = profiler.open(input);
    open.push(world.next());
    return open.finish();
  };
  const profile = small();
  let refused = 0,
    answered = 0;
  const tried = (/** @type {() => unknown} */ call) => {
    try {
      call();
      ++answered;
    } catch (error) {
      expect(error, String(error?.stack)).toBeInstanceOf(ReshardError);
      expect(error.field).not.toBe('');
      ++refused;
    }
  };
  const question = { profile, templates, table, reference, unique, key: 'customer_id', second: 'order_id' };
  for (let i = 0; i < 500; ++i) {
    tried(() => profiler.readTemplates(spoilt(templates, next)));
    tried(() => {
      const { key, second, ...judged } = spoilt(question, next, 3) ?? {};
      void key;
      void second;
      profiler.judge(judged);
    });
    tried(() => profiler.secondView(spoilt(question, next, 3)));
    tried(() => {
      const open = profiler.open(spoilt(input, next, 2));
      open.push(columns.map(() => Array.from({ length: 1 + (next() % 3) }, () => kOdd[next() % 10])));
      open.finish();
    });
  }
  expect(answered + refused).toBe(2_000);
  expect(refused).toBeGreaterThan(500);
  expect(answered).toBeGreaterThan(50);
  expect(small()).toEqual(profile);
});
