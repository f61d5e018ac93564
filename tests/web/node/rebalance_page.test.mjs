// The page's own tables as readings: the entry of each key as the core's own explanations tell it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entryOfKeys, readingOf } from '../../../web/dialogs/rebalance/page_entries.js';
import { built, dist } from '../../built.mjs';

const { loadReshard } = await built('reshard-core.mjs');
const core = await loadReshard({ wasm: new URL('reshard-lessons.wasm', dist).href });

/** @typedef {import('../../../web/headless/reshard-core.d.ts').PlaceInput} PlaceInput */
/** @type {Record<string, number>} entries of strategies with few keys */
const kCounts = { redis_slots: 16_384, slots: 1024, vbuckets: 1024, two_level: 1024, citus: 32, mongodb: 16 };

for (const [strategy, count] of Object.entries(kCounts)) {
  test(`${strategy}: moving an entry by hand moves the keys that are said to be in it, and no other`, () => {
    /** @type {PlaceInput} */
    const input = { strategy, nodes: 4, keys: { kind: 'sequential', count: 3000 } };
    const entries = entryOfKeys(core, input, count);
    const before = core.place(input);
    for (const entry of new Set([entries[0], entries[7], entries[2999], 0, count - 1])) {
      const own = before.nodes[before.owners[[...entries].indexOf(entry)]] ?? 'node-0';
      const to = own === 'node-3' ? 'node-2' : 'node-3';
      const after = core.place({ ...input, log: [{ move_to: to, first: entry }] });
      const moved = [...after.owners].flatMap((owner, key) => (owner === before.owners[key] ? [] : [key]));
      const there = [...entries].flatMap((one, key) => (one === entry ? [key] : []));
      assert.deepEqual(moved, there, `entry ${entry}`);
    }
  });
}

test('a reading has each entry with its owner and its keys', () => {
  const input = { strategy: 'slots', nodes: 3, keys: { kind: /** @type {const} */ ('sequential'), count: 20_000 } };
  const reading = readingOf(core, { input, count: 1024, nodes: [{ name: 'node-1', weight: 2 }] });
  assert.deepEqual(reading.nodes, [{ name: 'node-0' }, { name: 'node-1', weight: 2 }, { name: 'node-2' }]);
  assert.equal(reading.entries.kind, 'slots');
  const { counts } = core.place(input);
  const keysOf = (/** @type {string} */ name) =>
    reading.entries.rows.reduce((sum, { owner, rows = 0 }) => sum + (owner === name ? rows : 0), 0);
  assert.deepEqual(['node-0', 'node-1', 'node-2'].map(keysOf), counts);
  assert.equal(reading.entries.rows.length + reading.keyless, 1024);
});
