// How a problem goes to the worker, once: with a number by which the worker knows it later.
import { sentAs } from '../../systems/rebalance/columns.js';

/** @typedef {import('../../systems/rebalance/form.js').Problem} Problem */
/** @typedef {ReturnType<typeof sentAs> & {number: number}} Sending */

/** @type {WeakMap<Problem, Sending>} */
const sendings = new WeakMap();
let last = 0;

/** @param {Problem} problem @returns {Sending} */
export function sendingOf(problem) {
  const sending = sendings.get(problem) ?? { ...sentAs(problem), number: ++last };
  sendings.set(problem, sending);
  return sending;
}
