// The functions that core/bindings/clickhouse adds to a cluster, in ClickHouse's engine (npm's chdb), which
// tests/engines/run installs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { program, reshard, splitAtZeros } from '../command/command.mjs';
import { readableKeys } from '../command/readable.mjs';
import { folderOf, loadCore, root } from '../live/programs.mjs';
/** @import {Test} from '../live/programs.mjs' */
/** @import {StrategyInfo} from '../../web/headless/reshard-core.d.ts' */

const kEngines = process.env.RESHARD_ENGINES ?? '';
const kRows = Number(process.env.RESHARD_ROWS ?? 10_000_000);
const kFiles = join(root, 'core/bindings/clickhouse');
const kLink = 'v=1&nodes=100&log=+node-100';
const kForms = ['reshard_function.xml', 'reshard_tsv_function.xml'];

/**
 * A server's folder as its operator fills it. `script` takes the place of the command reshard, if given.
 * @param {Test} t
 * @param {string} form
 */
function prepared(t, form, script = '') {
  const folder = folderOf(t);
  const scripts = join(folder, 'user_scripts'),
    files = join(folder, 'user_files');
  mkdirSync(scripts);
  mkdirSync(files);
  copyFileSync(join(kFiles, form), join(folder, form));
  if (script) writeFileSync(join(scripts, 'reshard'), script);
  else copyFileSync(program, join(scripts, 'reshard'));
  chmodSync(join(scripts, 'reshard'), 0o755);
  writeFileSync(
    join(folder, 'config.xml'),
    `<clickhouse><user_scripts_path>${scripts}</user_scripts_path><user_files_path>${files}</user_files_path>
    <user_defined_executable_functions_config>${folder}/*_function.xml</user_defined_executable_functions_config>
    </clickhouse>`,
  );
  const ask = (/** @type {string[]} */ ...statements) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, 'tests/engines/ask.mjs'), kEngines, join(folder, 'config.xml'), join(folder, 'data')],
      {
        input: JSON.stringify(statements),
        encoding: 'utf8',
        maxBuffer: 1 << 28,
        env: { ...process.env, ASAN_OPTIONS: 'detect_leaks=0' },
      },
    );
    assert.equal(status, 0, stderr);
    return /** @type {{out?: string, error?: string, milliseconds: number}[]} */ (JSON.parse(stdout));
  };
  return { folder, files, ask };
}

const outOf = (/** @type {{out?: string, error?: string}} */ { out, error }) => {
  assert.equal(error, undefined);
  return out;
};

