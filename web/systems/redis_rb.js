// redis-rb's Redis::Distributed. A server is known by its URL, unless the option id gives it another name.
import { t } from '../text/language.js';
import { ruby } from '../text/quote.js';
import { Refused, addressOf, addressesOf, lines, unweighted } from './shared/rules.js';

const system = 'redis-rb';
const covers = { strategy: 'client_ring', dialects: ['redis_rb'] };

const kPort = 6379;

/** A URL as redis-rb itself writes it; others are another name of the server. @param {string} name */
function isUrl(name) {
  const [, host, port] = /^redis:\/\/(.+):(\d+)\/(?:0|[1-9]\d{0,8})$/.exec(name) ?? [];
  const at = host === undefined ? null : addressOf(`${host}:${port}`);
  return at !== null && !at.ipv6 && at.socket === null;
}

/** @param {import('./shared/rules.js').Server} server */
function optionsOf({ node, at }) {
  if (at.host.includes('%'))
    throw new Refused(
      t('{0} reads IPv6 addresses of hexadecimal digits and colons; “{1}” has more.', system, node.name),
    );
  // The database is written: that of the environment variable REDIS_URL would count.
  return at.socket === null
    ? `url: ${ruby(`redis://${at.ipv6 ? `[${at.host}]` : at.host}:${at.port ?? kPort}/0`)}`
    : `path: ${ruby(at.socket)}, db: 0`;
}

/** @type {import('./systems.js').Write} */
function write({ nodes, params }) {
  const byId = params.identified_by === 'id';
  const servers = unweighted(system, nodes).map((node) => {
    if (!byId && isUrl(node.name)) return `{ url: ${ruby(node.name)} }`;
    const [server] = addressesOf(system, [node], true);
    return byId ? `{ ${optionsOf(server)}, id: ${ruby(node.name)} }` : `{ ${optionsOf(server)} }`;
  });
  return [
    {
      file: 'redis.rb',
      language: 'ruby',
      text: lines(
        "require 'redis'",
        "require 'redis/distributed'",
        '',
        'REDIS = Redis::Distributed.new(',
        '  [',
        servers.map((server) => `    ${server},`),
        '  ]',
        ')',
      ),
    },
  ];
}

export default { system, covers, write };
