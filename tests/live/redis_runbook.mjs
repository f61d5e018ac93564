// Clusters of real Redis servers, and the runbook of what they print.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromTree } from '../built.mjs';
import { clusterIn } from '../running_cluster.mjs';
import { loadCore, needs, run, start } from './programs.mjs';
/** @import {Test} from './programs.mjs' */

const { newMastersOf } = await fromTree('web/dialogs/migrate/new_masters.js');
const { redisRunbook } = await fromTree('web/dialogs/migrate/runbook_redis.js');
const { slotPlan } = await fromTree('web/dialogs/migrate/slot_plan.js');
const core = await loadCore();

const kNumbers = { keys: 100_000, bytes: 1000, keysPerSecond: 30_000, slotMs: 3, window: 24, perTb: 10, perHour: 1 };
export const kNeeds = needs('/usr/bin/redis-server', '/usr/bin/redis-cli');
export const at = (/** @type {number} */ port) => `127.0.0.1:${port}`;
export const cli = (/** @type {number} */ port, /** @type {string[]} */ ...words) =>
  run('redis-cli', ['-p', String(port), ...words]).then(({ stdout }) => stdout);
export const nodes = (/** @type {number} */ port) => cli(port, 'CLUSTER', 'NODES');

/** Waits until something is so, for a minute at most. @param {string} what @param {() => Promise<boolean>} so */
export async function until(what, so) {
  for (const began = Date.now(); !(await so()); ) {
    if (Date.now() - began > 60_000) throw new Error(`not within a minute: ${what}`);
    await new Promise((next) => {
      setTimeout(next, 100);
    });
  }
}

/**
 * Runs commands of the runbook as a reader does who pastes them into a shell.
 * @param {string} folder
 * @param {string[]} commands
 */
export async function runs(folder, commands) {
  const script = join(folder, 'runbook.sh');
  writeFileSync(script, `${commands.join('\n')}\n`);
  return run('sh', ['-e', script], { maxBuffer: 1 << 26, timeout: 600_000 }).catch((error) => {
    throw new Error(`${error.message}\n${commands.join('\n')}\n${String(error.stdout).slice(-2000)}`);
  });
}

/**
 * A server in cluster mode.
 * @param {Test} t
 * @param {string} folder
 * @param {number[]} ends
 * @param {...string} words
 */
export async function serve(t, folder, ends, ...words) {
  const [port, bus] = ends;
  return start(
    t,
    'redis-server',
    [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--cluster-enabled',
      'yes',
      '--cluster-port',
      String(bus),
      '--cluster-config-file',
      `nodes-${port}.conf`,
      '--save',
      '',
      '--cluster-node-timeout',
      '5000',
      '--repl-diskless-sync-delay',
      '0',
      ...words,
    ],
    { port, host: '127.0.0.1' },
    { cwd: folder },
  );
}

/**
 * Three masters, and a replica of each of `followed`: it gets the other options.
 * @param {Test} t
 * @param {string} folder
 * @param {number[][]} ports
 * @param {number[]} followed
 * @param {...string} words
 */
export async function cluster(t, folder, ports, followed, ...words) {
  const servers = [];
  for (let i = 0; i < 3; ++i) servers.push(await serve(t, folder, ports[i]));
  await run('redis-cli', ['--cluster', 'create', ...[0, 1, 2].map((i) => at(ports[i][0])), '--cluster-yes']);
  const clean = () =>
    run('redis-cli', ['--cluster', 'check', at(ports[0][0])]).then(
      () => true,
      () => false,
    );
  await until('the cluster is there', clean);
  for (let i = 0; i < followed.length; ++i) {
    const [port] = ports[3 + i],
      [master] = ports[followed[i]];
    servers.push(await serve(t, folder, ports[3 + i], ...words));
    await run('redis-cli', [
      '--cluster',
      'add-node',
      at(port),
      at(ports[0][0]),
      '--cluster-slave',
      '--cluster-master-id',
      (await cli(master, 'CLUSTER', 'MYID')).trim(),
    ]);
    await until('the replica follows', async () =>
      (await cli(port, 'INFO', 'replication')).includes('master_link_status:up'),
    );
  }
  await until('all agree', clean);
  for (const [port] of ports.slice(0, 3))
    await until('it serves keys', async () => (await cli(port, 'CLUSTER', 'INFO')).includes('cluster_state:ok'));
  return servers;
}

/**
 * What the page makes of a paste.
 * @param {string} pasted
 * @param {string} given the new masters
 * @param {(address: string) => boolean} leaves
 */
export function bookOf(pasted, given, leaves) {
  const source = clusterIn(pasted),
    masters = newMastersOf(given, source);
  const change = {
    masters: source.nodes.length,
    added: masters.length,
    drained: source.nodes.flatMap((/** @type {string} */ address, /** @type {number} */ i) =>
      leaves(address) ? [i] : [],
    ),
  };
  const plan = slotPlan(core, { ...change, owners: source.owners });
  return {
    source,
    plan,
    book: redisRunbook({ ...change, cluster: source, given: masters, plan, numbers: kNumbers }),
    addresses: [...source.nodes, ...masters.map((/** @type {{address: string}} */ { address }) => address)],
  };
}

/** By slot, the address of the master that has it, as a node that serves says. @param {number} port */
export async function ownersOf(port) {
  const owners = new Array(16_384).fill(null);
  for (const line of (await nodes(port)).trim().split('\n')) {
    const [, address, , , , , , , ...slots] = line.split(' ');
    for (const range of slots) {
      const [first, last = first] = range.split('-').map(Number);
      owners.fill(address.replace(/@.*/, ''), first, last + 1);
    }
  }
  return owners;
}

/**
 * Commands for many keys at once, following redirections.
 * @param {string} folder
 * @param {number} port
 * @param {string[]} lines
 */
async function all(folder, port, lines) {
  const file = join(folder, 'keys');
  writeFileSync(file, `${lines.join('\n')}\n`);
  const { stdout } = await run('sh', ['-c', `redis-cli -c -p ${port} < "${file}"`], { maxBuffer: 1 << 24 });
  return stdout
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('-> '));
}

/** Gives each key its value, "v" and its name. @param {string} folder @param {number} port @param {string[]} keys */
export async function write(folder, port, keys) {
  const answers = await all(
    folder,
    port,
    keys.map((key) => `SET ${key} v${key}`),
  );
  assert.deepEqual(
    answers,
    keys.map(() => 'OK'),
  );
}

/** Each key has the value that write() gave it. @param {string} folder @param {number} port @param {string[]} keys */
export async function expectReadable(folder, port, keys) {
  const answers = await all(
    folder,
    port,
    keys.map((key) => `GET ${key}`),
  );
  assert.deepEqual(
    answers,
    keys.map((key) => `v${key}`),
    'every key is readable',
  );
}
