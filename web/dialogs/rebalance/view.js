// The dialog “Rebalance”: what people choose becomes a problem, the planner answers, and its parts show the plan.
import { copy } from '../../host/clipboard.js';
import { onLanguage, t } from '../../text/language.js';
import { refusalOf } from '../../text_view/parts.js';
import { Unplannable, problemOf } from '../../systems/rebalance/problem.js';
import { openedOn } from '../files/opened_reading.js';
import { Dialog, save } from '../tools/dialog.js';
import { Core } from '../tools/dialog_core.js';
import { connectStudy } from '../tools/study.js';
import { CommandsPart } from './commands_part.js';
import { ForceForm } from './force_form.js';
import { KnobsForm } from './knobs_form.js';
import { MovesPart } from './moves_part.js';
import { filled, lastChange, pageTable, wishIn } from './page_source.js';
import { Planning } from './planning.js';
import { PicturesPart } from './pictures_part.js';
import { kHtml } from './rebalance_html.js';
import { replay } from './replay.js';
import { Said } from './said.js';
import { shownOf } from './shown.js';
import { showTools } from './tools_part.js';
import { detailOf, knobsOf } from './link.js';
import { kUsual, perMoveOf, wishOf } from './wish.js';

/** @typedef {import('../../host/page.js').Page} Page */
/** @typedef {import('../../systems/reading/form.js').Reading} Reading */
/** @typedef {import('../../systems/rebalance/problem.js').Asked} Asked */
/** @typedef {import('../files/opened_reading.js').Opened} Opened */
/** @typedef {import('./rebalance_engine.js').Planned} Planned */
/** @typedef {import('./rebalance_engine.js').ToolAnswer} ToolAnswer */
/** @typedef {import('./wish.js').Knobs} Knobs */

const kRoomy = 760; // px, as in rebalance.css

/** Whether one of these nodes is of this cluster. @param {Reading} reading @param {{name: string}[]} nodes */
function isOf(reading, nodes) {
  const names = new Set(reading.nodes.map(({ name }) => name));
  return nodes.some(({ name }) => names.has(name));
}

