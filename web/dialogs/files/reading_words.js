// What readers say of a text (web/systems/README.md), in the page's language. They write English, and what the table of
// the language lacks stays as they wrote it.
import { t } from '../../text/language.js';
import { kTypedPatterns } from './typed_words.js';

/** Texts with a part that differs. @type {[RegExp, (...parts: string[]) => string][]} */
const kPatterns = [
  [/^template: (.+)$/s, (mark) => t('the template mark {0} stands where a name or number must be', mark)],
  [/^variable: (.+)$/s, (mark) => t('the variable {0} stands where a name or number must be', mark)],
  [/^macro: (.+)$/s, (mark) => t('the macro {0} stands where a name or number must be', mark)],
  [/^a template, not a placement: (.+)$/s, (mark) => t('the text is a template: it has the mark {0}', mark)],
  [
    /^(.+) already belongs to (.+) \(line (\d+)\)$/s,
    (what, owner, line) => t('{0} already belongs to {1} (line {2})', what, owner, line),
  ],
  [/^(.+) is already in line (\d+)$/s, (what, line) => t('{0} is already in line {1}', what, line)],
  [/^bytes of (.+)$/s, (names) => t('bytes of {0}', names)],
  [/^requests of (.+)$/s, (names) => t('requests of {0}', names)],
  [/^node of (.+)$/s, (names) => t('node of {0}', names)],
  [/^address of (.+)$/s, (name) => t('address of {0}', name)],
  [/^endpoints of (.+)$/s, (name) => t('endpoints of {0}', name)],
  [/^addresses behind (.+)$/s, (name) => t('addresses behind {0}', name)],
  [/^how many addresses (.+) has$/s, (name) => t('how many addresses {0} has', name)],
  [/^ignored columns: (.+)$/s, (names) => t('ignored columns: {0}', names)],
  [/^primary of (.+): ([a-z]+)$/, (shard, state) => t('primary of {0}: {1}', shard, stateText(state))],
  [/^replica of (.+): ([a-z]+)$/, (shard, state) => t('replica of {0}: {1}', shard, stateText(state))],
  [
    /^(primary|replica) of (.+): ([a-z]+) on (.+)$/s,
    (copy, shard, state, node) => t('{0} on {1}', said(`${copy} of ${shard}: ${state}`), node),
  ],
  [
    /^(.+): if the index has them, they are not in the text$/s,
    (what) => t('{0}: if the index has them, they are not in the text', what),
  ],
  [
    /^(.+) has another row already \(line (\d+)\)$/s,
    (name, line) => t('{0} has another row already (line {1})', name, line),
  ],
  [/^(.+) twice: it is in line (\d+) already$/s, (what, line) => t('{0} twice: it is in line {1} already', what, line)],
  [/^(.*)“(.+)” is no number$/s, (column, text) => t('{0}“{1}” is no number', column, text)],
  [/^the member “(.+)” is missing$/s, (name) => t('the member “{0}” is missing', name)],
  [/^“?(.+?)”? is no token$/s, (text) => t('{0} is no token', text)],
  [
    /^nothing holds the tokens from (.+) to (.+): a range is missing$/,
    (from, to) => t('nothing holds the tokens from {0} to {1}: a range is missing', from, to),
  ],
  [
    /^two ranges hold the same tokens: this one and that of line (\d+)$/,
    (line) => t('two ranges hold the same tokens: this one and that of line {0}', line),
  ],
  [
    /^a[n]? (.+) program: paste its list of servers$/,
    (language) => t('a program in {0}: paste its list of servers', language),
  ],
  [/^(.+): Reshard does not have it$/s, (what) => t('{0}: Reshard does not have it', what)],
  [/^(.+) places no keys$/s, (what) => t('{0} places no keys', what)],
  [
    /^Reshard cannot express all of it \((.+)\)$/s,
    (needs) => t('Reshard cannot express all of it yet ({0}).', needs.split('; ').map(said).join('; ')),
  ],
  [/^“(.+)” is no (host|port)$/s, (text, what) => t('“{0}” is no {1}', text, what === 'host' ? t('host') : t('port'))],
  [
    /^(.+) has (\w+): what it stands for is elsewhere$/s,
    (name, of) => t('{0} has {1}: what it stands for is elsewhere', name, of),
  ],
  [/^ClickHouse knows no (.+) in a (?:cluster|shard)$/s, (name) => t('ClickHouse knows no {0} there', name)],
  [/^port of (.+): the server’s own tcp_port$/s, (name) => t('port of {0}: the server’s own tcp_port', name)],
  [
    /^line (\d+): blanks around the host: ClickHouse keeps them and does not find it$/,
    (line) => t('line {0}: blanks around the host: ClickHouse keeps them and does not find it', line),
  ],
  [/^shard (\d+) of (.+) is not in the text$/s, (shard, name) => t('shard {0} of {1} is not in the text', shard, name)],
  [/^(.+) is not in the text$/s, (what) => t('{0} is not in the text', what)],
  [
    /^shard (\d+): no server is said to be its primary$/,
    (id) => t('shard {0}: no server is said to be its primary', id),
  ],
  [
    /^between the keys (.+) and (.+) a (?:range|region) is missing$/s,
    (from, to) => t('between the keys {0} and {1} a range is missing', from, to),
  ],
  [/^nothing holds the hashes (\d+) to (\d+)$/, (from, to) => t('nothing holds the hashes {0} to {1}', from, to)],
  [/^who has the hashes (\d+) to (\d+)$/, (from, to) => t('who has the hashes {0} to {1}', from, to)],
  [/^lease holder of (.+)$/s, (names) => t('lease holder of {0}', names)],
  [/^what lies after (.+): the text is cut$/s, (key) => t('what lies after {0}: the text is cut', key)],
  [
    /^replicas that do not vote are not counted: (.+)$/s,
    (names) => t('replicas that do not vote are not counted: {0}', names),
  ],
  [/^(.+): it is shown, not run$/s, (text) => t('{0}: it is shown, not run', text)],
  [
    /^(.+) is no target, but the expression gives it$/s,
    (name) => t('{0} is no target, but the expression gives it', name),
  ],
  [/^(\d+) tables in each data source$/, (count) => t('{0} {0|table|tables} in each data source', Number(count))],
  [
    /^the type of (.+): the link takes whole numbers, and texts have another hash$/s,
    (column) => t('the type of {0}: the link takes whole numbers, and texts have another hash', column),
  ],
  [/^the text does not have all (.+)$/s, () => t('The text does not have all entries of the table.')],
  [
    /^a link with all of it has (\d+) characters, more than (\d+)$/,
    (has, most) => t('A link with all of it has {0} characters, more than {1}.', Number(has), Number(most)),
  ],
  ...kTypedPatterns,
];

