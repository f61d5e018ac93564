// twemproxy (nutcracker): a pool. The hash of keys can be chosen; points are always made with MD5. With port 11211, or
// without a port, it hashes the host alone; a socket gets its name, as otherwise its path would be hashed with a colon
// after it.
import { t } from '../text/language.js';
import { comment, yaml } from '../text/quote.js';
import { Refused, addressesOf, hostAndPort, leftOut, lines, weighted } from './shared/rules.js';

const system = 'twemproxy';
const covers = [
  { strategy: 'ketama', dialects: ['twemproxy'] },
  { strategy: 'modulo', dialects: ['twemproxy'] },
];

const kPort = 11_211;

/** The program's names of the hash functions that Reshard has. @type {Record<string, string>} */
export const kHashes = {
  one_at_a_time: 'one_at_a_time',
  md5: 'md5',
  crc16: 'crc16',
  crc32: 'crc32',
  crc32a: 'crc32a',
  fnv1_64: 'fnv1_64',
  fnv1a64: 'fnv1a_64',
  fnv1_32: 'fnv1_32',
  fnv1a32: 'fnv1a_32',
  hsieh: 'hsieh',
  murmur2: 'murmur',
  lookup3: 'jenkins',
};

/** @type {import('./systems.js').Write} */
function write({ strategy, nodes, params, hash }) {
  const servers = addressesOf(system, weighted(system, nodes), true);
  const name = kHashes[hash];
  if (!name) throw new Refused(t('{0} has no hash function “{1}”.', system, hash));
  for (const { at } of servers) {
    if (/[\s:]/.test(at.socket ?? ''))
      throw new Refused(t('{0} does not allow spaces or colons in a socket path: {1}', system, at.socket));
    if (at.ipv6)
      throw new Refused(
        t('{0} does not accept IPv6 in brackets; give “{1}” a name that resolves to it.', system, `[${at.host}]`),
      );
  }
  const address = (/** @type {import('./shared/rules.js').Address} */ at) =>
    at.socket === null ? hostAndPort(at, kPort) : at.socket;
  return [
    {
      file: 'nutcracker.yml',
      language: 'yaml',
      text: lines(
        'pool:',
        '  listen: 127.0.0.1:22121',
        `  hash: ${name}`,
        `  distribution: ${strategy === 'modulo' ? 'modula' : 'ketama'}`,
        `  auto_eject_hosts: ${params.eject}`,
        leftOut('  #', comment, nodes),
        '  servers:',
        servers.map(
          ({ node, at }) => `   - ${yaml(`${address(at)}:${node.weight}${at.socket === null ? '' : ` ${node.name}`}`)}`,
        ),
      ),
    },
  ];
}

export default { system, covers, write };
