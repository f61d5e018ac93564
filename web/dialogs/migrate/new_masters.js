// The new masters of a Redis Cluster, as the reader writes them.
import { t } from '../../text/language.js';
import { checkPasted, excerpt } from '../files/doors.js';
import { checkNodes, endsOf } from './cluster_nodes.js';
import { PasteError } from './paste_error.js';

/** @typedef {{address: string, replicas: string[]}} NewMaster */

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
        const plain = `${host}:${port}`;
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
