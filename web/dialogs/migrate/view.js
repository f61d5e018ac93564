// The view Migrate: the chosen settings, the runs that follow from them, and the moment that is shown.
import { number, t } from '../../text/language.js';
import { refusalOf } from '../../text_view/parts.js';
import { bytesText } from '../tools/amounts.js';
import { bytesPerKey, countedOf } from '../tools/counted.js';
import { Dialog, kRefused } from '../tools/dialog.js';
import { ask, loadMoves } from './ask_move.js';
import { tellBelow } from './below.js';
import { remedied, rolledBack, withPhases, withProtocol } from './changes.js';
import { connectSettings, fillSettings, kControlsHtml, offerSettings } from './controls.js';
import { connectExports, kExportsHtml } from './exports.js';
import { kNumbersHtml, kPlayerHtml, Lanes } from './lanes.js';
import { firstMoveOn } from './first_move.js';
import { kLifeHtml, LifePanel } from './life_panel.js';
import { movePartsOf } from './link.js';
import { sampleWords, stepsOf } from './page_steps.js';
import { kMenusHtml, kNoticeHtml, Menus } from './menus.js';
import { areMovesKnown, moves } from './moves.js';
import { runTwice } from './runs.js';
import { firstOf, heldBack, kFirst, moveOfText, moveText, valueOf } from './spec.js';
import { nodeCount, ownMoveOf, placementsOf, subjectsOf } from './subject.js';

/** @type {import('./axis.js').Row[]} */
const kFigureRows = ['phases', 'answered', 'wrong']; // of the time axis: a figure is low
const kMostKeys = 100_000; // of a runbook's sample
const kPause = 250; // ms before the exact run while a knob is dragged: another one may follow at once

const kHtml = `
  ${kMenusHtml}
  ${kRefused}
  ${kNoticeHtml}
  <p data-name="goal" class="goal" role="status" hidden></p>
  <div class="work">
    <div data-name="lanes" class="lanes"></div>
    ${kLifeHtml}
  </div>
  ${kPlayerHtml}
  ${kControlsHtml}
  ${kNumbersHtml}
  ${kExportsHtml}
  <p class="quiet">The model leaves out replicas inside a shard, secondary indexes, and transactions over several keys.
    A run is about a sample of at most 20,000 keys.</p>`;

/** @typedef {import('../../host/page.js').Page} Page */
/** @typedef {import('./spec.js').Move} Move */
/** @typedef {import('./spec.js').Protocol} Protocol */
/** @typedef {import('./film.js').Shown} Shown */
/** @typedef {NonNullable<ReturnType<typeof ownMoveOf>>} OwnMove */

