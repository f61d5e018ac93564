// libreshard as others use it: from Python, and, once installed, from C by pkg-config and by CMake.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderOf, loadCore, needs, root } from '../live/programs.mjs';
import { build, library, python, ran, sanitized } from './command.mjs';
import { readableKeys } from './readable.mjs';
/** @import {Placement} from '../../web/headless/reshard-core.d.ts' */

const core = await loadCore();
const kInput = { strategy: 'ring', params: { vnodes: 200 }, nodes: ['node-0', 'node-1', 'node-2', 'node-3', 'node-4'] };
const kLink = 'v=1&nodes=5&log=+node-5&vnodes=200';
const kRounds = Number(process.env.RESHARD_ROUNDS ?? 10_000);
const namesOf = (/** @type {Placement} */ { nodes, owners }) => [...owners].map((owner) => nodes[owner]);

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

test(
  'Python gives random keys the owners of the headless core under every strategy that streams',
  needs('/usr/bin/python3'),
  (t) => {
    const count = Number(process.env.RESHARD_KEYS ?? 100_000);
    const { keys, formOf } = readableKeys(core, count, 2);
    const strategies = core
      .strategies()
      .filter(({ traits }) => !traits.includes('needs_all_keys'))
      .map(({ id }) => id);
    const folder = folderOf(t);
    for (const [form, list] of Object.entries(keys)) {
      writeFileSync(join(folder, form), list.map((key) => `${key.toString('hex')}\n`).join(''));
    }
    const forms = Object.fromEntries(strategies.map((id) => [id, formOf(id)]));
    const script = `
import hashlib, json, reshard
folder = ${JSON.stringify(folder)}
forms = ${JSON.stringify(forms)}
keys = {form: [bytes.fromhex(line) for line in open(folder + "/" + form)] for form in set(forms.values())}
place = lambda strategy: reshard.Scenario("v=1&nodes=7&strategy=" + strategy).place(keys[forms[strategy]])
text = lambda owners: "\\n".join("" if owner is None else owner for owner in owners)
print(json.dumps({s: hashlib.sha256(text(place(s)).encode()).hexdigest() for s in forms}))`;
    const digests = JSON.parse(python(script));
    const nodes = Array.from({ length: 7 }, (_, i) => `node-${i}`);
    for (const strategy of strategies) {
      const list = keys[forms[strategy]].map((key) => new Uint8Array(key));
      const { owners } = core.place({ strategy, nodes, keys: list });
      const text = Array.from(owners, (owner) => nodes[owner] ?? '').join('\n');
      assert.equal(digests[strategy], createHash('sha256').update(text).digest('hex'), strategy);
    }
  },
);

test(
  'In Python a copied, pickled or half-made scenario answers or refuses, and is closed once',
  needs('/usr/bin/python3'),
  () => {
    const script = `
import copy, gc, json, pickle, reshard
closed = []
close = reshard._library.reshard_close
reshard._library.reshard_close = lambda scenario: (closed.append(scenario.value), close(scenario))
one = reshard.Scenario(${JSON.stringify(kLink)})
before = one.before()
keys = [f"key-{i}" for i in range(100)]
told = [each.place(keys) for each in (one, before)]
copies = [copy.copy(one), copy.deepcopy(one), copy.deepcopy([before])[0]]
pickled = [pickle.loads(pickle.dumps(each)) for each in (one, before)]
assert copies[0].place(keys) == copies[1].place(keys) == pickled[0].place(keys) == told[0]
assert copies[2].place(keys) == pickled[1].place(keys) == told[1] != told[0]
try: one.__del__()
except AttributeError: pass
assert one.place(keys) == told[0]
del one, before, copies, pickled
half = reshard.Scenario.__new__(reshard.Scenario)
try: half.place(keys)
except AttributeError as error: refused = str(error)
del half
try: reshard.Scenario("v=1&nodes=0")
except reshard.ReshardError: pass
gc.collect()
print(json.dumps([len(closed), len(set(closed)), refused]))`;
    const [closed, different, refused] = JSON.parse(python(script));
    assert.deepEqual([closed, different], [4, 4]);
    assert.match(refused, /_scenario/);
  },
);

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

