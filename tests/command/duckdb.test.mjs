// reshard_owner() and reshard_moved() in DuckDB: owners, NULL, refusals, many links in one chunk, Parquet and CSV.
import assert from 'node:assert/strict';
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { randomNumbers } from '../live/keys.mjs';
import { dist, folderOf, loadCore, root, run } from '../live/programs.mjs';
import { program, reshard } from './command.mjs';
import { readableKeys } from './readable.mjs';
/** @import {LogEntry} from '../../web/headless/reshard-core.d.ts' */

const { registerReshard } = await import(pathToFileURL(join(dist, 'reshard-duckdb.mjs')).href);
const core = await loadCore();
const kCount = Number(process.env.RESHARD_KEYS ?? 100_000);
const kRounds = Number(process.env.RESHARD_ROUNDS ?? 10_000);
const kNodes = [
  '10.0.0.1:11211',
  '10.0.0.2:11212',
  'cache-3',
  '10.0.0.4',
  'cache.example:22122',
  'f',
  'a-name-of-more-than-twelve-bytes',
];
const kLink = 'v=1&nodes=5&log=+node-5';

const quoted = (/** @type {string} */ text) => `'${text.replaceAll("'", "''")}'`;
const blob = (/** @type {Buffer} */ bytes) => `'${bytes.toString('hex').replace(/../g, '\\x$&')}'::BLOB`;

async function opened() {
  const connection = await (await DuckDBInstance.create()).connect();
  await registerReshard(connection);
  const rows = async (/** @type {string} */ sql) => (await connection.runAndReadAll(sql)).getRows();
  return { connection, rows, column: async (/** @type {string} */ sql) => (await rows(sql)).map(([value]) => value) };
}

/**
 * @param {string} strategy
 * @param {Buffer[]} keys
 */
function expected(strategy, keys) {
  const { owners, nodes } = core.place({ strategy, nodes: kNodes, keys: keys.map((key) => new Uint8Array(key)) });
  return Array.from(owners, (owner) => nodes[owner] ?? null);
}

test('every strategy gives random keys the owners of the headless core', async (t) => {
  const { rows, column } = await opened();
  const folder = folderOf(t);
  const { keys, formOf } = readableKeys(core, kCount, 7);
  for (const [table, list] of Object.entries(keys)) {
    const file = join(folder, `${table}.csv`);
    writeFileSync(file, list.map((key, i) => `${i},${key.toString('hex')}\n`).join(''));
    await rows(
      `CREATE TABLE ${table} AS SELECT column0 AS i, unhex(column1) AS k FROM read_csv('${file}', ` +
        `header = false, columns = {'column0': 'INT', 'column1': 'VARCHAR'})`,
    );
  }
  for (const { id, traits } of core.strategies()) {
    const link = quoted(`v=1&nodes=${kNodes.map(encodeURIComponent).join(',')}&strategy=${id}`);
    if (traits.includes('needs_all_keys')) {
      await assert.rejects(
        rows(`SELECT reshard_owner(${link}, 'a')`),
        /reshard_owner: strategy: .*depends on all other keys/,
      );
      continue;
    }
    const form = formOf(id);
    const owners = await column(`SELECT reshard_owner(${link}, k) FROM ${form} ORDER BY i`);
    assert.deepEqual(owners, expected(id, keys[form]), id);
  }
  const link = quoted(`v=1&nodes=${kNodes.map(encodeURIComponent).join(',')}&strategy=ring`);
  assert.deepEqual(
    await column(`SELECT reshard_owner(${link}, decode(k)) FROM texts ORDER BY i`),
    expected('ring', keys.texts),
    'VARCHAR',
  );
});

