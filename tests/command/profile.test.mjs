// The profile of candidate sharding keys compared with SQL over the same rows in DuckDB; owners come from the headless
// core.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { dist, folderOf, loadCore } from '../live/programs.mjs';
/** @import {Test} from '../live/programs.mjs' */
/** @import {WorldId} from '../../web/headless/reshard-profile.d.ts' */

/** @type {typeof import('../../web/headless/reshard-profile.d.ts')} */
const { loadProfiler } = await import(pathToFileURL(join(dist, 'reshard-profile.mjs')).href);
const profiler = await loadProfiler();
const core = await loadCore();
const kRows = Number(process.env.RESHARD_ROWS ?? 60_000);
const kNodes = ['a', 'b', 'c', 'd', 'e'];
const shards = { strategy: 'ring', params: { vnodes: 50 }, nodes: kNodes };

const csvField = (/** @type {?string} */ value) => (value === null ? '' : `"${value.replaceAll('"', '""')}"`);

/**
 * A world as a CSV file, and its profile.
 * @param {Test} t
 * @param {WorldId} id
 */
function worldAsCsv(t, id) {
  const world = profiler.world({ id, rows: kRows, seed: 11 });
  const { columns, candidates, pairs, time } = world.info;
  const lines = [columns.join(',')];
  for (let first = 0; first < kRows; first += 1_000) {
    for (const row of world.rows(first, Math.min(1_000, kRows - first))) lines.push(row.map(csvField).join(','));
  }
  const file = join(folderOf(t), `${id}.csv`);
  writeFileSync(file, `${lines.join('\n')}\n`);
  const open = profiler.open({ columns, candidates, pairs, time, shards, top: 5 });
  for (let batch = world.next(); batch !== null; batch = world.next()) open.push(batch);
  return { file, columns, time, profile: open.finish() };
}

for (const id of /** @type {WorldId[]} */ (['shop', 'social', 'sensors'])) {
  const figures = 'NULLs, distinct values, the most frequent ones, shards and rank correlation';
  test(`${figures} of the world ${id} agree with SQL`, async (t) => {
    const { file, columns, time, profile } = worldAsCsv(t, id);
    const connection = await (await DuckDBInstance.create()).connect();
    const rows = async (/** @type {string} */ sql) => (await connection.runAndReadAll(sql)).getRows();
    await rows(`CREATE TABLE t AS SELECT * FROM read_csv('${file}', header = true, all_varchar = true)`);
    await rows(
      `CREATE TABLE typed AS SELECT row_number() OVER () AS r, * FROM read_csv('${file}', ` +
        'header = true, sample_size = -1)',
    );
    assert.equal(profile.rows, kRows);
    for (const { name, nulls, bytes } of profile.columns) {
      const [[none, size]] = await rows(`SELECT count(*) - count("${name}"), sum(strlen("${name}")) FROM t`);
      assert.deepEqual([nulls, bytes], [Number(none), Number(size)], `${id}.${name}`);
    }
    assert.deepEqual(
      profile.columns.map(({ name }) => name),
      columns,
    );
    for (const candidate of profile.candidates) {
      const value = candidate.columns.map((name) => `"${name}"`).join(` || '|' || `);
      const tuple = `(${candidate.columns.map((name) => `"${name}"`).join(', ')})`;
      const some = candidate.columns.map((name) => `"${name}" IS NOT NULL`).join(' AND ');
      const [[distinct, valued]] = await rows(`SELECT count(DISTINCT ${tuple}), count(*) FROM t WHERE ${some}`);
      assert.deepEqual([candidate.distinct.value, candidate.rows], [Number(distinct), Number(valued)], candidate.id);
      const counts = await rows(`SELECT count(*) AS c FROM t WHERE ${some} GROUP BY ${tuple} ORDER BY c DESC LIMIT 6`);
      assert.deepEqual(
        candidate.top.map(({ count }) => count),
        counts.slice(0, 5).map(([count]) => Number(count)),
        candidate.id,
      );
      assert.equal(candidate.restAtMost, counts.length > 5 ? Number(counts[5][0]) : 0);
      for (const { value: text, count } of candidate.top) {
        const [[found]] = await rows(`SELECT count(*) FROM t WHERE ${value} = '${text}'`);
        assert.equal(count, Number(found), `${candidate.id}: ${text}`);
      }
      const groups = await rows(`SELECT any_value(${value}), count(*) FROM t WHERE ${some} GROUP BY ${tuple}`);
      const { owners } = core.place({ ...shards, keys: groups.map(([text]) => String(text)) });
      const placed = new Array(kNodes.length).fill(0);
      groups.forEach(([, count], i) => {
        placed[owners[i]] += Number(count);
      });
      assert.deepEqual(candidate.spread.counts, placed, candidate.id);

      // Ranks by window functions; equal values share their mean rank.
      const ordered = candidate.columns.map((name) => `"${name}"`).join(', ');
      const mean = (/** @type {string} */ by) =>
        `rank() OVER (ORDER BY ${by}) + (count(*) OVER (PARTITION BY ${by}) - 1) / 2.0`;
      const [[correlation]] = await rows(
          `SELECT corr(a, b) FROM (SELECT ${mean(ordered)} AS a, ${mean(`"${time}"`)} AS b FROM typed WHERE ${some})`,
        ),
        rho = Number(correlation);
      if (candidate.rank.rho !== null)
        assert.ok(Math.abs(candidate.rank.rho - rho) < 1e-9, `${candidate.id}: ${candidate.rank.rho}, SQL ${rho}`);
      assert.equal(candidate.rank.exact, true);
      assert.equal(candidate.rank.monotonic, Math.abs(rho) < 0.7 ? 'no' : rho > 0 ? 'increasing' : 'decreasing');
    }
  });
}
