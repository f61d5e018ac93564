// The part of the table (vectors.mjs) of systems that are not in the first build: an entry for each column of a file.
import {
  add,
  addNamed,
  addNumbered,
  addPartitions,
  addTyped,
  byDigit,
  bytesOf,
  columnsOf,
  fileOf,
  hex,
  named,
  nodesNamed,
  nodesOf,
  tuple,
  text,
} from './vectors_table.mjs';
/** @import {Row} from '../types.d.ts' */

/** @typedef {import('./vectors_table.mjs').Nodes} Nodes */

const keyHex = bytesOf('key_hex');
const ofType = (/** @type {string} */ type) => (/** @type {Row} */ row) => row.type === type;
const has = (/** @type {string} */ column) => (/** @type {Row} */ row) => row[column] !== '';

// Clients: a digit for each list of servers, in the file's order.
const kOthers = ['cache.example', '[2001:db8::1]:11211', '/run/cache.sock'];
const memcachedOthers = nodesNamed(['10.0.1.1:11300', ...kOthers]);
const redisOthers = ['cache.example', '[2001:db8::1]:6379', 'unix:/run/redis.sock'];
const servers = (/** @type {number} */ count, suffix = '') => nodesOf('10.0.1.', 1, count, { suffix });
const weighted = (/** @type {number[]} */ weights, suffix = '', /** @type {number[]} */ down = []) =>
  nodesOf('10.0.1.', 1, weights.length, { suffix, weights, down });
const kTen = [100, 50, 7, 1, 1, 1, 1, 1, 9, 30];
const threeDown = nodesOf('10.0.1.', 1, 3, { suffix: ':11211', down: [0, 1] });
const tenDown = nodesOf('10.0.1.', 1, 10, { suffix: ':11211', down: [0, 4] });
const predis = {
  equal: [servers(3), servers(10, ':6379'), nodesNamed(['10.0.1.1:6380', ...redisOthers])],
  weighted: [weighted([1, 2, 3, 5, 8], ':6379'), weighted(kTen, ':6379'), weighted([1, 255, 511, 1, 255], ':6379')],
};
const carbonHosts = [1, 2, 3].flatMap((i) => ['2004:a', '2104:b', '2204:c'].map((end) => `10.0.1.${i}:${end}`));
const carbon = {
  first: [
    servers(3, ':2004'),
    nodesNamed([...'abcdefghij'].map((instance, i) => `10.0.1.${i + 1}:2004:${instance}`)),
    nodesNamed(carbonHosts),
    nodesNamed(['[2001:db8::1]:2004', 'relay.example:2004:x', '127.0.0.1:2004']),
  ],
};
const labels = [nodesOf('http://10.0.1.', 0, 3), nodesOf('shard', 0, 10), nodesNamed(['x', '1x', '11x'])];
const pymemcache = [servers(3, ':11211'), servers(10), memcachedOthers];
for (const [file, fields, columns] of /** @type {[string, string, Record<string, Nodes[]>][]} */ ([
  [
    'ring_dalli',
    'strategy=client_ring&dialect=dalli',
    {
      equal: [servers(3, ':11211'), servers(10, ':11211'), memcachedOthers],
      weighted: [weighted([1, 2, 3, 5, 8], ':11211'), weighted([4, 0, 1], ':11211'), weighted(kTen, ':11211')],
      down: [tenDown, weighted([1, 2, 3, 5, 8], ':11211', [4]), threeDown],
    },
  ],
  [
    'ring_redis_rb',
    'strategy=client_ring&dialect=redis_rb',
    { url: [servers(3, ':6379'), servers(10), nodesNamed(['redis://10.0.1.1:6380/2', ...redisOthers])] },
  ],
  ['ring_redis_rb', 'strategy=client_ring&dialect=redis_rb&identified_by=id', { id: [nodesOf('shard-', 1, 7)] }],
  ['ring_predis', 'strategy=client_ring&dialect=predis', predis],
  ['ring_predis_ketama', 'strategy=client_ring&dialect=predis_ketama', predis],
  ['ring_carbon_ch', 'strategy=client_ring&dialect=carbon_ch', carbon],
  ['ring_fnv1a_ch', 'strategy=client_ring&dialect=fnv1a_ch', carbon],
  ['ring_labels', 'strategy=label_ring&hash=crc32', { groupcache: labels }],
  ['ring_labels', 'strategy=label_ring&hash=fnv1a32&vnodes=7', { fnv1a: labels }],
  ['ring_labels', 'strategy=label_ring&hash=crc32&vnodes=100&part=hash_tag', { go_redis: labels }],
  ...['str', 'bytes'].map((type) => [
    'rendezvous_pymemcache',
    `strategy=rendezvous_plain&hash=murmur3_32&dialect=pymemcache&key_type=${type}`,
    { [type]: pymemcache },
  ]),
])) {
  for (const [column, lists] of Object.entries(columns)) {
    lists.forEach((nodes, digit) => {
      // only pymemcache's - is a key that it does not take; another's is nobody
      const isOf = (/** @type {Row} */ row) => file !== 'rendezvous_pymemcache' || row[column][digit] !== '-';
      add(file, nodes, fields, byDigit(nodes, column, digit), hex, isOf);
    });
  }
}

