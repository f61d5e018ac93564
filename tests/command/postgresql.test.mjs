// The PostgreSQL extension, in the test's own server: owners, encodings, NULL, refusals, parallel plans.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomNumbers } from '../live/keys.mjs';
import { loadCore } from '../live/programs.mjs';
import { reshard } from './command.mjs';
import { needsExtension, startServer } from './postgres.mjs';
import { readableKeys } from './readable.mjs';
/** @import {LogEntry} from '../../web/headless/reshard-core.d.ts' */

const core = await loadCore();
const kCount = Number(process.env.RESHARD_KEYS ?? 100_000);
const kRounds = Number(process.env.RESHARD_ROUNDS ?? 10_000);
const kNodes = ['10.0.0.1:11211', '10.0.0.2:11212', 'cache-3', '10.0.0.4', 'cache.example:22122', 'f', 'g'];
const kLink = 'v=1&nodes=5&log=+node-5';

const quoted = (/** @type {string} */ text) => `'${text.replaceAll("'", "''")}'`;
const bytea = (/** @type {Buffer} */ key) => `'\\x${key.toString('hex')}'::bytea`;
const lines = (/** @type {string} */ text) => text.trimEnd().split('\n');

/**
 * @param {ReturnType<typeof import('./postgres.mjs').startServer>} psql
 * @param {string} table
 * @param {Buffer[]} keys
 */
function fill(psql, table, keys, database = 'postgres') {
  psql(
    `CREATE TABLE ${table} (i int, k bytea);\nCOPY ${table} FROM STDIN;\n` +
      `${keys.map((key, i) => `${i}\t\\\\x${key.toString('hex')}\n`).join('')}\\.\n`,
    database,
  );
}

/**
 * The owners' names from the headless core; '' for nobody, as psql prints NULL.
 * @param {string} strategy
 * @param {Buffer[]} keys
 * @param {LogEntry[]} log
 */
function expected(strategy, keys, log = []) {
  const { owners, nodes } = core.place({ strategy, nodes: kNodes, log, keys: keys.map((key) => new Uint8Array(key)) });
  return Array.from(owners, (owner) => nodes[owner] ?? '');
}

