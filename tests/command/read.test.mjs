// `reshard read` of the npm package; the native command names it.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { root } from '../live/programs.mjs';
import { nodeScript, reshard } from './command.mjs';

const placement = (/** @type {string} */ name) => join(root, 'tests/vectors/clusters', name);
const read = (/** @type {string[]} */ words, input = '') =>
  reshard([nodeScript, 'read', ...words], input, {}, process.execPath);
const folder = mkdtempSync(join(tmpdir(), 'reshard-read-'));
after(() => rmSync(folder, { recursive: true }));
const keys = join(folder, 'keys.txt');
writeFileSync(keys, 'foo\nbar\nhello\n');
const kNginx = placement('nginx/dump-1.txt');
const kRedis = placement('redis/nodes-1-healthy.txt');

test('a configuration becomes a link, which the other commands take', async () => {
  const { code, text, error } = await read([kNginx, '--choose', 'avatars']);
  assert.equal(code, 0, error);
  assert.match(error, /line 1: skipped: message of nginx -t\n/);
  assert.match(error, /this is “avatars”; --choose has “media”, too\n/);
  const nodes = await reshard([nodeScript, 'nodes', '--link', text.trim(), '--json'], '', {}, process.execPath);
  assert.equal(nodes.code, 0, nodes.error);
  const expected = JSON.parse((await read([kNginx, '--choose=avatars', '--json'])).text);
  assert.deepEqual(
    JSON.parse(nodes.text).map((/** @type {any} */ { name, weight }) => ({ name, weight })),
    expected.nodes.map((/** @type {any} */ { name, weight }) => ({ name, weight })),
  );
});

test('--json has the entries with their digest, from a file and from standard input', async () => {
  const expected = JSON.parse(readFileSync(`${kRedis}.expected.json`, 'utf8'));
  for (const { code, text, error } of [
    await read([kRedis, '--json']),
    await read(['--json', '-'], readFileSync(kRedis, 'utf8')),
  ]) {
    assert.equal(code, 0, error);
    assert.equal(error, '');
    const { system, strategy, key, entries } = JSON.parse(text);
    assert.deepEqual([system, strategy, key], ['redis', 'table', 'redis_slots']);
    const { rows, ...counted } = entries;
    assert.deepEqual(counted, expected.entries);
    assert.equal(rows.length, expected.entries.count);
    assert.deepEqual(Object.keys(rows[0]), ['id', 'owner', 'replicas']);
  }
});

test('every command takes a reading for a scenario', async () => {
  const [reading, link] = await Promise.all([read([kRedis, '--json']), read([kRedis])]);
  for (const program of [[], [nodeScript]]) {
    const run = (/** @type {string[]} */ words, /** @type {string} */ input) =>
      reshard([...program, ...words], input, {}, program.length > 0 ? process.execPath : undefined);
    const [taken, linked] = [
      await run(['nodes', '--scenario', '-', '--json'], reading.text),
      await run(['nodes', '--link', link.text.trim(), '--json'], ''),
    ];
    assert.equal(taken.code, 0, taken.error);
    assert.equal(taken.text, linked.text);
    const question = ['--add', '10.20.2.29:7000', keys];
    const moved = await run(['counts', '--scenario', '-', ...question], reading.text);
    assert.equal(moved.code, 0, moved.error);
    assert.equal(moved.text, (await run(['counts', '--link', link.text.trim(), ...question], '')).text);
  }
});

test('a reading that no link can say, or that was refused, is no scenario, and why', async () => {
  const opened = async (/** @type {string} */ text) => {
    const { text: reading } = await read(['--json'], text);
    const { code, error } = await reshard(['nodes', '--scenario', '-'], reading);
    assert.equal(code, 2, error);
    return error.trimEnd();
  };
  assert.match(await opened('package main\nfunc main() {}\n'), /reading: the placement was refused: a Go program/);
  assert.match(
    await opened(readFileSync(placement('mcrouter/pool-1.json'), 'utf8')),
    /reading: no link says the same: Reshard cannot express all of it/,
  );
});

