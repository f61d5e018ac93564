// The owners that real implementations print (tests/vectors) as one table: links, and for each link its keys with their
// owners.
import './vectors_of_systems.mjs';
import {
  add,
  addNamed,
  addNumbered,
  addPartitions,
  byDigit,
  bytesOf,
  columnsOf,
  counted,
  fileOf,
  hex,
  nodesOf,
  numbered,
  remainderOf,
  table,
  text,
  tuple,
  unreadFiles,
} from './vectors_table.mjs';
/** @import {Row} from '../types.d.ts' */

/**
 * Files that give no key an owner under a link: hashes, slots, counts, groups of copies, stories, texts, partitions,
 * ranges and plans without keys, and owners that depend on all keys.
 */
const kWithoutOwners = [
  'argocd_more',
  'bounded_buraksezer',
  'bounded_labels',
  'bounded_lafikl',
  'cassandra_murmur3',
  'cassandra_replicas',
  'ceph_groups',
  'ceph_maps',
  'ceph_objects',
  'citus_live_ranges',
  'citus_rebalancer',
  'cortex',
  'crc32c_u64',
  'crush_limits',
  'crush_maps',
  'crush_owners',
  'csv_fields',
  'envoy_published',
  'gholt_builder_2016_table',
  'gholt_ring_counts',
  'golubtsov',
  'golubtsov_keys',
  'haproxy_bounded',
  'hashes_cpp',
  'hashes_go',
  'hashes_java',
  'hashes_libhashkit',
  'hashes_memcached_clients',
  'jedis_hashes',
  'kafka_assignors_librdkafka',
  'kafka_assignors_python',
  'known_answers_upstream',
  'maglev_dgryski',
  'maglev_dgryski_65537_summary',
  'maglev_katran',
  'maglev_katran_65537',
  'modulo_fnv1a64_counts',
  'mongodb_splits',
  'move_checker',
  'redis_moves',
  'sha1_firstbyte_distribution',
  'splitmix64',
  'swift_keys',
  'xml_text',
];

for (const n of [10, 20, 100, 101])
  addNumbered('modulo_fnv1a64', `mod${n}`, nodesOf('', 0, n), 'strategy=modulo&hash=fnv1a64', 0, (row) =>
    Buffer.from(row.item),
  );
for (const hash of ['md5', 'sha1']) {
  for (const n of [2, 7, 1000, 10_000]) {
    const numbers = nodesOf('', 0, n);
    const isOf = (/** @type {any} */ row) => row.hash === hash && Number(row.nodes) === n;
    const owner = numbered(numbers, 'remainder');
    add('digest_remainders', numbers, `strategy=modulo&number=digest&hash=${hash}`, owner, text, isOf);
  }
}
for (const vnodes of [1, 1000]) {
  for (const n of [100, 101])
    addNumbered(
      'gholt_ring_items',
      `v${vnodes}_n${n}`,
      nodesOf('', 0, n),
      `vnodes=${vnodes}&label=gholt&hash=fnv1a64`,
      0,
      (row) => Buffer.from(row.item),
    );
}

// Clients of memcached: a digit for each hash, in the file's order.
/** @type {Record<string, string>} */
const kHashes = {
  DEFAULT: 'one_at_a_time',
  MD5: 'md5',
  CRC: 'crc32',
  FNV1_64: 'fnv1_64',
  FNV1A_64: 'fnv1a64',
  FNV1_32: 'fnv1_32',
  FNV1A_32: 'fnv1a32',
  MURMUR: 'murmur2',
  MURMUR3: 'murmur3_32',
  JENKINS: 'lookup3',
  fnv1a_64: 'fnv1a64',
  fnv1a_32: 'fnv1a32',
  murmur: 'murmur2',
  jenkins: 'lookup3',
};
const hashesOf = (/** @type {string} */ file) =>
  fileOf(file)
    .above.split('for each hash:')[1]
    .trim()
    .split(/\s+/)
    .map((name) => kHashes[name] ?? name);
