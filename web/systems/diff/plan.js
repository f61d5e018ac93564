// A text that has two placements in itself: what `kafka-reassign-partitions.sh --generate` prints.

/** @typedef {import('../reading/form.js').Reading} Reading */

const kNext = ': proposed';

/**
 * Names of both placements among a reading's choices, a pair for each topic; none: the text has one placement.
 * @param {Pick<Reading, 'choices'>} reading
 * @returns {{before: string, after: string}[]}
 */
export function planOf({ choices = [] }) {
  if (choices.includes('current') && choices.includes('proposed')) return [{ before: 'current', after: 'proposed' }];
  return choices
    .filter((name) => choices.includes(`${name}${kNext}`))
    .map((name) => ({ before: name, after: `${name}${kNext}` }));
}
