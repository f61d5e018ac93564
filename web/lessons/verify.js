// Checks result codes by trying each of their setups again.
import { checkSetup } from './check.js';

/**
 * Tries the setups of a code that readCode() has returned.
 * @param {Map<string, object>} lessons by id
 * @returns {Promise<{id, version, link, prediction, hints, solved: boolean, par: boolean, why: string}[]>} `why`: the reason if it is not solved
 */
export async function verify(core, lessons, { seed, entries }, cancelled = () => false) {
  const rows = [];
  for (const entry of entries) {
    const lesson = lessons.get(entry.id);
    const refuse = (why) => rows.push({ ...entry, solved: false, par: false, why });
    if (!lesson) {
      refuse('there is no such lesson');
    } else if (lesson.version !== entry.version) {
      refuse(`it is for version ${entry.version} of the lesson, which is now at version ${lesson.version}`);
    } else {
      const verdict = await checkSetup(core, lesson, seed, { setup: entry.link }, { cancelled });
      if (verdict === null) break;
      const { solved, parReached: par, link, refused } = verdict;
      if (!solved) refuse(refused || 'its setup does not reach the goals');
      else if (link !== entry.link) refuse('its setup was not written by this page');
      else rows.push({ ...entry, solved, par, why: '' });
    }
  }
  return rows;
}
