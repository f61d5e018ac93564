// A difference with names of nodes that say nothing: node-1, node-2 …

/** @typedef {import('./form.js').Difference} Difference */

/** The number of a partition without its topic. @param {string} id */
const numberOf = (id) => id.replace(/^.*-(?=\d+$)/s, '');

/**
 * @param {Difference} difference
 * @param {string[]} first names in the order in which they are numbered: those of the first text
 * @returns {Difference}
 */
export function renamedDifference(difference, first) {
  /** @type {Map<string, string>} */
  const names = new Map();
  const of = (/** @type {string} */ name) => {
    if (!names.has(name)) names.set(name, `node-${names.size + 1}`);
    return names.get(name) ?? '';
  };
  first.forEach(of);
  const end = (/** @type {?string} */ name) => (name === null ? null : of(name));
  const between = (/** @type {{from: ?string, to: ?string}} */ { from, to }) => ({ from: end(from), to: end(to) });
  const { nodes, flows, moves, copies, causes, cannot, back, assignment, counts, before, after } = difference;
  const side = (/** @type {import('./form.js').Side} */ { topics: _, ...one }) => one;
  return {
    ...difference,
    ...{ before: { ...difference.before, topic: undefined }, after: { ...difference.after, topic: undefined } },
    nodes: {
      ...{ removed: nodes.removed.map(of), added: nodes.added.map(of) },
      reweighted: nodes.reweighted.map((one) => ({ ...one, name: of(one.name) })),
      ...{ relocated: [], renamed: [], down: nodes.down.map(of), up: nodes.up.map(of) },
    },
    flows: flows.map((flow) => ({ ...flow, ...between(flow) })),
    moves: moves.map((move) => ({ ...move, ...between(move), ...(assignment && { id: numberOf(move.id) }) })),
    ...{ before: side(before), after: side(after), plan: undefined },
    ...(counts && { counts: counts.map((count) => ({ ...count, node: of(count.node) })) }),
    ...(assignment && {
      assignment: {
        ...assignment,
        partitions: assignment.partitions.map((one) => ({
          ...{ ...one, topic: '' },
          ...{ before: one.before.map(of), after: one.after.map(of) },
        })),
      },
    }),
    copies: copies && { ...copies, to: copies.to.map((one) => ({ ...one, node: of(one.node) })) },
    causes: causes.map((cause) => ({
      ...cause,
      ...(cause.nodes && { nodes: { before: cause.nodes.before.map(of), after: cause.nodes.after.map(of) } }),
      ...(cause.weights && { weights: cause.weights.map((one) => ({ ...one, name: of(one.name) })) }),
    })),
    cannot: cannot.map(({ names: topics, ...one }) => ({ ...one, ...(topics && { names: topics.map(() => '…') }) })),
    back: back && {
      ...{ ...back, needs: back.needs.map(of), commands: undefined },
      copies: back.copies && { made: back.copies.made, removed: back.copies.removed },
    },
  };
}