/** What Elasticsearch calls the states of a copy. @param {string} state */
function stateText(state) {
  if (state === 'unassigned') return t('unassigned');
  if (state === 'initializing') return t('initializing');
  return state === 'relocating' ? t('relocating') : state;
}

/** Whole texts that need more words for people than for programs. @type {Record<string, () => string>} */
const kWhole = {
  prompt: () => t('a prompt with its command'),
  fence: () => t('the fence around a block of code'),
  text: () => t('words around the placement'),
  duplicate: () => t('the same row once more'),
  cut: () => t('cut off'),
  comment: () => t('a comment'),
  message: () => t('a message of the program'),
  'cluster-require-full-coverage': () =>
    t('cluster-require-full-coverage (Redis’s default is yes; Reshard opens the cluster with no)'),
  handshake: () => t('a node that has not joined yet'),
  'no address': () => t('a node without an address'),
  'how producers partition: the link has Java’s default, murmur2 of the key': () =>
    t('the producers’ partitioner (Reshard takes Java’s default, murmur2 of the key)'),
  'no format that is known': () => t('no reader knows this format'),
  'JSON of no format that is known': () => t('no reader knows this form of JSON'),
  'the indices, not their shards: _cat/shards says which node has each': () =>
    t('the indices, not their shards: _cat/shards says which node has each'),
  'the text does not say which entries each node has': () => t('The text does not say which entries each node has.'),
  'Reshard has no function that places keys as this system does': () =>
    t('Reshard lists these nodes, but has no function that places keys as this system does.'),
  'the text has no nodes': () => t('The text has no nodes to open.'),
};

/**
 * A reader's words in the page's language.
 * @param {string} text
 * @returns {string}
 */
