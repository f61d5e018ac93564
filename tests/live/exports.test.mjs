// Every configuration that the page exports, with hostile names wherever a name can be, is read by the real programs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportOf } from './exports.mjs';
import { kHostile } from './hostile.mjs';
import { built } from '../built.mjs';
import { folderOf, loadCore, needs, run } from './programs.mjs';
/** @import {PlaceInput} from '../../web/headless/reshard-core.d.ts' */
/** @import {Json} from '../types.d.ts' */

const { kSystems } = await built('web/systems/systems.js');
const core = await loadCore();
/** @typedef {{system: string, strategy: string, params: {dialect?: string}}} Covered */

const kShellPrograms = ['redis-cli', 'couchbase-cli', 'swift-ring-builder', 'kafka-topics.sh', 'vtctldclient', 'ceph'];

const kPlain = ['10.0.0.1:7000', '10.0.0.2:7000', '10.0.0.3:7001'];

/** Every strategy and dialect that a system's export covers, whatever the nodes. @type {Covered[]} */
const kCovered = kSystems
  .flatMap((/** @type {Json} */ { system, covers }) =>
    [covers].flat().flatMap(({ strategy, dialects = [undefined], fits }) =>
      (fits ? [] : dialects).map((/** @type {string} */ dialect) => ({
        system,
        strategy,
        params: dialect === undefined ? {} : { dialect },
      })),
    ),
  )
  .filter(
    (/** @type {Covered} */ { strategy, params }) =>
      !params.dialect ||
      core
        .strategies()
        .some(
          (known) => known.id === strategy && known.params.some(({ options }) => options?.includes(params.dialect)),
        ),
  );

/**
 * A name as that of a node, of a node with weight 0 (which some exports mention in comments), and of places.
 * @param {Pick<PlaceInput, 'strategy' | 'params'>} one
 * @param {string} name
 */
function* inputsOf(one, name) {
  const nodes = kPlain.map((plain) => ({ name: plain, weight: 1 }));
  yield { ...one, nodes: [...nodes, { name, weight: 1 }] };
  yield { ...one, nodes: [...nodes, { name, weight: 0 }] };
  const places = nodes.map((node, i) => (i ? node : { ...node, rack: name, zone: name, data_center: name }));
  yield { ...one, nodes: places };
  if (one.strategy === 'straw2') yield { ...one, params: { domain: 'rack' }, nodes: places };
  if (one.params.dialect === 'redis_rb')
    yield { ...one, params: { ...one.params, identified_by: 'id' }, nodes: [...nodes, { name, weight: 1 }] };
  if (one.strategy === 'token_ring')
    yield { ...one, params: { strategy: 'network_topology' }, replicas: 2, nodes: places };
}

/**
 * @typedef {object} Part
 * @property {string} file
 * @property {string} language
 * @property {string} text
 * @property {string} system
 * @property {string} strategy
 * @property {{name: string, weight: number}[]} nodes
 */

/** By language, all files with hostile names, each with its nodes. @type {Map<string, Part[]>} */
const parts = new Map();
/** @type {(ReturnType<typeof exportOf> & {name: string})[]} */
const refusals = [];
for (const { system: _, ...one } of kCovered) {
  for (const name of kHostile) {
    for (const input of inputsOf(one, name)) {
      let given;
      try {
        given = exportOf(core, input);
      } catch (error) {
        if (error.name === 'ReshardError') continue; // the core refuses the name, too
        throw error;
      }
      if (given.refused) refusals.push({ ...given, name });
      for (const part of given.parts) {
        const known = parts.get(part.language) ?? parts.set(part.language, []).get(part.language);
        known.push({ ...part, system: given.system, nodes: input.nodes, strategy: one.strategy });
      }
    }
  }
}
const textsOf = (/** @type {string} */ language) => {
  const found = parts.get(language) ?? [];
  assert.notEqual(found.length, 0);
  return [...new Map(found.map((part) => [part.text, part])).values()];
};

