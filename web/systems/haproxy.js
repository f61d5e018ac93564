// HAProxy's `balance` with `hash-type`. Servers are numbered by position unless they have an `id`; names are unique.
import { haproxy as quoted } from '../text/quote.js';
import { addressesOf, givenTokens, hostAndPort, lines, wholeWeights } from './shared/rules.js';

const system = 'HAProxy';
const covers = { strategy: 'haproxy' };

const kMostWeight = 256;
const kPort = 80;

// A server's name may have only letters, digits and -_.:; if two names become equal, a number is appended.
/** @param {import('./systems.js').Node[]} nodes */
function serverNames(nodes) {
  const taken = new Set();
  return nodes.map(({ name }) => {
    const base = name.replace(/[^A-Za-z0-9_.:-]/g, '-');
    let own = base;
    for (let number = 2; taken.has(own); ++number) own = `${base}-${number}`;
    taken.add(own);
    return own;
  });
}

/** @type {import('./systems.js').Write} */
function write({ nodes, params, table }) {
  wholeWeights(system, nodes, kMostWeight);
  const names = serverNames(nodes);
  const servers = addressesOf(system, nodes, true);
  const numbers = givenTokens(table);
  const type = params.dialect === 'consistent' ? 'consistent' : 'map-based';
  return [
    {
      file: 'haproxy.cfg',
      language: 'haproxy',
      text: lines(
        'backend caches',
        '    balance uri whole',
        `    hash-type ${type} ${params.function}${params.avalanche === 'true' ? ' avalanche' : ''}`,
        servers.map(({ node, at }, i) => {
          const address = at.socket === null ? hostAndPort(at, kPort) : `unix@${at.socket}`;
          const [number] = numbers.get(node.id) ?? [];
          const id = number === undefined ? '' : `id ${number} `;
          const down = node.down ? ' disabled' : '';
          return `    server ${names[i]} ${quoted(address)} ${id}weight ${node.weight}${down}`;
        }),
      ),
    },
  ];
}

export default { system, covers, write };
