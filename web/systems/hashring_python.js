// Python's hash_ring, which npm's hashring can do too (compatibility: 'hash_ring').
import { python } from '../text/quote.js';
import { lines } from './shared/rules.js';

const system = 'hash_ring (Python)';
const covers = { strategy: 'ketama', dialects: ['hashring_python'] };

/** @type {import('./systems.js').Write} */
function write({ nodes }) {
  const inUse = nodes.filter(({ weight }) => weight > 0);
  return [
    {
      file: 'ring.py',
      language: 'python',
      text: lines(
        'from hash_ring import HashRing',
        '',
        'ring = HashRing([',
        inUse.map(({ name }) => `    ${python(name)},`),
        '], {',
        inUse.map(({ name, weight }) => `    ${python(name)}: ${weight},`),
        '})',
      ),
    },
  ];
}

export default { system, covers, write };
