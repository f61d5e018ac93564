// The way back of the runbook of Redis Cluster on real servers, as it is printed.
import { test } from 'node:test';
import assert from 'node:assert/strict';
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
  'the printed way back gives each slot to the master that had it, and the new masters can go',
  kNeeds,
  async (t) => {
    const folder = folderOf(t);
    const flat = await freePorts(10),
      ports = Array.from({ length: 5 }, (_, i) => [flat[i], flat[5 + i]]);
    const [first, , , fourth, fifth] = ports.map(([port]) => port);
    await cluster(t, folder, ports.slice(0, 3), []);
    const keys = Array.from({ length: 300 }, (_, i) => `key:${i}`);
    await write(folder, first, keys);
    const before = await ownersOf(first);
    for (const ends of ports.slice(3)) await serve(t, folder, ends);
    const { book, plan, addresses } = bookOf(await nodes(first), `${at(fourth)}\n${at(fifth)}`, () => false);
    const [add, move] = book.steps;
    await runs(folder, add.commands);
    await runs(folder, move.commands);
    assert.deepEqual(
      await ownersOf(first),
      plan.after.map((/** @type {number} */ owner) => addresses[owner]),
    );
    assert.match(move.back, /Then each slot is on the master that had it before/);
    await runs(folder, move.undo);
    await run('redis-cli', ['--cluster', 'check', at(first)]);
    assert.deepEqual(await ownersOf(first), before);
    // As the text says: without slots they are masters still, or replicas of those that took the last ones.
    for (const port of [fourth, fifth])
      assert.match(
        await nodes(first),
        new RegExp(`:${port}@\\S+ (?:slave [0-9a-f]{40}|master -) \\d+ \\d+ \\d+ connected$`, 'm'),
      );
    await runs(folder, add.undo);
    for (const port of [fourth, fifth])
      await until('it is alone', async () => (await nodes(port)).trim().split('\n').length === 1);
    await run('redis-cli', ['--cluster', 'check', at(first)]);
    await expectReadable(folder, first, keys);
  },
);

test(
  'the printed way back makes a drained master a master again, with as many slots and its replica',
  kNeeds,
  async (t) => {
    const folder = folderOf(t);
    const flat = await freePorts(8),
      ports = Array.from({ length: 4 }, (_, i) => [flat[i], flat[4 + i]]);
    const [first, second, , replica] = ports.map(([port]) => port);
    await cluster(t, folder, ports, [1]);
    const before = await ownersOf(first);
    await until('all know the replica', async () => new RegExp(`:${replica}@\\S+ slave `).test(await nodes(first)));
    const { book } = bookOf(await nodes(first), '', (address) => address === at(second));
    const [move] = book.steps;
    await runs(folder, move.commands);
    assert.ok(!(await ownersOf(first)).includes(at(second)));
    assert.match(move.back, /as many slots as before/);
    await runs(folder, move.undo);
    await run('redis-cli', ['--cluster', 'check', at(first)]);
    const count = (/** @type {string[]} */ owners) => {
      const counts = new Map(owners.map((owner) => [owner, 0]));
      for (const owner of owners) counts.set(owner, counts.get(owner) + 1);
      return [...counts].sort();
    };
    assert.deepEqual(count(await ownersOf(first)), count(before));
    const id = (await cli(second, 'CLUSTER', 'MYID')).trim();
    await until('its replica follows it again', async () =>
      new RegExp(`:${replica}@\\S+ slave ${id} `).test(await nodes(first)),
    );
  },
);
