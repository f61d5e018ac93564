// What each cache router needs at the steps of its runbook (runbook_reload.js): where its configuration is, how to
// check it, take it into use and see what it does. A system has one entry here, by the name that its writer in
// web/systems has; a writer without an entry has no runbook of its own.
//
// Commands as documented: nginx(8) and ngx_http_upstream_module; HAProxy's management guide (3. Starting HAProxy, 4.
// Stopping and restarting, 9.3. Unix Socket commands) and Debian's haproxy.service; twemproxy's README and
// nutcracker(8); Envoy's operations/cli, admin interface and hot restart; memcached's protocol.txt.
import { t } from '../../text/language.js';

/** @typedef {'http' | 'memcached' | 'redis'} Servers what answers behind it */

/**
 * How weights let a server in gradually. `ratio`: only their ratio counts, so that all can be multiplied; `points`:
 * more weight adds points, and multiplying all moves keys; '': not at all.
 * @typedef {'ratio' | 'points' | ''} Weights
 */

/**
 * @typedef {object} Program
 * @property {boolean} [client] a library in the application; otherwise a proxy
 * @property {Servers} servers
 * @property {string} [path] of its file; without it, the file is the application's own
 * @property {(params: Record<string, any>, strategy: string) => Weights} weights
 * @property {() => string} keep what of the reader's own file stays
 * @property {string[]} watch prints its hit rate, or the load of its servers
 * @property {() => string} watched what that prints
 * @property {string[]} check
 * @property {() => string} checked
 * @property {string[]} reload
 * @property {() => string} reloaded what happens to requests and connections
 * @property {() => string} owner how to see which server a key goes to
 * @property {(params: Record<string, any>, isLeaving: boolean) => string} [hint] how fewer keys would move; '': none
 * @property {() => string} [untested] if no test has run these commands
 */

const memcachedStats = () => t('memcached counts get_hits and get_misses: take the difference of two readings.');
const ofRedis = () => t('Redis counts keyspace_hits and keyspace_misses: take the difference of two readings.');
const notRun = () => t('No test of Reshard has run these commands. Try them on a proxy that serves nobody.');
const noCheck = () => t('The file compiles or loads in a test of the application.');
const asRelease = () => t('It takes effect with a release of the application, as any other change of its code.');
const ofClient = () =>
  t('Run this in a folder of its own, and take the list of servers from there. Other options of your client stay.');

/** @param {string} call */
const inTest = (call) => () => t('In a test, ask the client for the owner of each key below: {0}.', call);

/** @type {Omit<Program, 'weights' | 'owner'>} */
const kClient = {
  client: true,
  servers: 'memcached',
  keep: ofClient,
  watch: [],
  watched: memcachedStats,
  check: [],
  checked: noCheck,
  reload: [],
  reloaded: asRelease,
};

const kTestKeys = "['item:1', 'item:2', 'item:3']";
const kNutcracker = '/etc/nutcracker/nutcracker.yml';

