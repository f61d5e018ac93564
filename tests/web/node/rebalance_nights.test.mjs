// Runbooks whose steps are cut by nights: whatever the system and the window, every move is in exactly one command, in
// its order, and ends in the night of its step.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromTree } from '../../built.mjs';
/** @import {Json} from '../../types.d.ts' */

const { kWriters } = await fromTree('web/systems/moves/moves.js');
const { carriedOf } = await fromTree('web/systems/runbook/carried.js');
const { movesCsv } = await fromTree('web/systems/runbook/csv.js');
const { planBook } = await fromTree('web/systems/runbook/plan.js');

const kDayMs = 86_400_000;
const kMinuteMs = 60_000;
const kRounds = 40;
const kNone = /** @type {string[]} */ ([]);
const kMasters = [1, 2, 3].map((i) => `10.0.0.${i}:7001`);

/** Three nodes and the names of entries, as the commands of each system want them. */
const kNames = /** @type {Record<string, {nodes: string[], entry: (i: number) => string}>} */ ({
  redis: { nodes: kMasters, entry: (i) => `${i}` },
  valkey: { nodes: kMasters, entry: (i) => `${i}` },
  citus: { nodes: ['w1:5432', 'w2:5432', 'w3:5432'], entry: (i) => `${i + 1}` },
  kafka: { nodes: ['1', '2', '3'], entry: (i) => `t-${i}` },
  ceph: { nodes: ['osd.0', 'osd.1', 'osd.2'], entry: (i) => `1.${i.toString(16)}` },
  elasticsearch: { nodes: ['n1', 'n2', 'n3'], entry: (i) => `l/${i}` },
  mongodb: { nodes: ['s1', 's2', 's3'], entry: (i) => `[${i}, ${i + 1})` },
  sql: { nodes: ['a', 'b', 'c'], entry: (i) => `e${i}` },
});

let state = 11;
const draw = (/** @type {number} */ most) => (state = (state * 48_271) % 2_147_483_647) % most;

/** @param {string} system @param {{begin: number, end: number}} window @returns {Json} what is carried out */
function drawn(system, window) {
  const { nodes: names, entry } = kNames[system];
  const rows = Array.from({ length: 1 + draw(80) }, (_, i) => ({ id: entry(i), at: draw(3), bytes: draw(200) * 1e8 }));
  const moves = rows.map(({ id, at }) => [id, names[at], names[(at + 1 + draw(2)) % 3]]);
  const atOnce = 1 + draw(3);
  const reading = {
    system: { valkey: 'redis', sql: 'rows' }[system] ?? system,
    nodes: names.map((name, i) => ({ name, id: 'abc'[i].repeat(40) })),
    entries: {
      kind: 'slots',
      rows: rows.map(({ id, at, bytes }) => ({ id, owner: names[at], replicas: kNone, bytes })),
    },
    ...(system === 'mongodb' && { topic: 'shop.orders', key_fields: ['x'] }),
  };
  const problem = {
    nodes: names.map((name) => ({ name, capacity: 1, zone: '', disk: /** @type {?number} */ (null) })),
    entries: rows.map(({ id, at, bytes }) => ({ id, bytes, load: 1, replicas: [names[at]] })),
    options: { epsilon: 9, drain: kNone, pinned: kNone, zones: 'none', per_move: 0, max_in_flight: atOnce },
  };
  return carriedOf(
    {
      ...{ reading, system, asked: { problem, by: 'bytes', unit: 'bytes', kind: 'slots', notes: [] } },
      plan: { moves, groups: moves.map((_, i) => i) },
    },
    { of: '', added: [], notes: [], atOnce, pace: { rate: 20e6, window }, schedule: null },
  );
}

for (const { system } of kWriters)
  test(`steps of ${system} are within nights, with every move in its order`, () => {
    for (let round = 0; round < kRounds; ++round) {
      const begin = draw(1440);
      const length = 1 + draw(300);
      const carried = drawn(system, { begin, end: (begin + length) % 1440 });
      const { stages, moves, written } = carried;
      assert.ok(written);
      assert.deepEqual(
        stages.flatMap((/** @type {Json} */ stage) => stage.moves),
        moves,
      );
      const steps = stages.flatMap((/** @type {Json} */ stage) => stage.steps);
      assert.deepEqual(
        steps.flatMap((/** @type {Json} */ step) => step.moves),
        moves,
      );
      let last = 0;
      for (const { night, spans } of stages) {
        assert.ok(night >= last, 'nights follow each other');
        last = night;
        const over = (night - 1) * kDayMs + (begin + length) * kMinuteMs;
        const long = spans.some((/** @type {number[]} */ [from, to]) => to - from > length * kMinuteMs);
        for (const [, end] of spans) assert.ok(long || end <= over, 'a step ends in its night');
      }
      assert.equal(movesCsv(planBook(carried)).split('\r\n').length, moves.length + 2);
    }
  });
