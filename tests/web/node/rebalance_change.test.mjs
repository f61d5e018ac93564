// A plan as a change of the page: afterwards the core has every entry where the plan has it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyTo } from '../../../web/dialogs/rebalance/onward_page.js';
import { changeOf, endsOf, movesTo, placesOf } from '../../../web/dialogs/rebalance/page_change.js';
import { readingOf } from '../../../web/dialogs/rebalance/page_entries.js';
import { built, dist } from '../../built.mjs';

const { loadReshard } = await built('reshard-core.mjs');
const core = await loadReshard({ wasm: new URL('reshard-lessons.wasm', dist).href });

/** @param {string} strategy @param {number} count @param {any} [more] of the input */
const tableOf = (strategy, count, more) => ({
  input: { strategy, nodes: ['a', 'b', 'c'], log: [], keys: { kind: 'sequential', count: 20_000 }, ...more },
  count,
  nodes: ['a', 'b', 'c'].map((name) => ({ name })),
});

for (const [strategy, count, more] of /** @type {[string, number, any?][]} */ ([
  ['redis_slots', 16_384],
  ['slots', 1024],
  ['vbuckets', 1024],
  ['citus', 32],
  ['mongodb', 16],
  ['directory', 60, { keys: { kind: 'sequential', count: 60 } }],
  ['redis_slots', 16_384, { log: [{ add: 'd' }, { remove: 'b' }] }],
])) {
  const title = more?.log ? `${strategy} after changes` : strategy;
  test(`${title}: a new node joins empty, and exactly what should move does`, () => {
    const table = tableOf(strategy, count, more);
    const { rows } = readingOf(core, table).entries;
    const from = rows.map(({ owner }) => String(owner));
    const to = from.map((owner, i) => (i % 5 === 1 ? 'new' : owner));
    const known = [{ name: 'a', weight: 1, zone: 'z1' }];
    const at = rows.map(({ id }) => Number(id));
    const made = /** @type {any} */ (changeOf(core, { table, known, added: [{ name: 'new' }], at, from, to }));
    assert.equal(made.why, undefined);
    assert.deepEqual(made.start.nodes.at(-1), { name: 'new' });
    assert.deepEqual(
      made.start.nodes.find((/** @type {any} */ { name }) => name === 'a'),
      known[0],
    );
    const input = { ...table.input, nodes: made.start.nodes, table: made.start.owners };
    const [before, after] = [[], made.moves].map((log) => core.place({ ...input, log }));
    assert.equal(before.counts[before.nodes.indexOf('new')], 0);
    const now = core.place(table.input);
    const names = (/** @type {any} */ { nodes, owners }) => [...owners].map((owner) => nodes[owner]);
    assert.equal(names(before).join(), names(now).join());
    // The rest of the page sees a plan's move as the move of its keys.
    const moved = rows.reduce((sum, { rows: keys = 0 }, i) => sum + (from[i] === to[i] ? 0 : keys), 0);
    const were = names(before);
    const other = names(after).filter((name, key) => name !== were[key]);
    assert.equal(other.length, moved);
    assert.ok(other.every((name) => name === 'new'));
  });
}

test('without a new node the log goes on, and what the page has elsewhere is refused', () => {
  const table = tableOf('slots', 1024, { log: [{ add: 'd' }] });
  const { rows } = readingOf(core, table).entries;
  const from = rows.map(({ owner }) => String(owner));
  const at = rows.map(({ id }) => Number(id));
  const none = { table, at, from, known: /** @type {any[]} */ ([]), added: /** @type {any[]} */ ([]) };
  const to = from.map((owner, i) => (i === 3 || i === 4 ? 'c' : owner));
  const made = /** @type {any} */ (changeOf(core, { ...none, to }));
  assert.equal(made.start, null);
  assert.ok(made.moves.length > 0 && made.moves.every((/** @type {any} */ { move_to: node }) => node === 'c'));
  assert.deepEqual(
    made.moves.map((/** @type {any} */ { at_once: joined = false }) => joined),
    made.moves.map((/** @type {unknown} */ _, /** @type {number} */ i) => i > 0),
  );
  assert.deepEqual(changeOf(core, { ...none, to: from }), { why: 'none' });
  assert.deepEqual(changeOf(core, { ...none, from: [...from].reverse(), to }), { why: 'other' });
  assert.deepEqual(changeOf(core, { ...none, at: at.map(() => 5000), to }), { why: 'other' });
});

