// The configuration of the real system whose dialect a strategy speaks, for the nodes as they are. One entry a strategy;
// a strategy that speaks no system's dialect has none.

const host = (name) => name.split(':')[0];
const port = (name, usual) => name.split(':')[1] ?? usual;
const lines = (...parts) => `${parts.flat(2).filter((line) => line !== null).join('\n')}\n`;
const quoted = (text) => JSON.stringify(text);

function nginx({ nodes, params }) {
  return lines('upstream backend {',
    `    hash $request_uri${params.dialect === 'consistent' ? ' consistent' : ''};`,
    nodes.map(({ name, weight, down }) => `    server ${name}${weight === 1 ? '' : ` weight=${weight}`}${down ? ' down' : ''};`), '}');
}

function haproxy({ nodes, params }) {
  const type = params.dialect === 'consistent' ? 'consistent' : 'map-based';
  return lines('backend caches', '    balance uri whole',
    `    hash-type ${type} ${params.function}${params.avalanche === 'true' ? ' avalanche' : ''}`,
    nodes.map(({ name, weight, down }) => `    server ${host(name)} ${host(name)}:${port(name, 80)} weight ${weight}${down ? ' disabled' : ''}`));
}

// CRC-16/XMODEM, as Redis Cluster hashes keys.
function crc16(text) {
  let crc = 0;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8;
    for (let i = 0; i < 8; ++i) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc;
}

const kSlots = 16384;

// A key for every slot; where they are placed is the table of slots.
function keysOfSlots() {
  const keys = new Array(kSlots);
  for (let i = 0, found = 0; found < kSlots; ++i) {
    const slot = crc16(`k${i}`) % kSlots;
    if (keys[slot] !== undefined) continue;
    keys[slot] = `k${i}`;
    ++found;
  }
  return keys;
}

function redis({ nodes, place }) {
  const placed = place(keysOfSlots());
  const ranges = new Map(nodes.map(({ name }) => [name, []]));
  placed.owners.forEach((owner, slot) => {
    const own = ranges.get(placed.nodes[owner]);
    if (own.at(-1)?.[1] === slot - 1) own.at(-1)[1] = slot;
    else own.push([slot, slot]);
  });
  return lines(nodes.map(({ name }) => {
    const own = ranges.get(name).map((range) => range.join(' ')).join(' ');
    return own === '' ? `# ${name} has no slots` : `redis-cli -h ${host(name)} -p ${port(name, 6379)} CLUSTER ADDSLOTSRANGE ${own}`;
  }));
}

const kLibmemcached = {
  libmemcached: 'memcached_behavior_set(memc, MEMCACHED_BEHAVIOR_KETAMA, 1);',
  libmemcached_weighted: 'memcached_behavior_set(memc, MEMCACHED_BEHAVIOR_KETAMA_WEIGHTED, 1);',
  libmemcached_spy: 'memcached_behavior_set_distribution(memc, MEMCACHED_DISTRIBUTION_CONSISTENT_KETAMA_SPY);',
};

function ketama({ nodes, params: { dialect } }) {
  const servers = nodes.map(({ name }) => quoted(name)).join(', ');
  switch (dialect) {
    case 'libketama':
      return lines('# The file of servers for ketama_roll()', nodes.map(({ name, weight }) => `${host(name)}:${port(name, 11211)}\t${weight}`));
    case 'twemproxy':
      return lines('pool:', '  listen: 127.0.0.1:22121', '  hash: md5', '  distribution: ketama', '  servers:',
        nodes.map(({ name, weight }) => `   - ${host(name)}:${port(name, 11211)}:${weight}`));
    case 'spymemcached':
      return lines('new MemcachedClient(new ConnectionFactoryBuilder()', '        .setLocatorType(Locator.CONSISTENT)',
        '        .setHashAlg(DefaultHashAlgorithm.KETAMA_HASH).build(),', `    AddrUtil.getAddresses(${quoted(nodes.map(({ name }) => `${host(name)}:${port(name, 11211)}`).join(' '))}));`);
    case 'hashring':
      return lines('const ring = new HashRing({', nodes.map(({ name, weight }) => `  ${quoted(name)}: ${weight},`), '});');
    case 'hashring_python':
      return lines(`ring = HashRing([${servers}], {${nodes.map(({ name, weight }) => `${quoted(name)}: ${weight}`).join(', ')}})`);
    default:
      return lines('memcached_st *memc = memcached_create(NULL);', kLibmemcached[dialect],
        nodes.map(({ name, weight }) => `memcached_server_add_with_weight(memc, ${quoted(host(name))}, ${port(name, 11211)}, ${weight});`));
  }
}

function envoy(policy, config, nodes) {
  return lines('clusters:', '- name: backend', '  type: STRICT_DNS', `  lb_policy: ${policy}`, config, '  load_assignment:',
    '    cluster_name: backend', '    endpoints:', '    - lb_endpoints:',
    nodes.map(({ name, weight }) => [`      - endpoint: { address: { socket_address: { address: ${host(name)}, port_value: ${port(name, 80)} } } }`,
      `        load_balancing_weight: ${weight}`]));
}

function envoyRing({ nodes, params }) {
  return envoy('RING_HASH', ['  ring_hash_lb_config:', `    minimum_ring_size: ${params.min_size}`, `    maximum_ring_size: ${params.max_size}`,
    `    hash_function: ${params.function === 'xx' ? 'XX_HASH' : 'MURMUR_HASH_2'}`], nodes);
}

