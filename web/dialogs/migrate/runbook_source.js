// Where keys are now, and where the least move between nodes takes them, if nothing else says it.
import { t } from '../../text/language.js';

/** @typedef {{nodes: string[], owners: number[]}} Dealt keys on nodes: `owners`: of each, a position in `nodes` */

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
