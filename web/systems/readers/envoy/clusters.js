// Envoy's clusters and endpoints, wherever they are in a configuration or a dump, in snake_case or camelCase.
import { Unreadable } from '../../reading/form.js';
import { member } from '../../reading/values.js';

/** @typedef {import('../../reading/json.js').Tree} Tree */
/** @typedef {import('../../reading/values.js').Values} Values */
/** @typedef {{name: string, tree: Tree}} Cluster */
/**
 * @typedef {object} Policy how a cluster chooses hosts
 * @property {'envoy_ring' | 'maglev' | null} strategy @property {string} name as Envoy writes it
 * @property {number} line @property {?Tree} config of ring or table @property {?Tree} hashing what both have
 */
/** @typedef {{clusters: Cluster[], endpoints: Map<string, Tree>}} Found */

const kOfCluster = ['lb_policy', 'load_balancing_policy', 'load_assignment', 'eds_cluster_config', 'connect_timeout'];
const kTypes = /^(?:STATIC|STRICT_DNS|LOGICAL_DNS|EDS|ORIGINAL_DST)$/;
/** In a dump: a copy of what is elsewhere there, and clusters that are not used yet. */
const kLeftOut = ['bootstrap', 'dynamic_warming_clusters', 'dynamicWarmingClusters'];

/** @param {Tree} tree */
function isCluster(tree) {
  if (!member(tree, 'name')) return false;
  const type = member(tree, 'type')?.text ?? member(tree, '@type')?.text ?? '';
  return kOfCluster.some((name) => member(tree, name)) || kTypes.test(type) || /\.Cluster$/.test(type);
}

/**
 * @typedef {object} Walk
 * @property {Found} found @property {Values} values @property {Set<string>} leftOut names of members
 * @property {Set<Tree>} seen since aliases of YAML name one tree often
 * @property {Map<string, number>} lines of clusters
 */

/** @param {Tree} tree @param {Walk} walking */
function walk(tree, walking) {
  const { found, values, seen, lines, leftOut } = walking;
  if (seen.has(tree)) return;
  seen.add(tree);
  for (const item of tree.items ?? []) walk(item, walking);
  if (!tree.members) return;
  if (isCluster(tree)) {
    const name = values.text(member(tree, 'name'));
    const before = lines.get(name);
    if (before !== undefined) throw new Unreadable(tree.line, `the cluster ${name} is already in line ${before}`);
    lines.set(name, tree.line);
    return void found.clusters.push({ name, tree });
  }
  const of = member(tree, 'cluster_name');
  if (of && member(tree, 'endpoints')) return void found.endpoints.set(values.text(of), tree);
  for (const [name, value] of tree.members) if (!leftOut.has(name)) walk(value, walking);
}

/** @param {Tree[]} trees @param {Values} values @returns {Found} */
export function clustersIn(trees, values) {
  const found = /** @type {Found} */ ({ clusters: [], endpoints: new Map() });
  for (const leftOut of [kLeftOut, kLeftOut.slice(1)]) {
    const walking = { found, values, seen: new Set(), lines: new Map(), leftOut: new Set(leftOut) };
    if (found.clusters.length === 0) for (const tree of trees) walk(tree, walking);
  }
  return found;
}

const kPolicies = [
  'ROUND_ROBIN',
  'LEAST_REQUEST',
  'RING_HASH',
  'RANDOM',
  'ORIGINAL_DST_LB',
  'MAGLEV',
  'CLUSTER_PROVIDED',
];
/** @type {Record<string, 'envoy_ring' | 'maglev'>} by the names of both ways to say it */
const kStrategies = { RING_HASH: 'envoy_ring', RingHash: 'envoy_ring', ring_hash: 'envoy_ring' };
for (const name of ['MAGLEV', 'Maglev', 'maglev']) kStrategies[name] = 'maglev';

