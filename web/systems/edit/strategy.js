// Whether a scenario still chooses nodes as a text says: no line of a server can say another strategy.
import { Unreadable } from '../reading/form.js';

/** @typedef {import('../reading/form.js').Reading} Reading */
/**
 * @typedef {object} Choosing how a scenario chooses nodes @property {string} strategy its id
 * @property {Record<string, string | number>} params those that it does not name have their defaults
 * @property {string} [hash]
 */

/**
 * Refuses, and names what differs.
 * @param {Reading['strategy']} read @param {Choosing} now
 * @param {Record<string, string | number>} usual the parameters' defaults
 */
export function sameStrategy(read, now, usual) {
  if (read === null || read === 'table') return;
  const differs = (/** @type {string} */ what, /** @type {unknown} */ is, /** @type {unknown} */ was) => {
    throw new Unreadable(0, `${what} is ${is}, in the file ${was}: no line of a server can say so`);
  };
  if (now.strategy !== read.id) differs('strategy', now.strategy, read.id);
  if (read.hash !== undefined && now.hash !== undefined && now.hash !== read.hash) differs('hash', now.hash, read.hash);
  for (const [name, value] of Object.entries(usual)) {
    const [is, was] = [now.params[name] ?? value, read.params?.[name] ?? value];
    if (String(is) !== String(was)) differs(name, is, was);
  }
}
