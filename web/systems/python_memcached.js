// python-memcached: a client whose list contains each server as often as its weight says.
import { t } from '../text/language.js';
import { python } from '../text/quote.js';
import { Refused, addressesOf, hostAndPort, lines, weighted } from './shared/rules.js';

const system = 'python-memcached';
const covers = { strategy: 'modulo', dialects: ['python_memcached'] };

const kPort = 11_211;

/** How to choose the hash function: Reshard's id → a line of Python. @type {Record<string, ?string>} */
export const kHashes = { crc32: null, crc32a: 'memcache.useOldServerHashFunction()' };

/** @param {import('./shared/rules.js').Server} server */
function address({ at }) {
  if (at.socket !== null) return `unix:${at.socket}`;
  return `${at.ipv6 ? 'inet6:' : ''}${hostAndPort(at, kPort)}`;
}

/** @type {import('./systems.js').Write} */
function write({ nodes, hash }) {
  const servers = addressesOf(system, weighted(system, nodes), true);
  if (!Object.hasOwn(kHashes, hash)) throw new Refused(t('{0} has no hash function “{1}”.', system, hash));
  return [
    {
      file: 'cache.py',
      language: 'python',
      text: lines(
        'import memcache',
        '',
        kHashes[hash],
        'client = memcache.Client([',
        servers.map((server) => `    (${python(address(server))}, ${server.node.weight}),`),
        '])',
      ),
    },
  ];
}

export default { system, covers, write };
