// Commands for single cache servers, by the address that a node's name is: whether one answers, how often it hits, and
// how to empty it. Names that are no address get none.
import { shell } from '../../text/quote.js';
import { addressOf } from '../../systems/shared/rules.js';

/** @typedef {import('./runbook_programs.js').Servers} Servers */
/** @typedef {import('../../systems/shared/rules.js').Address} Address */

/** @type {Record<Servers, number>} */
const kPorts = { http: 80, memcached: 11_211, redis: 6379 };

/** @param {Address} at @param {Servers} servers */
const netcat = ({ socket, host, port }, servers) =>
  socket === null ? `nc -w 2 ${host} ${port ?? kPorts[servers]}` : `nc -w 2 -U ${shell(socket)}`;

/** @param {Address} at */
const redis = ({ socket, host, port }) =>
  socket === null ? `redis-cli -h ${host} -p ${port ?? kPorts.redis}` : `redis-cli -s ${shell(socket)}`;

/** @param {Address} at */
function curl({ socket, host, port, ipv6 }) {
  const asked = "curl -sS -o /dev/null -w '%{http_code}\\n'";
  if (socket !== null) return `${asked} --unix-socket ${shell(socket)} http://localhost/`;
  const name = ipv6 ? `[${host}]` : host;
  return `${asked} ${shell(`http://${name}:${port ?? kPorts.http}/`)}`;
}

const kStats = "| grep -E 'uptime|curr_items|limit_maxbytes|get_hits|get_misses'";

/** @type {Record<Servers, (at: Address) => string>} */
const kAnswers = {
  http: curl,
  memcached: (at) => `printf 'stats\\r\\nquit\\r\\n' | ${netcat(at, 'memcached')} ${kStats}`,
  redis: (at) => `${redis(at)} PING`,
};

/** @type {Record<Servers, ?(at: Address) => string>} */
const kHits = {
  http: null, // the proxy's log counts them
  memcached: kAnswers.memcached,
  redis: (at) => `${redis(at)} INFO stats | grep keyspace`,
};

/** @type {Record<Servers, ?(at: Address) => string>} */
const kFlushes = {
  http: null, // each cache has its own way
  memcached: (at) => `printf 'flush_all\\r\\nquit\\r\\n' | ${netcat(at, 'memcached')}`,
  redis: (at) => `${redis(at)} FLUSHALL`,
};

/**
 * @param {?(at: Address) => string} command
 * @param {string[]} names
 */
const forEach = (command, names) =>
  names.flatMap((name) => {
    const at = addressOf(name);
    return at && command ? [command(at)] : [];
  });

/** @param {Servers} servers @param {string[]} names */
export const answering = (servers, names) => forEach(kAnswers[servers], names);

/** @param {Servers} servers @param {string[]} names */
export const hitting = (servers, names) => forEach(kHits[servers], names);

/** @param {Servers} servers @param {string[]} names */
export const flushing = (servers, names) => forEach(kFlushes[servers], names);
