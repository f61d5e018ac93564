// reshard-rebalance.mjs of dist/, as the page calls it, in Node: the same plans as the native planner’s.
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { built, root } from '../built.mjs';
/** @import {Plan, Problem} from '../../web/headless/reshard-rebalance.d.ts' */

const { ReshardError, loadReshard } = await built('reshard-core.mjs');
const { loadRebalancer } = await built('reshard-rebalance.mjs');
const rebalancer = await loadRebalancer();

const kInstances = new URL('tests/vectors/rebalance/instances.jsonl', root);
const instances = readFileSync(kInstances, 'utf8')
  .trim()
  .split('\n')
  .filter((line) => !line.startsWith('#'))
  .map((line) => JSON.parse(line));

/** @returns {Problem} */
const small = () => ({
  nodes: [{ name: 'a' }, { name: 'b' }],
  entries: [
    { id: 's1', bytes: 100, load: 7, replicas: ['a'] },
    { id: 's2', bytes: 50, load: 6, replicas: ['a'] },
    { id: 's3', bytes: 30, load: 1, replicas: ['b'] },
  ],
  options: { epsilon: 0.1 },
});

/** @param {() => Promise<unknown>} act @param {string} field */
async function refusedWith(act, field) {
  const error = await act().then(
    () => /** @type {unknown} */ (null),
    (/** @type {unknown} */ why) => why,
  );
  expect(error).toBeInstanceOf(ReshardError);
  expect(/** @type {{field: string}} */ (error).field).toBe(field);
}

test('every instance with a proven optimum has it', async () => {
  for (const { with_order: wanted, optimum: _, per_move: __, ...problem } of instances) {
    const { found, impossible, moves, bytes, excess } = await rebalancer.plan(problem);
    if (wanted) expect([problem.id, excess, bytes, moves.length]).toEqual([problem.id, ...wanted]);
    else expect([problem.id, found, impossible]).toEqual([problem.id, false, true]);
  }
});

test('the same problem, seed and steps give the same plan, and questions asked at once wait for each other', async () => {
  const [one, other, tool] = await Promise.all([
    rebalancer.plan(small(), { seed: 3, steps: 1000 }),
    rebalancer.plan(small(), { seed: 3, steps: 1000 }),
    rebalancer.tool(small(), 'largest_first'),
  ]);
  expect(other).toEqual(one);
  expect(one.moves).toEqual([['s2', 'a', 'b']]);
  expect(tool.curve.at(-1)?.moves).toBe(tool.moves.length);
});

// The same problem and digest are in tests/core/rebalance/gather_test.cpp.
test('16,384 slots go in the runs in which the native planner moves them', async () => {
  const nodes = Array.from({ length: 12 }, (_, i) => ({ name: `n${i}` }));
  const columns = { bytes: new Float64Array(16384), load: new Float64Array(16384), holders: new Uint32Array(16384) };
  for (let e = 0; e < 16384; e++) {
    columns.bytes[e] = 40 + ((e * 7919) % 41);
    columns.load[e] = 40 + ((e * 104729) % 43);
    columns.holders[e] = ((e % 4096) / 512) | 0;
  }
  const options = { epsilon: 0.1, drain: ['n3', 'n5'] };
  const { moves } = await rebalancer.plan({ nodes, columns, options }, { steps: 100_000 });
  let digest = 2166136261;
  for (const [entry, from, to] of moves) {
    for (const part of [entry, from.slice(1), to.slice(1)]) digest = Math.imul(digest ^ Number(part), 16777619);
  }
  expect([moves.length, digest >>> 0]).toEqual([5296, 318399492]);
});

test('core.rebalance() gives the same plan, and its refusals are the core’s', async () => {
  const core = await loadReshard();
  expect(await core.rebalance(small())).toEqual(await rebalancer.plan(small()));
  const [one, other] = await Promise.all([core.rebalance(small(), { seed: 3 }), core.rebalance(small())]);
  expect(one.moves).toEqual(other.moves);
  await refusedWith(() => core.rebalance({ ...small(), nodes: [{ name: 'a' }, { name: 'a' }] }), 'nodes[1].name');
  await refusedWith(() => core.rebalance(small(), { steps: -1 }), 'steps');
  const ended = AbortSignal.abort(new Error('enough'));
  await expect(core.rebalance(small(), { signal: ended })).rejects.toThrow('enough');
});

