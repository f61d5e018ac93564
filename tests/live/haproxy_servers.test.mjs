// HAProxy 2.6 with ids for its servers, which the page exports from a link with them.
import { test } from 'node:test';
import { casesOfIds, compareServers } from './haproxy_servers.mjs';
import { loadCore, needs } from './programs.mjs';

const core = await loadCore();

test('HAProxy 2.6 serves every key from the server that Reshard names', needs('/usr/sbin/haproxy'), (t) =>
  compareServers(t, '/usr/sbin/haproxy', core, (names) => casesOfIds(names, 'v2_6')),
);
