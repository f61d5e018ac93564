// Moves that somebody wants, whatever else happens: each is possible by itself, or is refused with the reason.
import { Unplannable } from './unplannable.js';

/** @typedef {import('./form.js').ProblemEntry} ProblemEntry */
/** @typedef {{entry: string, from?: string, to: string}} Forced `from` may be missing where one node has the entry */
/** @typedef {[entry: string, from: string, to: string]} ForcedMove */

/** @param {string} what @param {...string} args @returns {never} */
function refuse(what, ...args) {
  throw new Unplannable('force', { what, args });
}

/** @param {Forced} wished @param {ProblemEntry | undefined} entry @returns {ForcedMove} */
function moveOf({ entry: id, from: given, to }, entry) {
  if (!entry) return refuse('there is no entry {1}', id);
  if (given === undefined && entry.replicas.length > 1) refuse('several nodes have {1}: say from which it goes', id);
  const from = given ?? entry.replicas[0];
  if (!entry.replicas.includes(from)) refuse('{1} is not on {2}', id, from);
  if (entry.replicas.includes(to)) refuse('{1} is on {2} already', id, to);
  return [id, from, to];
}

/**
 * @param {Forced[]} wished
 * @param {{entries: ProblemEntry[], nodes: {name: string}[], leaving: string[], stays: string[]}} of `leaving`: nodes
 *   that are to end empty; `stays`: entries that do not move
 * @returns {ForcedMove[]}
 * @throws {Unplannable}
 */
export function forcedOf(wished, { entries, nodes, leaving, stays }) {
  if (wished.length === 0) return [];
  const known = new Map(entries.map((entry) => [entry.id, entry]));
  const [names, kept] = [new Set(nodes.map(({ name }) => name)), new Set(stays)];
  const taken = new Set();
  return wished.map((one) => {
    const move = moveOf(one, known.get(one.entry));
    const [id, from, to] = move;
    if (!names.has(to)) refuse('there is no node {1}', to);
    if (kept.has(id)) refuse('{1} has to stay', id);
    if (leaving.includes(to)) refuse('{1} is to be emptied', to);
    for (const [node, end] of [
      [from, 'from'],
      [to, 'to'],
    ]) {
      const way = JSON.stringify([id, node, end]);
      if (taken.has(way)) refuse('{1} has another move by hand with {2}', id, node);
      taken.add(way);
    }
    return move;
  });
}
