// nginx's upstream with `hash`. It hashes a server's name as written, so a name without a port stays without one. It
// reads "unix:" in any case, and its parameters in lower case only.
import { comment, nginx as quoted } from '../text/quote.js';
import { addressesOf, leftOut, lines, weighted } from './shared/rules.js';

const system = 'nginx';
const covers = { strategy: 'nginx' };

/** @param {import('./systems.js').Node} node */
const option = ({ weight, down }) => `${weight === 1 ? '' : ` weight=${weight}`}${down ? ' down' : ''}`;

/** @type {import('./systems.js').Write} */
function write({ nodes, params }) {
  const named = nodes.map((node) => ({ ...node, name: node.name.replace(/^unix:/i, 'unix:') }));
  const servers = addressesOf(system, weighted(system, named), true);
  return [
    {
      file: 'nginx.conf',
      language: 'nginx',
      text: lines(
        'upstream backend {',
        `    hash $request_uri${params.dialect === 'consistent' ? ' consistent' : ''};`,
        leftOut('    #', comment, nodes),
        servers.map(
          ({ node, at }) =>
            `    server ${quoted(at.socket === null ? node.name : `unix:${at.socket}`)}${option(node)};`,
        ),
        '}',
      ),
    },
  ];
}

export default { system, covers, write };
