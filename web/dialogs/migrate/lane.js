// One run on the screen: its sentence, its stage, its axis. Two lanes can be side by side on the same time scale.
import { number, t } from '../../text/language.js';
import { element, table } from '../tools/dialog.js';
import { Axis, outcomes, phaseName, timeWords } from './axis.js';
import { Film } from './film.js';
import { Scene } from './scene.js';
import { presetTitle, verdict } from './sentence.js';
import { valueOf } from './spec.js';

/** @typedef {import('./film.js').Shown} Shown */
/** @typedef {import('./sentence.js').Remedy} Remedy */
/** @typedef {import('./spec.js').Move} Move */

const kHtml = `<section class="lane">
  <p class="said" data-part="said" role="status"></p>
  <p class="advice"><span data-part="advice"></span> <button type="button" data-part="remedy" class="primary" hidden>
    </button> <span class="quiet" data-part="sample" hidden></span></p>
  <div class="stage"><canvas data-part="stage" role="img"
    aria-label="Clients, nodes, requests and copies at this moment"></canvas><p class="now" data-part="now"></p></div>
  <p class="marks quiet"><span>● newest map ○ an older one</span> <span>▽ read ▼ write △ answer</span>
    <span>■ key being copied</span> <span>▨ keys about to leave, or just arrived</span>
    <span class="bad">✕ went wrong</span></p>
  <ul class="legend" data-part="legend" aria-label="Colours of the answers"></ul>
  <div class="plots" data-part="plots"><div data-part="axis"></div><div class="head" data-part="head"></div></div>
</section>`;

export class Lane {
  /** @type {?Axis} */
  #axis = null;
  #rows;
  #scene;
  /** @type {?Remedy} */
  #remedy = null;
  /** @type {?{film: Film, result: Shown, move: Move}} */
  #shown = null;

