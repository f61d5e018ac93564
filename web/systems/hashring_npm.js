// npm's hashring. Names are keys of an object, written so that even "__proto__" can be one.
import { t } from '../text/language.js';
import { javascript } from '../text/quote.js';
import { Refused, lines } from './shared/rules.js';

const system = 'hashring (npm)';
const covers = { strategy: 'ketama', dialects: ['hashring'] };

/** @type {import('./systems.js').Write} */
function write({ nodes }) {
  const inUse = nodes.filter(({ weight }) => weight > 0);
  if (inUse.some(({ name }) => name === '__proto__'))
    throw new Refused(t('{0} cannot have a server called “{1}”.', system, '__proto__'));
  return [
    {
      file: 'ring.cjs',
      language: 'javascript',
      text: lines(
        "const HashRing = require('hashring');",
        '',
        'const ring = new HashRing({',
        inUse.map(({ name, weight }) => `  ${javascript(name)}: ${weight},`),
        '});',
        '',
        'module.exports = ring;',
      ),
    },
  ];
}

export default { system, covers, write };
