// Couchbase: the map of a bucket's vBuckets, as /pools/default/buckets/NAME and /pools/default/b/NAME give it to
// clients, or the map alone, as libvbucket reads it. By its documentation: no Couchbase ran here.
import { chosen } from '../reading/choices.js';
import { Values, member } from '../reading/values.js';
import { EntryTable } from '../reading/entry_table.js';
import { Unreadable } from '../reading/form.js';
import { Templates, treesOf } from '../reading/yaml.js';

/** @typedef {import('../reading/json.js').Tree} Tree */
/** @typedef {import('../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../reading/form.js').ReadNode} ReadNode */
/** @typedef {import('../reading/form.js').Moving} Moving */
/** @typedef {{name: string, tree: Tree, map: ?Tree}} Bucket `map`: null: it has none */

const kMark = /"vBucketServerMap"\s*:|"vBucketMap"\s*:/;
const kMostBuckets = 65_536;
const kUsualPort = 11_210;
const kNobody = '-1';

/**
 * The buckets in a tree: one, a list of them, or a map alone.
 * @param {Tree} tree @param {Values} values @returns {Bucket[]}
 */
function bucketsIn(tree, values) {
  if (tree.items) return tree.items.flatMap((item) => bucketsIn(item, values));
  const map = member(tree, 'vBucketServerMap') ?? (member(tree, 'vBucketMap') ? tree : null);
  if (!map && !member(tree, 'bucketType') && !member(tree, 'nodeLocator')) return [];
  return [{ name: values.text(member(tree, 'name')), tree, map }];
}

/** @param {string} text “[::1]:8091” */
const hostOf = (text) => text.replace(/:\d+$/, '');

/** What is said of the servers beside the map, by host. @param {Tree} tree @param {Values} values */
function statesIn(tree, values) {
  const nodes = (member(tree, 'nodes')?.items ?? []).map((node) => {
    const text = (/** @type {string} */ name) => values.text(member(node, name));
    const host = hostOf(text('hostname'));
    const port = values.number(member(node, 'ports', 'direct'), kUsualPort, { most: 65_535 });
    const services = member(node, 'services')?.items;
    const down = text('status') === 'unhealthy' || text('clusterMembership') === 'inactiveFailed';
    const zone = text('serverGroup');
    const hasData = !services || services.some(({ text: service }) => service === 'kv');
    return { name: `${host}:${port}`, host, down, zone, hasData };
  });
  return nodes.filter(({ host }) => host !== '');
}

/** @param {Bucket} bucket @param {string[]} names @param {Values} values @returns {ReadNode[]} */
function nodesOf({ tree }, names, values) {
  const states = statesIn(tree, values);
  const more = states.filter(({ hasData, name }) => hasData && !names.includes(name)).map(({ name }) => name);
  // A server whose ports are others is known by its host, if that has one server.
  const isNew = (/** @type {string} */ name) => !names.some((one) => hostOf(one) === hostOf(name));
  return [...names, ...more.filter(isNew)].map((name) => {
    const ofHost = states.filter(({ host }) => host === hostOf(name));
    const state = states.find((one) => one.name === name) ?? (ofHost.length === 1 ? ofHost[0] : undefined);
    return { name, ...(state?.zone && { zone: state.zone }), ...(state?.down && { down: true }) };
  });
}

/**
 * The servers of a vBucket: the active one first; null: none.
 * @param {Tree} tree @param {string[]} names @param {number} id
 */
function copiesOf(tree, names, id) {
  if (!tree.items) throw new Unreadable(tree.line, `vBucket ${id} has no list of servers`);
  return tree.items.map(({ text, line }) => {
    if (text === kNobody) return null;
    const name = /^\d{1,6}$/.test(text ?? '') ? names[Number(text)] : undefined;
    if (name === undefined) throw new Unreadable(line, `vBucket ${id} names a server that is not in the serverList`);
    return name;
  });
}

