// Traps of the configurations that clusters are read from, beside those of tests/vectors/clusters.
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { readWith } from '../../../web/systems/reading/read.js';
import { treeReaders } from './cluster_texts.mjs';
/** @import {Json} from '../../types.d.ts' */

const readers = await treeReaders();

/** In one line: the nodes as name*weight#number, “-” before those that are down; or the line that refuses, and why. */
async function said(/** @type {string} */ text, /** @type {string | undefined} */ choose = undefined) {
  const reading = /** @type {Json} */ (await readWith(readers, text, { choose }));
  if (reading.fits) return `fits ${reading.fits}`;
  if (reading.refused) return `${reading.system} ${reading.refused.line}: ${reading.refused.why}`;
  const nodes = reading.nodes.map(
    (/** @type {Json} */ { name, weight, down, number }) =>
      `${down ? '-' : ''}${name}*${weight}${number === undefined ? '' : `#${number}`}`,
  );
  const skipped = reading.skipped.map((/** @type {Json} */ { line }) => line);
  return `${reading.system}: ${nodes.join(' ')}${skipped.length > 0 ? ` (without ${skipped})` : ''}`;
}

/** @param {string} system @param {Record<string, [text: string, says: string, choose?: string]>} rows */
function cases(system, rows) {
  for (const [name, [text, says, choose]] of Object.entries(rows)) {
    test(`${system}: ${name}`, async () => expect(await said(text, choose)).toBe(says));
  }
}

cases('nginx', {
  'one line': ['events {} http { upstream a { hash $uri; server b:80; server c; } }', 'nginx: b:80*1 c*1'],
  'words around a fence': [
    "It's so:\n```nginx\nupstream a {\n hash ${uri} consistent;\n server b;\n}\n```\nWhy {is} that?\n",
    'nginx: b*1 (without 1,2,7,8)',
  ],
  'words without a fence': [
    "It's so\nupstream a {\n hash $uri;\n server b;\n}\nThat's it.\n",
    'nginx: b*1 (without 1,6)',
  ],
  'a key with all signs': ['upstream a { hash "a;b{c}#$uri"; server b; }', 'nginx: b*1'],
  'a variable of envsubst': ['upstream a {\n hash $uri;\n server ${HOST}:80;\n}', 'nginx 3: variable: ${HOST}'],
  'a template in a weight': [
    'user {{ u }};\nupstream a {\n hash $uri; # {{ x }}\n server b weight={{ w }};\n}',
    'nginx 4: template: {{ w }}',
  ],
  'templates that decide nothing': [
    'user {{ u }};\nhttp { upstream a { hash $uri; server b; } server { {% if x %} listen {{ p }}; {% endif %} } }',
    'nginx: b*1',
  ],
  'a template around an upstream': [
    'http {\n{% if x %}\nupstream a {\n hash $uri;\n server b;\n}\n{% endif %}\n}',
    'nginx 2: template: {% if x %}',
  ],
  'files of a dump': [
    '# configuration file /etc/nginx/nginx.conf:\nhttp { upstream a { hash $uri consistent; include up/*.conf; } }\n' +
      '# configuration file /etc/nginx/up/a.conf:\nserver 10.1.1.1;\nserver 10.1.1.2 down;\n',
    'nginx: 10.1.1.1*1 -10.1.1.2*1',
  ],
  'a file that is missing': [
    'upstream a {\n hash $uri;\n include servers.conf;\n}',
    'nginx 3: include: what is in that file is not in the text',
  ],
  'a text that ends early': ['upstream a {\n hash $uri;\n server b;\n', 'nginx 3: the text ends within “upstream”'],
  'a brace that is missing': [
    'upstream a {\n hash $uri;\n server b;\nupstream c { hash $uri; server d; }',
    'nginx 4: nginx does not accept “upstream” within “upstream”',
  ],
  'a spare server': [
    'upstream a {\n hash $uri;\n server b backup;\n}',
    'nginx 3: backup: nginx does not accept it beside hash',
  ],
  'names of members that objects have': [
    'upstream __proto__ { hash $uri; server constructor; }\nupstream toString { hash $a; server x; }',
    'nginx: x*1',
    'toString',
  ],
  'blocks of Lua': [
    'http { init_by_lua_block { x = "}" -- }\n }\n upstream a { hash $uri; server b; } }',
    'nginx: b*1',
  ],
  'a server twice in a list of weights': [
    'upstream a { hash $uri; server b; server c; server b; }',
    'nginx 1: b is twice in the list, which gives it two places: Reshard cannot express it',
  ],
  'no method': ['upstream a { server b; }', 'nginx 1: round robin: no key decides'],
  'the last method counts': [
    'upstream a {\n hash $uri;\n ip_hash;\n server b; }',
    'nginx 3: ip_hash: Reshard does not have it',
  ],
  'a comment that is no prompt': ['# nginx for images\nupstream a { hash $uri; server b; }', 'nginx: b*1'],
  'a choice that is not there': ['upstream a { hash $uri; server b; }', 'nginx 1: there is no “z” to choose', 'z'],
});

