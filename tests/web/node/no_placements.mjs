// Texts that people have in their clipboards and that hold no placement: each kind is a function of random numbers, so
// that kNoPlacements() has as many of them as asked for.

import { kOtherKinds } from './no_placements_others.mjs';
import { kSystemKinds } from './no_placements_systems.mjs';

/** @typedef {{below: (n: number) => number, pick: <T>(of: T[]) => T}} Random */

const kNames = ['orders', 'cache', 'web', 'db', 'users', 'größe', 'search', 'node', 'shard', 'backend'];
const kFiles = ['README.md', 'nginx', 'redis', 'upstream.conf', 'shards.csv', 'nodes.conf', 'a b.txt', 'main.go'];
const kLevels = ['INFO', 'WARN', 'ERROR', 'DEBUG'];

/** @param {Random} random */
function words({ below, pick }) {
  const ip = () => `10.${below(256)}.${below(256)}.${1 + below(254)}`;
  const name = () => `${pick(kNames)}-${below(20)}`;
  const hex = (/** @type {number} */ n) => Array.from({ length: n }, () => below(16).toString(16)).join('');
  const time = () => `2026-11-${10 + below(19)} ${10 + below(13)}:${10 + below(49)}:${10 + below(49)}`;
  /** @param {(i: number) => string} row */
  const rows = (row, least = 2, most = 9) => Array.from({ length: least + below(most) }, (_, i) => row(i)).join('\n');
  return { ip, name, hex, time, rows, n: below, pick, file: () => pick(kFiles), level: () => pick(kLevels) };
}

