// Lessons in links: `lesson` is a field of the fragment, next to those of the scenario (web/state/link_view.h). Its
// value is the id of a lesson of a course, empty (the list of lessons), or a packed lesson after a colon. For a lesson
// about a sharding key, the learner's choice so far follows after a slash, as “Choose a sharding key” writes it,
// because the page itself keeps no `dialog` in its address.
import { unescaped } from '../text/unescaped.js';

const kField = 'lesson';
const kOwn = ':';
const kNotScenario = [
  'lesson',
  'controls',
  'view',
  'theme',
  'move',
  'move.subject',
  'move.beside',
  'move.runbook',
  'ring',
  'dialog',
  'about',
];
const kStudy = 'dialog=sharding_key/';

/** @param {string} fragment */
const fields = (fragment) => fragment.split('&').filter(Boolean);
/** @param {string} field */
const keyOf = (field) => field.split('=', 1)[0];

/**
 * A text with invalid escapes stays as it is: no lesson has such a name, so the reader is told that there is no such
 * lesson.
 * @param {string} fragment
 */
function valueIn(fragment) {
  const field = fields(fragment).find((each) => keyOf(each) === kField);
  return field === undefined ? null : unescaped(field.slice(kField.length + 1));
}

/**
 * The lesson that a fragment asks for, or null.
 * @param {string} fragment
 */
export const lessonIn = (fragment) => valueIn(fragment)?.replace(/\/.*$/s, '') ?? null;

/**
 * The chosen sharding key in a fragment, or null.
 * @param {string} fragment
 */
export const choiceIn = (fragment) => /\/(.*)$/s.exec(valueIn(fragment) ?? '')?.[1] ?? null;

/**
 * The same fragment with another choice.
 * @param {string} fragment
 * @param {string} choice
 */
export const withChoice = (fragment, choice) =>
  fields(fragment)
    .map((field) => (keyOf(field) === kField ? `${kField}=${lessonIn(field)}/${encodeURIComponent(choice)}` : field))
    .join('&');

/**
 * The part of a fragment that is the scenario.
 * @param {string} fragment
 */
export const scenarioIn = (fragment) =>
  fields(fragment)
    .filter((field) => !kNotScenario.includes(keyOf(field)))
    .join('&');

/**
 * The move in a fragment, as it is written there, or null.
 * @param {string} fragment
 */
export const moveIn = (fragment) =>
  fields(fragment)
    .find((field) => keyOf(field) === 'move')
    ?.slice('move='.length) ?? null;

/**
 * The settings of “Choose a sharding key” in a fragment, as they are written there, or null.
 * @param {string} fragment
 */
export const studyIn = (fragment) =>
  fields(fragment)
    .find((field) => field.startsWith(kStudy))
    ?.slice(kStudy.length) ?? null;

/**
 * The same settings at the start of a lesson, for a learner's seed.
 * @param {{start: string}} lesson
 * @param {number} seed
 */
export const studyOf = ({ start }, seed) => `${studyIn(start)}/seed~${seed}`;

/**
 * The field of a fragment with these settings.
 * @param {string} detail
 */
export const studyField = (detail) => kStudy + detail;

/**
 * The part of a fragment that a lesson checks: the scenario, its move, and its sharding key.
 * @param {string} fragment
 */
export function setupIn(fragment) {
  const move = moveIn(fragment),
    study = studyIn(fragment);
  return [
    scenarioIn(fragment),
    ...(move === null ? [] : [`move=${move}`]),
    ...(study === null ? [] : [studyField(study)]),
  ].join('&');
}

/**
 * Whether a fragment has a scenario, and not only a lesson.
 * @param {string} fragment
 */
export const hasScenario = (fragment) => scenarioIn(fragment) !== '';

/**
 * The value of the field for a packed lesson.
 * @param {string} packed
 */
export const ownLesson = (packed) => kOwn + packed;
/** @param {string} value */
export const packedLesson = (value) => (value.startsWith(kOwn) ? value.slice(kOwn.length) : null);

/**
 * The fragment that a lesson begins with, for a learner's seed.
 * @param {import('./check.js').Core} core
 * @param {import('./lesson.js').Lesson} lesson
 * @param {string} value of the field
 * @param {number} seed
 */
export async function startOf(core, lesson, value, seed) {
  const { link } = await core.measure({ start: lesson.start, seed: String(seed) });
  const shown = lesson.controls ? [`controls=${lesson.controls}`] : [];
  return [link, ...shown, `${kField}=${value}`].join('&');
}

/** The playground's address, from the teacher's page: from a disk it is another file. */
export const playgroundAddress = () =>
  /** @type {string} */ (/** @type {HTMLElement} */ (document.getElementById('playground')).getAttribute('href'));

/**
 * The scenario of a fragment without the lesson, with all controls.
 * @param {string} fragment
 */
export const freeOf = (fragment) => scenarioIn(fragment);

/**
 * What a fragment leads to once its lesson is left: the scenario, free of the lesson's limits. Without a lesson, or
 * beside the list of lessons, the limits are somebody else's and stay.
 * @param {string} fragment
 */
export const leftOf = (fragment) =>
  lessonIn(fragment)
    ? freeOf(fragment)
    : fields(fragment)
        .filter((field) => keyOf(field) !== kField)
        .join('&');
