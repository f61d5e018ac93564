// Reads and checks lessons (assets/lessons/schema.json); rejects an invalid one with the place and the reason.
import { moveIn, studyIn } from './links.js';
import { metrics } from './metrics.js';
import { faultOf } from './schema.js';

const kMaxLesson = 64_000; // characters

/** Bytes of a lesson's file: a character is up to three of them. */
export const kMaxLessonFile = 3 * kMaxLesson;

export class LessonError extends Error {
  constructor(message) {
    super(message);
    this.name = 'LessonError';
  }
}

// The rules that a schema cannot express.
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

function faultOfPrediction({ answer, metric }) {
  if ((answer === undefined) === (metric === undefined)) return 'prediction: needs either “answer” or “metric”';
  if (metric === undefined || (Object.hasOwn(metrics, metric) && metrics[metric].unit !== 'text')) return null;
  return `prediction.metric: “${metric}” does not measure a number`;
}

const metricsOf = ({ goals, par, prediction }) => [...goals, par, prediction].map((rule) => rule?.metric);

// The metrics that need a move.
function faultOfMove(lesson) {
  const moves = moveIn(lesson.start) !== null;
  if (lesson.move && !moves) return 'move: the start has no “move”';
  if (moves && lesson.trial) return 'trial: a lesson about a move has none';
  const needs = metricsOf(lesson).find((metric) => metric !== undefined && metrics[metric].move);
  return needs !== undefined && !moves ? `start: has no “move”, which ${needs} measures` : null;
}

// The metrics that need a sharding key.
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
  const without = ['solution', 'near_miss'].find(
    (name) => typeof lesson[name] !== 'string' || studyIn(lesson[name]) === null,
  );
  return without === undefined ? null : `${without}: must be a link with “dialog=sharding_key/…”`;
}

// The first goal cannot be an alternative to one before it.
const faultOfChoice = ([first]) => first.or && 'goals[0].or: there is no goal before it';

/** Returns the value as a lesson, or throws a LessonError that names the place. */
export function readLesson(value, schema) {
  const fault =
    faultOf(value, schema) ??
    value.goals.map((goal, i) => faultOfRule(goal, `goals[${i}]`)).find(Boolean) ??
    faultOfChoice(value.goals) ??
    (value.par && faultOfRule(value.par, 'par')) ??
    (value.prediction && faultOfPrediction(value.prediction)) ??
    faultOfMove(value) ??
    faultOfKey(value);
  if (fault) throw new LessonError(fault);
  return value;
}

/** The same from JSON text. */
export function parseLesson(text, schema) {
  if (text.length > kMaxLesson) throw new LessonError(`it has ${text.length} characters; the limit is ${kMaxLesson}`);
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new LessonError(`not valid JSON: ${error.message}`);
  }
  return readLesson(value, schema);
}

/** The same for a course's file, which is named after the lesson. */
export function lessonOfFile(id, text, schema) {
  try {
    const lesson = parseLesson(text, schema);
    if (lesson.id !== id) throw new LessonError(`id: “${lesson.id}” is not the file's name`);
    return lesson;
  } catch (error) {
    throw new LessonError(`${id}.json: ${error.message}`);
  }
}

/** A text in the given language, or in English if it has none. */
export const inLanguage = (text, language) => text[language] ?? text.en;
