// A reading as a link of the page: the part of its address after the #, as core/scenario/link.h describes it.
import { kPartitioners, ringOf } from './ring_link.js';
import { kTyped } from './typed_link.js';

/** @typedef {import('./form.js').Reading} Reading */
/** @typedef {import('./form.js').ReadNode} ReadNode */

/** What Reshard has a function for, and the parameter that says how many entries there are, with its default. */
const kTables = /** @type {Record<string, {count: ?string, usual: number}>} */ ({
  redis_slots: { count: null, usual: 16_384 },
  vbuckets: { count: 'buckets', usual: 1024 },
});
export const kMostShared = 8000;
export const kMostOpened = 2 ** 20; // kMaxLinkBytes of core/scenario/link.h: a reload of the page opens its link

/**
 * Escapes all but ASCII letters, digits and `plain`; also a dot beside another dot or at the end, as the core does.
 * @param {string} text
 * @param {string} [plain]
 */
function escaped(text, plain = '._:-') {
  const isPlain = (/** @type {string} */ sign) => /^[0-9A-Za-z]$/.test(sign) || plain.includes(sign);
  const odd = (/** @type {number} */ i) => text[i] === '.' && (text[i + 1] ?? '.') === '.';
  const bytes = (/** @type {string} */ sign) =>
    Array.from(new TextEncoder().encode(sign), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`);
  let at = 0;
  return Array.from(text, (sign) => {
    const plainly = isPlain(sign) && !odd(at);
    at += sign.length;
    return plainly ? sign : bytes(sign).join('');
  }).join('');
}

/** @param {ReadNode} node */
function itemOf({ name, weight = 1, data_center = '', zone = '', rack = '', down = false }) {
  const place = [data_center, zone, rack]
    .map((part) => escaped(part))
    .join('/')
    .replace(/\/+$/, '');
  return `${down ? '!' : ''}${escaped(name)}${weight === 1 ? '' : `*${weight}`}${place && `@${place}`}`;
}

/** The value of the link's field “nodes”. @param {ReadNode[]} nodes */
export function itemsOf(nodes) {
  const text = nodes.map(itemOf).join(',');
  return text.trim() !== '' && Number.isFinite(Number(text)) ? `${text}*1` : text; // one node that is called 5
}

/**
 * Redis's masters. One that failed and has lost its slots to its replica has no vote: without this, a few of them would
 * be a majority of masters that are down, which stops a cluster.
 * @param {Reading} reading
 */
function voters({ nodes, entries: { rows } }) {
  const owners = new Set(rows.map(({ owner }) => owner));
  return nodes.map((node) => (node.down && !owners.has(node.name) ? { ...node, weight: 0 } : node));
}

/**
 * Each run of entries with one owner: its place among the nodes, or “-”, and how many.
 * @param {Pick<Reading, 'nodes' | 'entries'>} reading
 */
export function runsOf({ nodes, entries }) {
  const places = new Map(nodes.map(({ name }, i) => [name, `${i}`]));
  const runs = /** @type {{of: string, count: number}[]} */ ([]);
  for (const { owner } of entries.rows) {
    const of = owner === null ? '-' : (places.get(owner) ?? '-');
    const last = runs[runs.length - 1];
    if (last?.of === of) last.count += 1;
    else runs.push({ of, count: 1 });
  }
  return runs.map(({ of, count }) => (count === 1 ? of : `${of}*${count}`)).join(',');
}

/** The entries of a table are 0, 1, 2 … in this order, so that a run needs no ids. @param {Reading} reading */
const isWhole = ({ entries: { rows } }, /** @type {?number} */ count) =>
  rows.length > 0 && (count === null || rows.length === count) && rows.every(({ id }, i) => id === String(i));

/** The numbers that servers have of their own. @param {Reading} reading @param {string} strategy its id */
function numbersOf({ servers = [] }, strategy) {
  const own = servers.flatMap(({ id }, i) => (id === undefined ? [] : [`${i}@${id}`]));
  return own.length > 0 ? [['owners', `${strategy}:${own.join(',')}`]] : [];
}

/**
 * The nodes of the link. A server that takes no keys, a backup, keeps its place among the others with a weight of 0:
 * when one before it leaves, all after it are numbered anew.
 * @param {Reading} reading
 */
export function placesOf(reading) {
  const { nodes, servers, key } = reading;
  if (key === 'redis_slots') return voters(reading);
  const byName = new Map(nodes.map((node) => [node.name, node]));
  return servers?.map(({ name }) => byName.get(name) ?? { name, weight: 0 }) ?? nodes;
}

/** @param {Reading} reading @returns {{fields: [string, string][], nodes?: ReadNode[]} | Unlinked} of the strategy */
function strategyOf(reading) {
  const { key } = reading;
  const strategy = reading.placed_by ?? reading.strategy;
  if (strategy === null) return { why: 'Reshard has no function that places keys as this system does' };
  if (strategy !== 'table') {
    const params = Object.entries(strategy.params ?? {}).map(([name, value]) => [
      name,
      escaped(`${value}`, '._:-/@!*,~'),
    ]);
    const fields = /** @type {[string, string][]} */ ([
      ['strategy', strategy.id],
      ...('hash' in strategy && strategy.hash ? [['hash', strategy.hash]] : []),
      ...params,
      ...numbersOf(reading, strategy.id),
    ]);
    return { fields };
  }
  if (key && kPartitioners.includes(key)) return ringOf(reading);
  if (key && Object.hasOwn(kTyped, key)) return kTyped[key](reading);
  const table = key && Object.hasOwn(kTables, key) ? kTables[key] : null;
  if (!table || !key)
    return { why: 'Reshard has no function that finds the entry of a key in this table', table: true };
  if (!isWhole(reading, table.count ? null : table.usual))
    return { why: `the text does not have all ${reading.entries.kind}` };
  const count = reading.entries.rows.length;
  return {
    fields: [
      ['strategy', key],
      ...(table.count && count !== table.usual ? [/** @type {[string, string]} */ ([table.count, `${count}`])] : []),
      ['owners', `${key}:${runsOf(reading)}`],
    ],
  };
}

/** @typedef {{why: string, table?: true}} Unlinked `table`: all is said, but the keys of its entries are not known */

/**
 * The link that opens a reading. What carries links may cut one of more than kMostShared characters.
 * @param {Reading} reading
 * @returns {{link: string} | Unlinked} `why`: there is no link that says the same
 */
export function linkOf(reading) {
  const { nodes, needs = [] } = reading;
  if (nodes.length === 0) return { why: 'the text has no nodes' };
  if (needs.length > 0) return { why: `Reshard cannot express all of it (${needs.join('; ')})` };
  const found = strategyOf(reading);
  if ('why' in found) return found;
  const fields = [['v', '1'], ['nodes', itemsOf(found.nodes ?? placesOf(reading))], ...found.fields];
  const link = fields.map(([name, value]) => `${name}=${value}`).join('&');
  return link.length > kMostOpened ? tooLong(link.length) : { link };
}

/** @param {number} length of a link */
export const tooLong = (length) => ({
  why: `a link with all of it has ${length} characters, more than ${kMostOpened}`,
});
