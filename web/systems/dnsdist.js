// dnsdist's servers under `chashed`. Without ids and a perturbation they would hash otherwise after each start.
import { comment } from '../text/quote.js';
import { addressesOf, hostAndPort, leftOut, lines, weighted } from './shared/rules.js';

const system = 'dnsdist';
const covers = { strategy: 'dnsdist' };

const kPort = 53;

/** @type {import('./systems.js').Write} */
function write({ nodes, params, hash_of: hash }) {
  const servers = addressesOf(system, weighted(system, nodes), false);
  const id = (/** @type {string} */ name) =>
    `${hash('md5', name)}`.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return [
    {
      file: 'dnsdist.conf',
      language: 'dnsdist',
      text: lines(
        'setServerPolicy(chashed)',
        `setWHashedPertubation(${params.perturbation})`,
        leftOut('--', comment, nodes),
        servers.map(
          ({ node, at }) =>
            `newServer({address="${hostAndPort(at, kPort)}", id="${id(node.name)}", weight=${node.weight}})`,
        ),
      ),
    },
  ];
}

export default { system, covers, write };
