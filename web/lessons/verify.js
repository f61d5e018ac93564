// Result codes believed only as far as their setups go: each is tried again.
import { checkSetup } from './check.js';

/**
 * Tries the setups of a code that readCode() has read.
 * @param {Map<string, object>} lessons by id
 * @returns {Promise<{id, version, link, prediction, hints, solved: boolean, par: boolean, why: string}[]>} `why` not
 */
export async function verify(core, lessons, { seed, entries }, cancelled = () => false) {
  const rows = [];
  for (const entry of entries) {
    const lesson = lessons.get(entry.id);
    const refuse = (why) => rows.push({ ...entry, solved: false, par: false, why });
    if (!lesson) {
      refuse('there is no such lesson');
    } else if (lesson.version !== entry.version) {
      refuse(`it is of version ${entry.version}, the lesson of version ${lesson.version}`);
    } else {
      const verdict = await checkSetup(core, lesson, seed, { setup: entry.link }, { cancelled });
      if (verdict === null) break;
      rows.push({ ...entry, solved: verdict.solved, par: verdict.parReached, why: verdict.solved ? '' : verdict.refused || 'its setup does not reach the goals' });
    }
  }
  return rows;
}
