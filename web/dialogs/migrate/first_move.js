// How the view begins: as the page's system moves keys.
import { runningOf } from '../files/running_cluster.js';
import { withProtocol } from './changes.js';

// Behind their lists of servers nobody copies anything: a cache fills itself. tests/web/node/first_move.test.mjs holds
// this to the systems whose runbook is a new configuration.
export const kCaches = [
  'nginx',
  'haproxy',
  'haproxy_servers',
  'envoy_ring',
  'ketama',
  'jedis',
  'serialx',
  'stathat',
  'caddy',
  'squid_carp',
  'varnish_shard',
  'dnsdist',
];

/**
 * @param {Pick<import('../../host/page.js').Page, 'bridge' | 'embedded'>} page
 * @param {import('./spec.js').Move} usual
 */
export function firstMoveOn(page, usual) {
  // Redis Cluster moves its slots in its own way, which is what whoever opened one asks about.
  if (runningOf(page) !== null) return withProtocol(usual, 'slot_by_slot');
  const { strategies } = page.bridge.read('scenario');
  const isCache = kCaches.includes(strategies?.[0]?.strategy ?? '');
  return isCache && !page.embedded ? withProtocol(usual, 'flip') : usual; // a post's figure stays as it was written
}