export class View {
  #dialog = new Dialog('rebalance', 'Rebalance', kHtml);
  #core = new Core(new URL('rebalance_engine.js', import.meta.url), () => import('./rebalance_engine.js'));
  #page;
  #planning;
  #form;
  #said;
  #pictures;
  #moves;
  #commands;
  #force;
  /** @type {?Reading} */
  #reading = null;
  #ofPage = false;
  #keyless = 0; // entries of the page's table without a key
  /** @type {?Asked} */
  #asked = null;
  /** @type {?Planned} */
  #plan = null;
  /** @type {?{plan: Planned, replayed: import('./replay.js').Replayed}} */
  #last = null;
  /** @type {ToolAnswer[]} */
  #tools = [];
  /** @type {?number} how many moves are carried out; null: all */
  #stop = null;

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    const told = (/** @type {string} */ words) => {
      part('told').textContent = words;
    };
    this.#form = new KnobsForm(part, () => this.#change());
    this.#said = new Said(part);
    this.#pictures = new PicturesPart(part, {
      stopAt: (stop) => this.#stopAt(stop),
      choose: (node, entry) => this.#force.choose(node, entry),
    });
    this.#moves = new MovesPart(part, (id) => this.#form.keep(id));
    this.#commands = new CommandsPart(part, told);
    this.#force = new ForceForm(part, (move) => this.#form.force(move));
    part('wish').open = innerWidth >= kRoomy;
    this.#planning = new Planning(this.#core, {
      plan: (plan) => this.#show(plan),
      tools: (tools) => {
        this.#tools = tools;
        this.#showAgain();
      },
      refuse: (why) => this.#refuse(why),
      wait: (is) => {
        part('working').hidden = !is;
        this.#moves.wait(is);
      },
    });
    part('enough').onclick = () => this.#planning.enough();
    part('link').onclick = () => copy(this.#link(), told);
    part('json').onclick = () => this.#saveJson();
    part('none').querySelector('button').onclick = () => this.#dialog.close(); // the other dialog opens
    this.#dialog.element.addEventListener('close', () => this.#planning.end());
    connectStudy(this.#dialog, page, 'rebalance', {
      argument: () => detailOf(this.#form.knobs),
      said: () => part('headline').textContent,
      tables: () => this.#pictures.tables(this.#tools),
    });
    onLanguage(() => this.#showAgain());
  }

  /** @param {string} [detail] of a link */
  async open(detail) {
    await this.#dialog.open();
    const nodes = this.#page.state().nodes ?? [];
    if (detail === undefined && this.#reading && !this.#ofPage && isOf(this.#reading, nodes)) return this.#change();
    const opened = detail === undefined ? openedOn(nodes) : null;
    if (opened) return this.#openCluster(opened);
    const table = pageTable(this.#page);
    this.#offer(table === null);
    if (!table) return;
    const from = this.#dialog.part('from');
    from.replaceChildren(
      new Option(t('as it is now'), 'now'),
      ...(table.change ? [new Option(t('before {0}', table.change.title), 'before')] : []),
    );
    from.onchange = () =>
      this.#openPage(table, from.value, { ...this.#form.knobs, add: '', drain: [], least: null }, true);
    const knobs = knobsOf(detail);
    await this.#openPage(
      table,
      detail === undefined && table.change ? 'before' : knobs.from,
      knobs,
      detail === undefined,
    );
  }

  /**
   * @param {import('./page_source.js').PageTable} table @param {Knobs['from']} from @param {Knobs} knobs
   * @param {boolean} fresh whether the plan is for the last change
   */
  async #openPage({ now, before, change, says }, from, knobs, fresh) {
    const then = from === 'before' && before && change ? { before, change } : null;
    try {
      const reading = await this.#core.ask('page', then ? then.before : now);
      this.#keyless = reading.keyless;
      const wish = then && fresh ? filled(then.change.wish, knobs.limit) : {};
      this.#take(
        reading,
        { ...knobs, ...wish, from: then ? 'before' : 'now' },
        `${t('The page’s table.')} ${says}.`,
        true,
      );
      this.#dialog.part('from').value = then ? 'before' : 'now';
      this.#dialog.part('starting').hidden = change === null;
    } catch (error) {
      this.#dialog.refuse(refusalOf(error));
    }
  }

  /** @param {Reading} reading @param {string} title */
  async openReading(reading, title) {
    await this.#dialog.open();
    this.#offer(false);
    this.#keyless = 0;
    this.#take(reading, { ...kUsual }, title, false);
  }

  /** The cluster that the page shows, and what was done to its nodes there. @param {Opened} opened */
  async #openCluster({ title, read }) {
    this.#offer(false);
    this.#keyless = 0;
    try {
      const reading = await read();
      this.#take(reading, { ...kUsual, ...wishIn(lastChange(this.#page), reading) }, title, false);
    } catch (error) {
      this.#dialog.refuse(refusalOf(error));
    }
  }

  /** Says that there is nothing to plan. @param {boolean} none */
  #offer(none) {
    this.#dialog.part('none').hidden = !none;
    this.#dialog.part('sides').hidden = none;
    this.#dialog.part('of').textContent = '';
    this.#said.clear();
    this.#dialog.refuse('');
  }

  /** @param {Reading} reading @param {Knobs} knobs @param {string} title @param {boolean} ofPage */
  #take(reading, knobs, title, ofPage) {
    [this.#reading, this.#ofPage, this.#stop] = [reading, ofPage, null];
    this.#dialog.part('of').textContent = title;
    this.#dialog.part('link').hidden = !ofPage; // no link holds the text
    this.#dialog.part('starting').hidden = true;
    this.#form.show(reading, knobs);
    this.#change();
  }

  /** @returns {?Asked} what is asked of the planner */
  #problem() {
    const { knobs } = this.#form;
    const reading = /** @type {Reading} */ (this.#reading);
    try {
      const asked = problemOf(reading, wishOf(knobs, reading, 0));
      const { entries, options } = asked.problem;
      const all = entries.reduce((sum, { bytes }) => sum + bytes, 0);
      options.per_move = perMoveOf(knobs.cost, all / Math.max(1, entries.length));
      this.#form.sayCost(options.per_move, asked.unit);
      return asked;
    } catch (error) {
      if (!(error instanceof Unplannable)) throw error;
      const { what, args = [] } = error.why;
      this.#refuse(t(what, '', ...args));
      return null;
    }
  }

  /** @param {string} why there is no plan */
  #refuse(why) {
    this.#plan = null;
    this.#said.clear();
    this.#dialog.part('result').hidden = true;
    this.#dialog.refuse(why);
  }

  /** Plans again. */
  #change() {
    this.#planning.end();
    const asked = this.#reading && this.#problem();
    if (!asked) return;
    this.#dialog.refuse('');
    [this.#asked, this.#tools, this.#stop] = [asked, [], null];
    this.#planning.begin(asked, /** @type {Reading} */ (this.#reading).system, this.#form.knobs);
  }

  /** @param {number} stop */
  #stopAt(stop) {
    this.#stop = stop;
    this.#showAgain();
  }

  #showAgain() {
    if (this.#plan) this.#show(this.#plan);
  }

  /** Computed once for a plan: the slider asks for it often. @param {Planned} plan */
  #replayed(plan) {
    const { problem } = /** @type {Asked} */ (this.#asked);
    if (this.#last?.plan !== plan) this.#last = { plan, replayed: replay(problem, plan) };
    return this.#last.replayed;
  }

  /** @param {Planned} plan */
  #show(plan) {
    this.#plan = plan;
    const asked = /** @type {Asked} */ (this.#asked);
    const [reading, knobs] = [/** @type {Reading} */ (this.#reading), this.#form.knobs];
    const shown = shownOf({ asked, plan, replayed: this.#replayed(plan), stop: this.#stop, reading, knobs });
    const { notes } = asked;
    this.#said.show(shown, { ...knobs, notes, keyless: this.#keyless });
    this.#dialog.part('result').hidden = !plan.found;
    if (!plan.found) return;
    this.#pictures.show(shown, this.#tools);
    showTools((name) => this.#dialog.part(name), shown, this.#tools);
    this.#moves.show(shown);
    this.#force.show(asked.problem);
    this.#commands.show(shown);
  }

  #link() {
    const dialog = ['rebalance', detailOf(this.#form.knobs)].filter(Boolean).join('/');
    return `${location.href.split('#')[0]}#${this.#page.state().link}&dialog=${dialog}`;
  }

  #saveJson() {
    if (!this.#plan || !this.#asked) return;
    const { seed, steps } = this.#form.knobs;
    const text = JSON.stringify({ ...this.#asked, seed, steps, plan: this.#plan, tools: this.#tools }, null, 1);
    save(new Blob([text], { type: 'application/json' }), 'rebalance.json');
  }
}
