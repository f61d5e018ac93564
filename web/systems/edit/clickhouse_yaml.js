// Where the shards of a cluster stand in remote_servers in YAML: a list “shard”, or “node” of shards with one replica.
import { Unreadable } from '../reading/form.js';
import { kAnchors, kSettings } from './words.js';
import { Walker, placesIn } from './yaml_places.js';

/** @typedef {import('./yaml_places.js').Node} Node */
/** @typedef {import('./clickhouse.js').Item} Item */
/** @typedef {import('./clickhouse.js').Range} Range */

const kNoList = 'the shards of this cluster are in no list that can be changed';
// Their values may fill lines, of which a diff would show some.
const kSecret = /["']?\b(?:password|user|secret)\b["']?\s*:\s*(?:[|>]|"[^"]*[\r\n]|'[^']*[\r\n])/;

/** The lists of a cluster's shards, by “shard” or “node”. @param {Walker} walker @param {Node} cluster */
function listOf(walker, cluster) {
  if (!walker.isMap(cluster)) throw new Unreadable(0, kNoList);
  const lists = walker.pairs(cluster).filter(([name]) => /^(?:shard|node)\d*$/.test(name));
  const [[name, list] = ['', null], another] = lists;
  if (another || !walker.isList(list)) throw new Unreadable(0, kNoList);
  walker.plain(/** @type {Node} */ (/** @type {unknown} */ (list)));
  return { node: name.startsWith('node'), list };
}

/** What a server and its parts say, without addresses and weights. @param {Walker} walker @param {?Node} node */
function settingsOf(walker, node, text = '', path = '') {
  /** @type {string[]} */
  const found = [];
  if (node) walker.plain(node);
  if (walker.isList(node)) {
    for (const item of node.items) found.push(...settingsOf(walker, /** @type {Node} */ (item), text, path));
  } else if (walker.isMap(node)) {
    for (const [name, value] of walker.pairs(node)) {
      const at = `${path}/${name}`;
      if (/\/(?:host|port)$|^\/weight$/.test(at)) {
        if (value) walker.plain(value);
      } else found.push(...settingsOf(walker, value, text, at));
    }
  } else if (path !== '') found.push(`${path}=${node ? text.slice(node.range[0], node.range[1]) : ''}`);
  return found;
}

/**
 * @param {Walker} walker @param {Node} shard @param {{from: number, to: number}} span @param {string} text
 * @param {boolean} isNode @returns {Item}
 */
function itemOf(walker, shard, span, text, isNode) {
  const of = walker.member(shard, 'replica');
  const replicas = isNode ? [shard] : walker.isList(of) ? of.items.map((one) => /** @type {Node} */ (one)) : [of];
  const at = (/** @type {?Node} */ node, /** @type {string} */ name) => walker.member(node, name);
  const rangeOf = (/** @type {?Node} */ node) =>
    node ? /** @type {Range} */ ([node.range[0] - span.from, node.range[1] - span.from]) : null;
  const [host, port] = [at(replicas[0], 'host'), at(replicas[0], 'port')];
  const [name, database] = [walker.text(host) ?? '', walker.text(at(replicas[0], 'default_database')) ?? ''];
  const ip = name.includes(':') && !name.startsWith('[') ? `[${name}]` : name;
  const own = text.slice(span.from, span.to);
  const flow = Boolean(/** @type {any} */ (shard).flow);
  const key = /** @type {any} */ (shard).items[0]?.key;
  const first = key ? key.range[0] - span.from : 0;
  const column = key ? key.range[0] - text.lastIndexOf('\n', key.range[0] - 1) - 1 : 0;
  const comments = /(?:^|\s)#/.test(own);
  return {
    names: [`${ip}${port ? `:${walker.text(port)}` : ''}${database && `/${database}`}`],
    ...{ ...span, text: own, node: isNode, yaml: true, comments },
    ...{ host: rangeOf(host), port: rangeOf(port), weight: rangeOf(at(shard, 'weight')) },
    ...{ replicas: replicas.length, settings: settingsOf(walker, shard, text) },
    ...{ first, gap: flow ? ', ' : `${/\r\n|\n/.exec(text)?.[0] ?? '\n'}${' '.repeat(column)}` },
    ...(kSecret.test(own) && { fixed: kSettings }),
  };
}

/**
 * @param {string} text @param {string | undefined} choice the cluster
 * @param {(offset: number) => number} lineOf
 * @returns {Promise<{items: Item[], commas: boolean}>}
 */
export async function locateYaml(text, choice, lineOf) {
  const { yaml, documents } = await placesIn(text);
  const walker = new Walker(yaml, text, lineOf);
  const sections = ['remote_servers', 'clickhouse_remote_servers'];
  const roots = documents.flatMap((root) => [root, walker.member(root, 'clickhouse'), walker.member(root, 'yandex')]);
  const within = roots.flatMap((root) => sections.map((name) => walker.member(root, name)));
  const clusters = within.flatMap((section) =>
    walker.isMap(section) ? walker.pairs(section).filter(([name]) => choice === undefined || name === choice) : [],
  );
  const [[, cluster] = ['', null], another] = clusters;
  if (!cluster || another) throw new Unreadable(0, another ? 'several clusters have this name' : kNoList);
  const { node, list } = listOf(walker, walker.plain(cluster));
  const items = list.items.map((item) => {
    const shard = /** @type {Node} */ (item);
    if (!walker.isMap(shard)) throw new Unreadable(lineOf(list.range[0]), kAnchors);
    return itemOf(walker, shard, walker.span(list, shard), text, node);
  });
  return { items, commas: Boolean(list.flow) };
}
