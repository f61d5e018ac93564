// libmemcached: a C function that adds the servers. Both kinds of KETAMA set the hash to MD5, so it is set after them.
import { t } from '../text/language.js';
import { c, comment } from '../text/quote.js';
import { Refused, addressesOf, leftOut, lines, weighted } from './shared/rules.js';

const system = 'libmemcached';
const covers = [
  { strategy: 'ketama', dialects: ['libmemcached', 'libmemcached_weighted', 'libmemcached_spy'] },
  { strategy: 'modulo', dialects: ['libmemcached'] },
];

const kPort = 11_211;
const kMostOnARing = 100; // libmemcached 1.1.4 ends the program (SIGABRT) when it adds one more to a ring of any kind

/** The program's names of the hash functions that Reshard has. @type {Record<string, string>} */
export const kHashes = {
  one_at_a_time: 'DEFAULT',
  md5: 'MD5',
  crc32: 'CRC',
  fnv1_64: 'FNV1_64',
  fnv1a64: 'FNV1A_64',
  fnv1_32: 'FNV1_32',
  fnv1a32: 'FNV1A_32',
  murmur2: 'MURMUR',
  murmur3_32: 'MURMUR3',
  lookup3: 'JENKINS',
};

/** @type {Record<string, string>} */
const kDistributions = {
  libmemcached: 'memcached_behavior_set(memc, MEMCACHED_BEHAVIOR_KETAMA, 1);',
  libmemcached_weighted: 'memcached_behavior_set(memc, MEMCACHED_BEHAVIOR_KETAMA_WEIGHTED, 1);',
  libmemcached_spy: 'memcached_behavior_set_distribution(memc, MEMCACHED_DISTRIBUTION_CONSISTENT_KETAMA_SPY);',
};

const kModula = 'memcached_behavior_set_distribution(memc, MEMCACHED_DISTRIBUTION_MODULA);';

// What happens to a dead server. If it is removed, the others get new numbers; if ejected, they keep theirs.
const ejecting = (/** @type {string} */ strategy) => {
  const behavior = strategy === 'modulo' ? 'REMOVE_FAILED_SERVERS' : 'AUTO_EJECT_HOSTS';
  return `memcached_behavior_set(memc, MEMCACHED_BEHAVIOR_${behavior}, 1);`;
};

// One weight above 1 turns weights on for all, so a dialect without weights writes none.
const server =
  (/** @type {boolean} */ hasWeights) =>
  (/** @type {import('./shared/rules.js').Server} */ { node, at }) => {
    const [call, where] =
      at.socket === null
        ? ['server_add', `${c(at.host)}, ${at.port ?? kPort}`]
        : ['server_add_unix_socket', c(at.socket)];
    return hasWeights
      ? `  memcached_${call}_with_weight(memc, ${where}, ${node.weight});`
      : `  memcached_${call}(memc, ${where});`;
  };

/** @type {import('./systems.js').Write} */
function write({ strategy, nodes, params, hash }) {
  const hasWeights = params.dialect === 'libmemcached_weighted';
  const servers = addressesOf(system, hasWeights ? weighted(system, nodes) : nodes, true);
  if (strategy === 'ketama' && servers.length > kMostOnARing) {
    throw new Refused(
      t(
        '{0} ends the program when a ring gets more than {1} servers; here are {2}. Without a ring, by MODULA, it takes more.',
        system,
        kMostOnARing,
        servers.length,
      ),
    );
  }
  const name = kHashes[hash];
  if (!name) throw new Refused(t('{0} has no hash function “{1}”.', system, hash));
  return [
    {
      file: 'open_cache.c',
      language: 'c',
      text: lines(
        '#include <libmemcached/memcached.h>',
        '',
        'memcached_st *open_cache(void) {',
        '  memcached_st *memc = memcached_create(NULL);',
        `  ${strategy === 'modulo' ? kModula : kDistributions[params.dialect]}`,
        `  memcached_behavior_set(memc, MEMCACHED_BEHAVIOR_HASH, MEMCACHED_HASH_${name});`,
        params.eject === 'true' ? `  ${ejecting(strategy)}` : null,
        hasWeights ? leftOut('  //', comment, nodes) : null,
        servers.map(server(hasWeights)),
        '  return memc;',
        '}',
      ),
    },
  ];
}

export default { system, covers, write };