// Proxies. A column's name has the weights: w1_2_3.
const weightsIn = (/** @type {string} */ column) =>
  /^\D+([\d._]+?)(?:_[pr]\d+)?$/.exec(column)[1].split('_').map(Number);
for (const column of fileOf('squid_carp').columns.slice(1)) {
  const weights = weightsIn(column);
  addNamed('squid_carp', column, nodesOf('p', 1, weights.length, { weights }), 'strategy=squid_carp');
}
for (const column of fileOf('traefik').columns.slice(1)) {
  const weights = weightsIn(column);
  const [prefix, suffix] = column.startsWith('w') ? ['app', ''] : ['', '-backend-service'];
  addNamed('traefik', column, nodesOf(prefix, 1, weights.length, { suffix, weights }), 'strategy=traefik');
}
for (const column of fileOf('varnish_shard').columns.slice(1)) {
  const weights = weightsIn(column);
  const fields = `strategy=varnish_shard&s1.replicas=${column.split('_r')[1]}`;
  add('varnish_shard', nodesOf('b', 1, weights.length, { weights }), fields, named(column), keyHex);
}
for (const column of fileOf('dnsdist').columns.slice(1)) {
  const weights = weightsIn(column);
  const nodes = nodesOf('00000000-0000-4000-8000-00000000000', 1, weights.length, { weights });
  addNumbered('dnsdist', column, nodes, `strategy=dnsdist&perturbation=${column.split('_p')[1]}`, 1, keyHex);
}
const upstreams = (/** @type {number[]} */ numbers) => nodesNamed(numbers.map((i) => `127.0.0.1:4200${i}`));
const firstUpstreams = (/** @type {number} */ count) => nodesOf('127.0.0.1:', 42_001, count);
const uri = (/** @type {Row} */ row) => Buffer.from(row.uri);
for (const [file, dialect, column, nodes, keyOf] of /** @type {[string, string, string, Nodes, typeof text][]} */ ([
  ...[2, 3, 5, 6].map((n) => ['caddy', 'v2_5', `h${n}`, firstUpstreams(n), keyHex]),
  ['caddy', 'v2_5', 'h5r', upstreams([5, 4, 3, 2, 1]), keyHex],
  ['caddy', 'v2_5', 'h5x', upstreams([1, 2, 4, 5]), keyHex],
  ['caddy', 'v2_5', 'u5', firstUpstreams(5), uri],
  ...[2, 3, 6].map((n) => ['caddy_later', 'v2_6_4', `fnv${n}`, firstUpstreams(n), keyHex]),
  ...[2, 3, 6].map((n) => ['caddy_later', 'v2_8', `xxh${n}`, firstUpstreams(n), keyHex]),
])) {
  add(file, nodes, `strategy=caddy&dialect=${dialect}`, (row) => `127.0.0.1:${row[column]}`, keyOf);
}
// HAProxy: weights, and ids that are given (0 for none).
const haproxyServers = [
  '127.9.8.7:18801',
  '[::ffff:127.77.0.200]:18801',
  '127.0.0.1:18801',
  '127.9.8.7:18802',
  '127.255.1.254:18802',
];
const [kSome, kIds, kHundreds] = [[3, 1, 4, 1, 5], [30, 4, 0, 0, 7], Array(5).fill(100)];
for (const [
  column,
  key,
  f,
  avalanche,
  weights,
  ids,
] of /** @type {[string, string, string, boolean, number[], number[]][]} */ ([
  ['v2_6_id', 'id', 'sdbm', false, kSome, []],
  ['v2_6_given', 'id', 'djb2', true, kSome, kIds],
  ['v2_6_wraps', 'id', 'sdbm', true, [7, 9, 8, 1, 2], [1_048_577, 1, 2_097_153, 2, 0]],
  ['v3_0_id', 'id', 'sdbm', false, kSome, []],
  ['v3_0_given', 'id', 'djb2', true, kSome, kIds],
  ['v3_0_addr', 'addr', 'sdbm', true, kSome, kIds],
  ['v3_0_addr_100', 'addr', 'crc32', false, kHundreds, []],
  ['v3_0_addr_port', 'addr_port', 'sdbm', true, kSome, []],
  ['v3_0_addr_port_100', 'addr_port', 'sdbm', false, [100, 0, 50, 100, 256], []],
])) {
  const given = ids.flatMap((id, i) => (id > 0 ? [`${i}@${id}`] : []));
  const owners = given.length > 0 ? `&owners=haproxy_servers:${given}` : '';
  const fields = `strategy=haproxy_servers&dialect=${column.slice(0, 4)}&hash_key=${key}&function=${f}`;
  const link = `${fields}&avalanche=${avalanche}${owners}`;
  addNumbered('haproxy_servers', column, nodesNamed(haproxyServers, weights), link, 1, keyHex);
}

