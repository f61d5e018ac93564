// The plan and all that is shown of it, part by part.
import { changedText, handIds } from './changed.js';
import { CommandsPart } from './commands_part.js';
import { ForceForm } from './force_form.js';
import { MovesPart } from './moves_part.js';
import { PicturesPart } from './pictures_part.js';
import { replay } from './replay.js';
import { Said } from './said.js';
import { shownOf } from './shown.js';
import { TheirsPart } from './theirs_part.js';
import { Timing } from './timing.js';
import { showTools } from './tools_part.js';

/** @typedef {import('../../systems/reading/form.js').Reading} Reading */
/** @typedef {import('../../systems/rebalance/problem.js').Asked} Asked */
/** @typedef {import('./knobs_form.js').KnobsForm} KnobsForm */
/** @typedef {import('./rebalance_engine.js').Planned} Planned */
/** @typedef {import('./rebalance_engine.js').ToolAnswer} ToolAnswer */
/** @typedef {import('./wish.js').Knobs} Knobs */
/**
 * @typedef {object} Question what was asked, which controls may no longer say
 * @property {Reading} reading @property {Asked} asked @property {Knobs} knobs
 * @property {string} title of the cluster @property {boolean} ofPage whether it is the page's own table
 * @property {number} keyless entries of the page's table without a key
 */
/** @typedef {Question & {plan: Planned, tools: ToolAnswer[]}} Answered with the answer so far */
/** @typedef {{shown: import('./shown.js').Shown, times: import('./timing.js').Times, question: Question}} Onward */

export class Result {
  #part;
  #said;
  #pictures;
  #moves;
  #commands;
  #force;
  #theirs;
  #goOn;
  #timing;
  /** @type {?Answered} */
  #shown = null;
  /** @type {?{plan: Planned, replayed: import('./replay.js').Replayed}} */
  #last = null;
  /** @type {?number} how many moves are carried out; null: all */
  #stop = null;
  /** @type {?{ids: string[], moves: Planned['moves']}} what was chosen by hand, and the moves before that */
  #hand = null;

  /**
   * @param {(name: string) => any} part of the dialog @param {KnobsForm} form
   * @param {import('../tools/dialog_core.js').Core} core
   * @param {{told: (words: string) => void, goOn: (of: Onward) => void}} does `goOn`: with a plan, in other parts
   */
  constructor(part, form, core, { told, goOn }) {
    this.#part = part;
    this.#timing = new Timing(core, () => this.#tellTimes());
    this.#said = new Said(part);
    this.#force = new ForceForm(part, (move) => form.force(move));
    this.#pictures = new PicturesPart(part, {
      stopAt: (stop) => {
        this.#stop = stop;
        this.again();
      },
      choose: (node, entry) => this.#force.choose(node, entry),
    });
    this.#moves = new MovesPart(part, (id) => form.keep(id));
    this.#commands = new CommandsPart(part, told);
    this.#theirs = new TheirsPart(part, () => this.again());
    this.#goOn = goOn;
  }

  get shown() {
    return this.#shown;
  }

  get commands() {
    return this.#commands;
  }

  /** While another plan is looked for. @param {boolean} is */
  wait(is) {
    this.#timing.search(is);
    this.#moves.wait(is);
  }

  /**
   * Another plan is asked for, all of whose moves are carried out until somebody says how many.
   * @param {Knobs} knobs
   */
  ask(knobs) {
    this.#stop = null;
    const ids = this.#shown ? handIds(this.#shown.knobs, knobs) : null;
    this.#hand = ids && this.#shown ? { ids, moves: this.#shown.plan.moves } : null;
  }

  /** After a choice by hand: what else is different. @param {Planned} plan */
  #sayChanged(plan) {
    const line = this.#part('changed');
    const text = this.#hand ? changedText(this.#hand.moves, plan.moves, this.#hand.ids) : '';
    if (line.textContent !== text) line.textContent = text;
    line.hidden = text === '';
  }

  clear() {
    this.#shown = null;
    this.#said.clear();
    for (const name of ['result', 'doors']) this.#part(name).hidden = true;
  }

  tables() {
    return this.#pictures.tables(this.#shown?.tools ?? []);
  }

  /** In another language, at another move. */
  again() {
    if (this.#shown) this.show(this.#shown);
  }

  /** @param {Answered} answered */
  show(answered) {
    const { asked, plan } = answered;
    const tools = plan.found ? this.#theirs.among(answered.tools, answered) : answered.tools;
    this.#shown = { ...answered, tools };
    const shown = this.#shownNow(answered);
    const times = this.#say(answered, shown);
    this.#part('result').hidden = !plan.found;
    if (!plan.found) {
      this.#part('doors').hidden = true;
      return;
    }
    this.#pictures.show(shown, tools);
    showTools(this.#part, shown, tools);
    this.#theirs.show();
    this.#moves.show(shown);
    this.#force.show(asked.problem, asked.kind);
    this.#sayChanged(plan);
    this.#commands.show(shown);
    this.#goOn({ shown, times, question: answered });
  }

  /** @param {Answered} answered */
  #shownNow({ reading, asked, knobs, plan }) {
    return shownOf({ asked, plan, replayed: this.#replayed(asked, plan), stop: this.#stop, reading, knobs });
  }

  /** @param {Answered} answered @param {import('./shown.js').Shown} shown */
  #say({ asked, knobs, keyless }, shown) {
    const times = this.#timing.of(shown, knobs);
    this.#said.show(shown, { times, notes: asked.notes, keyless });
    return times;
  }

  /** It is known when the moves run. */
  #tellTimes() {
    const answered = this.#shown;
    if (!answered?.plan.found) return;
    const shown = this.#shownNow(answered);
    this.#goOn({ shown, times: this.#say(answered, shown), question: answered });
  }

  /** Computed once for a plan: the slider asks for it often. @param {Asked} asked @param {Planned} plan */
  #replayed({ problem }, plan) {
    if (this.#last?.plan !== plan) this.#last = { plan, replayed: replay(problem, plan) };
    return this.#last.replayed;
  }
}
