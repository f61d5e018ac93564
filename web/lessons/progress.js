// What a learner has done so far, kept in the browser's storage if there is any, otherwise for this visit.
import { randomSeed } from './check.js';

const kPlace = 'reshard.lessons';
const kVersion = 1;

// The entry of an id. A lesson from a link may have the id of a property that every object has, such as “constructor”.
const noted = (notes, id) => (Object.hasOwn(notes, id) ? notes[id] : undefined);

const fresh = () => ({ v: kVersion, seed: randomSeed(), name: '', done: {}, guesses: {}, hints: {} });

export class Progress {
  stored = true; // whether the browser stores it
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

  guessOf(id) {
    return noted(this.#data.guesses, id) ?? null;
  }
  hintsOf(id) {
    return noted(this.#data.hints, id) ?? 0;
  }
  guess(id, value) {
    this.#change({ guesses: { ...this.#data.guesses, [id]: value } });
  }
  showHints(id, count) {
    this.#change({ hints: { ...this.#data.hints, [id]: count } });
  }

  /** Notes that a lesson is solved by the setup of a link; one that has also reached par is not replaced. */
  solved(lesson, link, par) {
    const known = noted(this.#data.done, lesson.id);
    if (known?.version === lesson.version && (known.par || !par)) return;
    const { id, version } = lesson;
    const entry = { version, link, par, prediction: this.guessOf(id), hints: this.hintsOf(id) };
    this.#change({ done: { ...this.#data.done, [id]: entry } });
  }

  /** Takes over the lessons of a code, as verify() returned them. */
  load({ name, seed }, rows) {
    const kept = rows.filter(({ solved }) => solved);
    const by = (key) => Object.fromEntries(kept.filter((row) => row[key] !== null).map((row) => [row.id, row[key]]));
    const done = Object.fromEntries(
      kept.map(({ id, version, link, par, prediction, hints }) => [id, { version, link, par, prediction, hints }]),
    );
    this.#change({ name, seed, done, guesses: by('prediction'), hints: by('hints') });
    return kept.length;
  }

  forget() {
    this.#change(fresh());
  }

  #change(part) {
    this.#data = { ...this.#data, ...part };
    this.#write();
  }

  #read() {
    try {
      const data = JSON.parse(localStorage.getItem(kPlace));
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
