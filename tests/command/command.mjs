// Runs the command, and holds what its tests share.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { dist, root } from '../live/programs.mjs';

export const build = join(root, process.env.RESHARD_BUILD ?? 'build/dev');
export const program = join(build, 'reshard');
export const library = join(build, 'libreshard.so');
/** The same command under Node. */
export const nodeScript = join(dist, 'bin', 'reshard.mjs');

export const sanitized = spawnSync('grep', ['-q', 'fsanitize=address', join(build, 'CMakeCache.txt')]).status === 0;
/** With the address sanitizer, its runtime must be loaded before anything else, whatever program loads the build. */
export const asan = sanitized
  ? spawnSync('cc', ['-print-file-name=libasan.so'], { encoding: 'utf8' }).stdout.trim()
  : '';

/** The environment in which Python finds the module and the library. */
export const pythonEnvironment = {
  PYTHONPATH: join(root, 'core/bindings/python'),
  PYTHONDONTWRITEBYTECODE: '1',
  LIBRESHARD: library,
  ...(sanitized && { LD_PRELOAD: asan, ASAN_OPTIONS: 'detect_leaks=0' }),
};

/** Returns what a program prints; if it fails, so does the test. @param {string} command @param {string[]} words */
export function ran(command, words, env = {}, input = '') {
  const { status, stdout, stderr, error } = spawnSync(command, words, {
    encoding: 'utf8',
    input,
    maxBuffer: 1 << 30,
    env: { ...process.env, ...env },
  });
  assert.equal(
    status,
    0,
    `${command} ${words.join(' ').slice(0, 4000)}: ${stdout.slice(0, 4000)}${stderr}${error ?? ''}`,
  );
  return stdout;
}

export const python = (/** @type {string} */ script, input = '') =>
  ran('/usr/bin/python3', ['-c', script], pythonEnvironment, input);

/** @type {Record<string, string>} */
const kEscapes = {
  '\b': '\\b',
  '\f': '\\f',
  '\v': '\\v',
  '\r': '\\r',
  '\n': '\\n',
  '\t': '\\t',
  '\0': '\\0',
  "'": "\\'",
  '\\': '\\\\',
};
/** Bytes as a field of tab-separated values. */
export const tsv = (/** @type {Buffer} */ bytes) =>
  Buffer.from(
    bytes.toString('latin1').replace(/[\b\f\v\r\n\t\0'\\]/g, (sign) => kEscapes[sign]),
    'latin1',
  );

/** One field per line. @param {Buffer[]} keys */
export const tsvLines = (keys) => Buffer.concat(keys.flatMap((key) => [tsv(key), Buffer.from('\n')]));

/**
 * @param {string[]} words @param {Buffer | string} input @param {object} options of spawn()
 * @param {string} command the native one, or a program that runs another
 * @returns {Promise<{code: ?number, out: Buffer, text: string, error: string}>}
 */
export function reshard(words, input = '', options = {}, command = program) {
  return new Promise((done, failed) => {
    const child = spawn(command, words, { ...options });
    /** @type {Buffer[]} */
    const parts = [];
    let error = '';
    child.stdout.on('data', (part) => parts.push(part));
    child.stderr.on('data', (part) => {
      error += part;
    });
    child.stdin.on('error', () => {}); // the program may end before it has read everything
    child.on('error', failed);
    child.on('close', (code) => {
      const out = Buffer.concat(parts);
      done({ code, out, text: out.toString(), error });
    });
    child.stdin.end(input);
  });
}

/** The parts terminated by zero bytes; the last one must be terminated, too. @param {Buffer} bytes */
export function splitAtZeros(bytes) {
  const parts = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0, at);
    if (end < 0) throw new Error('the last part has no end');
    parts.push(bytes.subarray(at, end));
    at = end + 1;
  }
  return parts;
}
