// The C++ and JavaScript code that the page exports is compiled and run: its owners are those of the headless core.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cppOf } from '../../web/dialogs/export/cpp.js';
import { jsOf } from '../../web/dialogs/export/javascript.js';
import { kHostile } from './hostile.mjs';
import { dist, folderOf, loadCore, root, run } from './programs.mjs';
/** @import {Placement} from '../../web/headless/reshard-core.d.ts' */
/** @import {Json} from '../types.d.ts' */

const core = await loadCore();
const kKeys = 5000;
const kNodes = ['10.0.0.1:7000', '10.0.0.2:7000', '10.0.0.3:7000', '10.0.0.4:7000', '10.0.0.5:7000'];

const escaped = (/** @type {string} */ text) =>
  encodeURIComponent(text).replace(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
/** @typedef {{strategy: string, params: object, nodes: string[], log: Json[], keys: {count: number}}} Input */
const linkOf = (/** @type {Input} */ { strategy, params, nodes, log, keys }) =>
  [
    `v=1&nodes=${nodes.map(escaped).join(',')}`,
    `keys=${keys.count}`,
    `strategy=${strategy}`,
    ...Object.entries(params).map(([key, value]) => `${key}=${escaped(String(value))}`),
    ...(log.length > 0
      ? [`log=${log.map(({ add, remove }) => (add ? `+${escaped(add)}` : `-${escaped(remove)}`)).join(',')}`]
      : []),
  ].join('&');

// The strategies that are not in the first build: JavaScript loads the second core for them.
const kSystems = new Set(
  [...readFileSync(join(root, 'core/strategies/systems.def'), 'utf8').matchAll(/^STRATEGY\((\w+)/gm)].map(
    ([, id]) => id,
  ),
);

/** Each strategy with its defaults, and with each option of each parameter; and hostile names. @returns {any[]} */
function inputs() {
  const keys = { kind: 'sequential', count: kKeys };
  const all = core
    .strategies()
    .flatMap(({ id, params }) =>
      [{}, ...params.flatMap(({ key, options = [] }) => options.slice(1).map((option) => ({ [key]: option })))].map(
        (chosen) => ({ strategy: id, params: chosen, nodes: kNodes, log: /** @type {Json[]} */ ([]), keys }),
      ),
    );
  /** @type {any[]} */
  const able = all.filter((/** @type {any} */ input) => {
    try {
      core.place(input);
      return true;
    } catch (error) {
      return error.name !== 'ReshardError';
    }
  });
  able.push({ strategy: 'ring', params: {}, nodes: kNodes, log: [{ add: 'new' }, { remove: kNodes[1] }], keys });
  for (const name of kHostile)
    able.push({ strategy: 'ring', params: {}, nodes: [...kNodes, name], log: [], keys: { ...keys, count: 50 } });
  return able;
}

const kInputs = inputs();

const csvField = (text = '') => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const csvOf = (/** @type {Placement} */ { nodes, owners }, /** @type {number} */ keys) =>
  Array.from(owners, (owner, i) => `key-${i},${csvField(nodes[owner])}\n`)
    .slice(0, keys)
    .join('');
/** A program's lines; if its keys are typed, each is a value, and is renamed: owners alone are compared. */
function withNames(/** @type {string} */ said) {
  let i = 0;
  return said.startsWith('key-0,') ? said : said.replace(/.*(,[^,]*\n)/g, (_, owner) => `key-${i++}${owner}`);
}

// The core's library from a native build, and the flags it was built with.
function library() {
  const found = ['dev', 'quick', 'release']
    .map((preset) => join(root, 'build', preset))
    .find((folder) => existsSync(join(folder, 'libreshard_core.a')));
  if (!found) throw new Error('there is no native build: cmake --preset dev && cmake --build --preset dev');
  const flags = /^CMAKE_CXX_FLAGS:STRING=(.*)$/m
    .exec(readFileSync(join(found, 'CMakeCache.txt'), 'utf8'))[1]
    .split(' ')
    .filter(Boolean);
  const type = /^CMAKE_BUILD_TYPE:\w+=(.*)$/m.exec(readFileSync(join(found, 'CMakeCache.txt'), 'utf8'))?.[1];
  return {
    file: join(found, 'libreshard_core.a'),
    flags: [
      '-std=c++20',
      `-I${root}`,
      '-fno-exceptions',
      '-fno-rtti',
      ...flags,
      ...(type === 'Release' ? ['-DNDEBUG'] : []),
    ],
  };
}

test('the C++ of every strategy compiles, and its program gives the owners of the page', async (t) => {
  const folder = folderOf(t);
  const { file, flags } = library();
  // All programs as one, each with a name of its own: the headers are read once instead of a hundred times.
  const programs = kInputs.map(
    (input, i) =>
      `#define main program_${i}\n#define field field_${i}\n#define fail fail_${i}\n` +
      `${cppOf(linkOf(input), false)}\n#undef fail\n#undef field\n#undef main\n`,
  );
  writeFileSync(
    join(folder, 'all.cpp'),
    `${programs.join('')}
#include <cstdlib>
int main(int, char** words) {
  int (*const all[])() = {${programs.map((_, i) => `program_${i}`).join(', ')}};
  for (int i = 0; words[1][0] == 'a' && i < ${programs.length}; ++i) {
    if (all[i]() != 0) return std::cerr << "program " << i, 1;
    std::cout << "end\\n";
  }
  return 0;
}
`,
  );
  await run(
    'g++',
    [...flags, '-O0', '-Wall', '-Wextra', '-Werror', '-o', join(folder, 'all'), join(folder, 'all.cpp'), file],
    { maxBuffer: 1 << 26 },
  );
  const { stdout } = await run(join(folder, 'all'), ['a'], { cwd: folder, maxBuffer: 1 << 28 });
  const said = stdout.split('end\n');
  for (const [i, input] of kInputs.entries()) {
    assert.equal(
      withNames(said[i]) === csvOf(core.place(input), input.keys.count),
      true,
      `${linkOf(input)}\n${said[i].slice(0, 200)}\n${csvOf(core.place(input), 3)}`,
    );
  }
  assert.equal(existsSync(join(folder, 'canary')), false);
});

test('the exported C++ compiles on its own, and reads one’s own keys from a file', async (t) => {
  const folder = folderOf(t);
  const { file, flags } = library();
  const keys = ['a', 'b,c', 'ключ', '"'];
  writeFileSync(join(folder, 'keys.txt'), `${keys.join('\n')}\n`);
  const compileAndRun = async (/** @type {string} */ fingerprint) => {
    writeFileSync(join(folder, 'own.cpp'), cppOf(`v=1&nodes=a,b,c&strategy=ring&keys=given:${fingerprint}:4`, true));
    await run(
      'g++',
      [...flags, '-O0', '-Wall', '-Wextra', '-Werror', '-o', join(folder, 'own'), join(folder, 'own.cpp'), file],
      { maxBuffer: 1 << 26 },
    );
    return (await run('sh', ['-c', './own < keys.txt'], { cwd: folder })).stdout;
  };
  // A file other than the link's is refused, and its fingerprint named.
  const refused = await compileAndRun('0'.repeat(16)).catch(({ stderr }) => stderr);
  const stdout = await compileAndRun(/\(fingerprint 0x([0-9a-f]{16})\)/.exec(refused)[1]);
  const { nodes, owners } = core.place({ strategy: 'ring', nodes: ['a', 'b', 'c'], keys });
  assert.deepEqual(
    stdout.split('\n').slice(0, -1),
    keys.map((key, i) => `${/[",]/.test(key) ? `"${key.replaceAll('"', '""')}"` : key},${nodes[owners[i]]}`),
  );
});

test('the JavaScript of every strategy runs, and gives the owners of the page', async (t) => {
  const folder = folderOf(t);
  const files = ['reshard-core.mjs', 'reshard-core.wasm', 'reshard-core-systems.wasm'];
  for (const name of files) symlinkSync(join(dist, name), join(folder, name));
  t.mock.method(console, 'log', () => {});
  for (const [i, input] of kInputs.entries()) {
    const text = jsOf(linkOf(input), input, false, kSystems.has(input.strategy));
    writeFileSync(join(folder, `${i}.mjs`), `${text}export { nodes, owners };\n`);
    const { nodes, owners } = await import(join(folder, `${i}.mjs`));
    const placed = core.place(input);
    assert.deepEqual(nodes, placed.nodes, linkOf(input));
    assert.deepEqual(owners, placed.owners, linkOf(input));
  }
  assert.equal(existsSync(join(folder, 'canary')), false);
});