/** @type {[string, string, string][]} what is placed, and why it is refused */
const kNoKeys = [
  ['[1, "a", None]', 'TypeError', 'keys[2]: None is neither bytes, nor text, nor a whole number'],
  ['numpy.array([1.0, 2.0])', 'TypeError', 'keys[0]: 1.0 is neither bytes, nor text, nor a whole number'],
  ['pandas.Series([1, None])', 'TypeError', 'keys[0]: 1.0 is neither bytes, nor text, nor a whole number'],
  ['pandas.Series(["a", float("nan")])', 'TypeError', 'keys[1]: nan is neither bytes, nor text, nor a whole number'],
  [
    'pandas.Series(["a", None], dtype="string")',
    'TypeError',
    'keys[1]: <NA> is neither bytes, nor text, nor a whole number',
  ],
  [
    'pandas.Series([1, None], dtype="Int64")',
    'TypeError',
    'keys[1]: <NA> is neither bytes, nor text, nor a whole number',
  ],
  [
    'pandas.to_datetime(pandas.Series(["2024-02-29", None]))',
    'TypeError',
    "keys[0]: Timestamp('2024-02-29 00:00:00') is neither bytes, nor text, nor a whole number",
  ],
  ['pandas.Series(["a", pandas.NaT])', 'TypeError', 'keys[1]: NaT is neither bytes, nor text, nor a whole number'],
  ['numpy.array([True, False])', 'TypeError', 'keys[0]: True is neither bytes, nor text, nor a whole number'],
  [
    'numpy.array([["a", "b"]])',
    'TypeError',
    "keys[0]: array(['a', 'b'], dtype='<U1') is neither bytes, nor text, nor a whole number",
  ],
  ['"user:1"', 'TypeError', 'keys: one str, where a list of keys is wanted'],
  ['b"user:1"', 'TypeError', 'keys: one bytes, where a list of keys is wanted'],
  ['numpy.array(["a", ""])', 'ReshardError', 'keys[1]: key: must not be empty'],
  ['["a", "b", "x\\ud800y"]', 'ReshardError', "keys[2]: key: '\\ud800' stands alone: not Unicode"],
  ['["a", 1 << 64]', 'ReshardError', 'keys[1]: key: a whole number of more than 64 bits'],
  ['[-(1 << 63) - 1]', 'ReshardError', 'keys[0]: key: a whole number of more than 64 bits'],
  ['[10 ** 5000]', 'ReshardError', 'keys[0]: key: a whole number of more than 64 bits'],
];

test(
  'Python names the first value of a list, array or column that is not a key',
  needs('/usr/lib/python3/dist-packages/pandas'),
  () => {
    const script = `
import json, numpy, pandas, reshard
ring, said = reshard.Scenario(${JSON.stringify(kLink)}), []
def refused(call):
    try: call()
    except Exception as error: said.append([type(error).__name__, str(error)])
    else: said.append(None)
${kNoKeys.map(([keys]) => `refused(lambda: ring.place(${keys}))`).join('\n')}
refused(lambda: reshard.Scenario("v=1&nodes=\\udcff"))
ends = ring.place([-(1 << 63), (1 << 64) - 1, numpy.uint64((1 << 64) - 1)]) == ring.place(
    ["-9223372036854775808"] + 2 * ["18446744073709551615"])
texts = (ring.place(numpy.array(["a", "bc"])) == ring.place(pandas.Series(["a", "bc"], dtype="string")).tolist()
    == ring.place(numpy.array([b"a", b"bc"])) == ring.place(["a", "bc"]))
print(json.dumps([said, ends, texts]))`;
    assert.deepEqual(JSON.parse(python(script)), [
      [...kNoKeys.map(([, kind, text]) => [kind, text]), ['ReshardError', "link: '\\udcff' stands alone: not Unicode"]],
      true,
      true,
    ]);
  },
);