test('a text that is refused, a skipped line and a wrong call have their exit statuses', async () => {
  const statusOf = async (/** @type {string[]} */ words, input = '') => {
    const { code, text, error } = await read(words, input);
    return { code, text: text.slice(0, 20), error: error.trimEnd().split('\n').at(-1) };
  };
  const go = 'package main\nfunc main() {}\n';
  const why = 'reshard: standard input: line 1: a Go program: paste its list of servers';
  assert.deepEqual(await statusOf([], go), { code: 2, text: '', error: why });
  assert.deepEqual(await statusOf(['--json'], go), { code: 2, text: '{"system":null,"form', error: why });
  const rows = 'shard,node\ns1,n1\ns2,n2\n';
  assert.deepEqual(await statusOf([], rows), {
    code: 2,
    text: '',
    error:
      'reshard: standard input: this reading has no link: Reshard has no function that finds the entry of a key in ' +
      'this table. --json shows it',
  });
  assert.deepEqual(await statusOf(['--json', '--strict'], rows), { code: 0, text: '{"system":"rows","fo', error: '' });
  assert.deepEqual(await statusOf(['--json', '--strict'], `${rows}# the end\n`), {
    code: 3,
    text: '{"system":"rows","fo',
    error: 'reshard: standard input: a line was skipped, the first in line 4: comment',
  });
  assert.equal(
    (await statusOf([kNginx, '--choose', 'nobody'])).error,
    `reshard: ${kNginx}: line 1: there is no “nobody” to choose`,
  );
  assert.equal(
    (await statusOf(['--frob'])).error,
    'reshard: read: there is no option --frob for read; see reshard read --help',
  );
  assert.equal((await statusOf(['--choose'])).error, 'reshard: read: --choose needs a value');
  assert.equal((await statusOf([kNginx, kRedis])).code, 2);
  assert.equal((await statusOf(['/nowhere/at/all'])).code, 4);
});

test('--write prints the file with the nodes of a scenario, --diff what changes', async () => {
  const text = '\ufeffupstream u {\r\n  hash $uri; # secret\r\n  server a.test;\r\n  server b.test weight=2;\r\n}';
  const link = (await read([], text)).text.trim();
  const write = (/** @type {string[]} */ words, /** @type {string} */ log, of = link) =>
    read(['--write', log ? `${of}&log=${log}` : of, ...words], text);
  const same = await write([], '');
  assert.deepEqual([same.code, same.text, same.error], [0, text, '']);
  const next = await write([], '+c.test*3,~a.test~d.test');
  assert.equal(
    next.text,
    text.replace('a.test', 'd.test').replace('weight=2;\r\n', 'weight=2;\r\n  server c.test weight=3;\r\n'),
  );
  const { text: diff } = await write(['--diff'], '-a.test');
  assert.equal(diff, '--- nginx.conf\n+++ nginx.conf\n@@ -3 +2,0 @@\n-  server a.test;\n');
  assert.deepEqual(await write([], '*a.test*0').then(({ code, error }) => [code, error]), [
    0,
    'reshard: standard input: a.test has weight 0: left out\n',
  ]);
  const refused = async (/** @type {ReturnType<typeof read>} */ asked) => {
    const { code, text: printed, error } = await asked;
    assert.deepEqual([code, printed], [2, '']);
    return error.trimEnd().replace(/^reshard: /, '');
  };
  assert.equal(
    await refused(write([], '', link.replace('plain', 'consistent'))),
    'standard input: dialect is consistent (the file has plain), which no line of a server can say',
  );
  assert.equal(
    await refused(write([], '', link.replace('strategy=nginx&dialect=plain', 'strategy=modulo'))),
    'standard input: strategy is modulo (the file has nginx), which no line of a server can say',
  );
  assert.match(await refused(write([], '+a.test')), /^standard input: log\[0\]/);
  assert.equal(await refused(read(['--diff'], text)), 'read: --address and --diff need --write');
  const haproxy = 'backend b\n balance uri\n server s1 10.0.0.1:80 check\n server s2 10.0.0.2:80 check\n';
  const wanted = `${(await read([], haproxy)).text.trim()}&log=+s3`;
  assert.equal(
    await refused(read(['--write', wanted], haproxy)),
    'standard input: no address is known of s3: give --address s3=HOST:PORT',
  );
  const { text: written } = await read(['--write', wanted, '--address', 's3=10.0.0.3:80'], haproxy);
  assert.equal(written, `${haproxy} server s3 10.0.0.3:80 check\n`);
  assert.equal(await refused(read(['--write', link], 'no text')), 'standard input: line 1: no format that is known');
});

test('its help names the options that it takes', async () => {
  const { code, text } = await read(['--help']);
  assert.equal(code, 0);
  const listed = [...text.matchAll(/^ {2}(?:-.,| {3}) --(\S+)/gm)].map(([, name]) => name);
  assert.deepEqual(listed, ['choose', 'system', 'write', 'address', 'diff', 'strict', 'json', 'help']);
});

test('the native command names the one of the npm package', async () => {
  assert.deepEqual(await reshard(['read', kRedis]).then(({ code, text, error }) => ({ code, text, error })), {
    code: 2,
    text: '',
    error: 'reshard: read is a command of the npm package only: npx reshard read FILE\n',
  });
});