test('neighbours that get the same owner move together, across those that are there already', () => {
  assert.deepEqual(movesTo(['a', 'b', 'a', undefined, 'a', 'a'], ['b', 'b', 'b', undefined, 'b', 'c']), [
    { move_to: 'b', first: 0, last: 4 },
    { move_to: 'c', first: 5, last: 5 },
  ]);
  assert.deepEqual(movesTo(['a', 'a', 'a'], ['b', 'a', 'b']), [
    { move_to: 'b', first: 0, last: 0 },
    { move_to: 'b', first: 2, last: 2 },
  ]);
});

test('entries are found by their number or their place, and end where their last move leads', () => {
  const entries = ['7', 'x', '3'].map((id) => ({ id, bytes: 1, load: 1, replicas: ['a'] }));
  assert.deepEqual(placesOf(entries), [7, -1, 3]);
  assert.deepEqual(placesOf(entries, ['x', '3', '7']), [2, 0, 1]);
  assert.deepEqual(
    endsOf(entries, [
      ['x', 'a', 'b'],
      ['x', 'b', 'c'],
      ['3', 'a', 'b', 'lead'],
    ]),
    ['a', 'c', 'a'],
  );
});

/** A page with a past. @param {any[]} scenarios the last one is the present */
function pageWith(...scenarios) {
  const past = [...scenarios];
  const page = {
    state: () => ({ undo: past.length > 1 }),
    run: () => past.pop(),
    wake: () => {},
    bridge: {
      read: () => structuredClone(past.at(-1)),
      ask: (/** @type {string} */ _, /** @type {string} */ text) => ({ past: past.push(JSON.parse(text)) }),
    },
  };
  return { page: /** @type {any} */ (page), past };
}

test('a plan is a change of the page as it is: what was changed since stays', async () => {
  /** @type {any} */ (globalThis).requestAnimationFrame = (/** @type {() => void} */ then) => setTimeout(then, 0);
  const [first, joined] = [
    { nodes: 4, log: /** @type {any[]} */ ([]), keys: { count: 20_000 } },
    { nodes: 4, log: [{ add: 'd' }], keys: { count: 20_000 } },
  ];
  const now = { ...joined, keys: { count: 100_000 } };
  const moves = [{ move_to: 'd', first: 3, last: 7 }];
  const { page, past } = pageWith(first, joined, now);
  // As if d was there from the start, with nothing.
  const start = { nodes: [{ name: 'a' }, { name: 'd' }], owners: 'slots:0*1024' };
  assert.equal(await applyTo(page, [], /** @type {any} */ ({ start, moves })), '');
  assert.deepEqual(past.slice(0, 3), [first, joined, now]);
  assert.deepEqual(past.slice(3), [
    { ...now, ...start, log: [] }, // to which undo leads
    { ...now, ...start, log: moves },
  ]);
  // Before d joined, and no new node.
  const other = pageWith(first, joined, now);
  assert.equal(await applyTo(other.page, [], /** @type {any} */ ({ start: null, moves })), '');
  assert.deepEqual(other.past.slice(2), [now, { ...now, log: [] }, { ...now, log: moves }]);
  // As it is now: only the plan comes.
  const last = pageWith(joined, now);
  assert.equal(await applyTo(last.page, /** @type {any} */ (now.log), /** @type {any} */ ({ start: null, moves })), '');
  assert.deepEqual(last.past.slice(1), [now, { ...now, log: [...now.log, ...moves] }]);
});
