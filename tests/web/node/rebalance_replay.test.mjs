// What a list of moves does, against a slow model that adds everything up again after each move, in whole numbers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { heldAfter, replay } from '../../../web/dialogs/rebalance/replay.js';
import { nodesOf } from '../../../web/systems/rebalance/shares.js';
import { trafficOf } from '../../../web/systems/runbook/bearing.js';
/** @import {Move} from '../../../web/dialogs/rebalance/replay.js' */
/** @import {Problem} from '../../../web/systems/rebalance/form.js' */

/** @typedef {Problem & {id: string}} Instance */

/** What may be left out of a problem's JSON, and is not here. */
const kNode = { capacity: 1, zone: '', disk: /** @type {?number} */ (null) };
const kNames = /** @type {string[]} */ ([]);
const kOptions = { drain: kNames, pinned: kNames, zones: 'none', max_in_flight: 1, per_move: 0 };

/** @type {Instance[]} */
const instances = readFileSync(new URL('../../vectors/rebalance/instances.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('{'))
  .map((line) => JSON.parse(line))
  .map((each) => ({
    ...each,
    nodes: each.nodes.map((/** @type {object} */ node) => ({ ...kNode, ...node })),
    options: { ...kOptions, ...each.options },
  }));

/** Numbers below a limit, the same in each run. @param {number} seed */
function numbersFrom(seed) {
  let state = seed;
  return (/** @type {number} */ limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
}

/** Some moves, each possible when its turn comes. @param {Instance} instance @param {number} seed @returns {Move[]} */
function someMoves({ nodes, entries }, seed) {
  const next = numbersFrom(seed);
  const on = entries.map(({ replicas }) => [...replicas]);
  return Array.from({ length: 8 }, () => {
    const entry = next(entries.length);
    const others = nodes.filter(({ name }) => !on[entry].includes(name));
    if (others.length === 0) return [];
    const [place, to] = [next(on[entry].length), others[next(others.length)].name];
    const from = on[entry][place];
    on[entry][place] = to;
    return [/** @type {Move} */ ([entries[entry].id, from, to])];
  }).flat();
}

/** A fraction as it is written: its decimals, and how many there are. @param {number} fraction */
function written(fraction) {
  const [whole, decimals = ''] = fraction.toFixed(9).split('.');
  return { num: BigInt(whole + decimals), den: 10n ** BigInt(decimals.length) };
}

/** @param {Problem} problem @param {Map<string, string[]>} holders */
function slowly({ nodes, entries, options }, holders) {
  const bears = (/** @type {string} */ name) =>
    entries.reduce((sum, { id, load }) => sum + (holders.get(id)?.includes(name) ? BigInt(load) : 0n), 0n);
  const stays = nodes.filter(({ name }) => !options.drain.includes(name));
  const total = nodes.reduce((sum, { name }) => sum + bears(name), 0n);
  const capacity = stays.reduce((sum, node) => sum + BigInt(node.capacity), 0n);
  const { num, den } = written(options.epsilon);
  let [excess, worst] = [0n, 0];
  for (const { name, capacity: own } of nodes) {
    const load = bears(name);
    const drained = options.drain.includes(name);
    const limit = drained ? 0n : (total * BigInt(own) * (den + num)) / (den * capacity);
    if (load > limit) excess += load - limit;
    if (!drained && total > 0n) worst = Math.max(worst, Number(load * capacity) / Number(total * BigInt(own)));
  }
  return { excess: Number(excess), worst };
}

test('every prefix has the bytes, the excess and the busiest node of the slow model', () => {
  let points = 0;
  for (const [seed, instance] of instances.entries()) {
    const moves = someMoves(instance, seed + 1);
    const { curve, before } = replay(instance, { moves });
    const holders = new Map(instance.entries.map(({ id, replicas }) => [id, [...replicas]]));
    const bytes = new Map(instance.entries.map((entry) => [entry.id, entry.bytes]));
    let moved = 0;
    for (let i = 0; i <= moves.length; ++i, ++points) {
      const { excess, worst } = slowly(instance, holders);
      assert.equal(curve[i].excess, excess, `${instance.id} after ${i}`);
      assert.ok(Math.abs(curve[i].worst - worst) < 1e-9, `${instance.id} after ${i}`);
      assert.equal(curve[i].bytes, moved);
      if (i === moves.length) break;
      const [id, from, to] = moves[i];
      const on = /** @type {string[]} */ (holders.get(id));
      on[on.indexOf(from)] = to;
      moved += bytes.get(id) ?? 0;
    }
    const held = heldAfter(instance, moves);
    instance.nodes.forEach(({ name }, i) => {
      const there = [...holders].filter(([, on]) => on.includes(name)).map(([id]) => id);
      assert.deepEqual(held[i].map(({ id }) => id).sort(), there.sort(), instance.id);
    });
    assert.equal(before.length, instance.nodes.length);
  }
  assert.ok(points > 1000, `${points} points`);
});

/** @param {Partial<Problem['options']>} [options] @returns {Problem} */
const small = (options = {}) => ({
  nodes: ['a', 'b', 'c'].map((name) => ({ ...kNode, name })),
  entries: [
    { id: 'x', bytes: 10, load: 6, replicas: ['a'] },
    { id: 'y', bytes: 20, load: 3, replicas: ['a'] },
    { id: 'z', bytes: 5, load: 3, replicas: ['b'] },
  ],
  options: { epsilon: 0.5, drain: [], pinned: [], zones: 'none', max_in_flight: 1, per_move: 0, ...options },
});

test('a limit is a whole number, rounded down, and a lower one rounded up', () => {
  const { most, least, share } = nodesOf(small({ epsilon: 0.1, lower_epsilon: 0.1 }));
  assert.deepEqual(
    [most, least, share],
    [
      [4, 4, 4],
      [4, 4, 4],
      [4, 4, 4],
    ],
  );
  // 5 × 1.1 = 5.5 and 5 × 0.95 = 4.75
  const of = nodesOf({
    ...small({ epsilon: 0.1, lower_epsilon: 0.05 }),
    entries: [{ id: 'x', bytes: 1, load: 15, replicas: ['a'] }],
  });
  assert.deepEqual(
    [of.most, of.least],
    [
      [5, 5, 5],
      [5, 5, 5],
    ],
  );
});

test('a drained node may bear nothing, and its capacity does not count', () => {
  const { most, share, drained } = nodesOf(small({ drain: ['c'], epsilon: 0 }));
  assert.deepEqual(
    [most, share, drained],
    [
      [6, 6, 0],
      [6, 6, 0],
      [false, false, true],
    ],
  );
});

test('one may stop after a step, and not within one', () => {
  const { curve } = replay(small(), {
    moves: [
      ['x', 'a', 'b'],
      ['z', 'b', 'a'],
      ['y', 'a', 'c'],
    ],
    groups: [0, 0, 1],
  });
  assert.deepEqual(
    curve.map(({ stops }) => stops),
    [true, false, true, true],
  );
});

test('leadership moves no bytes', () => {
  const problem = small();
  problem.entries[0].replicas = ['a', 'b'];
  const { curve } = replay(problem, {
    moves: [
      ['x', 'a', 'b', 'lead'],
      ['x', 'b', 'c'],
    ],
  });
  assert.deepEqual(
    curve.map(({ bytes }) => bytes),
    [0, 0, 10],
  );
  assert.deepEqual(
    heldAfter(problem, [['x', 'b', 'c']]).map((held) => held.map(({ id, from }) => `${id} ${from}`)),
    [['x null', 'y null'], ['z null'], ['x b']],
  );
});

test('a move that cannot be is an error', () => {
  assert.throws(() => replay(small(), { moves: [['x', 'b', 'c']] }), /b has no x/);
  assert.throws(() => replay(small(), { moves: [['x', 'a', 'd']] }), /no node d/);
});

test('traffic adds up by node', () => {
  const bytes = new Map(small().entries.map((entry) => [entry.id, entry.bytes]));
  const traffic = trafficOf(
    [
      ['x', 'a', 'b'],
      ['z', 'b', 'c'],
      ['y', 'a', 'c', 'lead'],
    ],
    (id) => bytes.get(id) ?? 0,
  );
  assert.deepEqual(
    [...traffic],
    [
      ['a', { out: 10, in: 0 }],
      ['b', { out: 5, in: 10 }],
      ['c', { out: 0, in: 5 }],
    ],
  );
});
