// How each dialect is checked against its real system: the only table of it. tests/live checks that the installed
// versions are those of the first kind; the catalogue shows all of it.
//   live: tests/live starts and asks the program itself (in tests/run, in tests/run long, or in tests/run engines)
//   rows: rows that the program printed, in tests/vectors

/**
 * @typedef {{strategy: string, dialect?: string, live?: keyof typeof kPrograms, rows?: string}} Evidence `live`: which
 *   of kPrograms
 */

/**
 * Debian 12's packages, or npm's, and the versions with which the comparisons were made. Without either: tests/run
 * builds it of Debian 13's source.
 */
export const kPrograms = {
  nginx: { system: 'nginx', debian: 'nginx-light', version: '1.22.1' },
  haproxy: { system: 'HAProxy', debian: 'haproxy', version: '2.6.12' },
  haproxy3: { system: 'HAProxy', version: '3.0.11', long: true },
  redis: { system: 'Redis', debian: 'redis-server', version: '7.0.15' },
  libmemcached: { system: 'libmemcached', debian: 'libmemcached-dev', version: '1.1.4' },
  twemproxy: { system: 'twemproxy', debian: 'nutcracker', version: '0.5.0' },
  pythonMemcached: { system: 'python-memcached', debian: 'python3-memcache', version: '1.59' },
  cassandra: { system: "Cassandra's Python driver", debian: 'python3-cassandra', version: '3.25.0' },
  postgresql: { system: 'PostgreSQL', debian: 'postgresql-15', version: '15.20' },
  mariadb: { system: 'MariaDB', debian: 'mariadb-server-core', version: '10.11.19', long: true },
  librdkafka: { system: 'librdkafka', debian: 'librdkafka-dev', version: '2.0.2' },
  pythonKafka: { system: 'python3-kafka', debian: 'python3-kafka', version: '2.0.2' },
  kafkajs: { system: 'kafkajs', npm: 'kafkajs', version: '2.2.4' },
  chdb: { system: "ClickHouse 26.7.2.1 in npm's chdb", npm: 'chdb', version: '3.4.0' },
  prometheus: { system: 'Prometheus', debian: 'prometheus', version: '2.42.0' },
  python: { system: 'CPython', debian: 'python3.11', version: '3.11.2' },
  dalli: { system: 'Dalli', debian: 'ruby-dalli', version: '3.0.6' },
  redisRb: { system: 'redis-rb', debian: 'ruby-redis', version: '4.8.0' },
  predis: { system: 'Predis', debian: 'php-nrk-predis', version: '1.1.10' },
  carbon: { system: "Graphite's carbon", debian: 'graphite-carbon', version: '1.1.7' },
  pymemcache: { system: 'pymemcache', debian: 'python3-pymemcache', version: '3.5.2' },
  openssl: { system: 'OpenSSL', debian: 'openssl', version: '3.0.19' },
  caddy: { system: 'Caddy', debian: 'caddy', version: '2.6.2' },
  squid: { system: 'Squid', debian: 'squid', version: '5.7' },
  varnish: { system: 'Varnish', debian: 'varnish', version: '7.1.1' },
  dnsdist: { system: 'dnsdist', debian: 'dnsdist', version: '1.7.3' },
  ceph: { system: 'crushtool', debian: 'ceph-base', version: '16.2.15', long: true },
  swift: { system: 'Swift', debian: 'swift', version: '2.30.1', long: true },
  guava: { system: 'Guava', debian: 'libguava-java', version: '31.1', long: true },
  spymemcached: { system: 'spymemcached', debian: 'libspymemcached-java', version: '2.12.3', long: true },
  sarama: { system: 'Sarama', debian: 'golang-github-shopify-sarama-dev', version: '1.22.1', long: true },
  kafkaPython: { system: 'python3-kafka', debian: 'python3-kafka', version: '2.0.2' },
  rabbitmq: { system: "RabbitMQ's plugin", debian: 'rabbitmq-server', version: '3.10.8', long: true },
  goRandom: { system: "Go's math/rand", debian: 'golang-1.19-go', version: '1.19.8', long: true },
};

const kSupsi = 'SUPSI java-consistent-hashing-algorithms 68803f8';