test('SQL over Parquet and CSV gives the owners, however rows are laid out in memory', async (t) => {
  const { rows, column } = await opened();
  const folder = folderOf(t);
  const next = randomNumbers(5);
  const keys = Array.from(
    { length: 20_000 },
    (_, i) => `${'x'.repeat(next() % 30)}${i % 3 === 0 ? 'é' : ''}${i % 7000}`,
  );
  const file = join(folder, 'keys.csv');
  writeFileSync(file, `k\n${keys.join('\n')}\n`);
  const wanted = (/** @type {{log?: LogEntry[]}} */ log) => {
    const { owners, nodes } = core.place({
      strategy: 'ring',
      nodes: ['node-0', 'node-1', 'node-2', 'node-3', 'node-4'],
      keys,
      ...log,
    });
    return Array.from(owners, (owner) => nodes[owner]);
  };
  const after = wanted({ log: [{ add: 'node-5' }] }),
    before = wanted({});
  await rows(`COPY (SELECT * FROM read_csv('${file}', types = {'k': 'VARCHAR'})) TO '${folder}/keys.parquet'`);
  await rows(
    `COPY (SELECT * FROM read_csv('${file}', types = {'k': 'VARCHAR'})) ` +
      `TO '${folder}/plain.parquet' (DICTIONARY_SIZE_LIMIT 1, COMPRESSION gzip)`,
  );
  for (const source of [
    `read_csv('${file}', types = {'k': 'VARCHAR'})`,
    `'${folder}/keys.parquet'`,
    `'${folder}/plain.parquet'`,
  ]) {
    assert.deepEqual(await column(`SELECT reshard_owner('${kLink}', k) FROM ${source}`), after, source);
    assert.deepEqual(await column(`SELECT reshard_owner('${kLink}', k, 'before') FROM ${source}`), before, source);
    assert.deepEqual(
      await column(`SELECT reshard_moved('${kLink}', k) FROM ${source}`),
      after.map((owner, i) => owner !== before[i]),
      source,
    );
    assert.deepEqual(
      await column(`SELECT reshard_owner('${kLink}', k) FROM ${source} WHERE k LIKE '%7%'`),
      after.filter((_, i) => keys[i].includes('7')),
      source,
    );
  }
});

test('NULL gives NULL, and so does a key that nobody serves', async () => {
  const { rows } = await opened();
  assert.deepEqual(
    await rows(`SELECT reshard_owner(NULL, 'a'), reshard_owner('${kLink}', NULL::VARCHAR),
      reshard_owner('${kLink}', NULL::BLOB), reshard_owner('${kLink}', 'a', NULL), reshard_moved(NULL, 'a'),
      reshard_moved('${kLink}', NULL::BLOB), reshard_owner('v=1&nodes=!a', 'a')`),
    [Array(7).fill(null)],
  );
  assert.deepEqual(
    await rows(
      `SELECT i, reshard_owner('v=1&nodes=a', ` +
        `CASE WHEN i % 3 > 0 THEN 'k' || i END) FROM range(5000) AS t(i) WHERE i > 4990`,
    ),
    Array.from({ length: 9 }, (_, i) => [BigInt(4991 + i), (4991 + i) % 3 > 0 ? 'a' : null]),
  );
});

test('typed keys are the text of their values, with \\N for NULL and a TAB between columns', async () => {
  const { rows } = await opened();
  const link = 'v=1&nodes=p0,p1,p2,p3,p4,p5,p6&strategy=partitions&dialect=postgresql';
  const typed = `${link}&type=int64&type2=text`;
  const asked = await rows(
    `SELECT reshard_owner('${link}&type=int64', a::VARCHAR),
     reshard_owner('${typed}', coalesce(a::VARCHAR, '\\N') || chr(9) || coalesce(b, '\\N'))
     FROM (SELECT i * 7 - 500 AS a, CASE WHEN i % 5 > 0 THEN 'name ' || i END AS b FROM range(1000) r(i))`,
  );
  const numbers = Array.from({ length: 1000 }, (_, i) => i * 7 - 500);
  const one = await reshard(['place', '-l', `${link}&type=int64`], `${numbers.join('\n')}\n`);
  const two = await reshard(
    ['place', '-l', typed, '-c', '1,2'],
    numbers.map((number, i) => `${number},${i % 5 > 0 ? `name ${i}` : ''}\n`).join(''),
  );
  const owners = (/** @type {string} */ text) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(',').at(-1));
  assert.deepEqual(
    asked,
    owners(one.text).map((owner, i) => [owner, owners(two.text)[i]]),
  );
  await assert.rejects(rows(`SELECT reshard_owner('${link}&type=int64', '042')`), /042.*cannot be read as int64/);
});

