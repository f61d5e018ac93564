// A Redis Cluster that lost a master and half moved a slot: what `reshard read` makes of its own reports.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomKeys } from './keys.mjs';
import { compareOwners, needs, run } from './programs.mjs';
import { ownersBy, readText } from './readings.mjs';
import { ask, cli, command, kSlots, startMasters, until, untilInfo } from './redis_cluster.mjs';

const kMasters = 3;
const kOpen = 100;
/** Slots by master; nobody has the others. */
const kRanges = [
  [0, 5000, 16_000, 16_383],
  [5001, 9000],
  [9100, 15_999],
];

/** By slot, the address of its master as CLUSTER SLOTS has it; null: nobody's. @param {number} port */
async function ownersOf(port) {
  const { stdout } = await run('redis-cli', ['-p', String(port), '--json', 'CLUSTER', 'SLOTS']);
  /** @type {(?string)[]} */
  const owners = new Array(kSlots).fill(null);
  for (const [first, last, [ip, at]] of JSON.parse(stdout)) owners.fill(`${ip}:${at}`, first, last + 1);
  return owners;
}

test(
  'a Redis Cluster has every key where its reports, as they are read, say',
  needs('/usr/bin/redis-server'),
  async (t) => {
    const ports = await startMasters(t, 2 * kMasters);
    const ids = await Promise.all(ports.map(async (port) => (await cli(port, 'CLUSTER', 'MYID')).trim()));
    const [masters, replicas] = [ports.slice(0, kMasters), ports.slice(kMasters)];
    for (const port of ports) await cli(port, 'CONFIG', 'SET', 'cluster-require-full-coverage', 'no');
    for (const [i, ranges] of kRanges.entries())
      await cli(masters[i], 'CLUSTER', 'ADDSLOTSRANGE', ...ranges.map(String));
    for (const [i, port] of replicas.entries()) {
      await until(async () =>
        (await cli(port, 'CLUSTER', 'REPLICATE', ids[i])).startsWith('OK') ? '' : 'no replica yet',
      );
    }
    for (const port of ports) await untilInfo(port, 'cluster_state:ok', `cluster_size:${kMasters}`);
    for (const port of replicas) {
      await until(async () =>
        (await cli(port, 'INFO', 'replication')).includes('master_link_status:up') ? '' : 'no sync',
      );
    }
    await run('redis-cli', ['-p', String(masters[1]), 'SHUTDOWN', 'NOSAVE']).catch(() => {});
    const promoted = `127.0.0.1:${replicas[1]}`;
    for (const port of [masters[0], masters[2]]) {
      await until(async () => ((await ownersOf(port))[kRanges[1][0]] === promoted ? '' : 'no failover yet'));
    }
    await cli(masters[2], 'CLUSTER', 'SETSLOT', String(kOpen), 'IMPORTING', ids[0]);
    await cli(masters[0], 'CLUSTER', 'SETSLOT', String(kOpen), 'MIGRATING', ids[2]);

    const owners = await ownersOf(masters[0]);
    const { reading, link } = await readText(await cli(masters[0], 'CLUSTER', 'NODES'));
    const [from, to, dead] = [masters[0], masters[2], masters[1]].map((port) => `127.0.0.1:${port}`);
    assert.deepEqual(reading.open, [{ entry: kOpen, from, to }]);
    assert.deepEqual(
      reading.nodes.map((/** @type {any} */ { name, down = false }) => `${name}${down ? ' down' : ''}`).sort(),
      [from, to, promoted, `${dead} down`].sort(),
    );
    const keys = randomKeys({});
    const slots = await ask(
      { port: masters[0], host: '127.0.0.1' },
      keys.map((key) => command('CLUSTER', 'KEYSLOT', key)),
    );
    const live = slots.map((line) => owners[Number(line.slice(1))]);
    assert.ok(live.includes(null) && live.includes(promoted), 'keys without a master, and of the new one');
    compareOwners('CLUSTER NODES', keys, await ownersBy(link, keys), live);
    for (const words of [
      ['CLUSTER', 'SHARDS'],
      ['CLUSTER', 'SLOTS'],
    ]) {
      const { stdout } = await run('redis-cli', ['-p', String(masters[0]), '--no-raw', ...words]);
      const { reading: other } = await readText(stdout);
      assert.deepEqual(
        other.entries.rows.map((/** @type {any} */ { owner }) => owner),
        owners,
        words.join(' '),
      );
    }
  },
);
