// What a learner has done so far: kept by the browser where it stores anything for this page, else for this visit.
import { randomSeed } from './check.js';

const kPlace = 'reshard.lessons';
const kVersion = 1;

// What is noted under an id, which somebody's own lesson may have from what every object has.
const noted = (notes, id) => (Object.hasOwn(notes, id) ? notes[id] : undefined);

const fresh = () => ({ v: kVersion, seed: randomSeed(), name: '', done: {}, guesses: {}, hints: {} });

export class Progress {
  stored = true;  // whether the browser keeps it
  #data;

  constructor() {
    this.#data = this.#read() ?? fresh();
    this.#write();
  }

  get seed() { return this.#data.seed; }
  get name() { return this.#data.name; }
  get done() { return this.#data.done; }

  set name(name) { this.#change({ name }); }

  guessOf(id) { return noted(this.#data.guesses, id) ?? null; }
  hintsOf(id) { return noted(this.#data.hints, id) ?? 0; }
  guess(id, value) { this.#change({ guesses: { ...this.#data.guesses, [id]: value } }); }
  showHints(id, count) { this.#change({ hints: { ...this.#data.hints, [id]: count } }); }

  /** A lesson is solved by the setup of the link; one that also reached par stays. */
  solved(lesson, link, par) {
    const known = noted(this.#data.done, lesson.id);
    if (known?.version === lesson.version && (known.par || !par)) return;
    const { id, version } = lesson;
    const entry = { version, link, par, prediction: this.guessOf(id), hints: this.hintsOf(id) };
    this.#change({ done: { ...this.#data.done, [id]: entry } });
  }

  /** Takes over what a code says, as verify() found it. */
  load({ name, seed }, rows) {
    const kept = rows.filter(({ solved }) => solved);
    const by = (key) => Object.fromEntries(kept.filter((row) => row[key] !== null).map((row) => [row.id, row[key]]));
    const done = Object.fromEntries(kept.map(({ id, version, link, par, prediction, hints }) => [id, { version, link, par, prediction, hints }]));
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
      this.stored = false;  // forbidden, or full
    }
  }
}
