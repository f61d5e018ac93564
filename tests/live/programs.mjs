// Starts and stops the real programs on free loopback ports, and loads the core with which they are compared.
import { execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
/** @import {Core, PlaceInput} from '../../web/headless/reshard-core.d.ts' */

/** @typedef {import('node:net').NetConnectOpts} Where an address for net.connect() */

export const root = new URL('../../', import.meta.url).pathname;
export const dist = resolve(root, process.env.RESHARD_DIST ?? 'dist');
export const run = promisify(execFile);

/** The second build, which has all strategies. @returns {Promise<Core>} */
export async function loadCore() {
  const { loadReshard } = await import(pathToFileURL(join(dist, 'reshard-core.mjs')).href);
  return loadReshard({ wasm: 'reshard-core-systems.wasm' });
}

/**
 * Options of a test that needs these files of programs. Where apt can install them, a missing one is a failure;
 * elsewhere the test is skipped. @param {...string} files
 */
export function needs(...files) {
  const missing = files.filter((file) => !existsSync(file));
  return { skip: missing.length > 0 && !existsSync('/usr/bin/apt-get') && `there is no ${missing.join(', ')} here` };
}

/** @typedef {{after: (end: () => unknown) => void}} Test */

/** @type {WeakMap<Test, (() => unknown)[]>} */
const kEnds = new WeakMap();

/**
 * Undoes something when the test ends: what was done last first, so that a program has ended before its folder is
 * removed, and all of it, whatever fails. Node runs a test's hooks from the first to the last, and none after one that
 * fails.
 * @param {Test} test @param {() => unknown} end
 */
export function atEnd(test, end) {
  const others = kEnds.get(test);
  if (others) {
    others.push(end);
    return;
  }
  const ends = [end];
  kEnds.set(test, ends);
  test.after(async () => {
    const failures = [];
    for (let one = ends.pop(); one; one = ends.pop()) {
      try {
        await one();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0)
      throw failures.length === 1 ? failures[0] : new AggregateError(failures, failures.join('; '));
  });
}

/** A folder that is removed when the test ends. @param {Test} test */
export function folderOf(test) {
  const folder = mkdtempSync(join(tmpdir(), 'reshard-live-'));
  chmodSync(folder, 0o755); // servers started by root run as another user
  atEnd(test, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const kRunning = new Set();
process.once('exit', () => {
  for (const child of kRunning) child.kill('SIGKILL');
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, () => process.exit(1));

/** Ports that were free a moment ago, by address. @param {number} count */
export async function freePorts(count, host = '127.0.0.1') {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        /** @type {Promise<import('node:net').Server>} */ (
          new Promise((done, failed) => {
            const server = createServer().once('error', failed);
            server.listen(0, host, () => done(server));
          })
        ),
    ),
  );
  const ports = servers.map((server) => /** @type {import('node:net').AddressInfo} */ (server.address()).port);
  await Promise.all(
    servers.map(
      (server) =>
        new Promise((done) => {
          server.close(done);
        }),
    ),
  );
  return ports;
}

const connects = (/** @type {Where} */ where) =>
  new Promise((done) => {
    const socket = createConnection(where, () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });

/**
 * Runs a program until the test ends, and waits until it listens.
 * @param {Test} test
 * @param {string} program
 * @param {string[]} words
 * @param {Where} where
 */
export async function start(test, program, words, where, options = {}) {
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  kRunning.add(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said = (said + text).slice(-4000);
    });
  let ended = false;
  const end = new Promise((done) => {
    const isOver = () => {
      ended = true;
      kRunning.delete(child);
      done(null);
    };
    child.once('close', isOver).once('error', (error) => {
      said += error;
      isOver();
    });
  });
  atEnd(test, async () => {
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), 3000);
    await end;
    clearTimeout(late);
  });
  for (let waited = 0; !(await connects(where)); waited += 50) {
    if (ended || waited > 15_000) throw new Error(`${program} does not listen: ${said}`);
    await new Promise((next) => {
      setTimeout(next, 50);
    });
  }
  return child;
}

/** The upstream version of a Debian package. @param {string} name */
export async function versionOf(name) {
  const { stdout } = await run('dpkg-query', ['-W', '-f', '${Version}', name]);
  return stdout
    .replace(/^\d+:/, '')
    .replace(/(?:\+dfsg|\+ds)?-[^-]*$/, '')
    .replace(/\+(?:dfsg|ds).*$/, '');
}

/**
 * Asks an HTTP server for all keys over a few connections. Returns, by key, the value of the header X-Owner.
 * @param {Where} where
 * @param {Buffer[]} keys
 * @param {(key: Buffer) => Buffer} request
 */
export async function askHttp(where, keys, request) {
  const kConnections = 8;
  const owners = new Array(keys.length);
  const ask = (/** @type {number} */ first) =>
    new Promise((done, failed) => {
      const mine = keys.map((_, i) => i).filter((i) => i % kConnections === first);
      if (mine.length === 0) return done(null);
      let at = 0,
        text = '';
      const socket = createConnection(where, () => socket.write(request(keys[mine[0]])));
      const refused = (/** @type {string} */ why) => {
        socket.destroy();
        failed(new Error(`key ${keys[mine[at]]?.toString('latin1')}: ${why}`));
      };
      socket.on('error', (error) => refused(error.message));
      socket.on('close', () => {
        if (at < mine.length) refused('the connection was closed');
      });
      socket.on('data', (data) => {
        text += data.toString('latin1');
        for (let end; (end = text.indexOf('\r\n\r\n')) >= 0; ) {
          const head = text.slice(0, end);
          const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
          if (text.length < end + 4 + length) return;
          text = text.slice(end + 4 + length);
          const owner = /\r\nx-owner: *([^\r]*)/i.exec(head);
          if (!owner) return refused(head.slice(0, 300));
          owners[mine[at++]] = owner[1];
          if (at === mine.length) {
            socket.end();
            return done(null);
          }
          socket.write(request(keys[mine[at]]));
        }
      });
      return undefined;
    });
  await Promise.all(Array.from({ length: kConnections }, (_, i) => ask(i)));
  return owners;
}

/**
 * By key, the name of the node that serves it according to Reshard; null if none does.
 * @param {Core} core
 * @param {PlaceInput} input
 * @param {Uint8Array[]} keys
 */
export function ownersOf(core, input, keys) {
  const placed = core.place({ ...input, keys: keys.map((key) => new Uint8Array(key)) });
  return Array.from(placed.owners, (owner) => placed.nodes[owner] ?? null);
}

/**
 * Fails if owners differ, and says how many and which is the first.
 * @param {string} what
 * @param {Buffer[]} keys
 * @param {(?string)[]} said
 * @param {(?string)[]} live
 */
export function compareOwners(what, keys, said, live) {
  const differing = keys.map((_, i) => i).filter((i) => said[i] !== live[i]);
  if (differing.length === 0) return;
  const [i] = differing;
  throw new Error(
    `${what}: ${differing.length} of ${keys.length} keys differ, ` +
      `as ${JSON.stringify(keys[i].toString('latin1')).slice(0, 60)}: ` +
      `Reshard says ${said[i]}, it is ${live[i]}`,
  );
}
