// Reads the two texts, or the one that has two placements in itself.
import { planOf } from './plan.js';

/** @typedef {import('../reading/form.js').Reading} Reading */
/** @typedef {import('../reading/read.js').Refused} Refused */
/** @typedef {import('./form.js').Which} Which */
/** @typedef {Reading | Refused | {fits: string[]}} Answer */
/** @typedef {(text: string, asked: {choose?: string, system?: string}) => Promise<Answer>} Read as of readWith() */
/**
 * @typedef {{before: Reading, after: Reading}} Pair
 * @typedef {{of: Which, answer: Refused | {fits: string[]}}} Unread
 */

/** @param {Answer} answer @returns {answer is Reading} */
const isRead = (answer) => !('refused' in answer) && !('fits' in answer);

/**
 * @param {Read} read
 * @param {{before: string, after: ?string}} texts `after` null: the first is a plan
 * @param {{choose?: string, system?: string, chooseAfter?: string}} asked `choose`: in each text that offers it;
 *   `chooseAfter`: in the second one only
 * @returns {Promise<Pair | Unread | {plan: false}>} `plan`: the first text has one placement, and there is no second
 */
export async function readPair(read, { before, after }, { choose, system, chooseAfter }) {
  const first = await read(before, { choose: after === null ? undefined : choose, system });
  // What one text does not offer may be in the other.
  const one = isRead(first) || choose === undefined ? first : await read(before, { system });
  if (!isRead(one)) return { of: 'before', answer: one };
  if (after === null) {
    const plan = planOf(one);
    if (!plan) return { plan: false };
    const [was, is] = [await read(before, { choose: plan.before }), await read(before, { choose: plan.after })];
    if (!isRead(was)) return { of: 'before', answer: was };
    return isRead(is) ? { before: was, after: is } : { of: 'after', answer: is };
  }
  const wanted = chooseAfter ?? choose ?? one.choice;
  const again = async (/** @type {string | undefined} */ name) => {
    const answer = await read(after, { choose: name, system });
    // Where several systems write such a text, it is of the first one’s.
    return 'fits' in answer && answer.fits.includes(one.system)
      ? read(after, { choose: name, system: one.system })
      : answer;
  };
  const second = await again(wanted);
  const other = isRead(second) || wanted === undefined ? second : await again(undefined);
  if (!isRead(other)) return { of: 'after', answer: other };
  if (choose !== undefined && !isRead(first) && !isRead(second)) return { of: 'before', answer: first };
  return { before: one, after: other };
}
