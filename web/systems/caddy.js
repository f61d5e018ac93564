// Caddy's reverse_proxy with `lb_policy uri_hash`. It hashes the address that it dials: a port that is left out is 80.
import { t } from '../text/language.js';
import { comment } from '../text/quote.js';
import { Refused, addressesOf, hostAndPort, leftOut, lines, unweighted } from './shared/rules.js';

const system = 'Caddy';
const covers = { strategy: 'caddy' };

const kPort = 80;

/** @param {import('./shared/rules.js').Server} server */
function upstream({ node, at }) {
  if (at.socket === null) return hostAndPort(at, kPort);
  if (/^[\w./-]+$/.test(at.socket)) return `unix/${at.socket}`;
  throw new Refused(t('{0} cannot reach “{1}” by the name of its socket.', system, node.name));
}

/** @type {import('./systems.js').Write} */
function write({ nodes }) {
  const upstreams = addressesOf(system, unweighted(system, nodes), true).map(upstream);
  return [
    {
      file: 'Caddyfile',
      language: 'caddy',
      text: lines(
        ':8080 {',
        leftOut('    #', comment, nodes),
        '    reverse_proxy {',
        upstreams.map((address) => `        to ${address}`),
        '        lb_policy uri_hash',
        '    }',
        '}',
      ),
    },
  ];
}

export default { system, covers, write };
