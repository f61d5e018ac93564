// Moves in the commands of Ceph and Elasticsearch, which copy by themselves: what scripts wait for, and the way back.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fromTree, root } from '../../built.mjs';
import {
  ceph,
  elasticsearch,
  kCrush,
  kGroups,
  kItems,
  kShards,
  kShardsAfter,
  kShardsBefore,
  nodes,
  refusal,
  written,
} from './moves_cases.mjs';
import { standIns } from './stand_ins.mjs';

const { backOf, scriptOf } = await fromTree('web/systems/moves/moves.js');

test('Ceph keeps the items that a group has, waits for its copies, and goes back to exactly the beginning', (t) => {
  const made = written('ceph', kGroups);
  /** @type {any} */
  const first = { crush: kCrush, items: kItems, moving: 0, until: 0, asked: [] };
  const { run, state, set } = standIns(t, { ceph }, first);
  const there = run(scriptOf(made));
  assert.deepEqual([there.status, there.stderr], [0, '']);
  assert.deepEqual(state().items, { '1.1': [['0', '2']], '1.10': [['3', '1'], ['4', '0']] }); // prettier-ignore
  const asked = state().asked.filter((/** @type {string} */ line) => /upmap-items|pgs_brief/.test(line));
  const waits = ['pg dump pgs_brief', 'pg dump pgs_brief', 'pg dump pgs_brief'];
  assert.deepEqual(asked, [
    ...['osd pg-upmap-items 1.1 0 3', 'osd pg-upmap-items 1.10 3 1 4 0', ...waits],
    ...['osd pg-upmap-items 1.1 0 2', ...waits, 'osd rm-pg-upmap-items 1.f', ...waits],
  ]);
  assert.equal(run(backOf(made), 'bash').status, 0);
  assert.deepEqual(state().items, kItems);
  for (const script of [scriptOf(made), backOf(made)]) {
    set({ ...first, until: 2 });
    assert.equal(run(scriptOf(made)).status, 1);
    assert.equal(run(script).status, 0);
    assert.deepEqual(Object.keys(state().items).length, 2);
  }
  assert.deepEqual(state().items, kItems);
  assert.match(refusal('ceph', { ...kGroups, moves: [['1', 'osd.0', 'osd.1']] }), /not a placement group/);
});

test('osdmaptool prints commands of the form that Ceph gets here', (t) => {
  const rows = readFileSync(new URL('tests/vectors/rebalance/ceph_upmap.csv', root), 'utf8')
    .trim()
    .split('\n')
    .slice(2)
    .map((row) => row.split(','))
    .filter(([, , , command]) => command?.split(' ').length === 6)
    .slice(0, 5);
  assert.equal(rows.length, 5);
  const ends = rows.map(([, , , command]) => command.split(' ').slice(4));
  const moves = rows.map(([group], i) => [group, ...ends[i].map((osd) => `osd.${osd}`)]);
  const crush = Object.fromEntries(rows.map(([group, before]) => [group, before.split('/')]));
  const made = written(
    'ceph',
    /** @type {any} */ ({ nodes: nodes(...new Set(moves.flatMap((move) => move.slice(1)))), moves }),
  );
  const { run, state } = standIns(t, { ceph }, { crush, items: {}, moving: 0, until: 0, asked: [] });
  assert.equal(run(scriptOf(made)).status, 0);
  assert.deepEqual(
    state()
      .asked.filter((/** @type {string} */ line) => line.includes('upmap-items'))
      .map((/** @type {string} */ line) => `ceph ${line}`),
    rows.map(([, , , command]) => command),
  );
});

test('Elasticsearch gets a move a request, each step after the one before it, and the moves back', (t) => {
  const made = written('elasticsearch', kShards);
  /** @type {any} */
  const first = { asked: [], until: 0, moving: 1, last: '', full: '', shards: kShardsBefore };
  const { run, state } = standIns(t, { curl: elasticsearch }, first);
  assert.deepEqual([run(scriptOf(made)).status, state().shards], [0, kShardsAfter]);
  const { asked } = state();
  const told = asked.flatMap((/** @type {any} */ one) =>
    Array.isArray(one)
      ? one[0].includes('dry_run')
        ? []
        : (one[1].commands?.map((/** @type {any} */ { move }) => Object.values(move).join()) ?? [])
      : one.includes('health')
        ? ['health']
        : [],
  );
  const waits = ['health', 'health', 'health'];
  assert.deepEqual(told, [
    ...['health', 'health', 'health', 'logs-2026.11,0,es hot 3,es-1', 'logs-2026.11,1,es-2,es-1', ...waits],
    ...['health', '.kibana_1,12,es-1,es hot 3', 'logs-2026.11,0,es-1,es-2', ...waits],
  ]);
  assert.deepEqual([run(backOf(made)).status, state().shards], [0, kShardsBefore]);
});

test('a script for Elasticsearch that stopped is run again, or back', (t) => {
  const made = written('elasticsearch', kShards);
  /** @type {any} */
  const first = { asked: [], until: 0, moving: 0, last: '', full: '', shards: kShardsBefore };
  const { run, set, state } = standIns(t, { curl: elasticsearch }, first);
  for (const until of [2, 4]) {
    for (const [script, end] of /** @type {[string, any][]} */ ([
      [scriptOf(made), kShardsAfter],
      [backOf(made), kShardsBefore],
    ])) {
      set({ ...first, until });
      const { status, stderr } = run(scriptOf(made));
      assert.equal(status, 1);
      assert.match(stderr, /Stopped\./);
      set({ ...state(), until: 0 });
      assert.equal(run(script).status, 0);
      assert.deepEqual(state().shards, end, `request ${until}`);
    }
  }
  set({ ...first, full: 'es-1' });
  assert.equal(run(scriptOf(made)).status, 1);
  assert.deepEqual(state().shards, kShardsBefore); // nothing after it
  set({ ...first, fails: true });
  const failed = run(scriptOf(made));
  assert.equal(failed.status, 1);
  assert.match(failed.stderr, /has not moved: .*"shard":0.*\n.*Stopped\./);
  assert.deepEqual(state().shards, kShardsBefore);
});