test('every listed system exports its configuration for plain names', () => {
  for (const { system: named, ...one } of kCovered) {
    const { system, parts: given, refused } = exportOf(core, { ...one, nodes: kPlain });
    assert.equal(refused, '', system);
    assert.equal(system, named);
    for (const { text } of given) assert.doesNotMatch(text, /undefined|NaN|null,|\[object/);
  }
});

test('a refusal names the system and what is refused', () => {
  assert.ok(refusals.length > 100);
  for (const { system, refused, name, parts: given } of refusals) {
    assert.equal(given.length, 0);
    assert.ok(refused.includes(system), refused);
    assert.ok(
      refused.includes(name) || refused.includes(name.replace('unix:', '')),
      `${refused} does not name ${name}`,
    );
  }
});

test('shell: sh reads it, and no name runs', async (t) => {
  const folder = folderOf(t);
  mkdirSync(join(folder, 'bin'));
  for (const program of kShellPrograms) {
    writeFileSync(join(folder, 'bin', program), '#!/bin/sh\nprintf "%s\\037" "$@" >> said\n');
    chmodSync(join(folder, 'bin', program), 0o755);
  }
  const texts = textsOf('shell').map(({ text }) => text);
  // As a reader pastes it: everything in one shell, which would also run what a name says.
  writeFileSync(join(folder, 'all.sh'), texts.join('\n'));
  await run('sh', ['-n', join(folder, 'all.sh')]);
  await run('sh', ['-e', join(folder, 'all.sh')], {
    cwd: folder,
    env: { PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, HOME: folder },
  });
  assert.equal(existsSync(join(folder, 'canary')), false);
  const said = readFileSync(join(folder, 'said'), 'utf8').split('\x1f');
  assert.ok(said.includes('/tmp/a b;c"d\'e{f}$(touch canary)'), 'a socket is one word as it is');
});

test('nginx: nginx -t accepts all of it', needs('/usr/sbin/nginx'), async (t) => {
  const folder = folderOf(t);
  const texts = textsOf('nginx').map(({ text }, i) =>
    text
      .replace('upstream backend', `upstream backend_${i}`)
      .replace(/ server (?!\d+\.\d)[\w.-]+(?=[:; ])/g, ' server localhost'),
  ); // names that do not resolve here
  writeFileSync(
    join(folder, 'nginx.conf'),
    `pid ${folder}/pid; error_log ${folder}/error; events {}\nhttp { access_log off;
    client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f;
    uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;\n${texts.join('')}}\n`,
  );
  await run('/usr/sbin/nginx', ['-t', '-q', '-p', folder, '-e', `${folder}/error`, '-c', join(folder, 'nginx.conf')]);
});

test('HAProxy: haproxy -c accepts all of it', needs('/usr/sbin/haproxy'), async (t) => {
  const folder = folderOf(t);
  const texts = textsOf('haproxy').map(({ text }, i) => text.replace('backend caches', `backend caches_${i}`));
  writeFileSync(
    join(folder, 'haproxy.cfg'),
    `defaults
    mode http
    default-server init-addr none
    timeout connect 1s
    timeout client 1s
    timeout server 1s
listen x
    bind unix@${folder}/x
${texts.join('')}`,
  );
  await run('/usr/sbin/haproxy', ['-c', '-f', join(folder, 'haproxy.cfg')]);
});

test('Caddy: caddy validate accepts all of it', needs('/usr/bin/caddy'), async (t) => {
  const file = join(folderOf(t), 'Caddyfile');
  const texts = textsOf('caddy').map(({ text }, i) => text.replace(':8080', `:${10_000 + i}`));
  writeFileSync(file, `{\n  admin off\n}\n${texts.join('')}`);
  await run('/usr/bin/caddy', ['validate', '--adapter', 'caddyfile', '--config', file], {
    env: { HOME: '/nonexistent' },
  });
});

test('Squid: squid -k parse accepts all of it', needs('/usr/sbin/squid'), async (t) => {
  const file = join(folderOf(t), 'squid.conf');
  for (const { text } of textsOf('squid')) {
    writeFileSync(file, text);
    const { stderr } = await run('/usr/sbin/squid', ['-k', 'parse', '-f', file]);
    assert.doesNotMatch(stderr, /ERROR|FATAL/);
    assert.equal(stderr.match(/Processing: cache_peer/g)?.length, text.match(/^cache_peer/gm)?.length);
  }
});

test('VCL: varnishd -C accepts all of it', needs('/usr/sbin/varnishd'), async (t) => {
  const folder = folderOf(t);
  const texts = textsOf('vcl').map(({ text }, i) =>
    text
      .replace('vcl 4.1;\nimport directors;\n', '')
      .replace(/(backend |\()b(\d+)(?=[ ,])/g, `$1b${i}_$2`)
      .replace(/\bshards\b/g, `shards${i}`)
      .replace(/\.host = "(?!\d+\.\d)[\w.-]+"/g, '.host = "localhost"'),
  ); // names that do not resolve here
  writeFileSync(join(folder, 'all.vcl'), `vcl 4.1;\nimport directors;\n${texts.join('')}`);
  await run('/usr/sbin/varnishd', ['-C', '-n', folder, '-f', join(folder, 'all.vcl')], { maxBuffer: 1 << 28 });
});

test('dnsdist: dnsdist --check-config accepts all of it', needs('/usr/bin/dnsdist'), async (t) => {
  const file = join(folderOf(t), 'dnsdist.conf');
  for (const { text } of textsOf('dnsdist')) {
    writeFileSync(file, text.replace(/address="(?![\d[])[\w.-]+/g, 'address="127.0.0.1'));
    const { stdout, stderr } = await run('/usr/bin/dnsdist', ['--check-config', '-C', file]);
    assert.match(stdout + stderr, /Configuration '.*' OK!/);
  }
});

test('YAML: a reader finds the names as they are, and nothing else', async (t) => {
  const folder = folderOf(t);
  const texts = textsOf('yaml');
  writeFileSync(join(folder, 'texts.json'), JSON.stringify(texts.map(({ text }) => text)));
  const { stdout } = await run(
    '/usr/bin/python3',
    [
      '-c',
      'import json, sys, yaml\nprint(json.dumps([yaml.safe_load(text) for text in json.load(open(sys.argv[1]))]))',
      join(folder, 'texts.json'),
    ],
    { maxBuffer: 1 << 28 },
  );
  for (const [i, read] of JSON.parse(stdout).entries()) {
    const inUse = texts[i].nodes.filter(({ weight }) => weight > 0).map(({ name }) => name);
    if (texts[i].system === 'Envoy') {
      const hosts = read.clusters[0].load_assignment.endpoints[0].lb_endpoints;
      assert.deepEqual(
        hosts.map((/** @type {{metadata: Json}} */ { metadata }) => metadata.filter_metadata['envoy.lb'].hash_key),
        inUse,
      );
      assert.equal(Object.keys(read).length, 1);
    } else if (texts[i].system === 'Prometheus') {
      const [{ relabel_configs: steps }, ...others] = read.scrape_configs;
      assert.deepEqual(others, []);
      assert.deepEqual(Object.keys(read), ['scrape_configs']);
      assert.equal(steps[0].modulus, texts[i].nodes.length);
    } else if (texts[i].system === 'twemproxy') {
      assert.deepEqual(Object.keys(read), ['pool']);
      assert.deepEqual(read.pool.servers.length, inUse.length);
    } else {
      assert.deepEqual(Object.keys(read), ['num_tokens', 'initial_token', 'partitioner', 'endpoint_snitch']);
    }
  }
});

test('XML: a reader finds a shard for each node, with its address and weight', async (t) => {
  const folder = folderOf(t);
  const texts = textsOf('xml');
  writeFileSync(join(folder, 'texts.json'), JSON.stringify(texts.map(({ text }) => text)));
  const script = `import json
from xml.etree import ElementTree
of = lambda shard: [shard.find(path).text for path in ('replica/host', 'replica/port', 'weight')]
print(json.dumps([
    [of(shard) for shard in ElementTree.fromstring(text).findall('remote_servers/data/shard')]
    for text in json.load(open('texts.json'))
]))`;
  const { stdout } = await run('/usr/bin/python3', ['-c', script], { cwd: folder, maxBuffer: 1 << 26 });
  for (const [i, shards] of JSON.parse(stdout).entries()) {
    assert.deepEqual(
      shards,
      texts[i].nodes.map(({ name, weight }) => {
        const [, host, port] = /^(.*?)(?::(\d+))?$/.exec(name.replace(/[[\]]/g, '')) ?? [];
        return name.startsWith('[') && !/\]:/.test(name)
          ? [name.slice(1, -1), '9000', String(weight)]
          : [host, port ?? '9000', String(weight)];
      }),
    );
  }
});

test('SQL: ClickHouse gets one statement, and nothing in it is a name that somebody gave', () => {
  for (const { text } of textsOf('sql').filter(({ system }) => system === 'ClickHouse')) {
    const [first, second] = text.split('\n  ENGINE = ');
    assert.match(first, /^CREATE TABLE rows_of_all \(key \w+\)$/);
    assert.match(second, /^Distributed\('data', currentDatabase\(\), 'rows', (?:key|\w+\(key\))\);\n$/);
  }
});

test('SQL: outside strings, names and comments there is nothing that somebody gave', () => {
  for (const { text, system } of textsOf('sql')) {
    const bare = text.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|-- .*/g, '?');
    assert.match(bare, /^[\w\s?(),;=>*+.%-]*$/, system);
    assert.doesNotMatch(bare, /canary|drop\b/i, system);
  }
});

test('Kafka: a topic gets as many partitions as there are nodes', () => {
  const kafka = textsOf('shell').filter(({ system }) => system === 'Kafka');
  assert.equal(new Set(kafka.map(({ text }) => text.split('\n')[0])).size, 8);
  for (const { text, nodes } of kafka) assert.match(text, new RegExp(`--partitions ${nodes.length}\n$`));
});

test('JSON: a reader accepts the body of every request', () => {
  for (const { text, nodes } of textsOf('console')) {
    const [comments, body] = text.split('\nPUT /data\n');
    assert.deepEqual(
      comments.split('\n').map((line) => JSON.parse(line.replace(/^# Shard \d+: /, ''))),
      nodes.map(({ name }) => name),
    );
    assert.equal(JSON.parse(body).settings.index.number_of_shards, nodes.length);
  }
});

test('C: gcc accepts all of it', needs('/usr/include/libmemcached/memcached.h'), async (t) => {
  const folder = folderOf(t);
  writeFileSync(
    join(folder, 'all.c'),
    textsOf('c')
      .map(({ text }, i) => text.replace('open_cache', `open_${i}`))
      .join('\n'),
  );
  await run('gcc', ['-std=c99', '-trigraphs', '-Wall', '-Werror', '-fsyntax-only', join(folder, 'all.c')]);
});

test('Python and JavaScript: the library gets the names as they are', async (t) => {
  const folder = folderOf(t);
  writeFileSync(join(folder, 'hash_ring.py'), 'class HashRing:\n    def __init__(self, *given): self.given = given\n');
  const python = textsOf('python').filter(({ system }) => /hash_ring/.test(system));
  const clients = textsOf('python').filter(({ system }) => system === 'python-memcached');
  writeFileSync(
    join(folder, 'memcache.py'),
    'class Client:\n    def __init__(self, servers): self.servers = servers\n',
  );
  for (const { text, nodes } of clients) {
    writeFileSync(join(folder, 'client.py'), `${text}\nimport json\nprint(json.dumps(client.servers))\n`);
    const servers = JSON.parse((await run('/usr/bin/python3', ['client.py'], { cwd: folder })).stdout);
    assert.deepEqual(
      servers.map((/** @type {[string, number]} */ [, weight]) => weight),
      nodes.filter(({ weight }) => weight > 0).map(({ weight }) => weight),
    );
  }
  writeFileSync(join(folder, 'texts.json'), JSON.stringify(python.map(({ text }) => text)));
  const script =
    'import json, sys\nfor text in json.load(open("texts.json")):\n    scope = {}\n    exec(text, scope)\n    print(json.dumps(scope["ring"].given))';
  const { stdout } = await run('/usr/bin/python3', ['-c', script], {
    cwd: folder,
    env: { PYTHONPATH: folder, PATH: process.env.PATH },
    maxBuffer: 1 << 26,
  });
  stdout
    .trim()
    .split('\n')
    .forEach((line, i) => {
      const inUse = python[i].nodes.filter(({ weight }) => weight > 0);
      assert.deepEqual(
        JSON.parse(line)[0],
        inUse.map(({ name }) => name),
      );
      assert.deepEqual(Object.keys(JSON.parse(line)[1]).sort(), inUse.map(({ name }) => name).sort());
    });
  mkdirSync(join(folder, 'node_modules', 'hashring'), { recursive: true });
  writeFileSync(
    join(folder, 'node_modules', 'hashring', 'index.js'),
    'module.exports = function (servers) { this.servers = servers; };\n',
  );
  const { createRequire } = await import('node:module');
  for (const [i, { text, nodes }] of textsOf('javascript').entries()) {
    writeFileSync(join(folder, `${i}.cjs`), text);
    const { servers } = createRequire(join(folder, 'x.cjs'))(`./${i}.cjs`);
    assert.deepEqual(
      Object.keys(servers).sort(),
      nodes
        .filter(({ weight }) => weight > 0)
        .map(({ name }) => name)
        .sort(),
    );
  }
  assert.equal(existsSync(join(folder, 'canary')), false);
});

const kPackages = '/usr/lib/python3/dist-packages';
const inUse = (/** @type {Part['nodes']} */ nodes) => nodes.filter(({ weight }) => weight > 0);

/** Each node as clients name a connection: host:port without brackets, or a socket's path. */
const addressesOf = (/** @type {Part['nodes']} */ nodes, /** @type {number} */ usual) =>
  nodes.map(({ name }) => {
    const socket = name.replace(/^unix:/, '');
    return socket.startsWith('/') ? socket : `${name.replace(/[[\]]/g, '')}${/:\d+$/.test(name) ? '' : `:${usual}`}`;
  });

test('pymemcache: HashClient gets each server as it is', needs(`${kPackages}/pymemcache`), async (t) => {
  const folder = folderOf(t);
  const texts = textsOf('python').filter(({ system }) => system === 'pymemcache');
  writeFileSync(join(folder, 'texts.json'), JSON.stringify(texts.map(({ text }) => text)));
  const script = `import json
for text in json.load(open('texts.json')):
    scope = {}
    exec(text, scope)
    print(json.dumps(list(scope['client'].clients)))`;
  const { stdout } = await run('/usr/bin/python3', ['-c', script], { cwd: folder, maxBuffer: 1 << 26 });
  const read = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    read,
    texts.map(({ nodes }) => addressesOf(inUse(nodes), 11_211)),
  );
  assert.equal(existsSync(join(folder, 'canary')), false);
});

test('Ruby: Dalli and redis-rb get each server as it is', needs('/usr/bin/ruby'), async (t) => {
  const folder = folderOf(t);
  const texts = textsOf('ruby');
  const scripts = texts.map(({ text, system }) => {
    const servers =
      system === 'Dalli'
        ? 'opened.send(:ring).servers.map { |server| [server.name, server.weight] }'
        : 'opened.nodes.map { |node| [node._client.location, 1] }';
    return `${text.replace(/^(?:CACHE|REDIS) =/m, 'opened =')}puts JSON.generate(${servers})\n`;
  });
  writeFileSync(join(folder, 'all.rb'), `require 'json'\n${scripts.join('')}`);
  const { stdout } = await run('ruby', ['all.rb'], { cwd: folder, maxBuffer: 1 << 26 });
  const read = stdout.trim().split('\n');
  assert.equal(read.length, texts.length);
  for (const [i, line] of read.entries()) {
    const ofDalli = texts[i].system === 'Dalli';
    const nodes = ofDalli ? texts[i].nodes : inUse(texts[i].nodes);
    assert.deepEqual(
      JSON.parse(line),
      addressesOf(nodes, ofDalli ? 11_211 : 6379).map((at, n) => [at, nodes[n].weight]),
    );
  }
  assert.equal(existsSync(join(folder, 'canary')), false);
});

test('PHP: Predis gets each server as it is', needs('/usr/share/php/Predis'), async (t) => {
  const folder = folderOf(t);
  mkdirSync(join(folder, 'vendor'));
  writeFileSync(join(folder, 'vendor', 'autoload.php'), "<?php require_once 'Predis/autoload.php';");
  const texts = textsOf('php');
  texts.forEach(({ text }, i) => writeFileSync(join(folder, `${i}.php`), text));
  const script = `<?php
for ($i = 0; $i < ${texts.length}; ++$i) {
  $servers = [];
  foreach ((require "$i.php")->getConnection() as $server)
    $servers[] = [(string) $server, $server->getParameters()->weight];
  echo json_encode($servers, JSON_THROW_ON_ERROR), "\\n";
}`;
  writeFileSync(join(folder, 'ask.php'), script);
  const { stdout } = await run('php', ['-d', 'error_reporting=24575', 'ask.php'], { cwd: folder, maxBuffer: 1 << 26 });
  const read = stdout.trim().split('\n');
  assert.equal(read.length, texts.length);
  for (const [i, line] of read.entries()) {
    const nodes = inUse(texts[i].nodes);
    assert.deepEqual(
      JSON.parse(line),
      addressesOf(nodes, 6379).map((at, n) => [at, nodes[n].weight]),
    );
  }
  assert.equal(existsSync(join(folder, 'canary')), false);
});

test('carbon: its relay gets each destination as it is', needs(`${kPackages}/carbon`), async (t) => {
  const folder = folderOf(t);
  const texts = textsOf('carbon');
  texts.forEach(({ text }, i) => writeFileSync(join(folder, `${i}.conf`), text));
  const script = `import json
from carbon.conf import Settings, defaults
for i in range(${texts.length}):
    settings = Settings()
    settings.readFrom('%d.conf' % i, 'relay')
    print(json.dumps([settings.DESTINATIONS, sorted(key for key in settings if key not in defaults)]))`;
  const { stdout } = await run('/usr/bin/python3', ['-c', script], { cwd: folder, maxBuffer: 1 << 26 });
  const read = stdout.trim().split('\n');
  assert.equal(read.length, texts.length);
  for (const [i, line] of read.entries()) {
    const [destinations, others] = JSON.parse(line);
    assert.deepEqual(others, []);
    assert.deepEqual(
      destinations,
      inUse(texts[i].nodes).map(({ name }) => name),
    );
  }
});

test('CQL: outside strings and comments there is one statement', () => {
  for (const { text } of textsOf('cql')) {
    const bare = text
      .split('\n')
      .filter((line) => !line.startsWith('--'))
      .join('\n')
      .replace(/'(?:[^']|'')*'/g, '?');
    assert.match(bare, /^CREATE KEYSPACE data WITH replication = \{\?: \?(?:, \?: \d+)*\};\n$/);
  }
});

test('line-based files have one line for each server, and no more', () => {
  for (const { text, nodes } of textsOf('ketama')) {
    const servers = text
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith('#'));
    assert.deepEqual(
      servers,
      nodes.filter(({ weight }) => weight > 0).map(({ name, weight }) => `${name}\t${weight}`),
    );
  }
  for (const { text } of textsOf('properties')) assert.match(text, /^# On ".*"\ndc=[ -~]*\nrack=[ -~]*\n$/);
});

test('files that no reader here can check have no byte that could end a line or a string', () => {
  for (const language of ['crush', 'java', 'go', 'mongosh']) {
    for (const { text } of textsOf(language)) assert.doesNotMatch(text, /(?![\n\t])\p{Cc}|[\p{Zl}\p{Zp}]/u);
  }
});

test('tokens of Cassandra give every key to the node that Reshard names', () => {
  const nodes = kPlain.map((name, i) => ({ name, weight: i + 1 }));
  const { parts: given } = exportOf(core, { strategy: 'token_ring', params: { num_tokens: 8 }, nodes });
  const ring = given
    .filter(({ file }) => file === 'cassandra.yaml')
    .flatMap(({ text }, i) =>
      /initial_token: "([^"]*)"/
        .exec(text)[1]
        .split(',')
        .map((token) => [BigInt(token), kPlain[i]]),
    )
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const keys = Array.from({ length: 5000 }, (_, i) => `key-${i}`);
  const placed = core.place({ strategy: 'token_ring', params: { num_tokens: 8 }, nodes, keys });
  keys.forEach((key, i) => {
    const token = BigInt.asIntN(64, BigInt(`0x${String(core.hash('murmur3_128', key)).slice(0, 16)}`));
    const [, owner] = ring.find(([at]) => /** @type {bigint} */ (at) >= token) ?? ring[0];
    assert.equal(placed.nodes[placed.owners[i]], owner, key);
  });
});
