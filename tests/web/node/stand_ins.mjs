// Programs that stand in for those of a cluster, and scripts that are run with them.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @typedef {{out?: string, err?: string, status?: number}} Answer */
/** @typedef {(words: string[], state: any, read: (file: string) => string) => Answer} Program it may change `state` */

const runner = (/** @type {Program} */ program) => `#!${process.execPath}
const { readFileSync, writeFileSync } = require('fs');
const file = __dirname + '/state';
const state = JSON.parse(readFileSync(file, 'utf8'));
const read = (name) => readFileSync(name, 'utf8');
const { out = '', err = '', status = 0 } = (${program})(process.argv.slice(2), state, read);
writeFileSync(file, JSON.stringify(state));
if (out) console.log(out);
if (err) console.error(err);
process.exit(status);
`;

/**
 * A folder with programs that share a state; what they waited for has happened at once, as “sleep” does nothing.
 * @param {import('node:test').TestContext} t @param {Record<string, Program>} programs @param {any} state
 */
export function standIns(t, programs, state) {
  const folder = mkdtempSync(join(tmpdir(), 'reshard-stand-ins-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'state'), JSON.stringify(state));
  for (const [name, program] of Object.entries(programs)) writeFileSync(join(folder, name), runner(program));
  writeFileSync(join(folder, 'sleep'), '#!/bin/sh\n');
  for (const name of [...Object.keys(programs), 'sleep']) chmodSync(join(folder, name), 0o755);
  return {
    state: () => JSON.parse(readFileSync(join(folder, 'state'), 'utf8')),
    set: (/** @type {any} */ now) => writeFileSync(join(folder, 'state'), JSON.stringify(now)),
    /** @param {string} script */
    run(script, shell = 'sh') {
      writeFileSync(join(folder, 'script'), script);
      const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
      return spawnSync(shell, [join(folder, 'script')], { cwd: folder, encoding: 'utf8', env, timeout: 60_000 });
    },
  };
}
