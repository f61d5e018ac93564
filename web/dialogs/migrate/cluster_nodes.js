// Redis's answer to CLUSTER NODES: which masters are up, which slots they have, and what is half moved.
import { t } from '../../text/language.js';
import { shell } from '../../text/quote.js';
import { excerpt } from '../files/doors.js';
import { PasteError } from './paste_error.js';

export const kSlots = 16_384;

/** Nodes of a runbook. */
export const kMostNodes = 2000;

/** Refuses more. @param {number} count */
export function checkNodes(count) {
  if (count > kMostNodes) throw new PasteError(t('{0} nodes, and a runbook has up to {1}.', count, kMostNodes));
}

/**
 * Whether a line is one of CLUSTER NODES, whole or not: rows of keys and owners do not look like this.
 * @param {string} line
 */
export function isNodeLine(line) {
  const [, address = '', flags = ''] = line.split(/\s+/, 3);
  return /:\d/.test(address) && /(^|,)(myself|master|slave|handshake|noaddr|noflags)\b/.test(flags);
}

/**
 * @typedef {object} NodeLine
 * @property {number} line its number
 * @property {string} id
 * @property {string} address
 * @property {string} master the id of a replica's
 * @property {string} why it is not up: fail, fail?, handshake, noaddr, disconnected; '' if it is
 * @property {string[]} slots
 * @property {'master' | 'slave' | ''} kind
 *
 * @typedef {{line: number, address: string, why: string, replica: boolean}} LeftOut
 * @typedef {{slot: number, to: number}} OpenSlot
 * @typedef {{id: string, address: string, master: number}} Replica `master`: an index into `nodes`, or -1
 *
 * @typedef {object} RedisCluster
 * @property {'redis'} kind
 * @property {string[]} nodes addresses of the masters that are up
 * @property {string[]} ids theirs
 * @property {number[]} owners of each slot, an open one being where `--cluster fix` takes it
 * @property {Replica[]} replicas
 * @property {LeftOut[]} leftOut
 * @property {OpenSlot[]} open
 */

/** An address as redis-cli takes it: the port follows the last colon. @param {string} address */
export function endsOf(address) {
  const at = address.lastIndexOf(':');
  return { host: address.slice(0, at).replace(/^\[(.*)\]$/, '$1'), port: address.slice(at + 1) };
}

/** The options with which redis-cli connects to one node, as words of a shell. @param {string} address */
export const at = (address) => `-h ${shell(endsOf(address).host)} -p ${shell(endsOf(address).port)}`;

const kDown = ['fail', 'fail?', 'handshake', 'noaddr'];

/**
 * @param {string} text
 * @param {number} line its number
 * @returns {NodeLine}
 */
function nodeOf(text, line) {
  const [id, address, flags, master, , , epoch, link, ...slots] = text.split(/\s+/);
  if (
    !/^[0-9a-f]{40}$/.test(id) ||
    !/:\d+/.test(address ?? '') ||
    !/^\d+$/.test(epoch ?? '') ||
    !/^(dis)?connected$/.test(link ?? '')
  ) {
    throw new PasteError(t('Line {0}: expected a line of CLUSTER NODES. Found “{1}”.', line, excerpt(text)));
  }
  const all = flags.split(',');
  const why = kDown.find((flag) => all.includes(flag)) ?? (link === 'disconnected' ? link : '');
  return {
    line,
    id,
    address: address.replace(/[@,].*$/, ''),
    master,
    why,
    slots,
    kind: all.includes('master') ? 'master' : all.includes('slave') ? 'slave' : '',
  };
}

/**
 * The first and the last slot.
 * @param {string} range
 * @param {number} line
 */
function rangeOf(range, line) {
  const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(range) ?? [];
  if (first !== undefined && Number(first) <= Number(last) && Number(last) < kSlots)
    return [Number(first), Number(last)];
  throw new PasteError(t('Line {0}: expected slots from 0 to 16383. Found “{1}”.', line, excerpt(range)));
}

const isOpen = (/** @type {string} */ range) => range.startsWith('[');
const countOf = (/** @type {NodeLine} */ { slots, line }) =>
  slots
    .filter((range) => !isOpen(range))
    .reduce((sum, range) => {
      const [first, last] = rangeOf(range, line);
      return sum + last - first + 1;
    }, 0);

/**
 * Whoever is down cannot give slots away, and a plan without these slots would be wrong.
 * @param {NodeLine} node
 * @param {NodeLine[]} all
 */
