// When the moves of a plan run, as the planner says. It is asked while the plan is shown already, one question at a
// time: what was wanted meanwhile is passed over, and an answer that comes too late is dropped.
import { paceOf } from '../../systems/rebalance/pace.js';
import { refusalOf } from '../../text_view/parts.js';
import { sendingOf } from './sending.js';

/** @typedef {import('./shown.js').Shown} Shown */
/** @typedef {import('./wish.js').Knobs} Knobs */
/** @typedef {import('../../systems/rebalance/form.js').Problem} Problem */
/** @typedef {import('../../systems/rebalance/pace.js').Pace} Pace */
/** @typedef {import('../../headless/reshard-rebalance.d.ts').Schedule} Schedule */
/**
 * @typedef {object} Times
 * @property {?Pace} pace null: nobody can know hours
 * @property {?Schedule} schedule null: nobody knows it, or not yet
 * @property {boolean} waits whether it is yet to come
 * @property {string} refused why there is none
 */
/** @typedef {{problem: Problem, moves: Shown['plan']['moves'], pace: Pace, of: unknown[]}} Question */

const same = (/** @type {unknown[]} */ one, /** @type {unknown[]} */ other) =>
  one.every((part, i) => part === other[i]);

export class Timing {
  #core;
  #told;
  #searching = false;
  /** @type {?Question} what is shown */
  #wanted = null;
  #asking = false;
  /** @type {{of: unknown[], schedule: ?Schedule, refused: string}} */
  #known = { of: [null], schedule: null, refused: '' };

  /** @param {{ask: (what: string, input: any) => Promise<any>}} core @param {() => void} told what it waited for */
  constructor(core, told) {
    this.#core = core;
    this.#told = told;
  }

  /** While better plans are looked for, the planner has no turn to say when moves run. @param {boolean} is */
  search(is) {
    this.#searching = is;
  }

  /**
   * Of the moves that are carried out: others take no place.
   * @param {Shown} shown @param {Pick<Knobs, 'rate' | 'keyRate' | 'window'>} knobs @returns {Times}
   */
  of({ problem, plan, unit, stop }, knobs) {
    const pace = paceOf(knobs, unit);
    if (!pace || !plan.found || plan.moves.length === 0) {
      this.#wanted = null;
      return { pace, schedule: null, waits: false, refused: '' };
    }
    const of = [plan, stop, pace.rate, knobs.window];
    this.#wanted = { problem, moves: plan.moves.slice(0, stop), pace, of };
    if (same(of, this.#known.of)) return { pace, ...this.#known, waits: false };
    if (!this.#searching && !this.#asking) this.#ask();
    return { pace, schedule: null, waits: true, refused: '' };
  }

  async #ask() {
    this.#asking = true;
    while (this.#wanted && !this.#searching && !same(this.#wanted.of, this.#known.of)) {
      const { of, ...question } = this.#wanted;
      this.#known = { of, ...(await this.#answer(question)) };
    }
    this.#asking = false;
    if (this.#wanted && same(this.#wanted.of, this.#known.of)) this.#told();
  }

  /** @param {Omit<Question, 'of'>} question @returns {Promise<{schedule: ?Schedule, refused: string}>} */
  async #answer({ problem, moves, pace }) {
    const { number, sent, placed } = sendingOf(problem);
    const asked = { number, moves: placed(moves), pace };
    try {
      const schedule =
        (await this.#core.ask('times', asked)) ?? (await this.#core.ask('times', { ...asked, problem: sent }));
      return { schedule, refused: '' };
    } catch (error) {
      return { schedule: null, refused: refusalOf(error) };
    }
  }
}
