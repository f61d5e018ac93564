// HAProxy 2.6 with hash-balance-factor, under requests that stay open.
import { test } from 'node:test';
import { casesOfFactors, compareHeld } from './haproxy_held.mjs';
import { loadCore, needs } from './programs.mjs';

const core = await loadCore();

test('HAProxy 2.6 bounds the requests of a server as Reshard does', needs('/usr/sbin/haproxy'), (t) =>
  compareHeld(t, '/usr/sbin/haproxy', core, (names) => casesOfFactors(names, 'v2_6')),
);
