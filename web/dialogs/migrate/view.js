// The view Migrate: the chosen settings, the runs that follow from them, and the moment that is shown.
import { number, t } from '../../text/language.js';
import { refusalOf } from '../../text_view/parts.js';
import { copy } from '../../host/clipboard.js';
import { bytesText } from '../tools/amounts.js';
import { bytesPerKey, countedOf } from '../tools/counted.js';
import { embedCode } from '../tools/pictures.js';
import { csvRows } from '../../text/quote.js';
import { checkPasted } from '../files/doors.js';
import { Dialog, kRefused, save } from '../tools/dialog.js';
import { timeWords } from './axis.js';
import { ask, loadMoves } from './ask_move.js';
import {
  faultOf,
  fillSettings,
  kControlsHtml,
  kNumbers,
  offerSettings,
  positionOf,
  throttleOf,
  withFault,
} from './controls.js';
import { pictureOf, pngOf } from '../tools/picture_file.js';
import { Lane } from './lane.js';
import { kLifeHtml, LifePanel } from './life_panel.js';
import { movePartsOf, scenarioWithMove } from './link.js';
import { kMenusHtml, kNoticeHtml, Menus } from './menus.js';
import { areMovesKnown, moves } from './moves.js';
import { phasesTable } from './phases_table.js';
import { Player } from './player.js';
import {
  firstOf,
  growing,
  heldBack,
  inputOfMove,
  kFirst,
  moveOfText,
  moveText,
  protocolOf,
  protocolText,
  scaled,
  valueOf,
  withLifetimes,
} from './spec.js';
import { nodeCount, ownMoveOf, placementsOf, subjectsOf, thinned } from './subject.js';

/** @type {import('./axis.js').Row[]} */
const kFigureRows = ['phases', 'answered', 'wrong']; // of the time axis: a figure is low
// controls that need them
const kOfResults = ['play', 'scrub', 'next', 'next-wrong', 'abort', 'csv', 'json', 'svg', 'png'];
const kMostKeys = 100_000; // of a runbook's sample
const kRough = 0.2; // share of the sample, for a quick answer while a knob is dragged