test('PostgreSQL', needsExtension, async (t) => {
  const psql = startServer(t, { extension: true });
  psql('CREATE EXTENSION reshard;');
  const { keys, formOf } = readableKeys(core, kCount, 7);
  for (const [form, list] of Object.entries(keys)) fill(psql, form, list);

  for (const { id, traits } of core.strategies()) {
    const link = `v=1&nodes=${kNodes.map(encodeURIComponent).join(',')}&strategy=${id}`;
    if (traits.includes('needs_all_keys')) {
      await t.test(`${id} is refused, since its owners depend on the other keys`, () => {
        const { errors } = psql.refused(`SELECT reshard_owner(${quoted(link)}, 'a');`);
        assert.equal(errors.length, 1);
        assert.match(errors[0], /^ERROR: {2}22023: .*depends on all other keys/);
      });
      continue;
    }
    await t.test(`${id} gives random keys the owners of the headless core`, () => {
      const form = formOf(id);
      const out = psql(`SELECT coalesce(reshard_owner(${quoted(link)}, k), '') FROM ${form} ORDER BY i;`);
      assert.deepEqual(out.slice(0, -1).split('\n'), expected(id, keys[form]));
      assert.equal(keys[form].length, kCount);
    });
  }

  await t.test('a text has the owner of its UTF-8 bytes, in databases of any encoding', () => {
    const words = ['Zoë', 'naïve', 'plain', 'ÿ', '£10'];
    psql(
      `CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0; ` +
        `CREATE DATABASE bytes ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0;`,
    );
    const owners = expected(
      'ring',
      words.map((word) => Buffer.from(word)),
    );
    const link = `v=1&nodes=${kNodes.map(encodeURIComponent).join(',')}`;
    const sql =
      `SET client_encoding = 'UTF8'; ` +
      `SELECT reshard_owner(${quoted(link)}, w) FROM unnest(ARRAY[${words.map(quoted)}]) AS w;`;
    assert.deepEqual(lines(psql(sql)), owners);
    for (const database of ['latin', 'bytes']) {
      psql('CREATE EXTENSION reshard;', database);
      assert.deepEqual(
        lines(psql(database === 'latin' ? sql : sql.slice(sql.indexOf('SELECT')), database)),
        owners,
        database,
      );
    }
    assert.equal(psql(`SELECT octet_length(convert_to('Zoë', getdatabaseencoding()));`, 'latin'), '4\n');
  });

  await t.test('names and messages come in the database’s encoding', () => {
    const named = psql(`SET client_encoding = 'UTF8'; SELECT reshard_owner('v=1&nodes=Zo%C3%AB', 'a');`, 'latin');
    assert.equal(named, 'Zoë\n');
    assert.match(
      psql.refused(`SELECT reshard_owner('v=1&nodes=%D1%83%D0%B7%D0%B5%D0%BB', 'a');`, 'latin').errors[0],
      /^ERROR: {2}22P05/,
    );
    const { errors } = psql.refused(`SELECT reshard_owner('v=1&nodes=2&strategy=%D1%83', 'a');`, 'latin');
    assert.match(errors[0], /^ERROR: {2}22023: strategy/);
    assert.doesNotMatch(errors[0], /[^\x20-\x7e]/);
  });

  await t.test('NULL, and a key that nobody owns, give NULL', () => {
    assert.equal(
      psql(`SELECT reshard_owner(NULL, 'a') IS NULL, reshard_owner('v=1&nodes=2', NULL::text) IS NULL,
      reshard_owner('v=1&nodes=2', NULL::bytea) IS NULL, reshard_owner('v=1&nodes=2', 'a', NULL) IS NULL,
      reshard_moved(NULL, 'a') IS NULL, reshard_moved('${kLink}', NULL::bytea) IS NULL,
      reshard_owner('v=1&nodes=!a', 'a') IS NULL;`),
      't|t|t|t|t|t|t\n',
    );
  });

  await t.test('a refusal is SQLSTATE 22023 with the command’s message', async () => {
    for (const link of [
      'v=1&nodes=0',
      '',
      'v=1&nodes=3&strategy=rung',
      'v=1&nodes=3&colour=red',
      '{"nodes":[]}',
      'v=1&nodes=2&vnodes=0',
    ]) {
      const { errors } = psql.refused(`SELECT reshard_owner(${quoted(link)}, 'a');`);
      const said =
        link === ''
          ? 'link: must not be empty'
          : (await reshard(['place', '-l', link], 'a\n')).error.replace(/^reshard: /, '').trimEnd();
      assert.deepEqual(errors, [`ERROR:  22023: ${said}`]);
    }
    const of = (/** @type {string} */ sql) => psql.refused(`SELECT ${sql};`).errors[0];
    assert.equal(of(`reshard_owner('v=1&nodes=2', '')`), 'ERROR:  22023: key: must not be empty');
    assert.match(
      of(`reshard_owner('v=1&nodes=2', repeat('x', 4097))`),
      /^ERROR: {2}22023: key: .*4,?097 bytes.*1.*4,?096/,
    );
    assert.match(
      of(`reshard_owner('v=1&nodes=2&strategy=elasticsearch', '\\xff'::bytea)`),
      /^ERROR: {2}22023: key: .*UTF-8/,
    );
    assert.match(
      of(`reshard_owner('v=1&nodes=2', 'a', 'later')`),
      /^ERROR: {2}22023: moment: "later" is neither "before" nor "after"$/,
    );
    assert.match(of(`reshard_moved('v=1&nodes=2', 'a')`), /^ERROR: {2}22023: log: .*no change/);
    assert.equal(psql(`SELECT reshard_owner('v=1&nodes=a', repeat('x', 4096));`), 'a\n');
  });

  await t.test('before, after and moved agree with `reshard moved` on the table', async () => {
    const copied = psql(`COPY (SELECT encode(k, 'hex') FROM bytes ORDER BY i) TO STDOUT;`);
    const { text } = await reshard(['moved', '-l', kLink, '--tsv'], copied);
    const asked = psql(`SELECT k, reshard_owner('${kLink}', k, 'before'), reshard_owner('${kLink}', k, 'after')
      FROM (SELECT i, encode(k, 'hex') AS k FROM bytes) AS t WHERE reshard_moved('${kLink}', k) ORDER BY i;`);
    assert.equal(asked.replaceAll('|', '\t'), text);
    assert.ok(lines(text).length > kCount / 12);
  });

  await t.test('parallel workers give a large table the same owners', () => {
    const counted = `SELECT reshard_owner('${kLink}', k) AS o, count(*) FROM bytes GROUP BY o ORDER BY o;`;
    const parallel =
      'SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET force_parallel_mode = off; ANALYZE bytes;';
    const plan = psql(`${parallel} EXPLAIN (COSTS OFF) ${counted}`);
    assert.match(plan, /Workers Planned: [1-9]/);
    assert.match(psql(`${parallel} EXPLAIN (ANALYZE, COSTS OFF) ${counted}`), /Workers Launched: [1-9]/);
    assert.equal(psql(parallel + counted), psql(`SET max_parallel_workers_per_gather = 0; ${counted}`));
  });

  await t.test('a query may use more links than are held open', () => {
    const out =
      psql(`SELECT string_agg(reshard_owner('v=1&nodes=' || n || '&log=+x', 'k' || i, m), ',' ORDER BY i, n, m)
      FROM generate_series(1, 30) AS n, generate_series(1, 5) AS i, unnest(ARRAY['before', 'after']) AS m;`)
        .trimEnd()
        .split(',');
    const wanted = [];
    for (let i = 1; i <= 5; ++i)
      for (const n of Array.from({ length: 30 }, (_, at) => at + 1))
        for (const log of [[{ add: 'x' }], []]) {
          const { owners, nodes } = core.place({
            strategy: 'ring',
            nodes: Array.from({ length: n }, (_, at) => `node-${at}`),
            log,
            keys: [`k${i}`],
          });
          wanted.push(nodes[owners[0]]);
        }
    assert.deepEqual(out, wanted);
  });

  await t.test('an index and a generated column accept the function, since it is immutable', () => {
    psql(`CREATE TABLE kept (k text, owner text GENERATED ALWAYS AS (reshard_owner('${kLink}', k)) STORED);
      CREATE INDEX ON kept (reshard_moved('${kLink}', k));
      INSERT INTO kept SELECT 'user:' || i FROM generate_series(1, 50) AS i;`);
    assert.equal(psql(`SELECT count(*) FROM kept WHERE owner = reshard_owner('${kLink}', k);`), '50\n');
  });

  await t.test('a statement can be cancelled while it runs', () => {
    const began = performance.now();
    const { errors } = psql.refused(
      `SET statement_timeout = '300ms'; ` +
        `SELECT count(reshard_owner('${kLink}', a.k)) FROM bytes AS a, bytes AS b, bytes AS c;`,
    );
    assert.deepEqual(errors, ['ERROR:  57014: canceling statement due to statement timeout']);
    assert.ok(performance.now() - began < 20_000);
  });

  await t.test(`${kRounds} random links and keys give an owner or a known SQLSTATE, and leave the server up`, () => {
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
      '&down=a',
    ];
    const word = () => Array.from({ length: below(12) }, () => kPieces[below(kPieces.length)]).join('');
    const link = () =>
      below(3) === 0
        ? word()
        : ['v=1&nodes=3', kLink, 'v=1&nodes=a,b&log=-a'][below(3)] + (below(2) === 0 ? '' : `&${word()}`);
    const key = () => Buffer.from(Array.from({ length: below(9) === 0 ? 0 : below(60) }, () => next() & 0xff));
    const statements = Array.from({ length: kRounds }, (_, i) => {
      const asked = below(2) === 0 ? bytea(key()) : quoted(word());
      const moment = ['', ", 'before'", ", 'after'", `, ${quoted(word())}`][below(4)];
      const call =
        below(3) === 0
          ? `reshard_moved(${quoted(link())}, ${asked})`
          : `reshard_owner(${quoted(link())}, ${asked}${moment})`;
      return `SELECT 'row ${i}:', ${call};\n`;
    });
    const { out, errors, all } = psql.refused(`SET standard_conforming_strings = on;\n${statements.join('')}`);
    const rows = [...out.matchAll(/^row \d+:\|/gm)].length;
    assert.equal(rows + errors.length, kRounds, all.slice(-2000));
    for (const error of errors) assert.match(error, /^ERROR: {2}(?:22023|22P05): /);
    assert.ok(rows > kRounds / 10 && errors.length > kRounds / 10, `${rows} rows`);
    assert.equal(psql(`SELECT reshard_owner('v=1&nodes=a', 'x');`), 'a\n');
  });
});
