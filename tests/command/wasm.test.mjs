// The command under Node writes what the native one writes, byte for byte, and is what the npm package runs.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { randomKeys } from '../live/keys.mjs';
import { dist, loadCore } from '../live/programs.mjs';
import { nodeScript as script, program, reshard, tsvLines } from './command.mjs';
import { hostile, kForms } from './hostile.mjs';
import { readableKeys } from './readable.mjs';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'reshard-wasm-'));
after(() => rmSync(folder, { recursive: true }));

const file = (/** @type {string} */ name, /** @type {string | Buffer} */ content) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

const kLink = 'v=1&nodes=5&log=+node-5';
const lines = Array.from({ length: 3000 }, (_, i) => `key-${i}\n`).join('');
const rows = Array.from({ length: 500 }, (_, i) => `"user ""${i}""\n",${i * 7},node-${i % 5}\r\n`);
const csv = `id,size,owner\r\n${rows.join('')}`;
const json = Array.from({ length: 500 }, (_, i) => `{"user":{"id":"ü${i}"},"n":${i}}\n`).join('');
const bytes = Buffer.concat(
  randomKeys({ count: 2000, bytes: true })
    .filter((key) => !key.includes(0))
    .flatMap((key) => [key, Buffer.from([0])]),
);
const packed = file('keys.gz', gzipSync(lines));
const linkFile = file('link.txt', `${kLink}\n`);

/** @type {[string, string[], (Buffer | string)?][]} */
const calls = [
  ['lines', ['place', '-l', kLink], lines],
  ['lines of several threads', ['place', '-j', '4', '-l', kLink], lines.repeat(300)],
  ['keys that end with a zero byte', ['place', '-0', '-l', kLink], bytes],
  ['CSV with quotes', ['place', '-c', 'id', '-l', kLink, '--at', 'before'], csv],
  ['tabs', ['place', '--tsv', '-c', '1', '-l', kLink], 'a\\tb\t1\nc\t2\n'],
  ['JSON lines', ['place', '-k', '.user.id', '-l', kLink], json],
  ['a packed file, and a scenario in another', ['moved', '--scenario', linkFile, packed]],
  ['counts', ['counts', '-l', kLink, '-c', 'id', '--bytes-column', 'size'], csv],
  ['counts as JSON', ['counts', '--json', '-l', 'v=1&nodes=7&strategy=maglev&log=-node-3'], lines],
  ['check', ['check', '-l', kLink, '-c', 'id', '--owner', 'owner'], csv],
  ['plan', ['plan', '-l', kLink, '--keys', '1000000000'], lines],
  ['identify', ['identify'], Array.from({ length: 200 }, (_, i) => `key-${i},node-${(i * 7) % 3}\n`).join('')],
  ['profile of CSV', ['profile', '--query', '10:id', '--unique', 'id'], csv],
  ['profile of JSON lines as JSON', ['profile', '--json-lines', '-c', '.user.id', '-l', kLink, '--json'], json],
  ['profile of a world', ['profile', '--world', 'shop', '--rows', '3000', '--json', '--verdict']],
  ['profile of broken rows', ['profile'], 'a,b\n1\n'],
  ['sql', ['sql', '-l', kLink, '-t', 'users', '--key-column', 'id'], lines],
  ['explain', ['explain', '-l', kLink, 'a', 'b', '--json']],
  ['nodes', ['nodes', '-l', kLink]],
  ['strategies', ['strategies', '--json']],
  ['hashes', ['hashes']],
  ['help', ['--help']],
  ['help of a command', ['place', '--help']],
  ['the version', ['--version']],
  ['a wrong option', ['place', '--frog']],
  ['a wrong link', ['place', '-l', 'v=1&strategy=frog']],
  ['a file that is not there', ['place', '-l', kLink, join(folder, 'none')]],
  ['a quote that is never closed', ['place', '-c', '1', '-l', kLink], 'a,1\n"b,2\n'],
  ['half a packed file', ['place', '-l', kLink, file('half.gz', gzipSync(lines).subarray(0, 900))]],
  ['an empty key', ['place', '-l', kLink], 'a\n\nb\n'],
];

