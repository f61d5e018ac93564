// A test's own MariaDB server: in a temporary folder, on a socket only.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { atEnd, folderOf, needs } from './programs.mjs';

const kServer = '/usr/sbin/mariadbd';
const kInstall = '/usr/bin/mariadb-install-db';
const kClient = '/usr/bin/mariadb';

export const needsMariadb = needs(kServer, kInstall, kClient);

/** @param {string} program @param {string[]} words */
function ran(program, words, input = '') {
  const done = spawnSync(program, words, { input, encoding: 'utf8', maxBuffer: 1 << 30, timeout: 600_000 });
  assert.equal(done.status, 0, `${program}: ${done.stdout?.slice(0, 4000)}${done.stderr}${done.error ?? ''}`);
  return done.stdout;
}

/**
 * Returns a function that runs statements and returns what the client prints; `refused` returns the error instead.
 * @param {import('./programs.mjs').Test} t
 */
export async function startMariadb(t) {
  const folder = folderOf(t);
  const data = join(folder, 'data'),
    socket = join(folder, 's');
  mkdirSync(data);
  const common = ['--no-defaults', `--datadir=${data}`, `--user=${userInfo().username}`];
  ran(kInstall, [...common, '--auth-root-authentication-method=normal', '--skip-test-db']);
  const server = spawn(
    kServer,
    [...common, `--socket=${socket}`, `--pid-file=${join(folder, 'pid')}`, '--skip-networking', '--skip-grant-tables'],
    { stdio: 'ignore' },
  );
  atEnd(t, () => {
    const ended = new Promise((done) => {
      server.once('exit', done);
    });
    if (server.exitCode !== null || !server.kill('SIGTERM')) return null;
    return ended;
  });
  const words = ['--no-defaults', `--socket=${socket}`, '--default-character-set=utf8mb4', '-N', '-B', '-r'];
  const ready = () =>
    existsSync(socket) && spawnSync(kClient, [...words, '-e', 'SELECT 1'], { encoding: 'utf8' }).status === 0;
  for (let tries = 0; !ready(); ++tries) {
    assert.ok(tries < 600 && server.exitCode === null, 'MariaDB did not start');
    await sleep(100);
  }
  ran(kClient, words, 'CREATE DATABASE reshard;');
  const sql = (/** @type {string} */ statements) => ran(kClient, [...words, 'reshard'], statements);
  return Object.assign(sql, {
    refused(/** @type {string} */ statements) {
      return spawnSync(kClient, [...words, 'reshard'], { input: statements, encoding: 'utf8' }).stderr;
    },
  });
}
