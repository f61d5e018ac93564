// The texts of tests/vectors/clusters with the reading that each must give, and how a reading differs from it. The
// expectations were worked out from the model that made a text, or by hand, never with a reader of ours.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { root } from '../../built.mjs';

const folder = new URL('tests/vectors/clusters/', root);
const kEnd = '.expected.json';

/** @typedef {import('../../../web/systems/reading/form.js').Reading} Reading */

/** The readers of the tree, as the build finds them. */
export async function treeReaders() {
  const readers = new URL('web/systems/readers/', root);
  const scripts = readdirSync(readers, { withFileTypes: true }).filter((entry) => entry.name.endsWith('.js'));
  return Promise.all(scripts.map(async ({ name }) => (await import(new URL(name, readers).href)).default));
}

/** @param {string} system a folder @returns {{name: string, text: string, expected: any}[]} */
export function textsOf(system) {
  const names = readdirSync(new URL(`${system}/`, folder)).filter((name) => !name.endsWith(kEnd));
  const read = (/** @type {string} */ name) => readFileSync(new URL(`${system}/${name}`, folder), 'utf8');
  return names.map((name) => ({ name, text: read(name), expected: JSON.parse(read(`${name}${kEnd}`)) }));
}

/** What a table says, as expectations have it. @param {Reading['entries']} entries */
export function tableOf({ kind, rows, counts: given, without = 0 }) {
  const counts = /** @type {Record<string, number>} */ (Object.create(null));
  if (given) {
    for (const [name, count] of given) counts[name] = count;
    const count = [...given.values()].reduce((sum, one) => sum + one, without);
    return { kind, count, by_node: counts, digest: null };
  }
  for (const { owner } of rows) if (owner !== null) counts[owner] = (counts[owner] ?? 0) + 1;
  const lines = rows.map(({ id, owner, replicas }) => `${[id, owner ?? '-', ...replicas].join(' ')}\n`).join('');
  return { kind, count: rows.length, by_node: counts, digest: createHash('sha1').update(lines).digest('hex') };
}

// Where the order of servers decides which of them gets a key.
const kOrdered = ['nginx', 'haproxy', 'twemproxy', 'mcrouter'];
const kOfNode = ['weight', 'down', 'data_center', 'rack', 'zone', 'bytes'];
const kAlike = /** @type {Record<string, string>} */ ({
  generic: 'rows',
  ranges: 'shards',
  'token ranges': 'tokens',
  'partition copies': 'partitions',
  'postgresql remainders': 'partitions',
  'clickhouse remainders': 'shards',
});
const systemOf = (/** @type {string} */ name) => kAlike[name] ?? name;
const kindOf = (/** @type {string} */ system, /** @type {string} */ kind) =>
  kAlike[`${system} ${kind}`] ?? kAlike[kind] ?? kind;
// The expectations are by two hands. Where one left out what the other has, or calls it otherwise, both are right.
const kLeftOut = [
  // nodetool's own notes, which one hand skips and the other takes for a part of the form
  { of: 'cassandra', skipped: /^\s*(?:Warning: "nodetool ring"|To view status|Note: )/ },
  { of: 'kafka', skipped: /^(?:Querying brokers|Received log directory information)/ },
  { of: 'vitess', skipped: /^\d+ rows in set/ },
  // a section of another kind; how long the query took
  { of: 'clickhouse', skipped: /^\s*<zookeeper>/ },
  { of: 'cockroachdb', skipped: /^Time: / },
];

const sorted = (/** @type {any[]} */ list) => [...list].sort((a, b) => (a.name < b.name ? -1 : 1));
const text = (/** @type {unknown} */ value) => JSON.stringify(value);

/** @param {any} found @param {any} expected @returns {any[]} nodes with the members that bind */
function nodesOf(found, expected) {
  const list = (found ?? []).map((/** @type {any} */ node) => ({ ...node }));
  const same = kOrdered.includes(expected.system) ? list : sorted(list);
  return same.map((/** @type {any} */ node) =>
    Object.fromEntries(['name', ...kOfNode].map((member) => [member, node[member]])),
  );
}

/**
 * Whether a node's member is as it should be: all digits of a size or as many as a double has, a weight of Ceph in its
 * units or as it is printed, a zone of Swift with its letter or without.
 * @param {string} member
 * @param {any} is
 * @param {any} should
 */
function alike(member, is, should) {
  if (member === 'bytes') return Number(is) === Number(should);
  if (member === 'weight') return Math.abs(is - should) < 2e-5;
  return member === 'zone' ? String(is).replace(/^z/, '') === String(should).replace(/^z/, '') : is === should;
}

/** What of the OSDs of several roots one hand lists, and the other does for all: those of the chosen root. */
function ofRoot(/** @type {any} */ { choice, ...expected }) {
  const nodes = expected.nodes.filter((/** @type {any} */ node) => node.root === choice);
  const counts = expected.entries.by_node;
  const by_node = Object.fromEntries(nodes.map((/** @type {any} */ { name }) => [name, counts[name]]));
  const count = Object.values(by_node).reduce((sum, one) => sum + one, 0);
  return { ...expected, choice, nodes, entries: { ...expected.entries, by_node, count } };
}

/**
 * Of Vitess, one hand calls the shards nodes, and the other their tablets.
 * @param {any} reading @param {any} expected
 */
