// Questions to the page's workers: one has the core, the other reads what people open or paste, and is watched. Where
// there can be no worker, as in the single-file page opened from a disk, the page answers itself, and nothing can be
// ended by force.
import { nextTurn } from './next_turn.js';

/**
 * @typedef {object} Options
 * @property {(share: number, at?: string) => void} [onProgress] the share that is done, 0 to 1, and where that is, in
 *   words
 * @property {AbortSignal} [signal]
 * @property {(piece: any) => any} [onPiece] takes an answer that comes in pieces, each once the one before it has been
 *   dealt with; each module of answers has its own
 */
/** @typedef {any} Input of a question: what its module of answers takes */
/** @typedef {any} Value its answer */
/** @typedef {{answer: (what: string, input: Input, options: Options) => Promise<Value>}} Answers what it exports */
/**
 * @typedef {object} Question
 * @property {Asker} asker
 * @property {string} what
 * @property {Input} input
 * @property {Options} options
 * @property {(value: Value) => void} resolve
 * @property {(reason: Error) => void} reject
 * @property {number} quiet ticks without progress
 * @property {number} [share]
 * @property {string} at
 * @property {boolean} held the page has not yet dealt with a piece
 * @property {number} pieces
 */
/**
 * @typedef {object} Message what core_worker.js sends
 * @property {number} id of the question
 * @property {Value} [value]
 * @property {{message: string}} [error] and what else a ReshardError has
 * @property {number} [share]
 * @property {string} [at]
 * @property {any} [piece] of the answer
 */

const kTickMs = 1000; // short, so that a device that slept does not seem to have been silent
const kPatienceMs = 1000;

/** One worker, and the questions that it has not answered. */
class Place {
  /** @type {?Worker} */
  #worker = null;
  #heard = false; // a worker has sent something: workers are available
  #refused = false;
  #asked = 0;
  /** @type {Map<number, Question>} */
  #waiting = new Map();
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #clock;
  #quietTicks;

  /** @param {number} quietTicks a question is ended after this long without progress; 0: never */
  constructor(quietTicks) {
    this.#quietTicks = quietTicks;
  }

  /** @param {Message} message @returns {void} */
  #receive({ id, value, error, share, at, piece }) {
    this.#heard = true;
    const question = this.#waiting.get(id);
    if (!question) return;
    question.quiet = 0;
    if (share !== undefined) {
      Object.assign(question, { share, at: at ?? question.at });
      question.options.onProgress?.(share, at);
      return;
    }
    if (piece !== undefined) return void this.#take(id, question, piece);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#rest();
    if (error) question.reject(Object.assign(new Error(error.message), error));
    else question.resolve(value);
  }

  /** @param {number} id @param {Question} question @param {any} piece */
  async #take(id, question, piece) {
    question.held = true;
    question.pieces += 1;
    await question.options.onPiece?.(piece);
    question.held = false;
    question.quiet = 0;
    this.#worker?.postMessage({ id, more: true });
  }

  #started() {
    if (this.#worker || this.#refused) return this.#worker;
    try {
      const worker = (this.#worker = new Worker(new URL('core_worker.js', import.meta.url), { type: 'module' }));
      worker.onmessage = ({ data }) => this.#receive(data);
      worker.onerror = () => this.#fail();
    } catch {
      this.#refused = true;
    }
    return this.#worker;
  }

  // It is silent from the moment it has begun to work: what it loads before that may take as long as a network does.
  #tick() {
    for (const question of this.#waiting.values()) {
      const { share, held, asker, at } = question;
      if (share === undefined || share >= 1 || held || ++question.quiet <= this.#quietTicks) continue;
      return this.#endFor(question, new Error(asker.silent(at)));
    }
  }

  #rest() {
    clearInterval(this.#clock);
    this.#clock = undefined;
  }

  /** Ends the worker. Returns the questions that it has not answered. */
  #end() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#rest();
    const open = [...this.#waiting.values()];
    this.#waiting.clear();
    return open;
  }

  /** @param {Question} question asked again, unless the page already has a part of the answer */
  #again({ asker, what, input, options, resolve, reject, pieces }) {
    if (pieces > 0) reject(new Error(asker.stopped));
    else resolve(this.ask(asker, what, input, options));
  }

  /** @param {Question} one that does not end by itself @param {Error} why */
  #endFor(one, why) {
    if (![...this.#waiting.values()].includes(one)) return;
    for (const question of this.#end()) {
      if (question === one) question.reject(why);
      else this.#again(question);
    }
  }

  // The next question tries again, unless there never was a worker.
  #fail() {
    this.#refused = !this.#heard;
    for (const question of this.#end()) {
      if (this.#refused) this.#again(question);
      else question.reject(new Error(question.asker.stopped));
    }
  }

  /**
   * @param {Asker} asker @param {string} what @param {Input} input @param {Options} options
   * @returns {Promise<Value>}
   */
  async ask(asker, what, input, options) {
    const to = this.#started();
    if (!to) {
      await nextTurn();
      return (await asker.onPage()).answer(what, input, options);
    }
    const id = ++this.#asked;
    /** @type {Promise<any>} each question has an answer of its own */
    const answer = new Promise((resolve, reject) => {
      /** @type {Question} */
      const question = { asker, what, input, options, resolve, reject, quiet: 0, at: '', held: false, pieces: 0 };
      this.#waiting.set(id, question);
      options.signal?.addEventListener(
        'abort',
        () => {
          this.#worker?.postMessage({ id, stop: true });
          if (this.#quietTicks > 0) setTimeout(() => this.#endFor(question, options.signal?.reason), kPatienceMs);
        },
        { once: true },
      );
    });
    if (this.#quietTicks > 0) this.#clock ??= setInterval(() => this.#tick(), kTickMs);
    to.postMessage({ id, address: asker.address.href, what, input });
    return answer;
  }

  /** @param {Asker} asker whose questions end */
  endAll(asker) {
    if (![...this.#waiting.values()].some((question) => question.asker === asker)) return;
    for (const question of this.#end()) {
      if (question.asker === asker) question.reject(new Error('ended'));
      else this.#again(question);
    }
  }
}

/** The places where questions are answered: `core` computes, `files` reads, and is ended after 5 s without progress. */
const kPlaces = { core: new Place(0), files: new Place(5) };

/** Asks one module of answers, such as web/dialogs/studies/study_engine.js. */
export class Asker {
  #place;

  /**
   * @param {URL} address of the module, which exports `answer`
   * @param {() => Promise<Answers>} onPage imports it on the page
   * @param {string} stopped the message if the worker ends by itself, as when it runs out of memory
   * @param {{place?: keyof typeof kPlaces, silent?: (at: string) => string}} [where] `silent`: the message if it was
   *   ended because it made no progress; `at`: where it was
   */
  constructor(address, onPage, stopped, { place = 'core', silent = () => stopped } = {}) {
    this.address = address;
    this.onPage = onPage;
    this.stopped = stopped;
    this.silent = silent;
    this.#place = kPlaces[place];
  }

  /**
   * Several questions may be under way.
   * @param {string} what
   * @param {Input} [input]
   * @param {Options} [options]
   * @returns {Promise<Value>}
   */
  ask(what, input, options = {}) {
    return this.#place.ask(this, what, input, options);
  }

  /**
   * Ends this asker's questions, which fail with “ended”, even if one computes without a pause. Others' questions are
   * asked again.
   */
  end() {
    this.#place.endAll(this);
  }
}
