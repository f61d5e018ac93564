// HAProxy: `balance` by a hash, in the backends of a configuration.
import { chosen } from '../reading/choices.js';
import { Sections } from './haproxy/sections.js';
import { Unreadable } from '../reading/form.js';

/** @typedef {import('../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('./haproxy/sections.js').Section} Section */
/** @typedef {import('./haproxy/sections.js').Statement} Statement */
/** @typedef {import('./haproxy/sections.js').Word} Word */
/** @typedef {import('../reading/masks.js').Masks} Masks */
/**
 * @typedef {{name: string, address: ?string, weight: number, down: boolean, backup: boolean, id: number, key:
 *   string, number: number}} Server `number`: of which its points are made, unless `key` says of its address
 * @typedef {{weight: number, down: boolean, backup: boolean, id: number, key: string}} Options `id` 0: none
 * @typedef {Record<string, Statement>} Settings the last statement of each word, its section's defaults included
 * @typedef {{servers: Server[], unknown: string[]}} Servers `unknown`: what of their addresses
 */

const kBackend = /^\s*(?:backend|listen)\s+(?:[^\s;{]+|\S*(?:\{\{|<%).*)(?:\s+from\s+\S+|\s+\S*:\d\S*)?\s*(?:#.*)?$/;
const kServer = /^\s*(?:(?:server|server-template)\s+\S+\s+\S|balance\s+\S).*(?<!;)$/;
const kMostWeight = 256;
const kMostFactor = 0x7fff_ffff;
const kFunctions = ['sdbm', 'djb2', 'crc32'];
const kOtherFunctions = ['wt6', 'none'];
/** `balance` that hashes what only HTTP has: without mode http, HAProxy takes turns. */
const kOfHttp = /^(?:uri$|url_param$|hdr\()/;
const kHashes = /^(?:uri$|url_param$|source$|hash$|hdr\([^)]+\)$|rdp-cookie(?:\([^)]+\))?$)/;

/** An address that HAProxy need not look up, with or without a port. */
const kIp = /^(?:(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!:|$)|(?=:|$))){4}|\[[\dA-Fa-f:.]+\])(?::\d{1,5})?$/;

/** Options of a server with a value; those not named here have none. */
const kWithValue = new Set(
  (
    'addr agent-addr agent-inter agent-port agent-send alpn ca-file ca-verify-file check-alpn ' +
    'check-proto check-sni ciphers ciphersuites client-sigalgs cookie crl-file crt curves downinter ' +
    'error-limit fall fastinter guid hash-key id idle-ping init-addr init-state inter log-bufsize ' +
    'log-proto max-reuse maxconn maxqueue minconn namespace npn observe on-error on-marked-down ' +
    'on-marked-up pool-conn-name pool-low-conn pool-max-conn pool-purge-delay port proto ' +
    'proxy-v2-options redir resolve-net resolve-opts resolve-prefer resolvers rise set-proxy-v2-tlv-fmt ' +
    'shard sigalgs slowstart sni socks4 source interface usesrc ssl-max-ver ssl-min-ver tcp-ut track ' +
    'verify verifyhost weight ws'
  ).split(' '),
);

const kWithout = new RegExp(
  '^(?:no-.*|force-.*|check|check-(?:ssl|send-proxy|via-socks4|reuse-pool)|agent-check|allow-0rtt|backup|disabled|' +
    'enabled|(?:non-)?stick|ssl|ssl-reuse|sslv3|tlsv1\\d|tls-tickets|tfo|renegotiate|strict-maxconn|' +
    'send-proxy(?:-v2(?:-ssl(?:-cn)?)?)?)$',
);

/** Refuses what a template or the environment fills in. @param {Word} word @param {Masks} masks @param {number} line */
function fixed({ text, variable }, masks, line) {
  const mark = variable ?? masks.in(text)?.mark;
  if (mark) throw new Unreadable(line, `${/^\$/.test(mark) ? 'variable' : 'template'}: ${mark}`);
  return text;
}

/** @param {string} text @param {number} line @param {string} of */
function whole(text, line, of) {
  if (!/^\d{1,9}$/.test(text)) throw new Unreadable(line, `${of} is no whole number`);
  return Number(text);
}

/** @param {Options} options @param {Word[]} words after the address @param {Masks} masks @param {number} line */
function withOptions(options, words, masks, line) {
  const found = { ...options };
  for (let i = 0; i < words.length; ++i) {
    const option = fixed(words[i], masks, line);
    if (option === 'backup' || option === 'no-backup') found.backup = option === 'backup';
    if (option === 'disabled' || option === 'enabled') found.down = option === 'disabled';
    // A word that was cut may have been a weight.
    if (!kWithValue.has(option) && !kWithout.test(option)) {
      throw new Unreadable(line, 'HAProxy knows no such option of a server');
    }
    if (!kWithValue.has(option)) continue;
    const value = words[++i];
    if (!value) throw new Unreadable(line, `${option} has no value`);
    if (option === 'weight') found.weight = whole(fixed(value, masks, line), line, 'the weight');
    if (option === 'id') found.id = whole(fixed(value, masks, line), line, 'the id');
    if (option === 'id' && found.id === 0) throw new Unreadable(line, 'HAProxy’s ids are numbers from 1');
    if (option === 'hash-key') found.key = fixed(value, masks, line);
  }
  if (found.weight > kMostWeight) throw new Unreadable(line, `HAProxy’s weights are 0 to ${kMostWeight}`);
  return found;
}

/** The numbers of a template: “4” or “2-5”. @param {string} text @param {number} line */
function templateRange(text, line) {
  const [, first, last] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? [];
  const [low, high] = last === undefined ? [1, Number(first)] : [Number(first), Number(last)];
  if (!(low <= high)) throw new Unreadable(line, 'the template has no number or range of servers');
  return Array.from({ length: high - low + 1 }, (_, i) => low + i);
}

/** The servers of a section as they are written. */
class ServerList {
  /** @type {(Server & {backup: boolean, id: number, key: string, line: number})[]} */
  #all = [];
  /** @type {Options} */
  #usual = { weight: 1, down: false, backup: false, id: 0, key: 'id' };
  /** @type {string[]} */
  #unknown = [];
  #lines = /** @type {Map<string, number>} */ (new Map());
  #masks;

  /** @param {Statement[]} statements @param {Masks} masks */
  constructor(statements, masks) {
    this.#masks = masks;
    for (const statement of statements) this.#take(statement);
  }

  /** @param {Statement} statement */
  #take({ words: [first, ...words], line }) {
    if (first.text === 'default-server') this.#usual = withOptions(this.#usual, words, this.#masks, line);
    if (first.text === 'server') {
      if (words.length < 2) throw new Unreadable(line, 'HAProxy expects a name and an address of a server');
      this.#add([fixed(words[0], this.#masks, line)], words[1], words.slice(2), line);
    }
    if (first.text === 'server-template') {
      if (words.length < 3) throw new Unreadable(line, 'HAProxy expects a prefix, a number and an address');
      const prefix = fixed(words[0], this.#masks, line);
      const names = templateRange(fixed(words[1], this.#masks, line), line).map((number) => `${prefix}${number}`);
      this.#add(names, words[2], words.slice(3), line);
      this.#unknown.push(`addresses behind ${this.#masks.unmasked(words[2].text).replace(/:\d+$/, '')}`);
    }
  }

  /** @param {string[]} names @param {Word} at @param {Word[]} options @param {number} line */
  #add(names, at, options, line) {
    const variable = at.variable ?? this.#masks.in(at.text)?.mark;
    const { id, ...of } = withOptions(this.#usual, options, this.#masks, line);
    for (const name of names) {
      if (!/^[\w.:-]+$/.test(name)) throw new Unreadable(line, 'HAProxy accepts letters, digits and _-.: in names');
      const before = this.#lines.get(name);
      if (before) throw new Unreadable(line, `the server ${name} is already in line ${before}`);
      this.#lines.set(name, line);
      if (variable) this.#unknown.push(`address of ${name}: ${this.#masks.unmasked(at.text)}`);
      const first = name === names[0] ? id : 0;
      this.#all.push({ name, address: variable ? null : at.text, ...of, id: first, number: 0, line });
    }
    if (this.#all.length > 100_000) throw new Unreadable(line, 'there are more than 100,000 servers');
  }

  /** Servers without a number get the first free one from their place on. */
  #number() {
    const taken = new Map();
    for (const { id, line } of this.#all) {
      if (id && taken.has(id)) throw new Unreadable(line, `the id ${id} is already in line ${taken.get(id)}`);
      if (id) taken.set(id, line);
    }
    let next = 1;
    for (const server of this.#all) {
      if (!server.id) while (taken.has(next)) ++next;
      server.number = server.id || next;
      taken.set(server.number, server.line);
      ++next;
    }
  }

  /** @returns {Servers & {key: ?{line: number, key: string}}} `key`: of points that are not made of numbers */
  finish() {
    this.#number();
    const other = this.#all.find(({ key }) => key !== 'id');
    return {
      servers: this.#all,
      unknown: this.#unknown,
      key: other ? { line: other.line, key: other.key } : null,
    };
  }
}

/** What of “defaults” goes for each section. @param {Section[]} sections */
function withDefaults(sections) {
  let last = /** @type {Statement[]} */ ([]);
  const named = /** @type {Map<string, Statement[]>} */ (new Map());
  return sections.flatMap((section) => {
    const { kind, name, from, line, statements } = section;
    if (from && !named.has(from)) throw new Unreadable(line, `there are no defaults “${from}”`);
    if (kind !== 'defaults') return [{ section, all: [...(from ? (named.get(from) ?? []) : last), ...statements] }];
    last = [...(named.get(from) ?? []), ...statements];
    if (name) named.set(name, last);
    return [];
  });
}

/** @param {Statement[]} statements @param {Masks} masks @returns {Settings} */
function settingsOf(statements, masks) {
  /** @type {Settings} */
  const settings = Object.create(null);
  for (const statement of statements) {
    const [{ text: first }] = statement.words;
    if (/^(?:server|server-template|default-server)$/.test(first)) continue;
    for (const word of statement.words) fixed(word, masks, statement.line);
    settings[first] = statement;
  }
  return settings;
}

const textsOf = (/** @type {Statement | undefined} */ statement) =>
  (statement?.words ?? []).slice(1).map(({ text }) => text);

/** @param {Settings} settings @param {number} line of the section @param {boolean} isWhole */
function notByHash(settings, line, isWhole) {
  const { balance, mode } = settings;
  if (settings.disabled) return { line: settings.disabled.line, why: 'disabled' };
  const [kind] = textsOf(balance);
  if (!balance || !kind) return { line: balance?.line ?? line, why: 'round robin: no key decides' };
  if (!kHashes.test(kind)) return { line: balance.line, why: `${kind} places no keys` };
  const [of] = textsOf(mode);
  if (mode && !/^(?:http|tcp|health|log|spop|haterm)$/.test(of ?? '')) {
    throw new Unreadable(mode.line, 'HAProxy knows no such mode');
  }
  if (kOfHttp.test(kind) && (of ?? (isWhole ? 'tcp' : 'http')) !== 'http') {
    return { line: balance.line, why: `round robin: HAProxy hashes by ${kind} only with “mode http”` };
  }
  const rest = textsOf(balance).slice(1);
  if ((kind === 'url_param' || kind === 'hash') && rest.length === 0) {
    throw new Unreadable(balance.line, `balance ${kind} has no ${kind === 'hash' ? 'expression' : 'name'}`);
  }
  return null;
}

/** @param {Settings} settings */
function paramsOf(settings) {
  const type = settings['hash-type'];
  const [method = 'map-based', name = 'sdbm', modifier, ...more] = textsOf(type);
  const isKnown = /^(?:consistent|map-based)$/.test(method) && [...kFunctions, ...kOtherFunctions].includes(name);
  if (!isKnown || (modifier ?? 'avalanche') !== 'avalanche' || more.length > 0) {
    throw new Unreadable(type.line, 'HAProxy knows no such hash-type');
  }
  const isRing = method === 'consistent';
  // HAProxy adds the avalanche to a ring for which no function is named.
  const avalanche = modifier !== undefined || (isRing && textsOf(type).length === 1);
  const params = { dialect: isRing ? 'consistent' : 'map', function: name, avalanche: String(avalanche) };
  return { params, line: type?.line ?? 0 };
}

/** hash-balance-factor as HAProxy reads it: by the digits that it begins with; 0: none. @param {Settings} settings */
function balanceFactor(settings) {
  const statement = settings['hash-balance-factor'];
  if (!statement) return 0;
  const [text] = textsOf(statement);
  if (text === undefined) throw new Unreadable(statement.line, 'hash-balance-factor has no value');
  const factor = Number(/^[+-]?\d+/.exec(text)?.[0] ?? 0);
  if (factor !== 0 && factor <= 100) {
    throw new Unreadable(statement.line, 'hash-balance-factor must be 0 or greater than 100');
  }
  return factor;
}

/**
 * The servers that take keys, and all of them where that matters. On a ring a server's points are made of its number,
 * which is told where it is not its place: a backup keeps its number, and a server may have one of its own.
 * @param {Servers} servers
 * @param {string} dialect
 */
function nodesOf({ servers }, dialect) {
  const active = servers.filter(({ backup }) => !backup);
  const isRing = dialect === 'consistent';
  const numbered = isRing && active.some(({ number }, i) => number !== i + 1);
  const nodes = active.map(({ name, address, weight, down, number }) => ({
    ...{ name, address, weight },
    ...(down && { down }),
    ...(numbered && { number }),
  }));
  if (!isRing || servers.every(({ backup, id }) => !backup && id === 0)) return { nodes };
  const all = servers.map(({ name, backup, id }) => ({ name, ...(backup && { backup }), ...(id > 0 && { id }) }));
  return { nodes, servers: all };
}

/**
 * The hash-key of HAProxy 3.0 by which all points are made of addresses; null where Reshard cannot tell them.
 * @param {Servers} servers
 */
function addressKey({ servers }) {
  const active = servers.filter(({ backup }) => !backup);
  const key = active[0]?.key ?? '';
  const known = new Set(active.map(({ address }) => address ?? '').filter((address) => kIp.test(address)));
  const isAddress = key === 'addr' || key === 'addr-port';
  return isAddress && known.size === active.length && active.every((server) => server.key === key) ? key : null;
}

/**
 * The strategy of a reading, and its nodes: where points are made of addresses, these are the nodes' names.
 * @param {Servers} servers
 * @param {?string} key
 * @param {{dialect: string, function: string, avalanche: string}} params
 * @param {number} factor
 */
function placedBy(servers, key, params, factor) {
  const isRing = params.dialect === 'consistent';
  const listed = nodesOf(servers, key === null ? params.dialect : '');
  if (!isRing || (key === null && factor === 0)) return { strategy: { id: 'haproxy', params }, ...listed };
  const { function: name, avalanche } = params;
  const release = key === null ? { dialect: 'v2_6' } : { dialect: 'v3_0', hash_key: key.replace('-', '_') };
  const bounds = factor === 0 ? {} : { bounded: 'true', balance_factor: String(factor) };
  return {
    strategy: { id: 'haproxy_servers', params: { ...release, function: name, avalanche, ...bounds } },
    ...listed,
    ...(key !== null && { nodes: listed.nodes.map((node) => ({ ...node, name: node.address ?? '' })) }),
  };
}

/** @param {Servers} servers @param {string[]} balance */
function needsOf({ servers }, [kind]) {
  const serving = servers.some(({ backup, down, weight }) => !backup && !down && weight > 0);
  return [
    ...(kind === 'source' ? ['haproxy: source addresses are folded, not hashed'] : []),
    ...(!serving && servers.some(({ backup }) => backup) ? ['haproxy: backups serve'] : []),
  ];
}

/**
 * @param {{section: Section, all: Statement[]}} of @param {Masks} masks @param {boolean} isWhole
 * @param {Pasted} pasted @returns {import('../reading/choices.js').Offer}
 */
function offerOf({ section: { name, line }, all }, masks, isWhole, pasted) {
  const settings = settingsOf(all, masks);
  const not = notByHash(settings, line, isWhole);
  if (not) return { name, not };
  const { params, line: typeLine } = paramsOf(settings);
  const factor = balanceFactor(settings);
  const list = new ServerList(all, masks).finish();
  if (factor > kMostFactor && params.dialect === 'consistent') {
    const { line: at } = settings['hash-balance-factor'];
    return { name, not: { line: at, why: `hash-balance-factor ${factor}: Reshard does not have it` } };
  }
  if (kOtherFunctions.includes(params.function)) {
    return { name, not: { line: typeLine, why: `hash-type ${params.function}: Reshard does not have it` } };
  }
  const key = list.key && params.dialect === 'consistent' ? addressKey(list) : null;
  if (list.key && params.dialect === 'consistent' && key === null) {
    return { name, not: { line: list.key.line, why: `hash-key ${list.key.key}: Reshard does not have it` } };
  }
  const backups = list.servers.filter(({ backup }) => backup).map((server) => server.name);
  if (list.servers.length === backups.length) return { name, not: { line, why: 'no servers but backups' } };
  const needs = needsOf(list, textsOf(settings.balance));
  const reading = () => ({
    ...{ system: 'haproxy', form: 'configuration' },
    key_expression: textsOf(settings.balance).join(' '),
    ...placedBy(list, key, params, factor),
    entries: { kind: 'none', rows: [] },
    ...(backups.length > 0 && { backups }),
    ...(needs.length > 0 && { needs }),
    skipped: pasted.skipped,
    cannot_know: ['sizes', ...new Set(list.unknown)],
  });
  return { name, not: null, read: reading };
}

/** Refuses servers where HAProxy does, and two backends of one name. @param {Section[]} sections */
function checked(sections) {
  const names = /** @type {Map<string, number>} */ (new Map());
  for (const { kind, name, line, statements } of sections) {
    const server = statements.find(({ words: [{ text }] }) => text === 'server' || text === 'server-template');
    if (server && kind !== 'backend' && kind !== 'listen') {
      throw new Unreadable(server.line, `HAProxy accepts no servers in a section “${kind}”`);
    }
    if (kind !== 'backend' && kind !== 'listen') continue;
    if (names.has(name)) throw new Unreadable(line, `the backend ${name} is already in line ${names.get(name)}`);
    names.set(name, line);
  }
  return sections;
}

/** @type {import('../reading/read.js').Reader['read']} */
function read(pasted, { choose }) {
  const { all, masks } = new Sections(pasted, pasted.body(kBackend));
  // A part of a configuration does not say its mode; a whole one says it by what it lacks too.
  const isWhole = all.some(({ kind }) => kind === 'defaults' || kind === 'global');
  const backends = withDefaults(checked(all)).filter(
    ({ section: { kind, statements } }) =>
      (kind === 'backend' || kind === 'listen') &&
      statements.some(({ words: [{ text }] }) => /^(?:server|server-template|balance)$/.test(text)),
  );
  if (backends.length === 0) throw new Unreadable(pasted.filled[0]?.number ?? 1, 'there is no backend with servers');
  return chosen(
    backends.map((backend) => offerOf(backend, masks, isWhole, pasted)),
    choose,
  );
}

/** @param {Pasted} pasted */
const fits = ({ filled }) =>
  filled.some(({ text }) => kBackend.test(text)) && filled.some(({ text }) => kServer.test(text)) ? 2 : 0;

export default { system: 'haproxy', title: 'HAProxy', fits, read };
