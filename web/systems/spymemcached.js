// spymemcached: the client in Java. It hashes addresses as Java writes them, "10.0.0.1:11211"; for a host name, that
// text depends on what it resolves to, so Reshard's rows do not hold for it. Weights need the longest of its
// constructors.
import { t } from '../text/language.js';
import { comment, java } from '../text/quote.js';
import { Refused, addressesOf, leftOut, lines, weighted } from './shared/rules.js';

const system = 'spymemcached';
const covers = { strategy: 'ketama', dialects: ['spymemcached'] };

const kNumeric = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** @type {Record<string, string>} */
const kModes = { redistribute: 'Redistribute', retry: 'Retry', cancel: 'Cancel' };

/** The program's names of the hash functions that Reshard has. @type {Record<string, string>} */
export const kHashes = {
  md5: 'KETAMA_HASH',
  java_string: 'NATIVE_HASH',
  crc32: 'CRC_HASH',
  fnv1_64: 'FNV1_64_HASH',
  fnv1a64: 'FNV1A_64_HASH',
  fnv1_32: 'FNV1_32_HASH',
  fnv1a32: 'FNV1A_32_HASH',
};

/**
 * @param {string} hash
 * @param {string} weights
 */
const longest = (hash, weights) => [
  '    ConnectionFactory factory = new KetamaConnectionFactory(',
  '        DefaultConnectionFactory.DEFAULT_OP_QUEUE_LEN,',
  '        DefaultConnectionFactory.DEFAULT_READ_BUFFER_SIZE,',
  '        DefaultConnectionFactory.DEFAULT_OP_QUEUE_MAX_BLOCK_TIME,',
  `        DefaultHashAlgorithm.${hash}, KetamaNodeKeyFormatter.Format.SPYMEMCACHED, ${weights})`,
];

/** @type {import('./systems.js').Write} */
function write({ nodes, params, hash }) {
  const servers = addressesOf(system, weighted(system, nodes), false);
  for (const { node, at } of servers) {
    if (at.port !== null && kNumeric.test(at.host)) continue;
    throw new Refused(
      t(
        '{0} hashes a server’s IPv4 address and port, such as 10.0.0.1:11211; “{1}” lacks one of them.',
        system,
        node.name,
      ),
    );
  }
  const name = kHashes[hash];
  if (!name) throw new Refused(t('{0} has no hash function “{1}”.', system, hash));
  const even = servers.every(({ node }) => node.weight === 1);
  const mode = `FailureMode.${kModes[params.failure_mode]}`;
  return [
    {
      file: 'Cache.java',
      language: 'java',
      text: lines(
        'import java.io.IOException;',
        'import java.net.InetSocketAddress;',
        'import java.util.ArrayList;',
        'import java.util.LinkedHashMap;',
        'import java.util.Map;',
        'import net.spy.memcached.*;',
        '',
        'public final class Cache {',
        '  public static MemcachedClient open() throws IOException {',
        '    Map<InetSocketAddress, Integer> weights = new LinkedHashMap<>();',
        leftOut('    //', comment, nodes),
        servers.map(
          ({ node, at }) => `    weights.put(new InetSocketAddress(${java(at.host)}, ${at.port}), ${node.weight});`,
        ),
        !even
          ? longest(name, 'weights')
          : hash === 'md5'
            ? '    ConnectionFactory factory = new KetamaConnectionFactory()'
            : longest(name, 'Map.of()'),
        `      { @Override public FailureMode getFailureMode() { return ${mode}; } };`,
        '    return new MemcachedClient(factory, new ArrayList<>(weights.keySet()));',
        '  }',
        '}',
      ),
    },
  ];
}

export default { system, covers, write };
