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
import { ask } from './ask_move.js';
import {
  faultOf,
  faults,
  fillNumbers,
  kControlsHtml,
  kFaultKeys,
  kNumbers,
  positionOf,
  throttleOf,
} from './controls.js';
import { pictureOf, pngOf } from '../tools/picture_file.js';
import { Lane } from './lane.js';
import { kLifeHtml, LifePanel } from './life_panel.js';
import { movePartsOf, scenarioWithMove } from './link.js';
import { kMenusHtml, kNoticeHtml, Menus } from './menus.js';
import { phasesTable } from './phases_table.js';
import { Player } from './player.js';
import {
  firstOf,
  growing,
  heldBack,
  inputOfMove,
  kFirst,
  moveOfText,
  kMostPhasesText,
  moveText,
  protocolText,
  scaled,
  valueOf,
  withLifetimes,
} from './spec.js';
import { nodeCount, ownMoveOf, placementsOf, subjectsOf, thinned } from './subject.js';

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
    <label>Speed <select name="speed"><option value="0">whole run in 8 s</option><option value="1000">real time</option><option value="100">1/10</option>
      <option value="10">1/100</option><option value="1">1/1,000</option></select></label>
    <button type="button" name="abort">Roll back here</button></div>
  </div>
  ${kControlsHtml}
  <details class="door" data-name="numbers"><summary>The numbers as a table</summary><div data-name="table" class="tables" tabindex="0" role="region" aria-label="The numbers"></div></details>
  <p class="buttons">
    <button type="button" name="copy-link">Copy link</button>
    <button type="button" name="copy-tag">Copy tag for a post</button>
    <button type="button" name="png">Save as PNG</button>
    <button type="button" name="svg">Save as SVG</button>
    <button type="button" name="csv">Save as CSV</button>
    <button type="button" name="json">Save as JSON</button>
    <span data-name="told" role="status" class="quiet"></span>
  </p>
  <p class="quiet">The model leaves out replicas inside a shard, secondary indexes, and transactions over several keys. A run is about a sample of at most 20,000 keys.</p>`;

export class View {
  #dialog = new Dialog('migrate', 'Migrate', kHtml);
  #page;
  #presets = [];
  /** @type {import('./spec.js').Move} */
  #move = kFirst;
  #first = kFirst; // the initial move
  /** @type {ReturnType<typeof ownMoveOf>} */
  #own = null;
  #beside = '';
  #lanes = [];
  #player;
  #runbook = ''; // its numbers, while it is open
  #running = null; // AbortController of the runs under way
  #part = (name) => this.#dialog.part(name);
  #menus = new Menus(this.#part);
  #life = new LifePanel(this.#part);

  constructor(page) {
    this.#page = page;
    this.#player = new Player(
      (time, speed) => this.#draw(time, speed),
      () => this.#stops(),
    );
    this.#dialog.element.classList.add('wide');
    if (page.embedded) this.#becomeFigure();
    this.#connect();
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
      this.#presets = this.#presets.length > 0 ? this.#presets : await ask('presets');
      const { move, subject, beside, runbook } = movePartsOf(this.#page.state().link ?? '');
      const text = asked ?? move; // a lesson's link keeps its move while the view is closed
      if (text) this.#move = moveOfText(text);
      this.#own = ownMoveOf(this.#page);
      if (!text && this.#move === this.#first) this.#begin();
      this.#menus.showStory(asked);
      const strategies = await ask('strategies');
      const title = (id) => t(strategies.find((each) => each.id === id)?.title ?? id);
      if (asked) this.#beside = this.#presets.some(({ id }) => id === beside) ? beside : '';
      const subjects = subjectsOf(this.#page.bridge.read('scenario'), title, this.#own !== null);
      const chosen = wanted ?? (asked ? subject || 'all' : this.#part('subject').value);
      this.#menus.fill({ subjects, presets: this.#presets, subject: chosen, beside: this.#beside });
      await this.#run(true);
      if (asked && runbook) await this.#openRunbook(runbook);
    } catch (error) {
      this.#refuse(error);
    }
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
    if (bytes !== null)
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
    if (this.#page.embedded) this.open(moveText(this.#move, this.#presets));
    else if (this.#dialog.element.open) this.#dialog.close();
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
      move: moveText(this.#move, this.#presets),
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
      presets: this.#presets,
      numbers,
      onCopyLink: () => this.#page.run({ do: 'copy_link' }),
      onNumbers: (text) => {
        this.#runbook = text;
        if (this.#dialog.element.open) this.#plan();
      },
    });
  }

  // What the runbook begins with: the page's own numbers.
  #scene() {
    const sides = this.#placements(kMostKeys),
      value = (key) => valueOf(this.#move, key);
    return {
      before: nodeCount(sides.before),
      after: nodeCount(sides.after),
      keys: this.#page.state().keys,
      bytes: value('key_bytes') + value('value_bytes'),
      requests: value('requests_per_second'),
      writes: value('writes'),
      sides,
    };
  }

  #connect() {
    const part = this.#part;
    part('subject').onchange = () => {
      if (this.#move === this.#first) this.#begin(part('subject').value === 'own' ? this.#own : null);
      this.#run(true);
    };
    part('protocol').onchange = () => {
      this.#change(withLifetimes({ ...withoutUnit(this.#move), protocol: part('protocol').value }, this.#presets));
    };
    part('beside').onchange = () => {
      this.#beside = part('beside').value;
      this.#run(true);
    };
    part('routing').onchange = () => this.#change({ ...this.#move, routing: part('routing').value });
    part('throttle').oninput = () =>
      this.#change({ ...this.#move, copy_bytes_per_second: throttleOf(part('throttle').value) }, false);
    part('throttle').onchange = () => this.#run(false);
    part('fault').onchange = () => this.#breakSomething(part('fault').value);
    for (const key of kNumbers) {
      part(key).onchange = () => {
        if (part(key).checkValidity()) this.#change({ ...this.#move, [key]: part(key).valueAsNumber });
      };
    }
    part('grow').onchange = () => {
      if (part('grow').checkValidity()) this.#change(growing({ ...this.#move, grow: part('grow').valueAsNumber }));
    };
    part('spread').onchange = () => this.#change({ ...this.#move, spread: part('spread').value });
    part('cache').onchange = () => this.#change({ ...this.#move, cache: part('cache').checked });
    part('seed').onchange = () => this.#change({ ...this.#move, seed: part('seed').value.trim() });
    part('use-text').onclick = () => this.#byHand(part('text').value.trim());
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
    part('next').onclick = () =>
      this.#jump(Math.min(...this.#lanes.map(({ film }) => film.nextAfter(this.#player.time))));
    part('next-wrong').onclick = () =>
      this.#jump(Math.min(...this.#lanes.map(({ film }) => film.problemAfter(this.#player.time))));
    part('abort').onclick = () => this.#abort();
    part('numbers').addEventListener('toggle', () => this.#showTable());
    part('copy-link').onclick = () => this.#page.run({ do: 'copy_link' });
    part('copy-tag').onclick = () => this.#copyTag();
    part('runbook').onclick = () => this.#openRunbook().catch(this.#page.notLoaded);
    const lane = () => this.#lanes[0];
    part('csv').onclick = () => save(new Blob([csvRows(lane().rows())], { type: 'text/csv' }), 'migration.csv');
    part('json').onclick = () =>
      save(
        new Blob(
          [
            JSON.stringify(
              { move: moveText(lane().move, this.#presets), ...lane().result, owners: undefined },
              null,
              1,
            ),
          ],
          { type: 'application/json' },
        ),
        'migration.json',
      );
    part('svg').onclick = () => save(new Blob([pictureOf(lane())], { type: 'image/svg+xml' }), 'migration.svg');
    part('png').onclick = () =>
      pngOf(lane()).then(
        (blob) => save(blob, 'migration.png'),
        (error) => this.#refuse(error),
      );
  }

  #change(move, all = true) {
    this.#move = move;
    this.#menus.leaveStory();
    this.#run(all);
  }

  #byHand(text) {
    try {
      checkPasted(text, kMostPhasesText);
    } catch (error) {
      return this.#refuse(error);
    }
    const known = this.#presets.find((preset) => preset.text === text);
    if (known) return this.#change({ ...withoutUnit(this.#move), protocol: known.id });
    const preset = this.#presets.find(({ id }) => id === this.#move.protocol);
    return this.#change({
      ...withoutUnit(this.#move),
      protocol: text,
      unit: preset?.unit ?? valueOf(this.#move, 'unit'),
    });
  }

  #breakSomething(which) {
    const move = { ...this.#move };
    for (const key of kFaultKeys) delete move[key];
    const span = (this.#lanes[0]?.result.totals.durationMs ?? 1000) * 1000;
    this.#change({ ...move, ...faults[which](valueOf(move, 'start_us'), span) });
  }

  #remedy({ protocol, hold }) {
    if (hold) return this.#byHand(heldBack(protocolText(this.#move.protocol, this.#presets)));
    return this.#change({ ...withoutUnit(this.#move), protocol });
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
    copy(tag, (words) => this.#tell(words));
  }

  // If the parts of a protocol move one after another, each turns back in the phase that the current one is in.
  #abort() {
    const { film } = this.#lanes[0];
    const time = this.#player.time;
    const phases = film.phasesAt(time);
    const unit = Math.max(
      0,
      phases.findLastIndex((phase) => phase > 0),
    );
    const phase = Math.min(phases[unit] ?? 0, film.phases.length - 1);
    if (valueOf(this.#move, 'turn_back_in') > 0 || this.#lanes[0].result.totals.turnedBackAtMs > 0)
      return this.#tell(t('It has been rolled back already. Choose a protocol to start again.'));
    if (phase === 0) return this.#tell(t('The move has not begun at this moment.'));
    const began = film.phasesOf(unit).find((each) => each.phase === phase).at;
    this.#tell('');
    return this.#change({ ...this.#move, turn_back_in: phase, turn_back_after_us: Math.round((time - began) * 1000) });
  }

  #jump(time) {
    this.#player.pause();
    if (Number.isFinite(time)) this.#player.to(time);
    else this.#tell(t('Nothing more follows.'));
  }

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

  // First a rough run on a smaller sample, then the exact one. `exactToo`: false while a knob is dragged.
  async #run(exactToo) {
    this.#running?.abort();
    const running = (this.#running = new AbortController());
    const { signal } = running;
    this.#dialog.refuse('');
    this.#showChoices();
    const moves = [
      this.#move,
      ...(this.#beside ? [withLifetimes({ ...withoutUnit(this.#move), protocol: this.#beside }, this.#presets)] : []),
    ];
    const { before, after } = this.#placements();
    const work = (share) => this.#dialog.work(share, () => running.abort());
    work(0);
    try {
      for (const [rough, sides] of [
        [true, { before: thinned(before, kRough), after: thinned(after, kRough) }],
        [false, { before, after }],
      ]) {
        const results = [];
        for (const move of moves) {
          const input = { ...inputOfMove(rough ? scaled(move, kRough) : move), .../** @type {any} */ (sides) };
          results.push(
            await ask('migrate', input, {
              signal,
              onProgress: (share) => {
                if (!signal.aborted) work((results.length + share) / moves.length);
              },
            }),
          );
          if (signal.aborted) return;
        }
        this.#show(results, moves, rough);
        if (!exactToo && rough) await new Promise((later) => setTimeout(later, 250)); // another run may follow at once
        if (signal.aborted) return;
      }
      this.#plan();
    } catch (error) {
      if (signal.aborted) return;
      this.#refuse(error);
    } finally {
      if (this.#running === running) this.#dialog.work(null);
    }
  }

  #refuse(error) {
    this.#dialog.refuse(refusalOf(error));
  }

  #showChoices() {
    const part = this.#part;
    const move = this.#move;
    const known = this.#presets.some(({ id }) => id === move.protocol);
    part('protocol').value = known ? move.protocol : 'own';
    part('routing').value = valueOf(move, 'routing');
    part('throttle').value = String(positionOf(valueOf(move, 'copy_bytes_per_second')));
    part('throttle-words').textContent = t('{0} MB/s', number(valueOf(move, 'copy_bytes_per_second') / 1e6, 1, 0));
    part('fault').value = faultOf(move);
    fillNumbers(move, part);
    const text = protocolText(move.protocol, this.#presets);
    part('text').value = text;
    part('phases').replaceChildren(phasesTable(text, (changed) => this.#byHand(changed)));
  }

  #show(results, moves, rough) {
    const first = this.#lanes.length === 0;
    while (this.#lanes.length < results.length) {
      this.#lanes.push(
        new Lane({
          rows: this.#page.embedded ? kFigureRows : undefined,
          onRemedy: (remedy) => this.#remedy(remedy),
          onScrub: (time) => {
            this.#player.pause();
            this.#player.to(time);
          },
        }),
      );
      this.#part('lanes').append(this.#lanes.at(-1).root);
    }
    while (this.#lanes.length > results.length) this.#lanes.pop().root.remove();
    this.#part('lanes').classList.toggle('two', results.length > 1);
    this.#enable();
    results.forEach((result, i) => this.#lanes[i].show(result, moves[i], this.#presets, rough));
    this.#life.show(results[0].anomalies);
    this.#player.fits(Math.max(...this.#lanes.map(({ film }) => film.end)));
    if (first) this.#player.time = Math.min(this.#player.end, this.#firstMoment());
    this.#layout();
    this.#showTable();
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
    return this.#lanes
      .flatMap(({ film }) => [
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

// The move without what another protocol does not take over.
/** @param {import('./spec.js').Move} move @returns {any} */
function withoutUnit({ unit: _, turn_back_in: __, turn_back_after_us: ___, ...move }) {
  return move;
}
