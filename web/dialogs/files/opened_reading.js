// The cluster that was opened in this visit, for whoever plans moves in it: its entries, of which a link has a part
// or none. It is read again when it is asked for, and it goes with the page.

/** @typedef {import('../../systems/reading/form.js').Reading} Reading */
/**
 * @typedef {{names: Set<string>, title: string, read: (all?: boolean) => Promise<Reading>}} Opened
 *   `names`: of its nodes; `all`: all topics that the text holds, as one
 */

/** @type {?Opened} */
let opened = null;

/** @param {?Opened} one null: what is opened now has no entries that can be moved */
export function setReading(one) {
  opened = one;
}

/** The cluster, if the page has one of its nodes. @param {{name: string}[]} nodes */
export const openedOn = (nodes) => (opened && nodes.some(({ name }) => opened?.names.has(name)) ? opened : null);