const kHttp = 'defaults\n mode http\n';

test('haproxy: servers with hash-key are those of HAProxy 3.0', async () => {
  const server = 'server a 10.1.1.1:80 hash-key addr-port';
  const text = `${kHttp}backend a\n balance uri\n hash-type consistent djb2\n ${server}\n`;
  const { strategy, nodes } = /** @type {Json} */ (await readWith(readers, text, {}));
  expect(strategy).toEqual({
    id: 'haproxy_servers',
    params: { dialect: 'v3_0', hash_key: 'addr_port', function: 'djb2', avalanche: 'false' },
  });
  expect(nodes).toEqual([{ name: '10.1.1.1:80', address: '10.1.1.1:80', weight: 1 }]);
});

test('haproxy: hash-balance-factor bounds a ring, and nothing else', async () => {
  const read = async (/** @type {string[]} */ ...lines) => {
    const text = `${kHttp}backend a\n balance uri\n ${lines.join('\n ')}\n`;
    const { strategy, servers } = /** @type {Json} */ (await readWith(readers, text, {}));
    return { strategy, servers };
  };
  const server = 'server a 10.1.1.1:80';
  const ring = { function: 'sdbm', avalanche: 'true' };
  const bounds = { bounded: 'true', balance_factor: '125' };
  for (const factor of ['125', '+125', '125%']) {
    expect(await read('hash-type consistent', `hash-balance-factor ${factor}`, server)).toEqual({
      strategy: { id: 'haproxy_servers', params: { dialect: 'v2_6', ...ring, ...bounds } },
      servers: undefined,
    });
  }
  expect(await read('hash-type consistent', 'hash-balance-factor 125', `${server} hash-key addr`)).toEqual({
    strategy: { id: 'haproxy_servers', params: { dialect: 'v3_0', hash_key: 'addr', ...ring, ...bounds } },
    servers: undefined,
  });
  expect(await read('hash-type consistent', 'hash-balance-factor 125', `${server} id 7`)).toEqual({
    strategy: { id: 'haproxy_servers', params: { dialect: 'v2_6', ...ring, ...bounds } },
    servers: [{ name: 'a', id: 7 }],
  });
  for (const factor of ['0', 'none']) {
    expect((await read('hash-type consistent', `hash-balance-factor ${factor}`, server)).strategy).toEqual({
      id: 'haproxy',
      params: { dialect: 'consistent', ...ring },
    });
  }
  expect((await read('hash-balance-factor 125', server)).strategy.params.dialect).toBe('map');
});

