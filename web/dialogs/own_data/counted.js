// The counts that “Counts of your own data” shows, for the dialog that plans moves by them.

/** @typedef {{counts: import('./counts_rules.js').Counts, title: string}} Counted `title`: in words */

/** @type {?Counted} */
let shown = null;

/** @param {Counted} one */
export function setCounted(one) {
  shown = one;
}

export const counted = () => shown;
