// The runbook of Redis Cluster on real servers: each command that the page prints runs as it is printed, from a pasted
// CLUSTER NODES with a dead master and a half-moved slot in it to a clean check. Vitess has no package in Debian: its
// commands run nowhere here.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromTree } from '../built.mjs';
import { folderOf, freePorts, loadCore, needs, run, start } from './programs.mjs';
/** @import {Test} from './programs.mjs' */

const { readPasted } = await fromTree('web/dialogs/migrate/runbook_source.js');
const { newMastersOf } = await fromTree('web/dialogs/migrate/new_masters.js');
const { redisRunbook } = await fromTree('web/dialogs/migrate/runbook_redis.js');
const { slotPlan } = await fromTree('web/dialogs/migrate/slot_plan.js');
const core = await loadCore();

const kNumbers = { keys: 100_000, bytes: 1000, keysPerSecond: 30_000, slotMs: 3, window: 24, perTb: 10, perHour: 1 };
const kNeeds = needs('/usr/bin/redis-server', '/usr/bin/redis-cli');
const at = (/** @type {number} */ port) => `127.0.0.1:${port}`;
const cli = (/** @type {number} */ port, /** @type {string[]} */ ...words) =>
  run('redis-cli', ['-p', String(port), ...words]).then(({ stdout }) => stdout);
const nodes = (/** @type {number} */ port) => cli(port, 'CLUSTER', 'NODES');

