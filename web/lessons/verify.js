// Checks result codes by trying each of their setups again.
import { checkSetup } from './check.js';

/** How long the setups of one code are tried: what a whole course takes is a fraction of it. */
export const kLongestMs = 120_000;

/** @typedef {{id: string, version: number, link: string, prediction: ?number, hints: number}} Entry of a code */
/** @typedef {Entry & Outcome} Row `why`: the reason if it is not solved */

/** @typedef {{solved: boolean, par: boolean, why: string}} Outcome */
/** @typedef {import('./lesson.js').Lesson} Lesson */

/**
 * Why an entry needs no trying; '' if it has to be tried.
 * @param {Lesson | undefined} lesson
 * @param {Entry} entry
 */
function refusalOf(lesson, { version }) {
  if (!lesson) return 'there is no such lesson';
  return lesson.version === version
    ? ''
    : `it is for version ${version} of the lesson, which is now at version ${lesson.version}`;
}

/**
 * @param {import('./check.js').Verdict} verdict
 * @param {Entry} entry
 * @returns {Outcome}
 */
function outcomeOf({ solved, parReached, link, refused }, entry) {
  if (!solved) return { solved: false, par: false, why: refused || 'its setup does not reach the goals' };
  if (link !== entry.link) return { solved: false, par: false, why: 'its setup was not written by this page' };
  return { solved, par: parReached, why: '' };
}

/**
 * Tries the setups of a code that readCode() has returned.
 * @param {import('./check.js').Core} core
 * @param {Map<string, Lesson>} lessons by id
 * @param {Pick<import('./codes.js').Code, 'seed' | 'entries'>} code
 * @param {{cancelled?: () => boolean, tried?: Map<string, Outcome>}} [way] `cancelled` ends the work; `tried`: what
 *   earlier calls have found out and this one adds, so that no setup is tried twice with the same seed
 * @returns {Promise<Row[]>} those of the entries in their order, up to where the work ended
 */
export async function verify(core, lessons, code, way = {}) {
  const { seed, entries } = code,
    { cancelled = () => false, tried = new Map() } = way;
  /** @type {Row[]} */
  const rows = [];
  for (const entry of entries) {
    const lesson = lessons.get(entry.id);
    const why = refusalOf(lesson, entry);
    const key = JSON.stringify([seed, entry.id, entry.version, entry.link]);
    if (lesson && !why && !tried.has(key)) {
      const verdict = cancelled()
        ? null
        : await checkSetup(core, lesson, seed, { setup: entry.link }, { cancelled }).catch((error) => {
            if (cancelled()) return /** @type {null} */ (null); // whoever cancels may end the core too
            throw error;
          });
      if (verdict === null) break;
      tried.set(key, outcomeOf(verdict, entry));
    }
    const outcome = why ? { solved: false, par: false, why } : /** @type {Outcome} */ (tried.get(key));
    rows.push({ ...entry, ...outcome });
  }
  return rows;
}
