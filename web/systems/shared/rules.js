// Refuses, with a reason, what a configuration cannot express: names that are no address, unsupported weights.
import { t } from '../../text/language.js';

/** Why there is no configuration, in words. */
export class Refused extends Error {}

const kHost = /^(?=.{1,253}$)[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?$/;
const kIpv6 = /^(?=.*:.*:)[0-9A-Fa-f:]{2,39}(?:(?<=:)\d{1,3}(?:\.\d{1,3}){3})?(?:%[A-Za-z0-9_.-]{1,32})?$/;

/** @param {string} text */
function isIpv6(text) {
  if (!kIpv6.test(text)) return false;
  try {
    return new URL(`http://[${text.split('%')[0]}]/`).hostname.startsWith('[');
  } catch {
    return false;
  }
}

/**
 * A node's name as the address of a server: "host", "host:80", "[::1]", "[::1]:80", "unix:/path" or "/path". The host
 * has no brackets; null if the name is no address.
 * @typedef {{host: string, port: ?number, ipv6: boolean, socket: ?string}} Address
 * @param {string} name
 * @returns {?Address}
 */
export function addressOf(name) {
  const socket = /^(?:unix:)?(\/\P{Cc}+)$/u.exec(name)?.[1] ?? null;
  if (socket !== null) return { host: '', port: null, ipv6: false, socket };
  const [, bracketed, plain, digits] = /^(?:\[([^\]]*)\]|([^:[\]]*))(?::([1-9]\d{0,4}))?$/.exec(name) ?? [];
  const host = bracketed ?? plain;
  const port = digits === undefined ? null : Number(digits);
  if (host === undefined || (port ?? 1) > 65_535) return null;
  if (!(bracketed === undefined ? kHost.test(host) : isIpv6(host))) return null;
  return { host, port, ipv6: bracketed !== undefined, socket: null };
}

/**
 * "host:port" with brackets around IPv6, as most systems write it.
 * @param {Address} address
 * @param {number} usual the default port
 */
export const hostAndPort = ({ host, port, ipv6 }, usual) => `${ipv6 ? `[${host}]` : host}:${port ?? usual}`;

/** @typedef {import('../systems.js').Node} Node */
/** @typedef {{node: Node, at: Address}} Server */

/**
 * Each node with its address.
 * @param {string} system
 * @param {Node[]} nodes
 * @param {boolean} sockets whether the system can have UNIX sockets
 * @returns {Server[]}
 */
export function addressesOf(system, nodes, sockets) {
  return nodes.map((node) => {
    const at = addressOf(node.name);
    if (at === null) {
      throw new Refused(
        t(
          '{0} needs server addresses: a host name, an IPv4 address, or IPv6 in brackets, each with or without :port. “{1}” is not one.',
          system,
          node.name,
        ),
      );
    }
    if (at.socket !== null && !sockets)
      throw new Refused(t('{0} cannot reach “{1}”: it does not support UNIX sockets.', system, node.name));
    return { node, at };
  });
}

/**
 * The nodes in use, for a system without a weight of 0; its weights are whole numbers up to `most`.
 * @param {string} system
 * @param {Node[]} nodes
 */
export function weighted(system, nodes, most = 2 ** 31 - 1) {
  wholeWeights(system, nodes, most);
  return nodes.filter(({ weight }) => weight > 0);
}

/**
 * Refuses weights that are not whole, or above `most`.
 * @param {string} system
 * @param {Node[]} nodes
 */
export function wholeWeights(system, nodes, most = 2 ** 31 - 1) {
  for (const { name, weight } of nodes) {
    if (Number.isInteger(weight) && weight <= most) continue;
    throw new Refused(t('{0} accepts whole weights up to {1}; “{2}” has {3}.', system, most, name, String(weight)));
  }
}

/**
 * Refuses weights other than 1, for a system without weights; drained nodes are left out.
 * @param {string} system
 * @param {Node[]} nodes
 */
export function unweighted(system, nodes) {
  const inUse = nodes.filter(({ weight }) => weight > 0);
  const other = inUse.find(({ weight }) => weight !== inUse[0].weight);
  if (other) throw new Refused(t('{0} has no weights; “{1}” has {2}.', system, other.name, String(other.weight)));
  return inUse;
}

/** @param {...(string | string[] | string[][] | null)} parts */
export const lines = (...parts) =>
  `${parts
    .flat(2)
    .filter((line) => line !== null)
    .join('\n')}\n`;

/**
 * Comments that name the nodes which a configuration leaves out.
 * @param {string} mark how the language begins a comment
 * @param {(text: string) => string} quoted
 * @param {Node[]} nodes
 */
export const leftOut = (mark, quoted, nodes) =>
  nodes.filter(({ weight }) => weight === 0).map(({ name }) => `${mark} ${quoted(name)} has weight 0: left out`);

/**
 * What a running cluster's nodes were given, by their numbers: tokens of a ring, or the one number of a server.
 * @param {string} [table] of a PlaceInput
 */
export function givenTokens(table = '') {
  /** @type {Map<number, string[]>} */
  const given = new Map();
  for (const item of table.split(':')[1]?.split(',') ?? []) {
    const [node, token] = item.split('@');
    if (token !== undefined) given.set(Number(node), [...(given.get(Number(node)) ?? []), token]);
  }
  return given;
}