const kHtml = `
  ${kMenusHtml}
  ${kRefused}
  ${kNoticeHtml}
  <p data-name="goal" class="goal" role="status" hidden></p>
  <div class="work">
    <div data-name="lanes" class="lanes"></div>
    ${kLifeHtml}
  </div>
  <div class="player"><div>
    <button type="button" name="play" class="primary">Play</button>
    <input name="scrub" type="range" min="0" max="1000" step="1" value="0" aria-label="Moment of the run">
    <output data-name="moment"></output></div><div class="line">
    <button type="button" name="next">Next event</button>
    <button type="button" name="next-wrong">Next problem</button>
    <label>Speed <select name="speed"><option value="0">whole run in 8 s</option>
      <option value="1000">real time</option><option value="100">1/10</option><option value="10">1/100</option>
      <option value="1">1/1,000</option></select></label>
    <button type="button" name="abort">Roll back here</button></div>
  </div>
  ${kControlsHtml}
  <details class="door" data-name="numbers"><summary>The numbers as a table</summary>
    <div data-name="table" class="tables" tabindex="0" role="region" aria-label="The numbers"></div></details>
  <p class="buttons">
    <button type="button" name="copy-link">Copy link</button>
    <button type="button" name="copy-tag">Copy tag for a post</button>
    <button type="button" name="png">Save as PNG</button>
    <button type="button" name="svg">Save as SVG</button>
    <button type="button" name="csv">Save as CSV</button>
    <button type="button" name="json">Save as JSON</button>
    <span data-name="told" role="status" class="quiet"></span>
  </p>
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
  /** @type {Lane[]} */
  #lanes = [];
  #player;
  #runbook = ''; // its numbers, while it is open
  /** @type {?AbortController} */
  #running = null; // of the runs under way
  #part = (/** @type {string} */ name) => this.#dialog.part(name);
  #menus = new Menus(this.#part);
  #life = new LifePanel(this.#part);

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
    this.#player = new Player(
      (time, speed) => this.#draw(time, speed),
      () => this.#stops(),
    );
    this.#dialog.element.classList.add('wide');
    if (page.embedded) this.#becomeFigure();
    this.#connectChoices();
    this.#connectSettings();
    this.#connectPlayer();
    this.#connectExports();
    this.#enable();
    new ResizeObserver(() => this.#layout()).observe(this.#part('lanes'));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () =>
      requestAnimationFrame(() => this.#layout()),
    );
    this.#dialog.element.addEventListener('close', () => this.#closed());
  }

  /** @param {string} [asked] the text of a link's move= @param {string} [wanted] what moves (subject.js) */
  async open(asked, wanted) {
    await this.#dialog.open();
    try {
      await loadMoves();
      offerSettings(this.#part);
      const { move, subject, beside, runbook } = movePartsOf(this.#page.state().link ?? '');
      const text = asked ?? move; // a lesson's link keeps its move while the view is closed
      this.#unread = text;
      if (text) this.#move = moveOfText(text);
      this.#unread = '';
      this.#own = ownMoveOf(this.#page);
      if (!text && this.#move === this.#first) this.#begin();
      this.#menus.showStory(asked && moveText(this.#move));
      const { presets } = moves().tables;
      if (asked) this.#beside = presets.some(({ id }) => id === beside) ? beside : '';
      const subjects = await this.#subjects();
      const chosen = wanted ?? (asked ? subject || 'all' : this.#part('subject').value);
      this.#menus.fill({ subjects, presets, subject: chosen, beside: this.#beside });
      await this.#run(true);
      if (asked && runbook) await this.#openRunbook(runbook);
    } catch (error) {
      this.#refuse(error);
    }
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
    this.#move = this.#first = bytes === null ? kFirst : firstOf(bytes);
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
    this.#player.pause();
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
      onCopyLink: () => this.#page.run({ do: 'copy_link' }),
      onNumbers: (/** @type {string} */ text) => {
        this.#runbook = text;
        if (this.#dialog.element.open) this.#plan();
      },
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
    const part = this.#part;
    part('throttle').oninput = () =>
      this.#change({ ...this.#move, copy_bytes_per_second: throttleOf(part('throttle').value) }, false);
    part('throttle').onchange = () => this.#run(false);
    part('fault').onchange = () => {
      const span = (this.#lanes[0]?.result.totals.durationMs ?? 1000) * 1000;
      this.#change(withFault(this.#move, part('fault').value, span));
    };
    for (const key of kNumbers) {
      part(key).onchange = () => {
        if (part(key).checkValidity()) this.#change({ ...this.#move, [key]: part(key).valueAsNumber });
      };
    }
    part('grow').onchange = () => {
      if (part('grow').checkValidity()) this.#change(growing({ ...this.#move, grow: part('grow').valueAsNumber }));
    };
    for (const key of ['routing', 'spread'])
      part(key).onchange = () => this.#change({ ...this.#move, [key]: part(key).value });
    part('cache').onchange = () => this.#change({ ...this.#move, cache: part('cache').checked });
    part('seed').onchange = () => this.#change({ ...this.#move, seed: part('seed').value.trim() });
    part('use-text').onclick = () => this.#byHand(part('text').value.trim());
  }

  #connectPlayer() {
    const part = this.#part;
    part('play').onclick = () => (this.#player.playing ? this.#player.pause() : this.#player.play());
    part('scrub').oninput = () => {
      // read first: pausing redraws the old moment
      const time = (part('scrub').valueAsNumber / 1000) * this.#player.end;
      this.#player.pause();
      this.#player.to(time);
    };
    part('speed').onchange = () => {
      this.#player.rate = Number(part('speed').value);
    };
    const first = (/** @type {(film: import('./film.js').Film) => number} */ timeOf) =>
      this.#jump(Math.min(...this.#films.map(timeOf)));
    part('next').onclick = () => first((film) => film.nextAfter(this.#player.time));
    part('next-wrong').onclick = () => first((film) => film.problemAfter(this.#player.time));
    part('abort').onclick = () => this.#abort();
  }

  #connectExports() {
    const part = this.#part,
      lane = () => this.#lanes[0];
    const saved = (/** @type {string} */ text, /** @type {string} */ type, /** @type {string} */ name) =>
      save(new Blob([text], { type }), name);
    part('numbers').addEventListener('toggle', () => this.#showTable());
    part('copy-link').onclick = () => this.#page.run({ do: 'copy_link' });
    part('copy-tag').onclick = () => this.#copyTag();
    part('csv').onclick = () => saved(csvRows(lane().rows()), 'text/csv', 'migration.csv');
    part('json').onclick = () => {
      const whole = { move: moveText(lane().move), ...lane().result, owners: undefined };
      saved(JSON.stringify(whole, null, 1), 'application/json', 'migration.json');
    };
    part('svg').onclick = () => saved(pictureOf(lane()), 'image/svg+xml', 'migration.svg');
    part('png').onclick = () =>
      pngOf(lane()).then(
        (blob) => save(blob, 'migration.png'),
        (error) => this.#refuse(error),
      );
  }

  /** @param {Move} move @param {boolean} [all] false: a knob is still dragged */
  #change(move, all = true) {
    this.#move = move;
    this.#menus.leaveStory();
    this.#run(all);
  }

  /** @param {string | Protocol} phases */
  #byHand(phases) {
    let protocol;
    try {
      if (typeof phases === 'string') checkPasted(phases, moves().tables.limits.protocolBytes);
      protocol = protocolOf(phases);
    } catch (error) {
      if (typeof phases !== 'string') this.#showChoices(); // the table has those of the move again
      return this.#refuse(error);
    }
    const { presets } = moves().tables;
    const known = presets.some(({ id }) => id === protocol);
    const unit = presets.find(({ id }) => id === this.#move.protocol)?.unit ?? valueOf(this.#move, 'unit');
    return this.#change({ ...withoutUnit(this.#move), protocol, ...(!known && { unit }) });
  }

  /** @param {import('./sentence.js').Remedy} remedy */
  #remedy({ protocol, hold }) {
    if (hold) return this.#byHand(heldBack(this.#move.protocol));
    return this.#change({ ...withoutUnit(this.#move), ...(protocol && { protocol }) });
  }

  // Before loading, the tag says in words what the figure will show.
  #copyTag() {
    const [address, fragment] = this.#page.address.fullPage.split('#');
    const said = this.#lanes[0]?.said ?? '';
    const tag = embedCode(
      `${address}#${scenarioWithMove(fragment)}`,
      { view: 'migration', height: '480', title: said },
      said,
    );
    copy(tag, (/** @type {string} */ words) => this.#tell(words));
  }

  // If the parts of a protocol move one after another, each turns back in the phase that the current one is in.
  #abort() {
    const { film, result } = this.#lanes[0];
    const time = this.#player.time;
    const phases = film.phasesAt(time);
    const unit = Math.max(
      0,
      phases.findLastIndex((phase) => phase > 0),
    );
    const phase = Math.min(phases[unit] ?? 0, film.phases.length - 1);
    if (valueOf(this.#move, 'turn_back_in') > 0 || (result.totals.turnedBackAtMs ?? 0) > 0)
      return this.#tell(t('It has been rolled back already. Choose a protocol to start again.'));
    if (phase === 0) return this.#tell(t('The move has not begun at this moment.'));
    const began = film.phasesOf(unit).find((each) => each.phase === phase)?.at ?? 0;
    this.#tell('');
    return this.#change({ ...this.#move, turn_back_in: phase, turn_back_after_us: Math.round((time - began) * 1000) });
  }

  /** @param {number} time */
  #jump(time) {
    this.#player.pause();
    if (Number.isFinite(time)) this.#player.to(time);
    else this.#tell(t('Nothing more follows.'));
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
    const running = (this.#running = new AbortController());
    const { signal } = running;
    this.#dialog.refuse('');
    this.#showChoices();
    const shown = this.#beside ? [this.#move, withProtocol(this.#move, this.#beside)] : [this.#move];
    const { before, after } = this.#placements();
    const rough = { before: thinned(before, kRough), after: thinned(after, kRough) };
    const work = (/** @type {number} */ share) => this.#dialog.work(share, () => running.abort());
    work(0);
    try {
      const first = await this.#results(
        shown.map((move) => scaled(move, kRough)),
        rough,
        work,
        signal,
      );
      if (signal.aborted) return;
      this.#show(first, shown, true);
      if (!exactToo) await new Promise((later) => setTimeout(later, 250)); // another run may follow at once
      if (signal.aborted) return;
      const exact = await this.#results(shown, { before, after }, work, signal);
      if (signal.aborted) return;
      this.#show(exact, shown, false);
      this.#plan();
    } catch (error) {
      if (signal.aborted) return;
      this.#refuse(error);
    } finally {
      if (this.#running === running) this.#dialog.work(null);
    }
  }

  /**
   * @param {Move[]} shown
   * @param {import('./move_engine.js').Sides} sides
   * @param {(share: number) => void} work is told the share that is done
   * @param {AbortSignal} signal
   */
  async #results(shown, sides, work, signal) {
    /** @type {Shown[]} */
    const results = [];
    const onProgress = (/** @type {number} */ share) => {
      if (!signal.aborted) work((results.length + share) / shown.length);
    };
    for (const move of shown) {
      results.push(await ask('migrate', { ...inputOfMove(move), ...sides }, { signal, onProgress }));
      if (signal.aborted) break;
    }
    return results;
  }

  /** @param {unknown} error */
  #refuse(error) {
    this.#dialog.refuse(refusalOf(/** @type {any} */ (error))); // an Error, or the core's refusal
  }

  #showChoices() {
    const part = this.#part;
    const move = this.#move;
    const known = moves().tables.presets.some(({ id }) => id === move.protocol);
    part('protocol').value = known ? move.protocol : 'own';
    part('throttle').value = String(positionOf(valueOf(move, 'copy_bytes_per_second')));
    part('throttle-words').textContent = t('{0} MB/s', number(valueOf(move, 'copy_bytes_per_second') / 1e6, 1, 0));
    part('fault').value = faultOf(move);
    fillSettings(move, part);
    const text = protocolText(move.protocol);
    part('text').value = text;
    part('phases').replaceChildren(phasesTable(text, (changed) => this.#byHand(changed)));
  }

  /** @param {Shown[]} results @param {Move[]} shown @param {boolean} rough of a smaller sample */
  #show(results, shown, rough) {
    const first = this.#lanes.length === 0;
    while (this.#lanes.length < results.length) {
      const lane = this.#newLane();
      this.#lanes.push(lane);
      this.#part('lanes').append(lane.root);
    }
    for (const lane of this.#lanes.splice(results.length)) lane.root.remove();
    this.#part('lanes').classList.toggle('two', results.length > 1);
    this.#enable();
    results.forEach((result, i) => this.#lanes[i].show(result, shown[i], rough));
    this.#life.show(results[0].anomalies);
    this.#player.fits(Math.max(...this.#films.map(({ end }) => end)));
    if (first) this.#player.time = Math.min(this.#player.end, this.#firstMoment());
    this.#layout();
    this.#showTable();
  }

  #newLane() {
    return new Lane({
      rows: this.#page.embedded ? kFigureRows : undefined,
      onRemedy: (remedy) => this.#remedy(remedy),
      onScrub: (time) => {
        this.#player.pause();
        this.#player.to(time);
      },
    });
  }

  get #films() {
    return this.#lanes.map(({ film }) => film);
  }

  // The moment to show before anybody plays: where something first went wrong, or the middle of the move.
  #firstMoment() {
    const { film } = this.#lanes[0];
    const first = film.problemAfter(-1);
    return Number.isFinite(first) ? first + 30 : (film.start + film.moveEnd) / 2;
  }

  #enable() {
    for (const name of kOfResults) this.#part(name).disabled = this.#lanes.length === 0;
  }

  #layout() {
    if (!this.#dialog.element.open || this.#lanes.length === 0) return;
    for (const lane of this.#lanes) lane.layout(this.#player.end);
    this.#draw(this.#player.time, this.#player.speed);
    this.#life.draw();
  }

  /** @param {number} time in ms of the run @param {number} speed ms of the run per second; 0 at rest */
  #draw(time, speed) {
    const part = this.#part;
    for (const lane of this.#lanes) lane.draw(time, speed);
    part('scrub').value = String(Math.round((time / this.#player.end) * 1000));
    part('scrub').setAttribute('aria-valuetext', timeWords(time));
    part('moment').textContent = timeWords(time);
    const words = this.#player.playing ? t('Pause') : t('Play');
    if (part('play').textContent !== words) part('play').textContent = words;
  }

  #stops() {
    return this.#films
      .flatMap((film) => [
        ...film.announced.map(({ at }) => at),
        film.start,
        Math.min(film.problemAfter(-1), film.end),
        film.end,
      ])
      .sort((a, b) => a - b);
  }

  #showTable() {
    if (!this.#part('numbers').open) return;
    this.#part('table').replaceChildren(...this.#lanes.map((lane) => lane.table()));
  }
}

/** The move without what another protocol does not take over. @param {Move} move @returns {Move} */
function withoutUnit({ unit: _, turn_back_in: __, turn_back_after_us: ___, ...move }) {
  return move;
}

/** @param {Move} move @param {string} protocol a preset's id */
const withProtocol = (move, protocol) => withLifetimes({ ...withoutUnit(move), protocol });