  /**
   * @param {{rows?: import('./axis.js').Row[], onRemedy: (remedy: Remedy) => void, onScrub: (time: number) => void}}
   *   told `rows` of the axis, default: all
   */
  constructor({ rows, onRemedy, onScrub }) {
    this.#rows = rows;
    this.root = element(kHtml);
    this.#scene = new Scene(this.#part('stage'));
    this.#part('remedy').onclick = () => this.#remedy && onRemedy(this.#remedy);
    const plots = this.#part('plots');
    const scrub = (/** @type {PointerEvent} */ event) => {
      if (this.#axis) onScrub(this.#axis.timeAt(event.clientX - plots.getBoundingClientRect().left));
    };
    plots.onpointerdown = (/** @type {PointerEvent} */ event) => {
      if (!this.#axis || event.button !== 0) return;
      plots.setPointerCapture(event.pointerId);
      scrub(event);
    };
    plots.onpointermove = (/** @type {PointerEvent} */ event) => {
      if (plots.hasPointerCapture(event.pointerId)) scrub(event);
    };
  }

  #part(/** @type {string} */ name) {
    return this.root.querySelector(`[data-part="${name}"]`);
  }

  /** What is shown: there is something once show() was called. */
  get #known() {
    return /** @type {{film: Film, result: Shown, move: Move}} */ (this.#shown);
  }
  get film() {
    return this.#known.film;
  }
  get result() {
    return this.#known.result;
  }
  get move() {
    return this.#known.move;
  }

  /** @param {Shown} result @param {Move} move @param {boolean} rough of a smaller sample; the exact result follows */
  show(result, move, rough) {
    this.#shown = { film: new Film(result), result, move };
    const { bad, said, advice, remedy } = verdict(result, move);
    this.#remedy = remedy;
    this.#part('said').textContent = said + (rough ? ` ${t('(a smaller sample; the exact figures follow)')}` : '');
    this.#part('said').classList.toggle('bad', bad);
    this.#part('advice').textContent = advice;
    this.#part('remedy').hidden = !remedy;
    this.#part('remedy').textContent = remedy?.say ?? '';
    this.root.setAttribute('aria-label', presetTitle(move.protocol));
    this.#scene.show(this.film, result.counts, {
      routing: valueOf(move, 'routing'),
      clients: valueOf(move, 'clients'),
      directories: valueOf(move, 'directories'),
    });
    this.#part('legend').replaceChildren(
      ...outcomes().flatMap(([key, words]) => {
        const total = result.series[key].reduce((a, b) => a + b, 0);
        return total > 0 ? [legendItem(key, `${words} ${number(total)}`)] : [];
      }),
    );
  }

  /** @param {string} words why the page shows another share than this sample; '': it does not */
  compare(words) {
    this.#part('sample').textContent = words;
    this.#part('sample').hidden = words === '';
  }

  /** Draws the plots for an axis of this length. @param {number} end in ms */
  layout(end) {
    if (!this.#shown) return;
    const width = Math.max(300, Math.floor(this.#part('plots').clientWidth));
    this.#axis = new Axis(this.film, width, end, this.#rows);
    this.#part('axis').innerHTML = this.#axis.svg(
      t('Phases, answers, what went wrong, latency, load and maps over time; the numbers are in the table'),
    );
    this.#scene.recolor();
    this.#scene.resize();
  }

  /** @param {number} time in ms of the run @param {number} speed ms of the run per second; 0 at rest */
  draw(time, speed) {
    if (!this.#shown || !this.#axis) return;
    this.#scene.draw(Math.min(time, this.film.end), speed);
    this.#part('head').style.transform = `translateX(${this.#axis.x(time).toFixed(1)}px)`;
    const now = this.nowWords(time);
    if (this.#part('now').textContent !== now) this.#part('now').textContent = now;
  }

  /** @param {number} time */
  nowWords(time) {
    const phases = this.film.phasesAt(time);
    const name = (/** @type {number} */ phase) =>
      phase >= this.film.phases.length ? t('done') : phaseName(this.film.phases[phase]);
    if (this.film.units === 0) return '';
    if (this.film.units === 1) return t('Phase: {0}', name(phases[0]));
    const done = phases.filter((phase) => phase >= this.film.phases.length).length;
    const current = phases.findIndex((phase) => phase > 0 && phase < this.film.phases.length);
    return current < 0
      ? t('{0} of {1} parts done', done, this.film.units)
      : t('Part {0} of {1}: {2}', current + 1, this.film.units, name(phases[current]));
  }

  /**
   * The same as numbers, by interval: for readers who do not see the picture, and as CSV.
   * @returns {[string[], ...string[][]]}
   */
  rows() {
    const {
      film,
      result: { series },
    } = this;
    const kinds = outcomes();
    const unitPhase = (/** @type {number} */ time) =>
      film.units === 1 ? this.nowWords(time).replace(/^[^:]*: /, '') : this.nowWords(time);
    return [
      [t('Time'), t('Phase'), ...kinds.map(([, words]) => words), t('Median, ms'), t('99%, ms'), t('Copied keys')],
      ...series.right.map((_, i) => [
        timeWords(i * film.width),
        unitPhase((i + 0.5) * film.width),
        ...kinds.map(([key]) => number(series[key][i])),
        number(series.medianUs[i] / 1000, 2),
        number(series.p99Us[i] / 1000, 2),
        number(series.copied[i]),
      ]),
    ];
  }

  table() {
    return table(presetTitle(this.move.protocol), this.rows());
  }

  get said() {
    return this.#part('said').textContent;
  }
  get svg() {
    return this.#part('axis').innerHTML;
  }
  get canvas() {
    return this.#part('stage');
  }
}

/** @param {string} outcome @param {string} words */
function legendItem(outcome, words) {
  const item = document.createElement('li');
  item.innerHTML = `<svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">\
<rect class="outcome ${outcome}" width="10" height="10"/></svg> <span></span>`;
  /** @type {Element} */ (item.querySelector('span')).textContent = words;
  return item;
}
