// The clusters of ClickHouse's section remote_servers, in XML or YAML. A shard gets as many remainders of the sharding
// expression as its weight says, in the order of the shards (ClickHouse, Cluster.cpp).
import { Element } from '../../reading/xml.js';
import { templateIn } from '../../reading/pasted.js';
import { Unreadable, noTemplate } from '../../reading/form.js';

/** @typedef {import('../../reading/json.js').Tree} Tree */
/** @typedef {{name: string, line: number, replicas: Replica[], weight: number}} Shard */
/** @typedef {{name: string, line: number, port: boolean}} Replica `port`: whether it is written */
/** @typedef {{name: string, line: number, shards: Shard[], why: string}} Cluster `why` it is none to choose, or '' */

export const kSections = ['remote_servers', 'clickhouse_remote_servers'];
const kRoots = ['clickhouse', 'yandex'];
const kOfCluster = ['secret', 'allow_distributed_ddl_queries', 'username', 'user', 'password', 'name'];
const kOfShard = ['weight', 'internal_replication', 'name', 'insert_quorum'];
const kMostWeight = 2 ** 31 - 1;
// What ClickHouse takes from elsewhere, or leaves out, where an element has it.
const kElsewhere = [
  'from_env',
  'from_zk',
  'incl',
  'replace',
  'remove',
  'merge',
  'hide_in_preprocessed',
  'encrypted_by',
];
const kHarmless = ['hide_in_preprocessed', 'replace', 'incl', 'optional'];

/**
 * A tree of YAML as the elements that ClickHouse makes of it.
 * @param {string} name @param {Tree} tree @returns {Element[]}
 */
export function elementsOf(name, tree) {
  if (tree.items) return tree.items.flatMap((item) => elementsOf(name, item));
  const element = new Element(name, tree.at);
  element.end = tree.line;
  for (const [key, value] of tree.members ?? []) {
    if (key.startsWith('@')) element.attributes.set(key.slice(1), value.text ?? '');
    else element.children.push(...elementsOf(key, value));
    element.end = Math.max(element.end, value.line, ...element.children.map(({ end }) => end));
  }
  element.text = tree.text ?? '';
  if (element.text.trim() !== '') element.textLine = tree.line;
  return [element];
}

/** Refuses what is taken from elsewhere. @param {Element} element @param {string[]} [harmless] */
function fixed(element, harmless = []) {
  for (const name of kElsewhere) {
    const value = element.attributes.get(name);
    if (value === undefined || harmless.includes(name)) continue;
    if (name === 'from_env') throw new Unreadable(element.line, `variable: from_env ${value.slice(0, 60)}`);
    throw new Unreadable(element.line, `${element.name.slice(0, 40)} has ${name}: what it stands for is elsewhere`);
  }
}

/** Refuses text where elements stand. @param {Element} element */
function noText(element) {
  const text = element.text.trim();
  if (text === '') return;
  const mark = templateIn(text);
  const why = mark ? `a template, not a placement: ${mark}` : `“${text.slice(0, 30)}” stands where elements should`;
  throw new Unreadable(element.textLine || element.line, why);
}

/** The text of an element that has no others. @param {Element} element */
function textOf(element) {
  fixed(element);
  if (element.children.length > 0) throw new Unreadable(element.line, `${element.name.slice(0, 40)} is no text`);
  const text = element.text.trim();
  noTemplate(text, element.textLine || element.line);
  return text;
}

/** The one child with a name, or null. @param {Element} element @param {string} name */
function childOf(element, name) {
  const [found, more] = element.all(name);
  if (more) throw new Unreadable(more.line, `${name} is already in line ${found.line}`);
  return found ?? null;
}

