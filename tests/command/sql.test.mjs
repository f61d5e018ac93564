// PostgreSQL runs what `reshard sql` prints, in the test's own server, on a socket in its own folder.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reshard } from './command.mjs';
import { needsPostgres, startServer } from './postgres.mjs';

const kTables = ['node-0', 'node-1', 'node-2', 'node-3'].map((name) => `t_${name}`);

/** @type {[string, string[], (i: number) => string][]} */
const kKinds = [
  ['text', [], (i) => (i % 3 === 0 ? `it's ${i}` : i % 3 === 1 ? `back\\slash ${i}` : `ключ ${i}`)],
  ['bytea', ['--bytea'], (i) => `k${i}`],
  ['bigint', [], (i) => String(i)],
];
for (const [type, words, keyOf] of kKinds) {
  test(
    `rows with a key of type ${type} are moved, also if that is interrupted and run again`,
    needsPostgres,
    async (t) => {
      const psql = startServer(t);
      const link = ['-l', 'v=1&nodes=3&log=+node-3'];
      const keys = Array.from({ length: 30_000 }, (_, i) => keyOf(i));
      const { text: placed } = await reshard(
        ['place', ...link, '--at', 'before', '-d', '\t'],
        keys.map((key) => `${key}\n`).join(''),
      );
      const rows = placed
        .trimEnd()
        .split('\n')
        .map((line) => line.split('\t'));
      const literal = (/** @type {string} */ key) =>
        type === 'bytea' ? `\\\\x${Buffer.from(key).toString('hex')}` : key.replaceAll('\\', '\\\\');
      psql(
        kTables.map((table) => `CREATE TABLE "${table}" (k ${type} PRIMARY KEY, more text);\n`).join('') +
          kTables
            .map(
              (table) =>
                `COPY "${table}" FROM STDIN;\n${rows
                  .filter(([, owner]) => `t_${owner}` === table)
                  .map(([key]) => `${literal(key)}\tx\n`)
                  .join('')}\\.\n`,
            )
            .join(''),
      );

      const { text: sql, code } = await reshard(
        ['sql', ...link, '--table', 't', '--key', 'k', ...words],
        keys.map((key) => `${key}\n`).join(''),
      );
      assert.equal(code, 0);
      const transactions = sql.split(/(?<=COMMIT;\n)/);
      assert.ok(transactions.length > 3);
      psql(transactions.slice(0, 2).join('') + transactions[2].replace('COMMIT', 'ROLLBACK'));
      psql(sql);
      psql(sql);

      assert.equal(
        psql(kTables.map((table) => `SELECT count(*) FROM "${table}";`).join('\n'))
          .trim()
          .split('\n')
          .reduce((sum, count) => sum + Number(count), 0),
        keys.length,
      );
      const shown = type === 'bytea' ? "convert_from(k, 'UTF8')" : 'k';
      const where = kTables
        .map((table) => psql(`COPY (SELECT ${shown}, '${table.slice(2)}' FROM "${table}") TO STDOUT;`))
        .join('');
      const checked = await reshard(['check', ...link, '--tsv', '--owner', '2'], where);
      assert.equal(checked.text, '0 of 30000 records are on another node\n');
      const unmoved = await reshard(['check', ...link, '--at', 'before', '--tsv', '--owner', '2'], where);
      assert.equal(unmoved.code, 1);
    },
  );
}

