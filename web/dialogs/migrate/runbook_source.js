// The placement of a running system, read from what people paste: CLUSTER NODES of Redis, or rows of key and owner.
import { t } from '../../text/language.js';
import { checkPasted, excerpt } from '../files/doors.js';
import { checkNodes, clusterWords, isNodeLine, readClusterNodes } from './cluster_nodes.js';
import { PasteError } from './paste_error.js';

/**
 * @typedef {{nodes: string[], owners: number[]}} Dealt keys on nodes: `owners`: of each key, a position in `nodes`
 * @typedef {{kind: 'rows'} & Dealt} Rows
 * @typedef {Rows | import('./cluster_nodes.js').RedisCluster} Source
 *
 * @param {string} text
 * @returns {Source}
 */
export function readPasted(text) {
  checkPasted(text);
  const lines = text.split('\n').map((line) => line.trim());
  const source = lines.some(isNodeLine) ? readClusterNodes(lines) : readRows(lines);
  checkNodes(source.nodes.length);
  return source;
}

/** What was read, in one sentence. @param {Source} source */
export const pastedWords = (source) =>
  source.kind === 'redis'
    ? clusterWords(source)
    : t('Read {0} {0|key|keys} on {1} {1|node|nodes}.', source.owners.length, source.nodes.length);

// A first line that names the columns is no key, as for Identify (core/identify/owned_keys.h).
const kHeaders = ['owner', 'node', 'shard', 'server', 'master'];

/**
 * @param {string[]} lines
 * @returns {Rows}
 */
function readRows(lines) {
  /** @type {Map<string, number>} */
  const nodes = new Map();
  /** @type {number[]} */
  const owners = [];
  const first = lines.findIndex((line) => line !== '');
  lines.forEach((line, i) => {
    if (line === '') return;
    const at = line.lastIndexOf(',');
    const owner = line.slice(at + 1).trim();
    if (at <= 0 || owner === '')
      throw new PasteError(t('Line {0}: expected “key,owner”. Found “{1}”.', i + 1, excerpt(line)));
    const names =
      i === first &&
      kHeaders.includes(owner.toLowerCase()) &&
      !lines.slice(i + 1).some((each) => each.endsWith(`,${owner}`));
    if (names) return;
    const known = nodes.get(owner) ?? nodes.size;
    nodes.set(owner, known);
    owners.push(known);
  });
  if (owners.length === 0) throw new PasteError(t('Paste at least one line.'));
  return { kind: 'rows', nodes: [...nodes.keys()], owners };
}

/**
 * The smallest move from these owners to `count` equally loaded nodes: a node that has too many gives up its last ones.
 * @param {Dealt} now
 * @param {number} count
 * @returns {Dealt}
 */
export function evenedOut({ nodes, owners }, count) {
  const names = [...nodes.slice(0, count)];
  for (let i = names.length; i < count; ++i) names.push(t('new-{0}', i - nodes.length + 1));
  const room = names.map((_, i) => Math.floor(owners.length / count) + (i < owners.length % count ? 1 : 0));
  const after = owners.map((owner) => (owner < count && room[owner]-- > 0 ? owner : -1));
  let to = 0;
  return {
    nodes: names,
    owners: after.map((owner) => {
      if (owner >= 0) return owner;
      while (room[to] <= 0) ++to;
      --room[to];
      return to;
    }),
  };
}

/**
 * This many keys dealt evenly over this many nodes, if only the numbers are known.
 * @param {number} count nodes
 * @param {number} keys
 * @returns {Dealt}
 */
export function evenly(count, keys) {
  return {
    nodes: Array.from({ length: count }, (_, i) => `node-${i}`),
    owners: Array.from({ length: keys }, (_, i) => i % count),
  };
}
