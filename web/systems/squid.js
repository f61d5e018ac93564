// Squid's parent caches under CARP, which hashes what `name=` says.
import { comment } from '../text/quote.js';
import { addressesOf, leftOut, lines, weighted } from './shared/rules.js';

const system = 'Squid';
const covers = { strategy: 'squid_carp' };

const kPort = 3128;

/** @type {import('./systems.js').Write} */
function write({ nodes }) {
  const peers = addressesOf(system, weighted(system, nodes), false);
  return [
    {
      file: 'squid.conf',
      language: 'squid',
      text: lines(
        leftOut('#', comment, nodes),
        peers.map(({ node, at }) => {
          const host = at.ipv6 ? `[${at.host}]` : at.host;
          const weight = node.weight === 1 ? '' : ` weight=${node.weight}`;
          return `cache_peer ${host} parent ${at.port ?? kPort} 0 carp no-query no-digest name=${node.name}${weight}`;
        }),
        'never_direct allow all',
      ),
    },
  ];
}

export default { system, covers, write };
