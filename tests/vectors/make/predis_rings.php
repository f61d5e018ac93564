<?php
// Writes tests/vectors/ring_predis.csv and ring_predis_ketama.csv: which server Predis asks for a key.
//
//     apt-get install php-cli php-nrk-predis
//     python3 make/client_keys.py | php make/predis_rings.php predis > ring_predis.csv
//     python3 make/client_keys.py | php make/predis_rings.php predis_ketama > ring_predis_ketama.csv
//
// A column has a digit for each list of servers: the place of the key's server in it.
require 'Predis/autoload.php';

use Predis\Client;
use Predis\Cluster\Distributor\HashRing;
use Predis\Cluster\Distributor\KetamaRing;
use Predis\Cluster\PredisStrategy;
use Predis\Connection\Aggregate\PredisCluster;
use Predis\Connection\Parameters;
use Predis\Connection\StreamConnection;

function cluster(array $uris, bool $ketama): array {
  $cluster = new PredisCluster(new PredisStrategy($ketama ? new KetamaRing() : new HashRing()));
  $nodes = [];
  foreach ($uris as $uri) $cluster->add($nodes[] = new StreamConnection(Parameters::create($uri)));
  return [$cluster, $nodes];
}

function servers(array $weights, string $query = '?weight='): array {
  $uris = [];
  foreach ($weights as $i => $weight) $uris[] = 'tcp://10.0.1.' . ($i + 1) . ':6379' . ($query ? $query . $weight : '');
  return $uris;
}

$ketama = $argv[1] === 'predis_ketama';
$lists = [
  'equal' => [servers(array_fill(0, 3, 1), ''), servers(array_fill(0, 10, 1), ''),
              ['tcp://10.0.1.1:6380', 'tcp://cache.example:6379', 'tcp://[2001:db8::1]:6379', 'unix:/run/redis.sock']],
  'weighted' => [servers([1, 2, 3, 5, 8]), servers([100, 50, 7, 1, 1, 1, 1, 1, 9, 30]), servers([1, 255, 511, 1, 255])],
];
echo '# Predis 1.1.10 (Debian 12, PHP ' . PHP_VERSION . "), asked for the server of each key; made by make/predis_rings.php, which has the\n";
echo "# lists of servers. A column has a digit for each list: the place of the server in it.\n";
echo 'key,' . implode(',', array_keys($lists)) . "\n";
$clusters = array_map(fn($all) => array_map(fn($uris) => cluster($uris, $ketama), $all), $lists);
while (($hex = fgets(STDIN)) !== false) {
  $hex = trim($hex);
  $row = [$hex];
  foreach ($clusters as $all) {
    $digits = '';
    foreach ($all as [$cluster, $nodes]) $digits .= array_search($cluster->getConnectionByKey(hex2bin($hex)), $nodes, true);
    $row[] = $digits;
  }
  echo implode(',', $row) . "\n";
}
