// Answers the figures' questions with a core: for engine.js, and where story.html is built.

const plain = ({ owners: _, ...told }) => told;

/** A strategy before and after a change of the nodes: what moved, and what each node has afterwards. */
function change(core, { input, log, skew = 0 }) {
  const before = core.place(input);
  const placed = core.place({ ...input, log });
  // A renamed node is the same node.
  const renamed = log.every((entry) => entry.rename !== undefined);
  const after = renamed ? { ...placed, nodes: before.nodes } : placed;
  const { share, leastShare, needless, requestShare, flow } = core.compare(before, after, { skew });
  return {
    share,
    leastShare,
    needless: needless / before.keys,
    requestShare,
    flow,
    before: plain(before),
    after: plain(placed),
  };
}

/** The same for several strategies; a refusal takes the place of an answer. */
function many(core, { inputs, log }) {
  return inputs.map((input) => {
    try {
      return change(core, { input, log });
    } catch (error) {
      if (error.name !== 'ReshardError') throw error;
      return { refused: error.message };
    }
  });
}

/** @param {any} core from reshard-core.mjs */
export function answer(core, what, input) {
  if (what === 'place') return plain(core.place(input));
  if (what === 'change') return change(core, input);
  if (what === 'many') return many(core, input);
  throw new Error(`nobody answers “${what}”`);
}
