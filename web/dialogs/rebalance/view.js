// The dialog “Rebalance”: what people choose becomes a problem, the planner answers, and its parts show the plan.
import { copy } from '../../host/clipboard.js';
import { onLanguage, t } from '../../text/language.js';
import { refusalOf } from '../../text_view/parts.js';
import { Unplannable, problemOf } from '../../systems/rebalance/problem.js';
import { Dialog, save } from '../tools/dialog.js';
import { Core } from '../tools/dialog_core.js';
import { connectStudy } from '../tools/study.js';
import { CommandsPart } from './commands_part.js';
import { KnobsForm } from './knobs_form.js';
import { MovesPart } from './moves_part.js';
import { pageTable } from './page_source.js';
import { PicturesPart } from './pictures_part.js';
import { kHtml } from './rebalance_html.js';
import { replay } from './replay.js';
import { Said } from './said.js';
import { showTools } from './tools_part.js';
import { detailOf, kUsual, knobsOf, perMoveOf, wishOf } from './wish.js';

/** @typedef {import('../../host/page.js').Page} Page */
/** @typedef {import('../../systems/reading/form.js').Reading} Reading */
/** @typedef {import('../../systems/rebalance/problem.js').Asked} Asked */
/** @typedef {import('./rebalance_engine.js').Planned} Planned */
/** @typedef {import('./rebalance_engine.js').ToolAnswer} ToolAnswer */
/** @typedef {import('./shown.js').Shown} Shown */
/** @typedef {import('./wish.js').Knobs} Knobs */

const kRoomy = 760; // px, as in rebalance.css
const kShowMs = 300; // between two plans that are shown
/** What citus evens out, by what is evened out here. @type {Record<string, string>} */
const kCitus = { bytes: 'by_disk_size', count: 'by_shard_count', requests: 'by_load', keys: 'by_load' };

export class View {
  #dialog = new Dialog('rebalance', 'Rebalance', kHtml);
  #core = new Core(new URL('rebalance_engine.js', import.meta.url), () => import('./rebalance_engine.js'));
  #page;
  #form;
  #said;
  #pictures;
  #moves;
  #commands;
  /** @type {?Reading} */
  #reading = null;
  #ofPage = false;
  #keyless = 0; // entries of the page's table without a key
  /** @type {?Asked} */
  #asked = null;
  /** @type {?Planned} */
  #plan = null;
  /** @type {ToolAnswer[]} */
  #tools = [];
  #run = 0;
  #stopping = new AbortController();
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
    this.#pictures = new PicturesPart(part, (stop) => this.#stopAt(stop));
    this.#moves = new MovesPart(part, (id) => this.#form.keep(id));
    this.#commands = new CommandsPart(part, told);
    part('wish').open = innerWidth >= kRoomy;
    part('enough').onclick = () => this.#stopping.abort();
    part('link').onclick = () => copy(this.#link(), told);
    part('json').onclick = () => this.#saveJson();
    part('none').querySelector('button').onclick = () => this.#dialog.close(); // the other dialog opens
    this.#dialog.element.addEventListener('close', () => this.#end());
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
    const known = detail === undefined && this.#reading && !this.#ofPage && this.#isOnPage(this.#reading);
    if (known) return this.#change();
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
      const wish =
        then && fresh ? { ...then.change.wish, ...(then.change.wish.add !== '' && { least: knobs.limit }) } : {};
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

  /** Whether the page shows nodes of this cluster. @param {Reading} reading */
  #isOnPage({ nodes }) {
    const names = new Set(nodes.map(({ name }) => name));
    return (this.#page.state().nodes ?? []).some(({ name }) => names.has(name));
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

  #end() {
    ++this.#run;
    this.#stopping.abort();
    this.#wait(false);
  }

  /** @param {boolean} is whether better plans are looked for */
  #wait(is) {
    this.#dialog.part('working').hidden = !is;
    this.#moves.wait(is);
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
  async #change() {
    this.#end();
    if (!this.#reading) return;
    const asked = this.#problem();
    if (!asked) return;
    this.#dialog.refuse('');
    [this.#asked, this.#tools, this.#stop] = [asked, [], null];
    const run = this.#run;
    const { signal } = (this.#stopping = new AbortController());
    this.#wait(true);
    const { seed, steps } = this.#form.knobs;
    let shown = 0;
    const onPiece = (/** @type {{plan: Planned}} */ { plan }) => {
      if (run !== this.#run || performance.now() - shown < kShowMs) return;
      this.#show(plan);
      shown = performance.now();
    };
    try {
      const plan = await this.#core.ask('plan', { problem: asked.problem, seed, steps }, { signal, onPiece });
      if (run !== this.#run) return;
      this.#wait(false);
      this.#show(plan);
      await this.#askTools(asked, run);
    } catch (error) {
      if (run !== this.#run) return;
      this.#wait(false);
      this.#refuse(refusalOf(error));
    }
  }

  /** @param {Asked} asked @param {number} run */
  async #askTools({ problem, by }, run) {
    const { system } = /** @type {Reading} */ (this.#reading);
    const options = { citus: { strategy: kCitus[by] } };
    const { signal } = (this.#stopping = new AbortController());
    const tools = await this.#core.ask('tools', { problem, system, options }, { signal });
    if (run !== this.#run) return;
    this.#tools = tools;
    this.#showAgain();
  }

  /** @param {number} stop */
  #stopAt(stop) {
    this.#stop = stop;
    this.#showAgain();
  }

  #showAgain() {
    if (this.#plan) this.#show(this.#plan);
  }

  /** @param {Planned} plan @returns {Shown} */
  #shownOf(plan) {
    const { problem, by, unit, kind } = /** @type {Asked} */ (this.#asked);
    const reading = /** @type {Reading} */ (this.#reading);
    const bytes = new Map(problem.entries.map((entry) => [entry.id, entry.bytes]));
    const { epsilon, lower_epsilon: lower } = problem.options;
    const { add = [] } = wishOf(this.#form.knobs, reading, 0);
    return {
      ...{ problem, plan, by, unit, kind },
      reading: { ...reading, nodes: [...reading.nodes, ...add] },
      replayed: replay(problem, plan),
      stop: Math.min(this.#stop ?? plan.moves.length, plan.moves.length),
      limit: 1 + epsilon,
      least: lower === undefined ? null : 1 - lower,
      bytesOf: (id) => bytes.get(id) ?? 0,
    };
  }

  /** @param {Planned} plan */
  #show(plan) {
    this.#plan = plan;
    const shown = this.#shownOf(plan);
    const { notes } = /** @type {Asked} */ (this.#asked);
    this.#said.show(shown, { ...this.#form.knobs, notes, keyless: this.#keyless });
    this.#dialog.part('result').hidden = !plan.found;
    if (!plan.found) return;
    this.#pictures.show(shown, this.#tools);
    showTools((name) => this.#dialog.part(name), shown, this.#tools);
    this.#moves.show(shown);
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