test(
  'a move whose session the server ends in mid-batch loses no row, and the same statements finish it',
  needsPostgres,
  async (t) => {
    const psql = startServer(t);
    const link = ['-l', 'v=1&nodes=3&log=+node-3'];
    const rows = Array.from({ length: 30_000 }, (_, i) => `it's ${i}\\tno ключ`);
    const { text: placed } = await reshard(
      ['place', '--tsv', ...link, '--at', 'before'],
      rows.map((row) => `${row}\n`).join(''),
    );
    psql(
      kTables
        .map(
          (table) =>
            `CREATE TABLE "${table}" (k text PRIMARY KEY, more int DEFAULT 7);\n` +
            `COPY "${table}" (k) FROM STDIN;\n${placed
              .split('\n')
              .filter((line) => line.endsWith(`\t${table.slice(2)}`))
              .map((line) => `${line.slice(0, line.lastIndexOf('\t'))}\n`)
              .join('')}\\.\n`,
        )
        .join(''),
    );

    // The tables' rows go to the command as psql prints them.
    const all = kTables.map((table) => `SELECT k, '${table.slice(2)}' AS node FROM "${table}"`).join(' UNION ALL ');
    const copied = () => psql(`COPY (${all}) TO STDOUT;`);
    const { text: sql } = await reshard(['sql', '--tsv', ...link, '--table', 't', '--key-column', 'k'], copied());
    const batches = sql.split(/(?<=COMMIT;\n)/).filter(Boolean);
    assert.ok(batches.length >= 6);

    // Another session locks the last row of the fourth batch, whose other rows are deleted by then, but not committed.
    const [, from, last] = /DELETE FROM ("t_[^"]+").*, (E?'(?:[^']|'')*')\) RETURNING/.exec(batches[3]);
    const held = psql.started(
      `SET application_name = 'holder'; BEGIN; ` +
        `SELECT 1 FROM ${from} WHERE k = ${last} FOR UPDATE; SELECT pg_sleep(600);`,
    );
    const until = async (/** @type {string} */ query) => {
      for (let waited = 0; psql(query) !== 't\n'; waited += 100) {
        assert.ok(waited < 60_000, query);
        await new Promise((next) => {
          setTimeout(next, 100);
        });
      }
    };
    await until(
      `SELECT count(*) = 1 FROM pg_stat_activity WHERE application_name = 'holder' AND wait_event = 'PgSleep';`,
    );
    const moving = psql.started(`SET application_name = 'mover';\n${sql}`);
    await until(
      `SELECT count(*) = 1 FROM pg_stat_activity WHERE application_name = 'mover' ` +
        `AND wait_event_type = 'Lock' AND query LIKE 'WITH gone%';`,
    );
    assert.equal(
      psql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'mover';`),
      't\n',
    );
    const { code, errors } = await moving;
    assert.notEqual(code, 0);
    assert.match(errors, /terminating connection due to administrator command/);
    psql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'holder';`);
    await held;

    const check = async () => (await reshard(['check', '--tsv', '--owner', '2', ...link], copied())).text;
    const keysOf = (/** @type {string} */ text) => [...text.matchAll(/E?'((?:[^']|'')*)'/g)].length;
    const moves = keysOf(sql),
      done = keysOf(batches.slice(0, 3).join(''));
    assert.match(await check(), new RegExp(`^${moves - done} of 30000 records are on another node; `));
    psql(sql);
    assert.equal(await check(), '0 of 30000 records are on another node\n');
    assert.equal(
      psql(
        'SELECT count(DISTINCT k), count(*), sum(more) ' +
          `FROM (${kTables.map((table) => `SELECT * FROM "${table}"`).join(' UNION ALL ')}) AS t;`,
      ),
      '30000|30000|210000\n',
    );
  },
);

test('keys that PostgreSQL cannot store as text, and names that it would truncate, are refused', async () => {
  const words = (/** @type {string} */ link) => ['sql', '-l', link, '--table', 't', '--key-column', 'k'];
  const bytes = Buffer.concat(Array.from({ length: 50 }, (_, i) => Buffer.from([0xff, 48 + i, 10])));
  const { code, error } = await reshard(words('v=1&nodes=a,b&log=-a'), bytes);
  assert.equal(code, 3);
  assert.match(error, /line \d+: PostgreSQL has no such text: the key needs --bytea/);
  const long = await reshard(words(`v=1&nodes=a,b&log=+${'c'.repeat(62)}`), '');
  assert.equal(long.code, 2);
  assert.match(long.error, /has a name of more than 63 bytes/);
  const renamed = await reshard(words('v=1&nodes=a,b&log=~a~c'), '');
  assert.match(renamed.error, /the last change renames “a”/);
});
