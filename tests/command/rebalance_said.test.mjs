// What `reshard rebalance FILE` says on standard error, of one and of several.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromTree } from '../built.mjs';

const { sentence, tellNotes, tellObstacles, tellPace } = await fromTree('core/bindings/node/rebalance_said.mjs');

/** What is said meanwhile. @param {() => void} tell @returns {string[]} */
function saidBy(tell) {
  const { write } = process.stderr;
  const said = /** @type {string[]} */ ([]);
  process.stderr.write = (/** @type {any} */ text) => said.push(text) > 0;
  try {
    tell();
  } finally {
    process.stderr.write = write;
  }
  return said.map((line) => line.replace(/^reshard: |\n$/g, ''));
}
/** @param {string} what @param {string[]} names @param {string} kind */
const note = (what, names, kind = 'slots', count = names.length) =>
  saidBy(() => tellNotes({ notes: [{ what, count, names }], kind }))[0];

test('one is and several are', () => {
  assert.equal(note('no_owner', ['7']), '1 slot (7) has no owner, and is left out');
  assert.equal(note('no_owner', ['7', '8']), '2 slots (7, 8) have no owner, and are left out');
  assert.equal(
    note('no_size', ['a', 'b'], '', 7),
    '7 entries (a, b, …) have no size in this text, and stay where they are',
  );
  assert.equal(note('no_size', ['a'], ''), '1 entry (a) has no size in this text, and stays where it is');
  assert.equal(note('moving', ['a'], 'pg copies'), '1 pg copy (a) is on its way, and stays where it is');
  assert.equal(note('lost', ['a'], 'shards'), '1 shard (a) is only on nodes that are down, and is left out');
  assert.equal(note('zones_shared', [], 'ranges', 1), '1 range has replicas in one zone, so zones are not kept apart');
  assert.equal(note('down', ['db-3']), 'db-3 is down: it takes nothing, and its copies go elsewhere');
  assert.equal(
    note('down', ['db-3', 'db-4'], 'slots', 9),
    'db-3, db-4, … are down: they take nothing, and their copies go elsewhere',
  );
  const plan = { moves: [['s1', 'a', 'b']], bytes: 5, ratio_before: 2, ratio: 1 };
  assert.equal(
    sentence(plan, 'bytes', { entries: [1, 2], kind: '' }),
    'Move 1 of 2 entries in 1 move, 5 bytes: the busiest node goes from 2.000 to 1.000 times its share.',
  );
});

test('a proof is told as one', () => {
  const [found] = saidBy(() => tellObstacles({ excess: 5, proven: false }));
  assert.equal(found, 'no plan was found that brings every node within its limit: 5 stay above');
  const [proven] = saidBy(() => tellObstacles({ excess: 5, proven: true }));
  assert.equal(proven, 'no plan brings every node within its limit, and none comes closer: 5 stay above');
  assert.deepEqual(
    saidBy(() => tellObstacles({ excess: 0, proven: true })),
    [],
  );
});

test('times are the page’s: rounded to two units', async () => {
  const scripts = await fromTree('web/systems/rebalance/rebalances.js');
  const moves = ['x', 'y'].map((id) => [id, 'a', 'b']);
  const told = (/** @type {object} */ schedule, pace = {}) =>
    saidBy(() =>
      tellPace(scripts, schedule, { moves }, { entries: [] }, { rate: 20e6, window: null, unit: 'bytes', ...pace }),
    );
  const tell = (/** @type {number} */ seconds, pace = {}) =>
    told({ spans: [[0, 1000 * seconds]], busy_ms: 1000 * seconds, end_ms: 1000 * seconds }, pace)[0];
  assert.equal(tell(90), 'It takes 1 min 30 s at 20 MB/s.');
  assert.equal(tell(200_000), 'It takes 2 d 8 h at 20 MB/s.');
  assert.equal(tell(90, { unit: 'keys', rate: 5000 }), 'It takes 1 min 30 s at 5,000 keys per second.');
  assert.deepEqual(told({ too_long: [1] }, { window: { begin: 60, end: 61 } }), [
    'no time: longer than the window: 1 move (y)',
    'another --rate or --window is needed',
  ]);
});
