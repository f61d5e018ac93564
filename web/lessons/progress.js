// What a learner has done so far, kept in the browser's storage if there is any, otherwise for this visit.
import { randomSeed } from './check.js';

const kPlace = 'reshard.lessons';
const kVersion = /** @type {const} */ (1);

/** @typedef {{version: number, link: string, par: boolean, prediction: ?number, hints: number}} Done a solved lesson */

/**
 * What is stored, by the ids of lessons.
 * @typedef {object} Notes
 * @property {1} v
 * @property {number} seed
 * @property {string} name
 * @property {Record<string, Done>} done
 * @property {Record<string, number>} guesses
 * @property {Record<string, number>} hints how many were shown
 */

/**
 * The entry of an id. A lesson from a link may have the id of a property that every object has, such as “constructor”.
 * @template Note
 * @param {Record<string, Note>} notes
 * @param {string} id
 */
const noted = (notes, id) => (Object.hasOwn(notes, id) ? notes[id] : undefined);

/** @returns {Notes} */
const fresh = () => ({ v: kVersion, seed: randomSeed(), name: '', done: {}, guesses: {}, hints: {} });

export class Progress {
  stored = true; // whether the browser stores it
  /** @type {Notes} */
  #data;

  constructor() {
    this.#data = this.#read() ?? fresh();
    this.#write();
  }

  get seed() {
    return this.#data.seed;
  }
  get name() {
    return this.#data.name;
  }
  get done() {
    return this.#data.done;
  }

  set name(name) {
    this.#change({ name });
  }

  /** @param {string} id */
  guessOf(id) {
    return noted(this.#data.guesses, id) ?? null;
  }
  /** @param {string} id */
  hintsOf(id) {
    return noted(this.#data.hints, id) ?? 0;
  }
  /**
   * @param {string} id
   * @param {number} value
   */
  guess(id, value) {
    this.#change({ guesses: { ...this.#data.guesses, [id]: value } });
  }
  /**
   * @param {string} id
   * @param {number} count
   */
  showHints(id, count) {
    this.#change({ hints: { ...this.#data.hints, [id]: count } });
  }

  /**
   * Notes that a lesson is solved by the setup of a link; one that has also reached par is not replaced.
   * @param {import('./lesson.js').Lesson} lesson
   * @param {string} link
   * @param {boolean} par
   */
  solved(lesson, link, par) {
    const known = noted(this.#data.done, lesson.id);
    if (known?.version === lesson.version && (known.par || !par)) return;
    const { id, version } = lesson;
    const entry = { version, link, par, prediction: this.guessOf(id), hints: this.hintsOf(id) };
    this.#change({ done: { ...this.#data.done, [id]: entry } });
  }

  /**
   * Takes over the lessons of a code, as verify() returned them.
   * @param {import('./codes.js').Code} code
   * @param {import('./verify.js').Row[]} rows
   */
  load({ name, seed }, rows) {
    const kept = rows.filter(({ solved }) => solved);
    /** @returns {Record<string, number>} */
    const by = (/** @type {'prediction' | 'hints'} */ key) =>
      Object.fromEntries(
        kept.flatMap((row) => {
          const value = row[key];
          return value === null ? [] : [[row.id, value]];
        }),
      );
    const done = Object.fromEntries(
      kept.map(({ id, version, link, par, prediction, hints }) => [id, { version, link, par, prediction, hints }]),
    );
    this.#change({ name, seed, done, guesses: by('prediction'), hints: by('hints') });
    return kept.length;
  }

  forget() {
    this.#change(fresh());
  }

  /** @param {Partial<Notes>} part */
  #change(part) {
    this.#data = { ...this.#data, ...part };
    this.#write();
  }

  /** @returns {?Notes} */
  #read() {
    try {
      const data = JSON.parse(localStorage.getItem(kPlace) ?? 'null');
      return data?.v === kVersion && Number.isInteger(data.seed) ? { ...fresh(), ...data } : null;
    } catch {
      return null;
    }
  }

  #write() {
    try {
      localStorage.setItem(kPlace, JSON.stringify(this.#data));
    } catch {
      this.stored = false; // forbidden, or full
    }
  }
}
