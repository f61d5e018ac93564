// What `reshard sql` prints, run by PostgreSQL: a server of the test's own, on a socket in a folder of its own.
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
  test(`rows with a key of ${type} are moved, also when that was interrupted and is run again`, needsPostgres, async (t) => {
    const psql = startServer(t);
    const link = ['-l', 'v=1&nodes=3&log=+node-3'];
    const keys = Array.from({ length: 30_000 }, (_, i) => keyOf(i));
    const { text: placed } = await reshard(['place', ...link, '--at', 'before', '-d', '\t'], keys.map((key) => `${key}\n`).join(''));
    const rows = placed.trimEnd().split('\n').map((line) => line.split('\t'));
    const literal = (key) => (type === 'bytea' ? `\\\\x${Buffer.from(key).toString('hex')}` : key.replaceAll('\\', '\\\\'));
    psql(kTables.map((table) => `CREATE TABLE "${table}" (k ${type} PRIMARY KEY, more text);\n`).join('')
      + kTables.map((table) => `COPY "${table}" FROM STDIN;\n${rows.filter(([, owner]) => `t_${owner}` === table).map(([key]) => `${literal(key)}\tx\n`).join('')}\\.\n`).join(''));

    const { text: sql, code } = await reshard(['sql', ...link, '--table', 't', '--key', 'k', ...words], keys.map((key) => `${key}\n`).join(''));
    assert.equal(code, 0);
    const transactions = sql.split(/(?<=COMMIT;\n)/);
    assert.ok(transactions.length > 3);
    psql(transactions.slice(0, 2).join('') + transactions[2].replace('COMMIT', 'ROLLBACK'));
    psql(sql);
    psql(sql);

    assert.equal(psql(kTables.map((table) => `SELECT count(*) FROM "${table}";`).join('\n')).trim().split('\n').reduce((sum, count) => sum + Number(count), 0), keys.length);
    const shown = type === 'bytea' ? 'convert_from(k, \'UTF8\')' : 'k';
    const where = kTables.map((table) => psql(`COPY (SELECT ${shown}, '${table.slice(2)}' FROM "${table}") TO STDOUT;`)).join('');
    const checked = await reshard(['check', ...link, '--tsv', '--owner', '2'], where);
    assert.equal(checked.text, '0 of 30000 records are on another node\n');
    const unmoved = await reshard(['check', ...link, '--at', 'before', '--tsv', '--owner', '2'], where);
    assert.equal(unmoved.code, 1);
  });
}

test('keys that PostgreSQL has no text for, and names that it would cut, are refused', async () => {
  const words = (link) => ['sql', '-l', link, '--table', 't', '--key-column', 'k'];
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
