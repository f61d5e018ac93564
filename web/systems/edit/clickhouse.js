// ClickHouse: the shards of a cluster in remote_servers, in XML or YAML.
import { Unreadable } from '../reading/form.js';
import { addressOf } from '../shared/rules.js';
import { spliced } from './source.js';
import { kSettings } from './words.js';
import { locateYaml } from './clickhouse_yaml.js';
import { inPlace } from './yaml_places.js';

/** @typedef {{name: string, from: number, begin: number, end: number, to: number, children: Element[]}} Element */
/** @typedef {[number, number]} Range within an item's text */
/**
 * @typedef {import('./edit.js').Item & {host: ?Range, port: ?Range, weight: ?Range, first: number, gap: string,
 *   replicas: number, settings: string[], node: boolean, yaml?: boolean, comments: boolean}} Item
 *   `first`: where its first child begins; `gap`: the blanks before it; `settings`: what it has but its address
 */

const kToken = new RegExp(
  '<!--[^]*?-->|<\\?[^]*?\\?>|<!\\[CDATA\\[[^]*?\\]\\]>|' +
    '<(\\/?)([\\p{L}_][\\p{L}\\p{N}_.:-]*)((?:[^<>"\']|"[^"]*"|\'[^\']*\')*?)(\\/?)>',
  'gu',
);

/** The elements of a text that a reader has read. @param {string} text @returns {Element[]} */
function elementsIn(text) {
  const root = /** @type {Element} */ ({
    name: '',
    from: 0,
    begin: 0,
    end: text.length,
    to: text.length,
    children: [],
  });
  const open = [root];
  for (const { 0: whole, 1: closes, 2: name, 4: empty, index } of text.matchAll(kToken)) {
    if (name === undefined) continue;
    const behind = index + whole.length;
    const inside = open[open.length - 1];
    if (closes) {
      if (inside.name !== name) throw new Unreadable(0, 'this part of the text is not understood');
      Object.assign(inside, { end: index, to: behind });
      open.pop();
    } else {
      const element = /** @type {Element} */ ({
        name,
        from: index,
        begin: behind,
        end: behind,
        to: behind,
        children: [],
      });
      inside.children.push(element);
      if (!empty) open.push(element);
    }
  }
  if (open.length !== 1) throw new Unreadable(0, 'this part of the text is not understood');
  return root.children;
}

/** What an element and those in it say, without addresses and weights. @param {Element} element @param {string} text */
function settingsOf(element, text, path = '') {
  /** @type {string[]} */
  const found = [];
  for (const child of element.children) {
    const at = `${path}/${child.name.replace(/\d+$/, '')}`;
    if (/\/(?:host|port)$|^\/weight$/.test(at)) continue;
    if (child.children.length > 0) found.push(...settingsOf(child, text, at));
    else found.push(`${at}${text.slice(child.from, child.to)}`);
  }
  return found;
}

/** @param {Element} element @param {string} text @returns {Item} */
function itemOf(element, text) {
  const node = element.name.startsWith('node');
  const replicas = node ? [element] : element.children.filter(({ name }) => name.startsWith('replica'));
  const child = (/** @type {Element | undefined} */ of, /** @type {string} */ name) =>
    of?.children.find((one) => one.name === name);
  const plain = (/** @type {Element | undefined} */ of) =>
    (of ? text.slice(of.begin, of.end) : '').replace(/<!\[CDATA\[([^]*?)\]\]>/g, '$1').trim();
  const rangeOf = (/** @type {Element | undefined} */ of) =>
    of ? /** @type {Range} */ ([of.begin - element.from, of.end - element.from]) : null;
  const [host, port] = [child(replicas[0], 'host'), child(replicas[0], 'port')];
  const ip = plain(host).includes(':') && !plain(host).startsWith('[') ? `[${plain(host)}]` : plain(host);
  const database = plain(child(replicas[0], 'default_database'));
  const [first] = element.children;
  return {
    names: [`${ip}${port ? `:${plain(port)}` : ''}${database && `/${database}`}`],
    ...{ from: element.from, to: element.to, text: text.slice(element.from, element.to), node },
    ...{ host: rangeOf(host), port: rangeOf(port), weight: rangeOf(child(element, 'weight')) },
    ...{ replicas: replicas.length, settings: settingsOf(element, text) },
    comments: text.slice(element.from, element.to).includes('<!--'),
    first: first ? first.from - element.from : 0,
    gap: first ? text.slice(element.begin, first.from) : '',
  };
}

/**
 * @param {string} text @param {string | undefined} choice the cluster
 * @param {(offset: number) => number} lineOf
 */
function locateXml(text, choice, lineOf) {
  const found = /** @type {Element[]} */ ([]);
  const isShard = (/** @type {Element} */ { name }) => name.startsWith('shard') || name.startsWith('node');
  const walk = (/** @type {Element[]} */ elements, /** @type {boolean} */ inside) => {
    for (const element of elements) {
      const section = /^(?:clickhouse_)?remote_servers$/.test(element.name);
      if (inside && element.name === choice) found.push(element);
      else if (section || /^(?:clickhouse|yandex)$/.test(element.name)) walk(element.children, section);
    }
  };
  const elements = elementsIn(text);
  walk(elements, false);
  if (found.length === 0) found.push(...elements.filter((one) => one.name === choice && one.children.some(isShard)));
  const [cluster, another] = found;
  if (!cluster || another) throw new Unreadable(another ? lineOf(another.from) : 0, 'several clusters have this name');
  const items = cluster.children.filter(isShard).map((element) => itemOf(element, text));
  const open = items.some((item) =>
    /<!--(?:(?!-->)[^])*[\r\n]|<(?:password|user|secret)\b[^>]*>[^<]*[\r\n]/.test(item.text),
  );
  return { items: open ? items.map((item) => ({ ...item, fixed: kSettings })) : items, commas: false };
}

