// Envoy's clusters under RING_HASH and MAGLEV. It hashes a host's address; the metadata hash_key makes it hash the
// name.
import { t } from '../text/language.js';
import { comment, yaml } from '../text/quote.js';
import { Refused, addressesOf, leftOut, lines, weighted } from './shared/rules.js';

const system = 'Envoy';
const covers = [{ strategy: 'envoy_ring' }, { strategy: 'maglev', dialects: ['envoy'] }];

const kMostWeight = 2 ** 32 - 1; // of one host, and of all hosts together
const kPort = 80;
const kIpv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/**
 * @param {string} strategy
 * @param {import('./systems.js').Setup['params']} params
 */
function policy(strategy, params) {
  if (strategy === 'maglev') return ['  lb_policy: MAGLEV', '  maglev_lb_config:', `    table_size: ${params.size}`];
  return [
    '  lb_policy: RING_HASH',
    '  ring_hash_lb_config:',
    `    minimum_ring_size: ${params.min_size}`,
    `    maximum_ring_size: ${params.max_size}`,
    `    hash_function: ${params.function === 'xx' ? 'XX_HASH' : 'MURMUR_HASH_2'}`,
  ];
}

/** @typedef {import('./shared/rules.js').Server} Server */

// Names need STRICT_DNS, which does not support sockets.
/** @param {Server[]} hosts */
function discovery(hosts) {
  const isName = (/** @type {Server} */ { at }) => at.socket === null && !at.ipv6 && !kIpv4.test(at.host);
  if (!hosts.some(isName)) return 'STATIC';
  const socket = hosts.find(({ at }) => at.socket !== null);
  if (socket)
    throw new Refused(t('{0} cannot mix UNIX sockets with names to resolve: “{1}”.', system, socket.node.name));
  return 'STRICT_DNS';
}

/** @param {Server['at']} at */
const address = ({ socket, host, port }) =>
  socket === null
    ? `socket_address: { address: ${yaml(host)}, port_value: ${port ?? kPort} }`
    : `pipe: { path: ${yaml(socket)} }`;

/** @type {import('./systems.js').Write} */
function write({ strategy, nodes, params }) {
  const hosts = addressesOf(system, weighted(system, nodes, kMostWeight), true);
  if (hosts.reduce((sum, { node }) => sum + node.weight, 0) > kMostWeight)
    throw new Refused(t('{0} accepts a total weight of up to {1}.', system, kMostWeight));
  return [
    {
      file: 'clusters.yaml',
      language: 'yaml',
      text: lines(
        'clusters:',
        '- name: backend',
        `  type: ${discovery(hosts)}`,
        policy(strategy, params),
        leftOut('  #', comment, nodes),
        '  load_assignment:',
        '    cluster_name: backend',
        '    endpoints:',
        '    - lb_endpoints:',
        hosts.map(({ node, at }) => [
          `      - endpoint: { address: { ${address(at)} } }`,
          `        load_balancing_weight: ${node.weight}`,
          `        metadata: { filter_metadata: { envoy.lb: { hash_key: ${yaml(node.name)} } } }`,
        ]),
      ),
    },
  ];
}

export default { system, covers, write };
