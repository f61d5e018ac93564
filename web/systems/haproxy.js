// HAProxy's `balance` with `hash-type`. Servers are numbered by position unless they have an `id`; names are unique.
// `haproxy_servers` is the consistent one by release: since 3.0 a server's `hash-key` may be its address.
import { haproxy as quoted } from '../text/quote.js';
import { t } from '../text/language.js';
import { addressesOf, givenTokens, hostAndPort, lines, Refused, wholeWeights } from './shared/rules.js';

const system = 'HAProxy';
const covers = [{ strategy: 'haproxy' }, { strategy: 'haproxy_servers' }];

const kMostWeight = 256;
const kPort = 80;

// A server's name may have only letters, digits and -_.:; if two names become equal, a number is appended.
/** @param {import('./systems.js').Node[]} nodes */
function serverNames(nodes) {
  const taken = new Set();
  return nodes.map(({ name }) => {
    const base = name.replace(/[^A-Za-z0-9_.:-]/g, '-');
    let own = base;
    for (let number = 2; taken.has(own); ++number) own = `${base}-${number}`;
    taken.add(own);
    return own;
  });
}

/** Whether HAProxy need not look it up. @param {import('./shared/rules.js').Address} at */
function isIp({ host, ipv6 }) {
  if (ipv6) return !host.includes('%');
  const parts = host.split('.');
  return parts.length === 4 && parts.every((part) => String(Number(part)) === part && Number(part) < 256);
}

/** Refuses names: their points would be those of the addresses that they have where HAProxy starts. */
const refuseNames = (/** @type {import('./shared/rules.js').Server[]} */ servers) => {
  const named = servers.find(({ at }) => !isIp(at));
  if (!named) return;
  throw new Refused(t('HAProxy hashes addresses here, and “{0}” is a name: give its IP address.', named.node.name));
};

/**
 * A server without a port is asked on the one that HAProxy's client asked. So that port 80 is not hashed where a node
 * has none, `usual` is then null.
 * @param {import('./shared/rules.js').Address} at
 * @param {?number} usual
 */
function addressText(at, usual) {
  if (at.socket !== null) return `unix@${at.socket}`;
  if (at.port === null && usual === null) return at.ipv6 ? `[${at.host}]` : at.host;
  return hostAndPort(at, usual ?? 0);
}

/** @type {import('./systems.js').Write} */
function write({ strategy, nodes, params, table }) {
  wholeWeights(system, nodes, kMostWeight);
  const names = serverNames(nodes);
  const byAddress = params.dialect === 'v3_0' && params.hash_key !== 'id';
  const servers = addressesOf(system, nodes, !byAddress);
  if (byAddress) refuseNames(servers);
  const withPort = byAddress && params.hash_key === 'addr_port';
  const key = byAddress ? `hash-key ${params.hash_key.replace('_', '-')} ` : '';
  const numbers = givenTokens(table);
  const type = strategy === 'haproxy_servers' || params.dialect === 'consistent' ? 'consistent' : 'map-based';
  return [
    {
      file: 'haproxy.cfg',
      language: 'haproxy',
      text: lines(
        'backend caches',
        '    balance uri whole',
        `    hash-type ${type} ${params.function}${params.avalanche === 'true' ? ' avalanche' : ''}`,
        params.bounded === 'true' ? [`    hash-balance-factor ${params.balance_factor}`] : [],
        servers.map(({ node, at }, i) => {
          const address = addressText(at, withPort ? null : kPort);
          const [number] = numbers.get(node.id) ?? [];
          const id = number === undefined ? '' : `id ${number} `;
          const down = node.down ? ' disabled' : '';
          return `    server ${names[i]} ${quoted(address)} ${id}${key}weight ${node.weight}${down}`;
        }),
      ),
    },
  ];
}

export default { system, covers, write };
