// Debian's Python clients whose algorithms Reshard has as strategies.
import { test } from 'node:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kWeightings, randomKeys } from './keys.mjs';
import { textOf } from './exports.mjs';
import { kHashes } from '../../web/systems/python_memcached.js';
import { compareOwners, folderOf, loadCore, needs, ownersOf, run } from './programs.mjs';
/** @import {Test} from './programs.mjs' */

const core = await loadCore();
const kCrcs = Array.from({ length: 256 }, (_, byte) =>
  Array.from({ length: 8 }).reduce(
    (/** @type {number} */ crc) => (crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1),
    byte,
  ),
);
const crc32 = (/** @type {Buffer} */ bytes) =>
  ~bytes.reduce((crc, byte) => kCrcs[(crc ^ byte) & 255] ^ (crc >>> 8), -1);
const kPackages = '/usr/lib/python3/dist-packages';

/**
 * By key, the owner that a script finds: the script reads the keys as bytes from `keys`, and fills `owners`.
 * @param {Test} t
 * @param {string} script
 * @param {Buffer[]} keys
 */
async function ask(t, script, keys) {
  const folder = folderOf(t);
  writeFileSync(join(folder, 'keys.json'), JSON.stringify(keys.map((key) => key.toString('hex'))));
  writeFileSync(
    join(folder, 'ask.py'),
    `import json\nkeys = [bytes.fromhex(key) for key in json.load(open('keys.json'))]\n` +
      `${script}\nprint(json.dumps(owners))\n`,
  );
  return JSON.parse((await run('/usr/bin/python3', ['ask.py'], { cwd: folder, maxBuffer: 1 << 26 })).stdout);
}

// uhashring's "ketama" hashes "node-k" with MD5 and takes four points from each digest, as hashring does, with the same
// shares.
test(
  'uhashring under ketama gives every key to the node that Reshard names',
  needs(`${kPackages}/uhashring`),
  async (t) => {
    for (const weights of [
      [1, 1, 1, 1, 1],
      [1, 2, 3, 5, 8],
    ]) {
      const nodes = weights.map((weight, i) => ({ name: `10.0.0.${i}:11211`, weight }));
      const keys = randomKeys({ bytes: false });
      const given = JSON.stringify(Object.fromEntries(nodes.map(({ name, weight }) => [name, weight])));
      const live = await ask(
        t,
        `from uhashring import HashRing\nring = HashRing(${given}, hash_fn='ketama', replicas=4)\n` +
          `owners = [ring.get_node(key.decode()) for key in keys]`,
        keys,
      );
      compareOwners(
        `weights ${weights.join(', ')}`,
        keys,
        ownersOf(core, { strategy: 'ketama', params: { dialect: 'hashring' }, nodes }, keys),
        live,
      );
    }
  },
);

// Keys whose 15 bits of CRC-32 are 0, which python-memcached replaces by 1: one key in 32,768.
/** @type {Buffer[]} */
const kZeros = [];
for (let i = 0; kZeros.length < 20; ++i) {
  const key = Buffer.from(`zero-${i}`);
  if (((crc32(key) >>> 16) & 0x7fff) === 0) kZeros.push(key);
}

const kModulo = core
  .strategies()
  .find(({ id }) => id === 'modulo')
  .params.find(({ key }) => key === 'dialect');

// The client that the page exports; it only asks whether a server can be reached, and here each can that is not down.
test(
  'python-memcached gives every key to the server that Reshard names',
  {
    ...needs(`${kPackages}/memcache.py`),
    ...(!kModulo && { skip: 'this core has no dialect of python-memcached' }),
  },
  async (t) => {
    for (const hash of Object.keys(kHashes)) {
      for (const [weights, down] of [
        ...kWeightings.map((each) => [each, []]),
        [kWeightings[0], [1]],
        [kWeightings[1], [0, 4]],
        [kWeightings[0], [0, 1, 2, 4]],
      ]) {
        const nodes = weights.map((weight, i) => ({
          name: `10.0.0.${i}:11211`,
          weight,
          ...(down.includes(i) && { down: true }),
        }));
        const input = { strategy: 'modulo', hash, params: { dialect: 'python_memcached' }, nodes };
        const keys = [...randomKeys({ seed: weights[1] + down.length }), ...kZeros];
        const live = await ask(
          t,
          `${textOf(core, input)}
dead = ${JSON.stringify(down.map((i) => nodes[i].name))}
memcache._Host.connect = lambda self: "%s:%d" % self.address not in dead
servers = [client._get_server(key)[0] for key in keys]
owners = [server and "%s:%d" % server.address for server in servers]`,
          keys,
        );
        compareOwners(
          `${hash}, weights ${weights.join(', ')}, down ${down.join(', ')}`,
          keys,
          ownersOf(core, input, keys),
          live,
        );
      }
    }
  },
);
