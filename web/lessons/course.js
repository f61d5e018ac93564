// Loads lessons, from the files of the courses or from a link.
import { unpack } from './codes.js';
import { LessonError, lessonOfFile, readLesson } from './lesson.js';
import { packedLesson } from './links.js';

export const kCourses = ['sharding', 'key', 'moving'];
const kFolder = new URL('../../assets/lessons/', import.meta.url);

async function fetchText(path) {
  const response = await fetch(new URL(path, kFolder));
  if (!response.ok) throw new LessonError(`${path} did not arrive: HTTP ${response.status}`);
  return response.text();
}

// One course: its course.json, and the text of each of its lessons.
async function fetchCourse(name) {
  const index = JSON.parse(await fetchText(`${name}/course.json`));
  const texts = await Promise.all(index.lessons.map((id) => fetchText(`${name}/${id}.json`)));
  return { title: index.title, texts: new Map(texts.map((text, i) => [index.lessons[i], text])) };
}

/** All courses, in order. */
export class Course {
  refused = []; // for each file that is not a valid lesson: the file, the place and the reason
  lessons = new Map(); // of all courses, by id

  /**
   * @param {object} schema of lessons
   * @param {{title: object, texts: Map<string, string>}[]} courses texts of lessons by id
   */
  constructor(schema, courses) {
    this.schema = schema;
    this.parts = courses.map(({ title, texts }) => ({
      title,
      lessons: [...texts].map(([id, text]) => this.#read(id, text)).filter(Boolean),
    }));
  }

  #read(id, text) {
    try {
      const lesson = lessonOfFile(id, text, this.schema);
      this.lessons.set(id, lesson);
      return lesson;
    } catch (error) {
      this.refused.push(error.message);
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

  /** The lesson that a link's field asks for; throws a LessonError if there is none. */
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

  /** The next lesson in its course, or null. */
  after(lesson) {
    const { lessons } = this.parts.find((part) => part.lessons.includes(lesson)) ?? { lessons: [] };
    return lessons[lessons.indexOf(lesson) + 1] ?? null;
  }
}
