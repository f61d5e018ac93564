// Reads the two texts, or the one that has two placements in itself.
import { planOf } from './plan.js';
import { allTopics } from './topics.js';

/** @typedef {import('../reading/form.js').Reading} Reading */
/** @typedef {import('../reading/read.js').Refused} Refused */
/** @typedef {import('./form.js').Which} Which */
/** @typedef {Reading | Refused | {fits: string[]}} Answer */
/** @typedef {(text: string, asked: {choose?: string, system?: string}) => Promise<Answer>} Read as of readWith() */
/** @typedef {import('./form.js').Pair} Pair */
/**
 * @typedef {{of: Which, answer: Refused | {fits: string[]}}} Unread
 */

/** @param {Answer} answer @returns {answer is Reading} */
const isRead = (answer) => !('refused' in answer) && !('fits' in answer);

/**
 * Both placements of a plan, of all its topics.
 * @param {Read} read
 * @param {string} text
 * @param {{before: string, after: string}[]} names
 * @returns {Promise<Pair | Unread>}
 */
async function planned(read, text, names) {
  const [{ before, after }] = names;
  const [was, is] = [await read(text, { choose: before }), await read(text, { choose: after })];
  if (!isRead(was)) return { of: 'before', answer: was };
  if (!isRead(is)) return { of: 'after', answer: is };
  return (names.length > 1 && allTopics(was, is)) || { before: was, after: is };
}

/**
 * One of both texts. What it does not offer may be in the other. A plan stands for what it proposes.
 * @param {Read} read
 * @param {string} text
 * @param {(string | undefined)[]} wanted what to choose, the first that it offers
 * @param {string | undefined} system
 */
async function oneOf(read, text, wanted, system) {
  const names = wanted.filter((name) => name !== undefined);
  for (const choose of names) {
    const found = await read(text, { choose, system });
    if (isRead(found)) return { answer: found, chosen: true };
  }
  const usual = await read(text, { system });
  const plan = isRead(usual) ? planOf(usual).find(({ before }) => before === usual.choice) : undefined;
  return { answer: plan ? await read(text, { choose: plan.after, system }) : usual, chosen: names.length === 0 };
}

/** With the name of what a plan proposes before it. @param {string | undefined} name */
const proposed = (name) => (name === undefined ? [] : [`${name.replace(/: proposed$/, '')}: proposed`, name]);

/**
 * @param {Read} read
 * @param {{before: string, after: ?string}} texts `after` null: the first is a plan
 * @param {{choose?: string, system?: string, chooseAfter?: string}} asked `choose`: in each text that offers it;
 *   `chooseAfter`: in the second one only
 * @returns {Promise<Pair | Unread | {plan: false}>} `plan`: the first text has one placement, and there is no second
 */
export async function readPair(read, { before, after }, { choose, system, chooseAfter }) {
  if (after === null) {
    const all = await read(before, { system });
    if (!isRead(all)) return { of: 'before', answer: all };
    const plan = planOf(all);
    const asked = plan.filter((one) => choose === undefined || choose === one.before || choose === one.after);
    if (plan.length === 0) return { plan: false };
    return planned(read, before, asked.length > 0 ? asked : plan);
  }
  const first = await oneOf(read, before, [choose], system);
  const one = first.answer;
  if (!isRead(one)) return { of: 'before', answer: one };
  const names = [chooseAfter, ...proposed(choose), ...proposed(one.choice)];
  const again = (/** @type {string | undefined} */ of) => oneOf(read, after, names, of);
  const second = await again(system);
  // Where several systems write such a text, it is of the first one’s.
  const same = 'fits' in second.answer && second.answer.fits.includes(one.system);
  const { answer: other, chosen } = same ? await again(one.system) : second;
  if (!isRead(other)) return { of: 'after', answer: other };
  if (choose !== undefined && !first.chosen && !(chosen && other.choice === choose)) {
    return { of: 'before', answer: /** @type {Refused} */ (await read(before, { choose, system })) };
  }
  const all = choose === undefined && chooseAfter === undefined ? allTopics(one, other) : null;
  return all ?? { before: one, after: other };
}
