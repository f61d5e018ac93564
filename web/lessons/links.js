// Lessons in links: `lesson` is a field of an address beside those of the scenario (web/state/link_view.h). Its value is the id of
// a lesson of the course, nothing (the list of them), or a lesson of somebody's own, packed behind a colon.

const kField = 'lesson';
const kOwn = ':';
const kNotScenario = ['lesson', 'controls', 'view', 'theme', 'move', 'move.subject', 'move.beside', 'move.runbook', 'ring'];

const fields = (fragment) => fragment.split('&').filter(Boolean);
const keyOf = (field) => field.split('=', 1)[0];

// A text whose escapes are none is taken as it is: no lesson has such a name, and that is what the reader is told.
function unescaped(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The value of the field in a fragment, or null. */
export function lessonIn(fragment) {
  const field = fields(fragment).find((each) => keyOf(each) === kField);
  return field === undefined ? null : unescaped(field.slice(kField.length + 1));
}

/** What of a fragment is the scenario. */
export const scenarioIn = (fragment) => fields(fragment).filter((field) => !kNotScenario.includes(keyOf(field))).join('&');

/** How its keys move, as the fragment writes it, or null. */
export const moveIn = (fragment) => fields(fragment).find((field) => keyOf(field) === 'move')?.slice('move='.length) ?? null;

/** What of a fragment a lesson checks: the scenario, and its move. */
export function setupIn(fragment) {
  const move = moveIn(fragment);
  return move === null ? scenarioIn(fragment) : `${scenarioIn(fragment)}&move=${move}`;
}

/** Whether a fragment says a scenario, and not only which lesson. */
export const hasScenario = (fragment) => scenarioIn(fragment) !== '';

/** The field for a packed lesson. */
export const ownLesson = (packed) => kOwn + packed;
export const packedLesson = (value) => (value.startsWith(kOwn) ? value.slice(kOwn.length) : null);

/** The fragment under which a lesson begins for the learner of a seed. */
export function startOf(core, lesson, value, seed) {
  const { link } = core.measure({ start: lesson.start, seed: String(seed) });
  const shown = lesson.controls ? [`controls=${lesson.controls}`] : [];
  return [link, ...shown, `${kField}=${value}`].join('&');
}

/** The playground's address, as the teacher's page says it: from a disk it is another file. */
export const playgroundAddress = () => document.getElementById('playground').getAttribute('href');

/** The same scenario on its own, with all controls. */
export const freeOf = (fragment) => scenarioIn(fragment);
