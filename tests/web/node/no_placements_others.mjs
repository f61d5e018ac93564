// Texts without a placement that people copy besides: reports of machines, code in more languages, notes.

/** @typedef {import('./no_placements_systems.mjs').Words} Words */

/** @type {Record<string, (of: Words) => string>} */
export const kOtherKinds = {
  'Prometheus metrics': ({ rows, name, n }) =>
    [
      `# HELP redis_up Whether it is up`,
      `# TYPE redis_up gauge`,
      `${rows(() => `redis_up{instance="${name()}",shard="${n(9)}"} 1`)}`,
    ].join('\n'),
  'Prometheus rules': ({ name }) =>
    `groups:\n- name: ${name()}\n  rules:\n  - alert: NodeDown\n    expr: up == 0\n    for: 5m`,
  'Grafana panel': ({ n, name }) =>
    JSON.stringify({ title: name(), type: 'graph', gridPos: { h: n(9), w: n(24) }, targets: [{ expr: 'up' }] }),
  'systemctl status': ({ name, n }) =>
    [
      `● ${name()}.service - Cache`,
      `     Loaded: loaded (/lib/systemd/system/a.service; enabled)`,
      `     Active: active (running) since Fri 2026-11-28 05:00:00 UTC; ${n(59)}min ago`,
      `   Main PID: ${n(9999)}`,
    ].join('\n'),
  'systemd unit': ({ name, n }) =>
    [
      `[Unit]`,
      `Description=${name()}`,
      `After=network.target`,
      ``,
      `[Service]`,
      `ExecStart=/usr/bin/redis-server --port ${n(9999)}`,
      `Restart=always`,
    ].join('\n'),
  journalctl: ({ rows, name, n }) =>
    rows(() => `Nov 28 05:00:0${n(9)} ${name()} systemd[1]: Started ${name()}.service.`),
  dmesg: ({ rows, n }) => rows(() => `[${n(9999)}.${n(999)}] nvme0n1: p1 p2`),
  'ip addr': ({ rows, ip, n }) =>
    rows(
      (i) => `${i + 1}: eth${i}: <UP> mtu 1500\n    inet ${ip()}/24 scope global eth${i}\n       valid_lft ${n(99)}sec`,
    ),
  'ip route': ({ rows, ip, n }) => rows(() => `${ip()}/24 dev eth${n(4)} proto kernel scope link src ${ip()}`),
  'ss -tlnp': ({ rows, ip, n }) =>
    [
      `State   Recv-Q  Send-Q  Local Address:Port  Peer Address:Port`,
      `${rows(() => `LISTEN  0       511     ${ip()}:${n(9999)}       0.0.0.0:*`)}`,
    ].join('\n'),
  traceroute: ({ rows, ip, n }) =>
    [
      `traceroute to a (${ip()}), 30 hops max`,
      `${rows((i) => ` ${i + 1}  ${ip()} (${ip()})  0.${n(99)} ms  0.${n(99)} ms`)}`,
    ].join('\n'),
  dig: ({ rows, name, ip, n }) =>
    `;; ANSWER SECTION:\n${rows(() => `${name()}.example.net. ${n(300)} IN A ${ip()}`)}\n\n;; Query time: ${n(9)} msec`,
  iostat: ({ rows, n }) =>
    [
      `Device             tps    kB_read/s    kB_wrtn/s    kB_read    kB_wrtn`,
      `${rows((i) => `sd${'abcdef'[i % 6]}   ${n(99)}.0   ${n(99)}.1   ${n(99)}.2   ${n(9999)}   ${n(9999)}`)}`,
    ].join('\n'),
  vmstat: ({ rows, n }) =>
    [
      `procs -----------memory---------- ---swap--`,
      ` r  b   swpd   free   buff  cache   si   so`,
      `${rows(() => ` ${n(4)}  0      0 ${n(99_999)} ${n(9999)} ${n(99_999)}    0    0`)}`,
    ].join('\n'),
  lsblk: ({ rows, n }) =>
    [
      `NAME   MAJ:MIN RM   SIZE RO TYPE MOUNTPOINT`,
      `${rows((i) => `sd${'abcdef'[i % 6]}      8:${i}    0 ${n(999)}G  0 disk`)}`,
    ].join('\n'),
  du: ({ rows, file, n }) => rows(() => `${n(999)}M\t./${file()}`),
  find: ({ rows, file, name }) => rows(() => `./${name()}/${file()}`),
  wc: ({ rows, file, n }) => rows(() => `  ${n(999)}  ${n(9999)} ${n(99_999)} ${file()}`),
  sha256sum: ({ rows, hex, file }) => rows(() => `${hex(64)}  ${file()}`),
  authorized_keys: ({ rows, hex, name }) => rows(() => `ssh-ed25519 ${hex(68)} ${name()}`),
  ssh_config: ({ rows, name, ip }) => rows(() => `Host ${name()}\n    HostName ${ip()}\n    User root`),
  'apt list': ({ rows, name, n }) => `Listing... Done\n${rows(() => `${name()}/stable 1.${n(9)}-1 amd64 [installed]`)}`,
  'npm ls': ({ rows, name, n }) => `app@1.0.0 /srv/app\n${rows(() => `├── ${name()}@${n(9)}.${n(9)}.0`)}`,
  'go.mod': ({ rows, name, n }) =>
    `module example.net/${name()}\n\ngo 1.22\n\nrequire (\n${rows(() => `\texample.net/${name()} v1.${n(9)}.0`)}\n)`,
  'Cargo build': ({ rows, name, n }) =>
    `${rows(() => `   Compiling ${name()} v0.${n(9)}.0`)}\n    Finished release [optimized] target(s) in ${n(99)}.1s`,
  'requirements.txt': ({ rows, name, n }) => rows(() => `${name()}==${n(9)}.${n(9)}.${n(9)}`),
  pytest: ({ rows, n }) =>
    [
      `============ test session starts ============`,
      `${rows((i) => `tests/test_${i}.py ....  [${n(99)}%]`)}`,
      `============ ${n(99)} passed in 1.1s ============`,
    ].join('\n'),
  EXPLAIN: ({ n }) =>
    [
      `                        QUERY PLAN`,
      `----------------------------------------------------------`,
      ` Seq Scan on nodes  (cost=0.00..${n(99)}.00 rows=${n(999)} width=36)`,
      `   Filter: (shard = ${n(9)})`,
    ].join('\n'),
  'psql \\d': ({ name }) =>
    [
      `                Table "public.${name()}"`,
      ` Column |  Type  | Collation | Nullable | Default`,
      `--------+--------+-----------+----------+---------`,
      ` id     | bigint |           | not null |`,
    ].join('\n'),
  'MySQL table': ({ rows, name, n }) =>
    [
      `+----+-------+`,
      `| id | title |`,
      `+----+-------+`,
      `${rows((i) => `| ${i} | ${name()} |`)}`,
      `+----+-------+`,
      `${n(9)} rows in set (0.00 sec)`,
    ].join('\n'),
  'MySQL processlist': ({ rows, ip, n }) =>
    [
      `Id\tUser\tHost\tdb\tCommand\tTime\tState\tInfo`,
      `${rows((i) => `${i}\tapp\t${ip()}:${n(9999)}\tdata\tSleep\t${n(99)}\t\tNULL`)}`,
    ].join('\n'),
  'MongoDB document': ({ hex, name, n }) =>
    `{\n  _id: ObjectId('${hex(24)}'),\n  name: '${name()}',\n  count: ${n(99)}\n}`,
  'mongod.conf': ({ ip, n }) =>
    [
      `storage:`,
      `  dbPath: /var/lib/mongodb`,
      `net:`,
      `  port: ${n(9999)}`,
      `  bindIp: ${ip()}`,
      `sharding:`,
      `  clusterRole: shardsvr`,
    ].join('\n'),
  'Kafka properties': ({ name, n }) =>
    `broker.id=${n(9)}\nlisteners=PLAINTEXT://${name()}:9092\nnum.partitions=${n(99)}\nlog.dirs=/data`,
  'Kafka lag': ({ rows, name, n }) =>
    [
      `GROUP  TOPIC  PARTITION  CURRENT-OFFSET  LOG-END-OFFSET  LAG`,
      `${rows((i) => `${name()}  orders  ${i}  ${n(9999)}  ${n(9999)}  ${n(99)}`)}`,
    ].join('\n'),
  'Terraform plan': ({ name, n }) =>
    [
      `  # aws_instance.${name()} will be created`,
      `  + resource "aws_instance" "a" {`,
      `      + ami = "ami-${n(99)}"`,
      `    }`,
      ``,
      `Plan: 1 to add, 0 to change, 0 to destroy.`,
    ].join('\n'),
  'AWS reply': ({ ip, hex }) =>
    JSON.stringify({
      Reservations: [
        { Instances: [{ InstanceId: `i-${hex(8)}`, PrivateIpAddress: ip(), State: { Name: 'running' } }] },
      ],
    }),
  chat: ({ rows, name, n }) => rows(() => `[05:${10 + n(49)}] bob: is ${name()} slow again?`),
  calendar: ({ rows, n, name }) =>
    [
      `BEGIN:VCALENDAR`,
      `${rows(() => `BEGIN:VEVENT\nDTSTART:202611${10 + n(19)}T050000Z\nSUMMARY:Drain ${name()}\nEND:VEVENT`)}`,
      `END:VCALENDAR`,
    ].join('\n'),
  minutes: ({ name, n }) =>
    [
      `Minutes, 28 November`,
      ``,
      `1. ${name()} gets ${n(9)} more shards next week.`,
      `2. Bob moves ${name()}.`,
      `3. Any other business: none.`,
    ].join('\n'),
  'HTTP headers': ({ n, name }) =>
    [
      `HTTP/1.1 200 OK`,
      `Server: nginx`,
      `Content-Length: ${n(999)}`,
      `X-Served-By: ${name()}`,
      `Cache-Control: max-age=${n(999)}`,
    ].join('\n'),
  'curl -v': ({ ip, n }) =>
    [
      `*   Trying ${ip()}:443...`,
      `* Connected to a (${ip()}) port 443 (#0)`,
      `> GET / HTTP/1.1`,
      `< HTTP/1.1 502 Bad Gateway`,
      `< Content-Length: ${n(99)}`,
    ].join('\n'),
  LaTeX: ({ name, n }) => `\\begin{tabular}{lr}\nnode & keys \\\\\n${name()} & ${n(99)} \\\\\n\\end{tabular}`,
  SVG: ({ n }) => `<svg xmlns="http://www.w3.org/2000/svg" width="${n(99)}" height="9"><circle r="${n(9)}"/></svg>`,
  Graphviz: ({ rows, name }) => `digraph g {\n${rows(() => `  "${name()}" -> "${name()}";`)}\n}`,
  Mermaid: ({ rows, name }) => `graph TD\n${rows((i) => `  A${i}[${name()}] --> B${i}[${name()}]`)}`,
  awk: ({ n }) => `awk -F: '{ count[$1] += $${n(9)} } END { for (node in count) print node, count[node] }' nodes.txt`,
  Lua: ({ n }) =>
    `local shard = ngx.crc32_long(ngx.var.uri) % ${1 + n(9)}\nngx.var.node = "node" .. shard\nreturn shard`,
  Scala: ({ n }) => `object Shards extends App {\n  val nodes = Map("a" -> ${n(9)}, "b" -> 2)\n  println(nodes)\n}`,
  Elixir: ({ n }) => `defmodule Ring do\n  def node(key), do: rem(:erlang.phash2(key), ${1 + n(9)})\nend`,
  R: ({ n }) => `nodes <- c("a", "b")\ncounts <- c(${n(9)}, ${n(9)})\nbarplot(counts, names.arg = nodes)`,
  PowerShell: ({ name, n }) =>
    `Get-Service -ComputerName ${name()} | Where-Object { $_.Status -eq 'Running' } | Select-Object -First ${n(9)}`,
};