cases('haproxy', {
  'a factor that HAProxy refuses': [
    `${kHttp}backend a\n balance uri\n hash-type consistent\n hash-balance-factor 100\n server a 10.1.1.1\n`,
    'haproxy 6: hash-balance-factor must be 0 or greater than 100',
  ],
  'a factor that HAProxy refuses, without a ring': [
    `${kHttp} hash-balance-factor -5\nbackend a\n balance uri\n server a 10.1.1.1\n`,
    'haproxy 3: hash-balance-factor must be 0 or greater than 100',
  ],
  'no factor': [
    `${kHttp}backend a\n balance uri\n hash-type consistent\n hash-balance-factor\n server a 10.1.1.1\n`,
    'haproxy 6: hash-balance-factor has no value',
  ],
  'a factor of more than 31 bits': [
    `${kHttp}backend a\n balance uri\n hash-type consistent\n hash-balance-factor 2147483648\n server a 10.1.1.1\n`,
    'haproxy 6: hash-balance-factor 2147483648: Reshard does not have it',
  ],
  'the numbers of a mixed list': [
    `${kHttp}backend a\n balance uri\n hash-type consistent\n server a 10.1.1.1 id 30\n server b 10.1.1.2 id 4\n` +
      ' server c 10.1.1.3\n server d 10.1.1.4\n server-template t 4 x:80\n server-template u 5-6 x:80\n' +
      ' server e 10.1.1.5 backup\n',
    'haproxy: a*1#30 b*1#4 c*1#3 d*1#5 t1*1#6 t2*1#7 t3*1#8 t4*1#9 u5*1#10 u6*1#11',
  ],
  'a backup and a disabled server, which keep their numbers on a ring': [
    `${kHttp}backend a\n balance uri\n hash-type consistent\n server a 10.1.1.1\n server b 10.1.1.2 backup weight 9\n` +
      ' server c 10.1.1.3 disabled\n server d 10.1.1.4\n server e 10.1.1.5 backup\n',
    'haproxy: a*1#1 -c*1#3 d*1#4',
  ],
  'ids on a ring': [
    `${kHttp}backend a\n balance uri\n hash-type consistent\n server a 10.1.1.1 id 3\n server b 10.1.1.2\n` +
      ' server c 10.1.1.3 id 1\n',
    'haproxy: a*1#3 b*1#2 c*1#1',
  ],
  'a backup whose id leaves a hole': [
    `${kHttp}backend a\n balance uri\n hash-type consistent\n server a 10.1.1.1\n server b 10.1.1.2 id 9 backup\n` +
      ' server c 10.1.1.3 id 4\n',
    'haproxy: a*1#1 c*1#4',
  ],
  'numbers of a map, which do not count': [
    `${kHttp}backend a\n balance uri\n server a 10.1.1.1 id 30\n server b 10.1.1.2 weight 5#c\n`,
    'haproxy: a*1 b*5',
  ],
  'HTTP without its mode': [
    'defaults\n mode tcp\nbackend a\n balance uri\n server a 10.1.1.1\n',
    'haproxy 4: round robin: HAProxy hashes by uri only with “mode http”',
  ],
  'part of a configuration': ['backend a\n balance uri\n server a 10.1.1.1\n', 'haproxy: a*1'],
  'defaults by name': [
    'defaults one\n mode http\n balance uri\n default-server weight 7\ndefaults two from one\n mode http\n' +
      'defaults three\n mode tcp\nbackend a from two\n server a 10.1.1.1\n default-server weight 9 disabled\n' +
      ' server b 10.1.1.2\n server c 10.1.1.3 enabled\n',
    'haproxy: a*7 -b*9 c*9',
  ],
  'another hash': [
    `${kHttp}backend a\n balance uri\n hash-type consistent wt6\n server a 10.1.1.1\n`,
    'haproxy 5: hash-type wt6: Reshard does not have it',
  ],
  'points by address': [
    `${kHttp}backend a\n balance uri\n hash-type consistent\n server a 10.1.1.1 hash-key addr\n`,
    'haproxy: 10.1.1.1*1',
  ],
  'points by address and port': [
    `${kHttp}backend a\n balance uri\n hash-type consistent\n default-server hash-key addr-port\n` +
      ' server a 10.1.1.1:80 id 9 weight 3\n server z 10.1.1.9 backup\n server b [::1]:80 disabled\n',
    'haproxy: 10.1.1.1:80*3 -[::1]:80*1',
  ],
  'points by the address of a name': [
    `${kHttp}backend a\n balance uri\n hash-type consistent\n server a cache-1:80 hash-key addr\n`,
    'haproxy 6: hash-key addr: Reshard does not have it',
  ],
  'points by address of some servers': [
    `${kHttp}backend a\n balance uri\n hash-type consistent\n server a 10.1.1.1 hash-key addr\n server b 10.1.1.2\n`,
    'haproxy 6: hash-key addr: Reshard does not have it',
  ],
  'points by one address of two servers': [
    `${kHttp}backend a\n balance uri\n hash-type consistent\n default-server hash-key addr\n server a 10.1.1.1\n` +
      ' server b 10.1.1.1\n',
    'haproxy 7: hash-key addr: Reshard does not have it',
  ],
  'words around it': [
    "It's so:\nbackend a\n balance uri\n server a 10.1.1.1\n\nThat's it.\nbut why does it move keys?\n",
    'haproxy: a*1 (without 1,6,7)',
  ],
  'a comment that begins within a word': [
    'backend a\n balance uri\n server a 10.1.1.1 weight 2#0\n server b "10.1.1.2"\n server c 10.1.1.3\\ x',
    'haproxy: a*2 b*1 c*1',
  ],
  'a server of a frontend': [
    'frontend f\n bind :80\n server a 10.1.1.1\nbackend b\n balance uri\n server c 10.1.1.3',
    'haproxy 3: HAProxy accepts no servers in a section “frontend”',
  ],
  'two servers of a name': [
    'backend b\n balance uri\n server a 10.1.1.1\n server a 10.1.1.1',
    'haproxy 4: the server a is already in line 3',
  ],
  'no address': [
    'backend b\n balance uri\n server a 10.1.1.1\n server b',
    'haproxy 4: HAProxy expects a name and an address of a server',
  ],
  'a loop of a template': [
    'backend b\n balance uri\n{% for h in hosts %}\n server {{ h }} {{ h }}:80\n{% endfor %}\n',
    'haproxy 3: template: {% for h in hosts %}',
  ],
  'templates that decide nothing': [
    'frontend f\n{% if tls %}\n bind :443 ssl crt {{ crt }}\n{% endif %}\n log-format "%{+Q}r"\n' +
      'backend b\n mode http\n balance uri\n timeout server {{ t }}\n server a {{ host }}:80 check inter {{ i }}\n',
    'haproxy: a*1',
  ],
  'a condition around a server': [
    'backend b\n balance uri\n server a 10.1.1.1\n .if defined(X)\n server b 10.1.1.2\n .endif\n',
    'haproxy 4: template: .if defined(X)',
  ],
  'a variable in a name': ['backend b\n balance uri\n server "$A" 10.1.1.1\n', 'haproxy 3: variable: $A'],
  'a weight above 256': [
    'backend b\n balance uri\n server a 10.1.1.1 weight 257\n',
    'haproxy 3: HAProxy’s weights are 0 to 256',
  ],
  'a value that is called weight': [
    'backend b\n balance uri\n server a 10.1.1.1 cookie weight weight 3\n',
    'haproxy: a*3',
  ],
});

