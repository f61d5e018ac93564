// What reshard_owner() costs in PostgreSQL, beside the hash that partitions by modulo: 5,000,000 rows, in one process and in
// two, the best of three. Wants build/release with the extension, and PostgreSQL 15:
//   RESHARD_BUILD=build/release node tests/bench/postgresql.mjs [--rows=5000000]
import { startServer } from '../command/postgres.mjs';

const rows = Number(process.argv.find((word) => word.startsWith('--rows='))?.slice(7) ?? 5_000_000);
const kNodes = 100;
const ends = [];
const psql = startServer({ after: (end) => ends.push(end) }, { extension: true, options: '-c shared_buffers=1GB -c max_parallel_workers_per_gather=1' });

const kAsked = {
  'count(k), no function': 'k',
  '(hashtext(k) & 2147483647) % 100': `(hashtext(k) & 2147483647) % ${kNodes}`,
  'md5(k)': 'md5(k)',
  ...Object.fromEntries(['modulo', 'ring', 'ring&hash=xxh64', 'jump', 'maglev', 'redis_slots', 'ketama', 'rendezvous']
    .map((strategy) => [`reshard_owner, ${strategy}`, `reshard_owner('v=1&nodes=${kNodes}&strategy=${strategy}', k)`])),
  'reshard_moved, ring': `reshard_moved('v=1&nodes=${kNodes}&log=+one', k)`,
};

function seconds(expression, processes) {
  const timed = psql(`SET max_parallel_workers_per_gather = ${processes - 1}; SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0;
    EXPLAIN (ANALYZE, TIMING OFF, SUMMARY) SELECT count(${expression}) FROM t;`);
  return Number(/Execution Time: ([\d.]+) ms/.exec(timed)[1]) / 1000;
}

try {
  psql(`CREATE EXTENSION reshard; CREATE TABLE t (k text); INSERT INTO t SELECT 'user:' || lpad((i * 7919 % 100000000000)::text, 11, '0') FROM generate_series(1::bigint, ${rows}) AS i;
    VACUUM ANALYZE t;`);
  console.log(`${rows} rows, keys of 16 bytes, ${kNodes} nodes; seconds and multiples of the line of hashtext\n`);
  console.log('| asked | one process | × | two | × |\n| --- | ---: | ---: | ---: | ---: |');
  const best = (expression, processes) => Math.min(...[0, 1, 2].map(() => seconds(expression, processes)));
  const found = Object.entries(kAsked).map(([name, expression]) => ({ name, one: best(expression, 1), two: best(expression, 2) }));
  const base = found[1];
  for (const { name, one, two } of found) {
    console.log(`| ${name} | ${one.toFixed(2)} | ${(one / base.one).toFixed(2)} | ${two.toFixed(2)} | ${(two / base.two).toFixed(2)} |`);
  }
} finally {
  for (const end of ends) end();
}