/** Waits until something is so, for a minute at most. @param {string} what @param {() => Promise<boolean>} so */
async function until(what, so) {
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
async function runs(folder, commands) {
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
async function serve(t, folder, ends, ...words) {
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
async function cluster(t, folder, ports, followed, ...words) {
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
  return servers;
}

/**
 * What the page makes of a paste.
 * @param {string} pasted
 * @param {string} given the new masters
 * @param {(address: string) => boolean} leaves
 */
function bookOf(pasted, given, leaves) {
  const source = readPasted(pasted),
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
async function ownersOf(port) {
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

test(
  'the runbook’s commands, as printed, take a cluster with a dead master and a half-moved slot to a clean check',
  kNeeds,
  async (t) => {
    const folder = folderOf(t);
    const flat = await freePorts(18),
      ports = Array.from({ length: 9 }, (_, i) => [flat[i], flat[9 + i]]);
    const [first, second, third] = ports.map(([port]) => port),
      [newcomer, replica, undone] = [ports[6][0], ports[7][0], ports[8][0]];
    const servers = await cluster(t, folder, ports, [1, 2]);
    const keys = [
      ...Array.from({ length: 400 }, (_, i) => `key:${i}`),
      ...Array.from({ length: 25 }, (_, i) => `{open}${i}`),
    ];
    assert.deepEqual(
      await all(
        folder,
        first,
        keys.map((key) => `SET ${key} v${key}`),
      ),
      keys.map(() => 'OK'),
    );

    // The third master dies; its replica takes over its slots.
    await until(
      'the replica has all keys',
      async () => (await cli(ports[4][0], 'DBSIZE')) === (await cli(third, 'DBSIZE')),
    );
    servers[2].kill('SIGKILL');
    await until(
      'a failover',
      async () =>
        new RegExp(`:${third}@\\S+ master,fail .*disconnected$`, 'm').test(await nodes(first)) &&
        (await cli(first, 'CLUSTER', 'INFO')).includes('cluster_state:ok'),
    );

    // One slot is left half moved, with some keys on either side.
    const slot = Number(await cli(first, 'CLUSTER', 'KEYSLOT', '{open}'));
    const source = Number((await ownersOf(first))[slot].split(':')[1]),
      target = [first, second].find((port) => port !== source);
    const [sourceId, targetId] = await Promise.all(
      [source, target].map(async (port) => (await cli(port, 'CLUSTER', 'MYID')).trim()),
    );
    await cli(target, 'CLUSTER', 'SETSLOT', String(slot), 'IMPORTING', sourceId);
    await cli(source, 'CLUSTER', 'SETSLOT', String(slot), 'MIGRATING', targetId);
    await cli(source, 'MIGRATE', '127.0.0.1', String(target), '', '0', '5000', 'KEYS', '{open}1', '{open}2', '{open}3');

    for (const ends of ports.slice(6)) await serve(t, folder, ends);
    const given = `${at(newcomer)} ${at(replica)}`,
      leaves = (/** @type {string} */ address) => address === at(second);
    const before = bookOf(await nodes(source), given, leaves);
    assert.deepEqual(
      before.source.open.map((/** @type {{slot: number}} */ each) => each.slot),
      [slot],
    );
    assert.deepEqual(
      before.source.leftOut.map((/** @type {{address: string, why: string}} */ { address, why }) => [address, why]),
      [[at(third), 'fail']],
    );
    const [open, ...later] = before.book.steps;
    assert.deepEqual(
      later.flatMap((/** @type {Record<'commands' | 'rescue' | 'undo', string[]>} */ { commands, rescue, undo }) => [
        ...commands,
        ...rescue,
        ...undo,
      ]),
      [],
      'nothing else can run before the slot is whole',
    );
    await runs(folder, open.commands);

    // The reader pastes again, and the rest follows.
    const { book, plan, addresses, source: now } = bookOf(await nodes(source), given, leaves);
    assert.deepEqual(now.open, []);
    const [add, move, replicas, remove] = book.steps;
    const alone = async (/** @type {number} */ port) => (await nodes(port)).trim().split('\n').length === 1;
    const [other] = bookOf(await nodes(source), at(undone), leaves).book.steps;
    await runs(folder, other.commands); // forward and back
    assert.ok(!(await alone(undone)));
    await runs(folder, other.undo);
    await until('the server that was rolled back is alone', () => alone(undone));
    await runs(folder, add.commands);
    const { stdout } = await runs(folder, move.commands);
    const [, ms] = /^(\d+) ms$/m.exec(stdout) ?? [];
    assert.ok(Number(ms) > 10, 'the first slots were timed');
    await runs(folder, move.rescue); // has nothing to mend, and harms nothing
    assert.deepEqual(
      await ownersOf(first),
      plan.after.map((/** @type {number} */ owner) => addresses[owner]),
      'the slots are where the runbook says',
    );
    await runs(folder, replicas.commands);
    await runs(
      folder,
      remove.commands.map((/** @type {string} */ line) => line.replace(/^# /, '')),
    ); // those of its replica too

    await run('redis-cli', ['--cluster', 'check', at(first)]);
    assert.deepEqual(
      await ownersOf(first),
      plan.after.map((/** @type {number} */ owner) => addresses[owner]),
    );
    assert.deepEqual(
      await all(
        folder,
        first,
        keys.map((key) => `GET ${key}`),
      ),
      keys.map((key) => `v${key}`),
      'every key is readable',
    );
    const end = await nodes(first);
    assert.ok(
      !end.includes(`:${second}@`) && !end.includes(`:${ports[3][0]}@`),
      'the drained master and its replica are forgotten',
    );
    const itsReplica = new RegExp(`:${replica}@\\S+ slave ${(await cli(newcomer, 'CLUSTER', 'MYID')).trim()} `);
    await until('the new master has its replica', async () => itsReplica.test(await nodes(first)));
    await runs(folder, replicas.undo);
    await until('the replica is alone again', () => alone(replica));
    await run('redis-cli', ['--cluster', 'check', at(first)]);
  },
);

test(
  'a dead master that still holds slots is refused, and the command of the refusal brings them back',
  kNeeds,
  async (t) => {
    const folder = folderOf(t);
    const flat = await freePorts(8),
      ports = Array.from({ length: 4 }, (_, i) => [flat[i], flat[4 + i]]);
    const [first, , third] = ports.map(([port]) => port);
    const servers = await cluster(t, folder, ports, [2], '--cluster-replica-no-failover', 'yes');
    servers[2].kill('SIGKILL');
    await until('it is seen to be dead', async () =>
      new RegExp(`:${third}@\\S+ master,fail `).test(await nodes(first)),
    );
    const pasted = await nodes(first);
    const where = pasted.split('\n').findIndex((line) => line.includes(`:${third}@`)) + 1;
    const refused = (() => {
      try {
        readPasted(pasted);
        return '';
      } catch (error) {
        return error.message;
      }
    })();
    const [, line, command] =
      /^Line (\d+): .* still holds 5,461 slots.*: (redis-cli .* CLUSTER FAILOVER FORCE)\./.exec(refused) ??
      assert.fail(refused);
    assert.equal(Number(line), where);
    await runs(folder, [command]);
    await until('the replica has taken over', async () =>
      (await cli(first, 'CLUSTER', 'INFO')).includes('cluster_state:ok'),
    );
    await until('a paste is read', async () => {
      try {
        return readPasted(await nodes(first)).nodes.length === 3;
      } catch {
        return false;
      }
    });
  },
);
