// libreshard as others use it: from Python, and installed, from C by pkg-config and by CMake.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { randomKeys } from '../live/keys.mjs';
import { folderOf, loadCore, needs, root } from '../live/programs.mjs';
import { build } from './command.mjs';

const core = await loadCore();
const library = join(build, 'libreshard.so');
const sanitized = spawnSync('grep', ['-q', 'fsanitize=address', join(build, 'CMakeCache.txt')]).status === 0;
const asan = sanitized ? spawnSync('cc', ['-print-file-name=libasan.so'], { encoding: 'utf8' }).stdout.trim() : '';

function ran(program, words, env = {}) {
  const done = spawnSync(program, words, { encoding: 'utf8', env: { ...process.env, ...env } });
  assert.equal(done.status, 0, `${program} ${words.join(' ')}: ${done.stdout}${done.stderr}${done.error ?? ''}`);
  return done.stdout;
}

const python = (script) => ran('/usr/bin/python3', ['-c', script], {
  PYTHONPATH: join(root, 'core/bindings/python'), PYTHONDONTWRITEBYTECODE: '1', LIBRESHARD: library,
  ...(sanitized && { LD_PRELOAD: asan, ASAN_OPTIONS: 'detect_leaks=0' }),
});

const kInput = { strategy: 'ring', params: { vnodes: 200 }, nodes: ['node-0', 'node-1', 'node-2', 'node-3', 'node-4'] };
const kLink = 'v=1&nodes=5&log=+node-5&vnodes=200';
const namesOf = ({ nodes, owners }) => [...owners].map((owner) => nodes[owner]);

test('Python places lists as the headless core does, and names what it refuses', needs('/usr/bin/python3'), () => {
  const keys = Array.from({ length: 3000 }, (_, i) => `ключ-${i}`);
  const script = `
import json, reshard
after = reshard.Scenario(${JSON.stringify(kLink)})
keys = [f"ключ-{i}" for i in range(3000)]
refused = []
for bad in [None, 1.5, True]:
    try: after.place([bad])
    except TypeError as error: refused.append(str(error))
try: after.place(["a", ""])
except reshard.ReshardError as error: refused.append([error.id, error.key, str(error)])
try: reshard.Scenario("v=1&nodes=0")
except reshard.ReshardError as error: refused.append([error.id, error.key])
assert after.place([b"17", 17, "17"]) == [after.place(["17"])[0]] * 3
assert after.nodes[5] == "node-5" and after.before().nodes == after.nodes[:5]
print(json.dumps([after.place(keys), after.before().place(keys), refused]))`;
  const [after, before, refused] = JSON.parse(python(script));
  assert.deepEqual(after, namesOf(core.place({ ...kInput, keys, log: [{ add: 'node-5' }] })));
  assert.deepEqual(before, namesOf(core.place({ ...kInput, keys })));
  assert.deepEqual(refused, [
    'keys[0]: None is neither bytes, nor text, nor a whole number',
    'keys[0]: 1.5 is neither bytes, nor text, nor a whole number',
    'keys[0]: True is neither bytes, nor text, nor a whole number',
    ['empty', 1, 'keys[1]: key: must not be empty'],
    ['out_of_range', null],
  ]);
});

test('Python gives random byte keys the owners of the headless core under every strategy that streams', needs('/usr/bin/python3'), (t) => {
  const keys = randomKeys({ count: Number(process.env.RESHARD_KEYS ?? 100_000), bytes: false }).filter((key) => !key.includes(0));
  const strategies = core.strategies().filter(({ traits }) => !traits.includes('needs_all_keys')).map(({ id }) => id);
  const file = join(folderOf(t), 'keys');
  writeFileSync(file, Buffer.concat(keys.flatMap((key) => [key, Buffer.from([0])])));
  const script = `
import hashlib, json, reshard
keys = open(${JSON.stringify(file)}, "rb").read().split(bytes(1))[:-1]
place = lambda strategy: reshard.Scenario("v=1&nodes=7&strategy=" + strategy).place(keys)
text = lambda owners: "\\n".join("" if owner is None else owner for owner in owners)
print(json.dumps({s: hashlib.sha256(text(place(s)).encode()).hexdigest() for s in ${JSON.stringify(strategies)}}))`;
  const digests = JSON.parse(python(script));
  const bytes = keys.map((key) => new Uint8Array(key)), nodes = Array.from({ length: 7 }, (_, i) => `node-${i}`);
  for (const strategy of strategies) {
    const { owners } = core.place({ strategy, nodes, keys: bytes });
    const text = Array.from(owners, (owner) => nodes[owner] ?? '').join('\n');
    assert.equal(digests[strategy], createHash('sha256').update(text).digest('hex'), strategy);
  }
});