const isXml = (/** @type {string} */ text) => /^\ufeff?\s*</.test(text);

/** Shards of one host cannot be told apart by its name. @param {Item[]} items */
function toldApart(items) {
  const names = new Set();
  return items.map((item, i) => {
    const [name] = item.names;
    const twice = names.has(name);
    names.add(name);
    return twice ? { ...item, names: [`${name}#${i}`], fixed: 'the same host twice: change it by hand' } : item;
  });
}

/** @type {import('./edit.js').Editor<Item>['locate']} */
async function locate({ text, choice, lineOf, reading }) {
  if (reading.form !== 'remote_servers')
    throw new Unreadable(0, 'only ClickHouse’s clusters in XML and YAML can be written');
  const { items, commas } = isXml(text) ? locateXml(text, choice, lineOf) : await locateYaml(text, choice, lineOf);
  return { items: toldApart(items), commas };
}

/** @param {string} name @returns {{host: string, port: string}} */
function partsOf(name) {
  const at = addressOf(name);
  if (at === null || at.socket !== null) throw new Unreadable(0, `“${name.slice(0, 60)}” is no address of a server`);
  return { host: at.host, port: at.port === null ? '' : `${at.port}` };
}

/** @param {Item} item @param {string} name @returns {import('./source.js').Splice[]} */
function withAddress({ host, port, text, yaml = false }, name) {
  const at = partsOf(name);
  if (!host || (at.port !== '') !== (port !== null)) {
    throw new Unreadable(0, `“${name.slice(0, 60)}” is no address of a server`);
  }
  const put = (/** @type {Range} */ [from, to], /** @type {string} */ value) => ({
    from,
    to,
    text: yaml ? inPlace(text.slice(from, to), value) : value,
  });
  return [put(host, at.host), ...(port ? [put(port, at.port)] : [])];
}

/** @param {Item} item @param {number} weight @returns {import('./source.js').Splice} */
function withWeight({ weight: at, first, gap, text, yaml = false }, weight) {
  if (at) return { from: at[0], to: at[1], text: yaml ? inPlace(text.slice(...at), `${weight}`) : `${weight}` };
  const put = yaml
    ? yamlWeight(text.slice(first), weight) + gap
    : `<weight>${weight}</weight>${/^\s*$/.test(gap) ? gap : ''}`;
  return { from: first, to: first, text: put };
}

/** As the members beside it are written: in JSON's quotation marks or without. @param {string} beside */
const yamlWeight = (beside, /** @type {number} */ weight) =>
  `${beside.startsWith('"') ? '"weight"' : 'weight'}: ${weight}`;

const inOrder = (/** @type {import('./source.js').Splice[]} */ splices) => splices.sort((a, b) => a.from - b.from);

/** @type {import('./edit.js').Editor<Item>} */
const editor = {
  file: (text) => `remote_servers.${isXml(text) ? 'xml' : 'yaml'}`,
  locate,
  comment: /^\s*<!--(?:(?!-->).)*-->\s*$|^\s+#/,
  least: 0,
  most: 2 ** 31 - 1,
  downs: false,
  address: ({ name }) => (partsOf(name) ? name : null),
  changed(item, { node, name, weight }) {
    if (name && item.replicas > 1) throw new Unreadable(0, `${node.was} has replicas: change it by hand`);
    return spliced(
      item.text,
      inOrder([...(name ? withAddress(item, node.name) : []), ...(weight ? [withWeight(item, node.weight)] : [])]),
    );
  },
  added(node, items, near) {
    const common = near.settings.filter((one) => items.every(({ settings }) => settings.includes(one)));
    const { port } = partsOf(node.name);
    const like = [near, ...items].find(
      (item) =>
        item.replicas === 1 &&
        !item.fixed &&
        !item.comments &&
        (item.port !== null) === (port !== '') &&
        item.settings.length === common.length,
    );
    if (!like || items.every(({ replicas }) => replicas > 1)) throw new Unreadable(0, kSettings);
    const weighted = like.weight !== null || node.weight !== 1;
    return spliced(
      like.text,
      inOrder([...withAddress(like, node.name), ...(weighted ? [withWeight(like, node.weight)] : [])]),
    );
  },
  masked: (text) =>
    text
      .replace(/<!--(?:(?!-->).)*-->/g, '<!-- … -->')
      .replace(/<(password|user|secret)\b([^>]*)>[^<]*</g, '<$1$2>…<')
      .replace(/(^|[ \t])#.*$/gm, '$1# …')
      .replace(/(["']?\b(?:password|user|secret)\b["']?\s*:\s*)("[^"]*"|'[^']*'|[^\s,}][^,}\r\n]*)/g, '$1…'),
};

export default editor;