export class View {
  #dialog = new Dialog('migrate', 'Migrate', kHtml);
  #page;
  /** @type {Move} */
  #move = kFirst;
  /** @type {Move} */
  #first = kFirst; // the initial move
  #unread = ''; // the text of a move that was refused, until there is another one
  /** @type {?OwnMove} */
  #own = null;
  #beside = '';
  #lanes;
  #runbook = ''; // its numbers, while it is open
  #stale = false; // the runs are of a scenario that the page shows no longer
  /** @type {?AbortController} */
  #running = null; // of the runs under way
  #part = (/** @type {string} */ name) => this.#dialog.part(name);
  #menus = new Menus(this.#part);
  #life = new LifePanel(this.#part);

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
    this.#lanes = new Lanes({
      part: this.#part,
      rows: page.embedded ? kFigureRows : undefined,
      onRemedy: (remedy) => this.#remedy(remedy),
      tell: (words) => this.#tell(words),
    });
    this.#dialog.element.classList.add('wide');
    if (page.embedded) this.#becomeFigure();
    this.#connectChoices();
    this.#connectSettings();
    this.#part('abort').onclick = () => this.#abort();
    connectExports({
      part: this.#part,
      page,
      laneOf: () => this.#lanes.first,
      tell: (words) => this.#tell(words),
      refuse: (error) => this.#refuse(error),
    });
    new ResizeObserver(() => this.#layout()).observe(this.#part('lanes'));
    if (!page.embedded) tellBelow(this.#dialog.element, this.#part);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () =>
      requestAnimationFrame(() => this.#layout()),
    );
    this.#dialog.element.addEventListener('close', () => this.#closed());
  }

  /**
   * @param {string} [asked] the text of a link's move= @param {string} [wanted] what moves (subject.js)
   * @param {boolean} [withRunbook] with the runbook above it
   */
  async open(asked, wanted, withRunbook = false) {
    await this.#dialog.open();
    try {
      await loadMoves();
      offerSettings(this.#part);
      const { move, subject, beside, runbook } = movePartsOf(this.#page.state().link ?? '');
      const text = asked ?? move; // a lesson's link keeps its move while the view is closed
      this.#unread = text;
      if (text) this.#move = moveOfText(text);
      this.#unread = '';
      const { presets } = moves().tables;
      if (asked) this.#beside = presets.some(({ id }) => id === beside) ? beside : '';
      this.#menus.showStory(asked && moveText(this.#move));
      await this.#takePage(text === '', wanted ?? (asked ? subject || 'all' : this.#part('subject').value));
      if (withRunbook && this.#move === this.#first) this.#beginRedis();
      await this.#run(true);
      if (withRunbook || (asked && runbook)) await this.#openRunbook(runbook);
    } catch (error) {
      this.#refuse(error);
    }
  }

  /** What the page shows now. @param {boolean} begins the link has no move @param {string} subject if offered */
  async #takePage(begins, subject) {
    this.#own = ownMoveOf(this.#page);
    if (begins && this.#move === this.#first) this.#begin();
    const { presets } = moves().tables;
    this.#menus.fill({ subjects: await this.#subjects(), presets, subject, beside: this.#beside });
  }

  /** The runbook has opened another scenario on the page. */
  async #reopened() {
    const { state } = this.#page;
    this.#stale = true;
    do await new Promise(requestAnimationFrame);
    while (!state()?.nodes || state().busy);
    this.#menus.leaveStory();
    await this.#takePage(true, '');
    return this.#scene();
  }

  async #subjects() {
    /** @type {import('../../headless/reshard-core.d.ts').StrategyInfo[]} */
    const strategies = await ask('strategies');
    const title = (/** @type {string} */ id) => t(strategies.find((each) => each.id === id)?.title ?? id);
    return subjectsOf(this.#page.bridge.read('scenario'), title, this.#own !== null);
  }

  // Keys from a table have its sizes: the mean key's, or a row's if its rows are what moves.
  #begin(own = this.#own) {
    const counted = countedOf(this.#page.state()),
      bytes = own ? (counted?.rowBytes ?? null) : bytesPerKey(counted);
    const usual = bytes === null ? kFirst : firstOf(bytes);
    this.#move = this.#first = firstMoveOn(this.#page, usual);
    const words = [];
    const ofAll = own ? [number(own.all), number(own.moved)] : [];
    if (own)
      words.push(
        counted
          ? t('This runs on a sample of your rows or requests. Of all {0}, {1} move.', ...ofAll)
          : t('This runs on a sample of your keys. Of all {0}, {1} move.', ...ofAll),
      );
    if (counted && bytes !== null)
      words.push(
        own
          ? t('Bytes per value: the size of one row, {0}.', bytesText(bytes))
          : t('Bytes per value: the mean of {0}, {1} for each of its keys.', counted.of, bytesText(bytes)),
      );
    this.#tell(words.join(' '));
  }

  // A runbook of slots is that of Redis Cluster.
  #beginRedis() {
    const { strategies = [] } = this.#page.bridge.read('scenario');
    if (strategies[0]?.strategy === 'redis_slots') this.#move = this.#first = withProtocol(this.#move, 'slot_by_slot');
  }

  /** Shows a lesson's progress. @param {{text: string, reached: boolean}} goal */
  tellGoal({ text, reached }) {
    const line = this.#part('goal');
    line.hidden = text === '';
    if (line.textContent !== text) line.textContent = text;
    line.classList.toggle('reached', reached);
  }

  /** The language of the page has changed. */
  speak() {
    if (this.#page.embedded) this.open(this.#unread || this.#text);
    else if (this.#dialog.element.open) this.#dialog.close();
  }

  /** The move as a link says it; undefined if the link's own is the last one that was read. */
  get #text() {
    try {
      return areMovesKnown() ? moveText(this.#move) : undefined;
    } catch {
      return undefined; // a field's value is refused
    }
  }

  // Shows only what readers of a figure need.
  #becomeFigure() {
    this.#dialog.standInPost();
    const changes = Object.values(this.#page.state().controls ?? {}).includes('free');
    this.#dialog.element.classList.toggle('fixed', !changes);
  }

  #closed() {
    this.#lanes.pause();
    this.#running?.abort();
    // A lesson continues where it was left.
    if (!/(^|&)lesson=/.test(this.#page.state().link ?? '')) this.#page.run({ do: 'plan_move', move: '' });
  }

  // Everything that is shown goes into the link.
  #plan() {
    const subject = this.#part('subject').selectedIndex > 0 ? this.#part('subject').value : '';
    this.#page.run({
      do: 'plan_move',
      move: moveText(this.#move),
      subject,
      beside: this.#beside,
      runbook: this.#runbook,
    });
  }

  async #openRunbook(numbers = '') {
    const { openRunbook } = await import('./runbook_view.js');
    await openRunbook({
      page: this.#page,
      move: this.#move,
      scene: this.#scene(),
      presets: moves().tables.presets,
      numbers,
      onNumbers: (/** @type {string} */ text) => {
        this.#runbook = text;
        if (this.#dialog.element.open) this.#plan();
        if (text === '' && this.#stale) this.#run(true);
      },
      onOpened: () => this.#reopened(),
    });
  }

  // What the runbook begins with: the page's own numbers.
  #scene() {
    const sides = this.#placements(kMostKeys),
      move = this.#move;
    return {
      before: nodeCount(sides.before),
      after: nodeCount(sides.after),
      keys: this.#page.state().keys,
      bytes: valueOf(move, 'key_bytes') + valueOf(move, 'value_bytes'),
      requests: valueOf(move, 'requests_per_second'),
      writes: valueOf(move, 'writes'),
      sides,
    };
  }

  #connectChoices() {
    const part = this.#part;
    part('subject').onchange = () => {
      if (this.#move === this.#first) this.#begin(part('subject').value === 'own' ? this.#own : null);
      this.#run(true);
    };
    part('protocol').onchange = () => this.#change(withProtocol(this.#move, part('protocol').value));
    part('beside').onchange = () => {
      this.#beside = part('beside').value;
      this.#run(true);
    };
    part('runbook').onclick = () => this.#openRunbook().catch(this.#page.notLoaded);
  }

  #connectSettings() {
    connectSettings(this.#part, {
      moveOf: () => this.#move,
      spanOf: () => this.#lanes.first?.result.totals.durationMs ?? 1000,
      change: (move, all) => this.#change(move, all),
      dropped: () => this.#run(false),
      byHand: (phases) => this.#byHand(phases),
    });
  }

  /** @param {Move} move @param {boolean} [all] false: a knob is still dragged */
  #change(move, all = true) {
    this.#move = move;
    this.#menus.leaveStory();
    this.#run(all);
  }

  /** @param {string | Protocol} phases */
  #byHand(phases) {
    let move;
    try {
      move = withPhases(this.#move, phases);
    } catch (error) {
      if (typeof phases !== 'string') this.#showChoices(); // the table has those of the move again
      return this.#refuse(error);
    }
    return this.#change(move);
  }

  /** @param {import('./sentence.js').Remedy} remedy */
  #remedy(remedy) {
    if (remedy.hold) return this.#byHand(heldBack(this.#move.protocol));
    return this.#change(remedied(this.#move, remedy));
  }

  #abort() {
    const { first, time } = this.#lanes;
    if (!first) return;
    const move = rolledBack(this.#move, first, time);
    this.#tell(typeof move === 'string' ? move : '');
    if (typeof move !== 'string') this.#change(move);
  }

  /** @param {string} words */
  #tell(words) {
    this.#part('told').textContent = words;
  }

  /** @param {number} [most] keys in a sample of generated ones */
  #placements(most) {
    const subject = this.#part('subject').value;
    return subject === 'own' && this.#own
      ? { before: this.#own.before, after: this.#own.after }
      : placementsOf(this.#page.bridge.read('scenario'), subject, most);
  }

  /**
   * First a rough run on a smaller sample, then the exact one.
   * @param {boolean} exactToo false while a knob is dragged
   */
  async #run(exactToo) {
    this.#running?.abort();
    this.#stale = false;
    const running = (this.#running = new AbortController());
    const { signal } = running;
    this.#dialog.refuse('');
    this.#showChoices();
    const shown = this.#beside ? [this.#move, withProtocol(this.#move, this.#beside)] : [this.#move];
    const sides = this.#placements();
    const work = (/** @type {number} */ share) => this.#dialog.work(share, () => running.abort());
    const show = (/** @type {Shown[]} */ results, /** @type {boolean} */ rough) => {
      this.#show(results, shown, rough);
      if (!rough) this.#plan();
    };
    try {
      await runTwice(shown, sides, { signal, work, pause: exactToo ? 0 : kPause, show });
    } catch (error) {
      if (signal.aborted) return;
      this.#refuse(error);
    } finally {
      if (this.#running === running) this.#dialog.work(null);
    }
  }

  /** @param {unknown} error */
  #refuse(error) {
    this.#dialog.refuse(refusalOf(/** @type {any} */ (error))); // an Error, or the core's refusal
  }

  #showChoices() {
    this.#menus.showProtocol(this.#move.protocol);
    fillSettings(this.#part, this.#move, (phases) => this.#byHand(phases));
  }

  /** @param {Shown[]} results @param {Move[]} shown @param {boolean} rough of a smaller sample */
  #show(results, shown, rough) {
    this.#lanes.show(results, shown, rough);
    this.#life.show(results[0].anomalies);
    this.#compare(results[0].totals.movedKeys, rough);
    this.#layout();
  }

  /** Says why the page shows that another share moves, if it does. @param {number} moved @param {boolean} rough */
  #compare(moved, rough) {
    const { before } = this.#placements();
    const keys = 'owners' in before ? before.owners.length : before.keys.count;
    const all = this.#part('subject').value === 'all' && !rough && !this.#page.embedded;
    this.#lanes.first?.compare(all ? sampleWords(stepsOf(this.#page), { moved, keys }) : '');
  }

  #layout() {
    if (!this.#dialog.element.open || !this.#lanes.first) return;
    this.#lanes.layout();
    this.#life.draw();
  }
}
