// Whether a scenario still chooses nodes as a text says: no line of a server can say another strategy.
import { Unreadable } from '../reading/form.js';
import { linkOf } from '../reading/link.js';

/** @typedef {import('../reading/form.js').Reading} Reading */
/**
 * @typedef {object} Choosing how a scenario chooses nodes
 * @property {string} strategy its id @property {string} [hash]
 * @property {Record<string, string | number>} params those that it does not name have their defaults
 */

/** How the link of a reading chooses nodes. @param {string} link @returns {Choosing} */
export function choosingOf(link) {
  const params = Object.fromEntries(new URLSearchParams(link.replace(/^[^#]*#/, '')));
  return { strategy: params.strategy ?? 'ring', params, ...(params.hash && { hash: params.hash }) };
}

/**
 * Refuses, and names what differs.
 * @param {Reading} reading @param {Choosing} now
 * @param {Record<string, string | number>} usual the parameters' defaults
 */
export function sameStrategy(reading, now, usual) {
  const found = linkOf(reading);
  if ('why' in found) throw new Unreadable(0, found.why);
  const read = choosingOf(found.link);
  const differs = (/** @type {string} */ what, /** @type {unknown} */ is, /** @type {unknown} */ was) => {
    throw new Unreadable(0, `${what} is ${is} (the file has ${was}), which no line of a server can say`);
  };
  if (now.strategy !== read.strategy) differs('strategy', now.strategy, read.strategy);
  if (read.hash !== undefined && now.hash !== undefined && now.hash !== read.hash) differs('hash', now.hash, read.hash);
  for (const [name, value] of Object.entries(usual)) {
    const [is, was] = [now.params[name] ?? value, read.params[name] ?? value];
    if (String(is) !== String(was)) differs(name, is, was);
  }
}
