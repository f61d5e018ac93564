// Loads lessons, from the files of the courses or from a link.
import { unpack } from './codes.js';
import { LessonError, lessonOfFile, readLesson } from './lesson.js';
import { packedLesson } from './links.js';

/** @typedef {import('./lesson.js').Lesson} Lesson */
/** @typedef {import('./lesson.js').Text} Text */
/** @typedef {import('./schema.js').Schema} Schema */
/** @typedef {{title: Text, lessons: Lesson[]}} Part one course */
/** @typedef {{title: Text, texts: Map<string, string>}} CourseTexts texts of lessons by id */

export const kCourses = ['sharding', 'key', 'moving'];
const kFolder = new URL('../../assets/lessons/', import.meta.url);

/** @param {string} path */
async function fetchText(path) {
  const response = await fetch(new URL(path, kFolder));
  if (!response.ok) throw new LessonError(`${path} did not arrive: HTTP ${response.status}`);
  return response.text();
}

/**
 * One course: its course.json, and the text of each of its lessons.
 * @param {string} name
 * @returns {Promise<CourseTexts>}
 */
async function fetchCourse(name) {
  /** @type {{title: Text, lessons: string[]}} */
  const index = JSON.parse(await fetchText(`${name}/course.json`));
  const texts = await Promise.all(index.lessons.map((id) => fetchText(`${name}/${id}.json`)));
  return { title: index.title, texts: new Map(texts.map((text, i) => [index.lessons[i], text])) };
}

/** All courses, in order. */
export class Course {
  /** @type {string[]} for each file that is not a valid lesson: the file, the place and the reason */
  refused = [];
  /** @type {Map<string, Lesson>} of all courses, by id */
  lessons = new Map();

  /**
   * @param {Schema} schema of lessons
   * @param {CourseTexts[]} courses
   */
  constructor(schema, courses) {
    this.schema = schema;
    /** @type {Part[]} */
    this.parts = courses.map(({ title, texts }) => ({
      title,
      lessons: [...texts].map(([id, text]) => this.#read(id, text)).filter((lesson) => lesson !== null),
    }));
  }

  /**
   * @param {string} id
   * @param {string} text
   */
  #read(id, text) {
    try {
      const lesson = lessonOfFile(id, text, this.schema);
      this.lessons.set(id, lesson);
      return lesson;
    } catch (error) {
      this.refused.push(/** @type {Error} */ (error).message);
      return null;
    }
  }

  static async load() {
    const [schema, ...courses] = await Promise.all([
      fetchText('schema.json').then((text) => JSON.parse(text)),
      ...kCourses.map(fetchCourse),
    ]);
    return new Course(schema, courses);
  }

  /**
   * The lesson that a link's field asks for; throws a LessonError if there is none.
   * @param {string} value
   */
  async find(value) {
    const packed = packedLesson(value);
    if (packed === null) {
      const lesson = this.lessons.get(value);
      if (!lesson) throw new LessonError(`there is no lesson “${value.slice(0, 60)}”`);
      return lesson;
    }
    const lesson = readLesson(await unpack(packed), this.schema);
    if (this.lessons.has(lesson.id)) throw new LessonError(`id: “${lesson.id}” is a lesson of the course already`);
    return lesson;
  }

  /**
   * The next lesson in its course, or null.
   * @param {Lesson} lesson
   */
  after(lesson) {
    const { lessons } = this.parts.find((part) => part.lessons.includes(lesson)) ?? {
      lessons: /** @type {Lesson[]} */ ([]),
    };
    return lessons[lessons.indexOf(lesson) + 1] ?? null;
  }
}
