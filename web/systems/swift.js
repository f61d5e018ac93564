// OpenStack Swift: the ring's builder. Keys map to the same partitions; the builder chooses the device of a partition
// at random.
import { shell } from '../text/quote.js';
import { addressesOf, hostAndPort, lines } from './shared/rules.js';

const system = 'OpenStack Swift';
const covers = { strategy: 'swift_ring' };

const kPort = 6200;

/** @type {import('./systems.js').Write} */
function write({ nodes, params }) {
  const devices = addressesOf(system, nodes, false);
  const regions = [...new Set(nodes.map(({ data_center: center }) => center ?? ''))];
  const zones = [...new Set(nodes.map(({ zone }) => zone ?? ''))];
  /** @param {import('./systems.js').Node} node */
  const place = ({ data_center: center = '', zone = '' }) =>
    `r${regions.indexOf(center) + 1}z${zones.indexOf(zone) + 1}`;
  return [
    {
      file: 'ring.sh',
      language: 'shell',
      text: lines(
        `swift-ring-builder object.builder create ${params.part_power} ${params.replicas} 1`,
        devices.map(({ node, at }) => {
          const device = shell(`${place(node)}-${hostAndPort(at, kPort)}/sda`);
          return `swift-ring-builder object.builder add ${device} ${node.weight}`;
        }),
        'swift-ring-builder object.builder rebalance',
      ),
    },
  ];
}

export default { system, covers, write };