/** @type {Record<string, Program>} */
export const kPrograms = {
  nginx: {
    servers: 'http',
    path: '/etc/nginx/conf.d/backend.conf',
    weights: ({ dialect }) => (dialect === 'consistent' ? 'points' : ''),
    keep: () =>
      t(
        'This file is for a configuration that includes the folder conf.d. If your upstream is in another file, replace its server lines there. Its name, the key after “hash”, and other parameters of your own stay.',
      ),
    watch: [`tail -n 10000 /var/log/nginx/access.log | awk '{ seen[$NF]++ } END { for (w in seen) print seen[w], w }'`],
    watched: () =>
      t(
        'This counts the last field of the log. Let that be $upstream_cache_status, or $upstream_http_x_cache if the servers behind nginx are the caches.',
      ),
    check: ['nginx -t'],
    checked: () => t('nginx says that the syntax is ok and the test is successful.'),
    reload: ['nginx -s reload'],
    reloaded: () =>
      t(
        'Old workers finish their requests and close the connections that clients keep open; new workers take the next ones.',
      ),
    owner: () => t('Log $upstream_addr, or send it in a header, to see which server a key goes to.'),
  },
  HAProxy: {
    servers: 'http',
    path: '/etc/haproxy/caches.cfg',
    weights: ({ dialect }) => (dialect === 'consistent' ? 'points' : ''),
    keep: () =>
      t(
        'This is a second file beside haproxy.cfg: start HAProxy with an -f for each (on Debian in EXTRAOPTS of /etc/default/haproxy). If your backend is in haproxy.cfg, replace its server lines there. Its name, the line “balance”, and other parameters of your own stay.',
      ),
    watch: ["echo 'show stat' | socat stdio /run/haproxy/admin.sock | cut -d, -f1,2,8,18,19,34"],
    watched: () => t('Of each server: sessions so far, state, weight, sessions per second.'),
    check: ['haproxy -c -f /etc/haproxy/haproxy.cfg -f /etc/haproxy/caches.cfg'],
    checked: () => t('HAProxy says that the configuration file is valid.'),
    reload: ['systemctl reload haproxy'],
    reloaded: () =>
      t(
        'The old process finishes its requests and closes the connections that clients keep open (a reload sends the master USR2).',
      ),
    owner: () => t('Log %s, the server’s name, to see which server a key goes to.'),
    hint: ({ dialect }, isLeaving) =>
      dialect === 'consistent' && isLeaving
        ? t(
            'HAProxy numbers servers by their position. If the line of the server that leaves stays, as “disabled”, or every server has had an “id”, only its own keys move.',
          )
        : '',
  },
  twemproxy: {
    servers: 'memcached',
    path: `${kNutcracker}.new`,
    weights: (_, strategy) => (strategy === 'ketama' ? 'ratio' : ''),
    keep: () =>
      t(
        'If your file has several pools, copy the others from it. Name, listen and other parameters of your own pool stay.',
      ),
    watch: ['nc -w 2 127.0.0.1 22222'],
    watched: () => t('twemproxy prints requests, errors and time-outs of each server as JSON.'),
    check: [`nutcracker -t -c ${kNutcracker}.new`],
    checked: () => t('nutcracker says that the syntax is ok.'),
    reload: [
      `cp -p ${kNutcracker} ${kNutcracker}.old`,
      `cp ${kNutcracker}.new ${kNutcracker}`,
      'systemctl restart nutcracker',
    ],
    reloaded: () =>
      t(
        'twemproxy cannot reload: its connections break, and clients connect anew. To spare them that, start another one with the new file on other ports (listen and -s), send clients there, and then stop the old one.',
      ),
    owner: () => t('What is set through the proxy is found on the server that has the key, and on no other.'),
  },
  Envoy: {
    servers: 'http',
    path: '/etc/envoy/clusters.yaml',
    weights: () => 'ratio',
    keep: () =>
      t(
        'Put this cluster in the place of yours under static_resources of envoy.yaml, or hand its endpoints to your control plane. Its name and other parameters of your own stay.',
      ),
    watch: ["curl -s http://127.0.0.1:9901/clusters | grep '^backend::'"],
    watched: () => t('Envoy prints the requests, errors and weight of each host.'),
    check: [
      "{ echo 'static_resources:'; sed 's/^/  /' /etc/envoy/clusters.yaml; } > /etc/envoy/check.yaml",
      'envoy --mode validate -c /etc/envoy/check.yaml',
      'envoy --mode validate -c /etc/envoy/envoy.yaml',
    ],
    checked: () => t('Envoy says OK for the cluster alone and for your whole file.'),
    reload: ['pkill -HUP -f hot-restarter.py'],
    reloaded: () =>
      t(
        'With EDS nothing restarts: send the new endpoints to this proxy only. A static file takes a hot restart (hot-restarter.py): the old process finishes its requests.',
      ),
    owner: () => t('Log %UPSTREAM_HOST% to see which server a key goes to.'),
    untested: () => t('No test of Reshard has run Envoy’s commands. Try them on a proxy that serves nobody.'),
  },
  Caddy: {
    servers: 'http',
    path: '/etc/caddy/Caddyfile',
    weights: () => '',
    keep: () =>
      t('If your site has more than this proxy, replace its reverse_proxy there. The rest of your file stays.'),
    watch: ['curl -s http://127.0.0.1:2019/reverse_proxy/upstreams'],
    watched: () => t('Caddy prints the requests under way and the failures of each upstream.'),
    check: ['caddy validate --config /etc/caddy/Caddyfile'],
    checked: () => t('Caddy says that the configuration is valid.'),
    reload: ['systemctl reload caddy'],
    reloaded: () => t('Caddy takes the new configuration without a stop: requests under way finish.'),
    owner: () => t('Send {http.reverse_proxy.upstream.hostport} in a header to see which server a key goes to.'),
    untested: notRun,
  },
  Squid: {
    servers: 'http',
    path: '/etc/squid/conf.d/parents.conf',
    weights: () => '',
    keep: () => t('If your cache_peer lines are in squid.conf, replace them there. Other parameters of your own stay.'),
    watch: ['curl -s http://127.0.0.1:3128/squid-internal-mgr/carp'],
    watched: () => t('Squid prints the share that CARP gives each parent, and the share that it has had.'),
    check: ['squid -k parse'],
    checked: () => t('Squid names no error.'),
    reload: ['squid -k reconfigure'],
    reloaded: () => t('Squid reads its files again: requests wait for that moment.'),
    owner: () => t('The line of a request in access.log has CARP and the parent that was asked.'),
    untested: notRun,
  },
  Varnish: {
    servers: 'http',
    path: '/etc/varnish/default.vcl',
    weights: () => 'points',
    keep: () =>
      t('Subroutines, probes and other parameters of your own VCL stay: replace its backends and its director.'),
    watch: ["varnishstat -1 -f 'MAIN.cache_hit' -f 'MAIN.cache_miss' -f 'VBE.*.req'"],
    watched: () => t('Varnish counts its hits and misses, and the requests to each backend.'),
    check: ['varnishd -C -f /etc/varnish/default.vcl'],
    checked: () => t('Varnish prints the program that it has made of the file, and no error.'),
    reload: ['varnishreload'],
    reloaded: () => t('Varnish loads the new VCL beside the old one: requests under way finish with the old one.'),
    owner: () => t('varnishlog -i BackendOpen prints the backend of each request that missed.'),
    untested: notRun,
  },
  dnsdist: {
    servers: 'http',
    path: '/etc/dnsdist/dnsdist.conf',
    weights: () => 'points',
    keep: () =>
      t('Addresses to listen on, rules and other parameters of your own file stay: replace its newServer lines.'),
    watch: ["dnsdist -e 'showServers()'"],
    watched: () => t('dnsdist prints the queries, the state and the latency of each server.'),
    check: ['dnsdist --check-config'],
    checked: () => t('dnsdist says that the configuration is OK.'),
    reload: ['systemctl restart dnsdist'],
    reloaded: () => t('dnsdist cannot reload: queries under way are lost, and clients ask again.'),
    owner: () => t('dnsdist -e "grepq(\'the name\')" prints which server was asked for a name.'),
    untested: notRun,
  },
  libketama: {
    ...kClient,
    weights: () => 'ratio',
    keep: () =>
      t('libketama reads this file again as soon as it changes: put it on one machine, as the next step says.'),
    owner: inTest('ketama_get_server(key, continuum)'),
  },
  libmemcached: {
    ...kClient,
    weights: ({ dialect }) => (dialect === 'libmemcached_weighted' ? 'ratio' : ''),
    owner: inTest('memcached_server_by_key(memc, key, length, &error)'),
  },
  spymemcached: { ...kClient, weights: () => '', owner: inTest('client.getNodeLocator().getPrimary(key)') },
  'python-memcached': {
    ...kClient,
    weights: () => '',
    check: [
      `python3 -c "from cache import client; [print(k, client._get_server(k.encode())[0]) for k in ${kTestKeys}]"`,
    ],
    owner: inTest('client._get_server(key.encode())'),
  },
  'hashring (npm)': {
    ...kClient,
    weights: () => 'ratio',
    check: [`node -e "const ring = require('./ring.cjs'); for (const k of ${kTestKeys}) console.log(k, ring.get(k))"`],
    owner: inTest('ring.get(key)'),
  },
  'hash_ring (Python)': {
    ...kClient,
    weights: () => 'ratio',
    check: [`python3 -c "from ring import ring; [print(k, ring.get_node(k)) for k in ${kTestKeys}]"`],
    owner: inTest('ring.get_node(key)'),
  },
  Dalli: { ...kClient, weights: () => 'ratio', owner: inTest('client.send(:ring).server_for_key(key).name') },
  pymemcache: { ...kClient, weights: () => '', owner: inTest('client.hasher.get_node(key)') },
  'redis-rb': {
    ...kClient,
    servers: 'redis',
    weights: () => '',
    watched: ofRedis,
    owner: inTest('redis.node_for(key).id'),
  },
  Predis: {
    ...kClient,
    servers: 'redis',
    weights: () => '',
    watched: ofRedis,
    owner: inTest('$client->getConnection()->getConnectionByKey($key)'),
  },
  'serialx/hashring (Go)': { ...kClient, weights: () => 'points', owner: inTest('ring.New().GetNode(key)') },
  'stathat/consistent (Go)': { ...kClient, weights: () => '', owner: inTest('ring.New().Get(key)') },
  Jedis: {
    ...kClient,
    servers: 'redis',
    weights: () => 'points',
    watched: ofRedis,
    owner: inTest('Shards.open().getShardInfo(key)'),
  },
};
