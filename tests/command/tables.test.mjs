// Strategies whose owners depend on all keys: the command reads the keys twice, or a saved table.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { folderOf, loadCore } from '../live/programs.mjs';
import { program, reshard } from './command.mjs';
/** @import {Test} from '../live/programs.mjs' */
/** @import {Placement} from '../../web/headless/reshard-core.d.ts' */

const core = await loadCore();
const kNodes = ['a', 'b', 'c', 'd', 'e'];
/** @type {{strategy: string, params?: Record<string, string>}[]} */
const kKinds = [
  { strategy: 'directory' },
  { strategy: 'directory_buckets' },
  { strategy: 'range' },
  { strategy: 'bounded_ring', params: { dialect: 'lafikl' } },
];
const keys = Array.from({ length: 5000 }, (_, i) =>
  i % 7 === 0 ? `tab\tand back\\slash ${i}` : `user ${(i * 7919) % 5000}`,
);
const linkOf = (/** @type {(typeof kKinds)[number]} */ { strategy, params = {} }, log = '+f') =>
  `v=1&nodes=${kNodes}&strategy=${strategy}${Object.entries(params)
    .map(([name, value]) => `&${name}=${value}`)
    .join('')}${log ? `&log=${log}` : ''}`;
const lines = (/** @type {string[]} */ list) => list.map((key) => `${key}\n`).join('');

/**
 * The test's own folder, with files that hold these texts.
 * @param {Test} t
 * @param {Record<string, string | Buffer>} files
 */
function folderWith(t, files) {
  const folder = folderOf(t);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return (/** @type {string} */ name) => join(folder, name);
}

for (const kind of kKinds) {
  const both = 'before and after a change';
  test(`${kind.strategy} gives the keys of a file the owners of the headless core, ${both}`, async (t) => {
    const file = folderWith(t, { keys: lines(keys), 'keys.gz': gzipSync(lines(keys)) });
    const input = { ...kind, nodes: kNodes, keys };
    const owners = (/** @type {Placement} */ placed) => keys.map((_, i) => placed.nodes[placed.owners[i]]);
    const before = owners(core.place(input)),
      after = owners(core.place({ ...input, log: [{ add: 'f' }] }));
    assert.notDeepEqual(before, after);
    const placed = await reshard(['place', '-l', linkOf(kind), file('keys')]);
    assert.equal(placed.text, lines(keys.map((key, i) => `${key},${after[i]}`)), placed.error);
    const packed = await reshard(['place', '-l', linkOf(kind), '--at', 'before', file('keys.gz')]);
    assert.equal(packed.text, lines(keys.map((key, i) => `${key},${before[i]}`)));
    const moved = await reshard(['moved', '-l', linkOf(kind), file('keys')]);
    assert.equal(
      moved.text,
      lines(keys.map((key, i) => `${key},${before[i]},${after[i]}`).filter((_, i) => before[i] !== after[i])),
    );
    const counted = JSON.parse((await reshard(['counts', '--json', '-l', linkOf(kind), file('keys')])).text);
    assert.equal(Number(counted.moved), before.filter((owner, i) => owner !== after[i]).length);
    for (const { name, keys: count } of counted.nodes)
      assert.equal(Number(count), after.filter((owner) => owner === name).length);
  });

  test(`a saved table of ${kind.strategy} answers for keys in any order, however often they occur`, async (t) => {
    const file = folderWith(t, { keys: lines(keys) });
    const whole = await reshard(['place', '-l', linkOf(kind), '--save-table', file('table'), file('keys')]);
    const owner = new Map(
      whole.text
        .trimEnd()
        .split('\n')
        .map((line) => [line.slice(0, line.lastIndexOf(',')), line.slice(line.lastIndexOf(',') + 1)]),
    );
    const some = [...keys].reverse().flatMap((key) => [key, key]);
    for (const words of [[], ['-l', linkOf(kind)]]) {
      const placed = await reshard(['place', '--table', file('table'), ...words], lines(some));
      assert.equal(placed.text, lines(some.map((key) => `${key},${owner.get(key)}`)), placed.error);
    }
    for (const [command, ...more] of [
      ['moved'],
      ['counts', '--json'],
      ['plan', '--json'],
      ['place', '--at', 'before'],
    ]) {
      const twice = await reshard([command, ...more, '-l', linkOf(kind), file('keys')]);
      const saved = await reshard([command, ...more, '--table', file('table')], lines(keys));
      assert.equal(twice.code, 0, twice.error);
      assert.equal(saved.text, twice.text, command);
    }
    const rows = lines(keys.map((key) => `${key},${owner.get(key)}`));
    assert.equal(
      (await reshard(['check', '--table', file('table')], rows)).text,
      '0 of 5000 records are on another node\n',
    );
    const another = owner.get(keys[9]) === 'a' ? 'b' : 'a';
    const wrong = rows.replace(`${keys[9]},${owner.get(keys[9])}\n`, `${keys[9]},${another}\n`);
    assert.match((await reshard(['check', '--table', file('table')], wrong)).text, /^1 of 5000 .*line 10: “user/);
  });
}