test('Python takes NumPy arrays and pandas columns', needs('/usr/lib/python3/dist-packages/pandas'), () => {
  const owners = namesOf(core.place({ ...kInput, keys: ['1', '2', '3'], log: [{ add: 'node-5' }] }));
  const script = `
import json, numpy, pandas, reshard
ring = reshard.Scenario(${JSON.stringify(kLink)})
frame = pandas.DataFrame({"id": [1, 2, 3]}, index=[7, 8, 9])
column = ring.place(frame["id"])
numbers = ring.numbers(numpy.array([1, 2, 3]))
print(json.dumps([list(column), list(column.index), [ring.nodes[n] for n in numbers], str(numbers.dtype)]))`;
  assert.deepEqual(JSON.parse(python(script)), [owners, [7, 8, 9], owners, 'uint32']);
});

const kProgram = `#include <reshard.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  const char *link = "${kLink}";
  const uint64_t offsets[] = {0, 6, 12};
  uint32_t owners[2];
  reshard_error error;
  reshard_scenario *scenario;
  if (reshard_open(link, strlen(link), RESHARD_AFTER, &scenario, &error) != RESHARD_OK) return puts(error.message), 1;
  if (reshard_place(scenario, "user:1user:2", offsets, 2, owners, &error) != RESHARD_OK) return puts(error.message), 1;
  printf("%s %s", reshard_node_name(scenario, owners[0]), reshard_node_name(scenario, owners[1]));
  reshard_close(scenario);
  return 0;
}
`;

test('a C program finds the installed library by pkg-config and by CMake, shared and static', (t) => {
  const folder = folderOf(t);
  const installed = join(folder, 'installed');
  ran('cmake', ['--install', build, '--prefix', installed]);
  const expected = namesOf(core.place({ ...kInput, keys: ['user:1', 'user:2'], log: [{ add: 'node-5' }] })).join(' ');
  writeFileSync(join(folder, 'main.c'), kProgram);
  const lib = ['lib', 'lib64', 'lib/x86_64-linux-gnu', 'lib/aarch64-linux-gnu'].map((name) => join(installed, name)).find((path) => existsSync(join(path, 'pkgconfig')));
  const flags = sanitized ? ['-fsanitize=address,undefined'] : [];
  if (spawnSync('pkg-config', ['--version']).status === 0) {
    const words = ran('pkg-config', ['--define-prefix', '--cflags', '--libs', 'reshard'], { PKG_CONFIG_PATH: join(lib, 'pkgconfig') }).trim().split(/\s+/);
    ran('cc', ['-Wall', '-Werror', '-std=c99', join(folder, 'main.c'), '-o', join(folder, 'main'), ...words, ...flags]);
    assert.equal(ran(join(folder, 'main'), [], { LD_LIBRARY_PATH: lib }), expected);
  }
  mkdirSync(join(folder, 'built'));
  writeFileSync(join(folder, 'CMakeLists.txt'), `cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES C CXX)
find_package(reshard 0.1 REQUIRED)
add_compile_options(${flags.join(' ')})
add_link_options(${flags.join(' ')})
add_executable(with_shared main.c)
target_link_libraries(with_shared PRIVATE reshard::shared)
add_executable(with_static main.c)
target_link_libraries(with_static PRIVATE reshard::static)
`);
  ran('cmake', ['-S', folder, '-B', join(folder, 'built'), `-DCMAKE_PREFIX_PATH=${installed}`]);
  ran('cmake', ['--build', join(folder, 'built')]);
  for (const name of ['with_shared', 'with_static']) assert.equal(ran(join(folder, 'built', name), []), expected, name);
});

test('the shared library shows the functions of its header under one version, and nothing else', () => {
  const header = ran('grep', ['-oE', 'reshard_[a-z_]+\\(', join(root, 'core/bindings/reshard.h')]).split('\n').filter(Boolean).map((name) => name.slice(0, -1));
  const shown = ran('nm', ['-D', '--defined-only', library]).trim().split('\n').map((line) => line.split(' ').at(-1)).filter((name) => !/^(?:RESHARD_1|__)/.test(name));
  assert.deepEqual([...new Set(shown)].sort(), [...new Set(header)].sort().map((name) => `${name}@@RESHARD_1`));
});
