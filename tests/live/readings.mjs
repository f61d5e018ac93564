// What the command reads of a text, and where it then places keys.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { dist } from './programs.mjs';
/** @import {Json} from '../types.d.ts' */

/**
 * @param {string[]} words
 * @param {string | Buffer} input
 * @returns {Promise<{code: ?number, out: Buffer, error: string}>}
 */
function reshard(words, input) {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [join(dist, 'bin', 'reshard.mjs'), ...words]);
    /** @type {Buffer[]} */
    const parts = [];
    let error = '';
    child.stdout.on('data', (part) => parts.push(part));
    child.stderr.on('data', (part) => {
      error += part;
    });
    child.on('error', failed).on('close', (code) => done({ code, out: Buffer.concat(parts), error }));
    child.stdin.end(input);
  });
}

/**
 * All that `reshard read` says of a text, and its link; null: there is none, and `error` says why.
 * @param {string} text
 * @param {...string} words options
 */
export async function readText(text, ...words) {
  const json = await reshard(['read', '--json', ...words], text);
  assert.equal(json.code, 0, `${json.error}\n${text}`);
  const { code, out, error } = await reshard(['read', ...words], text);
  /** @type {Json} */
  const reading = JSON.parse(json.out.toString());
  return { reading, link: code === 0 ? out.toString().trim() : null, error };
}

/**
 * By key, the node that `reshard place` names under a link; null: none.
 * @param {?string} link
 * @param {Buffer[]} keys without zero bytes
 */
export async function ownersBy(link, keys) {
  assert.ok(link, 'the text has a link');
  const { code, out, error } = await reshard(['place', '--null', '--link', link], Buffer.concat(keys.map(ended)));
  assert.equal(code, 0, error);
  const parts = out.toString('latin1').split('\0');
  assert.equal(parts.length, 2 * keys.length + 1);
  return keys.map((key, i) => {
    assert.equal(parts[2 * i], key.toString('latin1'));
    return Buffer.from(parts[2 * i + 1], 'latin1').toString() || null;
  });
}

const ended = (/** @type {Buffer} */ key) => Buffer.concat([key, Buffer.from([0])]);

/**
 * The text with the nodes of a link.
 * @param {string} text @param {string} link
 * @param {...string} words options
 */
export async function writeText(text, link, ...words) {
  const { code, out, error } = await reshard(['read', '--write', link, ...words], text);
  assert.equal(code, 0, `${error}\n${text}`);
  return out.toString();
}
