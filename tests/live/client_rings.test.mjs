// Clients in Ruby, PHP and Python with rings of their own, asked for the server of random keys.
import { test } from 'node:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomKeys } from './keys.mjs';
import { compareOwners, folderOf, loadCore, needs, ownersOf, run } from './programs.mjs';
/** @import {Test} from './programs.mjs' */

/** @typedef {{name: string, weight: number, down?: boolean}} Server */

const core = await loadCore();
const kPython = '/usr/lib/python3/dist-packages';

const kRuby = `require 'json'
nodes = JSON.parse(File.read('nodes.json'))
keys = JSON.parse(File.read('keys.json')).map do |hex|
  key = [hex].pack('H*').force_encoding('UTF-8')
  key.valid_encoding? ? key : key.force_encoding('BINARY')
end
`;
const kDalli = `${kRuby}require 'dalli'
class Dalli::Protocol::Binary
  attr_accessor :down
  def alive? = !down
end
servers = nodes.map { |node| Dalli::Protocol::Binary.new("#{node['name']}:#{node['weight']}") }
servers.each_with_index { |server, i| server.down = nodes[i]['down'] }
ring, manager = Dalli::Ring.new(servers, {}), Dalli::KeyManager.new({})
owners = keys.map do |key|
  nodes[servers.index(ring.server_for_key(manager.validate_key(key)))]['name']
rescue Dalli::RingError
  nil
end
puts JSON.generate(owners)
`;
const kRedis = `${kRuby}require 'redis'
require 'redis/distributed'
ring = Redis::Distributed.new(nodes.map { |node| "redis://#{node['name']}" })
puts JSON.generate(keys.map { |key| nodes[ring.nodes.index(ring.node_for(key))]['name'] })
`;
const predis = (/** @type {string} */ ring) => `<?php
require 'Predis/autoload.php';
$nodes = json_decode(file_get_contents('nodes.json'), true);
$cluster = new Predis\\Connection\\Aggregate\\PredisCluster(
  new Predis\\Cluster\\PredisStrategy(new Predis\\Cluster\\Distributor\\${ring}()));
$connections = [];
foreach ($nodes as $node)
  $cluster->add($connections[] = new Predis\\Connection\\StreamConnection(
    Predis\\Connection\\Parameters::create("tcp://$node[name]?weight=$node[weight]")));
$owners = [];
foreach (json_decode(file_get_contents('keys.json')) as $key)
  $owners[] = $nodes[array_search($cluster->getConnectionByKey(hex2bin($key)), $connections, true)]['name'];
echo json_encode($owners);
`;
const kFromPython = `import json
nodes = [node['name'] for node in json.load(open('nodes.json'))]
keys = [bytes.fromhex(key).decode() for key in json.load(open('keys.json'))]
`;
const carbon = (/** @type {string} */ kind) => `${kFromPython}from types import SimpleNamespace
from carbon.routers import ConsistentHashingRouter
from carbon.util import parseDestinations
settings = SimpleNamespace(REPLICATION_FACTOR=1, DIVERSE_REPLICAS=True, ROUTER_HASH_TYPE='${kind}')
router = ConsistentHashingRouter(settings)
found = parseDestinations(nodes)
for destination in found: router.addDestination(destination)
print(json.dumps([nodes[found.index(next(router.getDestinations(key)))] for key in keys]))
`;
const pymemcache = (/** @type {boolean} */ bytes) => `${kFromPython}from pymemcache.client.hash import HashClient
client = HashClient(nodes, allow_unicode_keys=True)
print(json.dumps([client.hasher.get_node(key${bytes ? '.encode()' : ''}) for key in keys]))
`;

/**
 * Asks a program that reads nodes.json and keys.json, and prints the owners.
 * @param {Test} t
 * @param {string[]} program
 * @param {string} script
 * @param {Server[]} nodes
 * @param {Buffer[]} keys
 */
async function ask(t, program, script, nodes, keys) {
  const folder = folderOf(t);
  writeFileSync(join(folder, 'nodes.json'), JSON.stringify(nodes));
  writeFileSync(join(folder, 'keys.json'), JSON.stringify(keys.map((key) => key.toString('hex'))));
  writeFileSync(join(folder, 'ask'), script);
  const { stdout } = await run(program[0], [...program.slice(1), 'ask'], { cwd: folder, maxBuffer: 1 << 26 });
  return JSON.parse(stdout);
}

