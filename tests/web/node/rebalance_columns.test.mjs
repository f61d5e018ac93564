// Very many entries go to the planner as columns: the same plan comes back, with the names of the entries.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { built, dist } from '../../built.mjs';
import { sentAs } from '../../../web/systems/rebalance/columns.js';
/** @import {Problem} from '../../../web/systems/rebalance/form.js' */

/** @type {Problem} */
const problem = {
  nodes: ['a', 'b', 'c'].map((name) => ({ name, capacity: 1, zone: '', disk: /** @type {?number} */ (null) })),
  entries: [
    { id: 'x', bytes: 100, load: 7, replicas: ['a'] },
    { id: 'y', bytes: 50, load: 6, replicas: ['a', 'b'] },
    { id: 'z', bytes: 30, load: 9, replicas: ['a'] },
  ],
  options: {
    ...{ epsilon: 0.1, drain: [], pinned: ['x'], forced: [['y', 'b', 'c']], zones: 'none' },
    ...{ max_in_flight: 1, per_move: 0 },
  },
};

test('few entries, and further amounts, go as they are', () => {
  assert.equal(sentAs(problem).sent, problem);
  const limited = { ...problem, options: { ...problem.options, limits: [{ of: 'of_keys', epsilon: 0.1 }] } };
  assert.equal(sentAs(limited, 1).sent, limited);
});

test('columns have each entry at its place, and answers its name', () => {
  const { sent, named } = sentAs(problem, 3);
  assert.ok('columns' in sent);
  const { bytes, load, first, holders } = sent.columns;
  assert.deepEqual(Array.from(bytes), [100, 50, 30]);
  assert.deepEqual(Array.from(load), [7, 6, 9]);
  assert.deepEqual(Array.from(first ?? []), [0, 1, 3, 4]);
  assert.deepEqual(Array.from(holders), [0, 0, 1, 0]);
  assert.deepEqual([sent.options.pinned, sent.options.forced], [['0'], [['1', 'b', 'c']]]);
  const none = /** @type {any[]} */ ([]);
  const answer = {
    moves: [['2', 'a', 'b']],
    obstacles: [{ what: 'hot_entry', entry: '1' }, { what: 'zones' }],
    why: { conditions: [{ what: 'pinned', entry: '0' }], remedies: none, smallest: true },
    bound: { hottest: '2', excess: 1 },
  };
  assert.deepEqual(named(answer), {
    moves: [['z', 'a', 'b']],
    obstacles: [{ what: 'hot_entry', entry: 'y' }, { what: 'zones' }],
    why: { conditions: [{ what: 'pinned', entry: 'x' }], remedies: none, smallest: true },
    bound: { hottest: 'z', excess: 1 },
  });
});

test('the planner answers the same, whichever way it is asked', async () => {
  const { loadRebalancer } = await built('reshard-rebalance.mjs');
  const planner = await loadRebalancer({ wasm: readFileSync(new URL('reshard-rebalance.wasm', dist)) });
  const { sent, named } = sentAs(problem, 3);
  const asked = { seed: 1, steps: 10_000 };
  const [asEntries, asColumns] = [await planner.plan(problem, asked), named(await planner.plan(sent, asked))];
  assert.ok(asEntries.moves.length > 0);
  assert.deepEqual(asColumns, asEntries);
  const tool = 'largest_first';
  assert.deepEqual(named(await planner.tool(sent, tool)), await planner.tool(problem, tool));
});
