// Lessons in links: `lesson` is a field of an address beside those of the scenario (web/state/link_view.h). Its value is the id of
// a lesson of the course, nothing (the list of them), or a lesson of somebody's own, packed behind a colon. In a lesson about a
// sharding key, what the learner has chosen so far follows behind a slash, as “Choose a sharding key” writes it: the page itself
// keeps no `dialog` in its address.
import { unescaped } from '../dialogs/unescaped.js';

const kField = 'lesson';
const kOwn = ':';
const kNotScenario = ['lesson', 'controls', 'view', 'theme', 'move', 'move.subject', 'move.beside', 'move.runbook', 'ring', 'dialog'];
const kStudy = 'dialog=sharding_key/';

const fields = (fragment) => fragment.split('&').filter(Boolean);
const keyOf = (field) => field.split('=', 1)[0];

// A text whose escapes are none is taken as it is: no lesson has such a name, and that is what the reader is told.
function valueIn(fragment) {
  const field = fields(fragment).find((each) => keyOf(each) === kField);
  return field === undefined ? null : unescaped(field.slice(kField.length + 1));
}

/** Which lesson a fragment asks for, or null. */
export const lessonIn = (fragment) => valueIn(fragment)?.replace(/\/.*$/s, '') ?? null;

/** What of a sharding key it says is chosen, or null. */
export const choiceIn = (fragment) => /\/(.*)$/s.exec(valueIn(fragment) ?? '')?.[1] ?? null;

/** The same fragment with another choice. */
export const withChoice = (fragment, choice) => fields(fragment)
  .map((field) => (keyOf(field) === kField ? `${kField}=${lessonIn(field)}/${encodeURIComponent(choice)}` : field)).join('&');

/** What of a fragment is the scenario. */
export const scenarioIn = (fragment) => fields(fragment).filter((field) => !kNotScenario.includes(keyOf(field))).join('&');

/** How its keys move, as the fragment writes it, or null. */
export const moveIn = (fragment) => fields(fragment).find((field) => keyOf(field) === 'move')?.slice('move='.length) ?? null;

/** What it asks of “Choose a sharding key”, as written there, or null. */
export const studyIn = (fragment) => fields(fragment).find((field) => field.startsWith(kStudy))?.slice(kStudy.length) ?? null;

/** The same where a lesson begins for the learner of a seed. */
export const studyOf = ({ start }, seed) => `${studyIn(start)}/seed~${seed}`;

/** The field that asks for it. */
export const studyField = (detail) => kStudy + detail;

/** What of a fragment a lesson checks: the scenario, its move, and its sharding key. */
export function setupIn(fragment) {
  const move = moveIn(fragment), study = studyIn(fragment);
  return [scenarioIn(fragment), ...(move === null ? [] : [`move=${move}`]), ...(study === null ? [] : [studyField(study)])].join('&');
}

/** Whether a fragment says a scenario, and not only which lesson. */
export const hasScenario = (fragment) => scenarioIn(fragment) !== '';

/** The field for a packed lesson. */
export const ownLesson = (packed) => kOwn + packed;
export const packedLesson = (value) => (value.startsWith(kOwn) ? value.slice(kOwn.length) : null);

/** The fragment under which a lesson begins for the learner of a seed. */
export async function startOf(core, lesson, value, seed) {
  const { link } = await core.measure({ start: lesson.start, seed: String(seed) });
  const shown = lesson.controls ? [`controls=${lesson.controls}`] : [];
  return [link, ...shown, `${kField}=${value}`].join('&');
}

/** The playground's address, as the teacher's page says it: from a disk it is another file. */
export const playgroundAddress = () => document.getElementById('playground').getAttribute('href');

/** The same scenario on its own, with all controls. */
export const freeOf = (fragment) => scenarioIn(fragment);
