// The order in which a runbook moves entries: the plan's, except that moves between the same nodes stand together where
// that breaks nothing, since a plan often goes to and fro between nodes, and each way is a command of its own.

/** @typedef {import('../moves/form.js').Move} Move */
/** @typedef {{move: Move, group: number}} Planned */

const kLeastApart = 200; // moves: below, sorting them cannot put off much

/**
 * Runs in which the order does not matter: no node both gives and takes, so that each only falls or only rises to where
 * the run ends, and no entry moves twice.
 * @param {Planned[]} planned @param {number} most moves of a run
 */
function freeRuns(planned, most) {
  /** @type {Planned[][]} */
  const runs = [];
  let [givers, takers, entries] = [new Set(), new Set(), new Set()];
  for (const one of planned) {
    const [entry, from, to] = one.move;
    const run = runs.at(-1);
    if (!run || run.length >= most || takers.has(from) || givers.has(to) || entries.has(entry)) {
      runs.push([one]);
      [givers, takers, entries] = [new Set(), new Set(), new Set()];
    } else run.push(one);
    givers.add(from);
    takers.add(to);
    entries.add(entry);
  }
  return runs;
}

/**
 * @param {Move[]} moves @param {number[]} groups of the plan, by move
 * @param {number} stages at most, in which they are carried out
 * @returns {Planned[]}
 */
export function orderOf(moves, groups, stages) {
  const planned = moves.map((move, i) => ({ move, group: groups[i] }));
  return freeRuns(planned, Math.max(kLeastApart, Math.ceil(moves.length / stages))).flatMap((run) => {
    /** @type {Map<string, Planned[]>} */
    const ways = new Map();
    for (const one of run) {
      const way = JSON.stringify(one.move.slice(1));
      const same = ways.get(way);
      if (same) same.push(one);
      else ways.set(way, [one]);
    }
    return [...ways.values()].flat();
  });
}

/**
 * For each number of first moves, whether one may stop after them: no group is half done.
 * @param {number[]} groups by move, in order
 */
export function stopsOf(groups) {
  const last = new Map(groups.map((group, i) => [group, i]));
  let until = -1; // the last move of the groups that have begun
  return [true, ...groups.map((group, i) => (until = Math.max(until, last.get(group) ?? i)) === i)];
}