const kTenWeights = Array.from({ length: 10 }, (_, i) => (i % 3) + 1);
const tenServers = (/** @type {number[]} */ weights = []) => {
  const names = Array.from({ length: 10 }, (_, i) => `10.0.1.${i + 1}:${i % 2 === 0 ? 11211 : 11300 + i}`);
  return {
    names,
    text: names.map((name, i) => `${encodeURIComponent(name)}${weights.length > 0 ? `*${weights[i]}` : ''}`).join(','),
  };
};
for (const [column, fields, weights] of /** @type {[string, string, number[]][]} */ ([
  ['modula', 'strategy=modulo&dialect=libmemcached', []],
  ['ketama', 'strategy=ketama&dialect=libmemcached', []],
  ['spy', 'strategy=ketama&dialect=libmemcached_spy', []],
  ['weighted', 'strategy=ketama&dialect=libmemcached_weighted', kTenWeights],
])) {
  const servers = tenServers(weights);
  hashesOf('owners_libmemcached').forEach((hash, i) =>
    add('owners_libmemcached', servers, `${fields}&hash=${hash}`, byDigit(servers, column, i), hex),
  );
}
for (const [column, strategy] of [
  ['modula', 'modulo'],
  ['ketama', 'ketama'],
]) {
  const servers = nodesOf('server', 1, 10, { weights: kTenWeights });
  hashesOf('owners_twemproxy').forEach((hash, i) =>
    add(
      'owners_twemproxy',
      servers,
      `strategy=${strategy}&dialect=twemproxy&hash=${hash}`,
      byDigit(servers, column, i),
      hex,
    ),
  );
}
for (const [column, hash, servers] of /** @type {[string, string, ReturnType<typeof nodesOf>][]} */ ([
  ['equal', 'crc32', nodesOf('10.0.1.', 1, 10, { suffix: ':11211' })],
  ['weighted', 'crc32', tenServers(kTenWeights)],
  ['old', 'crc32a', nodesOf('10.0.1.', 1, 10, { suffix: ':11211' })],
])) {
  add(
    'owners_python_memcached',
    servers,
    `strategy=modulo&dialect=python_memcached&hash=${hash}`,
    byDigit(servers, column, 0),
    hex,
  );
}
for (const [column, dialect, hash, weights] of /** @type {[string, string, string, (number | number[])][]} */ ([
  ['ketama_md5_n3', 'libmemcached', 'md5', 3],
  ['ketama_md5_n10', 'libmemcached', 'md5', 10],
  ['ketama_def_n10', 'libmemcached', 'one_at_a_time', 10],
  ['ketamaspy_md5_n10', 'libmemcached_spy', 'md5', 10],
  ['weighted_n3_11211', 'libmemcached_weighted', 'md5', 3],
  ['weighted_n10_11211', 'libmemcached_weighted', 'md5', 10],
  ['weighted_n11_11211', 'libmemcached_weighted', 'md5', 11],
  ['weighted_n3_w123', 'libmemcached_weighted', 'md5', [1, 2, 3]],
])) {
  const servers =
    typeof weights === 'number'
      ? nodesOf('10.0.1.', 1, weights, { suffix: ':11211' })
      : nodesOf('10.0.1.', 1, weights.length, { suffix: ':11211', weights });
  addNumbered('ketama_libmemcached', column, servers, `strategy=ketama&dialect=${dialect}&hash=${hash}`);
}

for (const [column, n] of /** @type {[string, number][]} */ ([
  ['n3_hf1', 3],
  ['n3_hf2', 3],
  ['n10_hf1', 10],
  ['n10_hf2', 10],
  ['n11_hf2', 11],
  ['n50_hf2', 50],
])) {
  addNamed('ketama_go', column, nodesOf('server', 1, n), 'strategy=ketama&dialect=libketama&hash=md5');
}
addNamed(
  'ketama_go',
  'w123_hf2',
  nodesOf('server', 1, 3, { weights: [1, 2, 3] }),
  'strategy=ketama&dialect=libketama&hash=md5',
);
for (const [column, dialect, n] of /** @type {[string, string, number][]} */ ([
  ['def3', 'hashring', 3],
  ['def10', 'hashring', 10],
  ['def11', 'hashring', 11],
  ['ket10', 'hashring', 10],
  ['py10', 'hashring_python', 10],
])) {
  addNamed('ring_npm_hashring', column, nodesOf('127.0.0.1:', 11212, n), `strategy=ketama&dialect=${dialect}&hash=md5`);
}
addNamed(
  'ring_npm_hashring',
  'w123',
  nodesOf('127.0.0.1:', 11212, 3, { weights: [1, 2, 3] }),
  'strategy=ketama&dialect=hashring&hash=md5',
);

// Proxies, also with servers down.
const haproxy = (/** @type {string} */ dialect, f = 'sdbm', avalanche = false) =>
  `strategy=haproxy&dialect=${dialect}&function=${f}&avalanche=${avalanche}`;
