// The cost of reshard_owner() in DuckDB: 5,000,000 rows of a table, Parquet and CSV, the best of three; compared with
// COPY into the command. Needs dist/ and build/release:
//   RESHARD_BUILD=build/release node tests/bench/duckdb.mjs [--rows=5000000]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { program } from '../command/command.mjs';
import { dist, root } from '../live/programs.mjs';

const { registerReshard } = await import(pathToFileURL(join(dist, 'reshard-duckdb.mjs')).href);
const rows = Number(process.argv.find((word) => word.startsWith('--rows='))?.slice(7) ?? 5_000_000);
const kNodes = 100;
const folder = mkdtempSync(join(tmpdir(), 'reshard-duckdb-'));
const connection = await (await DuckDBInstance.create()).connect();
await registerReshard(connection);

/** @param {() => unknown} work */
async function best(work) {
  let least = Infinity;
  for (let i = 0; i < 3; ++i) {
    const began = performance.now();
    await work();
    least = Math.min(least, (performance.now() - began) / 1000);
  }
  return least;
}
const tell = (/** @type {string} */ name, /** @type {number} */ seconds) =>
  console.log(`| ${name} | ${seconds.toFixed(2)} | ${(rows / seconds / 1e6).toFixed(1)} |`);

try {
  await connection.run(
    `CREATE TABLE t AS SELECT 'user:' || lpad((i * 7919 % 100000000000)::VARCHAR, 11, '0') AS k ` +
      `FROM range(${rows}) AS r(i)`,
  );
  await connection.run(`COPY t TO '${folder}/t.parquet'`);
  await connection.run(`COPY t TO '${folder}/t.csv'`);
  console.log(
    `${rows} rows, keys of 16 bytes, ${kNodes} nodes\n\n| asked | s | million rows a second |\n| --- | ---: | ---: |`,
  );
  const sources = { 'a table': 't', Parquet: `'${folder}/t.parquet'`, CSV: `read_csv('${folder}/t.csv')` };
  for (const [name, source] of Object.entries(sources)) {
    for (const [what, expression] of [
      ['count(hash(k) % 100)', `count(hash(k) % ${kNodes})`],
      ['owner, ring', `count(reshard_owner('v=1&nodes=${kNodes}', k))`],
    ]) {
      tell(`${name}: ${what}`, await best(() => connection.run(`SELECT ${expression} FROM ${source}`)));
    }
  }
  for (const strategy of ['jump', 'maglev', 'redis_slots', 'ketama', 'rendezvous']) {
    tell(
      `a table: owner, ${strategy}`,
      await best(() =>
        connection.run(`SELECT count(reshard_owner('v=1&nodes=${kNodes}&strategy=${strategy}', k)) FROM t`),
      ),
    );
  }
  const script = `import { DuckDBInstance } from '@duckdb/node-api';
    const c = await (await DuckDBInstance.create()).connect();
    await c.run("COPY (SELECT k FROM '${folder}/t.parquet') TO '/dev/stdout' (FORMAT csv, HEADER false)");`;
  const words = [
    '-c',
    '"$0" --input-type=module -e "$1" | "$2" place -l "$3" > /dev/null',
    process.execPath,
    script,
    program,
    `v=1&nodes=${kNodes}`,
  ];
  tell(
    'Parquet: COPY TO /dev/stdout into reshard place, ring',
    await best(() => spawnSync('bash', words, { cwd: root })),
  );
} finally {
  rmSync(folder, { recursive: true });
}