for (const form of kForms) {
  test(`${form} gives a server three functions, which accept NULL and any text type`, (t) => {
    const { ask } = prepared(t, form);
    const one = 'v=1&nodes=a,b&log=-b';
    const [functions, asked, casts, written, some, low, nothing] = ask(
      `SELECT name FROM system.functions WHERE origin = 'ExecutableUserDefined' ORDER BY name`,
      `SELECT reshardOwner('${one}', 'k'), reshardOwnerBefore('v=1&nodes=a&log=+b', 'k'), ` +
        `reshardMoved('v=1&nodes=a&log=~a~c', 'k'), reshardMoved('v=1&nodes=a&log=!a', 'k')`,
      `SELECT reshardOwner('v=1&nodes=50', 17) = reshardOwner('v=1&nodes=50', '17'), ` +
        `reshardOwner('v=1&nodes=50', toFixedString('user:1', 9)) = reshardOwner('v=1&nodes=50', 'user:1'), ` +
        `reshardOwner('v=1&nodes=50', 'user:1\\0') = reshardOwner('v=1&nodes=50', unhex('757365723a3100'))`,
      `WITH 'v=1&nodes=1000' AS link
        SELECT reshardOwner(link, toDecimalString(toDecimal64('12.50', 2), 2)) = reshardOwner(link, '12.50'),
        reshardOwner(link, toDecimal64('12.50', 2)) = reshardOwner(link, '12.5'),
        arrayMap(t -> replaceRegexpOne(toString(toDateTime64(t, 3, 'UTC')), '\\\\.?0+$', ''),
          ['2024-02-29 12:00:00.500', '2024-02-29 10:20:00.000'])`,
      `SELECT reshardOwner('${one}', if(number % 2 = 0, NULL, toString(number))), ` +
        `reshardMoved('${one}', if(number % 2 = 0, NULL, toString(number))) IS NULL FROM numbers(4)`,
      `SELECT groupUniqArray(reshardOwner('${one}', toLowCardinality(toString(number % 3)))) FROM numbers(1000)`,
      `SELECT reshardOwner('v=1&nodes=!a', 'x'), reshardOwner(NULL, 'x'), reshardOwner('${one}', '')`,
    );
    assert.equal(outOf(functions), 'reshardMoved\nreshardOwner\nreshardOwnerBefore\n');
    assert.equal(outOf(asked), 'a\ta\t0\t1\n');
    assert.equal(outOf(casts), '1\t1\t1\n');
    assert.equal(outOf(written), "1\t1\t['2024-02-29 12:00:00.5','2024-02-29 10:20:00']\n");
    assert.equal(outOf(some), '\\N\t1\na\t0\n\\N\t1\na\t0\n');
    assert.equal(outOf(low), "['a']\n");
    assert.equal(outOf(nothing), '\\N\t\\N\t\\N\n');
  });

  test(`${form}: a refusal ends the statement with the command’s message, and the next one works`, (t) => {
    const { ask } = prepared(t, form);
    const [link, key, again] = ask(
      `SELECT reshardOwner('v=1&nodes=0', 'k')`,
      `SELECT reshardOwner('v=1&nodes=2', repeat('x', 4097))`,
      `SELECT reshardOwner('v=1&nodes=a', 'k')`,
    );
    assert.match(link.error ?? '', /reshard: row 1: nodes: 0 is outside 1 to 10000/);
    assert.match(key.error ?? '', /reshard: row 1: key: 4097 bytes is outside 1 to 4096/);
    assert.equal(outOf(again), 'a\n');
  });

  test(`${form}: if a script fails or answers too few rows, the statement fails`, (t) => {
    const sql = `SELECT count(reshardOwner('v=1&nodes=a', toString(number))) FROM numbers(10)`;
    assert.match(
      prepared(t, form, '#!/bin/sh\nread n\nsleep 0.3\necho the disk is gone >&2\nexit 4\n').ask(sql)[0].error ?? '',
      /the disk is gone/,
    );
    assert.match(
      prepared(t, form, '#!/bin/sh\nexit 4\n').ask(sql)[0].error ?? '',
      /reshardOwner|Cannot (?:write|read)|Broken pipe|Child process/i,
    );
    const some = form.includes('tsv') ? 'printf "a\\na\\n"' : "printf '\\000\\001a\\000\\001a'";
    assert.match(
      prepared(t, form, `#!/bin/sh\nread n\n${some}\nexit 0\n`).ask(sql)[0].error ?? '',
      /reshardOwner|Broken pipe|expected|Cannot/i,
    );
  });
}

test('typed keys have the partition that the engine’s own cityHash64 names, and an empty text is a value', (t) => {
  const { ask } = prepared(t, 'reshard_tsv_function.xml');
  const link = 'v=1&nodes=p0,p1,p2,p3,p4,p5,p6&strategy=partitions&dialect=clickhouse_city';
  const counted = (/** @type {string} */ types, /** @type {string} */ key, /** @type {string} */ values) =>
    `SELECT countIf(reshardOwner('${link}&${types}', ${key}) = 'p' || toString(cityHash64(${values}) % 7)) FROM ` +
    `(SELECT bitShiftRight(toInt64(sipHash64(number)), number % 64) AS a, hex(sipHash64(number, 1)) AS b ` +
    `FROM numbers(5000))`;
  const [numbers, rows, empty, low, refused] = ask(
    counted('type=int64', 'a', 'a'),
    counted('type=int64&type2=text', `concat(toString(a), '\\t', b)`, 'a, b'),
    `SELECT reshardOwner('${link}&type=text', '') = 'p' || toString(cityHash64('') % 7)`,
    `SELECT count(reshardOwner('${link}&type=int64', toLowCardinality(toString(number % 3)))) FROM numbers(1000)`,
    `SELECT reshardOwner('${link}&type=int64', '042')`,
  );
  assert.deepEqual([outOf(numbers), outOf(rows), outOf(empty), outOf(low)], ['5000\n', '5000\n', '1\n', '1000\n']);
  assert.match(refused.error ?? '', /“042” cannot be read as int64/);
});