for (const [what, words, input] of calls) {
  test(`under Node it answers as the native one does: ${what}`, async () => {
    const native = await reshard(words, input);
    const here = await reshard([script, ...words], input, {}, process.execPath);
    assert.equal(here.error, native.error);
    assert.equal(here.code, native.code);
    assert.ok(here.out.equals(native.out), `${here.out.length} bytes and ${native.out.length}`);
  });
}

test('under Node every strategy that streams places random keys as the native one does', async () => {
  const { text } = await reshard(['strategies', '--json']);
  const nodes = ['10.0.0.1:11211', '10.0.0.2:11212', 'cache-3', 'f', 'g'].map(encodeURIComponent).join(',');
  const count = Number(process.env.RESHARD_KEYS ?? 100_000);
  const { keys: forms, formOf } = readableKeys(await loadCore(), count, 3);
  for (const { id } of JSON.parse(text)) {
    const words = ['place', '--tsv', '-l', `v=1&nodes=${nodes}&strategy=${id}`];
    const keys = tsvLines(forms[formOf(id)]);
    const [native, here] = await Promise.all([
      reshard(words, keys),
      reshard([script, ...words], keys, {}, process.execPath),
    ]);
    assert.equal(here.error, native.error, id);
    assert.ok(here.out.equals(native.out), id);
  }
});

test('under Node hostile records of every format are written and refused as by the native one', async () => {
  const draw = hostile(31);
  for (const form of kForms) {
    const records = Buffer.from(draw.records(form, 1200), 'latin1');
    const [native, here] = await Promise.all(
      [[program], [process.execPath, script]].map(async ([first, ...more], i) => {
        const rejects = join(folder, `hostile-${i}`);
        const { code, out, error } = await reshard(
          [...more, 'place', '-l', kLink, ...form.words, '--rejects', rejects],
          records,
          {},
          first,
        );
        return {
          code,
          out: out.toString('latin1'),
          error: error.replace(rejects, 'FILE'),
          rejected: readFileSync(rejects, 'latin1'),
        };
      }),
    );
    assert.deepEqual(here, native);
    assert.ok(native.out.length > 1000 && native.rejected.length > 100, form.words.join(' '));
  }
});

test('under Node refused records go to a file as with the native one', async () => {
  const written = await Promise.all(
    [[program], [process.execPath, script]].map(async ([first, ...more], i) => {
      const rejects = join(folder, `rejects-${i}`);
      const { code, text, error } = await reshard(
        [...more, 'place', '-l', kLink, '--rejects', rejects],
        'a\n\nb\n',
        {},
        first,
      );
      return { code, text, error: error.replace(rejects, 'FILE'), rejected: readFileSync(rejects, 'utf8') };
    }),
  );
  assert.deepEqual(written[1], written[0]);
  assert.equal(written[0].rejected, '\n');
});

test('under Node it exits when nobody reads its output any more', async () => {
  const child = spawn('bash', [
    '-c',
    `set -o pipefail; yes key | "${process.execPath}" "${script}" place -l '${kLink}' | head -n 2`,
  ]);
  let out = '';
  child.stdout.on('data', (part) => {
    out += part;
  });
  await new Promise((closed) => child.on('close', closed));
  assert.match(out, /^(key,node-\d\n){2}$/);
});

test('the npm package, packed and run with npx, places keys', async () => {
  await run('npm', ['pack', dist, '--pack-destination', folder], { cwd: folder });
  const env = {
    ...process.env,
    npm_config_cache: join(folder, 'cache'),
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
  };
  const { out, text, error } = await reshard(
    ['--yes', './reshard-0.1.0.tgz', 'place', '-l', kLink],
    lines,
    { cwd: folder, env },
    'npx',
  );
  const native = await reshard(['place', '-l', kLink], lines);
  assert.ok(out.equals(native.out), `${text.slice(0, 300)}${error}`);
});
