// HAProxy: the `server` lines of a backend.
import { Unreadable } from '../reading/form.js';
import { haproxy as quoted } from '../../text/quote.js';
import { addressFrom, shared } from './shared.js';
import { Source, spliced } from './source.js';
import { kTemplateLine } from './words.js';

/** @typedef {{text: string, raw: string, from: number, to: number}} Word `from`, `to`: within the server */
/** @typedef {import('./edit.js').Item & {words: Word[], address: ?string, backup: boolean, explicit: boolean}} Item */

const kSections = new RegExp(
  '^(?:global|defaults|frontend|backend|listen|peers|resolvers|mailers|userlist|program|cache|ring|log-forward|' +
    'http-errors|fcgi-app|crt-store|traces|acme|log-profile)$',
);
/** Options without a value: those with one are two words. */
const kWithout = new RegExp(
  '^(?:no-.*|force-.*|check|check-(?:ssl|send-proxy|via-socks4|reuse-pool)|agent-check|allow-0rtt|backup|disabled|' +
    'enabled|(?:non-)?stick|ssl|ssl-reuse|sslv3|tlsv1\\d|tls-tickets|tfo|renegotiate|strict-maxconn|' +
    'send-proxy(?:-v2(?:-ssl(?:-cn)?)?)?)$',
);
/** A server that another line names. */
const kReference = /^[ \t]*use-server[ \t]+(\S+)|[ \t]track[ \t]+(?:[^\s/]+\/)?(\S+)/gm;
/** What only one server may have. */
const kOwn = /^(?:weight|id|cookie|guid|track|backup|no-backup|disabled|enabled)$/;

/** @param {string} line @returns {Word[]} up to its comment */
function wordsOf(line) {
  const words = /** @type {Word[]} */ ([]);
  let [word, quote] = [/** @type {?Word} */ (null), ''];
  for (let i = 0; i < line.length; ++i) {
    const sign = line[i];
    if (!quote && (sign === '#' || /\s/.test(sign) || sign === '\ufeff')) {
      word = null;
      if (sign === '#') break;
      continue;
    }
    if (!word) words.push((word = { text: '', raw: '', from: i, to: i }));
    if (sign === quote) quote = '';
    else if (!quote && (sign === '"' || sign === "'")) quote = sign;
    else if (sign === '\\' && quote !== "'") word.text += line[++i] ?? '';
    else word.text += sign;
    word.to = Math.min(i + 1, line.length);
    word.raw = line.slice(word.from, word.to);
  }
  return words;
}

/** The options of a server: a word each, or two. @param {Word[]} words @returns {Word[][]} */
function optionsOf(words) {
  const found = /** @type {Word[][]} */ ([]);
  for (let i = 3; i < words.length; ++i) {
    found.push(kWithout.test(words[i].text) ? [words[i]] : words.slice(i, ++i + 1));
  }
  return found;
}

/** @param {string} prefix @param {string} range */
function templateNames(prefix, range) {
  const [, first, last] = /^(\d+)(?:-(\d+))?$/.exec(range) ?? [];
  const [low, high] = last === undefined ? [1, Number(first)] : [Number(first), Number(last)];
  return Array.from({ length: high - low + 1 }, (_, i) => `${prefix}${low + i}`);
}

/** @type {import('./edit.js').Editor<Item>['locate']} */
function locate({ text, choice, reading }) {
  const source = new Source(text);
  // Where points are made of addresses (hash-key), these are the nodes' names.
  const byAddress = typeof reading.strategy === 'object' && reading.strategy?.params?.hash_key !== undefined;
  const found = /** @type {{name: string, servers: boolean, items: (() => Item)[]}[]} */ ([]);
  let [inside, explicit] = [false, false];
  for (let place = 0; place < source.count; ++place) {
    const line = source.textOf(place);
    const words = wordsOf(line);
    const first = words[0]?.text ?? '';
    if (kSections.test(first)) {
      inside = first === 'backend' || first === 'listen';
      if (inside) found.push({ name: words[1]?.text ?? '', servers: false, items: [] });
    }
    if (first === 'default-server') explicit = true;
    const section = found[found.length - 1];
    if (!inside || !section) continue;
    if (/^(?:server|server-template|balance)$/.test(first)) section.servers = true;
    if (first !== 'server' && first !== 'server-template') continue;
    section.items.push(() => itemOf(words, first, line, source.at(place).from, byAddress));
  }
  const fit = found.filter(({ name, servers }) => servers && (choice === undefined || name === choice));
  if (fit.length !== 1) throw new Unreadable(0, 'several backends have this name');
  const [{ items }] = fit;
  return { items: items.map((item) => ({ ...item(), explicit })), commas: false };
}

