// php-memcached: which of its options name the same servers as which dialects. It looks servers up without connecting.
import { test } from 'node:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kWeightings, randomKeys } from './keys.mjs';
import { compareOwners, folderOf, loadCore, needs, ownersOf, run } from './programs.mjs';
/** @import {Test} from './programs.mjs' */

const core = await loadCore();
const kExtension = '/usr/lib/php/20220829/memcached.so';

/** Reshard's hash functions that OPT_HASH has. @type {Record<string, string>} */
const kHashes = {
  one_at_a_time: 'DEFAULT',
  md5: 'MD5',
  crc32: 'CRC',
  fnv1_64: 'FNV1_64',
  fnv1a64: 'FNV1A_64',
  fnv1_32: 'FNV1_32',
  fnv1a32: 'FNV1A_32',
  murmur2: 'MURMUR',
};

/** @typedef {[option: string, value: string][]} Options in the order in which they are set */

/**
 * By key, the server, as host:port.
 * @param {Test} t
 * @param {Options} options
 * @param {{name: string, weight: number}[]} nodes
 * @param {Buffer[]} keys
 * @param {boolean} later whether the options are set after the servers are added
 */
async function ask(t, options, nodes, keys, later) {
  const folder = folderOf(t);
  writeFileSync(join(folder, 'keys.json'), JSON.stringify(keys.map((key) => key.toString('hex'))));
  const servers = nodes.map(({ name, weight }) => {
    const [host, port] = name.split(':');
    return `  ['${host}', ${port}${weight === 1 ? '' : `, ${weight}`}],`;
  });
  const sets = options.map(
    ([option, value]) => `if (!$cache->setOption(Memcached::${option}, ${value})) throw new Exception('${option}');`,
  );
  const add = ['$cache->addServers([', ...servers, ']);'];
  const script = `<?php
$cache = new Memcached();
${(later ? [...add, ...sets] : [...sets, ...add]).join('\n')}
$owners = [];
foreach (json_decode(file_get_contents('keys.json')) as $key) {
  $server = $cache->getServerByKey(hex2bin($key));
  $owners[] = "$server[host]:$server[port]";
}
echo json_encode($owners);
`;
  writeFileSync(join(folder, 'ask.php'), script);
  return JSON.parse((await run('php', ['ask.php'], { cwd: folder, maxBuffer: 1 << 26 })).stdout);
}

const nodesOf = (/** @type {number[]} */ weights) =>
  weights.map((weight, i) => ({ name: `10.0.0.${i}:${[11_211, 11_300][i % 2]}`, weight }));

const hashed = (/** @type {string} */ hash) =>
  /** @type {Options[number]} */ (['OPT_HASH', `Memcached::HASH_${kHashes[hash]}`]);
/** @type {Options[number]} */
const kModula = ['OPT_DISTRIBUTION', 'Memcached::DISTRIBUTION_MODULA'];
/** @type {Options[number]} */
const kConsistent = ['OPT_DISTRIBUTION', 'Memcached::DISTRIBUTION_CONSISTENT'];
/** @type {Options[number]} */
const kCompatible = ['OPT_LIBKETAMA_COMPATIBLE', 'true'];
const [kEqual, ...kUnequal] = kWeightings;

/**
 * What corresponds to what. A weight of 0 counts as 1, as if none was given. OPT_HASH after a ring of CONSISTENT was
 * made, by servers and weights of 1, hashes keys only: no dialect is like that.
 * @typedef {{how: string, options: Options, strategy: string, dialect: string, hash: string, weights: number[][],
 *   later?: boolean}} Case
 * @type {Case[]}
 */
const kCases = [
  {
    how: 'no option at all',
    options: [],
    strategy: 'modulo',
    dialect: 'libmemcached',
    hash: 'one_at_a_time',
    weights: kWeightings,
  },
  {
    how: 'LIBKETAMA_COMPATIBLE alone',
    options: [kCompatible],
    strategy: 'ketama',
    dialect: 'libmemcached_weighted',
    hash: 'md5',
    weights: kWeightings,
  },
  {
    how: 'LIBKETAMA_COMPATIBLE after the hash, which it replaces',
    options: [hashed('crc32'), kCompatible],
    strategy: 'ketama',
    dialect: 'libmemcached_weighted',
    hash: 'md5',
    weights: kWeightings,
  },
  ...Object.keys(kHashes).flatMap(
    (hash) =>
      /** @type {Case[]} */ ([
        {
          how: `MODULA, ${hash}`,
          options: [kModula, hashed(hash)],
          strategy: 'modulo',
          dialect: 'libmemcached',
          hash,
          weights: [kUnequal[0]],
        },
        {
          how: `CONSISTENT, ${hash}, without weights`,
          options: [kConsistent, hashed(hash)],
          strategy: 'ketama',
          dialect: 'libmemcached',
          hash,
          weights: [kEqual],
        },
        {
          how: `CONSISTENT, ${hash}, with weights: one above 1 makes it the weighted ring`,
          options: [kConsistent, hashed(hash)],
          strategy: 'ketama',
          dialect: 'libmemcached_weighted',
          hash,
          weights: kUnequal,
        },
        {
          how: `CONSISTENT after the hash and the servers, ${hash}: weights no longer count`,
          options: [hashed(hash), kConsistent],
          strategy: 'ketama',
          dialect: 'libmemcached',
          hash,
          weights: [kEqual, kUnequal[0]],
          later: true,
        },
        {
          how: `LIBKETAMA_COMPATIBLE, then ${hash}`,
          options: [kCompatible, hashed(hash)],
          strategy: 'ketama',
          dialect: 'libmemcached_weighted',
          hash,
          weights: [kUnequal[0]],
        },
        {
          how: `LIBKETAMA_COMPATIBLE, then ${hash}, after the servers`,
          options: [kCompatible, hashed(hash)],
          strategy: 'ketama',
          dialect: 'libmemcached_weighted',
          hash,
          weights: [kUnequal[0]],
          later: true,
        },
      ]),
  ),
];

for (const [i, { how, options, strategy, dialect, hash, weights, later = false }] of kCases.entries()) {
  test(`php-memcached: ${how} is ${strategy} ${dialect}`, needs(kExtension), async (t) => {
    for (const each of weights) {
      const keys = randomKeys({ seed: i + 1, longest: 249 });
      const input = { strategy, params: { dialect }, hash, nodes: nodesOf(each.map((weight) => weight || 1)) };
      const live = await ask(t, options, nodesOf(each), keys, later);
      compareOwners(`weights ${each.join(', ')}`, keys, ownersOf(core, input, keys), live);
    }
  });
}
