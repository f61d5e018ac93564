// The placement of a running system, read from what people paste: CLUSTER NODES of Redis, or rows of key and owner.
import { t } from '../../text/language.js';
import { checkPasted } from '../files/doors.js';

const kSlots = 16_384;

export class PasteError extends Error {}

/** @returns {{kind: 'redis' | 'rows', nodes: string[], owners: number[], ids: string[]}} owners by slot or row */
export function readPasted(text) {
  checkPasted(text);
  const lines = text.split('\n').map((line) => line.trim());
  const redis = lines.find((line) => /^[0-9a-f]{40} \S+ \S*(master|slave)/.test(line));
  return /** @type {any} */ (redis ? readClusterNodes(lines) : readRows(lines));
}

function readClusterNodes(lines) {
  const nodes = [], ids = [];
  const owners = new Array(kSlots).fill(-1);
  lines.forEach((line, i) => {
    if (line === '') return;
    const [id, address, flags, , , , , , ...slots] = line.split(/\s+/);
    if (!/^[0-9a-f]{40}$/.test(id) || !flags) throw new PasteError(t('Line {0}: expected a line of CLUSTER NODES. Found “{1}”.', i + 1, line.slice(0, 40)));
    if (!flags.includes('master')) return;
    const node = nodes.push(address.replace(/@.*$/, '')) - 1;
    ids.push(id);
    for (const range of slots) {
      if (range.startsWith('[')) throw new PasteError(t('Line {0}: slot {1} is moving already. Finish or cancel that move first.', i + 1, range));
      const [first, last = first] = range.split('-').map(Number);
      if (!(first >= 0 && last < kSlots && first <= last)) throw new PasteError(t('Line {0}: expected slots from 0 to 16383. Found “{1}”.', i + 1, range));
      for (let slot = first; slot <= last; ++slot) owners[slot] = node;
    }
  });
  const without = owners.filter((owner) => owner < 0).length;
  if (without > 0) throw new PasteError(t('{0} of 16,384 slots have no master: paste the whole answer of CLUSTER NODES.', without));
  return { kind: 'redis', nodes, owners, ids };
}

function readRows(lines) {
  const nodes = new Map();
  const owners = [];
  lines.forEach((line, i) => {
    if (line === '') return;
    const at = line.lastIndexOf(',');
    const owner = line.slice(at + 1).trim();
    if (at <= 0 || owner === '') throw new PasteError(t('Line {0}: expected “key,owner”. Found “{1}”.', i + 1, line.slice(0, 40)));
    if (!nodes.has(owner)) nodes.set(owner, nodes.size);
    owners.push(nodes.get(owner));
  });
  if (owners.length === 0) throw new PasteError(t('Paste at least one line.'));
  return { kind: 'rows', nodes: [...nodes.keys()], owners, ids: [] };
}

/**
 * The smallest move from these owners to `count` equally loaded nodes: a node that has too many gives up its last ones.
 * @returns {{nodes: string[], owners: number[]}}
 */
export function evenedOut({ nodes, owners }, count) {
  const names = [...nodes.slice(0, count)];
  for (let i = names.length; i < count; ++i) names.push(t('new-{0}', i - nodes.length + 1));
  const room = names.map((_, i) => Math.floor(owners.length / count) + (i < owners.length % count ? 1 : 0));
  const after = owners.map((owner) => (owner < count && room[owner]-- > 0 ? owner : -1));
  let to = 0;
  return { nodes: names, owners: after.map((owner) => {
    if (owner >= 0) return owner;
    while (room[to] <= 0) ++to;
    --room[to];
    return to;
  }) };
}

/** This many keys dealt evenly over this many nodes, if only the numbers are known. */
export function evenly(count, keys) {
  return { nodes: Array.from({ length: count }, (_, i) => `node-${i}`), owners: Array.from({ length: keys }, (_, i) => i % count) };
}