// A key is drawn together with what becomes of it, so that the script knows the first wrong one.
const kHostileKeys = `
import json, random, reshard
draw = random.Random(24)
pieces = ["v=1", "&", "nodes=", "nodes=3", "=", "log=+a", "-node-1", "~a~b", ",", "strategy=ring", "strategy=jump",
  "vnodes=20", "hash=md5", "#", "%", "%ff", "{", "}", '"nodes":', "[", "]", "9999999999", "-1", "!", "*2",
  "\\0", "\\n", "\\u00e9", "\\U0001f600", "\\ud800", '"', "v=2"]
word = lambda: "".join(draw.choice(pieces) for _ in range(draw.randrange(10)))
right = ["v=1&nodes=3", "v=1&nodes=5&log=+node-5", "#v=1&nodes=a,b&log=-a&strategy=jump&removal=swap_last",
  '{"v":1,"nodes":["a","b"]}']
link = lambda: word() if draw.randrange(4) == 0 else draw.choice(right) + ("" if draw.randrange(2) else "&" + word())
good = [lambda: draw.randbytes(1 + draw.randrange(60)), lambda: bytearray(b"a"), lambda: memoryview(b"abc")[::2],
  lambda: "k" + word().replace("\\ud800", ""), lambda: draw.getrandbits(64),
  lambda: -draw.getrandbits(63), lambda: "x" * 4096]
bad = [lambda: None, lambda: 1.5, lambda: True, lambda: "", lambda: b"", lambda: "x" * 4097,
  lambda: "\\ud800", lambda: 1 << 64, lambda: float("nan"), lambda: [b"a"], lambda: object()]
opened, closed, owned, refused = [], 0, 0, 0
for i in range(ROUNDS):
    try: opened.append(reshard.Scenario(link(), before=draw.randrange(4) == 0))
    except reshard.ReshardError as error:
        assert error.id and error.key is None and str(error)
        closed += 1
    scenario = draw.choice(opened[-4:]) if opened else reshard.Scenario("v=1&nodes=1")
    wrong = [draw.randrange(40) == 0 for _ in range(draw.randrange(30))]
    keys = [draw.choice(bad if is_wrong else good)() for is_wrong in wrong]
    try:
        owners = scenario.place(keys)
        assert not any(wrong) and len(owners) == len(keys)
        assert all(owner is None or owner in scenario.nodes for owner in owners)
        owned += 1
    except (reshard.ReshardError, TypeError) as error:
        # What the module refuses it refuses before the library sees a key.
        assert any(wrong) and str(error).startswith("keys["), error
        assert wrong[int(str(error)[5:str(error).index("]")])], error
        refused += 1
print(json.dumps([len(opened), closed, owned, refused]))`;

test(
  `${kRounds} hostile scenarios and lists of keys in Python give owners, or an error that names a wrong key`,
  needs('/usr/bin/python3'),
  () => {
    const [opened, closed, owned, refused] = JSON.parse(python(kHostileKeys.replace('ROUNDS', String(kRounds))));
    assert.equal(opened + closed, kRounds);
    assert.equal(owned + refused, kRounds);
    for (const count of [opened, closed, owned, refused])
      assert.ok(count > kRounds / 10, `${opened} opened, ${closed} not; ${owned} owned, ${refused} not`);
  },
);

// Each of the library's own allocations fails in turn: only that one, or all from then on.
const kNoMemory = `#include <reshard.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <new>
static long left = -1;  // how many more succeed; negative: all
static bool always = false, failed = false;
void* operator new(std::size_t size) {
  if (left == 0) {
    if (!always) left = -1;
    failed = true;
    throw std::bad_alloc();
  }
  if (left > 0) --left;
  if (void* given = std::malloc(size == 0 ? 1 : size)) return given;
  throw std::bad_alloc();
}
void operator delete(void* given) noexcept { std::free(given); }
void operator delete(void* given, std::size_t) noexcept { std::free(given); }
template <typename Call> long failures(Call call) {
  for (long given = 0;; ++given) {
    left = given;
    failed = false;
    const int code = call();
    left = -1;
    if (code != RESHARD_OK && (code != RESHARD_NO_MEMORY || !failed)) std::exit(2);
    if (!failed) return given;
  }
}
int main() {
  for (const char* strategy : {"ring", "ketama", "maglev", "jump", "dx", "redis_slots", "rendezvous"}) {
    char link[99];
    std::snprintf(link, sizeof link, "v=1&nodes=5&log=+node-5&strategy=%s", strategy);
    for (const bool goes_on : {false, true}) {
      always = goes_on;
      reshard_scenario* scenario;
      reshard_error error;
      const long opening = failures([&] {
        const int code = reshard_open(link, std::strlen(link), RESHARD_AFTER, &scenario, &error);
        if (code != RESHARD_OK &&
            (scenario != nullptr || error.code != code || std::strcmp(error.id, "no_memory") != 0)) std::exit(3);
        return code;
      });
      const uint64_t offsets[] = {0, 6, 12};
      uint32_t owners[2];
      failures([&] { return reshard_place(scenario, "user:1user:2", offsets, 2, owners, &error); });
      std::printf("%ld %s %s\\n", opening, reshard_node_name(scenario, owners[0]),
                  reshard_node_name(scenario, owners[1]));
      reshard_close(scenario);
    }
  }
}
`;

