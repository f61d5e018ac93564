// The cost of reshard_owner() in PostgreSQL, compared with `hashtext(k) % n`: 5,000,000 rows, CPU time of the one
// backend process, the best of three. Needs build/release with the extension, and PostgreSQL 15:
//   RESHARD_BUILD=build/release node tests/bench/postgresql.mjs [--rows=5000000]
import { startServer } from '../command/postgres.mjs';

const rows = Number(process.argv.find((word) => word.startsWith('--rows='))?.slice(7) ?? 5_000_000);
const kNodes = 100;
/** @type {(() => unknown)[]} */
const ends = [];
const psql = startServer({ after: (end) => ends.push(end) }, { extension: true, options: '-c shared_buffers=1GB' });

const kAsked = {
  'no function: `count(k)`': 'k',
  [`\`(hashtext(k) & 2147483647) % ${kNodes}\``]: `(hashtext(k) & 2147483647) % ${kNodes}`,
  '`md5(k)`': 'md5(k)',
  ...Object.fromEntries(
    ['modulo', 'ring', 'jump', 'maglev', 'redis_slots', 'ketama', 'rendezvous'].map((strategy) => [
      `\`reshard_owner\`, ${strategy}`,
      `reshard_owner('v=1&nodes=${kNodes}&strategy=${strategy}', k)`,
    ]),
  ),
  '`reshard_moved`, ring': `reshard_moved('v=1&nodes=${kNodes}&log=+one', k)`,
};

/** @param {string} expression */
function seconds(expression) {
  const { all } = psql.refused(
    'SET max_parallel_workers_per_gather = 0; SET log_executor_stats = on; ' +
      `SET client_min_messages = log; SELECT count(${expression}) FROM t;`,
  );
  const [, user, system] = /([\d.]+) s user, ([\d.]+) s system/.exec(all.slice(all.lastIndexOf('EXECUTOR STATISTICS')));
  return Number(user) + Number(system);
}

try {
  psql(`CREATE EXTENSION reshard; CREATE TABLE t (k text);
    INSERT INTO t SELECT 'user:' || lpad((i * 7919 % 100000000000)::text, 11, '0')
      FROM generate_series(1::bigint, ${rows}) AS i;
    VACUUM ANALYZE t;`);
  console.log(`${rows} rows, keys of 16 bytes, ${kNodes} nodes\n\n| asked | s | × |\n| --- | ---: | ---: |`);
  const found = Object.entries(kAsked).map(([name, expression]) => ({
    name,
    spent: Math.min(...[0, 1, 2].map(() => seconds(expression))),
  }));
  for (const { name, spent } of found)
    console.log(`| ${name} | ${spent.toFixed(2)} | ${(spent / found[1].spent).toFixed(1)} |`);
} finally {
  for (const end of ends) end();
}
