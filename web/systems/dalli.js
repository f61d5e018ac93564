// Dalli, a memcached client in Ruby: a server is "host:port:weight".
import { t } from '../text/language.js';
import { ruby } from '../text/quote.js';
import { Refused, addressesOf, hostAndPort, lines, wholeWeights } from './shared/rules.js';

const system = 'Dalli';
const covers = { strategy: 'client_ring', dialects: ['dalli'] };

const kPort = 11_211;

/** @param {import('./shared/rules.js').Server} server */
function serverText({ node, at }) {
  // Dalli takes a comma for the end of a server, and a colon for the end of a socket's path.
  if (at.socket !== null && /[,:]/.test(at.socket))
    throw new Refused(t('{0} cannot reach “{1}” by the name of its socket.', system, node.name));
  if (at.ipv6 && !/^[0-9A-Fa-f:]+$/.test(at.host))
    throw new Refused(
      t('{0} reads IPv6 addresses of hexadecimal digits and colons; “{1}” has more.', system, node.name),
    );
  return `${at.socket ?? hostAndPort(at, kPort)}:${node.weight}`;
}

/** @type {import('./systems.js').Write} */
function write({ nodes, params }) {
  // A server of weight 0 has no keys, and gives the others more points.
  wholeWeights(system, nodes);
  const servers = addressesOf(system, nodes, true).map(serverText);
  return [
    {
      file: 'cache.rb',
      language: 'ruby',
      text: lines(
        "require 'dalli'",
        '',
        'CACHE = Dalli::Client.new(',
        '  [',
        servers.map((server) => `    ${ruby(server)},`),
        '  ],',
        `  failover: ${params.failover}`,
        ')',
      ),
    },
  ];
}

export default { system, covers, write };
