// serialx's hashring, in Go.
import { go } from '../text/quote.js';
import { lines, wholeWeights } from './shared/rules.js';

const system = 'serialx/hashring (Go)';
const covers = { strategy: 'serialx' };

/** @type {import('./systems.js').Write} */
function write({ nodes }) {
  wholeWeights(system, nodes);
  return [
    {
      file: 'ring.go',
      language: 'go',
      text: lines(
        'package ring',
        '',
        'import "github.com/serialx/hashring"',
        '',
        'func New() *hashring.HashRing {',
        '\treturn hashring.NewWithWeights(map[string]int{',
        nodes.map(({ name, weight }) => `\t\t${go(name)}: ${weight},`),
        '\t})',
        '}',
      ),
    },
  ];
}

export default { system, covers, write };
