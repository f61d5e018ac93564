// stathat's consistent, in Go.
import { go } from '../text/quote.js';
import { lines } from './shared/rules.js';

const system = 'stathat/consistent (Go)';
const covers = { strategy: 'stathat' };

/** @type {import('./systems.js').Write} */
function write({ nodes }) {
  return [
    {
      file: 'ring.go',
      language: 'go',
      text: lines(
        'package ring',
        '',
        'import "stathat.com/c/consistent"',
        '',
        'func New() *consistent.Consistent {',
        '\tc := consistent.New()',
        nodes.map(({ name }) => `\tc.Add(${go(name)})`),
        '\treturn c',
        '}',
      ),
    },
  ];
}

export default { system, covers, write };
