// The bytes that a first visit loads, by part, as a table:
//   cmake --preset web && cmake --build --preset web --target page
//   node tests/bench/weight.mjs [--build build/web] [--dist dist] > tests/bench/WEIGHT.md
// A function counts towards the file that defines it; templates and inline functions, which any file may define,
// towards their library.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const { values } = parseArgs({
  options: { build: { type: 'string', default: 'build/web' }, dist: { type: 'string', default: 'dist' } },
});
const gzip = (/** @type {Uint8Array} */ bytes) => gzipSync(bytes, { level: 9 }).length;
const brotli = (/** @type {Uint8Array} */ bytes) =>
  brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  }).length;
/** @type {Record<number, string>} */
const kSections = {
  0: 'custom',
  1: 'types',
  2: 'imports',
  3: 'signatures',
  4: 'tables',
  5: 'memory',
  6: 'globals',
  7: 'exports',
  9: 'tables',
  10: 'code',
  11: 'data',
  12: 'data',
};

/** A module's sections, and its functions by index. @param {Buffer} wasm */
function partsOf(wasm) {
  let at = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = wasm[at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  const sections = new Map(),
    functions = new Map();
  let imported = 0;
  while (at < wasm.length) {
    const start = at,
      id = wasm[at++],
      end = number() + at;
    const name = kSections[id] ?? String(id);
    sections.set(name, [...(sections.get(name) ?? []), wasm.subarray(start, end)]);
    if (id === 2) {
      for (let left = number(); left > 0; --left) {
        for (let names = 2; names > 0; --names) at = number() + at;
        const kind = wasm[at++];
        if (kind === 0) {
          ++imported;
          number();
        } else if (kind === 3) {
          at += 2;
        } else {
          if (kind === 1) ++at;
          const limits = wasm[at++];
          number();
          if (limits & 1) number();
        }
      }
    }
    if (id === 10) {
      for (let left = number(); left > 0; --left) {
        const from = at;
        at = number() + at;
        functions.set(imported + functions.size, wasm.subarray(from, at));
      }
    }
    at = end;
  }
  return { sections, functions };
}

// Function names by index, as emcc writes them.
const namesOf = (/** @type {string} */ file) =>
  new Map(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const [, index, name] = /^(\d+):(.*)$/.exec(line);
        return [Number(index), name.replace(/\\([0-9a-f]{2})/g, (_, code) => String.fromCharCode(parseInt(code, 16)))];
      }),
  );

const filesBelow = (/** @type {string} */ folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.o'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));

// For each function that only one object defines (no template or inline function), that object.
/** @param {string} build */
function definers(build) {
  const found = new Map();
  for (const library of [
    'reshard_core',
    'reshard_core_O2',
    'reshard_core_Os',
    'reshard_ui',
    'reshard',
    'imgui',
    'imgui_sdl2',
  ]) {
    const folder = join(build, 'CMakeFiles', `${library}.dir`);
    if (!existsSync(folder)) continue;
    for (const object of filesBelow(folder)) {
      const symbols = execFileSync('llvm-nm', ['--defined-only', '--demangle', object], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        maxBuffer: 1 << 26,
      });
      for (const [, name] of symbols.matchAll(/^[-0-9a-f]* [Tt] (.+)$/gm))
        found.set(name, object.slice(folder.length + 1).replace(/\.cpp\.o$/, ''));
    }
  }
  return found;
}

// The file or library to which a function belongs.
/**
 * @param {string} name
 * @param {Map<string, string>} defined
 */