test('a chunk may use more links than are held open', async () => {
  const { rows } = await opened();
  const asked = await rows(
    `SELECT n, reshard_owner('v=1&nodes=' || n || '&log=+x', 'k' || i, m), i, m ` +
      `FROM range(1, 31) AS a(n), range(1, 6) AS b(i), (VALUES ('before'), ('after')) AS c(m)`,
  );
  assert.equal(asked.length, 300);
  for (const [n, owner, i, m] of /** @type {any[][]} */ (asked)) {
    const placed = core.place({
      strategy: 'ring',
      nodes: Array.from({ length: Number(n) }, (_, at) => `node-${at}`),
      log: m === 'after' ? [{ add: 'x' }] : [],
      keys: [`k${i}`],
    });
    assert.equal(owner, placed.nodes[placed.owners[0]], `${n} ${i} ${m}`);
  }
});

test('a refusal ends the statement with the command’s message, and the next one works', async () => {
  const { rows, column } = await opened();
  for (const link of [
    'v=1&nodes=0',
    'v=1&nodes=3&strategy=rung',
    'v=1&nodes=3&colour=red',
    '{"nodes":[]}',
    'v=1&nodes=2&vnodes=0',
  ]) {
    const said = (await reshard(['place', '-l', link], 'a\n')).error.replace(/^reshard: /, '').trimEnd();
    await assert.rejects(rows(`SELECT reshard_owner(${quoted(link)}, 'a')`), ({ message }) =>
      message.endsWith(`reshard_owner: ${said}`),
    );
  }
  for (const [call, said] of /** @type {[string, RegExp][]} */ ([
    [`reshard_owner('v=1&nodes=2', '')`, /reshard_owner: key: must not be empty/],
    [`reshard_owner('v=1&nodes=2', repeat('x', 4097))`, /reshard_owner: key: 4097 bytes is outside 1 to 4096/],
    [`reshard_owner('v=1&nodes=2&strategy=elasticsearch', '\\xff'::BLOB)`, /reshard_owner: key: .*UTF-8/],
    [`reshard_owner('v=1&nodes=2', 'a', 'later')`, /reshard_owner: moment: “later” is neither “before” nor “after”/],
    [`reshard_moved('v=1&nodes=2', 'a')`, /reshard_moved: log: .*no change/],
  ]))
    await assert.rejects(rows(`SELECT ${call}`), said);
  assert.deepEqual(await column(`SELECT reshard_owner('v=1&nodes=a', repeat('x', 4096))`), ['a']);
});

test('the npm package exports the functions as reshard/duckdb', async (t) => {
  const folder = folderOf(t);
  const { stdout } = await run('npm', ['pack', dist, '--pack-destination', folder, '--silent'], { cwd: folder });
  await run('tar', ['-xzf', stdout.trim()], { cwd: folder });
  mkdirSync(join(folder, 'node_modules'));
  renameSync(join(folder, 'package'), join(folder, 'node_modules/reshard'));
  symlinkSync(join(root, 'node_modules/@duckdb'), join(folder, 'node_modules/@duckdb'));
  writeFileSync(
    join(folder, 'ask.mjs'),
    `import { DuckDBInstance } from '@duckdb/node-api';
    import { registerReshard } from 'reshard/duckdb';
    const connection = await (await DuckDBInstance.create()).connect();
    await registerReshard(connection);
    console.log((await connection.runAndReadAll("SELECT reshard_owner('v=1&nodes=a', 'k')")).getRows()[0][0]);`,
  );
  assert.equal((await run(process.execPath, ['ask.mjs'], { cwd: folder })).stdout, 'a\n');
});