test('whichever allocation fails, the library reports that memory ran out, and works once there is some', (t) => {
  const folder = folderOf(t);
  writeFileSync(join(folder, 'main.cpp'), kNoMemory);
  ran('c++', [
    '-std=c++20',
    join(folder, 'main.cpp'),
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
  const lines = ran(join(folder, 'main'), [], { ASAN_OPTIONS: 'detect_leaks=0' })
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  const nodes = kInput.nodes;
  const expected = ['ring', 'ketama', 'maglev', 'jump', 'dx', 'redis_slots', 'rendezvous'].map((strategy) =>
    namesOf(core.place({ strategy, nodes, log: [{ add: 'node-5' }], keys: ['user:1', 'user:2'] })),
  );
  assert.deepEqual(
    lines.map(([, ...owners]) => owners),
    expected.flatMap((owners) => [owners, owners]),
  );
  for (const [opening] of lines) assert.ok(Number(opening) > 20, `${opening} allocations failed`);
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
  const lib = ['lib', 'lib64', 'lib/x86_64-linux-gnu', 'lib/aarch64-linux-gnu']
    .map((name) => join(installed, name))
    .find((path) => existsSync(join(path, 'pkgconfig')));
  const flags = sanitized ? ['-fsanitize=address,undefined'] : [];
  if (spawnSync('pkg-config', ['--version']).status === 0) {
    const words = ran('pkg-config', ['--define-prefix', '--cflags', '--libs', 'reshard'], {
      PKG_CONFIG_PATH: join(lib, 'pkgconfig'),
    })
      .trim()
      .split(/\s+/);
    ran('cc', ['-Wall', '-Werror', '-std=c99', join(folder, 'main.c'), '-o', join(folder, 'main'), ...words, ...flags]);
    assert.equal(ran(join(folder, 'main'), [], { LD_LIBRARY_PATH: lib }), expected);
  }
  mkdirSync(join(folder, 'built'));
  writeFileSync(
    join(folder, 'CMakeLists.txt'),
    `cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES C CXX)
find_package(reshard 0.1 REQUIRED)
add_compile_options(${flags.join(' ')})
add_link_options(${flags.join(' ')})
add_executable(with_shared main.c)
target_link_libraries(with_shared PRIVATE reshard::shared)
add_executable(with_static main.c)
target_link_libraries(with_static PRIVATE reshard::static)
`,
  );
  ran('cmake', ['-S', folder, '-B', join(folder, 'built'), `-DCMAKE_PREFIX_PATH=${installed}`]);
  ran('cmake', ['--build', join(folder, 'built')]);
  for (const name of ['with_shared', 'with_static']) assert.equal(ran(join(folder, 'built', name), []), expected, name);
});

test('the shared library exports the functions of its header under one version, and nothing else', () => {
  const header = ran('grep', ['-oE', 'reshard_[a-z_]+\\(', join(root, 'core/bindings/reshard.h')])
    .split('\n')
    .filter(Boolean)
    .map((name) => name.slice(0, -1));
  const shown = ran('nm', ['-D', '--defined-only', library])
    .trim()
    .split('\n')
    .map((line) => line.split(' ').at(-1))
    .filter((name) => !/^(?:RESHARD_1|__)/.test(name));
  assert.deepEqual(
    [...new Set(shown)].sort(),
    [...new Set(header)].sort().map((name) => `${name}@@RESHARD_1`),
  );
});