test('every strategy gives random keys the owners of the command', async (t) => {
  const { ask, files } = prepared(t, 'reshard_function.xml');
  const count = 10_000;
  const { keys, formOf } = readableKeys(await loadCore(), count, 4);
  keys.bytes = keys.bytes.map((key) => Buffer.from(key.map((byte) => byte || 1))); // \0 ends a key of the command
  const columns = Object.keys(keys);
  const lines = Array.from({ length: count }, (_, i) => [
    i,
    ...Object.values(keys).map((list) => list[i].toString('hex')),
  ]);
  writeFileSync(join(files, 'keys.tsv'), lines.map((fields) => `${fields.join('\t')}\n`).join(''));
  const nodes = ['10.0.0.1:11211', '10.0.0.2:11212', 'cache-3', '10.0.0.4', 'cache.example:22122', 'f', 'g'];
  /** @type {StrategyInfo[]} */
  const strategies = JSON.parse((await reshard(['strategies', '--json'])).text).filter(
    (/** @type {StrategyInfo} */ { traits }) => !traits.includes('needs_all_keys'),
  );
  const linkOf = (/** @type {string} */ id) => `v=1&nodes=${nodes.join(',')}&strategy=${id}`;
  const answers = ask(
    ...strategies.map(
      ({ id }) =>
        `SELECT reshardOwner('${linkOf(id)}', unhex(${formOf(id)})) FROM file('${join(files, 'keys.tsv')}', ` +
        `TabSeparated, 'i UInt32, ${columns.map((name) => `${name} String`).join(', ')}') ORDER BY i`,
    ),
  );
  for (const [i, { id }] of strategies.entries()) {
    const list = keys[formOf(id)];
    const { out } = await reshard(
      ['place', '-0', '-l', linkOf(id)],
      Buffer.concat(list.flatMap((key) => [key, Buffer.from([0])])),
    );
    const owners = splitAtZeros(out)
      .filter((_, at) => at % 2 === 1)
      .map((name) => String(name) || '\\N');
    assert.equal(outOf(answers[i]), `${owners.join('\n')}\n`, id);
  }
  assert.ok(strategies.length > 30);
});

test(`${kRows} rows of a table get the owners that the command finds, as often as it does`, async (t) => {
  const { ask, folder } = prepared(t, 'reshard_function.xml');
  const file = join(folder, 'owners.tsv');
  const key = `concat('user:', leftPad(toString(number), 11, '0'))`;
  const [, , , written, counted, moved, without] = ask(
    'CREATE DATABASE d',
    'CREATE TABLE d.t (k String) ENGINE = MergeTree ORDER BY k',
    `INSERT INTO d.t SELECT ${key} FROM numbers_mt(${kRows})`,
    `SELECT k, reshardOwner('${kLink}', k) FROM d.t INTO OUTFILE '${file}' FORMAT TabSeparated`,
    `SELECT reshardOwner('${kLink}', k) AS o, count() FROM d.t GROUP BY o ORDER BY o`,
    `SELECT sum(reshardMoved('${kLink}', k)), ` +
      `countIf(reshardOwner('${kLink}', k) != reshardOwnerBefore('${kLink}', k)) FROM d.t`,
    `SELECT sum(sipHash64(k) % 100) FROM d.t`,
  );
  outOf(written);
  outOf(without);
  const checked = await reshard(['check', '-l', kLink, '--tsv', '--owner', '2', file]);
  assert.equal(checked.text, `0 of ${kRows} records are on another node\n`);
  const differs = await reshard(['check', '-l', kLink, '--at', 'before', '--tsv', '--owner', '2', file]);
  assert.equal(differs.code, 1);
  const counts = JSON.parse((await reshard(['counts', '--json', '-l', kLink, '--tsv', file])).text);
  assert.equal(
    outOf(counted),
    counts.nodes
      .map((/** @type {{name: string, keys: string}} */ { name, keys }) => `${name}\t${keys}\n`)
      .sort()
      .join(''),
  );
  assert.equal(outOf(moved), `${counts.moved}\t${counts.moved}\n`);
  t.diagnostic(
    `${kRows} rows: reshardOwner by group ${counted.milliseconds} ms, sipHash64(k) % 100 ${without.milliseconds} ms`,
  );
});

test('the table function executable() runs the command over a subquery', async (t) => {
  const { ask } = prepared(t, 'reshard_function.xml');
  const [asked] = ask(
    `SELECT n, o FROM executable('reshard place --tsv --column 2 -l v=1&nodes=7', ` +
      `TabSeparated, 'n UInt32, k String, o Nullable(String)', ` +
      `(SELECT number, concat('user:', toString(number)) FROM numbers(20000))) ORDER BY n`,
  );
  const { text } = await reshard(
    ['place', '-l', 'v=1&nodes=7', '-d', '\t'],
    Array.from({ length: 20_000 }, (_, i) => `user:${i}\n`).join(''),
  );
  assert.equal(outOf(asked), text.replaceAll('user:', ''));
});

test('both files say the same except for the format', () => {
  const [binary, text] = kForms.map((form) => readFileSync(join(kFiles, form), 'utf8').replace(/^<!--.*?-->\n/s, ''));
  assert.equal(binary.replaceAll('RowBinary', 'TabSeparated').replaceAll(' --row-binary', ''), text);
});
