// Reads a pasted placement: which system wrote the text, and where its entries live. Each system's reader is a file of
// web/systems/readers, which the build finds (clusters.js).
import { Pasted, templateIn } from './pasted.js';
import { programIn } from './programs.js';
import { Unreadable } from './form.js';

/** @typedef {import('./form.js').Reading} Reading */
/**
 * @typedef {object} Reader
 * @property {string} system its id, as in the neutral form @property {string} title as people write it
 * @property {(pasted: Pasted) => number} fits how sure it is that the text is of this system: 0 not at all, 1 there is
 *   a mark that others have too, 2 there is one that only it has
 * @property {(pasted: Pasted, asked: {choose?: string}) => Reading | Promise<Reading>} read throws Unreadable
 */
/** @typedef {{system: ?string, form: ?string, refused: {line: number, why: string}}} Refused */

/** @param {?string} system @param {number} line @param {string} why @returns {Refused} */
const refused = (system, line, why) => ({ system, form: null, refused: { line, why } });

// Marks are looked for in so many lines first.
const kHead = 5000;

/** The readers that are surest of a text. @param {Reader[]} all @param {Pasted} pasted @returns {Reader[]} */
function readersOf(all, pasted) {
  const head = pasted.head(kHead);
  const first = head === pasted ? [] : readersOf(all, head);
  if (first.length > 0) return first;
  const sure = all.map((reader) => ({ reader, fits: reader.fits(pasted) }));
  const most = Math.max(...sure.map(({ fits }) => fits));
  return most === 0 ? [] : sure.filter(({ fits }) => fits === most).map(({ reader }) => reader);
}

/** Why nothing reads a text. @param {Pasted} pasted */
function unknown(pasted) {
  const first = pasted.filled[0]?.number ?? 1;
  const program = programIn(pasted.filled, true);
  if (program) return refused(null, program.line, program.why);
  const line = pasted.filled.find((one) => templateIn(one.text));
  if (line) return refused(null, line.number, `a template, not a placement: ${templateIn(line.text)}`);
  const json = pasted.filled[0] && /^\s*[[{]/.test(pasted.filled[0].text);
  return refused(null, first, json ? 'JSON of no format that is known' : 'no format that is known');
}

/**
 * @param {Reader[]} all the readers
 * @param {string} text
 * @param {{choose?: string, system?: string}} [asked] `choose`: one of the reading's choices; `system`: one of those
 *   that fit
 * @returns {Promise<Reading | Refused | {fits: string[]}>} `fits`: several systems write such a text
 */
export async function readWith(all, text, { choose, system } = {}) {
  const pasted = new Pasted(text);
  if (pasted.last === 0) return refused(null, 1, 'the text is empty');
  const program = programIn(pasted.filled, false);
  if (program) return refused(null, program.line, program.why);
  const readers = readersOf(all, pasted).filter((reader) => system === undefined || reader.system === system);
  if (readers.length > 1) return { fits: readers.map((reader) => reader.system) };
  const [reader] = readers;
  if (!reader) return unknown(pasted);
  try {
    const reading = await reader.read(pasted, { choose });
    if (choose === undefined || reading.choice === choose || !reading.choices) return reading;
    return refused(reader.system, 1, `there is no “${choose}” to choose`);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return refused(reader.system, error.line, error.message);
  }
}
