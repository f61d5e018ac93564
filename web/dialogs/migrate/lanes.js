// The runs side by side, and the moment that all of them show: played, dragged, or jumped to.
import { t } from '../../text/language.js';
import { timeWords } from './axis.js';
import { Lane } from './lane.js';
import { Player } from './player.js';

export const kPlayerHtml = `<div class="player"><div>
    <button type="button" name="play" class="primary">Play</button>
    <input name="scrub" type="range" min="0" max="1000" step="1" value="0" aria-label="Moment of the run">
    <output data-name="moment"></output>
    <button type="button" name="below" class="below" hidden></button></div><div class="line">
    <button type="button" name="next">Next event</button>
    <button type="button" name="next-wrong">Next problem</button>
    <label>Speed <select name="speed"><option value="0">whole run in 8 s</option>
      <option value="1000">real time</option><option value="100">1/10</option><option value="10">1/100</option>
      <option value="1">1/1,000</option></select></label>
    <button type="button" name="abort">Roll back here</button></div>
  </div>`;
export const kNumbersHtml = `<details class="door" data-name="numbers"><summary>The numbers as a table</summary>
    <div data-name="table" class="tables" tabindex="0" role="region" aria-label="The numbers"></div></details>`;

// controls that need runs
const kOfResults = ['play', 'scrub', 'next', 'next-wrong', 'abort', 'csv', 'json', 'svg', 'png'];

/** @typedef {import('./film.js').Film} Film */
/** @typedef {import('./film.js').Shown} Shown */
/** @typedef {import('./spec.js').Move} Move */

/**
 * @typedef {object} Viewing
 * @property {import('./controls.js').PartOf} part
 * @property {import('./axis.js').Row[]} [rows] of the time axis, default: all
 * @property {(remedy: import('./sentence.js').Remedy) => void} onRemedy
 * @property {(words: string) => void} tell
 */

export class Lanes {
  #part;
  #rows;
  #onRemedy;
  #tell;
  /** @type {Lane[]} */
  #lanes = [];
  #player = new Player(
    (time, speed) => this.#draw(time, speed),
    () => this.#stops(),
  );

  /** @param {Viewing} view */
  constructor({ part, rows, onRemedy, tell }) {
    this.#part = part;
    this.#rows = rows;
    this.#onRemedy = onRemedy;
    this.#tell = tell;
    this.#connect();
    this.#enable();
  }

  /** The run of the move itself, once there is one. @returns {Lane | undefined} */
  get first() {
    return this.#lanes[0];
  }

  /** The moment that is shown, in ms of the run. */
  get time() {
    return this.#player.time;
  }

  pause() {
    this.#player.pause();
  }

  /** @param {Shown[]} results @param {Move[]} moves @param {boolean} rough of a smaller sample */
  show(results, moves, rough) {
    const first = this.#lanes.length === 0;
    while (this.#lanes.length < results.length) {
      const lane = this.#newLane();
      this.#lanes.push(lane);
      this.#part('lanes').append(lane.root);
    }
    for (const lane of this.#lanes.splice(results.length)) lane.root.remove();
    this.#part('lanes').classList.toggle('two', results.length > 1);
    this.#enable();
    results.forEach((result, i) => this.#lanes[i].show(result, moves[i], rough));
    this.#player.fits(Math.max(...this.#films.map(({ end }) => end)));
    if (first) this.#player.time = Math.min(this.#player.end, this.#firstMoment());
    this.#showTable();
  }

  /** Draws all anew, as wide as there is room. */
  layout() {
    for (const lane of this.#lanes) lane.layout(this.#player.end);
    this.#draw(this.#player.time, this.#player.speed);
  }

  #connect() {
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
    const first = (/** @type {(film: Film) => number} */ timeOf) => this.#jump(Math.min(...this.#films.map(timeOf)));
    part('next').onclick = () => first((film) => film.nextAfter(this.#player.time));
    part('next-wrong').onclick = () => first((film) => film.problemAfter(this.#player.time));
    part('numbers').addEventListener('toggle', () => this.#showTable());
  }

  #newLane() {
    return new Lane({
      rows: this.#rows,
      onRemedy: this.#onRemedy,
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

  /** @param {number} time */
  #jump(time) {
    this.#player.pause();
    if (Number.isFinite(time)) this.#player.to(time);
    else this.#tell(t('Nothing more follows.'));
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
