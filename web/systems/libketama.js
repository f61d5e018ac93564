// libketama: the file of servers for ketama_roll(). It hashes what is before the tab as it is.
import { t } from '../text/language.js';
import { comment } from '../text/quote.js';
import { Refused, addressesOf, leftOut, lines, weighted } from './shared/rules.js';

const system = 'libketama';
const covers = { strategy: 'ketama', dialects: ['libketama'] };

const kMostBytes = 21; // its struct has 22 for the address

/** @type {import('./systems.js').Write} */
function write({ nodes }) {
  const servers = addressesOf(system, weighted(system, nodes), false);
  for (const {
    node: { name },
  } of servers) {
    if (name.length > kMostBytes)
      throw new Refused(t('{0} keeps only {1} characters of an address; “{2}” is longer.', system, kMostBytes, name));
  }
  return [
    {
      file: 'ketama.servers',
      language: 'ketama',
      text: lines(
        '# The file of servers for ketama_roll()',
        leftOut('#', comment, nodes),
        servers.map(({ node }) => `${node.name}\t${node.weight}`),
      ),
    },
  ];
}

export default { system, covers, write };