for (const f of ['sdbm', 'djb2', 'crc32']) {
  for (const avalanche of [false, true]) {
    for (const n of [3, 10])
      addNumbered(
        'ring_haproxy',
        `${f}${avalanche ? '_av' : ''}_n${n}`,
        nodesOf('s', 1, n),
        haproxy('consistent', f, avalanche),
        1,
      );
  }
}
addNumbered(
  'ring_haproxy',
  'sdbm_w100_n10',
  nodesOf('s', 1, 10, { weights: Array(10).fill(100) }),
  haproxy('consistent', 'sdbm', true),
  1,
);
addNumbered(
  'ring_haproxy',
  'sdbm_w123',
  nodesOf('s', 1, 3, { weights: [10, 20, 30] }),
  haproxy('consistent', 'sdbm', true),
  1,
);
addNumbered('ring_haproxy', 'map_sdbm_n10', nodesOf('s', 1, 10), haproxy('map'), 1);
for (const [letter, dialect] of [
  ['c', ''],
  ['m', '&dialect=plain'],
]) {
  for (const n of [3, 5, 10, 11])
    addNumbered('ring_nginx', `u${n}${letter}`, nodesOf('127.0.0.1:', 9101, n), `strategy=nginx${dialect}`, 9101);
  addNumbered(
    'ring_nginx',
    `uw${letter}`,
    nodesOf('127.0.0.1:', 9101, 3, { weights: [1, 2, 3] }),
    `strategy=nginx${dialect}`,
    9101,
  );
}
for (const [column, weights, down] of /** @type {[string, number[], number[]][]} */ ([
  ['d2', [], [2]],
  ['d03', [], [0, 3]],
  ['w', [1, 2, 3, 1, 5], [4]],
  ['one', [], [0, 1, 2, 4]],
])) {
  const servers = nodesOf('127.0.0.1:', 9101, 5, { weights, down });
  for (const [letter, consistent] of /** @type {[string, boolean][]} */ ([
    ['c', true],
    ['m', false],
  ])) {
    addNumbered('down_haproxy', column + letter, servers, haproxy(consistent ? 'consistent' : 'map'), 9101);
    addNumbered('down_nginx', column + letter, servers, `strategy=nginx${consistent ? '' : '&dialect=plain'}`, 9101);
  }
}

// Rings and scores.
for (const n of [3, 10]) addNamed('ring_serialx_hashring', `get_n${n}`, nodesOf('node-', 0, n), 'strategy=serialx');
addNamed('ring_serialx_hashring', 'get_w_1_2_3', nodesOf('node-', 0, 3, { weights: [1, 2, 3] }), 'strategy=serialx');
for (const n of [3, 10, 11]) addNamed('ring_stathat', `get_n${n}`, nodesOf('node-', 0, n), 'strategy=stathat');
for (const [prefix, f] of [
  ['md5', 'md5'],
  ['mm', 'murmur64a'],
]) {
  for (const n of [3, 10, 11])
    addNumbered('ring_jedis', `${prefix}_n${n}`, nodesOf('node-', 0, n), `strategy=jedis&names=unnamed&function=${f}`);
  addNumbered(
    'ring_jedis',
    `${prefix}_w123`,
    nodesOf('node-', 0, 3, { weights: [1, 2, 3] }),
    `strategy=jedis&names=unnamed&function=${f}`,
  );
  addNumbered('ring_jedis', `${prefix}_named10`, nodesOf('node-', 0, 10), `strategy=jedis&names=named&function=${f}`);
}
for (const column of fileOf('mpch_dgryski').columns.slice(1)) {
  const [, n, probes] = /^n(\d+)_k(\d+)$/.exec(column);
  addNumbered(
    'mpch_dgryski',
    column,
    nodesOf('node-', 0, Number(n)),
    `strategy=multi_probe&dialect=dgryski&probes=${probes}`,
  );
}
for (const n of [10, 11]) {
  addNamed('supsi_ring_mpch_hrw', `mpch_n${n}`, nodesOf('node_', 0, n), 'strategy=multi_probe&dialect=supsi');
  addNamed('supsi_ring_mpch_hrw', `hrw_n${n}`, nodesOf('node_', 0, n), 'strategy=rendezvous&dialect=supsi');
}
for (const [prefix, hash] of [
  ['xx', 'xxh64'],
  ['fnv', 'fnv1a64'],
]) {
  for (const n of [3, 10, 11, 100])
    addNumbered('rendezvous_dgryski', `${prefix}_n${n}`, nodesOf('node-', 0, n), `strategy=rendezvous&hash=${hash}`);
}
for (const [column, weights] of /** @type {[string, number[]][]} */ ([
  ['eq10', Array(10).fill(1)],
  ['eq11', Array(11).fill(1)],
  ['w123', [1, 2, 3]],
  ['w1234_1_1', [1, 1, 2, 4]],
  ['w1234_8', [1, 1, 2, 8]],
])) {
  addNamed(
    'hrw_weighted_log',
    column,
    nodesOf('node-', 0, weights.length, { weights }),
    'strategy=rendezvous_weighted',
  );
}
for (const n of [3, 20, 21, 100])
  addNamed('hrw_skeleton_npm', `n${n}`, nodesOf('node-', 0, n), 'strategy=rendezvous_skeleton&dialect=npm');
