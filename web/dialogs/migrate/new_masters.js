// The new masters of a Redis Cluster, as the reader writes them.
import { t } from '../../text/language.js';
import { checkPasted, excerpt } from '../files/doors.js';
import { checkNodes, endsOf } from './cluster_nodes.js';
import { PasteError } from './paste_error.js';

/** @typedef {{address: string, replicas: string[]}} NewMaster */

/** An address without brackets. @param {string} address */
function plainOf(address) {
  const { host, port } = endsOf(address);
  return `${host}:${port}`;
}

/**
 * The lines whose masters are in this cluster as masters go, and the others stay.
 * @param {string} text
 * @param {import('../files/running_cluster.js').Running} running
 * @returns {[string, string[]]} what stays, and the masters that went
 */
export function withoutKnown(text, { servers }) {
  const known = new Set(servers.filter(({ kind }) => kind === 'master').map(({ address }) => plainOf(address)));
  const masterOf = (/** @type {string} */ line) => plainOf(line.trim().split(/[\s,;]+/)[0]);
  const lines = text.split('\n'),
    gone = lines.map(masterOf).filter((master) => known.has(master));
  return [lines.filter((line) => !known.has(masterOf(line))).join('\n'), gone];
}

/**
 * The new masters, one a line, each followed by its replicas.
 * @param {string} text
 * @param {?import('./cluster_nodes.js').RedisCluster} cluster
 * @returns {NewMaster[]}
 */
export function newMastersOf(text, cluster) {
  checkPasted(text);
  const known = new Set([...(cluster?.nodes ?? []), ...(cluster?.replicas ?? []).map(({ address }) => address)]);
  const masters = text
    .split('\n')
    .map((line, i) => ({ words: line.split(/[\s,;]+/).filter(Boolean), line: i + 1 }))
    .filter(({ words }) => words.length > 0)
    .map(({ words, line }) => {
      const [address, ...replicas] = words.map((word) => {
        const { host, port } = endsOf(word);
        if (!/^[\w.:][\w.:-]*$/.test(host) || !/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535)
          throw new PasteError(
            t('New masters, line {0}: expected host:port, as 10.0.0.7:6379. Found “{1}”.', line, excerpt(word)),
          );
        const plain = plainOf(word);
        if (known.has(plain))
          throw new PasteError(
            t('New masters, line {0}: {1} is there already. Each address belongs to one server.', line, excerpt(plain)),
          );
        known.add(plain);
        return plain;
      });
      return { address, replicas };
    });
  checkNodes((cluster?.nodes.length ?? 0) + masters.length);
  return masters;
}
