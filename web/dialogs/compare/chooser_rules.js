// Which strategies meet a need: instead of a table of opinions, it runs and measures each strategy. It needs no page,
// so that a worker and tests can run it too.
import { percent, t } from '../../text/language.js';
import { bytes, refusalOf } from '../../text_view/parts.js';

/** @typedef {import('../../headless/reshard-core.d.ts').Core} Core */
/** @typedef {import('../../headless/reshard-core.d.ts').StrategyInfo} StrategyInfo */
/** @typedef {import('../../headless/reshard-core.d.ts').PlaceInput} PlaceInput */
/** @typedef {import('../../headless/reshard-core.d.ts').Placement} Placement */
/** @typedef {import('../../headless/reshard-core.d.ts').LogEntry} LogEntry */
/** @typedef {Pick<import('../../headless/reshard-core.d.ts').Comparison, 'share' | 'leastShare'>} Outcome */

const kKeys = 20_000;
const kWeight = 3; // of the one heavy node
const kSlack = 0.01; // share of all keys that may move beyond the least and still count as the least
const kWeightSlack = 0.3; // of the heavy node's share, as virtual nodes vary
const kReplicas = 'replicas',
  kHistory = 'history';

/**
 * @typedef {object} Needs
 * @property {number} nodes how many there are
 * @property {boolean} removal any node can be removed
 * @property {boolean} least a change may move only what it must
 * @property {boolean} weights nodes differ in size
 * @property {boolean} replicas keys live on several nodes
 * @property {boolean} stateless clients know only the list of nodes
 * @property {number} spread the most that a typical node may deviate from its share, 0 to 1; 0: no limit
 * @property {number} bytes the most that a client may hold in memory; 0: no limit
 */

/**
 * What speaks against a strategy, each reason with a link that shows it.
 * @typedef {{text: string, link: string}} Reason
 */

/**
 * Of one strategy: shares of keys that move when a node joins and leaves (null: it cannot), its coefficient of
 * variation, the same after a node has joined, and bytes of memory of a client.
 * @typedef {{joins: ?number, leaves: ?number, spread: number, spreadThen: number, bytes: number}} Figures
 */

/** @typedef {{reasons: Reason[], figures: ?Figures}} Verdict without reasons it is a candidate, and has figures */

/** A refusal without the name of its field. @param {unknown} reason */
function whyOf(reason) {
  const error = /** @type {import('../../headless/reshard-core.d.ts').ReshardError} */ (reason);
  return refusalOf(error).replace(`${error.field}: `, '');
}

/** One strategy on trial, with nodes node-0, node-1, …: its reasons are collected in the order of the checks. */
class Trial {
  /** @type {Reason[]} */
  reasons = [];
  #core;
  #strategy;
  #needs;
  #names;

  /** @param {Core} core @param {StrategyInfo} strategy @param {Needs} needs */
  constructor(core, strategy, needs) {
    this.#core = core;
    this.#strategy = strategy;
    this.#needs = needs;
    this.#names = Array.from({ length: needs.nodes }, (_, n) => `node-${n}`);
  }

  /** @param {Partial<PlaceInput>} more */
  place(more) {
    const keys = { kind: /** @type {const} */ ('sequential'), count: kKeys };
    return this.#core.place({ strategy: this.#strategy.id, nodes: this.#names, keys, ...more });
  }

