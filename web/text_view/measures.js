// What a strategy costs and how evenly it spreads keys, as numbers, for the text view.
import { number, percent, t } from '../text/language.js';
import { bytes, say } from './parts.js';

/** @typedef {import('../api/answers.js').Spread} Spread */

const few = (/** @type {number} */ value) => number(value, 2, 0);

/** Keys per node, least to most. @param {Spread} spread */
export const range = ({ least, most }) => t('{0} to {1}', least, most);

/** The elements below the nodes and below the strategy, which only this class fills. */
export class TextMeasures {
  #spread = Object.assign(document.createElement('p'), { id: 'text-balance' });
  #memory = Object.assign(document.createElement('p'), { id: 'text-memory' });

  /** @param {Element} nodes @param {Element} strategy the elements that they follow */
  constructor(nodes, strategy) {
    nodes.after(this.#spread);
    strategy.after(this.#memory);
  }

  /**
   * @param {{spread: Spread, spread_before?: Spread, memory: number}} row the first of the state's `compare`
   */
  show({ spread, spread_before: before, memory }) {
    const now = spread.weighted
      ? t(
          '{0} to {1} keys per node; a typical node is {2} off its fair share by weight, the most loaded has {3} times its own.',
          spread.least,
          spread.most,
          percent(spread.fair_cv),
          few(spread.peak_to_fair),
        )
      : t(
          '{0} to {1} keys per node, mean {2}, standard deviation {3}.',
          spread.least,
          spread.most,
          few(spread.mean),
          few(spread.stddev),
        );
    say(
      this.#spread,
      before
        ? `${now} ${t('Before the change: {0} to {1}, mean {2}.', before.least, before.most, few(before.mean))}`
        : now,
    );
    say(this.#memory, t('Memory per client: {0} ({1} B).', bytes(memory), memory));
  }
}