function partOf(name, defined) {
  const plain = name.replace(/( \(\.\d+\)|\.\d+|\.llvm\.\d+)+$/, ''); // copies have a number at the end
  const file = defined.get(name) ?? defined.get(plain);
  if (file) {
    if (/imgui/.test(file)) return 'Dear ImGui';
    // a folder that is compiled as one file
    const [, top, folder] = /_(core|web)_([a-z_]+)_cxx\.cxx\.o$/.exec(file) ?? [];
    if (folder) return `${top}/${folder}/`;
    return file
      .replace(/^.*?(core|web)\//, '$1/')
      .replace(/^((?:core|web)\/[a-z_]+)\/.*$/, '$1/')
      .replace(/^(core|web)\/main$/, '$1/main');
  }
  const head = plain.slice(0, 60);
  if (/^(void |bool |int )?(ImGui|Im[A-Z]|stb)/.test(head)) return 'Dear ImGui';
  if (/^_?SDL_|^Emscripten_/.test(head)) return 'SDL2';
  if (/nlohmann::/.test(head)) return 'nlohmann::json';
  if (/std::__2::/.test(head) && !/^reshard/.test(head))
    return /reshard/.test(plain) ? 'templates of libc++ with our types' : 'libc++';
  if (/reshard/.test(head)) return 'inline functions and templates of ours';
  return 'libc and the rest';
}

const name = (/** @type {string} */ part) => part.replaceAll('|', '\\|');
const wasm = readFileSync(join(values.dist, 'web', 'reshard.wasm'));
const { sections, functions } = partsOf(wasm);
const names = namesOf(join(values.build, 'reshard.js.symbols'));
const defined = definers(values.build);
const parts = new Map();
for (const [index, body] of functions) {
  const part = partOf(names.get(index) ?? `function ${index}`, defined);
  parts.set(part, [...(parts.get(part) ?? []), body]);
}

const lines = [
  '# What a first visit loads',
  '',
  '<!-- Written by tests/bench/weight.mjs. -->',
  '',
  'Bytes of each file that opening `index.html` loads, as it is and compressed by gzip (level 9) and Brotli (11).',
  '',
  '| file | bytes | gzip | Brotli |',
  '| --- | --: | --: | --: |',
];
const count = (/** @type {number} */ value) => value.toLocaleString('en');
const first = [
  'index.html',
  'assets/icon.svg',
  'web/page/early.js',
  'web/page/page.css',
  'web/page/page.js',
  'web/reshard.js',
  'web/reshard.wasm',
  'fonts/inter-400.ttf',
  'fonts/inter-600.ttf',
  'web/text/language.js',
  'web/text_view/timeline.js',
  'web/host/preferences.js',
]
  .filter((file) => existsSync(join(values.dist, file)))
  .map((file) => /** @type {[string, Buffer]} */ ([file, readFileSync(join(values.dist, file))]));
for (const [file, bytes] of first)
  lines.push(`| ${file} | ${count(bytes.length)} | ${count(gzip(bytes))} | ${count(brotli(bytes))} |`);
lines.push(
  '',
  '## In reshard.wasm',
  '',
  'Code by who wrote it: each part compressed by itself, so the column adds up to more than the file.',
  '',
  '| part | functions | bytes | gzip |',
  '| --- | --: | --: | --: |',
);
const bySize = (/** @type {[string, Buffer[]]} */ [, one], /** @type {[string, Buffer[]]} */ [, other]) =>
  Buffer.concat(other).length - Buffer.concat(one).length;
for (const [part, bodies] of [...parts].sort(bySize)) {
  const bytes = Buffer.concat(bodies);
  lines.push(`| ${name(part)} | ${bodies.length} | ${count(bytes.length)} | ${count(gzip(bytes))} |`);
}
for (const [section, pieces] of [...sections].filter(([id]) => id !== 'code').sort(bySize)) {
  const bytes = Buffer.concat(pieces);
  if (bytes.length > 1000) lines.push(`| section: ${section} | | ${count(bytes.length)} | ${count(gzip(bytes))} |`);
}
console.log(lines.join('\n'));
if (process.env.RESHARD_BIGGEST) {
  const biggest = [...functions]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, Number(process.env.RESHARD_BIGGEST));
  for (const [index, body] of biggest) console.error(body.length, names.get(index));
}
