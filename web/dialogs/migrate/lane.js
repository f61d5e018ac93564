// One run on the screen: its sentence, its stage, its axis. Two lanes can be side by side on the same time scale.
import { number, t } from '../../text/language.js';
import { element, table } from '../tools/dialog.js';
import { Axis, outcomes, phaseName, timeWords } from './axis.js';
import { Film } from './film.js';
import { Scene } from './scene.js';
import { presetTitle, verdict } from './sentence.js';
import { valueOf } from './spec.js';

const kHtml = `<section class="lane">
  <p class="said" data-part="said" role="status"></p>
  <p class="advice"><span data-part="advice"></span> <button type="button" data-part="remedy" class="primary" hidden></button></p>
  <div class="stage"><canvas data-part="stage" role="img" aria-label="Clients, nodes, requests and copies at this moment"></canvas><p class="now" data-part="now"></p></div>
  <p class="marks quiet"><span>● newest map ○ an older one</span> <span>▽ read ▼ write △ answer</span> <span>■ key being copied</span> <span>▨ keys about to leave, or just arrived</span> <span class="bad">✕ went wrong</span></p>
  <ul class="legend" data-part="legend" aria-label="Colours of the answers"></ul>
  <div class="plots" data-part="plots"><div data-part="axis"></div><div class="head" data-part="head"></div></div>
</section>`;

export class Lane {
  #part;
  #axis = null;
  #rows;
  #scene;
  film = null;
  result = null;
  move = null;

  /**
   * @param {{rows?: string[], onRemedy: (remedy: any) => void, onScrub: (time: number) => void}} told `rows` of the
   *   axis, default: all
   */
  constructor({ rows, onRemedy, onScrub }) {
    this.#rows = rows;
    this.root = element(kHtml);
    this.#part = (name) => this.root.querySelector(`[data-part="${name}"]`);
    this.#scene = new Scene(this.#part('stage'));
    this.#part('remedy').onclick = () => onRemedy(this.remedy);
    const scrub = (event) =>
      onScrub(this.#axis.timeAt(event.clientX - this.#part('plots').getBoundingClientRect().left));
    const plots = this.#part('plots');
    plots.onpointerdown = (event) => {
      if (!this.#axis || event.button !== 0) return;
      plots.setPointerCapture(event.pointerId);
      scrub(event);
    };
    plots.onpointermove = (event) => {
      if (this.#axis && plots.hasPointerCapture(event.pointerId)) scrub(event);
    };
  }

  /** @param {any} result of the worker @param {boolean} rough of a smaller sample; the exact result follows */
  show(result, move, presets, rough) {
    Object.assign(this, { result, move });
    this.film = new Film(result);
    const { bad, said, advice, remedy } = verdict(result, move, presets);
    this.remedy = remedy;
    this.#part('said').textContent = said + (rough ? ` ${t('(a smaller sample; the exact figures follow)')}` : '');
    this.#part('said').classList.toggle('bad', bad);
    this.#part('advice').textContent = advice;
    this.#part('remedy').hidden = !remedy;
    this.#part('remedy').textContent = remedy?.say ?? '';
    this.root.setAttribute('aria-label', presetTitle(move.protocol));
    this.#scene.show(
      this.film,
      result.counts,
      valueOf(move, 'routing'),
      valueOf(move, 'clients'),
      valueOf(move, 'directories'),
    );
    const seen = outcomes().filter(([key]) => result.series[key].some((count) => count > 0));
    this.#part('legend').replaceChildren(
      ...seen.map(([key, words]) => {
        const total = result.series[key].reduce((a, b) => a + b, 0);
        const item = document.createElement('li');
        item.innerHTML = `<svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true"><rect class="outcome ${key}" width="10" height="10"/></svg> <span></span>`;
        item.lastElementChild.textContent = `${words} ${number(total)}`;
        return item;
      }),
    );
  }

  /** Draws the plots for an axis of this length. */
  layout(end) {
    if (!this.film) return;
    const width = Math.max(300, Math.floor(this.#part('plots').clientWidth));
    this.#axis = new Axis(this.film, width, end, this.#rows);
    this.#part('axis').innerHTML = this.#axis.svg(
      t('Phases, answers, what went wrong, latency, load and maps over time; the numbers are in the table'),
    );
    this.#scene.recolor();
    this.#scene.resize();
  }

  /** @param {number} speed ms of the run per second; 0 at rest */
  draw(time, speed) {
    if (!this.film || !this.#axis) return;
    this.#scene.draw(Math.min(time, this.film.end), speed);
    this.#part('head').style.transform = `translateX(${this.#axis.x(time).toFixed(1)}px)`;
    const now = this.nowWords(time);
    if (this.#part('now').textContent !== now) this.#part('now').textContent = now;
  }

  nowWords(time) {
    const phases = this.film.phasesAt(time);
    const name = (phase) => (phase >= this.film.phases.length ? t('done') : phaseName(this.film.phases[phase]));
    if (this.film.units === 0) return '';
    if (this.film.units === 1) return t('Phase: {0}', name(phases[0]));
    const done = phases.filter((phase) => phase >= this.film.phases.length).length;
    const current = phases.findIndex((phase) => phase > 0 && phase < this.film.phases.length);
    return current < 0
      ? t('{0} of {1} parts done', done, this.film.units)
      : t('Part {0} of {1}: {2}', current + 1, this.film.units, name(phases[current]));
  }

  /** The same as numbers, by interval: for readers who do not see the picture, and as CSV. */
  /** @returns {[string[], ...string[][]]} */
  rows() {
    const {
      film,
      result: { series },
    } = this;
    const kinds = outcomes();
    const unitPhase = (time) => (film.units === 1 ? this.nowWords(time).replace(/^[^:]*: /, '') : this.nowWords(time));
    return /** @type {[string[], ...string[][]]} */ ([
      [t('Time'), t('Phase'), ...kinds.map(([, words]) => words), t('Median, ms'), t('99%, ms'), t('Copied keys')],
      ...series.right.map((_, i) => [
        timeWords(i * film.width),
        unitPhase((i + 0.5) * film.width),
        ...kinds.map(([key]) => number(series[key][i])),
        number(series.medianUs[i] / 1000, 2),
        number(series.p99Us[i] / 1000, 2),
        number(series.copied[i]),
      ]),
    ]);
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
