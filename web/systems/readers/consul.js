// Consul: the load balancer of a service-resolver, in JSON, HCL or as a resource of Kubernetes, and the instances that
// /v1/health/connect/NAME lists. Envoy, which Consul configures, hashes the addresses of their sidecar proxies.
import { chosen } from '../reading/choices.js';
import { opensJson, jsonValues } from '../reading/json.js';
import { addressOf, hostIn } from '../reading/servers.js';
import { settingsIn } from '../reading/settings.js';
import { Values } from '../reading/values.js';
import { Unreadable } from '../reading/form.js';
import { Templates, yamlTrees } from '../reading/yaml.js';
import { paramsOf } from './envoy/clusters.js';

/** @typedef {import('../reading/json.js').Tree} Tree */
/** @typedef {import('../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../reading/pasted.js').Line} Line */
/** @typedef {import('../reading/form.js').ReadNode} ReadNode */
/** @typedef {{service: string, proxy: boolean, node: ReadNode, line: number}} Instance */

const kKind = /(?:^|[\s{,"'])kind["']?\s*[:=]\s*["']?(?:service-resolver|ServiceResolver)\b/i;
const kHealth = [/"Service"\s*:\s*\{/, /"Node"\s*:\s*\{/, /"Checks"\s*:/];
const kCatalogue = [/"ServiceName"\s*:/, /"ServicePort"\s*:/, /"ServiceAddress"\s*:/];
const kMostWeight = 65_535;
const kIp = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\]):\d+$/i;

const plain = (/** @type {string} */ name) => name.toLowerCase().replace(/_/g, '');

/**
 * A member by its name, which JSON, HCL and Kubernetes write differently.
 * @param {?Tree} tree @param {string[]} names
 */
function member(tree, ...names) {
  let found = tree;
  for (const name of names) {
    const [one] = [...(found?.members ?? [])].filter(([own]) => plain(own) === plain(name));
    found = one?.[1] ?? null;
  }
  return found;
}

/** @param {Tree} tree an instance of /v1/health or of /v1/catalog @param {Values} values @returns {?Instance} */
function instanceOf(tree, values) {
  const service = member(tree, 'Service');
  const catalogue = !service?.members;
  if (catalogue && !member(tree, 'ServiceName')) return null;
  const of = (/** @type {string} */ name) => (catalogue ? member(tree, `Service${name}`) : member(service, name));
  const node = catalogue ? member(tree, 'Address') : member(tree, 'Node', 'Address');
  const host = values.text(of('Address')) || values.text(node);
  const line = of('Address')?.line ?? tree.line;
  const port = values.number(of('Port'), 0, { least: 1, most: 65_535 });
  if (port === 0) throw new Unreadable(tree.line, 'an instance without a port');
  const states = (member(tree, 'Checks')?.items ?? []).map((check) => values.text(member(check, 'Status')));
  const unknown = states.find((state) => !/^(?:passing|warning|critical|maintenance)?$/.test(state));
  if (unknown !== undefined) throw new Unreadable(tree.line, `“${unknown.slice(0, 30)}” is no state of a check`);
  const down = states.some((state) => state === 'critical' || state === 'maintenance');
  const which = states.includes('warning') ? 'Warning' : 'Passing';
  const weight = values.number(member(of('Weights'), which), 1, { most: kMostWeight });
  const center = values.text(catalogue ? member(tree, 'Datacenter') : member(tree, 'Node', 'Datacenter'));
  const kind = values.text(of('Kind'));
  const target = values.text(member(of('Proxy'), 'DestinationServiceName'));
  return {
    service: target || values.text(catalogue ? member(tree, 'ServiceName') : member(service, 'Service')),
    proxy: kind === 'connect-proxy' || target !== '',
    // An instance of weight 0 gets no requests, and is unhealthy to Envoy, which has no weight below 1.
    node: {
      ...{ name: addressOf(hostIn(host, line), `${port}`), weight: Math.max(weight, 1) },
      ...(center && { data_center: center }),
      ...((down || weight === 0) && { down: true }),
    },
    line: tree.line,
  };
}

/** What Envoy hashes of a request. @param {Tree} balancer @param {Values} values */
function keyOf(balancer, values) {
  const policies = (member(balancer, 'HashPolicies')?.items ?? []).map((policy) => {
    if (values.text(member(policy, 'SourceIP')) === 'true') return 'source_ip';
    return `${values.text(member(policy, 'Field'))} ${values.text(member(policy, 'FieldValue'))}`.trim();
  });
  return policies.join(', ');
}

/**
 * Consul's names of what Envoy's ring is made with.
 * @param {Tree} balancer @param {'maglev' | 'envoy_ring'} id @param {Values} values
 */
function strategyOf(balancer, id, values) {
  const ring = id === 'maglev' ? null : member(balancer, 'RingHashConfig');
  const sizes = ['MinimumRingSize', 'MaximumRingSize'].flatMap((name) => {
    const size = member(ring, name);
    // 0 stands for Envoy's own.
    const own = size && values.text(size) !== '0' ? size : null;
    const key = name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
    return own ? [/** @type {[string, Tree]} */ ([key, own])] : [];
  });
  const config = ring && { ...ring, members: new Map(sizes) };
  return { id, params: paramsOf({ strategy: id, name: '', line: 0, config, hashing: null }, values) };
}

/** @param {Instance[]} all of one service @param {Pasted} pasted */
function nodesOf(all, pasted) {
  const nodes = /** @type {Map<string, {node: ReadNode, line: number}>} */ (new Map());
  for (const { node, line } of all) {
    const before = nodes.get(node.name);
    if (before && before.node.weight !== node.weight) {
      throw new Unreadable(line, `${node.name} has another row already (line ${before.line})`);
    }
    if (before) pasted.skip(line, 'duplicate');
    else nodes.set(node.name, { node, line });
  }
  return [...nodes.values()].map(({ node }) => node);
}

const kForm = { system: 'consul', form: 'service-resolver' };

/** @param {Tree} resolver @param {Instance[]} instances @param {Values} values @param {Pasted} pasted */
function offerOf(resolver, instances, values, pasted) {
  const spec = member(resolver, 'spec') ?? resolver;
  const name = values.text(member(resolver, 'metadata', 'name') ?? member(resolver, 'Name'));
  if (name === '') throw new Unreadable(resolver.line, 'a service-resolver without a name');
  const redirect = member(spec, 'Redirect');
  const balancer = member(spec, 'LoadBalancer');
  const policy = member(balancer, 'Policy');
  const kind = values.text(policy);
  const line = policy?.line ?? redirect?.line ?? resolver.line;
  if (redirect?.members) return { name, not: { line, why: 'it redirects to another service' } };
  if (!balancer || kind === '') return { name, not: { line, why: 'no policy: no key decides' } };
  if (!/^(?:maglev|ring_hash)$/.test(kind)) return { name, not: { line, why: `${kind.slice(0, 40)} places no keys` } };
  const key = keyOf(balancer, values);
  const own = instances.filter(({ service }) => service === name);
  const needs = [
    ...(own.some(({ proxy }) => !proxy)
      ? ['consul: the addresses of the sidecar proxies (/v1/health/connect has them)']
      : []),
    ...(own.some(({ node }) => !kIp.test(node.name)) ? ['consul: the IP addresses of host names'] : []),
  ];
  const reading = () => ({
    ...kForm,
    strategy: strategyOf(balancer, kind === 'maglev' ? 'maglev' : 'envoy_ring', values),
    ...(key && { key_expression: key }),
    nodes: nodesOf(own, pasted),
    entries: { kind: 'none', rows: [] },
    ...(needs.length > 0 && { needs }),
    skipped: pasted.skipped,
    cannot_know: [
      ...(own.length > 0 ? [] : [`endpoints of ${name}`]),
      ...(key ? [] : ['what is hashed of a request: there are no hash policies']),
      'sizes',
    ],
  });
  return { name, not: null, read: reading };
}

/** The services of instances without a resolver. @param {Instance[]} instances @param {Pasted} pasted */
const unresolved = (instances, pasted) =>
  [...new Set(instances.map(({ service }) => service))].map((name) => ({
    name,
    not: null,
    read: () => ({
      ...{ system: 'consul', form: 'instances', strategy: null },
      nodes: nodesOf(
        instances.filter(({ service }) => service === name),
        pasted,
      ),
      entries: { kind: 'none', rows: [] },
      skipped: pasted.skipped,
      cannot_know: ['the policy: it is in the service-resolver', 'sizes'],
    }),
  }));

/** The trees of JSON, HCL and YAML one below the other. @param {Line[]} lines @param {Templates} templates */
async function treesIn(lines, templates) {
  const filled = lines.filter(({ text }) => text.trim() !== '');
  const first = filled.findIndex(({ text }) => /^\s*[[{]/.test(text) && opensJson(text));
  const above = first < 0 ? filled : first === 0 ? [] : filled.slice(0, firstJson(filled));
  const below = filled.slice(above.length);
  const hcl = above.some(({ text }) => /^\s*"?kind"?\s*=/i.test(text));
  const trees = above.length === 0 ? [] : hcl ? [settingsIn(above)] : await yamlTrees(above, templates);
  return [...trees, ...jsonValues(below)];
}

/** Where JSON begins below HCL or YAML: with a bracket in the first column. @param {Line[]} filled */
function firstJson(filled) {
  const at = filled.findIndex(({ text }) => /^[[{]/.test(text) && opensJson(text));
  return at < 0 ? filled.length : at;
}

/** @type {import('../reading/read.js').Reader['read']} */
async function read(pasted, { choose }) {
  const templates = new Templates();
  const values = new Values(templates);
  const lines = pasted.body(/[Kk]ind["']?\s*[:=]|"(?:Service|ServiceName)"\s*:/);
  const trees = await treesIn(lines, templates);
  return templates.reading(() => {
    const objects = trees.flatMap((tree) => tree.items ?? member(tree, 'items')?.items ?? [tree]);
    const isResolver = (/** @type {Tree} */ tree) =>
      /^(?:service-resolver|ServiceResolver)$/i.test(member(tree, 'kind')?.text ?? '');
    const resolvers = objects.filter(isResolver);
    const instances = objects.filter((tree) => !isResolver(tree)).flatMap((tree) => instanceOf(tree, values) ?? []);
    const offers =
      resolvers.length > 0
        ? resolvers.map((tree) => offerOf(tree, instances, values, pasted))
        : unresolved(instances, pasted);
    if (offers.length === 0) throw new Unreadable(pasted.filled[0].number, 'there is no service in the text');
    return chosen(offers, choose);
  });
}

/** @param {Pasted} pasted */
function fits({ filled }) {
  const all = (/** @type {RegExp[]} */ marks) => marks.every((mark) => filled.some(({ text }) => mark.test(text)));
  return all([kKind]) || all(kHealth) || all(kCatalogue) ? 2 : 0;
}

export default { system: 'consul', title: 'Consul', fits, read };
