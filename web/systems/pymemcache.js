// pymemcache's HashClient.
import { python } from '../text/quote.js';
import { addressesOf, lines, unweighted } from './shared/rules.js';

const system = 'pymemcache';
const covers = { strategy: 'rendezvous_plain', dialects: ['pymemcache'] };

const kPort = 11_211;

/** @param {import('./shared/rules.js').Server} server */
const server = ({ at }) => (at.socket === null ? `(${python(at.host)}, ${at.port ?? kPort})` : python(at.socket));

/** @type {import('./systems.js').Write} */
function write({ nodes, params }) {
  const servers = addressesOf(system, unweighted(system, nodes), true);
  return [
    {
      file: 'cache.py',
      language: 'python',
      text: lines(
        'from pymemcache.client.hash import HashClient',
        '',
        params.key_type === 'bytes' ? '# For keys of type bytes: the same keys as str are on other servers.' : null,
        'client = HashClient([',
        servers.map((one) => `    ${server(one)},`),
        '], allow_unicode_keys=True)',
      ),
    },
  ];
}

export default { system, covers, write };