/** @param {Tree} map @param {string[]} names @param {Pasted} pasted */
function tableOf(map, names, pasted) {
  const list = member(map, 'vBucketMap');
  if (!list?.items) throw new Unreadable(map.line, 'there is no vBucketMap');
  if (list.items.length > kMostBuckets) throw new Unreadable(list.line, `there are more than ${kMostBuckets} vBuckets`);
  const forward = member(map, 'vBucketMapForward')?.items ?? [];
  const table = new EntryTable('vbuckets', pasted);
  const open = /** @type {Moving[]} */ ([]);
  list.items.forEach((tree, id) => {
    const [owner = null, ...replicas] = copiesOf(tree, names, id);
    const standby = replicas.flatMap((name) => name ?? []);
    table.add({ id: `${id}`, owner, replicas: standby }, tree.line, `vBucket ${id}`);
    const [to = owner] = forward[id] ? copiesOf(forward[id], names, id) : [];
    if (to !== owner) open.push({ entry: id, from: owner, to });
  });
  return { table, open, copies: list.items.map(({ items }) => items?.length ?? 0) };
}

/**
 * @param {Bucket} bucket @param {Values} values @param {Pasted} pasted
 * @returns {import('../reading/form.js').Reading}
 */
function readingOf(bucket, values, pasted) {
  const map = /** @type {Tree} */ (bucket.map);
  const servers = member(map, 'serverList');
  if (!servers?.items) throw new Unreadable(map.line, 'there is no serverList');
  const names = servers.items.map((server) => {
    const name = values.text(server);
    if (!name) throw new Unreadable(server.line, 'a server has no name');
    return name;
  });
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new Unreadable(servers.line, `the server ${twice} is twice in the serverList`);
  const { table, open, copies } = tableOf(map, names, pasted);
  const replicas = values.number(member(map, 'numReplicas'), 0, { most: 100 });
  const isCrc = /^crc$/i.test(values.text(member(map, 'hashAlgorithm')) || 'crc');
  const isPower = table.size > 0 && (table.size & (table.size - 1)) === 0;
  const uneven = member(map, 'numReplicas') && copies.some((count) => count !== replicas + 1);
  const own = names.filter((name) => name.includes('$HOST'));
  return {
    ...{ system: 'couchbase', form: 'vBucketServerMap', strategy: 'table', key: isCrc && isPower ? 'vbuckets' : null },
    nodes: nodesOf(bucket, names, values),
    entries: table.entries(),
    ...(open.length > 0 && { open }),
    ...(uneven && { warnings: [`numReplicas is ${replicas}, and some vBuckets have another number of copies`] }),
    skipped: pasted.skipped,
    cannot_know: [
      'sizes',
      ...(isCrc && isPower ? [] : ['how keys find their vBuckets']),
      ...own.map((name) => `the address of ${name}: the one that was asked`),
    ],
  };
}

/**
 * @param {Bucket} bucket @param {Values} values @param {Pasted} pasted
 * @returns {import('../reading/choices.js').Offer}
 */
function offerOf(bucket, values, pasted) {
  const { name, tree, map } = bucket;
  if (map && member(map, 'vBucketMap')) return { name, not: null, read: () => readingOf(bucket, values, pasted) };
  const locator = values.text(member(tree, 'nodeLocator')) || values.text(member(tree, 'bucketType'));
  return { name, not: { line: tree.line, why: `no vBucketMap is in the text (${locator})` } };
}

/** @type {import('../reading/read.js').Reader['read']} */
async function read(pasted, { choose }) {
  const templates = new Templates();
  const values = new Values(templates);
  const trees = await treesOf(pasted, pasted.body(kMark), templates);
  return templates.reading(() => {
    const buckets = trees.flatMap((tree) => bucketsIn(tree, values));
    if (buckets.length === 0) throw new Unreadable(pasted.filled[0].number, 'there is no bucket in the text');
    return chosen(
      buckets.map((bucket) => offerOf(bucket, values, pasted)),
      choose,
    );
  });
}

/** @param {Pasted} pasted */
const fits = ({ filled }) => (filled.some(({ text }) => kMark.test(text)) ? 2 : 0);

export default { system: 'couchbase', title: 'Couchbase', fits, read };