// Shards, queues and operators by number.
for (const n of [2, 3, 4, 7, 10])
  addNumbered('argocd', `l${n}`, nodesOf('', 0, n), 'strategy=argocd&dialect=legacy', 0, keyHex, has(`l${n}`));
for (const [column, n, f, size, routingShards] of /** @type {[string, number, string, number, number][]} */ ([
  ['legacy_8_4_3', 4, 'legacy', 3, 8],
  ['modulo_4_3', 4, 'modulo', 3, 0],
  ['modulo_6_2', 6, 'modulo', 2, 0],
  ['modulo_6_2', 6, 'legacy', 2, 6], // with as many routing shards they are the same
])) {
  const link =
    `strategy=elasticsearch_routing&routing_function=${f}&routing_partition_size=${size}` +
    `&routing_shards=${routingShards}`;
  addNumbered('elasticsearch_partitioned', column, nodesOf('', 0, n), link, 0, tuple(['routing', 'id']), has(column));
}
/** @type {[string, Nodes][]} */
const queues = [
  ...[2, 3, 4, 5, 10].map((n) => /** @type {[string, Nodes]} */ ([`n${n}`, nodesOf('q', 0, n)])),
  ['w123', nodesOf('q', 0, 3, { weights: [1, 2, 3] })],
  ['w10_20', nodesOf('q', 0, 2, { weights: [10, 20] })],
];
for (const [file, prefix, hashOn, type, keyOf] of /** @type {[string, string, string, string, typeof text][]} */ ([
  ['rabbitmq_text', 'r_', 'routing_key', 'text', keyHex],
  ['rabbitmq_text', 'h_', 'header', 'text', keyHex],
  ['rabbitmq_text', 'c_', 'routing_key', 'text', keyHex], // correlation_id
  ['rabbitmq_int', 'h_', 'header', 'int64', text],
  ['rabbitmq_int', 't_', 'timestamp', 'text', text],
])) {
  for (const [ring, nodes] of queues.filter(([name]) => fileOf(file).columns.includes(prefix + name))) {
    const link = `strategy=rabbitmq&hash_on=${hashOn}&type=${type}`;
    addNumbered(file, prefix + ring, nodes, link, 0, keyOf, has(prefix + ring));
  }
}

