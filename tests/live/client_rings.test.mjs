// Clients in Ruby, PHP and Python with rings of their own, opened as the page exports them, and asked for the server of
// random keys.
import { test } from 'node:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from './exports.mjs';
import { randomKeys } from './keys.mjs';
import { compareOwners, folderOf, loadCore, needs, run } from './programs.mjs';
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
load './exported'
`;
const kDalli = `${kRuby}class Dalli::Protocol::Binary
  attr_accessor :down
  def alive? = !down
end
ring, manager = CACHE.send(:ring), CACHE.instance_variable_get(:@key_manager)
ring.servers.each_with_index { |server, i| server.down = nodes[i]['down'] }
owners = keys.map do |key|
  nodes[ring.servers.index(ring.server_for_key(manager.validate_key(key)))]['name']
rescue Dalli::RingError
  nil
end
puts JSON.generate(owners)
`;
const kRedis = `${kRuby}puts JSON.generate(keys.map { |key| nodes[REDIS.nodes.index(REDIS.node_for(key))]['name'] })
`;
const kPredis = `<?php
$nodes = json_decode(file_get_contents('nodes.json'), true);
$cluster = (require 'exported')->getConnection();
$connections = iterator_to_array($cluster, false);
$owners = [];
foreach (json_decode(file_get_contents('keys.json')) as $key)
  $owners[] = $nodes[array_search($cluster->getConnectionByKey(hex2bin($key)), $connections, true)]['name'];
