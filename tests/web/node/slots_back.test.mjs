// The way back of a slot plan: done as redis-cli does it, it leaves each slot where it was, or says that it does not.
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { fromTree } from '../../built.mjs';
import { bookOf, core, kThree, line } from './runbook_cluster.mjs';

const { commandsOf } = await fromTree('web/dialogs/migrate/runbook.js');
const { markdownOf } = await fromTree('web/systems/runbook/markdown.js');
const { movesBack } = await fromTree('web/dialogs/migrate/slots_back.js');
const { slotPlan } = await fromTree('web/dialogs/migrate/slot_plan.js');

/** @typedef {{from: number, to: number, slots: number[]}} Move */

/** As redis-cli moves: the lowest slots that a source has. @param {number[]} owners @param {Move[]} moves */
function moved(owners, moves) {
  const now = [...owners];
  for (const { from, to, slots } of moves)
    for (let left = slots.length, slot = 0; left > 0; ++slot)
      if (now[slot] === from) {
        now[slot] = to;
        --left;
      }
  return now;
}

/** How many slots each has. @param {number[]} owners */
const counts = (owners) =>
  owners.reduce((all, owner) => ((all[owner] = (all[owner] ?? 0) + 1), all), /** @type {number[]} */ ([]));

// Masters whose slots are dealt in turns: what arrives from one lies between what arrives from the others.
const dealt = (/** @type {number} */ masters, run = 1000) =>
  Array.from({ length: 16_384 }, (_, slot) => Math.floor(slot / run) % masters);

test('slots that have joined empty masters go back to where they were, whatever lay between them', () => {
  for (const [owners, masters, added] of /** @type {[number[], number, number][]} */ ([
    [dealt(3, 5462), 3, 1],
    [dealt(3, 100), 3, 2],
    [dealt(4, 37), 4, 1],
  ])) {
    const plan = slotPlan(core, { owners, masters, added, drained: [] });
    const { moves, exact } = movesBack(plan);
    expect(plan.after).not.toEqual(owners);
    expect(exact).toBe(true);
    expect(moved(plan.after, moves)).toEqual(owners);
  }
});

test('from a master that has lower slots, as many go back, and the answer says that they are others', () => {
  const owners = dealt(3, 5462);
  const plan = slotPlan(core, { owners, masters: 3, added: 0, drained: [1] });
  const { moves, exact } = movesBack(plan);
  expect(exact).toBe(false);
  const after = moved(plan.after, moves);
  expect(after).not.toEqual(owners);
  expect(counts(after)).toEqual(counts(owners));
});

test('of a cluster whose slots are in thousands of pieces, the way back has no more moves than the way there', () => {
  const owners = Array.from({ length: 16_384 }, (_, slot) => (slot * 7919) % 3);
  const plan = slotPlan(core, { owners, masters: 3, added: 1, drained: [] });
  const { moves, exact } = movesBack(plan);
  expect([moves.length, exact]).toEqual([plan.moves.length, false]);
  expect(counts(moved(plan.after, moves))).toEqual(counts(owners));
});

test('the commands of the way back are the resharding lines with from and to exchanged', () => {
  const { book } = bookOf(kThree, { given: '10.0.0.1:7004' });
  const [, { undo }] = book.steps;
  expect(undo[0]).toBe('NEW_1=$(redis-cli -h 10.0.0.1 -p 7004 CLUSTER MYID)');
  const back = undo
    .map((/** @type {string} */ each) =>
      /--cluster-from "\$NEW_1" --cluster-to (\w)\1{39} --cluster-slots (\d+)/.exec(each),
    )
    .filter(Boolean)
    .map((/** @type {string[]} */ [, to, count]) => [to, Number(count)]);
  // By hand, as in runbook_redis.test.mjs: 1,365, 1,366 and 1,365 slots have come, in this order of numbers.
  expect(back).toEqual([
    ['a', 1365],
    ['b', 1366],
    ['c', 1365],
  ]);
  expect(markdownOf(book)).toContain(undo.join('\n'));
  expect(commandsOf(book)).not.toContain(undo[2]); // all commands in a row do not undo what they did
});

test('the runbook says why it does not rebalance, and what Redis makes of a master without slots', () => {
  const { book } = bookOf(kThree, { given: '10.0.0.1:7004' });
  const [, move] = book.steps;
  expect(move.does.join(' ')).toContain('“redis-cli --cluster rebalance --cluster-use-empty-masters”');
  expect(move.back).toContain('a replica of the master that takes it, unless cluster-allow-replica-migration is “no”');
});

test('equal masters are counted, and many unequal ones are a table', () => {
  const eight = (/** @type {number[]} */ ends) =>
    ends.map((end, i) => line('abcdef01'[i], 7001 + i, 'master', `${i === 0 ? 0 : ends[i - 1] + 1}-${end}`));
  const even = Array.from({ length: 8 }, (_, i) => 2048 * (i + 1) - 1);
  const given = Array.from({ length: 8 }, (_, i) => `10.0.0.9:${i + 1}`).join('\n');
  const [, equal] = bookOf(eight(even), { given }).book.steps;
  expect(equal.checks.join('\n')).toContain('shows 16 masters with 1,024 slots each.');
  expect(equal.table).toBe(undefined);
  const { book } = bookOf(eight(even), { given: '10.0.0.9:1' }); // 16,384 over nine: 1,820 or 1,821 each
  const [, unequal] = book.steps;
  expect(unequal.table[0]).toEqual(['Master', 'Slots']);
  expect(unequal.table).toHaveLength(10);
  expect(
    unequal.table
      .slice(1)
      .reduce(
        (/** @type {number} */ sum, /** @type {string[]} */ [, count]) => sum + Number(count.replace(',', '')),
        0,
      ),
  ).toBe(16_384);
  expect(markdownOf(book)).toMatch(/\| Master \| Slots \|\n\| --- \| --- \|\n\| 10\.0\.0\.1:7001 \| 1,82[01] \|/);
});