  /** @param {string} text @param {string} [rest] of the link */
  #against(text, rest = '') {
    const link = `v=1&nodes=${this.#needs.nodes}&strategy=${this.#strategy.id}${rest}`;
    this.reasons.push({ text, link });
  }

  /**
   * The outcome of a change, or null if the strategy refuses it.
   * @param {Placement} base
   * @param {LogEntry} entry
   * @param {(why: string) => void} refused
   */
  #change(base, entry, refused) {
    try {
      const after = this.place({ log: [entry] });
      return { ...this.#core.compare(base, after), spread: after.stats.cv };
    } catch (error) {
      refused(whyOf(error));
      return null;
    }
  }

  /** Adds a node, and removes one in the middle. @param {Placement} base */
  checkChanges(base) {
    const { nodes, least, removal } = this.#needs;
    const joined = `node-${nodes}`,
      middle = this.#names[this.#names.length >> 1];
    const joins = this.#change(base, { add: joined }, (why) => this.#against(why));
    const leaves = this.#change(base, { remove: middle }, (why) => {
      if (removal) this.#against(why);
    });
    /** @param {Outcome} outcome */
    const wasteful = (outcome) => least && outcome.share > outcome.leastShare + kSlack;
    /** @param {Outcome} outcome */
    const shares = (outcome) => [percent(outcome.share), percent(outcome.leastShare)];
    if (joins && wasteful(joins)) {
      this.#against(
        t('adding {0} moves {1} of keys; {2} would be enough', joined, ...shares(joins)),
        `&log=+${joined}`,
      );
    }
    if (removal && leaves && wasteful(leaves)) {
      this.#against(
        t('removing {0} moves {1} of keys; {2} would be enough', middle, ...shares(leaves)),
        `&log=-${middle}`,
      );
    }
    return { joins, leaves };
  }

  /** Gives the first node more weight than the others. */
  checkWeights() {
    const [heavy, ...others] = this.#names;
    const reject = (/** @type {string} */ text) =>
      this.reasons.push({
        text,
        link: `v=1&nodes=${heavy}*${kWeight},${others.join(',')}&strategy=${this.#strategy.id}`,
      });
    try {
      const weighted = this.place({ nodes: [{ name: heavy, weight: kWeight }, ...others] });
      const share = weighted.counts[0] / kKeys,
        fair = kWeight / (others.length + kWeight);
      if (Math.abs(share / fair - 1) > kWeightSlack) {
        reject(
          t(
            'a node of weight {0} among {1} of weight 1 owns {2} of keys, not {3}',
            kWeight,
            others.length,
            percent(share),
            percent(fair),
          ),
        );
      }
    } catch (error) {
      reject(whyOf(error));
    }
  }

  /** What its traits and the placement of all keys tell. @param {Placement} base */
  checkPlacement({ stats: { cv }, memoryBytes }) {
    const { replicas, stateless, spread, bytes: most } = this.#needs;
    const { traits } = this.#strategy;
    if (replicas && !traits.includes(kReplicas)) {
      this.#against(t('gives each key one owner: replicas need another mechanism'));
    }
    if (stateless && traits.includes(kHistory)) {
      this.#against(t('the node list is not enough: clients need a table that depends on past changes'));
    }
    if (spread > 0 && cv > spread) {
      this.#against(t('a typical node is {0} off its fair share with default settings', percent(cv)));
    }
    if (most > 0 && memoryBytes > most) this.#against(t('each client holds {0}', bytes(memoryBytes)));
  }
}

/**
 * Runs one strategy for these needs.
 * @param {Core} core
 * @param {StrategyInfo} strategy
 * @param {Needs} needs
 * @returns {Verdict}
 */
export function judge(core, strategy, needs) {
  const trial = new Trial(core, strategy, needs);
  let base;
  try {
    base = trial.place({});
  } catch (error) {
    return { reasons: [{ text: refusalOf(error), link: `v=1&strategy=${strategy.id}` }], figures: null };
  }
  const { joins, leaves } = trial.checkChanges(base);
  if (needs.weights) trial.checkWeights();
  trial.checkPlacement(base);
  return {
    reasons: trial.reasons,
    figures: {
      joins: joins?.share ?? null,
      leaves: leaves?.share ?? null,
      spread: base.stats.cv,
      spreadThen: joins?.spread ?? 0,
      bytes: base.memoryBytes,
    },
  };
}

/**
 * The order of candidates by their figures: the most even first, also after one has joined; if as even to 1%, the least
 * memory.
 * @param {Figures} a
 * @param {Figures} b
 */
export function byMerit(a, b) {
  const rough = (/** @type {Figures} */ { spread, spreadThen }) => Math.round(Math.max(spread, spreadThen) * 100);
  return rough(a) - rough(b) || a.bytes - b.bytes;
}