echo json_encode($owners);
`;
const kFromPython = `import json
nodes = [node['name'] for node in json.load(open('nodes.json'))]
keys = [bytes.fromhex(key).decode() for key in json.load(open('keys.json'))]
`;
const kCarbon = `${kFromPython}from carbon.conf import Settings
from carbon.routers import DatapointRouter
from carbon.util import parseDestinations
settings = Settings()
settings.readFrom('exported', 'relay')
router = DatapointRouter.plugins[settings.RELAY_METHOD](settings)
found = parseDestinations(settings.DESTINATIONS)
for destination in found: router.addDestination(destination)
copies = settings.REPLICATION_FACTOR
print(json.dumps(['+'.join(nodes[found.index(one)] for one in router.getDestinations(key)) for key in keys]))
`;
const pymemcache = (/** @type {boolean} */ bytes) => `${kFromPython}scope = {}
exec(open('exported').read(), scope)
owners, hasher = list(scope['client'].clients), scope['client'].hasher
print(json.dumps([nodes[owners.index(hasher.get_node(key${bytes ? '.encode()' : ''}))] for key in keys]))
`;

/**
 * Asks a program that reads nodes.json, keys.json and what the page exports, and prints the owners.
 * @param {Test} t
 * @param {string[]} program
 * @param {string} script
 * @param {string} exported
 * @param {Server[]} nodes
 * @param {Buffer[]} keys
 */
async function ask(t, program, script, exported, nodes, keys) {
  const folder = folderOf(t);
  mkdirSync(join(folder, 'vendor'));
  for (const [file, text] of [
    ['nodes.json', JSON.stringify(nodes)],
    ['keys.json', JSON.stringify(keys.map((key) => key.toString('hex')))],
    ['vendor/autoload.php', "<?php require_once 'Predis/autoload.php';"],
    ['exported', exported],
    ['ask', script],
  ])
    writeFileSync(join(folder, file), text);
  const { stdout } = await run(program[0], [...program.slice(1), 'ask'], { cwd: folder, maxBuffer: 1 << 26 });
  return JSON.parse(stdout);
}

const servers = (/** @type {string} */ end, /** @type {number[]} */ weights, /** @type {number[]} */ down = []) =>
  weights.map((weight, i) => ({
    name: `10.0.0.${i}:${end}`,
    weight,
    ...(down.includes(i) && { down: true }),
  }));
const named = (/** @type {string[]} */ ...names) => names.map((name) => ({ name, weight: 1 }));
const kOther = named(
  '[2001:db8::1]:7000',
  '[::2]',
  'cache.example',
  '/run/"a" b#{c}$d.sock',
  'unix:/run/e\\',
  '10.0.0.4',
);
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
 *   script: string, lists: Server[][], bytes?: boolean, longest?: number, replicas?: number}[]}
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
      kOther,
    ],
    bytes: true,
    longest: 300,
  },
  {
    title: 'Dalli without failover',
    file: '/usr/share/doc/ruby-dalli',
    strategy: 'client_ring',
    params: { dialect: 'dalli', failover: 'false' },
    program: ['ruby'],
    script: kDalli,
    lists: [servers('11211', kEqual, [0, 3, 4])],
  },
  {
    title: 'redis-rb',
    file: '/usr/share/doc/ruby-redis',
    strategy: 'client_ring',
    params: { dialect: 'redis_rb' },
    program: ['ruby'],
    script: kRedis,
    lists: [
      servers('6379', kEqual),
      servers('7000', [1, 1, 1]),
      [...kOther, ...named('redis://10.0.0.5:6380/2', 'redis://cache.example:6379/0')],
    ],
    bytes: true,
  },
  {
    title: 'redis-rb by ids',
    file: '/usr/share/doc/ruby-redis',
    strategy: 'client_ring',
    params: { dialect: 'redis_rb', identified_by: 'id' },
    program: ['ruby'],
    script: kRedis,
    lists: [named('shard-1', 'shard-2', 'shard-3:6380'), kOther],
    bytes: true,
  },
  ...['HashRing', 'KetamaRing'].map((ring) => ({
    title: `Predis' ${ring}`,
    file: '/usr/share/php/Predis',
    strategy: 'client_ring',
    params: { dialect: ring === 'HashRing' ? 'predis' : 'predis_ketama' },
    program: kQuiet,
    script: kPredis,
    lists: [...kWeights.map((weights) => servers('6379', weights)), servers('6379', new Array(49).fill(1)), kOther],
    bytes: true,
  })),
  ...[
    { dialect: 'carbon_ch' },
    { dialect: 'fnv1a_ch' },
    { dialect: 'carbon_ch', diverse_replicas: 'false' },
    { dialect: 'fnv1a_ch', dynamic_router: 'true' },
  ].map((params, row) => ({
    title: `carbon under ${Object.values(params).join(', ')}`,
    file: `${kPython}/carbon`,
    strategy: 'client_ring',
    params,
    replicas: row < 2 ? 1 : 2,
    program: ['/usr/bin/python3'],
    script: kCarbon,
    lists: [
      servers('2004', [1, 1, 1]),
      servers('2004', kEqual).map(({ name, weight }, i) => ({ name: `${name}:${'abcdefghijkl'[i]}`, weight })),
      servers('2004', kEqual).map(({ weight }, i) => ({ name: `10.0.0.${i % 3}:2004:${i}`, weight })),
      named('[2001:db8::1]:2004', 'relay.example:2004', 'relay.example:2104:b', '10.0.0.1:2004:x-1_y.z'),
    ],
  })),
  ...['str', 'bytes'].map((keys) => ({
    title: `pymemcache with keys of type ${keys}`,
    file: `${kPython}/pymemcache`,
    strategy: 'rendezvous_plain',
    params: { dialect: 'pymemcache', key_type: keys },
    program: ['/usr/bin/python3'],
    script: pymemcache(keys === 'bytes'),
    lists: [servers('11211', kEqual), servers('11300', [1, 1, 1]), kOther],
  })),
];

for (const client of kClients) {
  const { title, file, strategy, params, program, script, lists, bytes = false, longest = 250, replicas = 1 } = client;
  test(`${title} gives every key to the server that Reshard names`, needs(file), async (t) => {
    for (const [i, nodes] of lists.entries()) {
      const keys = randomKeys({ seed: i + 1, bytes, longest });
      const input = {
        strategy,
        params,
        nodes,
        replicas,
        ...(strategy === 'rendezvous_plain' && { hash: 'murmur3_32' }),
      };
      const placed = core.place({ ...input, keys: keys.map((key) => new Uint8Array(key)) });
      const said = keys.map((_, at) => {
        const owners = [...placed.owners.subarray(at * replicas, (at + 1) * replicas)];
        return owners.map((owner) => placed.nodes[owner] ?? null).join('+') || null;
      });
      compareOwners(`list ${i}`, keys, said, await ask(t, program, script, textOf(core, input), nodes, keys));
    }
  });
}
