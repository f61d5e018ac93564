// redis-cli moves the slots that Reshard's plan moves: to a new master, and in one rebalance for several changes.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { dist, loadCore, needs, run } from './programs.mjs';
import { cli, dealSlots, keysBySlot, kSlots, listedBy, ownersBySlot, startMasters } from './redis_cluster.mjs';

const kNeeds = needs('/usr/bin/redis-server', '/usr/bin/redis-cli');
const keys = keysBySlot();
const maxBuffer = 1 << 26;

const cluster = (/** @type {string} */ command, /** @type {number} */ port, /** @type {string[]} */ ...words) => {
  const said = run('redis-cli', ['--cluster', command, `127.0.0.1:${port}`, ...words], { maxBuffer });
  return said.catch((error) => {
    throw new Error(`${error.message}\n${String(error.stdout).slice(-2000)}`);
  });
};
const idOf = async (/** @type {number} */ port) => (await cli(port, 'CLUSTER', 'MYID')).trim();

/**
 * @param {string} what
 * @param {string[]} planned
 * @param {string[]} live
 */
function assertOwners(what, planned, live) {
  const differing = planned.map((_, slot) => slot).filter((slot) => planned[slot] !== live[slot]);
  const [first] = differing;
  const owners = `planned ${planned[first]}, it is ${live[first]}`;
  const words = `${differing.length} slots differ, the first is ${first}: ${owners}`;
  assert.equal(differing.length, 0, `${what}: ${words}`);
}

test('redis-cli moves the slots that the plan moves to a new master', kNeeds, async (t) => {
  const names = ['A', 'B', 'C'],
    ports = await startMasters(t, 3);
  await dealSlots(
    keys.map((_, slot) => ports[slot < 8192 ? 0 : 1]),
    ports,
  );
  assert.equal((await cli(ports[0], 'CLUSTER', 'KEYSLOT', keys[777])).trim(), '777');
  const core = await loadCore();
  const input = {
    strategy: 'redis_slots',
    params: { join: 'reshard' },
    nodes: names.slice(0, 2),
    log: [{ add: 'C' }],
    keys,
  };
  const planned = core.place(input);
  const owners = Array.from(planned.owners, (owner) => planned.nodes[owner]);
  const moved = owners.filter((name) => name === 'C').length;
  assert.ok(moved > 5000, `${moved} slots move`);
  for (let slot = 0; slot < kSlots; slot += 40) await cli(ports[slot < 8192 ? 0 : 1], 'SET', keys[slot], 'v');
  const words = ['--cluster-from', 'all', '--cluster-to', await idOf(ports[2]), '--cluster-slots', String(moved)];
  await cluster('reshard', ports[0], ...words, '--cluster-yes');
  const live = (await ownersBySlot(ports)).map((port) => names[ports.indexOf(port)]);
  assertOwners('a reshard', owners, live);
  for (let i = 0; i < 3; ++i) {
    const held = keys.filter((_, slot) => slot % 40 === 0 && live[slot] === names[i]).length;
    assert.equal(Number((await cli(ports[i], 'DBSIZE')).trim()), held, `keys of ${names[i]} moved with their slots`);
  }
});

/** By slot, the owner that the command says for a link's last state. @param {Record<string, string | number>} fields */
async function placed(fields) {
  const written = Object.entries({ v: 1, strategy: 'redis_slots', ...fields }).map(([key, value]) => `${key}=${value}`);
  const link = written.join('&').replaceAll('+', '%2B');
  const asked = run(process.execPath, [join(dist, 'bin/reshard.mjs'), 'place', '--link', link], { maxBuffer });
  asked.child.stdin.end(`${keys.join('\n')}\n`);
  const rows = (await asked).stdout
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  assert.deepEqual(
    rows.map(([key]) => key),
    keys,
  );
  return rows.map(([, owner]) => owner);
}

// The changes of a link, and what the operator types for all of them: new masters have joined, empty, and those that
// leave get weight 0, before one rebalance.
const kRebalances = [
  {
    what: 'two empty masters join',
    nodes: 'a,b,c',
    all: 'abcde',
    log: ['+d*0.2', '+e*0.2'],
    weights: { d: 0.2, e: 0.2 },
  },
  {
    what: 'one is drained as another joins',
    nodes: 'a,b*0.25,c',
    all: 'abcd',
    log: ['*b*0', '+d*0.25'],
    weights: { b: 0, d: 0.25 },
  },
  {
    what: 'two leave as two join and one gets more',
    nodes: 'a,b*0.2,c,d*0.2',
    all: 'abcdef',
    log: ['-b', '-d', '+e*0.3', '+f*0.2', '*a*1.1'],
    weights: { a: 1.1, b: 0, d: 0, e: 0.3, f: 0.2 },
  },
];

for (const { what, nodes, all, log, weights } of kRebalances) {
  test(
    `one rebalance of redis-cli gives every slot the owner that a link with at_once says: ${what}`,
    kNeeds,
    async (t) => {
      const ports = await startMasters(t, all.length),
        names = [...all];
      const portOf = (/** @type {string} */ name) => ports[names.indexOf(name)];
      await dealSlots((await placed({ nodes })).map(portOf), ports);
      // This order, which is random in each server, decides which of equal masters gets a slot left over by rounding.
      assert.deepEqual(await listedBy(ports[0]), ports, 'redis-cli still lists the masters in the order of the link');
      const typed = [];
      for (const [name, weight] of Object.entries(weights)) typed.push(`${await idOf(portOf(name))}=${weight}`);
      if (typed.length > 0) typed.unshift('--cluster-weight');
      await cluster('rebalance', ports[0], '--cluster-use-empty-masters', ...typed);
      const live = (await ownersBySlot(ports)).map((port) => names[ports.indexOf(port)]);
      assertOwners(what, await placed({ nodes, log: log.join(','), at_once: log.length }), live);
      const others = (await placed({ nodes, log: log.join(',') })).filter((owner, slot) => owner !== live[slot]).length;
      assert.ok(others > 100, `one rebalance after another gives other owners: ${others} slots`);
      t.diagnostic(`${kSlots} slots compared; after one rebalance for each change ${others} would have other owners`);
    },
  );
}
