// The dialog “Rebalance”: what people choose becomes a problem, the planner answers, and its parts show the plan.
import { copy } from '../../host/clipboard.js';
import { onLanguage, t } from '../../text/language.js';
import { refusalOf } from '../../text_view/parts.js';
import { Unplannable, problemOf } from '../../systems/rebalance/problem.js';
import { openedOn } from '../files/opened_reading.js';
import { Dialog, save } from '../tools/dialog.js';
import { Core } from '../tools/dialog_core.js';
import { connectStudy } from '../tools/study.js';
import { dealtOut } from './dealt_out.js';
import { KnobsForm } from './knobs_form.js';
import { OnwardPart } from './onward_part.js';
import { filled, lastChange, pageTable, wishIn } from './page_source.js';
import { Planning } from './planning.js';
import { kHtml } from './rebalance_html.js';
import { Result } from './result.js';
import { Scope, titleOfAll } from './scope.js';
import { detailOf, knobsOf } from './link.js';
import { kUsual, perMoveOf, wishOf } from './wish.js';

/** @typedef {import('../../host/page.js').Page} Page */
/** @typedef {import('../../systems/reading/form.js').Reading} Reading */
/** @typedef {import('../../systems/rebalance/problem.js').Asked} Asked */
/** @typedef {import('../files/opened_reading.js').Opened} Opened */
/** @typedef {import('./rebalance_engine.js').Planned} Planned */
/** @typedef {import('./rebalance_engine.js').ToolAnswer} ToolAnswer */
/** @typedef {import('./result.js').Question} Question */
/** @typedef {import('./wish.js').Knobs} Knobs */
/**
 * A cluster that somebody has opened.
 * @typedef {{reading: Reading, read: (all: boolean) => Promise<Reading>, title: string}} Given `read`: again, or all
 *   topics of it as one; `title`: in words
 */

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
  #onward;
  #result;
  #scope;
  /** @type {?Reading} */
  #reading = null;
  #ofPage = false;
  #keyless = 0; // entries of the page's table without a key
  #turn = 0; // of what was asked to be opened: a reading that comes after another was asked for, or too late, is late
  /** @type {?Question} */
  #question = null;

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    const told = (/** @type {string} */ words) => {
      part('told').textContent = words;
    };
    this.#form = new KnobsForm(part, () => this.#change());
    this.#result = new Result(part, this.#form, this.#core, { told, goOn: (of) => this.#goOn(of) });
    this.#onward = new OnwardPart(part, page, this.#core, this.#result.commands);
    this.#scope = new Scope(part);
    part('wish').open = innerWidth >= kRoomy;
    this.#planning = new Planning(this.#core, {
      plan: (plan) => this.#show(plan, []),
      tools: (tools) => {
        const plan = this.#result.shown?.plan;
        if (plan) this.#show(plan, tools);
      },
      refuse: (why) => this.#refuse(why),
      wait: (is) => {
        part('working').hidden = !is;
        this.#result.wait(is);
      },
    });
    part('enough').onclick = () => this.#planning.enough();
    part('link').onclick = () => copy(this.#link(this.#form.knobs), told);
    part('json').onclick = () => this.#saveJson();
    part('none').querySelector('button').onclick = () => this.#dialog.close(); // the other dialog opens
    this.#dialog.element.addEventListener('close', () => {
      if (this.#dialog.element.open) return; // again, before the event came
      ++this.#turn;
      this.#planning.end();
    });
    connectStudy(this.#dialog, page, 'rebalance', {
      argument: () => detailOf(this.#form.knobs),
      said: () => part('headline').textContent,
      tables: () => this.#result.tables(),
    });
    onLanguage(() => this.#result.again());
  }

  /** Opens the dialog. @returns {Promise<boolean>} whether nothing else was to be opened meanwhile */
  async #opened() {
    const turn = ++this.#turn;
    this.#core.ask('ready').catch(() => {}); // compiled while the problem is put together; whoever plans gets the error
    await this.#dialog.open();
    return turn === this.#turn;
  }

  /**
   * Reads something to plan. What comes too late, or is refused then, is not taken.
   * @template Of @param {() => Promise<Of>} read @param {(reading: Of) => void} take
   * @returns {Promise<boolean>} whether it is taken
   */
  async #read(read, take) {
    const turn = ++this.#turn;
    try {
      const reading = await read();
      if (turn !== this.#turn) return false;
      take(reading);
      return true;
    } catch (error) {
      if (turn === this.#turn) this.#dialog.refuse(refusalOf(error));
      return false;
    }
  }

  /** @param {string} [detail] of a link */
  async open(detail) {
    if (!(await this.#opened())) return;
    this.#onward.want(detail?.split('/').includes('runbook') ?? false);
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
    const take = (/** @type {Reading & {keyless: number}} */ reading) => {
      this.#keyless = reading.keyless;
      const wish = then && fresh ? filled(then.change.wish, knobs.limit) : {};
      const title = `${t('The page’s table.')} ${says}.`;
      this.#take(reading, { ...knobs, ...wish, from: then ? 'before' : 'now' }, title, true);
      this.#dialog.part('from').value = then ? 'before' : 'now';
      this.#dialog.part('starting').hidden = change === null;
    };
    await this.#read(() => this.#core.ask('page', then ? then.before : now), take);
  }

  /** @param {import('../own_data/counted.js').Counted} counted */
  async openCounts({ counts, title }) {
    if (!(await this.#opened())) return;
    const table = pageTable(this.#page);
    this.#offer(table === null);
    if (!table) return;
    await this.#read(
      () => this.#core.ask('page', table.now),
      (reading) => {
        this.#keyless = reading.keyless;
        this.#scope.hide();
        this.#take(dealtOut(reading, counts), { ...kUsual }, title, false);
      },
    );
  }

  /** @param {Given} given */
  async openReading({ reading, read, title }) {
    if (!(await this.#opened())) return;
    this.#offer(false);
    this.#takeRead(reading, { ...kUsual }, { read, title });
  }

  /** @param {Reading} reading @param {Knobs} knobs @param {Pick<Given, 'read' | 'title'>} of */
  #takeRead(reading, knobs, { read, title }) {
    this.#keyless = 0;
    this.#result.commands.forget();
    this.#take(reading, knobs, title, false);
    this.#scope.show(reading, (all) => {
      const take = (/** @type {Reading} */ other) => {
        const { pin: _, forced: __, ...kept } = this.#form.knobs; // entries have other names
        this.#take(other, { ...kUsual, ...kept }, all ? titleOfAll(reading, other) : title, false);
      };
      return this.#read(() => read(all), take);
    });
  }

  /** The cluster that the page shows, and what was done to its nodes there. @param {Opened} opened */
  async #openCluster({ title, read }) {
    this.#offer(false);
    const take = (/** @type {Reading} */ reading) =>
      this.#takeRead(reading, { ...kUsual, ...wishIn(lastChange(this.#page), reading) }, { read, title });
    await this.#read(() => read(), take);
  }

  /** Says that there is nothing to plan. @param {boolean} none */
  #offer(none) {
    this.#dialog.part('none').hidden = !none;
    this.#dialog.part('sides').hidden = none;
    this.#dialog.part('of').textContent = '';
    this.#result.clear();
    this.#dialog.refuse('');
  }

  /** @param {Reading} reading @param {Knobs} knobs @param {string} title @param {boolean} ofPage */
  #take(reading, knobs, title, ofPage) {
    if (reading.system !== this.#reading?.system) this.#result.commands.forget();
    [this.#reading, this.#ofPage] = [reading, ofPage];
    this.#dialog.part('of').textContent = title;
    this.#dialog.part('link').hidden = !ofPage; // no link holds the text
    this.#dialog.part('starting').hidden = true;
    if (ofPage) this.#scope.hide();
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
    this.#result.clear();
    this.#dialog.refuse(why);
  }

  /** Plans again. */
  #change() {
    this.#planning.end();
    const reading = this.#reading;
    const asked = reading && this.#problem();
    if (!asked) return;
    this.#dialog.refuse('');
    const { knobs } = this.#form;
    this.#question = {
      ...{ reading, asked, knobs, keyless: this.#keyless, ofPage: this.#ofPage },
      title: this.#dialog.part('of').textContent,
    };
    this.#result.ask(knobs);
    this.#planning.begin(asked, reading.system, knobs);
  }

  /** @param {Planned} plan @param {ToolAnswer[]} tools */
  #show(plan, tools) {
    this.#result.show({ .../** @type {Question} */ (this.#question), plan, tools });
  }

  /** @param {import('./result.js').Onward} of */
  #goOn({ shown, times, question }) {
    this.#onward.show(shown, { ...question, times, link: () => this.#link(question.knobs) });
  }

  /** @param {Knobs} knobs */
  #link(knobs) {
    const dialog = ['rebalance', detailOf(knobs)].filter(Boolean).join('/');
    return `${location.href.split('#')[0]}#${this.#page.state().link}&dialog=${dialog}`;
  }

  #saveJson() {
    const { shown } = this.#result;
    if (!shown) return;
    const { seed, steps } = shown.knobs;
    const text = JSON.stringify({ ...shown.asked, seed, steps, plan: shown.plan, tools: shown.tools }, null, 1);
    save(new Blob([text], { type: 'application/json' }), 'rebalance.json');
  }
}
