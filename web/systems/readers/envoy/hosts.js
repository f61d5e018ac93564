// The hosts of a cluster of Envoy: what it hashes of each, and their weights.
import { member } from '../../reading/values.js';
import { isSet } from './clusters.js';
import { Unreadable } from '../../reading/form.js';

/** @typedef {import('../../reading/json.js').Tree} Tree */
/** @typedef {import('./clusters.js').Values} Values */
/** @typedef {import('./clusters.js').Cluster} Cluster */
/** @typedef {import('./clusters.js').Policy} Policy */
/** @typedef {import('../../reading/form.js').ReadNode} ReadNode */
/** @typedef {{data_center?: string, zone?: string, rack?: string}} Place */
/**
 * @typedef {object} Host
 * @property {string} name what is hashed @property {string} address @property {number} weight @property {boolean} down
 * @property {number} line @property {string} unresolved a name of DNS, or empty
 */
/** @typedef {{place: Place, weight: number, priority: number, hosts: Host[]}} Locality */

const kMostWeight = 2 ** 32 - 1;
const kMostPriority = 128;
const kIpv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** An address as the C library prints it, which Envoy hashes, or null: it is a name. @param {string} text */
function hostText(text) {
  if (kIpv4.test(text)) return text;
  if (!text.includes(':')) return null;
  try {
    const plain = new URL(`http://[${text}]/`).hostname.slice(1, -1);
    const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(plain) ?? [];
    if (high === undefined) return `[${plain}]`;
    const [a, b] = [parseInt(high, 16), parseInt(low, 16)];
    return `[::ffff:${[a >> 8, a & 255, b >> 8, b & 255].join('.')}]`;
  } catch {
    return null;
  }
}

/** @param {?Tree} address @param {number} line @param {Values} values */
export function addressIn(address, line, values) {
  const pipe = member(address, 'pipe', 'path');
  if (pipe) return { address: values.text(pipe), host: '', unresolved: '', line: pipe.line };
  const of = member(address, 'socket_address', 'address');
  const host = values.text(of);
  if (!of || !host) throw new Unreadable(line, 'an endpoint has no address');
  const port = values.number(member(address, 'socket_address', 'port_value'), 0, { least: 1, most: 65_535 });
  if (!port) throw new Unreadable(of.line, 'an endpoint has no port_value');
  const plain = hostText(host);
  return { address: `${plain ?? host}:${port}`, host, unresolved: plain ? '' : host, line: of.line };
}

/** @param {?Tree} locality @param {Values} values @returns {Place} */
export function placeOf(locality, values) {
  const [region, zone, rack] = ['region', 'zone', 'sub_zone'].map((name) => values.text(member(locality, name)));
  return { ...(region && { data_center: region }), ...(zone && { zone }), ...(rack && { rack }) };
}

/** @param {Tree} tree an LbEndpoint, or an address @param {boolean} byName @param {Values} values @returns {Host} */
function hostOf(tree, byName, values) {
  const endpoint = member(tree, 'endpoint') ?? tree;
  const { address, host, unresolved, line } = addressIn(member(endpoint, 'address') ?? tree, tree.line, values);
  const key = member(tree, 'metadata', 'filter_metadata');
  const own = values.text(member(key?.members?.get('envoy.lb'), 'hash_key'));
  const hostname = values.text(member(endpoint, 'hostname')) || unresolved;
  if (!own && byName && !hostname)
    throw new Unreadable(line, `the endpoint ${host || address} has no hostname to hash`);
  const name = own || (byName ? hostname : address);
  const weight = member(tree, 'load_balancing_weight');
  const health = values.text(member(tree, 'health_status')) || 'UNKNOWN';
  return {
    ...{ name, address, line, unresolved: own ? '' : unresolved },
    weight: values.number(weight, 1, { least: 1, most: kMostWeight }),
    down: !/^(?:UNKNOWN|HEALTHY|0|1)$/.test(health),
  };
}

/** @param {Tree} assignment @param {boolean} byName @param {Values} values @returns {Locality[]} */
function localitiesOf(assignment, byName, values) {
  const groups = member(assignment, 'endpoints')?.items ?? [];
  return groups.map((group) => ({
    place: placeOf(member(group, 'locality'), values),
    weight: values.number(member(group, 'load_balancing_weight'), 0, { most: kMostWeight }),
    priority: values.number(member(group, 'priority'), 0, { most: kMostPriority }),
    hosts: (member(group, 'lb_endpoints')?.items ?? []).map((one) => hostOf(one, byName, values)),
  }));
}