export function said(text) {
  if (Object.hasOwn(kWhole, text)) return kWhole[text]();
  for (const [pattern, words] of kPatterns) {
    const found = pattern.exec(text);
    if (found) return words(...found.slice(1));
  }
  return /\{\d/.test(text) ? text : t(text);
}

/** Entries by their kind, with their number. @type {Record<string, (count: number) => string>} */
const kEntries = {
  slots: (count) => t('{0} {0|slot|slots}', count),
  shards: (count) => t('{0} {0|shard|shards}', count),
  keys: (count) => t('{0} {0|key|keys}', count),
  partitions: (count) => t('{0} {0|partition|partitions}', count),
  'partition copies': (count) => t('{0} {0|copy|copies} of partitions', count),
  tokens: (count) => t('{0} {0|token|tokens}', count),
  'token ranges': (count) => t('{0} token {0|range|ranges}', count),
  vbuckets: (count) => t('{0} {0|vBucket|vBuckets}', count),
  ranges: (count) => t('{0} {0|range|ranges}', count),
  remainders: (count) => t('{0} {0|remainder|remainders}', count),
  pgs: (count) => t('{0} placement {0|group|groups}', count),
  'pg copies': (count) => t('{0} {0|copy|copies} of placement groups', count),
};

/** @param {string} kind of a reading’s entries @param {number} count @param {string} [system] */
export function entriesText(kind, count, system = '') {
  if (isModulus(kind, system)) return t('modulus {0}', count);
  return Object.hasOwn(kEntries, kind) ? kEntries[kind](count) : t('{0} {0|entry|entries}', count);
}

/** Users of PostgreSQL know modulus and remainder. @param {string} kind @param {string} system */
const isModulus = (kind, system) => system === 'postgresql' && kind === 'remainders';

/** @param {string} system @param {number} count */
export const replicasText = (system, count) =>
  system === 'kafka' ? t('{0} {0|follower|followers}', count) : t('{0} {0|replica|replicas}', count);

/** What decides in the system, for nginx as its files have it. @param {string} system @param {string} settings */
export const settingsText = (system, settings) =>
  system === 'nginx'
    ? settings.replace(/^dialect (\S+)/, (_, name) => (name === 'plain' ? 'hash …' : `hash … ${name}`))
    : settings;

/** The heading of the column that says how many each node has. @type {Record<string, () => string>} */
const kHeadings = {
  slots: () => t('Slots'),
  shards: () => t('Shards'),
  keys: () => t('Keys'),
  partitions: () => t('Partitions'),
  'partition copies': () => t('Partitions'),
  tokens: () => t('Tokens'),
  'token ranges': () => t('Token ranges'),
  vbuckets: () => t('vBuckets'),
  ranges: () => t('Ranges'),
  remainders: () => t('Remainders'),
  pgs: () => t('Placement groups'),
  'pg copies': () => t('Placement groups'),
};

/** @param {string} kind @param {string} [system] @param {number} [count] of all */
export function entriesHeading(kind, system = '', count = 0) {
  if (isModulus(kind, system)) return t('Remainders of {0}', count);
  if (system === 'kafka' && kind === 'partitions') return t('Leader of');
  return Object.hasOwn(kHeadings, kind) ? kHeadings[kind]() : t('Entries');
}

/** What a system calls its nodes. @type {Record<string, (count: number) => string>} */
const kNodes = {
  redis: (count) => t('{0} {0|master|masters}', count),
  ceph: (count) => t('{0} {0|OSD|OSDs}', count),
  swift: (count) => t('{0} {0|device|devices}', count),
  kafka: (count) => t('{0} {0|broker|brokers}', count),
  postgresql: (count) => t('{0} hash {0|partition|partitions}', count),
  vitess: (count) => t('{0} {0|shard|shards}', count),
  mongodb: (count) => t('{0} {0|shard|shards}', count),
  proxysql: (count) => t('{0} {0|hostgroup|hostgroups}', count),
  shardingsphere: (count) => t('{0} data {0|source|sources}', count),
};
const kServers = ['nginx', 'haproxy', 'envoy', 'istio', 'twemproxy', 'mcrouter', 'consul'];

/** @param {string} system @param {number} count */
export function nodesText(system, count) {
  if (Object.hasOwn(kNodes, system)) return kNodes[system](count);
  return kServers.includes(system) ? t('{0} {0|server|servers}', count) : t('{0} {0|node|nodes}', count);
}