/** @param {Word[]} words @param {string} first @param {string} line @param {number} begin @param {boolean} byAddress */
function itemOf(words, first, line, begin, byAddress) {
  const [from, to] = [words[0].from, words[words.length - 1].to];
  const template = first === 'server-template';
  const at = words[2]?.text ?? '';
  return {
    names: template ? templateNames(words[1].text, at) : [byAddress ? at : words[1].text],
    ...{ from: begin + from, to: begin + to, text: line.slice(from, to) },
    ...(template && { fixed: kTemplateLine }),
    words: words.map((word) => ({ ...word, from: word.from - from, to: word.to - from })),
    address: template || at.includes('$') ? null : at,
    backup: words.some(({ text }, i) => i > 2 && text === 'backup'),
    explicit: false,
  };
}

/** @param {string} name */
function serverName(name) {
  if (/^[\w.:-]+$/.test(name)) return name;
  throw new Unreadable(0, `HAProxy accepts letters, digits and _-.: in names, so not “${name.slice(0, 60)}”`);
}

/** @param {string} at */
function addressWord(at) {
  if (/^\S+$/.test(at) && !/["'\\$#]/.test(at)) return quoted(at);
  throw new Unreadable(0, `“${at.slice(0, 60)}” is no address of a server`);
}

const withAddresses = (/** @type {Item} */ { names, address, fixed }) =>
  fixed || address === null ? [] : [{ name: names[0], address }];

/** @type {import('./edit.js').Editor<Item>} */
const editor = {
  file: () => 'haproxy.cfg',
  locate,
  comment: /^\s*#/,
  least: 0,
  most: 256,
  downs: true,
  refers(text, names) {
    for (const { 1: used, 2: tracked, index } of text.matchAll(kReference)) {
      if (names.has(used ?? tracked)) return index;
    }
    return -1;
  },
  address: (node, items) => addressFrom(node, items.flatMap(withAddresses)),
  changed({ text, words, backup, address }, { node, name, weight, down }) {
    const splices = /** @type {import('./source.js').Splice[]} */ ([]);
    const options = optionsOf(words);
    const end = words[words.length - 1].to;
    if (backup && (weight || down))
      throw new Unreadable(0, `${node.name} is a backup, which takes no keys: change it by hand`);
    const given = options.findLast(([one]) => one.text === 'weight')?.[1];
    if (name && words[1].text === (node.was ?? '')) {
      splices.push({ from: words[1].from, to: words[1].to, text: serverName(node.name) });
      const moves = address !== null && (node.address ?? (address === node.was ? node.name : null));
      if (moves) splices.push({ from: words[2].from, to: words[2].to, text: addressWord(moves) });
    } else if (name) splices.push({ from: words[2].from, to: words[2].to, text: addressWord(node.name) });
    if (weight && given) splices.push({ from: given.from, to: given.to, text: `${node.weight}` });
    else if (weight) splices.push({ from: end, to: end, text: ` weight ${node.weight}` });
    if (down && node.down) splices.push({ from: end, to: end, text: ' disabled' });
    else if (down) {
      for (const [{ text: of, from, to }] of options) {
        const before = words[words.findIndex((word) => word.from === from) - 1];
        if (of === 'disabled') splices.push({ from: before.to, to, text: '' });
      }
    }
    return spliced(
      text,
      splices.sort((a, b) => a.from - b.from || a.to - b.to),
    );
  },
  added(node, items, near) {
    const servers = items.filter(({ fixed, backup }) => !fixed && !backup);
    const options = (/** @type {Item} */ item) => optionsOf(item.words);
    const all = servers.map((item) =>
      options(item).flatMap((words) => (kOwn.test(words[0].text) ? [] : [words.map(({ raw }) => raw).join(' ')])),
    );
    const weighted =
      node.weight !== 1 ||
      near.explicit ||
      (servers.length > 0 && servers.every((item) => options(item).some(([{ text }]) => text === 'weight')));
    const at = addressWord(editor.address(node, items) ?? '');
    const gap = near.fixed ? ' ' : near.text.slice(near.words[0].to, near.words[1].from);
    const name = serverName(node.name);
    return [
      `server${gap}${name}`,
      at,
      ...(weighted ? [`weight ${node.weight}`] : []),
      ...shared(all),
      ...(node.down ? ['disabled'] : []),
    ].join(' ');
  },
};

export default editor;
