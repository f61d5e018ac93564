// Where lessons come from: the files of the course, or a link.
import { unpack } from './codes.js';
import { LessonError, lessonOfFile, readLesson } from './lesson.js';
import { packedLesson } from './links.js';

const kFolder = new URL('../../assets/lessons/', import.meta.url);

async function fetchText(path) {
  const response = await fetch(new URL(path, kFolder));
  if (!response.ok) throw new LessonError(`${path} did not arrive: HTTP ${response.status}`);
  return response.text();
}

export class Course {
  refused = [];  // of files that hold no lesson: the file, the place and the reason

  /** @param {object} schema of lessons @param {object} index course.json @param {Map<string, string>} texts of lessons by id */
  constructor(schema, index, texts) {
    this.schema = schema;
    this.title = index.title;
    this.lessons = new Map();
    for (const [id, text] of texts) {
      try {
        this.lessons.set(id, lessonOfFile(id, text, schema));
      } catch (error) {
        this.refused.push(error.message);
      }
    }
  }

  static async load(folder = 'sharding/') {
    const [schema, index] = (await Promise.all([fetchText('schema.json'), fetchText(`${folder}course.json`)])).map((text) => JSON.parse(text));
    const texts = await Promise.all(index.lessons.map((id) => fetchText(`${folder}${id}.json`)));
    return new Course(schema, index, new Map(texts.map((text, i) => [index.lessons[i], text])));
  }

  /** The lesson that a link's field asks for; throws a LessonError where there is none. */
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

  /** The one after it in the course, or null. */
  after(lesson) {
    const all = [...this.lessons.values()];
    return all[all.indexOf(lesson) + 1] ?? null;
  }
}
