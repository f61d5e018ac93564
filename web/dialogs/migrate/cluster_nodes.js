// What a runbook makes of a Redis Cluster as it runs: which masters are up, which slots they have, and what is half
// moved.
import { t } from '../../text/language.js';
import { shell } from '../../text/quote.js';
import { kSlots } from '../../systems/redis_cluster.js';
import { excerpt } from '../files/doors.js';
import { PasteError } from './paste_error.js';

export { kSlots };

/** Nodes of a runbook. */
export const kMostNodes = 2000;

/** Refuses more. @param {number} count */
export function checkNodes(count) {
  if (count > kMostNodes) throw new PasteError(t('{0} nodes, and a runbook has up to {1}.', count, kMostNodes));
}

/**
 * @typedef {import('../../systems/reading/form.js').Instance} Instance
 * @typedef {import('../files/running_cluster.js').Running} Running
 *
 * @typedef {{line: number, address: string, why: string, replica: boolean}} LeftOut
 * @typedef {{slot: number, to: number}} OpenSlot `to`: an index into `nodes`; -1: the text does not say
 * @typedef {{id: string, address: string, master: number}} Replica `master`: an index into `nodes`, or -1
 *
 * @typedef {object} RedisCluster
 * @property {string} form which text told it
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

/** Words about a server, with its line where it has one. @param {number} line @param {string} words */
export const ofLine = (line, words) => (line > 0 ? t('Line {0}: {1}', line, words) : words);

const countOf = (/** @type {Instance} */ { slots }) => slots.reduce((sum, [first, last]) => sum + last - first + 1, 0);

/**
 * Whoever is down cannot give slots away, and a plan without these slots would be wrong.
 * @param {Instance} server
 * @param {Instance[]} all
 */
function refuseDown(server, all) {
  const replica = all.find(({ kind, why, master }) => kind === 'slave' && why === '' && master === server.id);
  const said = [excerpt(server.address), server.why, countOf(server)];
  const words = replica
    ? t(
        '{0} is not up ({1}) and still holds {2} {2|slot|slots}. First start it again, or let its replica take over: {3}. Then paste CLUSTER NODES again.',
        ...said,
        `redis-cli ${at(replica.address)} CLUSTER FAILOVER FORCE`,
      )
    : t(
        '{0} is not up ({1}) and still holds {2} {2|slot|slots}, and no replica that is up can take over. First start it again. Then paste CLUSTER NODES again.',
        ...said,
      );
  throw new PasteError(ofLine(server.line, words));
}

/** Refuses answers of several nodes, which may disagree. @param {Instance[]} servers */
function checkOnce(servers) {
  /** @type {Map<string, number>} */
  const lineOf = new Map();
  for (const { id, line } of servers) {
    if (lineOf.has(id))
      throw new PasteError(
        t('Line {0}: the node of line {1} again. Paste the answer of one node only.', line, lineOf.get(id)),
      );
    lineOf.set(id, line);
  }
}

/** Of each slot, the position of its master. @param {Instance[]} masters */
function ownersOf(masters) {
  /** @type {number[]} */
  const owners = new Array(kSlots).fill(-1);
  masters.forEach(({ slots }, i) => {
    for (const [first, last] of slots) owners.fill(i, first, last + 1); // the reader refuses a slot with two owners
  });
  const without = owners.filter((owner) => owner < 0).length;
  if (without > 0)
    throw new PasteError(
      t(
        '{0} of 16,384 slots have no master. Paste the whole answer of CLUSTER NODES; if it is whole, run redis-cli --cluster fix first.',
        without,
      ),
    );
  return owners;
}

/**
 * @param {Running} running
 * @returns {RedisCluster}
 */
export function clusterOf({ servers, open: halfMoved, form }) {
  checkOnce(servers);
  for (const server of servers) if (server.why !== '' && countOf(server) > 0) refuseDown(server, servers);
  const masters = servers.filter(({ kind, why }) => kind === 'master' && why === '');
  checkNodes(masters.length);
  const positions = new Map(masters.map(({ id }, i) => [id, i]));
  const owners = ownersOf(masters);
  const open = openSlots(halfMoved, positions);
  for (const { slot, to } of open) if (to >= 0) owners[slot] = to;
  return {
    form,
    nodes: masters.map(({ address }) => address),
    ids: masters.map(({ id }) => id),
    owners,
    open,
    replicas: servers
      .filter(({ kind, why }) => kind === 'slave' && why === '')
      .map(({ id, address, master }) => ({ id, address, master: positions.get(master) ?? -1 })),
    leftOut: servers
      .filter(({ kind, why }) => why !== '' || kind === '')
      .map(({ line, address, why, kind }) => ({ line, address, why, replica: kind === 'slave' })),
  };
}

/**
 * A node tells only its own.
 * @param {Running['open']} halfMoved
 * @param {Map<string, number>} positions of the masters, by id
 */
function openSlots(halfMoved, positions) {
  /** @type {Map<number, number>} */
  const open = new Map();
  for (const { slot, to: id, line } of halfMoved) {
    const to = id === '' ? -1 : positions.get(id);
    if (to === undefined)
      throw new PasteError(
        t(
          'Line {0}: slot {1} is half moved to a master that is not up. First start it again, then paste CLUSTER NODES again.',
          line,
          String(slot),
        ),
      );
    open.set(slot, to);
  }
  return [...open].map(([slot, to]) => ({ slot, to }));
}

/** What a text does not tell of a cluster, and which does; '': it tells all. @param {RedisCluster} cluster */
export function unknownOf({ form }) {
  const better = t('What “redis-cli cluster nodes” prints tells it.');
  if (form === 'cluster-shards') return `${t('CLUSTER SHARDS does not tell half-moved slots.')} ${better}`;
  if (form === 'cluster-slots') {
    const lacks = t('CLUSTER SLOTS does not tell half-moved slots, masters without slots, and servers that are down.');
    return `${lacks} ${better}`;
  }
  if (form === 'check') return `${t('redis-cli --cluster check does not tell servers that are down.')} ${better}`;
  return '';
}

/** Positions of the masters that own no slots. @param {?RedisCluster} cluster */
export function emptyOf(cluster) {
  const own = new Set(cluster?.owners);
  return (cluster?.nodes ?? []).flatMap((_, i) => (own.has(i) ? [] : [i]));
}

/** Whether commands can name its masters. @param {RedisCluster} cluster */
export const hasIds = ({ ids }) => ids.every((id) => /^[0-9a-f]{40}$/.test(id));

/** What the runbook begins with. @param {RedisCluster} cluster @param {boolean} [isExample] */
export function clusterWords({ nodes, replicas, leftOut, open }, isExample = false) {
  const kinds = [...new Set(leftOut.map(({ why }) => why))].map(
    (why) => `${leftOut.filter((each) => each.why === why).length} ${why || 'noflags'}`,
  );
  const counts = [nodes.length, replicas.length, kSlots];
  const read = isExample
    ? t('The example, which the page now shows: {0} {0|master|masters}, {1} {1|replica|replicas}, {2} slots', ...counts)
    : t('Your cluster: {0} {0|master|masters}, {1} {1|replica|replicas}, {2} slots', ...counts);
  const more = [
    ...(kinds.length > 0 ? [t('left out: {0}', kinds.join(', '))] : []),
    ...(open.length > 0 ? [t('{0} half-moved {0|slot|slots}', open.length)] : []),
  ];
  return `${[read, ...more].join('; ')}.`;
}
