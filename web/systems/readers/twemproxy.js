// twemproxy (nutcracker): the pools of a configuration.
import { chosen } from '../reading/choices.js';
import { Unreadable } from '../reading/form.js';
import { Templates, yamlTrees } from '../reading/yaml.js';
import { kHashes } from '../twemproxy.js';

/** @typedef {import('../reading/json.js').Tree} Tree */
/** @typedef {import('../reading/pasted.js').Pasted} Pasted */
/** @typedef {{name: string, weight: number, address?: string, line: number}} Server */

const kServers = /^\s*["']?servers["']?\s*:/;
const kOwn = /^\s*(?:distribution|auto_eject_hosts|server_failure_limit|server_retry_timeout|hash_tag)\s*:/;
const kServer = /^\s*-\s+["']?(?:\S+:\d+|\/\S*):\d+(?:\s+\S+)?["']?\s*(?:#.*)?$/;
const kSettings = new Set(
  (
    'listen hash hash_tag distribution timeout backlog preconnect redis tcpkeepalive reuseport redis_auth redis_db ' +
    'auto_eject_hosts server_connections server_retry_timeout server_failure_limit client_connections servers'
  ).split(' '),
);
const kUsualHash = 'fnv1a_64';
const kUsualPort = ':11211';
const kIds = new Map(Object.entries(kHashes).map(([id, name]) => [name, id]));

/**
 * A word as nutcracker takes it, which knows no anchors, tags, lists or maps there.
 * @param {Tree} tree @param {Templates} of
 */
function wordOf(tree, of) {
  if (tree.items || tree.members || tree.flow) throw new Unreadable(tree.at, 'twemproxy accepts one word there');
  const text = of.fixed(tree);
  if (text === '') throw new Unreadable(tree.at, 'twemproxy accepts no empty value');
  return text;
}

/** “host:port:weight name”, “/path:weight name”; the name may be missing. @param {string} text @param {number} line */
function serverOf(text, line) {
  const [, at, port, digits, named] = /^(?:(\/.*?)|(.*:\d+)):(\d+)(?: ([^ ]+))?$/.exec(text) ?? [];
  const address = at ?? port;
  if (digits === undefined) {
    const why = /^(?:\/[^:]*|[^:]*:\d+)(?: |$)/.test(text)
      ? 'no weight: twemproxy refuses it'
      : 'no “host:port:weight”';
    throw new Unreadable(line, why);
  }
  const isPort = at !== undefined || Number(/:(\d+)$/.exec(address)?.[1]) <= 65_535;
  if (/[\s<>%$"'{}]/.test(address) || !isPort || /:0+$/.test(address))
    throw new Unreadable(line, 'no address of a server');
  const weight = Number(digits);
  if (!(weight >= 1 && weight < 2 ** 31)) throw new Unreadable(line, 'twemproxy’s weights are whole numbers from 1');
  // Of a socket without a name, the path is hashed with a colon after it.
  const name = named ?? (at === undefined ? address : `${at}:`);
  if (/^<.*>$|^%.*%$|\$/.test(name)) throw new Unreadable(line, `template: ${name.slice(0, 60)}`);
  return { name, weight, line, ...(named !== undefined && named !== address && { address }) };
}

/** @param {Tree} tree @param {string} pool @param {Templates} templates */
function serversOf(tree, pool, templates) {
  if (!tree.items || tree.flow)
    throw new Unreadable(tree.at, `twemproxy accepts a list of lines as the servers of ${pool}`);
  const lines = /** @type {Map<string, number>} */ (new Map());
  return tree.items.map((item) => {
    const server = serverOf(wordOf(item, templates), item.line);
    const hashed =
      server.address === undefined && server.name.endsWith(kUsualPort) ? server.name.slice(0, -6) : server.name;
    const before = lines.get(hashed);
    if (before !== undefined) throw new Unreadable(item.line, `the server ${server.name} is already in line ${before}`);
    lines.set(hashed, item.line);
    return server;
  });
}

/** @param {Server[]} servers @param {string} tag @returns {string[]} */
function needsOf(servers, tag) {
  const named = servers.some(({ name, address }) => address !== undefined && name.endsWith(kUsualPort));
  return [
    ...(tag ? [`twemproxy: hash_tag ${tag}`] : []),
    ...(named ? ['twemproxy: a name with the usual port, all of which is hashed'] : []),
  ];
}

/** What a pool says, or what nutcracker would say. @param {Map<string, Tree>} members @param {Templates} templates */
function settingsOf(members, templates) {
  const word = (/** @type {string} */ key, /** @type {string} */ usual) => {
    const tree = members.get(key);
    return tree ? { text: wordOf(tree, templates), line: tree.at } : { text: usual, line: 0 };
  };
  const hash = word('hash', kUsualHash);
  const distribution = word('distribution', 'ketama');
  const eject = word('auto_eject_hosts', 'false');
  const tag = word('hash_tag', '');
  if (!kIds.has(hash.text)) throw new Unreadable(hash.line, 'twemproxy has no such hash');
  if (!/^(?:ketama|modula|random)$/.test(distribution.text)) {
    throw new Unreadable(distribution.line, 'twemproxy has no such distribution');
  }
  if (!/^(?:true|false)$/.test(eject.text)) throw new Unreadable(eject.line, 'twemproxy accepts “true” and “false”');
  if (tag.line && [...tag.text].length !== 2) throw new Unreadable(tag.line, 'a hash_tag has two signs');
  return { hash: kIds.get(hash.text) ?? '', distribution, eject: eject.text, tag: tag.text };
}

/** @param {string} name @param {Tree} tree @param {Templates} templates @param {Pasted} pasted */
function offerOf(name, tree, templates, pasted) {
  templates.masks.refuse(name, tree.at);
  if (!tree.members || tree.flow) throw new Unreadable(tree.at, 'twemproxy expects the settings of a pool there');
  for (const [key, { at }] of tree.members) {
    templates.masks.refuse(key, at);
    if (!kSettings.has(key)) throw new Unreadable(at, 'twemproxy knows no such setting of a pool');
  }
  const { hash, distribution, eject, tag } = settingsOf(tree.members, templates);
  const list = tree.members.get('servers');
  if (!list) throw new Unreadable(tree.at, 'the pool has no servers');
  const servers = serversOf(list, name, templates);
  if (distribution.text === 'random') return { name, not: { line: distribution.line, why: 'random places no keys' } };
  const needs = needsOf(servers, tag);
  const params = { dialect: 'twemproxy', eject };
  const reading = () => ({
    ...{ system: 'twemproxy', form: 'configuration' },
    strategy: { id: distribution.text === 'modula' ? 'modulo' : 'ketama', params, hash },
    nodes: servers.map(({ line: _, ...server }) => server),
    entries: { kind: 'none', rows: [] },
    ...(needs.length > 0 && { needs }),
    skipped: pasted.skipped,
    cannot_know: ['sizes'],
  });
  return { name, not: null, read: reading };
}

/** @type {import('../reading/read.js').Reader['read']} */
async function read(pasted, { choose }) {
  const templates = new Templates();
  const [tree, more] = await yamlTrees(pasted.body(kServers), templates);
  return templates.reading(() => {
    const pools = [...(tree?.members ?? [])];
    if (pools.length === 0) throw new Unreadable(pasted.filled[0]?.number ?? 1, 'there are no pools in the text');
    if (more) throw new Unreadable(more.line, 'twemproxy accepts one document');
    return chosen(
      pools.map(([name, pool]) => offerOf(name, pool, templates, pasted)),
      choose,
    );
  });
}

/** @param {Pasted} pasted */
function fits({ filled }) {
  const any = (/** @type {RegExp} */ pattern) => filled.some(({ text }) => pattern.test(text));
  return any(kServers) && (any(kOwn) || any(kServer)) ? 2 : 0;
}

export default { system: 'twemproxy', title: 'twemproxy', fits, read };
