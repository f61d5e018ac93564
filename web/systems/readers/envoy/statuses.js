// What Envoy's own page /clusters says of hosts: weights, places and health, and no policy.
import { chosen } from '../../reading/choices.js';
import { member } from '../../reading/values.js';
import { addressIn, placeOf } from './hosts.js';
import { Unreadable } from '../../reading/form.js';

/** @typedef {import('../../reading/json.js').Tree} Tree */
/** @typedef {import('./clusters.js').Values} Values */
/** @typedef {import('../../reading/pasted.js').Pasted} Pasted */
/** @typedef {{name: string, fields: Map<string, string>}} Host `fields`: as the text form names them */
/** @typedef {Map<string, Map<string, Host>>} Statuses hosts by address, by cluster */

const kHost = /^(.+?)::(\[[0-9a-fA-F:.]+\]:\d+|[^\s:]+:\d+|\/[^:]*|envoy:\/\/[^:]*)::(\w+)::(.*)$/;
const kCluster = /^(.+?)::(?:\w+::)*\w+::[^:]*$/;

/** Whether a line is one of a host. @param {string} text */
export const isStatus = (text) =>
  /^\S+::(?:\[[0-9a-fA-F:.]+\]:\d+|[^\s:]+:\d+|\/[^:]*)::(?:cx_|rq_|health_flags|weight|region|priority)/.test(text);

/** @param {Pasted} pasted */
function statusesOf(pasted) {
  const statuses = /** @type {Statuses} */ (new Map());
  for (const { number, text } of pasted.filled) {
    const [, cluster, name, field, value] = kHost.exec(text.trim()) ?? [];
    const of = cluster ?? kCluster.exec(text.trim())?.[1];
    if (of === undefined) {
      pasted.skip(number, number === pasted.last && !pasted.ends ? 'cut' : 'text');
      continue;
    }
    const hosts = statuses.get(of) ?? new Map();
    statuses.set(of, hosts);
    if (name === undefined) continue;
    const host = hosts.get(name) ?? { name, fields: new Map() };
    hosts.set(name, host);
    if (field === 'weight' && !/^\d+$/.test(value)) throw new Unreadable(number, 'a weight is no whole number');
    host.fields.set(field, value);
  }
  return statuses;
}

/** @param {Tree} tree a HostStatus @param {Values} values @returns {Host} */
function hostIn(tree, values) {
  const { address } = addressIn(member(tree, 'address'), tree.line, values);
  const place = placeOf(member(tree, 'locality'), values);
  const health = member(tree, 'health_status');
  const failed = [...(health?.members ?? [])].flatMap(([name, { text }]) =>
    (text === 'true' && !/degraded/i.test(name)) || /^(?:UNHEALTHY|DRAINING|TIMEOUT)$/.test(text ?? '') ? name : [],
  );
  const stats = (member(tree, 'stats')?.items ?? []).map(
    (one) => /** @type {[string, string]} */ ([values.text(member(one, 'name')), values.text(member(one, 'value'))]),
  );
  const fields = new Map([
    ...stats,
    ['weight', String(values.number(member(tree, 'weight'), 1, { most: 2 ** 32 - 1 }))],
    ['priority', String(values.number(member(tree, 'priority'), 0, { most: 128 }))],
    ['health_flags', failed.map((name) => `/${name}`).join('') || 'healthy'],
    ...Object.entries({ region: place.data_center ?? '', zone: place.zone ?? '', sub_zone: place.rack ?? '' }),
  ]);
  return { name: address, fields };
}

/** @param {Tree} tree with cluster_statuses @param {Values} values */
function statusesIn(tree, values) {
  const rows = (member(tree, 'cluster_statuses')?.items ?? []).map((status) => {
    const hosts = (member(status, 'host_statuses')?.items ?? []).map((host) => hostIn(host, values));
    const byName = new Map(hosts.map((host) => /** @type {[string, Host]} */ ([host.name, host])));
    return /** @type {[string, Map<string, Host>]} */ ([values.text(member(status, 'name')), byName]);
  });
  return /** @type {Statuses} */ (new Map(rows));
}

/** @param {Host} host */
function nodeOf({ name, fields }) {
  const text = (/** @type {string} */ field) => fields.get(field) ?? '';
  const flags = text('health_flags').split('/').filter(Boolean);
  const isDown = flags.some((flag) => flag !== 'healthy' && !/degraded/.test(flag));
  const requests = /^\d+$/.test(text('rq_total')) ? text('rq_total') : null;
  return {
    ...{ name, weight: Number(text('weight') || 1) },
    ...(text('region') && { data_center: text('region') }),
    ...(text('zone') && { zone: text('zone') }),
    ...(text('sub_zone') && { rack: text('sub_zone') }),
    ...(isDown && { down: true }),
    ...(requests !== null && Number.isSafeInteger(Number(requests)) && { requests: Number(requests) }),
  };
}

/** @param {string} name @param {Map<string, Host>} hosts @param {number} line @param {Pasted} pasted */
function offerOf(name, hosts, line, pasted) {
  if (hosts.size === 0) return { name, not: { line, why: 'no hosts' } };
  const priority = (/** @type {Host} */ { fields }) => Number(fields.get('priority') ?? 0);
  const first = Math.min(...[...hosts.values()].map(priority));
  const backups = [...hosts.values()].filter((host) => priority(host) !== first).map((host) => host.name);
  const reading = () => ({
    ...{ system: 'envoy', form: 'admin /clusters', strategy: null },
    nodes: [...hosts.values()].filter((host) => priority(host) === first).map(nodeOf),
    entries: { kind: 'none', rows: [] },
    ...(backups.length > 0 && { backups }),
    skipped: pasted.skipped,
    cannot_know: ['sizes', 'the policy: ring, Maglev or another'],
  });
  return { name, not: null, read: reading };
}

/** @param {Pasted} pasted @param {?Tree} tree of its JSON form @param {Values} values @param {string} [choose] */
export function readStatuses(pasted, tree, values, choose) {
  const line = pasted.filled[0]?.number ?? 1;
  const statuses = tree ? statusesIn(tree, values) : statusesOf(pasted);
  if (statuses.size === 0) throw new Unreadable(line, 'there are no clusters in the text');
  return chosen(
    [...statuses].map(([name, hosts]) => offerOf(name, hosts, line, pasted)),
    choose,
  );
}