function maglev({ nodes, params }) {
  if (params.dialect !== 'envoy') return null;
  return envoy('MAGLEV', ['  maglev_lb_config:', `    table_size: ${params.size}`], nodes);
}

function cassandra({ nodes, params, replicas }) {
  const topology = params.strategy === 'network_topology';
  const centers = [...new Set(nodes.map(({ data_center: center }) => center ?? 'datacenter1'))];
  const replication = topology ? `'class': 'NetworkTopologyStrategy', ${centers.map((center) => `'${center}': ${replicas}`).join(', ')}`
    : `'class': 'SimpleStrategy', 'replication_factor': ${replicas}`;
  return lines('# cassandra.yaml on every node', `num_tokens: ${params.num_tokens}`, 'partitioner: org.apache.cassandra.dht.Murmur3Partitioner', '',
    nodes.map(({ name, data_center: center = 'datacenter1', rack = 'rack1' }) => `# cassandra-rackdc.properties on ${name}: dc=${center} rack=${rack}`), '',
    '-- in cqlsh', `CREATE KEYSPACE data WITH replication = {${replication}};`);
}

function couchbase({ nodes }) {
  const [first, ...others] = nodes.map(({ name }) => host(name));
  return lines(`couchbase-cli cluster-init -c ${first} --cluster-username admin --cluster-password PASSWORD`,
    others.map((name) => `couchbase-cli server-add -c ${first} -u admin -p PASSWORD --server-add ${name} --server-add-username admin --server-add-password PASSWORD`),
    `couchbase-cli rebalance -c ${first} -u admin -p PASSWORD`);
}

function elasticsearch({ nodes, params, replicas }) {
  const settings = { number_of_shards: nodes.length, number_of_replicas: replicas - 1,
    ...(params.routing_shards > 0 && { number_of_routing_shards: params.routing_shards }) };
  return lines(`# ${nodes.length} shards: ${nodes.map(({ name }) => name).join(', ')}`, 'PUT /data', JSON.stringify({ settings: { index: settings } }, null, 2));
}

function swift({ nodes, params }) {
  const regions = [...new Set(nodes.map(({ data_center: center }) => center ?? ''))];
  const zones = [...new Set(nodes.map(({ zone }) => zone ?? ''))];
  const place = ({ data_center: center = '', zone = '' }) => `r${regions.indexOf(center) + 1}z${zones.indexOf(zone) + 1}`;
  return lines(`swift-ring-builder object.builder create ${params.part_power} ${params.replicas} 1`,
    nodes.map((node) => `swift-ring-builder object.builder add ${place(node)}-${host(node.name)}:${port(node.name, 6200)}/sda ${node.weight}`),
    'swift-ring-builder object.builder rebalance');
}

function ceph({ nodes, params }) {
  return lines(nodes.map(({ name, weight, rack }, i) => [`# ${name}`,
    `ceph osd crush set osd.${i} ${weight} root=default${rack ? ` rack=${rack}` : ''} host=${host(name)}`]),
  `ceph osd crush rule create-replicated spread default ${params.domain === 'rack' ? 'rack' : 'host'}`);
}

function jedis({ nodes, params }) {
  const named = params.names === 'named';
  const shard = ({ name, weight }) => `new JedisShardInfo(${quoted(host(name))}, ${port(name, 6379)}, 2000, ${weight}${named ? `, ${quoted(name)}` : ''})`;
  return lines('ShardedJedis jedis = new ShardedJedis(List.of(', nodes.map((node, i) => `    ${shard(node)}${i + 1 < nodes.length ? ',' : ''}`),
    `), ${params.function === 'md5' ? 'Hashing.MD5' : 'Hashing.MURMUR_HASH'});`);
}

const stathat = ({ nodes }) => lines('c := consistent.New()', nodes.map(({ name }) => `c.Add(${quoted(name)})`));

const serialx = ({ nodes }) => lines('ring := hashring.NewWithWeights(map[string]int{', nodes.map(({ name, weight }) => `\t${quoted(name)}: ${weight},`), '})');

/** By strategy: the system, and its configuration (null: not in this dialect). */
export const kSystems = {
  nginx: { system: 'nginx', write: nginx },
  haproxy: { system: 'HAProxy', write: haproxy },
  redis_slots: { system: 'Redis Cluster', write: redis },
  ketama: { system: 'memcached clients', write: ketama },
  envoy_ring: { system: 'Envoy', write: envoyRing },
  maglev: { system: 'Envoy', write: maglev },
  token_ring: { system: 'Cassandra', write: cassandra },
  vbuckets: { system: 'Couchbase', write: couchbase },
  elasticsearch: { system: 'Elasticsearch', write: elasticsearch },
  swift_ring: { system: 'OpenStack Swift', write: swift },
  straw2: { system: 'Ceph', write: ceph },
  jedis: { system: 'Jedis', write: jedis },
  stathat: { system: 'stathat/consistent (Go)', write: stathat },
  serialx: { system: 'serialx/hashring (Go)', write: serialx },
};

/**
 * @param {string} strategy its id @param {object} setup {nodes: {name, weight, data_center?, zone?, rack?, down?}[], params,
 *   replicas, place(keys) as in reshard-core.d.ts} @returns {?{system: string, text: string}}
 */
export function configurationOf(strategy, setup) {
  const known = kSystems[strategy];
  const text = known?.write(setup) ?? null;
  return text === null ? null : { system: known.system, text };
}