const kPool = 'p:\n  listen: 127.0.0.1:22121\n  distribution: ketama\n  redis_auth: secret-1\n  servers:\n';

cases('twemproxy', {
  'a socket without a name, which is hashed with a colon': [
    `${kPool}   - /run/a.sock:2\n`,
    'twemproxy: /run/a.sock:*2',
  ],
  'two servers of a name': [
    `${kPool}   - 10.1.1.1:11211:1\n   - 10.1.1.2:11211:1\n   - 10.1.1.1:11211:3\n`,
    'twemproxy 8: the server 10.1.1.1:11211 is already in line 6',
  ],
  'no weight above 0': [`${kPool}   - 10.1.1.1:11211:0\n`, 'twemproxy 6: twemproxy’s weights are whole numbers from 1'],
  'a blank in a name': [`${kPool}   - 10.1.1.1:11211:1 a b\n`, 'twemproxy 6: no “host:port:weight”'],
  'no such port': [`${kPool}   - 10.1.1.1:70000:1\n`, 'twemproxy 6: no address of a server'],
  'another hash': [`${kPool}   - 10.1.1.1:1:1\n  hash: MD5\n`, 'twemproxy 7: twemproxy has no such hash'],
  'another distribution': [
    'p:\n  distribution: modulo\n  servers:\n   - 10.1.1.1:1:1\n',
    'twemproxy 2: twemproxy has no such distribution',
  ],
  'a setting that it does not know': [
    `${kPool}   - 10.1.1.1:1:1\n  hsah: md5\n`,
    'twemproxy 7: twemproxy knows no such setting of a pool',
  ],
  'a setting twice': [
    `${kPool}   - 10.1.1.1:1:1\n  distribution: modula\n`,
    'twemproxy 7: “distribution” is already there',
  ],
  'a list in brackets': [
    'p:\n  distribution: ketama\n  servers: [ "10.1.1.1:1:1" ]\n',
    'twemproxy 3: twemproxy accepts a list of lines as the servers of p',
  ],
  'yes instead of true': [
    `${kPool}   - 10.1.1.1:1:1\n  auto_eject_hosts: yes\n`,
    'twemproxy 7: twemproxy accepts “true” and “false”',
  ],
  'a template in a server': [
    'p:\n  listen: {{ l }}\n  distribution: ketama # {{ no }}\n  servers:\n   - {{ h }}:11211:1\n',
    'twemproxy 5: template: {{ h }}',
  ],
  'templates that decide nothing': [
    'p:\n  listen: {{ l }}\n  redis_auth: "{{ s }}"\n  distribution: ketama # {{ no }}\n  servers:\n   - 10.1.1.1:1:1\n',
    'twemproxy: 10.1.1.1:1*1',
  ],
  'a loop of a template': [
    `${kPool}   - 10.1.1.1:1:1\n{% for h in hosts %}\n   - {{ h }}:1:1\n{% endfor %}\n`,
    'twemproxy 7: template: {% for h in hosts %}',
  ],
  'words around a fence': [
    `So:\n\x60\x60\x60yaml\n${kPool}   - 10.1.1.1:1:1\n\x60\x60\x60\nBut why?`,
    'twemproxy: 10.1.1.1:1*1 (without 1,2,9,10)',
  ],
  'names of members that objects have': [
    `${kPool.replace('p:', '__proto__:')}   - 10.1.1.1:1:1 constructor\n`,
    'twemproxy: constructor*1',
  ],
});

