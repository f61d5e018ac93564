// Texts without a placement of the very systems that are read: their settings, logs and other reports.

/**
 * @typedef {object} Words
 * @property {() => string} ip @property {() => string} name @property {() => string} time @property {() => string} file
 * @property {() => string} level
 * @property {(length: number) => string} hex
 * @property {(row: (i: number) => string, least?: number, most?: number) => string} rows
 * @property {(below: number) => number} n
 */

/** @type {Record<string, (of: Words) => string>} */
export const kSystemKinds = {
  'redis.conf': ({ ip, n }) =>
    [
      `bind ${ip()}`,
      `port ${n(9999)}`,
      `cluster-enabled yes`,
      `cluster-config-file nodes.conf`,
      `maxmemory ${n(64)}gb`,
      `appendonly yes`,
    ].join('\n'),
  'redis INFO keyspace': ({ n }) => `# Keyspace\ndb0:keys=${n(9999)},expires=${n(99)},avg_ttl=0`,
  'redis CONFIG GET': ({ n }) => `1) "maxmemory"\n2) "${n(99_999)}"\n3) "maxmemory-policy"\n4) "allkeys-lru"`,
  'redis SLOWLOG': ({ n, ip }) =>
    [
      `1) 1) (integer) ${n(99)}`,
      `   2) (integer) 1795000000`,
      `   3) (integer) ${n(9999)}`,
      `   4) 1) "KEYS"`,
      `      2) "*"`,
      `   5) "${ip()}:5000"`,
    ].join('\n'),
  'redis CLIENT LIST': ({ rows, ip, n }) =>
    rows(
      (i) =>
        `id=${i + 3} addr=${ip()}:${n(9999)} laddr=${ip()}:6379 fd=8 name= age=${n(99)} idle=0 flags=N db=0 cmd=get`,
    ),
  'redis MONITOR': ({ rows, ip, n, name }) =>
    rows(() => `1795000000.${n(999_999)} [0 ${ip()}:${n(9999)}] "GET" "${name()}"`),
  'redis HGETALL': ({ rows, name }) => rows((i) => `${2 * i + 1}) "field"\n${2 * i + 2}) "${name()}"`),
  'redis log': ({ rows, n, hex }) =>
    rows(() => `${n(9999)}:M 28 Nov 2026 05:00:0${n(9)}.123 * Cluster state changed: ok, node ${hex(40)}`),
  'sentinel.conf': ({ ip, name, n }) =>
    `port 26379\nsentinel monitor ${name()} ${ip()} 6379 2\nsentinel down-after-milliseconds ${name()} ${n(9999)}`,
  'redis-benchmark': ({ n }) =>
    [
      `====== SET ======`,
      `  100000 requests completed in 1.${n(99)} seconds`,
      `  50 parallel clients`,
      `  3 bytes payload`,
      ``,
      `99.${n(9)}% <= 1 milliseconds`,
    ].join('\n'),
  'nginx site': ({ name, ip }) =>
    [
      `server {`,
      `    listen 80;`,
      `    server_name ${name()}.example.net;`,
      `    location / {`,
      `        proxy_pass http://${ip()}:8080;`,
      `    }`,
      `}`,
    ].join('\n'),
  'nginx error log': ({ rows, ip, n }) =>
    rows(
      () =>
        `2026/11/28 05:00:0${n(9)} [error] ${n(99)}#0: *${n(999)} connect() failed (111: Connection refused) ` +
        `while connecting to upstream, upstream: "http://${ip()}:8080/"`,
    ),
  'nginx -V': ({ n }) =>
    [
      `nginx version: nginx/1.2${n(9)}.1`,
      `built with OpenSSL 3.0.${n(9)}`,
      `TLS SNI support enabled`,
      `configure arguments: --with-stream`,
    ].join('\n'),
  'nginx status': ({ n }) =>
    [
      `Active connections: ${n(99)} `,
      `server accepts handled requests`,
      ` ${n(999)} ${n(999)} ${n(9999)} `,
      `Reading: 0 Writing: 1 Waiting: ${n(9)} `,
    ].join('\n'),
  'nginx map': ({ rows, name }) => `map $host $pool {\n${rows(() => `    ${name()}.example.net ${name()};`)}\n}`,
  'haproxy stats head': ({ rows, name, n }) =>
    [
      `# pxname,svname,qcur,qmax,scur,smax,slim,stot`,
      `${rows(() => `${name()},FRONTEND,,,${n(9)},${n(99)},2000,${n(9999)}`)}`,
    ].join('\n'),
  'haproxy log': ({ rows, ip, name, n }) =>
    rows(
      () => `Nov 28 05:00:0${n(9)} lb haproxy[${n(999)}]: ${ip()}:5${n(999)} www ${name()}/${name()} 0/0/1/2/3 200 9`,
    ),
  'haproxy global': ({ n }) =>
    `global\n    maxconn ${n(9999)}\n    log /dev/log local0\n\ndefaults\n    mode http\n    timeout connect 5s`,
  'haproxy show info': ({ n }) =>
    `Name: HAProxy\nVersion: 2.6.${n(20)}\nNbthread: ${n(8)}\nMaxconn: ${n(9999)}\nCurrConns: ${n(99)}`,
  'envoy listener': ({ n }) =>
    [
      `static_resources:`,
      `  listeners:`,
      `  - name: front`,
      `    address:`,
      `      socket_address: { address: 0.0.0.0, port_value: ${n(9999)} }`,
    ].join('\n'),
  'envoy stats': ({ rows, name, n }) => rows(() => `cluster.${name()}.upstream_rq_total: ${n(9999)}`),
  'istioctl proxy-status': ({ rows, name }) =>
    [
      `NAME        CLUSTER      CDS      LDS      EDS      RDS      ISTIOD      VERSION`,
      `${rows(() => `${name()}.default Kubernetes SYNCED SYNCED SYNCED SYNCED istiod-1 1.20.1`)}`,
    ].join('\n'),
  VirtualService: ({ name }) =>
    [
      `apiVersion: networking.istio.io/v1`,
      `kind: VirtualService`,
      `metadata:`,
      `  name: ${name()}`,
      `spec:`,
      `  hosts:`,
      `  - ${name()}`,
      `  http:`,
      `  - route:`,
      `    - destination:`,
      `        host: ${name()}`,
    ].join('\n'),
  'Kubernetes Service': ({ name, n }) =>
    [
      `apiVersion: v1`,
      `kind: Service`,
      `metadata:`,
      `  name: ${name()}`,
      `spec:`,
      `  ports:`,
      `  - port: ${n(9999)}`,
      `  selector:`,
      `    app: ${name()}`,
    ].join('\n'),
  ConfigMap: ({ name, n }) =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name()}\ndata:\n  shards: "${n(9)}"\n  node: ${name()}`,
  'kubectl events': ({ rows, name, n }) =>
    [
      `LAST SEEN   TYPE      REASON      OBJECT        MESSAGE`,
      `${rows(() => `${n(59)}m          Warning   Unhealthy   pod/${name()}   Readiness probe failed`)}`,
    ].join('\n'),
  'kubectl top': ({ rows, name, n }) =>
    `NAME       CPU(cores)   MEMORY(bytes)\n${rows(() => `${name()}   ${n(999)}m         ${n(999)}Mi`)}`,
  'helm list': ({ rows, name, n }) =>
    [
      `NAME  NAMESPACE  REVISION  UPDATED  STATUS  CHART  APP VERSION`,
      `${rows(() => `${name()}  default  ${n(9)}  2026-11-28  deployed  redis-18.${n(9)}.0  7.2`)}`,
    ].join('\n'),
  'Helm values': ({ name, n }) =>
    [
      `replicaCount: ${n(9)}`,
      `image:`,
      `  repository: ${name()}`,
      `  tag: "7"`,
      `resources:`,
      `  limits:`,
      `    memory: ${n(999)}Mi`,
    ].join('\n'),
  'nutcracker usage': () =>
    'This is nutcracker-0.5.0\n\nUsage: nutcracker [-?hVdDt] [-v verbosity level] [-o output file]\n' +
    '                  [-c conf file] [-s stats port]',
  'twemproxy stats': ({ n, name }) =>
    JSON.stringify({
      service: 'nutcracker',
      uptime: n(9999),
      total_connections: n(99),
      [name()]: { client_eof: n(9) },
    }),
  'memcached stats': ({ n }) =>
    `STAT pid ${n(9999)}\nSTAT uptime ${n(9999)}\nSTAT curr_items ${n(9999)}\nSTAT evictions ${n(99)}\nEND`,
  'cassandra.yaml': ({ ip, n }) =>
    [
      `cluster_name: 'Test'`,
      `num_tokens: ${n(256)}`,
      `seed_provider:`,
      `  - class_name: org.apache.cassandra.locator.SimpleSeedProvider`,
      `    parameters:`,
      `      - seeds: "${ip()}"`,
      `listen_address: ${ip()}`,
    ].join('\n'),
  'nodetool netstats': ({ n }) =>
    [
      `Mode: NORMAL`,
      `Not sending any streams.`,
      `Read Repair Statistics:`,
      `Attempted: ${n(99)}`,
      `Mismatch (Blocking): ${n(9)}`,
    ].join('\n'),
  'nodetool compactionstats': ({ n }) => `pending tasks: ${n(9)}\n- data.users: ${n(9)}\n`,
  'nodetool gossipinfo': ({ ip, n }) =>
    [
      `/${ip()}`,
      `  generation:${n(9999)}`,
      `  heartbeat:${n(9999)}`,
      `  STATUS:14:NORMAL,-1`,
      `  LOAD:99:1.0E9`,
      `  DC:8:dc1`,
      `  RACK:10:r1`,
    ].join('\n'),
  'cqlsh DESCRIBE': ({ name, n }) =>
    `CREATE TABLE data."${name()}" (\n    id uuid PRIMARY KEY,\n    node text\n) WITH gc_grace_seconds = ${n(99_999)};`,
  'cqlsh rows': ({ rows, name, n }) =>
    ` id | title\n----+-------\n${rows((i) => `  ${i} | ${name()}`)}\n\n(${n(9)} rows)`,
  'Cassandra log': ({ rows, ip, n }) =>
    rows(
      () =>
        `INFO  [GossipStage:1] 2026-11-28 05:00:0${n(9)},123 Gossiper.java:${n(999)} - InetAddress /${ip()} is now UP`,
    ),
  'ceph.conf': ({ hex, ip }) =>
    `[global]\nfsid = ${hex(8)}-${hex(4)}\nmon_host = ${ip()},${ip()}\nosd_pool_default_size = 3`,
  'ceph health detail': ({ n }) =>
    [
      `HEALTH_WARN 1 nearfull osd(s); ${n(9)} pgs backfill`,
      `[WRN] OSD_NEARFULL: 1 nearfull osd(s)`,
      `    osd.${n(9)} is near full`,
    ].join('\n'),
  'ceph osd pool ls': ({ rows, name }) => rows((i) => `pool.${i}.${name()}`),
  'ceph osd pool detail': ({ n, name }) =>
    `pool ${n(9)} '${name()}' replicated size 3 min_size 2 crush_rule 0 object_hash rjenkins pg_num ${n(64)}`,
  'ceph versions': ({ n }) =>
    [
      `{`,
      `    "mon": {`,
      `        "ceph version 16.2.15 pacific (stable)": ${n(9)}`,
      `    },`,
      `    "osd": {`,
      `        "ceph version 16.2.15 pacific (stable)": ${n(99)}`,
      `    }`,
      `}`,
    ].join('\n'),
  'ceph pg stat': ({ n }) =>
    `${n(99)} pgs: ${n(99)} active+clean; ${n(99)} GiB data, ${n(99)} GiB used, 900 GiB / 1000 GiB avail`,
  'ceph log': ({ rows, n }) =>
    rows(() => `2026-11-28T05:00:0${n(9)}.1+0000 mon.a (mon.0) ${n(999)} : cluster [INF] osd.${n(9)} boot`),
  'crushtool usage': () =>
    'usage: crushtool ...\n\nDisplay, modify and test a crush map\n\n' +
    'There are five stages, running one after the other:' +
    '\n\n - input/build\n - tunables adjustments',
  'rados df': ({ rows, name, n }) =>
    `POOL_NAME   USED  OBJECTS  CLONES  COPIES\n${rows(() => `${name()}  ${n(99)} GiB  ${n(9999)}  0  ${n(9999)}`)}`,
  'swift-ring-builder usage': () =>
    'Usage: swift-ring-builder <builder_file> <command> [<args>]\n\n' +
    'swift-ring-builder <builder_file> add\n    [--region <region>] --zone <zone> --ip <ip or hostname>',
  'swift stat': ({ n, hex }) =>
    [
      `               Account: AUTH_${hex(8)}`,
      `            Containers: ${n(9)}`,
      `               Objects: ${n(9999)}`,
      `                 Bytes: ${n(99_999)}`,
    ].join('\n'),
  'swift.conf': ({ hex }) => `[swift-hash]\nswift_hash_path_suffix = ${hex(10)}\nswift_hash_path_prefix = ${hex(10)}`,
  'elasticsearch.yml': ({ name, ip, n }) =>
    [
      `cluster.name: ${name()}`,
      `node.name: ${name()}`,
      `network.host: ${ip()}`,
      `http.port: ${n(9999)}`,
      `discovery.seed_hosts: ["${ip()}"]`,
    ].join('\n'),
  '_cat/indices': ({ rows, name, hex, n }) =>
    [
      `health status index uuid pri rep docs.count docs.deleted store.size pri.store.size`,
      `${rows(() => `green open ${name()} ${hex(22)} 1 1 ${n(9999)} 0 ${n(99)}mb ${n(99)}mb`)}`,
    ].join('\n'),
  '_cat/nodes': ({ rows, ip, name, n }) =>
    [
      `ip heap.percent ram.percent cpu load_1m load_5m load_15m node.role master name`,
      `${rows(() => `${ip()} ${n(99)} ${n(99)} ${n(9)} 0.1 0.2 0.3 cdfhilmrstw - ${name()}`)}`,
    ].join('\n'),
  'Elasticsearch hits': ({ n, name }) =>
    JSON.stringify({
      took: n(99),
      timed_out: false,
      _shards: { total: 5, successful: 5 },
      hits: { total: { value: n(99) }, hits: [{ _index: name(), _id: '1' }] },
    }),
  'Elasticsearch error': ({ name }) =>
    JSON.stringify({
      error: { type: 'index_not_found_exception', reason: `no such index [${name()}]`, index: name() },
      status: 404,
    }),
  'Elasticsearch mapping': ({ name }) =>
    JSON.stringify({
      [name()]: { mappings: { properties: { node: { type: 'keyword' }, shard: { type: 'integer' } } } },
    }),
  'Couchbase error': ({ name }) =>
    JSON.stringify({ errors: { bucket: `Bucket ${name()} not found` }, status: 'error' }),
  'Couchbase node': ({ ip, n }) =>
    JSON.stringify({ hostname: `${ip()}:8091`, clusterMembership: 'active', status: 'healthy', memoryTotal: n(9999) }),
  'mcrouter options': ({ n }) =>
    `mcrouter --config file:mcrouter.json -p ${n(9999)} --num-proxies ${1 + n(8)} --route-prefix /a/b/`,
};