// Ranges of hashes of typed keys: each range is a node's.
for (const [type, name] of [
  ['text', 'text'],
  ['int64', 'bigint'],
  ['int32', 'int4'],
  ['uuid', 'uuid'],
]) {
  for (const [n] of columnsOf('citus_live', 's')) {
    const workers = nodesOf('127.0.0.1:', 10_000, n);
    const link = `strategy=citus&shard_count=${n}&type=${type}`;
    addNumbered('citus_live', `s${n}`, workers, link, 0, type === 'text' ? keyHex : text, ofType(name));
  }
}
for (const [type, name] of [
  ['text', 'text'],
  ['int64', 'bigint'],
  ['int32', 'int'],
]) {
  for (const count of columnsOf('yugabyte', 't'))
    addTyped(
      'yugabyte',
      `strategy=yugabyte&tablets=${count[0]}`,
      type,
      type === 'text' ? keyHex : text,
      [count],
      ofType(name),
    );
}
const value = (/** @type {Row} */ row) => Buffer.from(row.value);
/** Milliseconds since 1970, as a timestamp is written: with four digits of the year. @param {number} milliseconds */
const dateOf = (milliseconds) => new Date(milliseconds).toISOString().replace('T', ' ').slice(0, -1);
const kDoubles = new Map([
  ['nan', 'NaN'],
  ['inf', 'Infinity'],
  ['-inf', '-Infinity'],
]);
for (const [type, name, keyOf] of /** @type {[string, string, typeof text][]} */ ([
  ['text', 'string', bytesOf('value_hex')],
  ['int64', 'long', value],
  ['uuid', 'uuid', value],
  ['bool', 'bool', value],
  ['bytes', 'objectid', value],
  ['timestamp', 'date', (row) => Buffer.from(dateOf(Number(row.value)))],
  ['float64', 'double', (row) => Buffer.from(kDoubles.get(row.value) ?? row.value)],
])) {
  const bytesAre = name === 'objectid' ? 'objectid' : 'bindata';
  for (const count of columnsOf('mongodb', 'c')) {
    const link = `strategy=mongodb&bytes_are=${bytesAre}&chunks=${count[0]}`;
    addTyped('mongodb', link, type, keyOf, [count], ofType(name));
  }
}
const unsigned = (/** @type {Row} */ row) => Buffer.from(BigInt.asIntN(64, BigInt(row.key)).toString());
const escaped = (/** @type {Row} */ row) => Buffer.from(`\\x${row.key_hex}`);
for (const { n, shards } of fileOf('vitess_ranges').rows) {
  for (const [file, column, vindex, type, keyOf] of /** @type {[string, string, string, string, typeof text][]} */ ([
    ['vitess_hash', `s${n}`, 'hash', 'int64', unsigned],
    ['vitess_text', `x${n}`, 'xxhash', 'bytes', escaped],
    ['vitess_text', `m${n}`, 'binary_md5', 'bytes', escaped],
  ])) {
    if (fileOf(file).columns.includes(column))
      add(file, nodesNamed(shards.split(' ')), `strategy=vitess&vindex=${vindex}&type=${type}`, named(column), keyOf);
  }
}