cases('mcrouter', {
  'a text that ends early': [
    '{"pools": {"A": {"servers": [\n"10.1.1.1:1",\n"10',
    'mcrouter 3: this is not JSON: a text does not end in its line',
  ],
});

const socket = (/** @type {string} */ address, /** @type {number | string} */ port = 80) =>
  `{ address: { socket_address: { address: "${address}", port_value: ${port} } } }`;
const endpoint = (/** @type {string} */ address, more = '') => `      - { endpoint: ${socket(address)}${more} }\n`;
const kRing = 'clusters:\n- name: c\n  lb_policy: RING_HASH\n';
const kAssigned = '  load_assignment:\n    cluster_name: c\n    endpoints:\n';

cases('envoy', {
  'weights of localities': [
    `${kRing}  common_lb_config: { locality_weighted_lb_config: {} }\n${kAssigned}` +
      `    - load_balancing_weight: 3\n      lb_endpoints:\n${endpoint('10.1.1.1', ', load_balancing_weight: 2')}` +
      `${endpoint('10.1.1.2')}    - load_balancing_weight: 1\n      lb_endpoints:\n${endpoint('10.1.1.3')}` +
      `    - lb_endpoints:\n${endpoint('10.1.1.4')}`,
    'envoy: 10.1.1.1:80*2 10.1.1.2:80*1 10.1.1.3:80*1 10.1.1.4:80*0',
  ],
  'weights of localities that do not count': [
    `${kRing}${kAssigned}    - load_balancing_weight: 3\n      lb_endpoints:\n${endpoint('10.1.1.1')}` +
      `    - load_balancing_weight: 1\n      lb_endpoints:\n${endpoint('10.1.1.3')}`,
    'envoy: 10.1.1.1:80*1 10.1.1.3:80*1',
  ],
  'JSON in camelCase, with numbers as texts': [
    JSON.stringify([
      {
        name: 'outbound|80||a',
        type: 'EDS',
        lbPolicy: 5,
        maglevLbConfig: { tableSize: '13' },
        transportSocket: { privateKey: 'secret-1' },
        loadAssignment: {
          clusterName: 'x',
          endpoints: [
            {
              lbEndpoints: [
                {
                  endpoint: { address: { socketAddress: { address: '2001:DB8::0:1', portValue: '80' } } },
                  loadBalancingWeight: '7',
                },
              ],
            },
          ],
        },
      },
    ]),
    'envoy: [2001:db8::1]:80*7',
  ],
  'hosts with bounded loads': [
    `${kRing}  common_lb_config: { consistent_hashing_lb_config: { hash_balance_factor: 150 } }\n`,
    'envoy 4: hash_balance_factor',
  ],
  'endpoints that are elsewhere': [kRing, 'envoy 2: the endpoints of the cluster c are not in the text'],
  'endpoints of a service': [
    `${kRing}  eds_cluster_config: { service_name: s }\n---\ncluster_name: s\nendpoints:\n- lb_endpoints:\n${endpoint(
      '10.1.1.1',
    )}`,
    'envoy: 10.1.1.1:80*1',
  ],
  'a dump of a bootstrap alone': [
    `curl: 100 %\n{"configs": [{"bootstrap": {"static_resources": {"clusters": [{"name": "c", "lb_policy": "MAGLEV",
      "load_assignment": {"endpoints": [{"lb_endpoints": [{"endpoint": {"address": {"socket_address":
      {"address": "10.1.1.1", "port_value": 80}}}}]}]}}]}}}]}`,
    'envoy: 10.1.1.1:80*1 (without 1)',
  ],
  'a template in an address': [
    `${kRing}  connect_timeout: {{ t }}\n${kAssigned}    - lb_endpoints:\n${endpoint('{{ ip }}')}`,
    'envoy 9: template: {{ ip }}',
  ],
  'a loop of a template': [
    `${kRing}${kAssigned}    - lb_endpoints:\n{{- range .Hosts }}\n${endpoint('{{ . }}')}{{- end }}\n`,
    'envoy 8: template: {{- range .Hosts }}',
  ],
  'a table that is not prime': [
    'clusters:\n- name: c\n  lb_policy: MAGLEV\n  maglev_lb_config: { table_size: 1000 }\n',
    'envoy 4: 1000 is no prime: Envoy refuses it as a table_size',
  ],
  'a ring that is too small': [
    `${kRing}  ring_hash_lb_config: { minimum_ring_size: 9, maximum_ring_size: 8 }\n`,
    'envoy 4: Envoy refuses a minimum_ring_size above the maximum_ring_size',
  ],
  'a weight of 0': [
    `${kRing}${kAssigned}    - lb_endpoints:\n${endpoint('10.1.1.1', ', load_balancing_weight: 0')}`,
    'envoy 8: “0” is no number from 1 to 4294967295',
  ],
  'two clusters of a name': [`${kRing}- name: c\n  lb_policy: MAGLEV\n`, 'envoy 4: the cluster c is already in line 2'],
  'two hosts of a key': [
    `${kRing}${kAssigned}    - lb_endpoints:\n${endpoint(
      '10.1.1.1',
      ', metadata: &m { filter_metadata: { envoy.lb: { hash_key: k } } }',
    )}${endpoint('10.1.1.2', ', metadata: *m')}`,
    'envoy 9: two endpoints are hashed as k; the first is in line 8',
  ],
  'aliases that multiply': [
    `${kRing}x: &a [1, 1, 1, 1, 1, 1, 1, 1]\n${[...'bcdefghijkl']
      .map((name, i) => `x${i}: &${name} [${Array(8).fill(`*${'abcdefghijkl'[i]}`)}]\n`)
      .join('')}`,
    'envoy 2: the endpoints of the cluster c are not in the text',
  ],
  'a text that ends early': [
    '{"clusters": [{"name": "c", "lb_policy": "MAGLEV",\n',
    'envoy 1: the JSON ends too early',
  ],
  'states as JSON': [
    JSON.stringify({
      cluster_statuses: [
        {
          name: 'c',
          host_statuses: [
            {
              address: { socket_address: { address: '10.1.1.1', port_value: 80 } },
              weight: 3,
              health_status: { eds_health_status: 'HEALTHY', failed_active_health_check: true },
            },
            { address: { socket_address: { address: '10.1.1.2', port_value: 80 } }, priority: 1 },
          ],
        },
      ],
    }),
    'envoy: -10.1.1.1:80*3',
  ],
  'states that are cut': [
    'c::10.1.1.1:80::weight::2\nc::10.1.1.1:80::health_flags::/degraded_active_hc\nsome text\nc::10.1.1.2:8',
    'envoy: 10.1.1.1:80*2 (without 3,4)',
  ],
});