/** @type {Record<string, (of: ReturnType<typeof words>) => string>} */
const kKinds = {
  ls: ({ rows, n, file }) =>
    `total ${n(99)}\n${rows(() => `-rw-r--r-- 1 root root ${n(9999)} Nov 28 05:00 ${file()}`)}`,
  'df -h': ({ rows, n }) =>
    [
      `Filesystem      Size  Used Avail Use% Mounted on`,
      `${rows((i) => `/dev/sd${'abcdef'[i % 6]}1  ${n(900)}G  ${n(99)}G  ${n(99)}G  ${n(99)}% /data/${i}`)}`,
    ].join('\n'),
  'ps aux': ({ rows, n }) =>
    [
      `USER  PID %CPU %MEM    VSZ   RSS TTY STAT START   TIME COMMAND`,
      `${rows(() => `root ${n(9999)}  0.${n(9)}  1.2 ${n(99999)} ${n(9999)} ? Ss 05:00 0:01 redis-server *:6379`)}`,
    ].join('\n'),
  top: ({ rows, n }) =>
    [
      `top - 05:12:01 up 3 days,  2 users,  load average: 0.${n(99)}, 0.10, 0.05`,
      `Tasks: ${n(300)} total`,
      ``,
      `  PID USER      PR  NI    VIRT    RES    SHR S  %CPU  %MEM     TIME+ COMMAND`,
      `${rows(() => `${n(9999)} redis 20 0 ${n(99999)} ${n(9999)}  512 S ${n(9)}.0  0.4  1:00.10 nginx`)}`,
    ].join('\n'),
  free: ({ n }) => `       total   used   free\nMem:  ${n(99999)} ${n(9999)} ${n(999)}\nSwap:  0  0  0`,
  'git log': ({ rows, hex, name }) =>
    rows((i) =>
      [
        `commit ${hex(40)}`,
        `Author: A <a@example.net>`,
        `Date:   Fri Nov 2${i % 10} 05:00:00 2026`,
        ``,
        `    Move ${name()} to ${name()}`,
        ``,
      ].join('\n'),
    ),
  'git log --oneline': ({ rows, hex, name }) => rows(() => `${hex(7)} Add ${name()} to the ring`),
  'git status': ({ rows, file }) =>
    `On branch main\nChanges not staged for commit:\n${rows(() => `\tmodified:   ${file()}`)}`,
  'git diff': ({ rows, hex, n, name }) =>
    [
      `diff --git a/x b/x`,
      `index ${hex(7)}..${hex(7)} 100644`,
      `--- a/x`,
      `+++ b/x`,
      `@@ -1,${n(9)} +1,2 @@`,
      `${rows(() => `+  ${name()}`)}`,
    ].join('\n'),
  'docker ps': ({ rows, hex, name }) =>
    [
      `CONTAINER ID   IMAGE     COMMAND   CREATED      STATUS      PORTS     NAMES`,
      `${rows(() => `${hex(12)}   redis:7   "docker-entry…"   2 days ago   Up 2 days   6379/tcp   ${name()}`)}`,
    ].join('\n'),
  'docker images': ({ rows, hex, n }) =>
    [
      `REPOSITORY   TAG   IMAGE ID   CREATED   SIZE`,
      `${rows(() => `redis   7.${n(9)}   ${hex(12)}   2 weeks ago   ${n(300)}MB`)}`,
    ].join('\n'),
  'kubectl get pods': ({ rows, name, n }) =>
    [
      `NAME        READY   STATUS    RESTARTS   AGE`,
      `${rows(() => `${name()}   1/1     Running   ${n(3)}          ${n(99)}d`)}`,
    ].join('\n'),
  'kubectl get nodes': ({ rows, name, n }) =>
    [
      `NAME     STATUS   ROLES    AGE   VERSION`,
      `${rows(() => `${name()}   Ready    <none>   ${n(99)}d   v1.3${n(9)}.0`)}`,
    ].join('\n'),
  'kubectl describe': ({ name, ip, n }) =>
    [
      `Name:         ${name()}`,
      `Namespace:    default`,
      `Node:         ${name()}/${ip()}`,
      `Labels:       shard=${n(9)}`,
      `Events:       <none>`,
    ].join('\n'),
  netstat: ({ rows, ip, n }) =>
    [
      `Proto Recv-Q Send-Q Local Address  Foreign Address  State`,
      `${rows(() => `tcp   0   0 ${ip()}:${n(9999)}   ${ip()}:443   ESTABLISHED`)}`,
    ].join('\n'),
  ping: ({ rows, ip, n }) =>
    [
      `PING a (${ip()}) 56(84) bytes of data.`,
      `${rows((i) => `64 bytes from ${ip()}: icmp_seq=${i} ttl=64 time=0.${n(99)} ms`)}`,
    ].join('\n'),
  hosts: ({ rows, ip, name }) => `127.0.0.1 localhost\n${rows(() => `${ip()} ${name()}.example.net ${name()}`)}`,
  fstab: ({ rows, hex }) => rows((i) => `UUID=${hex(8)} /data/${i} ext4 defaults 0 2`),
  passwd: ({ rows, name, n }) => rows(() => `${name()}:x:${n(999)}:${n(999)}::/home/a:/bin/sh`),
  crontab: ({ rows, n, file }) => rows(() => `${n(59)} ${n(23)} * * * root /usr/bin/${file()}`),
  env: ({ rows, name }) => rows((i) => `VAR_${i}=${name()}`),
  ini: ({ rows, name }) => `[server]\n${rows((i) => `key${i} = ${name()}`)}\n[shard]\nnode = ${name()}`,
  'application log': ({ rows, time, level, name, ip, n }) =>
    rows(() => `${time()} ${level()} ${name()}: shard ${n(99)} moved from ${ip()} to ${ip()}`),
  'access log': ({ rows, ip, n }) =>
    rows(() => `${ip()} - - [28/Nov/2026:05:00:0${n(9)} +0000] "GET /a${n(9)} HTTP/1.1" 200 ${n(9999)}`),
  syslog: ({ rows, name, n }) => rows(() => `Nov 28 05:0${n(9)}:01 ${name()} kernel: [${n(9999)}.1] eth0: link up`),
  'Java trace': ({ rows, n }) =>
    [
      `Exception in thread "main" java.lang.IllegalStateException: no shard`,
      `${rows(() => `\tat org.a.Node.run(Node.java:${n(999)})`)}`,
    ].join('\n'),
  'Python trace': ({ rows, n }) =>
    [
      `Traceback (most recent call last):`,
      `${rows(() => `  File "a.py", line ${n(99)}, in run\n    node()`)}`,
      `KeyError: 'shard'`,
    ].join('\n'),
  'Go panic': ({ n, hex }) =>
    [
      `panic: runtime error: index out of range [${n(9)}]`,
      ``,
      `goroutine 1 [running]:`,
      `main.main()`,
      `\t/a/main.go:${n(99)} +0x${hex(4)}`,
    ].join('\n'),
  README: ({ name, n }) =>
    [
      `# ${name()}`,
      ``,
      `A cache with ${n(9)} nodes. Each shard has one owner, one replica.`,
      ``,
      `## Install`,
      ``,
      `\`\`\`sh`,
      `npm install ${name()}`,
      `\`\`\``,
      ``,
      `- node: Node ${n(20)}`,
      `- server: any`,
    ].join('\n'),
  'Markdown table': ({ rows, name, n }) =>
    `| Feature | Since | Note |\n|---|---|---|\n${rows(() => `| ${name()} | 1.${n(9)} | yes |`)}`,
  'Markdown prices': ({ rows, name, n }) =>
    `| server | price | size |\n|:--|--:|--:|\n${rows(() => `| ${name()} | ${n(99)} € | ${n(9)} GB |`)}`,
  letter: ({ name, ip }) =>
    `Hello,\n\nplease add ${name()} (${ip()}) to the cluster, and drain ${name()}.\n\nThanks,\nBob`,
  'mail quote': ({ rows, name }) => rows((i) => `> ${i}. Is ${name()} still there, or not?`),
  prose: ({ rows, name }) =>
    rows(() => `The node ${name()}, which is the oldest, gets twice as much, as a server should.`),
  list: ({ rows, name }) => rows((i) => `${i + 1}. ${name()}`),
  'package.json': ({ name, n }) =>
    JSON.stringify({ name: name(), version: `1.${n(9)}.0`, nodes: ['a'], shards: n(9) }, null, 2),
  'lock file': ({ rows, hex, n }) =>
    [
      `{`,
      `  "packages": {`,
      rows((i) => `    "p${i}": { "version": "${n(9)}.0.0", "sum": "sha512-${hex(20)}" }`).replace(/\n/g, ',\n'),
      `  }`,
      `}`,
    ].join('\n'),
  tsconfig: ({ n }) => `{\n  // options\n  "compilerOptions": { "strict": true, "target": "es20${10 + n(10)}" },\n}`,
  'API reply': ({ n, name, ip }) =>
    JSON.stringify({ status: 'ok', data: [{ id: n(999), name: name(), address: ip() }], next: null }),
  'API list': ({ n, name }) => JSON.stringify([1, 2, 3].map((id) => ({ id, host: name(), weight: n(9), tags: ['a'] }))),
  'JSON log': ({ rows, time, level, name, n }) =>
    rows(() => JSON.stringify({ time: time(), level: level(), msg: 'moved', shard: n(9), host_name: name() })),
  GeoJSON: ({ n }) => JSON.stringify({ type: 'Point', coordinates: [n(90), n(90)] }),
  'kubectl JSON': ({ name }) =>
    JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name: name() }, spec: { nodeName: name() } }, null, 2),
  Compose: ({ name, n }) => `services:\n  ${name()}:\n    image: redis:7\n    ports:\n      - "${n(9999)}:6379"`,
  Deployment: ({ name, n }) =>
    `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: ${name()}\nspec:\n  replicas: ${n(9)}\n  template: {}`,
  Ansible: ({ name }) => `- hosts: ${name()}\n  tasks:\n    - name: install\n      apt:\n        name: redis`,
  Actions: ({ n }) =>
    [
      `name: CI`,
      `on: [push]`,
      `jobs:`,
      `  build:`,
      `    runs-on: ubuntu-latest`,
      `    strategy:`,
      `      matrix:`,
      `        shard: [1, 2, ${n(9)}]`,
      `        node: [18, 20]`,
    ].join('\n'),
  Terraform: ({ name, n }) => `resource "aws_instance" "${name()}" {\n  ami   = "ami-1"\n  count = ${n(9)}\n}`,
  TOML: ({ name, n }) => `[package]\nname = "${name()}"\nversion = "0.${n(9)}.0"\n\n[dependencies]\nserde = "1"`,
  Makefile: ({ file }) => `all: build\n\nbuild:\n\tcc -o node ${file()}\n\n.PHONY: all`,
  Dockerfile: ({ n, file }) => `FROM redis:${n(9)}\nCOPY ${file()} /etc/\nCMD ["redis-server"]`,
  HTML: ({ name, n }) =>
    [
      `<!doctype html>`,
      `<table>`,
      `<tr><th>shard</th><th>node</th></tr>`,
      `<tr><td>${n(9)}</td><td>${name()}</td></tr>`,
      `</table>`,
    ].join('\n'),
  XML: ({ name, n }) => `<?xml version="1.0"?>\n<project><name>${name()}</name><version>${n(9)}</version></project>`,
  CSS: ({ n }) => `.node { width: ${n(99)}px; }\n.shard > a { color: red; }`,
  SQL: ({ name, n }) =>
    `SELECT shard, node FROM placements WHERE id = ${n(99)};\nINSERT INTO nodes (name) VALUES ('${name()}');`,
  'SQL table': ({ n }) =>
    `CREATE TABLE shard (\n  id bigint PRIMARY KEY,\n  node text NOT NULL,\n  size int DEFAULT ${n(9)}\n);`,
  'psql other': ({ rows, name, n }) =>
    ` id | name | price\n----+------+-------\n${rows((i) => ` ${i} | ${name()} | ${n(99)}`)}\n(${n(9)} rows)`,
  'CSV of people': ({ rows, name, n }) => `name,age,city\n${rows(() => `${name()},${n(90)},Bonn`)}`,
  'CSV of keys': ({ rows, n }) => `time,value\n${rows((i) => `${i},${n(999)}`)}`,
  'CSV without a heading': ({ rows, n }) => rows((i) => `${i},${n(999)},${n(9)}.5`),
  'two columns of numbers': ({ rows, n }) => rows((i) => `${i},${n(999)}`, 3),
  'names and numbers': ({ rows, name, n }) => rows((i) => `${name()}${i}\t${n(999)}`, 3),
  capitals: () => 'France,Paris\nGermany,Berlin\nSpain,Madrid\nItaly,Rome',
  'TSV of words': ({ rows, name }) => `word\ttranslation\n${rows((i) => `${name()}${i}\t${name()}`)}`,
  Java: ({ name, n }) =>
    [
      `import redis.clients.jedis.*;`,
      ``,
      `public class A {`,
      `  List<JedisShardInfo> shards = List.of(new JedisShardInfo("${name()}", ${n(9999)}));`,
      `}`,
    ].join('\n'),
  Go: ({ ip, n }) =>
    [
      `package main`,
      ``,
      `import "fmt"`,
      ``,
      `func main() {`,
      `\tservers := []string{"${ip()}:${n(9999)}"}`,
      `\tfmt.Println(servers)`,
      `}`,
    ].join('\n'),
  Python: ({ ip, n }) =>
    `import memcache\n\nservers = ["${ip()}:11211"]\n\ndef node(key):\n    return servers[hash(key) % ${1 + n(9)}]`,
  JavaScript: ({ ip }) =>
    `const HashRing = require('hashring');\nconst ring = new HashRing(['${ip()}:11211']);\nexport default ring;`,
  TypeScript: ({ n }) =>
    [
      `export interface Shard {`,
      `  node: string;`,
      `  size: number;`,
      `}`,
      `const shards: Shard[] = [{ node: 'a', size: ${n(9)} }];`,
    ].join('\n'),
  Rust: ({ n }) =>
    [
      `use std::collections::BTreeMap;`,
      ``,
      `fn main() {`,
      `    let mut ring = BTreeMap::new();`,
      `    ring.insert(${n(99)}, "node");`,
      `}`,
    ].join('\n'),
  C: ({ n }) => `#include <stdio.h>\n\nint main(void) {\n  int node = ${n(9)};\n  return node;\n}`,
  'C++': ({ n }) => `#include <vector>\nstruct node { int shard; };\nstd::vector<node> nodes{{${n(9)}}};`,
  'C#': ({ n }) => `using System;\nnamespace A { class Node { public int Shard = ${n(9)}; } }`,
  Ruby: ({ ip }) => `require 'dalli'\nservers = ['${ip()}:11211']\nservers.each do |server|\n  puts server\nend`,
  PHP: ({ ip }) => `<?php\n$m = new Memcached();\n$m->addServer('${ip()}', 11211);`,
  Kotlin: ({ n }) => `fun main() {\n    val nodes = listOf("a", "b")\n    println(nodes[${n(2)}])\n}`,
  shell: ({ name }) =>
    `#!/usr/bin/env bash\nset -e\nfor node in ${name()} ${name()}; do\n  redis-cli -h "$node" ping\ndone`,
  Jinja: ({ name }) => `{% for host in groups['${name()}'] %}\n{{ host }}\n{% endfor %}`,
  'redis INFO': ({ n }) =>
    `# Server\nredis_version:7.0.${n(20)}\nos:Linux\n\n# Replication\nrole:master\nconnected_slaves:${n(3)}`,
  'redis KEYS': ({ rows, name }) => rows((i) => `${i + 1}) "${name()}"`),
  'CLUSTER INFO': ({ n }) => `cluster_state:ok\ncluster_slots_assigned:16384\ncluster_known_nodes:${n(9)}`,
  'nodetool info': ({ hex, n }) =>
    [
      `ID                     : ${hex(8)}`,
      `Gossip active          : true`,
      `Load                   : ${n(99)} GiB`,
      `Data Center            : dc1`,
    ].join('\n'),
  'nodetool tpstats': ({ n }) =>
    [
      `Pool Name                    Active   Pending      Completed`,
      `ReadStage                         0         0           ${n(9999)}`,
    ].join('\n'),
  'nodetool error': () => `nodetool: Failed to connect to '127.0.0.1:7199' - ConnectException: 'Connection refused'.`,
  'ceph -s': ({ n }) =>
    [
      `  cluster:`,
      `    id:     a`,
      `    health: HEALTH_OK`,
      ``,
      `  services:`,
      `    osd: ${n(9)} osds: 6 up, 6 in`,
      ``,
      `  data:`,
      `    pgs: ${n(99)} active+clean`,
    ].join('\n'),
  'ceph df': ({ n }) =>
    [
      `--- RAW STORAGE ---`,
      `CLASS     SIZE    AVAIL     USED  RAW USED  %RAW USED`,
      `hdd     20 GiB   19 GiB  ${n(900)} MiB   690 MiB       3.06`,
    ].join('\n'),
  '_cluster/health': ({ n, name }) =>
    JSON.stringify({ cluster_name: name(), status: 'green', number_of_nodes: n(9), active_shards: n(99) }),
  '_cat/health': ({ n, name }) =>
    [
      `epoch timestamp cluster status node.total node.data shards pri relo`,
      `${n(99999)} 05:00:00 ${name()} green 3 3 ${n(99)} 20 0`,
    ].join('\n'),
  'Kafka list': ({ rows, name }) => rows(() => name()),
  'test report': ({ rows, name, n }) => `TAP version 13\n${rows((i) => `ok ${i + 1} - ${name()} # time=${n(99)}ms`)}`,
  vCard: ({ name }) => `BEGIN:VCARD\nVERSION:3.0\nFN:${name()}\nEND:VCARD`,
  PEM: ({ rows, hex }) => `-----BEGIN CERTIFICATE-----\n${rows(() => hex(64))}\n-----END CERTIFICATE-----`,
  base64: ({ hex }) => Buffer.from(hex(300)).toString('base64'),
  numbers: ({ rows, n }) => rows(() => `${n(99999)}`),
  addresses: ({ rows, ip }) => rows(() => ip()),
  rules: ({ rows, n }) => rows(() => '='.repeat(n(40))),
};

/**
 * So many texts, of each kind as many.
 * @param {number} count
 * @param {() => number} random whole numbers from 0
 * @returns {{kind: string, text: string}[]}
 */
export function noPlacements(count, random) {
  const kinds = Object.entries({ ...kKinds, ...kSystemKinds, ...kOtherKinds });
  const below = (/** @type {number} */ n) => random() % n;
  const of = words({ below, pick: (all) => all[below(all.length)] });
  return Array.from({ length: count }, (_, i) => {
    const [kind, text] = kinds[i % kinds.length];
    return { kind, text: `${text(of)}${i % 3 ? '\n' : ''}` };
  });
}