const servers = (/** @type {string} */ end, /** @type {number[]} */ weights, /** @type {number[]} */ down = []) =>
  weights.map((weight, i) => ({
    name: `10.0.0.${i}:${end}`,
    weight,
    ...(down.includes(i) && { down: true }),
  }));
const kEqual = Array.from({ length: 12 }, () => 1);
// Halves, in PHP's eyes: 128 times these shares of 3, 6 and 9 servers end in .5, or nearly.
const kHalves = [
  [5, 7, 756],
  [1, 3, 5, 7, 9, 743],
  [11, 13, 2, 2, 2, 2, 2, 2, 2268],
];
const kWeights = [kEqual, [1, 2, 3, 5, 8], [256, 255, 1, 128, 77, 3], ...kHalves];
const kQuiet = ['php', '-d', 'display_errors=stderr', '-d', 'error_reporting=24575'];

/**
 * @type {{title: string, file: string, strategy: string, params: Record<string, string>, program: string[],
 *   script: string, lists: Server[][], bytes?: boolean, longest?: number}[]}
 */
const kClients = [
  {
    title: 'Dalli',
    file: '/usr/share/doc/ruby-dalli',
    strategy: 'client_ring',
    params: { dialect: 'dalli' },
    program: ['ruby'],
    script: kDalli,
    lists: [
      ...kWeights.map((weights) => servers('11211', weights)),
      servers('11300', [4, 0, 1, 2]),
      servers('11211', kEqual, [0, 3, 4]),
      servers('11211', [1, 2, 3, 5, 8], [4, 3]),
      servers('11211', kEqual, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
    ],
    bytes: true,
    longest: 300,
  },
  {
    title: 'redis-rb',
    file: '/usr/share/doc/ruby-redis',
    strategy: 'client_ring',
    params: { dialect: 'redis_rb' },
    program: ['ruby'],
    script: kRedis,
    lists: [servers('6379', kEqual), servers('7000', [1, 1, 1])],
    bytes: true,
  },
  ...['HashRing', 'KetamaRing'].map((ring) => ({
    title: `Predis' ${ring}`,
    file: '/usr/share/php/Predis',
    strategy: 'client_ring',
    params: { dialect: ring === 'HashRing' ? 'predis' : 'predis_ketama' },
    program: kQuiet,
    script: predis(ring),
    lists: [...kWeights.map((weights) => servers('6379', weights)), servers('6379', new Array(49).fill(1))],
    bytes: true,
  })),
  ...['carbon_ch', 'fnv1a_ch'].map((dialect) => ({
    title: `carbon under ${dialect}`,
    file: `${kPython}/carbon`,
    strategy: 'client_ring',
    params: { dialect },
    program: ['/usr/bin/python3'],
    script: carbon(dialect),
    lists: [
      servers('2004', [1, 1, 1]),
      servers('2004', kEqual).map(({ name, weight }, i) => ({ name: `${name}:${'abcdefghijkl'[i]}`, weight })),
      servers('2004', kEqual).map(({ weight }, i) => ({ name: `10.0.0.${i % 3}:2004:${i}`, weight })),
    ],
  })),
  ...['str', 'bytes'].map((keys) => ({
    title: `pymemcache with keys of type ${keys}`,
    file: `${kPython}/pymemcache`,
    strategy: 'rendezvous_plain',
    params: { dialect: 'pymemcache', key_type: keys },
    program: ['/usr/bin/python3'],
    script: pymemcache(keys === 'bytes'),
    lists: [servers('11211', kEqual), servers('11300', [1, 1, 1])],
  })),
];

for (const { title, file, strategy, params, program, script, lists, bytes = false, longest = 250 } of kClients) {
  test(`${title} gives every key to the server that Reshard names`, needs(file), async (t) => {
    for (const [i, nodes] of lists.entries()) {
      const keys = randomKeys({ seed: i + 1, bytes, longest });
      const hash = strategy === 'rendezvous_plain' ? { hash: 'murmur3_32' } : {};
      const said = ownersOf(core, { strategy, params, nodes, ...hash }, keys);
      compareOwners(`list ${i}`, keys, said, await ask(t, program, script, nodes, keys));
    }
  });
}