addNamed('bounded_buraksezer_keys', 'owner_n8', nodesOf('node-', 0, 8), 'strategy=bounded_ring');

// Numbered buckets.
const number = (/** @type {Row} */ row) => Buffer.from(BigInt(`0x${row.key_u64_hex}`).toString());
for (const file of ['jump_go', 'jump_guava']) {
  for (const column of fileOf(file).columns.filter((name) => /^n\d+$/.test(name) && counted(name) <= 10_000)) {
    addNumbered(file, column, nodesOf('node-', 0, counted(column)), 'strategy=jump&hash=integer', 0, number);
  }
}
for (const column of fileOf('jumpback_hash4j').columns.filter(
  (name) => name !== 'key_u64_hex' && counted(name) <= 10_000,
)) {
  addNumbered(
    'jumpback_hash4j',
    column,
    nodesOf('node-', 0, counted(column)),
    `strategy=jumpback&hash=integer&stream=${column.startsWith('sm') ? 'splitmix64' : 'xorshift_l7r9'}`,
    0,
    number,
  );
}
for (const column of fileOf('supsi_stateless').columns.slice(1)) {
  const strategy = column.split('_')[0];
  addNumbered(
    'supsi_stateless',
    column,
    nodesOf('node-', 0, counted(column)),
    `strategy=${strategy}${strategy === 'jump' ? '&hash=xxh32' : ''}`,
  );
}
const kChanges = [[], ['-node-3'], ['-node-7'], ['-node-0'], ['+node-0'], ['+node-7', '+node-3'], ['+node-10']];
for (let s = 0; s < kChanges.length; ++s) {
  const log = s === 0 ? '' : `&log=${kChanges.slice(0, s + 1).flat()}`;
  for (const [file, column, fields] of [
    ['anchor_cpp', `s${s}`, 'strategy=anchor&capacity=20&hash=fnv1a64'],
    ['memento_cpp', `s${s}`, 'strategy=memento'],
    ['supsi_stateful', `anchor_s${s}`, 'strategy=anchor&capacity=20&dialect=supsi'],
    ['supsi_stateful', `memento_s${s}`, 'strategy=memento&dialect=supsi'],
    ['supsi_stateful', `dx_s${s}`, 'strategy=dx&dialect=supsi'],
  ])
    add(file, nodesOf('node-', 0, 10), fields + log, (row) => `node-${row[column]}`);
}
const kDxChanges = ['-node-3', '-node-7', '+node-7', '+node-14'];
for (let s = 0; s <= kDxChanges.length; ++s) {
  add(
    'dx_cpp',
    nodesOf('node-', 0, 10),
    `strategy=dx&hash=integer${s === 0 ? '' : `&log=${kDxChanges.slice(0, s)}`}`,
    (row) => `node-${row[`s${s}`]}`,
  );
}
for (const column of fileOf('sha1_firstbyte').columns.filter((name) => /^(?:dbl|int)_n/.test(name))) {
  addNumbered(
    'sha1_firstbyte',
    column,
    nodesOf('node-', 0, counted(column)),
    `strategy=sha1_first_byte&division=${column.startsWith('int') ? 'integer' : 'double'}`,
  );
}