/** The newer way: the first of a list of extensions. @param {Tree} tree @param {Values} values @returns {?Policy} */
function extensionOf(tree, values) {
  const [first] = member(tree, 'load_balancing_policy', 'policies')?.items ?? [];
  const extension = member(first, 'typed_extension_config');
  if (!extension) return null;
  const typed = member(extension, 'typed_config');
  const inner = member(typed, 'value');
  const of = member(typed, 'type_url') ?? member(typed, '@type') ?? member(extension, 'name');
  const name = values.text(of).replace(/^.*[./]/, '');
  const strategy = Object.hasOwn(kStrategies, name) ? kStrategies[name] : null;
  const config = inner?.members ? inner : typed;
  return { strategy, name, line: of?.line ?? extension.line, config, hashing: config };
}

/** @param {Cluster} cluster @param {Values} values @returns {Policy} */
export function policyOf({ tree }, values) {
  const extension = extensionOf(tree, values);
  if (extension) return extension;
  const of = member(tree, 'lb_policy');
  const text = values.text(of) || kPolicies[0];
  const name = kPolicies[Number(text)] ?? text;
  const strategy = Object.hasOwn(kStrategies, name) ? kStrategies[name] : null;
  const config = member(tree, strategy === 'maglev' ? 'maglev_lb_config' : 'ring_hash_lb_config');
  return { strategy, name, line: of?.line ?? tree.line, config, hashing: member(tree, 'common_lb_config') };
}

const kMostPoints = 8_388_608;
const kMostSlots = 5_000_011;
const kHashFunctions = ['DEFAULT_HASH', 'XX_HASH', 'MURMUR_HASH_2'];

/** @param {number} number */
function isPrime(number) {
  for (let i = 2; i * i <= number; ++i) if (number % i === 0) return false;
  return number > 1;
}

/** @param {Policy} policy @param {Values} values @returns {Record<string, string | number>} */
export function paramsOf({ strategy, config }, values) {
  if (strategy === 'maglev') {
    const size = member(config, 'table_size');
    const slots = values.number(size, 65_537, { least: 1, most: kMostSlots });
    if (!isPrime(slots))
      throw new Unreadable(size?.line ?? 0, `${slots} is no prime: Envoy refuses it as a table_size`);
    return { dialect: 'envoy', size: slots };
  }
  const [low, high] = [member(config, 'minimum_ring_size'), member(config, 'maximum_ring_size')];
  const least = values.number(low, 1024, { most: kMostPoints });
  const most = values.number(high, kMostPoints, { most: kMostPoints });
  if (least > most) {
    throw new Unreadable((high ?? low)?.line ?? 0, 'Envoy refuses a minimum_ring_size above the maximum_ring_size');
  }
  const of = member(config, 'hash_function');
  const text = values.text(of) || kHashFunctions[0];
  const name = kHashFunctions[Number(text)] ?? text;
  if (!kHashFunctions.includes(name)) throw new Unreadable(of?.line ?? 0, 'Envoy has no such hash_function');
  return { min_size: least, max_size: most, function: name === 'MURMUR_HASH_2' ? 'murmur2' : 'xx' };
}

/**
 * What makes Envoy place otherwise than Reshard does.
 * @param {Cluster} cluster @param {Policy} policy @param {Values} of
 */
export function notAsHere({ tree }, { strategy, name, line, config, hashing }, of) {
  if (!strategy) {
    return { line, why: /^(?:ROUND_ROBIN|RoundRobin|round_robin)$/.test(name) ? 'round robin' : name };
  }
  const factor =
    member(hashing, 'consistent_hashing_lb_config', 'hash_balance_factor') ?? member(config, 'hash_balance_factor');
  if (of.number(factor, 0, { most: 2 ** 32 - 1 }) > 0) return { line: factor?.line ?? 0, why: 'hash_balance_factor' };
  const subsets = member(tree, 'lb_subset_config', 'subset_selectors');
  if (subsets?.items?.length) return { line: subsets.line, why: 'lb_subset_config' };
  return null;
}

/** @param {Policy} policy @param {string} name */
export const isSet = ({ hashing, config }, name) =>
  (member(hashing, 'consistent_hashing_lb_config', name) ?? member(config, name))?.text === 'true';
