// The relay of Graphite's carbon: carbon.conf.
import { t } from '../text/language.js';
import { Refused, addressOf, hostAndPort, lines, unweighted } from './shared/rules.js';

const system = 'carbon';
const covers = { strategy: 'client_ring', dialects: ['carbon_ch', 'fnv1a_ch'] };

/** host:port or host:port:instance. @param {import('./systems.js').Node} node */
function destination({ name }) {
  const [, address, instance] = /^((?:\[[^\]]*\]|[^:[\]]*):[1-9]\d*)(:[\w.-]+)?$/.exec(name) ?? [];
  const at = address === undefined ? null : addressOf(address);
  // carbon.conf has a meaning for %.
  if (at === null || at.port === null || at.host.includes('%')) {
    throw new Refused(
      t('{0} needs destinations: host:port, or host:port:instance with a plain name. “{1}” is not one.', system, name),
    );
  }
  return `${hostAndPort(at, at.port)}${instance ?? ''}`;
}

const bool = (/** @type {string} */ option) => (option === 'true' ? 'True' : 'False');

/** @type {import('./systems.js').Write} */
function write({ nodes, params, replicas }) {
  const destinations = unweighted(system, nodes).map(destination);
  return [
    {
      file: 'carbon.conf',
      language: 'carbon',
      text: lines(
        '[relay]',
        'RELAY_METHOD = consistent-hashing',
        `ROUTER_HASH_TYPE = ${params.dialect}`,
        `REPLICATION_FACTOR = ${replicas}`,
        `DIVERSE_REPLICAS = ${bool(params.diverse_replicas)}`,
        `DYNAMIC_ROUTER = ${bool(params.dynamic_router)}`,
        `DESTINATIONS = ${destinations.join(', ')}`,
      ),
    },
  ];
}

export default { system, covers, write };
