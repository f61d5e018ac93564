// Envoy: clusters with RING_HASH and MAGLEV, from a bootstrap, a list of clusters or a dump, and its page /clusters.
import { chosen } from '../reading/choices.js';
import { Values, member } from '../reading/values.js';
import { clustersIn, notAsHere, paramsOf, policyOf } from './envoy/clusters.js';
import { hostsOf } from './envoy/hosts.js';
import { isStatus, readStatuses } from './envoy/statuses.js';
import { Unreadable } from '../reading/form.js';
import { Templates, treesOf } from '../reading/yaml.js';

/** @typedef {import('../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('./envoy/clusters.js').Cluster} Cluster */
/** @typedef {import('./envoy/clusters.js').Found} Found */

const kMark = new RegExp(
  '(?:^|[\\s{,"\'-])(?:lb_policy|lbPolicy|load_balancing_policy|loadBalancingPolicy|load_assignment|loadAssignment|' +
    'cluster_statuses|static_resources|staticResources|eds_cluster_config|edsClusterConfig)["\']?\\s*:|' +
    '"type\\.googleapis\\.com/envoy\\.(?:admin\\.v3\\.(?:Clusters|Endpoints)ConfigDump|config\\.cluster\\.)',
);

/** @param {Cluster} cluster @param {Found} found @param {string} form @param {Values} values @param {Pasted} pasted */
function offerOf(cluster, { endpoints }, form, values, pasted) {
  const { name, tree } = cluster;
  const policy = policyOf(cluster, values);
  const not = notAsHere(cluster, policy, values);
  if (not || !policy.strategy) return { name, not };
  const id = policy.strategy;
  const reading = () => {
    const threshold = member(tree, 'common_lb_config', 'healthy_panic_threshold', 'value');
    const panic = values.number(threshold, 50, { most: 100, fraction: true });
    const params = { ...paramsOf(policy, values), ...(threshold && { panic_threshold: panic }) };
    const { nodes, backups, unknown } = hostsOf(cluster, policy, endpoints, values, pasted);
    return {
      ...{ system: 'envoy', form, strategy: { id, params }, nodes },
      entries: { kind: 'none', rows: [] },
      ...(backups.length > 0 && { backups }),
      skipped: pasted.skipped,
      cannot_know: ['sizes', ...new Set(unknown)],
    };
  };
  return { name, not: null, read: reading };
}

/** @type {import('../reading/read.js').Reader['read']} */
async function read(pasted, { choose }) {
  const templates = new Templates();
  const values = new Values(templates);
  if (pasted.filled.some(({ text }) => isStatus(text))) return readStatuses(pasted, null, values, choose);
  const trees = await treesOf(pasted, pasted.body(kMark), templates);
  return templates.reading(() => {
    const statuses = trees.find((tree) => member(tree, 'cluster_statuses'));
    if (statuses) return readStatuses(pasted, statuses, values, choose);
    const found = clustersIn(trees, values);
    if (found.clusters.length === 0) throw new Unreadable(pasted.filled[0].number, 'there are no clusters in the text');
    const form = trees.some((tree) => member(tree, 'configs')) ? 'config dump' : 'clusters';
    return chosen(
      found.clusters.map((cluster) => offerOf(cluster, found, form, values, pasted)),
      choose,
    );
  });
}

/** @param {Pasted} pasted */
const fits = ({ filled }) => (filled.some(({ text }) => isStatus(text) || kMark.test(text)) ? 2 : 0);

export default { system: 'envoy', title: 'Envoy', fits, read };
