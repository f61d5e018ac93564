// Envoy: the endpoints of a cluster, in YAML or JSON.
import { Unreadable } from '../reading/form.js';
import { addressOf } from '../shared/rules.js';
import { spliced } from './source.js';
import { kAnchors, kSettings } from './words.js';
import { Walker, inPlace, placesIn } from './yaml_places.js';

/** @typedef {import('./yaml_places.js').Node} Node */
/** @typedef {[number, number]} Range within an item's text */
/** @typedef {{host?: Range, port?: Range, hostname?: Range, key?: Range, weight?: Range, health?: Range}} Ranges */
/**
 * @typedef {import('./edit.js').Item & {ranges: Ranges, whole: boolean, down: boolean, address: string, byKey: boolean,
 *   byName: boolean, end: number, indent: string, json: boolean, flow: boolean, group: number, end_of_line: string}}
 *   Item `whole`: nothing of it is unknown; `end`: where a member can be put; `indent`: of members in lines of their
 *   own
 */

/** What an endpoint may have that a copy of it may have, too. */
const kKnown = new RegExp(
  '^(?:endpoint|endpoint/address|endpoint/address/socket_address|endpoint/address/socket_address/(?:address|' +
    'port_value|protocol)|endpoint/hostname|load_balancing_weight|health_status|metadata|metadata/filter_metadata|' +
    'metadata/filter_metadata/envoy\\.lb|metadata/filter_metadata/envoy\\.lb/hash_key)$',
);
const snake = (/** @type {string} */ name) =>
  /[.]/.test(name) ? name : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The maps of a document that are clusters of this name. */
class Clusters {
  /** @type {Node[]} */
  found = [];
  /** @type {Walker} */
  #walker;
  /** @type {string | undefined} */
  #name;

