// The commands of RECIPES.md, run as printed: in PostgreSQL, in GNU parallel, or fed as their engine would feed them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { folderOf, needs, root } from '../live/programs.mjs';
import { program, pythonEnvironment, ran, reshard } from './command.mjs';
import { needsPostgres, startServer } from './postgres.mjs';
/** @import {Test} from '../live/programs.mjs' */

const kLink = 'v=1&nodes=5&log=+node-5';
const page = readFileSync(join(root, 'core/bindings/RECIPES.md'), 'utf8');
const keys = Array.from({ length: 20_000 }, (_, i) => `user:${i}`);
const { text: placed } = await reshard(['place', '-l', kLink], `${keys.join('\n')}\n`);
const owners = placed
  .trimEnd()
  .split('\n')
  .map((line) => line.split(',')[1]);

/** A code block under a heading, by its position. @param {string} heading */
function recipe(heading, which = 0) {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  assert.ok(section, heading);
  return [...section.matchAll(/^```\w+\n(.*?)^```$/gms)][which][1];
}

/** A folder with the recipes' input, in which any user can run the command. @param {Test} t */
function prepared(t) {
  const folder = folderOf(t);
  copyFileSync(program, join(folder, 'reshard'));
  chmodSync(join(folder, 'reshard'), 0o755);
  writeFileSync(join(folder, 'keys.txt'), `${keys.join('\n')}\n`);
  writeFileSync(join(folder, 'keys.tsv'), keys.map((key, i) => `${key}\t${i}\n`).join(''));
  const sh = (/** @type {string} */ script) => {
    const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      env: { ...process.env, LC_ALL: 'C', LINK: kLink, PATH: `${folder}:${process.env.PATH}`, HOME: folder },
    });
    assert.equal(status, 0, stderr);
    return stdout;
  };
  return { folder, sh };
}

