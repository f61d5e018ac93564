// What “Rebalance” shows at a moment, for its parts.
import { kMega } from '../../systems/rebalance/amounts.js';
import { partialText, unwellText } from '../../systems/rebalance/warnings.js';
import { wishOf } from './wish.js';

/** @typedef {import('../../systems/rebalance/problem.js').Asked} Asked */
/** @typedef {import('./rebalance_engine.js').Planned} Planned */
/**
 * @typedef {object} Shown
 * @property {import('../../systems/reading/form.js').Reading} reading
 * @property {import('../../systems/rebalance/form.js').Problem} problem
 * @property {Planned} plan @property {import('./replay.js').Replayed} replayed
 * @property {number} stop how many moves are carried out
 * @property {import('../../systems/rebalance/problem.js').Amount} by
 * @property {import('./sentence.js').Unit} unit @property {string} kind of the entries
 * @property {number} limit in shares @property {?number} least likewise
 * @property {(id: string) => number} bytesOf an entry: in the unit
 * @property {number} [rate] of one copy, in bytes per second, where entries have bytes
 * @property {string} partial that the plan is for some entries alone @property {string} unwell which are in trouble now
 */

/**
 * @param {{asked: Asked, plan: Planned, replayed: import('./replay.js').Replayed, stop: ?number,
 *   reading: import('../../systems/reading/form.js').Reading, knobs: import('./wish.js').Knobs}} of `stop`: null: all
 * @returns {Shown}
 */
export function shownOf({ asked, plan, replayed, stop, reading, knobs }) {
  const { problem, by, unit, kind } = asked;
  const bytes = new Map(problem.entries.map((entry) => [entry.id, entry.bytes]));
  const { epsilon, lower_epsilon: lower } = problem.options;
  const { add = [] } = wishOf(knobs, reading, 0);
  return {
    ...{ problem, plan, replayed, by, unit, kind },
    ...{ partial: partialText(asked), unwell: unwellText(asked) },
    ...(unit === 'bytes' && { rate: knobs.rate * kMega }),
    reading: { ...reading, nodes: [...reading.nodes, ...add] },
    stop: Math.min(stop ?? plan.moves.length, plan.moves.length),
    limit: 1 + epsilon,
    least: lower === undefined ? null : 1 - lower,
    bytesOf: (id) => bytes.get(id) ?? 0,
  };
}
