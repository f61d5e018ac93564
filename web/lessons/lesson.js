// Reads and checks lessons (assets/lessons/schema.json); rejects an invalid one with the place and the reason.
import { moveIn, studyIn } from './links.js';
import { metrics } from './metrics.js';
import { faultOf } from './schema.js';

/** @typedef {{en: string, ru?: string}} Text in each language */
/** @typedef {{do: string, node?: string}} Command core/scenario/json.h, trial.h: with further members */
/** @typedef {string | Command[]} Setup a link's fragment, or commands on the start */
/** @typedef {import('./metrics.js').Unit} Unit */
/** @typedef {import('./schema.js').Schema} Schema */

/**
 * A goal or par.
 * @typedef {object} Rule
 * @property {string} metric
 * @property {'<=' | '>=' | '=' | 'within'} operator
 * @property {number | string} value
 * @property {number} [tolerance] of `within`
 * @property {number} [share] of the seeds that must pass
 * @property {boolean} [or] enough if the goal before it is reached, or this one
 */

/**
 * It has either `answer` or `metric`.
 * @typedef {object} Prediction
 * @property {Text} question
 * @property {'share' | 'times' | 'count'} unit
 * @property {number} tolerance
 * @property {number} [answer]
 * @property {string} [metric]
 * @property {Setup} [setup]
 * @property {Command[]} [trial]
 */

/**
 * What assets/lessons/schema.json describes.
 * @typedef {object} Lesson
 * @property {1} schema
 * @property {string} id
 * @property {number} version
 * @property {Text} title
 * @property {Text} task
 * @property {string} start
 * @property {string} [controls]
 * @property {number} seeds
 * @property {string[]} [move]
 * @property {string[]} [key]
 * @property {Command[]} [trial]
 * @property {Prediction} [prediction]
 * @property {Rule[]} goals
 * @property {Rule} [par]
 * @property {Text[]} [hints]
 * @property {Text} explanation
 * @property {Text} [field]
 * @property {Setup} solution
 * @property {Setup} near_miss
 * @property {{minutes?: number, talk?: Text, measured?: string}} [notes]
 */

const kMaxLesson = 64_000; // characters

/** Bytes of a lesson's file: a character is up to three of them. */
export const kMaxLessonFile = 3 * kMaxLesson;

export class LessonError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = 'LessonError';
  }
}

/**
 * The rules that a schema cannot express.
 * @param {Rule} rule
 * @param {string} place
 */
function faultOfRule({ metric, operator, value, tolerance }, place) {
  if (!Object.hasOwn(metrics, metric)) {
    return `${place}.metric: “${metric}” is not one of ${Object.keys(metrics).join(', ')}`;
  }
  const text = metrics[metric].unit === 'text';
  if (text !== (typeof value === 'string'))
    return `${place}.value: must be a ${text ? 'string' : 'number'} for ${metric}`;
  if (text && operator !== '=') return `${place}.operator: ${metric} can only be compared with =`;
  if ((operator === 'within') !== (tolerance !== undefined))
    return `${place}.tolerance: required with “within”, and only there`;
  return null;
}

/** @param {Prediction} prediction */
function faultOfPrediction({ answer, metric }) {
  if ((answer === undefined) === (metric === undefined)) return 'prediction: needs either “answer” or “metric”';
  if (metric === undefined || (Object.hasOwn(metrics, metric) && metrics[metric].unit !== 'text')) return null;
  return `prediction.metric: “${metric}” does not measure a number`;
}

/** @param {Lesson} lesson */
const metricsOf = ({ goals, par, prediction }) => [...goals, par, prediction].map((rule) => rule?.metric);

/**
 * The metrics that need a move.
 * @param {Lesson} lesson
 */
function faultOfMove(lesson) {
  const moves = moveIn(lesson.start) !== null;
  if (lesson.move && !moves) return 'move: the start has no “move”';
  if (moves && lesson.trial) return 'trial: a lesson about a move has none';
  const needs = metricsOf(lesson).find((metric) => metric !== undefined && metrics[metric].move);
  return needs !== undefined && !moves ? `start: has no “move”, which ${needs} measures` : null;
}

/**
 * The metrics that need a sharding key.
 * @param {Lesson} lesson
 */
function faultOfKey(lesson) {
  const studies = studyIn(lesson.start) !== null;
  if (lesson.key && !studies) return 'key: the start has no “dialog=sharding_key/…”';
  if (studies && !lesson.key) return 'key: is missing: what of the start’s “dialog=sharding_key/…” learners choose';
  const needs = metricsOf(lesson).find((metric) => metric !== undefined && metrics[metric].key);
  if (needs !== undefined && !studies) return `start: has no “dialog=sharding_key/…”, which ${needs} measures`;
  if (!studies) return null;
  if (lesson.trial) return 'trial: a lesson about a sharding key has none';
  if (moveIn(lesson.start) !== null)
    return 'start: has a “move” and a “dialog=sharding_key/…”; a lesson is about one of them';
  const without = /** @type {const} */ (['solution', 'near_miss']).find((name) => {
    const setup = lesson[name];
    return typeof setup !== 'string' || studyIn(setup) === null;
  });
  return without === undefined ? null : `${without}: must be a link with “dialog=sharding_key/…”`;
}

/**
 * The first goal cannot be an alternative to one before it.
 * @param {Rule[]} goals
 */
const faultOfChoice = ([first]) => first.or && 'goals[0].or: there is no goal before it';

/**
 * Returns the value as a lesson, or throws a LessonError that names the place.
 * @param {unknown} value
 * @param {Schema} schema
 * @returns {Lesson}
 */
export function readLesson(value, schema) {
  const lesson = /** @type {Lesson} */ (value); // as far as the schema says
  const fault =
    faultOf(value, schema) ??
    lesson.goals.map((goal, i) => faultOfRule(goal, `goals[${i}]`)).find(Boolean) ??
    faultOfChoice(lesson.goals) ??
    (lesson.par && faultOfRule(lesson.par, 'par')) ??
    (lesson.prediction && faultOfPrediction(lesson.prediction)) ??
    faultOfMove(lesson) ??
    faultOfKey(lesson);
  if (fault) throw new LessonError(fault);
  return lesson;
}

/**
 * The same from JSON text.
 * @param {string} text
 * @param {Schema} schema
 */
export function parseLesson(text, schema) {
  if (text.length > kMaxLesson) throw new LessonError(`it has ${text.length} characters; the limit is ${kMaxLesson}`);
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new LessonError(`not valid JSON: ${/** @type {Error} */ (error).message}`);
  }
  return readLesson(value, schema);
}

/**
 * The same for a course's file, which is named after the lesson.
 * @param {string} id
 * @param {string} text
 * @param {Schema} schema
 */
export function lessonOfFile(id, text, schema) {
  try {
    const lesson = parseLesson(text, schema);
    if (lesson.id !== id) throw new LessonError(`id: “${lesson.id}” is not the file's name`);
    return lesson;
  } catch (error) {
    throw new LessonError(`${id}.json: ${/** @type {Error} */ (error).message}`);
  }
}

/**
 * A text in the given language, or in English if it has none.
 * @param {Text} text
 * @param {string} language
 */
export const inLanguage = (text, language) => text[/** @type {keyof Text} */ (language)] ?? text.en;