test('COPY … TO PROGRAM and FROM PROGRAM run the command in PostgreSQL', needsPostgres, (t) => {
  const { folder } = prepared(t);
  const psql = startServer(t);
  psql(
    'CREATE TABLE users (user_id text, name text); ' +
      `INSERT INTO users SELECT 'user:' || i, E'tab\\there' FROM generate_series(0, 19999) AS i;`,
  );
  const mine = (/** @type {string} */ sql) =>
    sql
      .replaceAll('reshard place', `${folder}/reshard place`)
      .replaceAll('/tmp/owners.tsv', psql.file('owners.tsv'))
      .replace('psql -c', `psql ${psql.words.join(' ')} -c`);
  psql(mine(recipe('PostgreSQL: COPY … TO PROGRAM')));
  const rows = readFileSync(psql.file('owners.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  assert.deepEqual(
    rows.map(([key, name, owner]) => [key, name, owner]).sort(),
    keys.map((key, i) => [key, 'tab\\there', owners[i]]).sort(),
  );
  psql(mine(recipe('PostgreSQL: COPY … TO PROGRAM', 1)));
  const back = psql(`COPY (SELECT * FROM owners) TO STDOUT;`).trimEnd().split('\n');
  assert.deepEqual(back.sort(), keys.map((key, i) => `${key}\t${owners[i]}`).sort());
});

// What PySpark's RDD.pipe does with a partition: the command split as in a shell, no environment, a line for each
// element.
const kSpark = `
import shlex, subprocess, sys
class Lines:
    def pipe(self, command, env=None, checkCode=False):
        assert checkCode
        for first in range(0, 20000, 3000):
            lines = b"".join(b"user:%d\\n" % i for i in range(first, min(first + 3000, 20000)))
            done = subprocess.run(shlex.split(command), env={}, input=lines, stdout=subprocess.PIPE)
            assert done.returncode == 0
            yield from done.stdout.decode().splitlines()
class spark:
    class sparkContext:
        textFile = lambda file: Lines()
`;

test(
  'partitions piped one by one, as by RDD.pipe, get the same owners as the whole',
  needs('/usr/bin/python3'),
  (t) => {
    const { folder } = prepared(t);
    const piped = recipe('Spark: RDD.pipe').replaceAll('/usr/local/bin/reshard', join(folder, 'reshard'));
    const script = `LINK = ${JSON.stringify(kLink)}\n${kSpark}\n${piped}\nprint("\\n".join(owners))`;
    const { status, stdout, stderr } = spawnSync('/usr/bin/python3', ['-c', script], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    assert.equal(status, 0, stderr);
    assert.equal(stdout, placed);
  },
);

test('the function for mapInPandas adds owners to frames', needs('/usr/lib/python3/dist-packages/pandas'), (t) => {
  const { folder } = prepared(t);
  const script = join(folder, 'map.py');
  writeFileSync(
    script,
    `LINK = ${JSON.stringify(kLink)}\n${recipe('Spark: mapInPandas')}
import json, pandas
frames = (pandas.DataFrame({"user_id": [f"user:{i}" for i in range(first, first + 5000)]})
    for first in range(0, 20000, 5000))
done = list(with_owner(frames))
assert len(done) == 4 and list(done[0].columns) == ["user_id", "owner", "moved"]
assert str(done[0].dtypes["moved"]) == "bool"
print(json.dumps([list(pandas.concat(done)["owner"]), int(sum(frame["moved"].sum() for frame in done))]))
`,
  );
  const [found, moved] = JSON.parse(ran('/usr/bin/python3', [script], pythonEnvironment));
  assert.deepEqual(found, owners);
  assert.equal(moved, owners.filter((owner) => owner === 'node-5').length);
});

test('the mapper of Hadoop Streaming gives the shuffle the owner first', (t) => {
  const { sh } = prepared(t);
  assert.equal(
    sh(recipe('Hadoop Streaming')),
    keys
      .map((key, i) => `${owners[i]}\t${key}\n`)
      .sort()
      .join(''),
  );
});

test(
  'GNU parallel gives parts of a file their owners in order, and counts each file separately',
  needs('/usr/bin/parallel'),
  (t) => {
    const { folder, sh } = prepared(t);
    sh(recipe('GNU parallel').replace('1M', '30k'));
    assert.equal(readFileSync(join(folder, 'owners.csv'), 'utf8'), placed);
    mkdirSync(join(folder, 'logs'));
    for (const i of [0, 1, 2, 3]) {
      writeFileSync(
        join(folder, 'logs', `${i}.jsonl.gz`),
        gzipSync(
          keys
            .slice(i * 5000, (i + 1) * 5000)
            .map((key) => `${JSON.stringify({ user: { id: key } })}\n`)
            .join(''),
        ),
      );
    }
    sh(recipe('GNU parallel', 1));
    const counted = readFileSync(join(folder, 'counts.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      counted.map(({ records }) => records),
      ['5000', '5000', '5000', '5000'],
    );
    assert.equal(
      counted.reduce((sum, { moved }) => sum + Number(moved), 0),
      owners.filter((owner) => owner === 'node-5').length,
    );
  },
);

// DuckDB's library in place of its shell: `duckdb -c SQL`.
const kDuckdb = `#!${process.execPath}
const { DuckDBInstance } = require(${JSON.stringify(join(root, 'node_modules/@duckdb/node-api'))});
DuckDBInstance.create().then((instance) => instance.connect()).then((connection) => connection.run(process.argv[3]));
`;

test('Parquet read by DuckDB goes through a pipe into the command', (t) => {
  const { folder, sh } = prepared(t);
  mkdirSync(join(folder, 'users'));
  writeFileSync(join(folder, 'duckdb'), kDuckdb);
  chmodSync(join(folder, 'duckdb'), 0o755);
  for (const part of [0, 1])
    sh(
      `duckdb -c "COPY (SELECT 'user:' || i AS user_id, i AS n ` +
        `FROM range(${part * 10_000}, ${(part + 1) * 10_000}) AS t(i)) TO 'users/${part}.parquet'"`,
    );
  sh(recipe('From DuckDB to the command'));
  const moved = readFileSync(join(folder, 'moving.csv'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
  assert.deepEqual(moved.shift(), ['user_id', 'from', 'to']);
  // Only the new node gains keys.
  assert.deepEqual(
    moved.map(([key, , to]) => [key, to]).sort(),
    keys
      .map((key, i) => [key, owners[i]])
      .filter(([, owner]) => owner === 'node-5')
      .sort(),
  );
});

test('every page that the recipes name exists', () => {
  const links = [...page.matchAll(/\]\(([^)#]+)\)/g)].map(([, path]) => path);
  assert.ok(links.length >= 4);
  for (const path of links) assert.ok(existsSync(join(root, 'core/bindings', path)), path);
});