test('COPY to standard output can be piped into the command, with the same owners', async () => {
  const rows = `SELECT 'user:' || i AS id, i AS n FROM range(30000) AS t(i)`;
  const sql = `COPY (${rows}) TO '/dev/stdout' (FORMAT csv, HEADER)`;
  const script =
    `import { DuckDBInstance } from '@duckdb/node-api'; ` +
    `const c = await (await DuckDBInstance.create()).connect(); await c.run(${JSON.stringify(sql)});`;
  // A pipe made by a shell, which can be opened by name.
  const words = [
    '-c',
    '"$0" --input-type=module -e "$1" | "$2" place -l "$3" --column id',
    process.execPath,
    script,
    program,
    kLink,
  ];
  const { stdout: out } = await run('bash', words, { cwd: root, maxBuffer: 1 << 24 });
  const { column } = await opened();
  const owners = await column(`SELECT reshard_owner('${kLink}', 'user:' || i) FROM range(30000) AS t(i)`);
  assert.equal(out, `id,n,owner\n${owners.map((owner, i) => `user:${i},${i},${owner}\n`).join('')}`);
});

test(`${kRounds} random links and keys give an owner or a message, and leave the database up`, async () => {
  const { connection, rows, column } = await opened();
  const next = randomNumbers(15),
    below = (/** @type {number} */ n) => next() % n;
  const kPieces = [
    'v=1',
    '&',
    'nodes=',
    'nodes=3',
    '=',
    'log=+a',
    '-node-1',
    '~a~b',
    ',',
    'strategy=ring',
    'strategy=jump',
    'vnodes=200',
    'hash=md5',
    '#',
    '%',
    '%ff',
    '%F0%9F',
    '{',
    '}',
    '"nodes":',
    '[',
    ']',
    '9999999999',
    '-1',
    '!',
    '*2',
    'node-0',
    ' ',
    '\n',
    'é',
    '“',
    '\u{1f600}',
    "'",
    '\\',
    'at_once=2',
    'v=2',
    '\0',
  ];
  const word = () => Array.from({ length: below(12) }, () => kPieces[below(kPieces.length)]).join('');
  const link = () =>
    below(3) === 0
      ? word()
      : ['v=1&nodes=3', kLink, 'v=1&nodes=a,b&log=-a'][below(3)] + (below(2) === 0 ? '' : `&${word()}`);
  const key = () => Buffer.from(Array.from({ length: below(9) === 0 ? 0 : below(60) }, () => next() & 0xff));
  let owned = 0,
    refused = 0;
  for (let i = 0; i < kRounds; ++i) {
    try {
      const bound = below(2) === 0;
      const first = bound ? '$1' : quoted(link().replaceAll('\0', ''));
      const second = below(2) === 0 ? blob(key()) : bound ? '$2' : quoted(word().replaceAll('\0', ''));
      const call =
        below(3) === 0
          ? `reshard_moved(${first}, ${second})`
          : `reshard_owner(${first}, ${second}${['', ", 'before'"][below(2)]})`;
      const values = !bound ? [] : second === '$2' ? [link(), word()] : [link()];
      const result = await (await connection.run(`SELECT ${call.replace('$2', '$2::VARCHAR')}`, values)).getRows();
      assert.ok(result[0][0] === null || ['string', 'boolean'].includes(typeof result[0][0]));
      ++owned;
    } catch (error) {
      assert.match(error.message, /^Invalid Input Error: reshard_(?:owner|moved): \w[\w.[\]0-9-]*: /s);
      ++refused;
    }
  }
  assert.ok(owned > kRounds / 10 && refused > kRounds / 10, `${owned} owned, ${refused} refused`);
  assert.deepEqual(await column(`SELECT reshard_owner('v=1&nodes=a', 'x')`), ['a']);
  await rows('SELECT 1');
});