test('a repeated key is refused by its line, and so is one that the table lacks', async (t) => {
  const file = folderWith(t, { keys: 'k1\nk2\nk1\n', one: 'k1\nk2\n' });
  const link = linkOf(kKinds[0]);
  for (const more of [[], ['--rejects', file('rejects')]]) {
    const { code, error, text } = await reshard(['place', '-l', link, ...more, file('keys')]);
    assert.deepEqual([code, text], [3, '']);
    assert.match(
      error,
      new RegExp(
        'keys: line 3: the key “k1” was there before; ' +
          'under directory an owner depends on all keys, and each may come once',
      ),
    );
  }
  await reshard(['place', '-l', link, '--save-table', file('table'), file('one')]);
  const { code, error, text } = await reshard(['place', '--table', file('table')], 'k2\nk3\nk1\n');
  assert.equal(code, 3);
  assert.match(error, /line 2: key: there is no “k3”/);
  assert.match(text, /^k2,.\n$/);
  const rejected = await reshard(['place', '--table', file('table'), '--rejects', file('rejects')], 'k2\nk3\nk1\n');
  assert.match(rejected.text, /^k2,.\nk1,.\n$/);
  assert.equal(readFileSync(file('rejects'), 'utf8'), 'k3\n');
});

test('broken records are refused once, although they are read twice', async (t) => {
  const file = folderWith(t, { rows: 'id,more\nk1,x\n"k2,x\n', good: 'id,more\nk1,x\n,x\nk3,x\n' });
  const words = ['place', '-l', linkOf(kKinds[0]), '-c', 'id'];
  assert.match(
    (await reshard([...words, file('rows')])).error,
    /rows: line 3, column 1: a quote is opened and never closed/,
  );
  const { code, error, text } = await reshard([...words, '--rejects', file('rejects'), file('good')]);
  assert.equal(code, 0);
  assert.match(error, /^reshard: 1 record refused, see .*good: line 3: key: must not be empty\n$/);
  assert.match(text, /^id,more,owner\nk1,x,.\nk3,x,.\n$/);
});

test('input that cannot be read twice is refused, but a file as standard input is not', async (t) => {
  const file = folderWith(t, { keys: 'skipped\nk1\nk2\n' });
  const link = linkOf(kKinds[0]);
  const piped = await reshard(['place', '-l', link], 'k1\n');
  assert.equal(piped.code, 2);
  assert.match(
    piped.error,
    /they are read twice, and standard input can be read once: give files, or a --table of all keys/,
  );
  const whole = await reshard(['place', '-l', link, file('keys')]);
  const { stdout } = spawnSync(program, ['place', '-l', link], {
    stdio: [openSync(file('keys'), 'r'), 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  assert.equal(stdout, whole.text);
});

test('a table is accepted only where it is of use, and a damaged one is refused', async (t) => {
  const file = folderWith(t, { keys: lines(keys) });
  const link = linkOf(kKinds[0]);
  const words = ['place', '-l', link, '--save-table', file('table'), file('keys')];
  assert.match(
    (await reshard(['place', '-l', 'v=1&nodes=3', '--save-table', file('t'), file('keys')])).error,
    /under ring a key is placed by itself, without a table/,
  );
  assert.match(
    (await reshard([...words, '--table', file('table')])).error,
    /--table and --save-table exclude each other/,
  );
  assert.equal((await reshard(['place', '-l', link, '--save-table', '/dev/full', file('keys')])).code, 4);
  assert.equal((await reshard(words)).code, 0);
  const table = readFileSync(file('table'), 'utf8');
  assert.match(
    (await reshard(['place', '--table', file('table'), '-l', linkOf(kKinds[1])], 'k\n')).error,
    /the table is of another scenario/,
  );
  const damaged = /** @type {[string, RegExp][]} */ ([
    ['', /is no table that --save-table wrote/],
    ['key,a\n', /is no table that --save-table wrote/],
    [table.replace('5000', 'many'), /line 1: the number of keys cannot be read/],
    [table.replace('5000', '5001'), /has 5000 keys, not 5001: it was cut/],
    [table.slice(0, -1), /the last line has no end/],
    [table.slice(0, table.lastIndexOf('\n', table.length - 2) + 1), /has 4999 keys, not 5000: it was cut/],
    [table.replace('key\tbefore\tafter', 'key\tafter'), /line 2: the header has another number of columns/],
    [table.replace(/\t[a-f]\n/, '\tz\n'), /line 3: there is no node “z”/],
    [table.replace(/\t[a-f]\n/, '\n'), /line 3: has 2 columns, not 3/],
    [table.replace('tab\\tand', 'tab\\qand'), /line 3: an escape that is not known/],
    [
      table.replace(/\nuser [^\t]*\t/, `\n${keys[0].replaceAll('\\', '\\\\').replaceAll('\t', '\\t')}\t`),
      /line 4: the key “.*” was there before/,
    ],
    [table.replace('strategy=directory', 'strategy=diary'), /line 1: .*diary/],
  ]);
  for (const [text, why] of damaged) {
    writeFileSync(file('broken'), text);
    const { code, error, text: out } = await reshard(['place', '--table', file('broken')], 'k\n');
    assert.match(error, why);
    assert.deepEqual([code, out], [3, '']);
  }
});

test('a table is read back if its scenario has several lines and its keys contain line ends and zero bytes', async (t) => {
  const scenario = { v: 1, nodes: ['a', 'b', 'c'], strategies: [{ strategy: 'directory' }] };
  const odd = ['a\nb', 'a\r\nb', 'tab\t', 'back\\n', '\r'];
  const file = folderWith(t, {
    keys: odd.map((key) => `${key}\0`).join(''),
    csv: odd.map((key) => `"${key}\0",\n`).join(''),
    scenario: `${JSON.stringify(scenario, null, 2)}\n`,
  });
  for (const [form, name] of /** @type {[string[], string][]} */ ([
    [['-0'], 'keys'],
    [['-c', '1'], 'csv'],
  ])) {
    const saved = await reshard([
      'place',
      '--scenario',
      file('scenario'),
      ...form,
      '--save-table',
      file('table'),
      file(name),
    ]);
    assert.equal(saved.error, '');
    assert.equal((await reshard(['place', '--table', file('table'), ...form, file(name)])).text, saved.text);
  }
});