cases('istio', {
  'a subset with a hash of its own': [
    'kind: DestinationRule\nmetadata: { name: a }\nspec:\n  host: a\n  subsets:\n  - name: v1\n    trafficPolicy:\n' +
      '      loadBalancer: { consistentHash: { useSourceIp: true, minimumRingSize: 64 } }\n',
    'istio: ',
  ],
  'Endpoints with those that are not ready': [
    'kind: List\nitems:\n- kind: Endpoints\n  metadata: { name: a }\n  subsets:\n  - addresses: [{ ip: 10.1.1.1 }]\n' +
      '    notReadyAddresses: [{ ip: "2001:db8::1" }]\n    ports: [{ port: 80 }]\n' +
      '- kind: DestinationRule\n  metadata: { name: a }\n  spec:\n    host: a.b.svc\n    trafficPolicy:\n' +
      '      loadBalancer: { consistentHash: { httpCookie: { name: u, ttl: 0s } } }\n',
    'istio: 10.1.1.1:80*1 -[2001:db8::1]:80*1',
  ],
  'no balancer': [
    'kind: DestinationRule\nmetadata: { name: a }\nspec: { host: a }\n',
    'istio 1: no consistentHash: no key decides',
  ],
});

cases('a program', {
  Java: ['package a.b;\n\nclass X {}\n', 'null 1: a Java program: paste its list of servers'],
  'part of one in Java': [
    'Set<HostAndPort> nodes = new HashSet<>();\nnodes.add(new HostAndPort("10.1.1.1", 6379));\n',
    'null 1: a Java program: paste its list of servers',
  ],
  Go: [
    'rdb := redis.NewClusterClient(&redis.ClusterOptions{\n\tAddrs: []string{"10.1.1.1:6379"},\n})\n',
    'null 1: a Go program: paste its list of servers',
  ],
  'Python that writes a configuration': [
    'import sys\nprint("""\nupstream a {\n hash $uri;\n server b;\n}\n""")\n',
    'null 1: a Python program: paste its list of servers',
  ],
  JavaScript: [
    "// the caches\nconst Redis = require('ioredis');\n",
    'null 2: a JavaScript program: paste its list of servers',
  ],
  PHP: ['<?php\n$m = new Memcached();\n', 'null 1: a PHP program: paste its list of servers'],
  Ruby: ["cache = Dalli::Client.new(['10.1.1.1:11211'])\n", 'null 1: a Ruby program: paste its list of servers'],
});

cases('nginx', {
  'a server outside of its upstream': [
    'http {\n upstream a { hash $uri; server b; }\n server c:80;\n}',
    'nginx 3: nginx accepts such a “server” only within an upstream',
  ],
  'a statement that is cut': [
    'upstream a {\n hash $uri;\n server b;\n serv c;\n}',
    'nginx 4: nginx knows no such statement of an upstream',
  ],
});

cases('haproxy', {
  'a statement that is cut': [
    'backend a\n balance uri\n hash-ty consistent\n server a 10.1.1.1\n',
    'haproxy 3: the first word of the line is cut',
  ],
  'an option that is cut': [
    'backend a\n balance uri\n server a 10.1.1.1 weig\n',
    'haproxy 3: HAProxy knows no such option of a server',
  ],
  'a section without its first line': [
    'resolvers r\n nameserver n 10.1.1.9:53\n balance uri\n server a 10.1.1.1\nbackend b\n balance uri\n server c 10.1.1.3',
    'haproxy 3: HAProxy accepts no “balance” in a section “resolvers”',
  ],
  'no such mode': [
    'backend a\n mode tc\n balance source\n server a 10.1.1.1\n',
    'haproxy 2: HAProxy knows no such mode',
  ],
});
