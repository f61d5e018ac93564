// Predis, a Redis client in PHP, with one of its two rings.
import { php } from '../text/quote.js';
import { addressesOf, lines, weighted } from './shared/rules.js';

const system = 'Predis';
const covers = { strategy: 'client_ring', dialects: ['predis', 'predis_ketama'] };

const kPort = 6379;

/** @param {import('./shared/rules.js').Server} server */
const connection = ({ node, at }) =>
  at.socket === null
    ? `['scheme' => 'tcp', 'host' => ${php(at.host)}, 'port' => ${at.port ?? kPort}, 'weight' => ${node.weight}]`
    : `['scheme' => 'unix', 'path' => ${php(at.socket)}, 'weight' => ${node.weight}]`;

/** @type {import('./systems.js').Write} */
function write({ nodes, params }) {
  const servers = addressesOf(system, weighted(system, nodes), true);
  const ring = params.dialect === 'predis' ? 'HashRing' : 'KetamaRing';
  return [
    {
      file: 'redis.php',
      language: 'php',
      text: lines(
        '<?php',
        '',
        "require 'vendor/autoload.php';",
        '',
        `use Predis\\Cluster\\Distributor\\${ring};`,
        'use Predis\\Cluster\\PredisStrategy;',
        'use Predis\\Connection\\Aggregate\\PredisCluster;',
        '',
        'return new Predis\\Client(',
        '    [',
        servers.map((server) => `        ${connection(server)},`),
        '    ],',
        `    ['cluster' => new PredisCluster(new PredisStrategy(new ${ring}()))]`,
        ');',
      ),
    },
  ];
}

export default { system, covers, write };
