// A text that holds several upstreams, backends, pools or clusters, of which people look at one.
import { Unreadable } from './form.js';

/** @typedef {import('./form.js').Reading} Reading */
/**
 * @typedef {object} Offer one of them
 * @property {string} name
 * @property {?{line: number, why: string}} [not] why it places no keys, or not as Reshard can; and the line of that
 * @property {() => Omit<Reading, 'choices' | 'choice' | 'not_offered'>} [read] throws Unreadable; none where `not`
 */

/** @param {Offer} offer @returns {Omit<Reading, 'choices' | 'choice' | 'not_offered'>} */
function readingOf({ not, read }) {
  if (not || !read) throw new Unreadable(not?.line ?? 0, not?.why ?? '');
  return read();
}

/** The one that people asked for, or the first that can be read. @param {Offer[]} good @param {string} [choose] */
function pick(good, choose) {
  if (choose !== undefined) {
    const found = good.find(({ name }) => name === choose);
    if (!found) throw new Unreadable(1, `there is no “${choose}” to choose`);
    return { name: found.name, reading: readingOf(found) };
  }
  let first = /** @type {unknown} */ (null);
  for (const offer of good) {
    try {
      return { name: offer.name, reading: readingOf(offer) };
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      first ??= error;
    }
  }
  throw first;
}

/**
 * @param {Offer[]} offers at least one, in the order of the text
 * @param {string} [choose] a name
 * @returns {Reading}
 */
export function chosen(offers, choose) {
  const good = offers.filter(({ not }) => !not);
  const rest = offers.filter(({ not }) => not);
  if (good.length === 0) readingOf(rest.find(({ name }) => name === choose) ?? rest[0]);
  const { name, reading } = pick(good, choose);
  if (offers.length === 1) return reading;
  const { system, form, ...of } = reading;
  const reasons = rest.map(({ name: other, not }) => /** @type {[string, string]} */ ([other, not?.why ?? '']));
  return {
    ...{ system, form, choices: good.map((offer) => offer.name), choice: name },
    ...(reasons.length > 0 && { not_offered: Object.fromEntries(reasons) }),
    ...of,
  };
}
