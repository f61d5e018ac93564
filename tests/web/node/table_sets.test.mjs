// The rows of a published table are exactly what its script prints.
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { built, fromTree } from '../../built.mjs';

const { kSets, placeRow } = await fromTree('web/dialogs/compare/table_sets.js');
const { loadReshard } = await built('reshard-core.mjs');

// Golubtsov's script under PYTHONHASHSEED=0, by Python's version.
const [head, ...lines] = readFileSync(new URL('../../vectors/golubtsov.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .filter((line) => !line.startsWith('#'))
  .map((line) => line.split(','));
const rowsOf = (/** @type {string} */ version) =>
  lines
    .map((cells) => Object.fromEntries(head.map((name, i) => [name, cells[i]])))
    .filter(({ python }) => python === version);

test('the seven rows of Golubtsov’s script come out exactly, to the last item of every shard', async () => {
  const core = await loadReshard();
  const rows = rowsOf('3.10');
  expect(rows).toHaveLength(kSets.golubtsov.length);
  for (const [i, row] of rows.entries()) {
    const { keys, moved, stddev, counts } = placeRow(core, { set: 'golubtsov', row: i });
    expect(keys - moved, row.title).toBe(Number(row.same_keys));
    expect(stddev.toFixed(4), row.title).toBe(row.std);
    expect(counts, row.title).toEqual(
      counts.map((/** @type {number} */ _, /** @type {number} */ shard) => Number(row[`c${shard}`])),
    );
    const { overlap, stddev: published } = kSets.golubtsov[i].told;
    expect([overlap, published], row.title).toEqual([
      Number((Number(row.published_overlap) / 100).toFixed(4)),
      Number(row.published_std),
    ]);
  }
  const [other] = rowsOf('3.11'); // another version hashes differently
  expect(1e6 - placeRow(core, { set: 'golubtsov', row: 0 }).moved).not.toBe(Number(other.same_keys));
});