test('moves run when the planner says, at a pace, and also those of columns and the first ones alone', async () => {
  const rows = readFileSync(new URL('tests/vectors/rebalance/schedules.jsonl', root), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  for (const { problem, pace, moves, schedule } of rows) {
    const found = await rebalancer.schedule(problem, moves, pace);
    if ('too_long' in schedule && 'too_long' in found) expect(found.too_long[0]).toBe(schedule.too_long);
    else expect([problem.id, found]).toEqual([problem.id, schedule]);
  }
  const { nodes, options } = small();
  const columns = { bytes: [100, 50, 30], load: [7, 6, 1], holders: [0, 0, 1] };
  const both = /** @type {import('../../web/headless/reshard-rebalance.d.ts').Move[]} */ ([
    ['1', 'a', 'b'],
    ['2', 'b', 'a'],
  ]);
  expect(await rebalancer.schedule({ nodes, columns, options }, both, { rate: 10 })).toEqual({
    ...{ end_ms: 8000, busy_ms: 8000, bound_ms: 8000 },
    spans: [
      [0, 5000],
      [5000, 8000],
    ],
  });
  const first = await rebalancer.schedule({ nodes, columns, options }, both.slice(0, 1), { rate: 10 });
  expect(first).toEqual({ end_ms: 5000, busy_ms: 5000, bound_ms: 5000, spans: [[0, 5000]] });
  await refusedWith(() => rebalancer.schedule(small(), [['s1', 'b', 'a']], { rate: 1 }), 'moves[0][1]');
  await refusedWith(() => rebalancer.schedule(small(), [['s1', 'a', 'b']], { rate: 0 }), 'pace.rate');
});

test('entries as columns give the same plan, and are refused by their field', async () => {
  const { nodes, options } = small();
  const columns = { bytes: [100, 50, 30], load: [7, 6, 1], holders: [0, 0, 1] };
  const plan = await rebalancer.plan({ nodes, columns, options });
  expect(plan.moves).toEqual([['1', 'a', 'b']]);
  expect({ ...plan, moves: [] }).toEqual({ ...(await rebalancer.plan(small())), moves: [], bound: plan.bound });
  const forced = await rebalancer.plan({ nodes, columns, options: { ...options, forced: [['0', 'a', 'b']] } });
  expect(forced.moves).toContainEqual(['0', 'a', 'b']);
  const replicated = { ...columns, first: new Uint32Array([0, 1, 2, 4]), holders: new Uint32Array([0, 0, 1, 0]) };
  expect((await rebalancer.plan({ nodes, columns: replicated, options })).found).toBe(true);
  for (const [wrong, field] of /** @type {const} */ ([
    [{ bytes: [100, NaN, 30] }, 'columns.bytes[1]'],
    [{ bytes: [100, 50, -1] }, 'columns.bytes[2]'],
    [{ load: [7, 6, 0.5] }, 'columns.load[2]'],
    [{ load: [7, 6] }, 'columns.load.length'],
    [{ first: [0, 1] }, 'columns.first.length'],
    [{ first: [0, 1, 0, 3] }, 'columns.first[2]'],
    [{ holders: [0, 0] }, 'columns.first[3]'],
    [{ holders: [0, 0, 1, 1] }, 'columns.holders.length'],
    [{ holders: [0, 0, 7] }, 'entries[2].replicas[0]'],
  ])) {
    await refusedWith(() => rebalancer.plan({ nodes, columns: { ...columns, ...wrong }, options }), field);
  }
});

test('an aborted search gives the best plan so far to whoever listened, and the reason to others', async () => {
  const nodes = Array.from({ length: 300 }, (_, i) => ({ name: `n${i}` }));
  const entries = Array.from({ length: 20_000 }, (_, i) => ({
    id: `${i}`,
    bytes: ((i * 7919) % 1000) + 1,
    load: ((i * 104729) % 997) + 1,
    replicas: [`n${(i * i) % 250}`],
  }));
  const problem = { nodes, entries, options: { epsilon: 0.0001, lower_epsilon: 0.0001 } };
  const stop = new AbortController();
  /** @type {Plan[]} */
  const heard = [];
  const plan = await rebalancer.plan(problem, {
    steps: 1e12,
    signal: stop.signal,
    onPlan: (best) => {
      heard.push(best);
      stop.abort();
    },
  });
  expect(heard.length).toBe(1);
  expect(plan.found).toBe(true);
  const ended = AbortSignal.abort(new Error('enough'));
  await expect(rebalancer.plan(small(), { signal: ended })).rejects.toThrow('enough');
});

test('tools say what their rules were held to, and refuse what their system cannot have', async () => {
  const tools = rebalancer.tools();
  expect(tools.map(({ id }) => id)).toEqual(expect.arrayContaining(['redis_cli', 'citus', 'kafka_generate']));
  for (const { title, source, known } of tools) {
    expect([title !== '', source !== '', ['run', 'read'].includes(known)]).toEqual([true, true, true]);
  }
  await refusedWith(() => rebalancer.tool(small(), 'redis_cli'), 'entries.length');
  await refusedWith(() => rebalancer.tool(small(), 'nobody'), 'id');
});

test('a problem that nobody can plan is refused with its field', async () => {
  /** @type {[(problem: any) => void, string][]} */
  const wrong = [
    [(problem) => (problem.nodes[1].name = 'a'), 'nodes[1].name'],
    [(problem) => (problem.entries[1].bytes = -1), 'entries[1].bytes'],
    [(problem) => (problem.entries[0].load = NaN), 'entries[0].load'],
    [(problem) => (problem.entries[2].replicas = ['a', 'a']), 'entries[2].replicas[1]'],
    [(problem) => (problem.entries[2].replicas = ['z']), 'entries[2].replicas[0]'],
    [(problem) => (problem.options.epsilon = -1), 'options.epsilon'],
    [(problem) => delete problem.entries, 'entries'],
  ];
  for (const [spoil, field] of wrong) {
    const problem = small();
    spoil(problem);
    await refusedWith(() => rebalancer.plan(problem), field);
  }
  await refusedWith(() => rebalancer.plan(small(), { seed: -1 }), 'seed');
  await refusedWith(() => rebalancer.plan(small(), { steps: 0.5 }), 'steps');
  expect((await rebalancer.plan(small())).found).toBe(true); // nothing is broken by it
});