function refuseDown(node, all) {
  const replica = all.find(({ kind, why, master }) => kind === 'slave' && why === '' && master === node.id);
  const said = [node.line, excerpt(node.address), node.why, countOf(node)];
  throw new PasteError(
    replica
      ? t(
          'Line {0}: {1} is not up ({2}) and still holds {3} {3|slot|slots}. First start it again, or let its replica take over: {4}. Then paste CLUSTER NODES again.',
          ...said,
          `redis-cli ${at(replica.address)} CLUSTER FAILOVER FORCE`,
        )
      : t(
          'Line {0}: {1} is not up ({2}) and still holds {3} {3|slot|slots}, and no replica that is up can take over. First start it again. Then paste CLUSTER NODES again.',
          ...said,
        ),
  );
}

/**
 * @param {string[]} lines
 * @returns {RedisCluster}
 */
export function readClusterNodes(lines) {
  const all = lines
    .map((text, i) => ({ text, line: i + 1 }))
    .filter(({ text }) => text !== '')
    .map(({ text, line }) => nodeOf(text, line));
  /** @type {Map<string, number>} */
  const lineOf = new Map();
  for (const { id, line } of all) {
    if (lineOf.has(id))
      throw new PasteError(
        t('Line {0}: the node of line {1} again. Paste the answer of one node only.', line, lineOf.get(id)),
      );
    lineOf.set(id, line);
  }
  for (const node of all) if (node.why !== '' && countOf(node) > 0) refuseDown(node, all);

  const masters = all.filter(({ kind, why }) => kind === 'master' && why === '');
  const positions = new Map(masters.map(({ id }, i) => [id, i]));
  /** @type {number[]} */
  const owners = new Array(kSlots).fill(-1);
  masters.forEach((node, i) => {
    for (const range of node.slots.filter((each) => !isOpen(each))) {
      const [first, last] = rangeOf(range, node.line);
      for (let slot = first; slot <= last; ++slot) {
        if (owners[slot] >= 0)
          throw new PasteError(
            t(
              'Line {0}: slot {1} is also in line {2}. Run redis-cli --cluster fix first, then paste CLUSTER NODES again.',
              node.line,
              String(slot),
              masters[owners[slot]].line,
            ),
          );
        owners[slot] = i;
      }
    }
  });
  const without = owners.filter((owner) => owner < 0).length;
  if (without > 0)
    throw new PasteError(
      t(
        '{0} of 16,384 slots have no master. Paste the whole answer of CLUSTER NODES; if it is whole, run redis-cli --cluster fix first.',
        without,
      ),
    );

  const open = openSlots(all, positions);
  for (const { slot, to } of open) owners[slot] = to;
  return {
    kind: 'redis',
    nodes: masters.map(({ address }) => address),
    ids: masters.map(({ id }) => id),
    owners,
    open,
    replicas: all
      .filter(({ kind, why }) => kind === 'slave' && why === '')
      .map(({ id, address, master }) => ({ id, address, master: positions.get(master) ?? -1 })),
    leftOut: all
      .filter(({ kind, why }) => why !== '' || kind === '')
      .map(({ line, address, why, kind }) => ({ line, address, why, replica: kind === 'slave' })),
  };
}

/**
 * “[slot->-id]” stands at the old master, “[slot-<-id]” at the new one; a node tells only its own.
 * @param {NodeLine[]} all
 * @param {Map<string, number>} positions of the masters, by id
 */
function openSlots(all, positions) {
  /** @type {Map<number, number>} */
  const open = new Map();
  for (const node of all) {
    for (const range of node.slots.filter(isOpen)) {
      const [, slot, way, other] = /^\[(\d+)-([<>])-([0-9a-f]{40})\]$/.exec(range) ?? [];
      if (slot === undefined || Number(slot) >= kSlots)
        throw new PasteError(t('Line {0}: expected slots from 0 to 16383. Found “{1}”.', node.line, excerpt(range)));
      const to = positions.get(way === '>' ? other : node.id);
      if (to === undefined)
        throw new PasteError(
          t(
            'Line {0}: slot {1} is half moved to a master that is not up. First start it again, then paste CLUSTER NODES again.',
            node.line,
            slot,
          ),
        );
      open.set(Number(slot), to);
    }
  }
  return [...open].map(([slot, to]) => ({ slot, to }));
}

/** What was read, in one sentence. @param {RedisCluster} cluster */
export function clusterWords({ nodes, replicas, leftOut, open }) {
  const kinds = [...new Set(leftOut.map(({ why }) => why))].map(
    (why) => `${leftOut.filter((each) => each.why === why).length} ${why || 'noflags'}`,
  );
  const read = t(
    'Read {0} {0|master|masters}, {1} {1|replica|replicas}, {2} slots',
    nodes.length,
    replicas.length,
    kSlots,
  );
  const more = [
    ...(kinds.length > 0 ? [t('left out: {0}', kinds.join(', '))] : []),
    ...(open.length > 0 ? [t('{0} half-moved {0|slot|slots}', open.length)] : []),
  ];
  return `${[read, ...more].join('; ')}.`;
}