/** @type {Evidence[]} */
export const kEvidence = [
  { strategy: 'modulo', dialect: 'libmemcached', live: 'libmemcached' },
  { strategy: 'modulo', dialect: 'twemproxy', live: 'twemproxy' },
  { strategy: 'modulo', dialect: 'python_memcached', live: 'pythonMemcached' },
  { strategy: 'nginx', dialect: 'consistent', live: 'nginx' },
  { strategy: 'nginx', dialect: 'plain', live: 'nginx' },
  { strategy: 'haproxy', dialect: 'consistent', live: 'haproxy' },
  { strategy: 'haproxy', dialect: 'map', live: 'haproxy' },
  { strategy: 'redis_slots', live: 'redis' },
  { strategy: 'ketama', dialect: 'libmemcached_weighted', live: 'libmemcached' },
  { strategy: 'ketama', dialect: 'libmemcached', live: 'libmemcached' },
  { strategy: 'ketama', dialect: 'libmemcached_spy', live: 'libmemcached' },
  { strategy: 'ketama', dialect: 'twemproxy', live: 'twemproxy' },
  { strategy: 'ketama', dialect: 'spymemcached', live: 'spymemcached' },
  { strategy: 'ketama', dialect: 'libketama', rows: 'dgryski/go-ketama 8c95656, which is compatible with libketama' },
  { strategy: 'ketama', dialect: 'hashring', rows: 'npm hashring 3.2.0' },
  { strategy: 'ketama', dialect: 'hashring_python', rows: "npm hashring 3.2.0 under compatibility: 'hash_ring'" },
  { strategy: 'straw2', live: 'ceph' },
  { strategy: 'ceph_pool', live: 'ceph' },
  { strategy: 'swift_ring', live: 'swift' },
  { strategy: 'jump', live: 'guava' },
  { strategy: 'jedis', rows: 'Jedis 3.10.0' },
  { strategy: 'envoy_ring', rows: "Envoy's own tests, which it publishes" },
  { strategy: 'token_ring', live: 'cassandra' },
  { strategy: 'stathat', rows: 'stathat/consistent 30ea17e' },
  { strategy: 'serialx', rows: 'serialx/hashring 22c0c7a' },
  { strategy: 'maglev', dialect: 'dgryski', rows: 'dgryski/go-maglev 8961b9b' },
  { strategy: 'maglev', dialect: 'envoy', rows: "Envoy's own tests, which it publishes" },
  { strategy: 'maglev', dialect: 'katran_v1', rows: 'facebookincubator/katran 19f08fe' },
  { strategy: 'maglev', dialect: 'katran_v2', rows: 'facebookincubator/katran 19f08fe' },
  { strategy: 'bounded_ring', dialect: 'buraksezer', rows: 'buraksezer/consistent 24361c3' },
  { strategy: 'bounded_ring', dialect: 'lafikl', rows: 'lafikl/consistent bdd3606' },
  { strategy: 'multi_probe', dialect: 'dgryski', rows: 'dgryski/go-mpchash 7382f34' },
  { strategy: 'multi_probe', dialect: 'supsi', rows: kSupsi },
  { strategy: 'anchor', dialect: 'cpp', rows: 'anchorhash/cpp-anchorhash 3ef98f0' },
  { strategy: 'anchor', dialect: 'supsi', rows: kSupsi },
  { strategy: 'dx', dialect: 'cpp', rows: 'ChaosD/DxHash acadb66' },
  { strategy: 'dx', dialect: 'supsi', rows: kSupsi },
  { strategy: 'memento', dialect: 'cpp', rows: 'slashdotted/cpp-consistent-hashing-algorithms 2e53589' },
  { strategy: 'memento', dialect: 'supsi', rows: kSupsi },
  { strategy: 'rendezvous', dialect: 'dgryski', rows: 'dgryski/go-rendezvous 9f7001d' },
  { strategy: 'rendezvous', dialect: 'supsi', rows: kSupsi },
  { strategy: 'rendezvous_skeleton', dialect: 'npm', rows: 'npm skeleton-rendezvous 1.1.3' },
  { strategy: 'jumpback', rows: 'dynatrace-oss/hash4j 41d814f' },
  { strategy: 'binomial', rows: kSupsi },
  { strategy: 'flip', rows: kSupsi },
  { strategy: 'power', rows: kSupsi },
  { strategy: 'partition_ring', rows: 'gholt/ring 2c12c85' },
  { strategy: 'vbuckets', rows: "the formula of Couchbase's clients" },
  { strategy: 'partitions', dialect: 'postgresql', live: 'postgresql' },
  { strategy: 'partitions', dialect: 'pl_proxy', rows: "PostgreSQL's hashtext(), as PL/Proxy's manual takes it" },
  { strategy: 'partitions', dialect: 'mariadb_key_bin', live: 'mariadb' },
  { strategy: 'partitions', dialect: 'mariadb_key_nopad', live: 'mariadb' },
  { strategy: 'partitions', dialect: 'mariadb_key', live: 'mariadb' },
  { strategy: 'partitions', dialect: 'mariadb_hash', live: 'mariadb' },
  { strategy: 'hash_partitions', live: 'postgresql' },
  { strategy: 'linear_hashing', dialect: 'mariadb_linear_key_bin', live: 'mariadb' },
  { strategy: 'linear_hashing', dialect: 'mariadb_linear_key_nopad', live: 'mariadb' },
  { strategy: 'linear_hashing', dialect: 'mariadb_linear_key', live: 'mariadb' },
  { strategy: 'linear_hashing', dialect: 'mariadb_linear_hash', live: 'mariadb' },
  { strategy: 'partitions', dialect: 'kafka_murmur2', live: 'librdkafka' },
  { strategy: 'partitions', dialect: 'librdkafka_murmur2', live: 'librdkafka' },
  { strategy: 'partitions', dialect: 'kafka_consistent_random', live: 'librdkafka' },
  { strategy: 'partitions', dialect: 'kafka_consistent', live: 'librdkafka' },
  { strategy: 'partitions', dialect: 'kafka_fnv1a_random', live: 'sarama' },
  { strategy: 'partitions', dialect: 'kafka_fnv1a', live: 'librdkafka' },
  { strategy: 'partitions', dialect: 'sarama_reference', live: 'sarama' },
  { strategy: 'partitions', dialect: 'kafkajs_legacy', live: 'kafkajs' },
  { strategy: 'partitions', dialect: 'clickhouse_city', live: 'chdb' },
  { strategy: 'partitions', dialect: 'clickhouse_xxhash64', live: 'chdb' },
  { strategy: 'partitions', dialect: 'clickhouse_siphash64', live: 'chdb' },
  { strategy: 'partitions', dialect: 'clickhouse_murmurhash3_64', live: 'chdb' },
  { strategy: 'partitions', dialect: 'clickhouse_murmurhash2_64', live: 'chdb' },
  { strategy: 'partitions', dialect: 'clickhouse_murmurhash3_32', live: 'chdb' },
  { strategy: 'partitions', dialect: 'clickhouse_halfmd5', live: 'chdb' },
  { strategy: 'partitions', dialect: 'clickhouse_inthash64', live: 'chdb' },
  { strategy: 'partitions', dialect: 'clickhouse_inthash32', live: 'chdb' },
  { strategy: 'partitions', dialect: 'clickhouse_javahash', live: 'chdb' },
  { strategy: 'partitions', dialect: 'clickhouse_integer', live: 'chdb' },
  { strategy: 'client_ring', dialect: 'dalli', live: 'dalli' },
  { strategy: 'client_ring', dialect: 'redis_rb', live: 'redisRb' },
  { strategy: 'client_ring', dialect: 'predis', live: 'predis' },
  { strategy: 'client_ring', dialect: 'predis_ketama', live: 'predis' },
  { strategy: 'client_ring', dialect: 'carbon_ch', live: 'carbon' },
  { strategy: 'client_ring', dialect: 'fnv1a_ch', live: 'carbon' },
  { strategy: 'label_ring', rows: 'golang/groupcache 8c9f03a, gopkg.in/redis.v5 5.2.9 and stathat/consistent 30ea17e' },
  { strategy: 'bounded_ring_labels', dialect: 'before_1_0', rows: 'buraksezer/consistent ebc73e8' },
  {
    strategy: 'bounded_ring_labels',
    dialect: 'replica_key',
    rows: 'buraksezer/consistent ebc73e8 with the bound of 08bf979',
  },
  { strategy: 'rendezvous_plain', dialect: 'pymemcache', live: 'pymemcache' },
  { strategy: 'rendezvous_plain', dialect: 'plain', rows: 'Caddy 2.6.2' },
  { strategy: 'citus', rows: 'Citus 13.2.2 on PostgreSQL 15.20' },
  { strategy: 'vitess', live: 'openssl' },
  { strategy: 'mongodb', rows: "MongoDB's source, and 32 hashes that it publishes" },
  { strategy: 'yugabyte', rows: "YugabyteDB's source, and the one hash of its documentation" },
  { strategy: 'elasticsearch', rows: "Elasticsearch's formula, after its own published values" },
  { strategy: 'partitions', dialect: 'spark_rdd', rows: "OpenJDK's hashCode(), Spark's formula" },
  { strategy: 'partitions', dialect: 'spark_sql', live: 'guava' },
  { strategy: 'partitions', dialect: 'pyspark', live: 'python' },
  { strategy: 'partitions', dialect: 'hadoop', rows: "OpenJDK's hashCode(), Hadoop's formula" },
  {
    strategy: 'partitions',
    dialect: 'hadoop_writable',
    rows: "OpenJDK's Arrays.hashCode(), Hadoop's formula",
  },
  { strategy: 'partitions', dialect: 'hive', rows: 'Hive 1.2.1, which Spark publishes' },
  {
    strategy: 'partitions',
    dialect: 'shardingsphere',
    rows: "OpenJDK's hashCode(), ShardingSphere's formula",
  },
  { strategy: 'partitions', dialect: 'iceberg', live: 'guava' },
  { strategy: 'partitions', dialect: 'prometheus', live: 'prometheus' },
  { strategy: 'key_groups', live: 'guava' },
  { strategy: 'argocd', dialect: 'legacy', rows: 'Argo CD 37ee0097' },
  { strategy: 'argocd', dialect: 'round_robin', rows: "Argo CD's rule: the rank of an id" },
  { strategy: 'argocd', dialect: 'consistent_hashing', rows: 'Argo CD 37ee0097' },
  { strategy: 'kafka_consumers', live: 'kafkaPython' },
  { strategy: 'rabbitmq', live: 'rabbitmq' },
  { strategy: 'shuffle_sharding', live: 'goRandom' },
  { strategy: 'partitions', dialect: 'elixir_partition_supervisor', rows: 'phash2 of Erlang/OTP 25.2.3' },
  { strategy: 'caddy', dialect: 'v2_5', live: 'caddy' },
  {
    strategy: 'caddy',
    dialect: 'v2_6_4',
    rows: "Go's hash/fnv by the published rule of Caddy 2.6.4, which is not run",
  },
  {
    strategy: 'caddy',
    dialect: 'v2_8',
    rows: 'cespare/xxhash 2.1.1 by the published rule of Caddy 2.8.4, which is not run',
  },
  { strategy: 'traefik', rows: "Go's hash/fnv and math by the published rule of Traefik 3.5" },
  { strategy: 'squid_carp', live: 'squid' },
  { strategy: 'varnish_shard', live: 'varnish' },
  { strategy: 'dnsdist', live: 'dnsdist' },
  { strategy: 'elasticsearch_routing', rows: "Elasticsearch's own tests, which it publishes" },
  { strategy: 'haproxy_servers', dialect: 'v3_0', live: 'haproxy3' },
  { strategy: 'haproxy_servers', dialect: 'v2_6', live: 'haproxy' },
];

/** Dialects of our own, which no other program speaks. */
export const kOwnDialects = ['modulo plain', 'rendezvous fast32', 'rendezvous_skeleton stable'];

/** The table as Markdown: live against nginx `1.22.1`, rows of `Jedis 3.10.0`. */
export const evidenceTable = () => `| strategy | dialect | compared | with |
| --- | --- | --- | --- |
${kEvidence
  .map(({ strategy, dialect, live, rows }) => {
    const [how, what] = live
      ? ['live against', `${kPrograms[live].system} ${kPrograms[live].version}`]
      : ['rows of', rows];
    return `| \`${strategy}\` | ${dialect ? `\`${dialect}\`` : ''} | ${how} | \`${what}\` |`;
  })
  .join('\n')}
`;
