// Istio: the consistent hash of a DestinationRule, with the EndpointSlices or Endpoints of Kubernetes beside it.
import { chosen } from '../reading/choices.js';
import { Values, member } from '../reading/values.js';
import { paramsOf } from './envoy/clusters.js';
import { Unreadable } from '../reading/form.js';
import { Templates, treesOf } from '../reading/yaml.js';

/** @typedef {import('../reading/json.js').Tree} Tree */
/** @typedef {import('../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../reading/form.js').ReadNode} ReadNode */
/** @typedef {{service: string, namespace: string, port: string, nodes: ReadNode[]}} Slice of one port */
/** @typedef {{name: string, balancer: ?Tree, subset: boolean, host: string, namespace: string, line: number}} Rule */

const kKind = /(?:^|[\s{,"'-])kind["']?\s*:\s*["']?DestinationRule\b/;

/** What the documents hold, lists of Kubernetes opened. @param {Tree[]} trees @returns {Tree[]} */
const objectsIn = (trees) =>
  trees.flatMap((tree) => tree.items ?? (member(tree, 'kind') && member(tree, 'items')?.items) ?? [tree]);

/** @param {string} ip @param {number} port */
const addressOf = (ip, port) => `${ip.includes(':') ? `[${ip}]` : ip}:${port}`;

/** @param {Tree} tree an EndpointSlice @param {Values} values @returns {Slice[]} */
function slicesOf(tree, values) {
  const labels = member(tree, 'metadata', 'labels');
  const service = values.text(labels?.members?.get('kubernetes.io/service-name') ?? null);
  const namespace = values.text(member(tree, 'metadata', 'namespace'));
  return (member(tree, 'ports')?.items ?? []).map((one) => {
    const number = values.number(member(one, 'port'), 0, { least: 1, most: 65_535 });
    const nodes = (member(tree, 'endpoints')?.items ?? []).flatMap((endpoint) => {
      const zone = values.text(member(endpoint, 'zone'));
      const ready = values.text(member(endpoint, 'conditions', 'ready')) !== 'false';
      return (member(endpoint, 'addresses')?.items ?? []).map((address) => ({
        ...{ name: addressOf(values.text(address), number), weight: 1 },
        ...(zone && { zone }),
        ...(!ready && { down: true }),
      }));
    });
    return { service, namespace, port: values.text(member(one, 'name')) || String(number), nodes };
  });
}

/** @param {Tree} tree an object Endpoints @param {Values} values @returns {Slice[]} */
function endpointsOf(tree, values) {
  const of = (/** @type {string} */ name) => values.text(member(tree, 'metadata', name));
  return (member(tree, 'subsets')?.items ?? []).flatMap((subset) =>
    (member(subset, 'ports')?.items ?? []).map((one) => {
      const number = values.number(member(one, 'port'), 0, { least: 1, most: 65_535 });
      const nodes = ['addresses', 'notReadyAddresses'].flatMap((list) =>
        (member(subset, list)?.items ?? []).map((address) => ({
          ...{ name: addressOf(values.text(member(address, 'ip')), number), weight: 1 },
          ...(list === 'notReadyAddresses' && { down: true }),
        })),
      );
      const port = values.text(member(one, 'name')) || String(number);
      return { service: of('name'), namespace: of('namespace'), port, nodes };
    }),
  );
}

/** A rule and its subsets with a balancer of their own. @param {Tree} tree @param {Values} values @returns {Rule[]} */
function rulesOf(tree, values) {
  const name = values.text(member(tree, 'metadata', 'name'));
  const host = values.text(member(tree, 'spec', 'host'));
  if (!host) throw new Unreadable(tree.line, 'the DestinationRule has no host');
  const of = { host, namespace: values.text(member(tree, 'metadata', 'namespace')), line: tree.line };
  const balancer = member(tree, 'spec', 'trafficPolicy', 'loadBalancer');
  const subsets = (member(tree, 'spec', 'subsets')?.items ?? []).flatMap((subset) => {
    const own = member(subset, 'trafficPolicy', 'loadBalancer');
    return own ? [{ name: `${name}/${values.text(member(subset, 'name'))}`, balancer: own, subset: true, ...of }] : [];
  });
  return [{ name, balancer, subset: false, ...of }, ...subsets];
}

/** Whether a slice is of a rule's service. @param {Slice} slice @param {Rule} rule */
function isOf({ service, namespace }, { host, namespace: own }) {
  const [name, of = own] = host.split('.');
  return service === name && (namespace === '' || of === '' || namespace === of);
}

/** @param {Tree} hash @param {Values} values */
function keyOf(hash, values) {
  const cookie = member(hash, 'httpCookie', 'name');
  if (cookie) return `httpCookie ${values.text(cookie)}`;
  for (const name of ['httpHeaderName', 'httpQueryParameterName']) {
    const of = member(hash, name);
    if (of) return `${name} ${values.text(of)}`;
  }
  return values.text(member(hash, 'useSourceIp')) === 'true' ? 'useSourceIp' : undefined;
}

/** Istio's names of what Envoy's table and ring are made with. @param {Tree} hash @param {Values} values */
function strategyOf(hash, values) {
  const maglev = member(hash, 'maglev');
  const rename = (/** @type {?Tree} */ tree, /** @type {string} */ from, /** @type {string} */ to) => {
    const value = member(tree, from);
    return tree && { ...tree, members: new Map(value ? [[to, value]] : []) };
  };
  const config = maglev
    ? rename(maglev, 'tableSize', 'table_size')
    : rename(member(hash, 'ringHash') ?? hash, 'minimumRingSize', 'minimum_ring_size');
  const id = /** @type {'maglev' | 'envoy_ring'} */ (maglev ? 'maglev' : 'envoy_ring');
  return { id, params: paramsOf({ strategy: id, name: '', line: 0, config, hashing: null }, values) };
}

/** @param {ReadNode[]} nodes @param {Pasted} pasted @param {number} line */
function distinct(nodes, pasted, line) {
  const known = new Map(nodes.map((node) => [node.name, node]));
  if (known.size < nodes.length) pasted.skip(line, 'duplicate');
  return [...known.values()];
}

/**
 * @param {Rule} rule @param {Slice[]} slices @param {Values} values @param {Pasted} pasted
 * @returns {import('../reading/choices.js').Offer[]}
 */
function offersOf(rule, slices, values, pasted) {
  const { name, balancer, subset, host, line } = rule;
  const hash = member(balancer, 'consistentHash');
  const simple = member(balancer, 'simple');
  if (!hash) {
    const why = simple ? `${values.text(simple)} places no keys` : 'no consistentHash: no key decides';
    return [{ name, not: { line: simple?.line ?? balancer?.line ?? line, why } }];
  }
  const own = subset ? [] : slices.filter((slice) => isOf(slice, rule));
  const ports = [...new Set(own.map(({ port }) => port))];
  const key = keyOf(hash, values);
  return (ports.length > 0 ? ports : ['']).map((port) => ({
    name: ports.length > 1 ? `${name}:${port}` : name,
    not: null,
    read() {
      const nodes = own.filter((slice) => slice.port === port).flatMap((slice) => slice.nodes);
      return {
        ...{ system: 'istio', form: 'DestinationRule', strategy: strategyOf(hash, values) },
        ...(key !== undefined && { key_expression: key }),
        nodes: distinct(nodes, pasted, line),
        entries: { kind: 'none', rows: [] },
        skipped: pasted.skipped,
        cannot_know: [...(nodes.length > 0 ? [] : [`endpoints of ${subset ? name : host}`]), 'sizes'],
      };
    },
  }));
}

/** @type {import('../reading/read.js').Reader['read']} */
async function read(pasted, { choose }) {
  const templates = new Templates();
  const values = new Values(templates);
  const trees = await treesOf(pasted, pasted.body(kKind), templates);
  return templates.reading(() => {
    const objects = objectsIn(trees);
    const ofKind = (/** @type {string} */ kind) => objects.filter((tree) => member(tree, 'kind')?.text === kind);
    const slices = [
      ...ofKind('EndpointSlice').flatMap((tree) => slicesOf(tree, values)),
      ...ofKind('Endpoints').flatMap((tree) => endpointsOf(tree, values)),
    ];
    const rules = ofKind('DestinationRule').flatMap((tree) => rulesOf(tree, values));
    if (rules.length === 0) throw new Unreadable(pasted.filled[0].number, 'there is no DestinationRule in the text');
    // A rule whose subsets alone hash is none of its own.
    const offers = rules
      .filter(
        ({ balancer, subset, line }) => balancer || subset || !rules.some((one) => one.subset && one.line === line),
      )
      .flatMap((rule) => offersOf(rule, slices, values, pasted));
    return chosen(offers, choose);
  });
}

/** @param {Pasted} pasted */
const fits = ({ filled }) => (filled.some(({ text }) => kKind.test(text)) ? 2 : 0);

export default { system: 'istio', title: 'Istio', fits, read };