function asNamed(reading, expected) {
  const isTablet = (/** @type {any} */ { name }) => /-\d{10}$/.test(name);
  if (expected.system !== 'vitess' || !expected.nodes.every(isTablet)) return reading;
  const primaries = new Map(reading.nodes.map((/** @type {any} */ { name, primary }) => [name, primary]));
  const nodes = reading.tablets ?? reading.nodes.map((/** @type {any} */ node) => ({ ...node, name: node.primary }));
  const rows = reading.entries.rows.map((/** @type {any} */ row) => ({ ...row, owner: primaries.get(row.owner) }));
  return { nodes, entries: { ...reading.entries, rows } };
}

/** CockroachDB's nodes by their numbers, as one hand names them, as the database does: n1. @param {any} expected */
function numbered(expected) {
  if (expected.system !== 'cockroachdb' || !/^\d+$/.test(expected.nodes?.[0]?.name)) return expected;
  const nodes = expected.nodes.map((/** @type {any} */ node) => ({ ...node, name: `n${node.name}` }));
  const counts = Object.entries(expected.entries.by_node).map(([name, count]) => [`n${name}`, count]);
  return { ...expected, nodes, entries: { ...expected.entries, by_node: Object.fromEntries(counts) } };
}

function strategyOf(/** @type {any} */ { strategy, params }) {
  if (strategy === null || typeof strategy === 'string') return { id: strategy, params: params ?? {} };
  return { id: strategy?.id, params: strategy?.params ?? {} };
}

/**
 * What of an expectation binds and is otherwise.
 * @param {any} reading
 * @param {any} expected
 * @param {string} [pasted] the text
 * @returns {string[]}
 */
export function differences(reading, expected, pasted = '') {
  /** @type {string[]} */
  const found = [];
  const same = (/** @type {string} */ what, /** @type {unknown} */ is, /** @type {unknown} */ should) => {
    if (text(is) !== text(should))
      found.push(`${what}: ${text(is)?.slice(0, 300)}, expected ${text(should)?.slice(0, 300)}`);
  };
  if (reading.fits) return [`fits several: ${reading.fits}`];
  if (expected.refused || reading.refused) {
    same('refused', reading.refused?.line ?? `read as ${reading.system}`, expected.refused?.line);
    if (expected.refused && reading.refused && expected.system && reading.system) {
      same('system', systemOf(reading.system), systemOf(expected.system));
    }
    if (found.length > 0) found.push(`it says: ${reading.refused?.why}; expected: ${expected.refused?.why}`);
    return found;
  }
  const roots = (expected.nodes ?? []).map((/** @type {any} */ node) => node.root);
  if (roots.some((/** @type {string} */ one) => one !== expected.choice && expected.choices?.includes(one))) {
    expected = ofRoot(expected);
  }
  expected = numbered(expected);
  same('system', systemOf(reading.system), systemOf(expected.system));
  const choices = (/** @type {any} */ { choices: all, system }) => (system === 'kafka' && all ? [...all].sort() : all);
  if (expected.choices) same('choices', choices(reading), choices(expected));
  if (expected.choice !== undefined) same('choice', reading.choice, expected.choice);
  const [nodes, should] = [nodesOf(asNamed(reading, expected).nodes, expected), nodesOf(expected.nodes, expected)];
  same(
    'names',
    nodes.map(({ name }) => name),
    should.map(({ name }) => name),
  );
  should.forEach((node, i) => {
    for (const member of kOfNode) {
      const [is, wanted] = [nodes[i]?.[member], node[member]];
      if (wanted !== undefined && !alike(member, is, wanted)) same(`${node.name} ${member}`, is, wanted);
    }
  });
  if (expected.entries) {
    const { kind, count, by_node, digest } = tableOf(asNamed(reading, expected).entries);
    const counted = expected.entries.kind === 'none' && reading.entries.counts;
    if (!counted) same('entries.kind', kindOf(reading.system, kind), kindOf(reading.system, expected.entries.kind));
    // One hand counts Swift's partitions, the other their copies, of which the text speaks.
    const copies = expected.entries.kind === 'partitions' && kind === 'partition copies';
    if (!counted && !copies) same('entries.count', count, expected.entries.count);
    const order = (/** @type {object} */ counts) => Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1));
    // Of Kafka, one hand counts leaders, and the other those that are to lead.
    const preferred = reading.preferred && !expected.entries.digest && expected.form === 'describe';
    if (expected.leaders) same('leaders', order(by_node), order(expected.leaders));
    if (expected.entries.by_node)
      same('entries.by_node', order(preferred ? reading.preferred : by_node), order(expected.entries.by_node));
    if (expected.entries.digest) same('entries.digest', digest, expected.entries.digest);
  }
  if (expected.acting?.digest) same('acting', tableOf(reading.entries).digest, expected.acting.digest);
  if (expected.strategy !== undefined) {
    const [is, wanted] = [strategyOf(reading), strategyOf(expected)];
    const tokens = ['table', 'token_ring'].includes(wanted.id) && ['table', 'token_ring'].includes(is.id);
    const counted = wanted.id === null && reading.entries.counts;
    if (!tokens && !counted) same('strategy', is.id, wanted.id);
    for (const [name, value] of Object.entries(wanted.params)) same(`params.${name}`, is.params[name], value);
  }
  const lines = pasted.split('\n');
  const { skipped } = kLeftOut.find(({ of }) => of === expected.system) ?? {};
  const kept = (/** @type {{line: number}[]} */ all) =>
    all.map(({ line }) => line).filter((line) => !skipped?.test(lines[line - 1]));
  same('skipped', kept(reading.skipped), kept(expected.skipped ?? []));
  return found;
}
