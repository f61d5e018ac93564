// What “Rebalance” shows at a moment, for its parts.

/**
 * @typedef {object} Shown
 * @property {import('../../systems/reading/form.js').Reading} reading
 * @property {import('../../systems/rebalance/form.js').Problem} problem
 * @property {import('./rebalance_engine.js').Planned} plan @property {import('./replay.js').Replayed} replayed
 * @property {number} stop how many moves are carried out
 * @property {import('../../systems/rebalance/problem.js').Amount} by
 * @property {import('./sentence.js').Unit} unit @property {string} kind of the entries
 * @property {number} limit in shares @property {?number} least likewise
 * @property {(id: string) => number} bytesOf an entry: in the unit
 */

export {};