/** @param {Element} element a replica or node @param {string[]} warnings @returns {Replica} */
function replicaOf(element, warnings) {
  fixed(element);
  noText(element);
  const hosts = childOf(element, 'host');
  if (!hosts) throw new Unreadable(element.line, `a ${element.name.slice(0, 40)} without a host`);
  const host = textOf(hosts);
  if (host === '') throw new Unreadable(hosts.line, 'a host without a name');
  // eslint-disable-next-line no-control-regex -- no name has them
  if (/[\s,\u0000-\u001f]/.test(host)) throw new Unreadable(hosts.line, `“${host.slice(0, 40)}” is no host`);
  if (hosts.text !== host) {
    warnings.push(`line ${hosts.textLine}: blanks around the host: ClickHouse keeps them and does not find it`);
  }
  const ports = childOf(element, 'port');
  const port = ports ? textOf(ports) : '';
  if (ports && !(/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535)) {
    throw new Unreadable(ports.line, `“${port.slice(0, 30)}” is no port`);
  }
  const databases = childOf(element, 'default_database');
  const database = databases ? textOf(databases) : '';
  const ip = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return {
    name: `${ip}${port && `:${port}`}${database && `/${database}`}`,
    line: hosts.textLine || hosts.line,
    port: port !== '',
  };
}

/** @param {Element} element a shard, or a node that is one */
function weightOf(element) {
  const weights = childOf(element, 'weight');
  if (!weights) return 1;
  const text = textOf(weights);
  const weight = Number(text);
  if (!/^\d{1,15}$/.test(text) || weight > kMostWeight) {
    throw new Unreadable(weights.line, `“${text.slice(0, 30)}” is no number from 0 to ${kMostWeight}`);
  }
  return weight;
}

/** @param {Element} element @param {string[]} warnings @returns {Omit<Shard, 'name'>} */
function shardOf(element, warnings) {
  fixed(element);
  noText(element);
  if (element.name.startsWith('node')) {
    return { line: element.line, replicas: [replicaOf(element, warnings)], weight: weightOf(element) };
  }
  const replicas = [];
  for (const child of element.children) {
    if (child.name.startsWith('replica')) replicas.push(replicaOf(child, warnings));
    else if (!kOfShard.includes(child.name)) {
      throw new Unreadable(child.line, `ClickHouse knows no ${child.name.slice(0, 40)} in a shard`);
    }
  }
  if (replicas.length === 0) throw new Unreadable(element.line, 'a shard without a replica');
  return { line: element.line, replicas, weight: weightOf(element) };
}

const isShard = (/** @type {Element} */ { name }) => name.startsWith('shard') || name.startsWith('node');

/** @param {Element} element @param {string[]} warnings of that cluster @returns {Cluster} */
export function clusterOf(element, warnings) {
  fixed(element, ['replace']);
  noText(element);
  const { name, line } = element;
  const discovery = element.children.find((child) => child.name === 'discovery');
  if (discovery) return { name, line: discovery.line, shards: [], why: 'discovery: its nodes are in Keeper' };
  for (const child of element.children) {
    if (!isShard(child) && !kOfCluster.includes(child.name)) {
      throw new Unreadable(child.line, `ClickHouse knows no ${child.name.slice(0, 40)} in a cluster`);
    }
  }
  const shards = element.children.filter(isShard).map((child) => shardOf(child, warnings));
  if (shards.length === 0) return { name, line, shards: [], why: 'it has no shards' };
  return { name, line, shards: named(shards), why: '' };
}

/**
 * Shards are called after their first replica; a second one of that name has its number, too.
 * @param {Omit<Shard, 'name'>[]} shards
 */
export function named(shards) {
  const names = new Set();
  return shards.map((shard, i) => {
    const [{ name }] = shard.replicas;
    const own = names.has(name) ? `${name}#${i + 1}` : name;
    names.add(own);
    return { ...shard, name: own };
  });
}

/**
 * The elements that are clusters, with the sections that hold them; none: the text has no such section.
 * @param {Element[]} elements of the text
 */
export function clustersIn(elements) {
  const holds = (/** @type {Element} */ one) => one.children.some(({ name }) => kSections.includes(name));
  const roots = elements.filter((one) => kRoots.includes(one.name) || holds(one));
  for (const root of roots) fixed(root);
  const level = [...elements.filter((one) => !roots.includes(one)), ...roots.flatMap(({ children }) => children)];
  const sections = level.filter(({ name }) => kSections.includes(name));
  for (const section of sections) {
    fixed(section, kHarmless);
    noText(section);
  }
  const alone = roots.length === 0 && sections.length === 0 ? elements.filter((one) => one.children.some(isShard)) : [];
  const others = level.filter((one) => !sections.includes(one) && !alone.includes(one));
  return { clusters: [...sections.flatMap(({ children }) => children), ...alone], sections, others };
}