/** @param {bigint} a @param {bigint} b @returns {bigint} */
const divisorOf = (a, b) => (b === 0n ? a : divisorOf(b, a % b));

/**
 * With weights of localities, a host has its share of its locality's; as whole numbers in the same proportion.
 * @param {Locality[]} localities @param {number} line
 */
function weighByLocality(localities, line) {
  const sums = localities.map(({ hosts }) => hosts.reduce((sum, { weight }) => sum + BigInt(weight), 0n));
  const common = sums.filter(Boolean).reduce((all, sum) => (all * sum) / divisorOf(all, sum), 1n);
  const weights = localities.map(({ weight, hosts }, i) =>
    hosts.map((host) => (BigInt(host.weight) * BigInt(weight) * common) / sums[i]),
  );
  const divisor = weights.flat().reduce(divisorOf, 0n) || 1n;
  localities.forEach(({ hosts }, i) =>
    hosts.forEach((host, at) => {
      const weight = weights[i][at] / divisor;
      if (weight > BigInt(kMostWeight)) throw new Unreadable(line, 'the weights of the localities are too uneven');
      host.weight = Number(weight);
    }),
  );
}

/** @param {Host[]} hosts @param {import('../../reading/pasted.js').Pasted} pasted */
function distinct(hosts, pasted) {
  const known = /** @type {Map<string, Host>} */ (new Map());
  return hosts.filter((host) => {
    const before = known.get(host.name);
    if (!before) return known.set(host.name, host);
    if (before.address !== host.address) {
      throw new Unreadable(host.line, `two endpoints are hashed as ${host.name}; the first is in line ${before.line}`);
    }
    pasted.skip(host.line, 'duplicate');
    return false;
  });
}

/**
 * The hosts of a cluster: those of the first priority, and those that stand by.
 * @param {Cluster} cluster @param {Policy} policy @param {Map<string, Tree>} endpoints of EDS, by name
 * @param {Values} values @param {import('../../reading/pasted.js').Pasted} pasted
 * @returns {{nodes: ReadNode[], backups: string[], unknown: string[]}}
 */
export function hostsOf({ name, tree }, policy, endpoints, values, pasted) {
  const service = values.text(member(tree, 'eds_cluster_config', 'service_name')) || name;
  const given = member(tree, 'load_assignment');
  const assignment = member(given, 'endpoints') ? given : (endpoints.get(service) ?? endpoints.get(name));
  const old = member(tree, 'hosts');
  if (!assignment && !old) throw new Unreadable(tree.line, `the endpoints of the cluster ${name} are not in the text`);
  const byName = isSet(policy, 'use_hostname_for_hashing');
  const localities = assignment
    ? localitiesOf(assignment, byName, values)
    : [{ place: {}, weight: 0, priority: 0, hosts: (old?.items ?? []).map((one) => hostOf(one, byName, values)) }];
  const filled = localities.filter(({ hosts }) => hosts.length > 0);
  if (filled.length === 0) throw new Unreadable(tree.line, `the cluster ${name} has no endpoints`);
  const first = Math.min(...filled.map(({ priority }) => priority));
  const used = filled.filter(({ priority }) => priority === first);
  const unresolved = used.flatMap(({ hosts }) => hosts.filter((host) => host.unresolved));
  if (unresolved.length > 0 && !byName) {
    const why = `Envoy hashes the addresses behind ${unresolved[0].unresolved}, and they are not in the text`;
    throw new Unreadable(unresolved[0].line, why);
  }
  const weighted = member(policy.hashing, 'locality_weighted_lb_config');
  if (weighted) weighByLocality(used, weighted.line);
  const places = new Map(used.flatMap(({ hosts, place }) => hosts.map((host) => [host, place])));
  const nodes = distinct([...places.keys()], pasted).map((host) => ({
    ...{ name: host.name, weight: host.weight, ...places.get(host) },
    ...(host.down && { down: true }),
    ...(host.address !== host.name && { address: host.address }),
  }));
  const backups = filled
    .filter(({ priority }) => priority !== first)
    .flatMap(({ hosts }) => hosts.map((host) => host.name));
  return { nodes, backups, unknown: unresolved.map((host) => `how many addresses ${host.unresolved} has`) };
}