  /** @param {Walker} walker @param {string | undefined} name */
  constructor(walker, name) {
    [this.#walker, this.#name] = [walker, name];
  }

  /** @param {?Node} node */
  walk(node) {
    const walker = this.#walker;
    if (walker.isList(node)) for (const item of node.items) this.walk(/** @type {?Node} */ (item));
    if (!walker.isMap(node)) return;
    const pairs = node.items.map(
      ({ key, value }) => /** @type {const} */ ([String(/** @type {any} */ (key)?.value), value]),
    );
    const named = pairs.find(([name]) => name === 'name')?.[1];
    const assignment = pairs.find(([name]) => name === 'load_assignment' || name === 'loadAssignment')?.[1];
    if (named && assignment) {
      const name = walker.text(/** @type {Node} */ (named));
      if (this.#name === undefined || name === this.#name) this.found.push(node);
    } else for (const [, value] of pairs) this.walk(/** @type {?Node} */ (value));
  }
}

/** @param {Walker} walker @param {Node} node @param {number} begin @param {string} text */
function endpoint(walker, node, begin, text) {
  const ranges = /** @type {Ranges} */ ({});
  let whole = !/(?:^|\s)#/.test(text);
  const look = (/** @type {?Node} */ one, /** @type {string} */ path) => {
    if (one) walker.plain(one);
    if (path !== '' && !kKnown.test(path)) whole = false;
    if (walker.isMap(one)) {
      for (const [name, value] of walker.pairs(one)) look(value, `${path && `${path}/`}${snake(name)}`);
      return;
    }
    const names = /** @type {Record<string, keyof Ranges>} */ ({
      'endpoint/address/socket_address/address': 'host',
      'endpoint/address/socket_address/port_value': 'port',
      'endpoint/hostname': 'hostname',
      load_balancing_weight: 'weight',
      health_status: 'health',
      'metadata/filter_metadata/envoy.lb/hash_key': 'key',
    });
    if (one && Object.hasOwn(names, path)) ranges[names[path]] = [one.range[0] - begin, one.range[1] - begin];
  };
  look(node, '');
  return { ranges, whole };
}

/** As the reader names an address. @param {string} host @param {string} port */
const nameOf = (host, port) => `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** @type {import('./edit.js').Editor<Item>['locate']} */
async function locate({ text, choice, lineOf, reading }) {
  if (reading.form !== 'clusters')
    throw new Unreadable(0, 'a dump is no configuration: open the file that Envoy starts with');
  const { yaml, documents } = await placesIn(text);
  const walker = new Walker(yaml, text, lineOf);
  const clusters = new Clusters(walker, choice);
  for (const document of documents) clusters.walk(document);
  const [cluster, another] = clusters.found;
  if (!cluster) throw new Unreadable(0, 'the endpoints of this cluster are in no list that can be changed');
  if (another) throw new Unreadable(lineOf(another.range[0]), 'several clusters have this name');
  const groups = walker.member(walker.plain(cluster), 'load_assignment', 'endpoints');
  const weighted =
    walker.member(cluster, 'common_lb_config', 'locality_weighted_lb_config') ||
    /locality_?weighted/i.test(text.slice(cluster.range[0], cluster.range[1]));
  const lists = (walker.isList(groups) ? groups.items : []).map((group) =>
    walker.member(/** @type {Node} */ (group), 'lb_endpoints'),
  );
  const byName = /use_?hostname_?for_?hashing["']?\s*:\s*true/i.test(text.slice(cluster.range[0], cluster.range[1]));
  const known = new Set([...reading.nodes.map((node) => node.name), ...(reading.backups ?? [])]);
  const items = lists.flatMap((list, group) => {
    if (!walker.isList(list)) return [];
    return list.items.map((item) => {
      const node = /** @type {Node} */ (item);
      if (!walker.isMap(node)) throw new Unreadable(lineOf(list.range[0]), kAnchors);
      const span = walker.span(list, node);
      const raw = text.slice(span.from, span.to);
      const flow = Boolean(node.flow);
      const found = endpoint(walker, node, span.from, raw);
      const of = (/** @type {Range | undefined} */ range) =>
        range ? raw.slice(...range).replace(/^(["'])([^]*)\1$/, '$2') : '';
      const at = nameOf(of(found.ranges.host), of(found.ranges.port));
      const names = [of(found.ranges.key), ...(byName ? [of(found.ranges.hostname), of(found.ranges.host)] : []), at];
      const name = names.find((one) => one !== '' && known.has(one)) ?? names.find(Boolean) ?? at;
      return {
        ...span,
        ...found,
        names: [name],
        text: raw,
        address: at,
        byKey: found.ranges.key !== undefined,
        byName,
        end: flow ? raw.lastIndexOf('}') : raw.length,
        indent: ' '.repeat(node.range[0] - text.lastIndexOf('\n', node.range[0] - 1) - 1),
        json: flow && /^\{\s*"/.test(raw.replace(/^-\s*/, '')),
        flow,
        group,
        down: false,
        end_of_line: /\r\n|\n/.exec(text)?.[0] ?? '\n',
        ...(weighted && { fixed: 'weights of localities: change these endpoints by hand' }),
      };
    });
  });
  const flows = lists.filter((list) => walker.isList(list)).map((list) => Boolean(/** @type {any} */ (list).flow));
  if (new Set(flows).size > 1) throw new Unreadable(0, 'lists of two kinds: change these endpoints by hand');
  return { items, commas: flows[0] ?? false };
}

/** @param {Item} item @param {string} name @param {string} value */
function member({ text, end, indent, json, flow, end_of_line }, name, value) {
  if (!flow) return { from: end, to: end, text: `${end_of_line}${indent}${name}: ${value}` };
  const at = text.slice(0, end).trimEnd().length;
  const camel = /"loadBalancing|"lbEndpoints|"socketAddress|"portValue/.test(text);
  const called = camel ? name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()) : name;
  const lines = /\n([ \t]*)"/.exec(text)?.[1];
  const gap = json && lines !== undefined ? `${end_of_line}${lines}` : ' ';
  const shown = /^[A-Z]/.test(value) && json ? `"${value}"` : value;
  return { from: at, to: at, text: `,${gap}${json ? `"${called}"` : name}: ${shown}` };
}

/** @type {import('./edit.js').Editor<Item>} */
const editor = {
  file: () => 'envoy.yaml',
  locate,
  masked: (text) => text.replace(/(^|[ \t])#.*$/gm, '$1# …'),
  comment: /^\s+#/,
  least: 1,
  most: 2 ** 32 - 1,
  downs: true,
  address(node, items) {
    const at = node.address || node.name;
    const known = addressOf(at);
    if (known?.port != null) return at;
    const ports = new Set(items.map(({ address }) => /:(\d+)$/.exec(address)?.[1]));
    const usual = [...ports][0];
    const resolved =
      known &&
      (known.ipv6 ||
        /^[\d.]+$/.test(known.host) ||
        node.address ||
        items.every((item) => item.byName && !item.ranges.hostname));
    return resolved && ports.size === 1 && usual ? `${at}:${usual}` : null;
  },
  changed(item, { node, name, weight, down }) {
    const { text, ranges } = item;
    const splices = /** @type {import('./source.js').Splice[]} */ ([]);
    const put = (/** @type {Range} */ [from, to], /** @type {string} */ value) =>
      splices.push({ from, to, text: inPlace(text.slice(from, to), value) });
    if (name && ranges.key) put(ranges.key, node.name);
    else if (name && item.byName && (ranges.hostname || ranges.host))
      put(ranges.hostname ?? ranges.host ?? [0, 0], node.name);
    else if (name) {
      const at = addressOf(node.name);
      if (!at || at.port === null || !ranges.host || !ranges.port) {
        throw new Unreadable(0, `“${node.name.slice(0, 60)}” is no address of a server`);
      }
      put(ranges.host, at.host);
      put(ranges.port, `${at.port}`);
    }
    if (weight && ranges.weight) put(ranges.weight, `${node.weight}`);
    else if (weight) splices.push(member(item, 'load_balancing_weight', `${node.weight}`));
    const health = node.down ? 'UNHEALTHY' : 'HEALTHY';
    if (down && ranges.health) put(ranges.health, health);
    else if (down) splices.push(member(item, 'health_status', health));
    return spliced(
      text,
      splices.sort((a, b) => a.from - b.from),
    );
  },
  added(node, items, near) {
    const like = [near, ...items].find(
      ({ whole, ranges, fixed, group }) => whole && ranges.host && ranges.port && !fixed && group === near.group,
    );
    if (near.fixed) throw new Unreadable(0, near.fixed);
    if (!like) throw new Unreadable(0, kSettings);
    const at = addressOf(editor.address(node, items) ?? '');
    if (!at || at.port === null) throw new Unreadable(0, `“${node.name.slice(0, 60)}” is no address of a server`);
    const { text, ranges } = like;
    const splices = /** @type {import('./source.js').Splice[]} */ ([]);
    const put = (/** @type {Range | undefined} */ range, /** @type {string} */ value) =>
      range && splices.push({ from: range[0], to: range[1], text: inPlace(text.slice(...range), value) });
    put(ranges.host, at.host);
    put(ranges.port, `${at.port}`);
    put(ranges.hostname, like.byName ? node.name : at.host);
    put(ranges.key, node.name);
    put(ranges.weight, `${node.weight}`);
    put(ranges.health, node.down ? 'UNHEALTHY' : 'HEALTHY');
    const more = [
      ...(!ranges.weight && node.weight !== 1 ? [member(like, 'load_balancing_weight', `${node.weight}`)] : []),
      ...(!ranges.health && node.down ? [member(like, 'health_status', 'UNHEALTHY')] : []),
    ];
    return spliced(text, [...splices.sort((a, b) => a.from - b.from), ...more]);
  },
};

export default editor;
