// The life of one of the run's keys, which the reader chooses: its events as a picture, and in words.
import { number, t } from '../../text/language.js';
import { lifeSvg } from './life.js';
import { anomalyWords, stepsOf } from './life_steps.js';

/** @typedef {import('./film.js').Migration['anomalies'][number]} Life a key's kind of error, and its events */

export const kLifeHtml = `<section class="key-life" aria-label="Life of a key">
      <div class="line"><label>Life of a key <select name="witness"></select></label></div>
      <div data-name="life" class="life-picture" tabindex="0" role="region" aria-label="Sequence diagram"></div>
      <details><summary>The same in words</summary>
        <ol data-name="life-words" tabindex="0" aria-label="Life of a key in words"></ol></details>
    </section>`;

export class LifePanel {
  #part;
  /** @type {Life[]} */
  #lives = [];

  /** @param {(name: string) => any} part an element of the view by its name */
  constructor(part) {
    this.#part = part;
    part('witness').onchange = () => this.draw();
  }

  /**
   * Offers the keys of a run; the one that was chosen stays chosen.
   * @param {Life[]} lives
   */
  show(lives) {
    this.#lives = lives;
    const menu = this.#part('witness'),
      chosen = menu.value;
    menu.replaceChildren(
      ...lives.map(
        ({ kind, key }, i) =>
          new Option(
            kind === 'none'
              ? t('key {0}: nothing is wrong', String(key))
              : t('key {0}: {1}', String(key), anomalyWords(kind)),
            String(i),
          ),
      ),
    );
    if (chosen !== '' && Number(chosen) < lives.length) menu.value = chosen;
  }

  /** Draws the chosen key's life, as wide as there is room. */
  draw() {
    const part = this.#part,
      life = this.#lives[Number(part('witness').value || 0)];
    if (!life) return;
    const steps = stepsOf(life.events);
    const label = t('Life of key {0}, event by event; the same is told in words below', String(life.key));
    part('life').innerHTML = lifeSvg(steps, Math.max(280, part('life').clientWidth - 8), label);
    part('life-words').replaceChildren(
      ...steps.map(({ time, words, wrong }) => {
        const item = document.createElement('li');
        item.textContent = `${t('{0} ms', number(time, 1))}: ${words}`;
        if (wrong) item.className = 'bad';
        return item;
      }),
    );
  }
}
