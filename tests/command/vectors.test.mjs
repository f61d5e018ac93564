// Every interface sends keys where real systems send them: one table of links, keys and owners, made from
// tests/vectors.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { compareOwners, dist, folderOf, needs, root } from '../live/programs.mjs';
import { build, python, ran, reshard, sanitized, tsv, tsvLines } from './command.mjs';
import { needsExtension, startServer } from './postgres.mjs';
import { unread, vectors } from './vectors.mjs';

const linesOf = (/** @type {string} */ text) => text.slice(0, -1).split('\n');

/**
 * Compares an interface's owners, in the table's order, with those of the real systems.
 * @param {string} door
 * @param {string[]} said
 */
function expectOwners(door, said) {
  assert.equal(
    said.length,
    vectors.reduce((sum, { keys }) => sum + keys.length, 0),
    door,
  );
  let at = 0;
  for (const { file, link, keys, owners } of vectors)
    compareOwners(`${door}, ${file} under ${link}`, keys, said.slice(at, (at += keys.length)), owners);
}

/** The table as lines: a link, then its keys as hexadecimal digits. */
const table = vectors
  .map(({ link, keys }) => `${link}\n${keys.map((key) => `${key.toString('hex')}\n`).join('')}`)
  .join('');

test('the table has more than 460,000 keys, and every file of tests/vectors with owners', () => {
  assert.ok(vectors.reduce((sum, { keys }) => sum + keys.length, 0) > 460_000);
  assert.deepEqual(unread, []);
});

test('a single different owner is found', () => {
  const said = vectors.flatMap(({ owners }) => owners);
  expectOwners('the table itself', said);
  said[70_000] += 'x';
  assert.throws(() => expectOwners('the table itself', said), /1 of \d+ keys differ/);
});

test('`reshard place` gives the keys of the table their owners', async () => {
  const said = /** @type {string[][]} */ (Array(vectors.length));
  let at = 0;
  const work = async () => {
    for (let i; (i = at++) < vectors.length; ) {
      const { link, keys } = vectors[i];
      const { code, text, error } = await reshard(['place', '--tsv', '-j', '1', '-l', link], tsvLines(keys));
      assert.equal(code, 0, `${link}: ${error}`);
      said[i] = linesOf(text)
        .map((line) => line.slice(line.lastIndexOf('\t') + 1))
        .map((owner) => (owner === '\\N' ? '' : owner));
    }
  };
  await Promise.all([work(), work(), work()]);
  expectOwners('place', said.flat());
});

test('`reshard serve` gives the keys of the table their owners, natively and under Node', async () => {
  const rows = Buffer.concat(
    vectors.flatMap(({ link, keys }) => [
      Buffer.from(`${keys.length}\n`),
      ...keys.flatMap((key) => [Buffer.from(`${link}\t`), tsv(key), Buffer.from('\n')]),
    ]),
  );
  for (const [first, ...words] of [[undefined], [process.execPath, join(dist, 'bin/reshard.mjs')]]) {
    const { code, text, error } = await reshard([...words, 'serve'], rows, {}, first);
    assert.equal(code, 0, error);
    expectOwners(
      first ?? 'native',
      linesOf(text).map((owner) => (owner === '\\N' ? '' : owner)),
    );
  }
});

const kProgram = `#include <reshard.h>
#include <stdio.h>
static int digit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }
int main(void) {
  char *line = NULL;
  size_t room = 0;
  reshard_scenario *scenario = NULL;
  reshard_error error;
  for (ssize_t size; (size = getline(&line, &room, stdin)) > 0;) {
    if (line[0] == 'v') {
      reshard_close(scenario);
      if (reshard_open(line, (size_t)size - 1, RESHARD_AFTER, &scenario, &error) != RESHARD_OK)
        return puts(error.message), 1;
      continue;
    }
    const reshard_key key = {line, (size_t)size / 2};
    for (size_t i = 0; i < key.size; ++i) line[i] = (char)(16 * digit(line[2 * i]) + digit(line[2 * i + 1]));
    uint32_t owner;
    if (reshard_place_keys(scenario, &key, 1, &owner, &error) != RESHARD_OK) return puts(error.message), 1;
    const char *name = reshard_node_name(scenario, owner);
    puts(name == NULL ? "" : name);
  }
  reshard_close(scenario);
  return 0;
}
`;

test('a C program with the library gives the keys of the table their owners', (t) => {
  const folder = folderOf(t);
  writeFileSync(join(folder, 'main.c'), kProgram);
  ran('cc', [
    '-Wall',
    '-Werror',
    '-D_GNU_SOURCE',
    join(folder, 'main.c'),
    '-o',
    join(folder, 'main'),
    '-I',
    join(root, 'core/bindings'),
    '-L',
    build,
    '-lreshard',
    `-Wl,-rpath,${build}`,
    ...(sanitized ? ['-fsanitize=address,undefined'] : []),
  ]);
  expectOwners('the library', linesOf(ran(join(folder, 'main'), [], { ASAN_OPTIONS: 'detect_leaks=0' }, table)));
});

test('Python gives the keys of the table their owners', needs('/usr/bin/python3'), () => {
  const script = `
import itertools, reshard, sys
for is_link, lines in itertools.groupby(sys.stdin.read().splitlines(), lambda line: line.startswith("v")):
    if is_link: ring = reshard.Scenario(*lines)
    else: sys.stdout.writelines(f"{owner or ''}\\n" for owner in ring.place([bytes.fromhex(line) for line in lines]))`;
  expectOwners('Python', linesOf(python(script, table)));
});

test('PostgreSQL gives the keys of the table their owners', needsExtension, (t) => {
  const psql = startServer(t, { extension: true });
  let n = 0;
  const rows = vectors.flatMap(({ keys }, i) => keys.map((key) => `${n++}\t${i}\t\\\\x${key.toString('hex')}\n`));
  psql(`CREATE EXTENSION reshard; CREATE TABLE links (i int, link text); CREATE TABLE keys (n int, i int, k bytea);
COPY links FROM STDIN;\n${vectors.map(({ link }, i) => `${i}\t${link}\n`).join('')}\\.
COPY keys FROM STDIN;\n${rows.join('')}\\.\n`);
  expectOwners(
    'PostgreSQL',
    linesOf(
      psql(
        `SELECT coalesce(reshard_owner(link, k), '') FROM (SELECT * FROM keys JOIN links USING (i) ORDER BY n) AS t;`,
      ),
    ),
  );
});

test('DuckDB gives the keys of the table their owners', async (t) => {
  const { registerReshard } = await import(pathToFileURL(join(dist, 'reshard-duckdb.mjs')).href);
  const connection = await (await DuckDBInstance.create()).connect();
  await registerReshard(connection);
  const file = join(folderOf(t), 'keys.csv');
  let n = 0;
  writeFileSync(
    file,
    vectors.flatMap(({ keys }, i) => keys.map((key) => `${n++},${i},${key.toString('hex')}\n`)).join(''),
  );
  await connection.run(
    `CREATE TABLE keys AS SELECT n, i, unhex(k) AS k FROM read_csv('${file}', ` +
      `header = false, columns = {'n': 'INT', 'i': 'INT', 'k': 'VARCHAR'})`,
  );
  const said = [];
  for (const [i, { link }] of vectors.entries()) {
    const rows = (
      await connection.runAndReadAll(`SELECT reshard_owner('${link}', k) FROM keys WHERE i = ${i} ORDER BY n`)
    ).getRows();
    said.push(...rows.map(([owner]) => String(owner ?? '')));
  }
  expectOwners('DuckDB', said);
});
