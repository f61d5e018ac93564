// What is read beside the program: its manual page, and what shells complete.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../live/programs.mjs';
import { build, reshard } from './command.mjs';

const share = join(root, 'core/bindings/share');
const commands = async () => [...(await reshard(['--help'])).text.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name);

test('the manual page names every command', async () => {
  const page = readFileSync(join(share, 'reshard.1'), 'utf8');
  for (const name of await commands()) assert.match(page, new RegExp(`^\\.BR? .*\\b${name}\\b`, 'm'), name);
});

test('bash completes commands and the options of each', async () => {
  const completed = (/** @type {string[]} */ ...words) => spawnSync('bash', ['-c', `. ${join(share, 'reshard.bash')}
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _reshard; printf '%s\\n' "\${COMPREPLY[@]}"`, 'bash', 'reshard', ...words],
  { encoding: 'utf8', env: { ...process.env, PATH: `${build}:${process.env.PATH}` } }).stdout.trim().split('\n');
  assert.deepEqual(completed('').sort(), (await commands()).sort());
  assert.deepEqual(completed('pl').sort(), ['place', 'plan']);
  assert.deepEqual(completed('place', '--li'), ['--link']);
  assert.deepEqual(completed('check', '--own'), ['--owner']);
  assert.deepEqual(completed('place', '--own'), ['']);
});
