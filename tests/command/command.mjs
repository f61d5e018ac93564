// Runs the command, and keeps what the tests of it share.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../live/programs.mjs';

export const build = join(root, process.env.RESHARD_BUILD ?? 'build/dev');
export const program = join(build, 'reshard');

/**
 * @param {string[]} words @param {Buffer | string} input @param {object} options of spawn()
 * @param {string} command the native one, or who runs another
 * @returns {Promise<{code: ?number, out: Buffer, text: string, error: string}>}
 */
export function reshard(words, input = '', options = {}, command = program) {
  return new Promise((done, failed) => {
    const child = spawn(command, words, { ...options });
    const parts = [];
    let error = '';
    child.stdout.on('data', (part) => parts.push(part));
    child.stderr.on('data', (part) => { error += part; });
    child.stdin.on('error', () => {});  // it may end before it has read everything
    child.on('error', failed);
    child.on('close', (code) => {
      const out = Buffer.concat(parts);
      done({ code, out, text: out.toString(), error });
    });
    child.stdin.end(input);
  });
}

/** The parts between zero bytes; the last one must end, too. */
export function splitAtZeros(bytes) {
  const parts = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(0, at);
    if (end < 0) throw new Error('the last part has no end');
    parts.push(bytes.subarray(at, end));
    at = end + 1;
  }
  return parts;
}