// Slots.
addNumbered('slot_formulas', 'couchbase_vb1024', nodesOf('node-', 0, 1024), 'strategy=vbuckets');
for (const n of [5, 10]) addNumbered('slot_formulas', `es_shard${n}`, nodesOf('', 0, n), 'strategy=elasticsearch');
for (const [step, n, log] of /** @type {[string, number, string][]} */ ([
  ['create3', 3, ''],
  ['create4', 4, ''],
  ['create5', 5, ''],
  ['create6', 6, ''],
  ['create7', 7, ''],
  ['rebalance3to4', 3, '&log=+127.0.0.1%3A7994'],
])) {
  const masters = nodesOf('127.0.0.1:799', 0, n);
  const ranges = fileOf('redis_cluster_slots')
    .rows.filter((row) => row.step === step)
    .flatMap((row) =>
      row.ranges.split(' ').map((range) => ({
        name: masters.names[Number(row.node)] ?? '127.0.0.1:7994',
        range: range.split('-').map(Number),
      })),
    );
  add(
    'redis_keyslot',
    masters,
    `strategy=redis_slots${log}`,
    (row) => ranges.find(({ range: [first, last] }) => first <= Number(row.slot) && Number(row.slot) <= last).name,
    (row) => Buffer.from(row.key_hex, 'hex'),
  );
}

// Cassandra's RandomPartitioner: tokens that are drawn, and tokens that are given (node@token).
for (const tokens of new Set(fileOf('random_partitioner').rows.map((row) => row.tokens))) {
  const nodes = nodesOf('node-', 0, tokens === '' ? 5 : tokens.split(' ').length);
  const given = tokens === '' ? '' : `&owners=token_ring:${tokens.replaceAll(' ', ',')}`;
  add(
    'random_partitioner',
    nodes,
    `strategy=token_ring&partitioner=random${given}`,
    numbered(nodes, 'owner'),
    text,
    (row) => row.tokens === tokens,
  );
}

// Partitions of typed keys.
for (const [file, types, keyOf] of /** @type {[string, string, (row: Row) => Buffer][]} */ ([
  ['postgresql_bigint', 'int64', text],
  ['postgresql_int4', 'int32', text],
  ['postgresql_int4', 'int64', text],
  ['postgresql_text', 'text', bytesOf('key_hex')],
  ['postgresql_uuid', 'uuid', text],
  ['postgresql_bigint_text', 'int64,text', tuple(['a', 'b'])],
  ['postgresql_int4_uuid_text', 'int32,uuid,text', tuple(['a', 'b', 'c'])],
])) {
  addPartitions(file, 'postgresql', types, keyOf, columnsOf(file, 'p'));
}
addPartitions('kafka', 'kafka_murmur2', 'text', bytesOf('key_hex'), columnsOf('kafka', 'm'));
const city = [3, 10].map((n) => remainderOf('cityHash64', n));
addPartitions('clickhouse_text', 'clickhouse_city', 'text', bytesOf('key_hex'), city);
addPartitions('clickhouse_int64', 'clickhouse_city', 'int64', text, city);
addPartitions('clickhouse_uuid', 'clickhouse_city', 'uuid', text, city);
addPartitions(
  'clickhouse_tuple',
  'clickhouse_city',
  'int64,text',
  (row) => Buffer.concat([Buffer.from(`${row.v}\t`), Buffer.from(row.key_hex, 'hex')]),
  city,
);

// CRUSH: the first of the disks that crushtool prints.
const x = (/** @type {Row} */ row) => Buffer.from(row.x);
for (const [column, nodes, log] of /** @type {[string, ReturnType<typeof nodesOf>, string][]} */ ([
  ['n9', nodesOf('osd.', 0, 9), ''],
  ['n10', nodesOf('osd.', 0, 10), ''],
  ['n10_rep3', nodesOf('osd.', 0, 10), ''],
  ['w123', nodesOf('osd.', 0, 3, { weights: [1, 2, 3] }), ''],
  ['n10_without3', nodesOf('osd.', 0, 10), '&log=-osd.3'],
])) {
  add(
    'crush_flat',
    nodes,
    `strategy=straw2&hash=integer${log}`,
    (row) => nodes.names[Number(row[column].split('/')[0])],
    x,
  );
}
for (const [column, down] of /** @type {[string, number[]][]} */ ([
  ['osds', []],
  ['osds_after_osd4_out', [4]],
])) {
  const nodes = nodesOf('osd.', 0, 12, { racks: 3, down });
  add(
    'crush_hosts',
    nodes,
    'strategy=straw2&hash=integer&domain=rack',
    (row) => nodes.names[Number(row[column].split('/')[0])],
    x,
  );
}

export const vectors = table;

/** Files that are neither in the table nor known to have no owners. */
export const unread = unreadFiles().filter((name) => !kWithoutOwners.includes(name));
