// Which strategies meet a need: instead of a table of opinions, it runs and measures each strategy. It needs no page,
// so that a worker and tests can run it too.
import { percent, t } from '../../text/language.js';
import { bytes, refusalOf } from '../../text_view/parts.js';

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

/** A refusal without the name of its field. */
const whyOf = (error) => refusalOf(error).replace(`${error.field}: `, '');

/**
 * Runs one strategy for these needs.
 * @param {object} core the headless core @param {object} strategy one of its strategies() @param {Needs} needs
 * @returns {{reasons: {text: string, link: string}[], figures: ?object}} `reasons` against it, each with a link that
 *   shows it; none: it is a candidate. `figures`: {joins, leaves (null if it cannot), spread, spreadThen (the same
 *   after one has joined), bytes}
 */
export function judge(core, strategy, needs) {
  const names = Array.from({ length: needs.nodes }, (_, n) => `node-${n}`);
  const middle = names[names.length >> 1];
  const link = (rest = '') => `v=1&nodes=${needs.nodes}&strategy=${strategy.id}${rest}`;
  const reasons = [];
  const against = (text, rest) => reasons.push({ text, link: link(rest) });
  const place = (more) =>
    core.place({ strategy: strategy.id, nodes: names, keys: { kind: 'sequential', count: kKeys }, ...more });
  /** The outcome of a change, or null if the strategy refuses it. */
  const change = (entry, refused) => {
    try {
      const after = place({ log: [entry] });
      return { ...core.compare(base, after), spread: after.stats.cv };
    } catch (error) {
      refused(whyOf(error));
      return null;
    }
  };

  let base;
  try {
    base = place({});
  } catch (error) {
    return { reasons: [{ text: refusalOf(error), link: `v=1&strategy=${strategy.id}` }], figures: null };
  }
  const joined = `node-${needs.nodes}`;
  const joins = change({ add: joined }, (why) => against(why));
  const leaves = change({ remove: middle }, (why) => {
    if (needs.removal) against(why);
  });
  const wasteful = (outcome) => needs.least && outcome && outcome.share > outcome.leastShare + kSlack;
  if (wasteful(joins)) {
    against(
      t('adding {0} moves {1} of keys; {2} would be enough', joined, percent(joins.share), percent(joins.leastShare)),
      `&log=+${joined}`,
    );
  }
  if (needs.removal && wasteful(leaves)) {
    against(
      t(
        'removing {0} moves {1} of keys; {2} would be enough',
        middle,
        percent(leaves.share),
        percent(leaves.leastShare),
      ),
      `&log=-${middle}`,
    );
  }
  if (needs.weights) {
    const reject = (text) =>
      reasons.push({
        text,
        link: `v=1&nodes=${names[0]}*${kWeight},${names.slice(1).join(',')}&strategy=${strategy.id}`,
      });
    try {
      const weighted = place({ nodes: [{ name: names[0], weight: kWeight }, ...names.slice(1)] });
      const share = weighted.counts[0] / kKeys,
        fair = kWeight / (needs.nodes - 1 + kWeight);
      if (Math.abs(share / fair - 1) > kWeightSlack) {
        reject(
          t(
            'a node of weight {0} among {1} of weight 1 owns {2} of keys, not {3}',
            kWeight,
            needs.nodes - 1,
            percent(share),
            percent(fair),
          ),
        );
      }
    } catch (error) {
      reject(whyOf(error));
    }
  }
  if (needs.replicas && !strategy.traits.includes(kReplicas))
    against(t('gives each key one owner: replicas need another mechanism'));
  if (needs.stateless && strategy.traits.includes(kHistory)) {
    against(t('the node list is not enough: clients need a table that depends on past changes'));
  }
  if (needs.spread > 0 && base.stats.cv > needs.spread) {
    against(t('a typical node is {0} off its fair share with default settings', percent(base.stats.cv)));
  }
  if (needs.bytes > 0 && base.memoryBytes > needs.bytes) against(t('each client holds {0}', bytes(base.memoryBytes)));
  return {
    reasons,
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
 */
export function byMerit(a, b) {
  const rough = ({ spread, spreadThen }) => Math.round(Math.max(spread, spreadThen) * 100);
  return rough(a) - rough(b) || a.bytes - b.bytes;
}
