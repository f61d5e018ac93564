// twemproxy: the servers of a pool.
import { Unreadable } from '../reading/form.js';
import { addressFrom } from './shared.js';
import { spliced } from './source.js';
import { Walker, placesIn } from './yaml_places.js';

/**
 * @typedef {import('./edit.js').Item & {address: string, named: boolean, quote: string, at: number, weight: [number,
 *   number]}}
 *   Item `at`: of the text within its quotation marks; `weight`: of its digits
 */

const kServer = /^(?:(\/.*?)|(.*:\d+)):(\d+)(?: ([^ ]+))?$/;

/** @param {string} raw as it is written, with its dash @param {number} line */
function partsOf(raw, line) {
  const [, dash, quote, plain] = /^(-[ \t]*)(["']?)([^]*)\2$/.exec(raw) ?? [];
  const [, socket, host, digits, name] = kServer.exec(plain ?? '') ?? [];
  if (digits === undefined || /[\\\r\n]|''/.test(plain)) {
    throw new Unreadable(line, 'this server is written in a way that only its author can change');
  }
  const [address, at] = [socket ?? host, dash.length + quote.length];
  const begin = at + address.length + 1;
  const weight = /** @type {[number, number]} */ ([begin, begin + digits.length]);
  return { address, quote, at, weight, named: name !== undefined, name: name ?? (socket ? `${socket}:` : host) };
}

/** @type {import('./edit.js').Editor<Item>['locate']} */
async function locate({ text, choice, lineOf }) {
  const { yaml, documents } = await placesIn(text);
  const walker = new Walker(yaml, text, lineOf);
  const [root] = documents;
  const pools = root && walker.isMap(root) ? walker.pairs(walker.plain(root) && root) : [];
  const found = pools.filter(([name]) => choice === undefined || name === choice);
  const list = walker.member(found[0]?.[1] ? walker.plain(found[0][1]) : null, 'servers');
  if (found.length !== 1 || !walker.isList(list)) throw new Unreadable(0, 'several pools have this name');
  const items = list.items.map((item) => {
    const span = walker.span(list, /** @type {any} */ (item));
    const raw = text.slice(span.from, span.to);
    const { name, ...parts } = partsOf(raw, lineOf(span.from));
    return { names: [name], ...span, text: raw, ...parts };
  });
  return { items, commas: Boolean(list.flow) };
}

/** @param {string} at @param {string} name */
function written(at, name) {
  if (/^(?:\/[^\s:"'\\#]+|[^\s:"'\\#[\]{},&*!|>%@`-][^\s:"'\\#]*:\d{1,5})$/.test(at) && !/[\s"'\\#]/.test(name)) return;
  throw new Unreadable(0, `“${(/\s/.test(name) ? name : at).slice(0, 60)}” is no server that twemproxy takes`);
}

/** @type {import('./edit.js').Editor<Item>} */
const editor = {
  file: () => 'nutcracker.yml',
  locate,
  comment: /^\s+#/,
  least: 1,
  most: 2 ** 31 - 1,
  downs: false,
  address: (node, items) =>
    addressFrom(
      node,
      items.map(({ names, address }) => ({ name: names[0], address })),
    ),
  changed({ text, at, address, weight, named }, { node, name, ...change }) {
    const splices = /** @type {import('./source.js').Splice[]} */ ([]);
    const [from, to] = weight;
    if (name) {
      written(named ? address : node.name, node.name);
      if (named) splices.push({ from: to + 1, to: to + 1 + (node.was ?? '').length, text: node.name });
      else splices.push({ from: at, to: at + address.length, text: node.name });
    }
    if (change.weight) splices.push({ from, to, text: `${node.weight}` });
    return spliced(
      text,
      splices.sort((a, b) => a.from - b.from),
    );
  },
  added(node, items, near) {
    const at = editor.address(node, items) ?? '';
    written(at, node.name);
    const dash = near.text.slice(0, near.at - near.quote.length);
    return `${dash}${near.quote}${at}:${node.weight}${at === node.name ? '' : ` ${node.name}`}${near.quote}`;
  },
};

export default editor;
