// Cassandra's Python driver reads the tokens, places and keyspace that the page exports, and finds the same replicas.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportOf } from './exports.mjs';
import { folderOf, loadCore, needs, run } from './programs.mjs';
/** @import {Test} from './programs.mjs' */
/** @import {PlaceInput} from '../../web/headless/reshard-core.d.ts' */

const core = await loadCore();
const kKeys = Array.from({ length: 2000 }, (_, i) => `user:${i}`);

// Where a data centre has fewer racks than replicas, this driver may count a node twice that it has skipped
// (skipped_hosts in metadata.py): such a list has fewer nodes than it says, and Cassandra has no such keys.
const kAsk = `
import json, re
from cassandra.metadata import KeyspaceMetadata, MD5Token, Metadata, Murmur3Token, TokenMap
from cassandra.policies import SimpleConvictionPolicy
from cassandra.pool import Host
given = json.load(open('given.json'))
Token = MD5Token if 'dht.RandomPartitioner' in given['tokens'][0] else Murmur3Token
owners = {}
for name, tokens, place in zip(given['names'], given['tokens'], given['places']):
    host = Host(name, SimpleConvictionPolicy)
    said = dict(line.split('=', 1) for line in place.splitlines() if '=' in line)
    host.set_location_info(said['dc'], said['rack'])
    for token in re.search('initial_token: "(.*)"', tokens).group(1).split(','):
        owners[Token(int(token))] = host
options = {key: text or number for key, text, number in re.findall(r"'(\\w+)': (?:'(\\w+)'|(\\d+))", given['keyspace'])}
names = Metadata()
names.keyspaces['data'] = KeyspaceMetadata('data', True, options.pop('class'), options)
ring = TokenMap(Token, owners, sorted(owners), names)
print(json.dumps([
    [host.address for host in ring.get_replicas('data', Token.from_key(key.encode()))]
    for key in given['keys']]))
`;

/**
 * By key, the replicas that the driver finds.
 * @param {Test} t
 * @param {PlaceInput} input
 */
async function ask(t, input) {
  const { parts, refused } = exportOf(core, input);
  assert.equal(refused, '');
  const texts = (/** @type {string} */ file) => parts.filter((part) => part.file === file).map(({ text }) => text);
  const tokens = texts('cassandra.yaml');
  const folder = folderOf(t);
  writeFileSync(join(folder, 'ask.py'), kAsk);
  writeFileSync(
    join(folder, 'given.json'),
    JSON.stringify({
      names: tokens.map((text) => JSON.parse(/^# On (.*)$/m.exec(text)[1])),
      tokens,
      places: texts('cassandra-rackdc.properties'),
      keyspace: texts('keyspace.cql')[0],
      keys: kKeys,
    }),
  );
  return JSON.parse((await run('/usr/bin/python3', ['ask.py'], { cwd: folder, maxBuffer: 1 << 28 })).stdout);
}

const nodesOf = (/** @type {string} */ places, weights = [1]) =>
  places.split(' ').map((place, i) => {
    const [center, rack] = place.split('/');
    return { name: `10.0.0.${i + 1}`, weight: weights[i % weights.length], data_center: center, rack };
  });
const kTwo = nodesOf('dc1/r1 dc2/r1 dc1/r2 dc2/r2');
const kThree = nodesOf('b/r1 a/r1 c/r1 b/r2 a/r2 c/r2 b/r3 a/r3 c/r3', [1, 2, 1, 0.5]);

/** @type {{what: string, nodes: any[], replicas: number, params?: Record<string, number | string>}[]} */
const kCases = [
  ...[2, 3, 4, 5].map((replicas) => ({ what: `${replicas} replicas in two data centres`, nodes: kTwo, replicas })),
  { what: 'one replica in the first data centre', nodes: kTwo, replicas: 3, params: { first_dc: 1 } },
  { what: 'a data centre of one node', nodes: nodesOf('dc1/r1 dc2/r1 dc2/r2 dc2/r3'), replicas: 4 },
  ...[3, 4, 5].map((replicas) => ({ what: `${replicas} replicas in three data centres`, nodes: kThree, replicas })),
  { what: 'three, one and one', nodes: kThree, replicas: 5, params: { first_dc: 3 } },
  { what: 'one, three and one', nodes: kThree, replicas: 5, params: { first_dc: 1, second_dc: 3 } },
  {
    what: 'nodes that do not say where they are, and one that is drained',
    nodes: [...nodesOf('/ /r1 datacenter1/rack1 west/r1'), { name: '10.0.0.9', weight: 0, data_center: 'east' }],
    replicas: 3,
  },
  { what: 'more replicas than racks', nodes: nodesOf('x/r1 x/r1 x/r1 x/r1 x/r2 x/r3'), replicas: 5 },
  { what: 'SimpleStrategy', nodes: kThree, replicas: 3, params: { strategy: 'simple' } },
  { what: 'RandomPartitioner', nodes: kThree, replicas: 3, params: { partitioner: 'random' } },
  {
    what: 'RandomPartitioner and SimpleStrategy',
    nodes: kThree,
    replicas: 3,
    params: { partitioner: 'random', strategy: 'simple' },
  },
];

for (const { what, nodes, replicas, params } of kCases) {
  test(
    `Cassandra's driver finds the replicas that Reshard names: ${what}`,
    needs('/usr/lib/python3/dist-packages/cassandra'),
    async (t) => {
      const input = { strategy: 'token_ring', params: { strategy: 'network_topology', ...params }, nodes, replicas };
      const placed = core.place({ ...input, keys: kKeys });
      const live = await ask(t, input);
      let compared = 0;
      kKeys.forEach((key, i) => {
        if (new Set(live[i]).size < live[i].length) return;
        const ours = [...placed.owners.subarray(i * replicas, (i + 1) * replicas)].flatMap(
          (owner) => placed.nodes[owner] ?? /** @type {string[]} */ ([]),
        );
        assert.deepEqual(ours.sort(), live[i].sort(), key);
        ++compared;
      });
      assert.ok(
        compared === kKeys.length || (what === 'more replicas than racks' && compared > kKeys.length / 3),
        `${compared} compared`,
      );
      const undersized = live.filter((/** @type {string[]} */ found) => found.length < replicas).length;
      assert.equal(placed.failure?.undersized, undersized);
    },
  );
}

test('a keyspace needs a replica in each data centre', () => {
  const { parts, refused } = exportOf(core, {
    strategy: 'token_ring',
    params: { strategy: 'network_topology' },
    nodes: kThree,
    replicas: 2,
  });
  assert.deepEqual(parts, []);
  assert.match(refused, /raise Replicas from 2 to at least 3/);
});