// Remainders of typed keys.
const texts = (/** @type {Row} */ row) => Buffer.from(row.key_hex);
for (const [
  file,
  prefix,
  dialect,
  type,
  keyOf,
  isOf,
] of /** @type {[string, string, string, string, typeof text, ((row: Row) => boolean)?][]} */ ([
  ['iceberg', 'b', 'iceberg', 'text', keyHex, ofType('string')],
  ['iceberg', 'b', 'iceberg', 'bytes', texts, ofType('string')],
  ['iceberg', 'b', 'iceberg', 'int64', text, ofType('long')],
  ['iceberg', 'b', 'iceberg', 'int32', text, (row) => row.type === 'long' && Number(row.key) === (Number(row.key) | 0)],
  ['iceberg', 'b', 'iceberg', 'uuid', text, ofType('uuid')],
  ['java_string', 'spark', 'spark_rdd', 'text', keyHex],
  ['java_string', 'hive', 'hadoop', 'text', keyHex],
  ['java_string', 'hadoop', 'hadoop_writable', 'text', keyHex],
  ['java_long', 'spark', 'spark_rdd', 'int64', text],
  ['java_uuid', 'spark', 'spark_rdd', 'uuid', text],
  ['mariadb_bigint', 'hash', 'mariadb_hash', 'int64', text],
  ['mariadb_bigint', 'key', 'mariadb_key', 'int64', text],
  ['mariadb_int', 'key', 'mariadb_key', 'int32', text],
  ['mariadb_text', 'bin', 'mariadb_key', 'bytes', texts],
  ['mariadb_text', 'u8bin', 'mariadb_key_bin', 'text', keyHex],
  ['mariadb_text', 'u8nopad', 'mariadb_key_nopad', 'text', keyHex],
  ['prometheus', 'h', 'prometheus', 'text', keyHex],
  ['prometheus', 'addr', 'prometheus', 'text', (row) => Buffer.concat([keyHex(row), Buffer.from('127.0.0.1:9')])],
  ['prometheus', 'two', 'prometheus', 'text,text', (row) => Buffer.concat([keyHex(row), Buffer.from(`\t${row.i}`)])],
  ['spark_numbers', 'p', 'spark_sql', 'int64', text],
  ['spark_numbers', 'pi', 'spark_sql', 'int32', text, has('int_hash')],
  ['spark_strings', 'p', 'spark_sql', 'text', keyHex],
])) {
  addPartitions(
    file,
    dialect,
    type,
    keyOf,
    columnsOf(file, prefix),
    (row) => row.is_null !== '1' && (isOf?.(row) ?? true),
  );
}
for (const [file, prefix, dialect, type, keyOf] of /** @type {[string, string, string, string, typeof text][]} */ ([
  ['mariadb_bigint', 'lhash', 'mariadb_linear_hash', 'int64', text],
  ['mariadb_bigint', 'lkey', 'mariadb_linear_key', 'int64', text],
  ['mariadb_int', 'lkey', 'mariadb_linear_key', 'int32', text],
  ['mariadb_text', 'lbin', 'mariadb_linear_key', 'bytes', texts],
])) {
  const link = `strategy=linear_hashing&dialect=${dialect}`;
  addTyped(file, link, type, keyOf, columnsOf(file, prefix), (row) => row.is_null !== '1');
}
for (const [file, type, keyOf] of /** @type {[string, string, typeof text][]} */ ([
  ['java_string', 'text', keyHex],
  ['java_long', 'int64', text],
  ['java_uuid', 'uuid', text],
])) {
  for (const most of [128, 1024])
    addTyped(file, `strategy=key_groups&max_parallelism=${most}`, type, keyOf, columnsOf(file, `op${most}_`));
}
for (const [type, name] of [
  ['bool', 'boolean'],
  ['bytes', 'bytea'],
  ['char', 'char(12)'],
  ['date', 'date'],
  ['int16', 'smallint'],
  ['float64', 'double precision'],
  ['float32', 'real'],
  ['timestamp', 'timestamp'],
  ['text', 'varchar'], // the file's numeric is no type of ours
]) {
  const file = 'postgresql_other_types';
  addPartitions(file, 'postgresql', type, bytesOf('value_hex'), columnsOf(file, 'p'), ofType(name));
}
const typesIn = (/** @type {Row} */ row) => [row.type, row.type2, row.type3].filter((type) => type !== '').join();
for (const types of new Set(fileOf('pyspark').rows.map(typesIn))) {
  const counts = columnsOf('pyspark', 'p').filter(([n]) => n === 7 || !types.includes(','));
  addPartitions('pyspark', 'pyspark', types, keyHex, counts, (row) => typesIn(row) === types);
}
