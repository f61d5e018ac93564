// Reorders the functions of a module so that similar ones, such as the instances of a template, are near each other: it
// then compresses 4% better than in emcc's order, which is by how often functions are called. Of some such orders,
// which differ by a kilobyte either way, it takes the one that compresses best.
//   node cmake/order.mjs <folder of binaryen's programs> <module.wasm> <its symbols, as --emit-symbol-map writes them>
// The symbols are rewritten in the new order.
import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const kWindow = 30_000; // bytes: gzip finds a repetition at most 32 KB back
const kHashes = 1 << 20;
/**
 * Bytes of a repetition, of which shorter ones gain little; in how many bodies at most, because what is everywhere is
 * near anyway; how much a long function is preferred; which begins.
 */
const kTries = [5, 6, 7].flatMap((run) =>
  [10, 15, 20].flatMap((most) =>
    [50, 100, 200].flatMap((bias) => [0, 50, 300, 500].map((first) => ({ run, most, bias, first }))),
  ),
);

/** The bodies of a module's functions. @param {Buffer} wasm @returns {Buffer[]} */
function bodiesOf(wasm) {
  let at = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = wasm[at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  while (at < wasm.length) {
    const section = wasm[at++],
      end = number() + at;
    if (section === 10) {
      return Array.from({ length: number() }, () => {
        const length = number();
        at += length;
        return wasm.subarray(at - length, at);
      });
    }
    at = end;
  }
  throw new Error('a module without code');
}

/** Hashes of the different runs of so many bytes in a body. @param {Buffer} body @param {number} length */
function runsOf(body, length) {
  const runs = new Set();
  for (let i = 0; i + length <= body.length; ++i) {
    let hash = 0;
    for (let k = 0; k < length; ++k) hash = Math.imul(hash ^ body[i + k], 0x5bd1e995) ^ (hash >>> 15);
    runs.add(hash & (kHashes - 1));
  }
  return [...runs];
}

/**
 * The next body is always the one of whose runs the greatest share is among the last kWindow bytes.
 * @param {Buffer[]} bodies @param {{run: number, most: number, bias: number, first: number}} way
 * @returns {number[]} their indices in the new order
 */
function bySimilarity(bodies, { run: length, most, bias, first }) {
  const all = bodies.map((body) => runsOf(body, length));
  /** @type {number[][]} */
  const withRun = Array.from({ length: kHashes }, () => []);
  all.forEach((list, i) => list.forEach((run) => withRun[run].push(i)));
  const runs = all.map((list) => list.filter((run) => withRun[run].length <= most));
  const times = new Int32Array(kHashes); // how many bodies of the window have this run
  const known = new Int32Array(bodies.length); // how many of a body's runs are in the window
  const left = new Set(bodies.keys());
  const order = [];
  let begin = 0,
    bytes = 0;
  const bySize = [...bodies.keys()].sort((a, b) => bodies[b].length - bodies[a].length || a - b);
  let next = bySize[Math.min(first, bySize.length - 1)];
  while (left.delete(next)) {
    order.push(next);
    bytes += bodies[next].length;
    for (const run of runs[next]) if (times[run]++ === 0) for (const i of withRun[run]) ++known[i];
    for (; bytes > kWindow && begin + 1 < order.length; ++begin) {
      bytes -= bodies[order[begin]].length;
      for (const run of runs[order[begin]]) if (--times[run] === 0) for (const i of withRun[run]) --known[i];
    }
    let best = -1;
    for (const i of left) {
      const share = known[i] / (runs[i].length + bias); // of two as similar ones the longer gains more
      if (share > best) {
        best = share;
        next = i;
      }
    }
  }
  return order;
}

const [programs, wasm, symbols] = process.argv.slice(2);
if (!symbols) throw new Error('usage: node cmake/order.mjs <folder of binaryen> <module.wasm> <symbols>');
const text = `${wasm}.wat`,
  ordered = `${wasm}.ordered`;
const run = (/** @type {string} */ program, /** @type {string[]} */ ...words) =>
  execFileSync(join(programs, program), ['--all-features', ...words], { stdio: ['ignore', 'inherit', 'inherit'] });

run('wasm-dis', wasm, '-o', text);
// Imports have the first indices, followed by functions in the order of the text. Each begins on a line of its own.
const lines = readFileSync(symbols, 'latin1').split('\n').filter(Boolean);
const names = lines.map((line) => line.slice(line.indexOf(':') + 1));
const forms = readFileSync(text, 'latin1')
  .replace(/\n\)\s*$/, '')
  .split(/\n(?= \()/);
const isFunction = (/** @type {string} */ form) => form.startsWith(' (func ');
const imported = forms.filter((form) => form.startsWith(' (import ') && form.includes('(func ')).length;
const functions = forms.filter(isFunction);
const bodies = bodiesOf(readFileSync(wasm));
if (functions.length !== bodies.length || functions.length + imported !== names.length) {
  const there = `${wasm} has ${imported} and ${bodies.length}, its text ${functions.length}`;
  throw new Error(`${symbols} names ${names.length} functions, ${there}`);
}
const sizeOf = (/** @type {number[]} */ tried) =>
  gzipSync(Buffer.concat(tried.map((i) => bodies[i])), { level: 9 }).length;
const orders = kTries.map((way) => bySimilarity(bodies, way));
const sizes = orders.map(sizeOf);
const order = orders[sizes.indexOf(Math.min(...sizes))];
const first = forms.findIndex(isFunction);
const others = forms.filter((form) => !isFunction(form));
writeFileSync(
  text,
  `${[...others.slice(0, first), ...order.map((i) => functions[i]), ...others.slice(first)].join('\n')}\n)\n`,
  'latin1',
);
run('wasm-as', text, '-o', ordered);
// Once more, which leaves functions where they are, and saves a kilobyte.
run('wasm-opt', '-Os', ordered, '-o', ordered);
const left = bodiesOf(readFileSync(ordered)).length;
if (left !== bodies.length) {
  throw new Error(`wasm-opt left ${left} of ${bodies.length} functions: the symbols are wrong`);
}
const reordered = [...names.slice(0, imported), ...order.map((i) => names[imported + i])];
writeFileSync(symbols, `${reordered.map((name, i) => `${i}:${name}`).join('\n')}\n`, 'latin1');
renameSync(ordered, wasm);
rmSync(text);
