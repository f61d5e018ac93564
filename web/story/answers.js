// Answers the figures' questions with a core: for engine.js, and where story.html is built.

/** @typedef {import('../headless/reshard-core.d.ts').Core} Core */
/** @typedef {import('../headless/reshard-core.d.ts').PlaceInput} PlaceInput */
/** @typedef {import('../headless/reshard-core.d.ts').LogEntry} LogEntry */
/** @typedef {import('../headless/reshard-core.d.ts').Placement} Placement */
/** @typedef {import('../headless/reshard-core.d.ts').Comparison} Comparison */
/** @typedef {Omit<Placement, 'owners'>} Placed */

/**
 * What moved, and what each node has afterwards. `needless` is a share of the keys.
 * @typedef {object} Moved
 * @property {number} share
 * @property {number} leastShare
 * @property {number} needless
 * @property {number} [requestShare]
 * @property {Comparison['flow']} flow
 * @property {Placed} before
 * @property {Placed} after
 */
/** @typedef {{refused: string}} Refused why a strategy cannot do it, in words */

/**
 * The questions, and what each takes.
 * @typedef {object} Questions
 * @property {PlaceInput} place
 * @property {{input: PlaceInput, log: LogEntry[], skew?: number}} change
 * @property {{inputs: PlaceInput[], log: LogEntry[]}} many
 */
/** @typedef {{place: Placed, change: Moved, many: (Moved | Refused)[]}} Answers what each question returns */

/**
 * @param {Placement} placement
 * @returns {Placed}
 */
const plain = ({ owners: _, ...told }) => told;

/**
 * A strategy before and after a change of the nodes.
 * @param {Core} core
 * @param {Questions['change']} question
 * @returns {Moved}
 */
function change(core, { input, log, skew = 0 }) {
  const before = core.place(input);
  const placed = core.place({ ...input, log });
  // A renamed node is the same node.
  const renamed = log.every((entry) => 'rename' in entry);
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

/**
 * The same for several strategies; a refusal takes the place of an answer.
 * @param {Core} core
 * @param {Questions['many']} question
 * @returns {(Moved | Refused)[]}
 */
function many(core, { inputs, log }) {
  return inputs.map((input) => {
    try {
      return change(core, { input, log });
    } catch (error) {
      const { name, message } = /** @type {Error} */ (error);
      if (name !== 'ReshardError') throw error;
      return { refused: message };
    }
  });
}

/** @type {{[What in keyof Questions]: (core: Core, input: Questions[What]) => Answers[What]}} */
const kAnswers = { place: (core, input) => plain(core.place(input)), change, many };

/**
 * @template {keyof Questions} What
 * @param {Core} core
 * @param {What} what
 * @param {Questions[What]} input
 * @returns {Answers[What]}
 */
export function answer(core, what, input) {
  if (!Object.hasOwn(kAnswers, what)) throw new Error(`nobody answers “${what}”`);
  return kAnswers[what](core, input);
}
