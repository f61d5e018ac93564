// The runbook of Redis Cluster on real servers: each command that the page prints runs as it is printed, from a pasted
// CLUSTER NODES with a dead master and a half-moved slot in it to a clean check. Vitess has no package in Debian: its
// commands run nowhere here.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { clusterIn } from '../running_cluster.mjs';
import { folderOf, freePorts, run } from './programs.mjs';
import {
  kNeeds,
  at,
  cli,
  nodes,
  until,
  runs,
  serve,
  cluster,
  bookOf,
  ownersOf,
  write,
  expectReadable,
} from './redis_runbook.mjs';

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
    await write(folder, first, keys);

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
    const [, count, ms, words] = /(-?\d+) keys in (\d+) ms(: .* second| are too few to tell: .*)$/m.exec(stdout) ?? [];
    assert.ok(Number(ms) > 10, 'the first slots were timed');
    const rate = `: ${Math.trunc((Number(count) * 1000) / Number(ms))} keys per second`;
    assert.equal(words, Number(count) < 300 ? ' are too few to tell: keep the numbers above' : rate);
    await runs(folder, move.rescue); // has nothing to mend, and harms nothing
    assert.deepEqual(
      await ownersOf(first),
      plan.after.map((/** @type {number} */ owner) => addresses[owner]),
      'the slots are where the runbook says',
    );
    await runs(folder, replicas.commands);
    await runs(
      folder,
      remove.commands.map((/** @type {string} */ line) => line.replace(/^: (?=redis-cli)/, '')),
    ); // those of its replica too

    await run('redis-cli', ['--cluster', 'check', at(first)]);
    assert.deepEqual(
      await ownersOf(first),
      plan.after.map((/** @type {number} */ owner) => addresses[owner]),
    );
    await expectReadable(folder, first, keys);
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
        clusterIn(pasted);
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
        return clusterIn(await nodes(first)).nodes.length === 3;
      } catch {
        return false;
      }
    });
  },
);
