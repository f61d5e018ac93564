// Random histories of consumer groups, and what Reshard says of them.
import { randomNumbers } from './keys.mjs';
/** @import {Core, LogEntry} from '../../web/headless/reshard-core.d.ts' */

/** @typedef {{assignor: string, partitions: number, steps: string[][]}} Group `steps`: the members after each change */

/**
 * Groups whose members join and leave, one to three at once; some come back. Of each assignor equally many.
 * @param {number} count
 * @param {number} seed
 * @param {string[]} assignors
 * @param {{changes?: number, most?: number, name?: (next: () => number) => string}} [options]
 * @returns {Group[]}
 */
export function randomGroups(count, seed, assignors, { changes = 12, most = 16, name } = {}) {
  const next = randomNumbers(seed);
  const below = (/** @type {number} */ n) => next() % n;
  const fresh = () => (name ? name(next) : `consumer-${next().toString(16).padStart(8, '0')}`);
  return Array.from({ length: count }, (_, g) => {
    const partitions = [1, 2, 3, 5, 6, 7, 8, 12, 12, 16, 24, 30, 50, 64, 100][below(15)];
    let members = Array.from({ length: 1 + below(6) }, fresh);
    /** @type {string[]} */
    const gone = [];
    const steps = [members];
    while (steps.length <= changes) {
      const leaving = Math.min(below(3), members.length - 1);
      const joining = Math.min(leaving === 0 ? 1 + below(3) : below(3), most - members.length + leaving);
      if (leaving + joining === 0) continue;
      members = [...members];
      for (let i = 0; i < leaving; ++i) gone.push(...members.splice(below(members.length), 1));
      for (let i = 0; i < joining; ++i)
        members.push(gone.length > 6 && below(3) === 0 ? gone.splice(below(gone.length - 4), 1)[0] : fresh());
      steps.push(members);
    }
    return { assignor: assignors[g % assignors.length], partitions, steps };
  });
}

/** The changes from one step to the next, as one step of a log. @param {string[]} before @param {string[]} after */
export function changesOf(before, after) {
  /** @type {LogEntry[]} */
  const entries = [
    ...before.filter((member) => !after.includes(member)).map((remove) => ({ remove })),
    ...after.filter((member) => !before.includes(member)).map((add) => ({ add })),
  ];
  return entries.map((entry, i) => (i === 0 ? entry : { ...entry, at_once: true }));
}

/** A key for each partition. @param {Core} core @param {number} partitions */
function keysOfPartitions(core, partitions) {
  const names = Array.from({ length: partitions }, (_, p) => `p${String(p).padStart(6, '0')}`);
  const found = new Array(partitions);
  for (let first = 0, left = partitions; left > 0; first += 10_000) {
    const keys = Array.from({ length: 10_000 }, (_, i) => `key-${first + i}`);
    const nodes = names; // range gives partition p to member p where there are as many
    const params = { assignor: 'range', partitions };
    const { owners } = core.place({ strategy: 'kafka_consumers', params, nodes, keys });
    owners.forEach((p, i) => {
      if (found[p] === undefined) --left;
      found[p] ??= keys[i];
    });
  }
  return found;
}

/** By step, the member that has each partition, as Reshard says. @param {Core} core @param {Group} group */
export function saidOf(core, { assignor, partitions, steps }) {
  const keys = keysOfPartitions(core, partitions);
  /** @type {LogEntry[]} */
  const log = [];
  return steps.map((members, i) => {
    if (i > 0) log.push(...changesOf(steps[i - 1], members));
    const params = { assignor, partitions };
    const placed = core.place({ strategy: 'kafka_consumers', params, nodes: steps[0], log, keys });
    return Array.from(placed.owners, (owner) => placed.nodes[owner]);
  });
}

/**
 * Rows of tests/vectors: by change of each group, the position in `members` of each partition's owner.
 * @param {Group[]} groups
 * @param {string[][][]} owners
 */
export const csvOf = (groups, owners) =>
  `group,assignor,partitions,members,owners\n${groups
    .flatMap(({ assignor, partitions, steps }, g) =>
      steps.map(
        (members, i) =>
          `${g},${assignor},${partitions},${members.join(' ')},` +
          `${owners[g][i].map((owner) => members.indexOf(owner)).join(' ')}\n`,
      ),
    )
    .join('')}`;
