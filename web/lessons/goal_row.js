// A goal (or par) and its state: the learner's own figure, the range over the seeds, and how many of them pass.
import { t } from '../text/language.js';
import { el } from './dom.js';
import { metrics } from './metrics.js';
import { neededOf } from './check.js';
import { wantedWords, written } from './lesson_words.js';

/** @typedef {import('./check.js').Judged} Judged */

export class GoalRow {
  #rule;
  #seeds;
  #now = el('span', { className: 'now' });
  #wanted = el('span', { className: 'wanted' });
  #bar;

  /**
   * @param {import('./lesson.js').Rule} rule
   * @param {number} seeds
   * @param {boolean} [isPar]
   */
  constructor(rule, seeds, isPar) {
    this.#rule = rule;
    this.#seeds = seeds;
    const before = isPar ? `${t('Par')}: ` : rule.or ? `${t('or')} ` : '';
    const name = before + metrics[rule.metric].words();
    this.#bar = el('progress', { max: seeds, value: 0, 'aria-label': name });
    this.#bar.hidden = this.#fixed;
    this.element = el(
      'li',
      { className: ['goal', isPar && 'par', this.#fixed && 'fixed'].filter(Boolean).join(' ') },
      el('span', { className: 'name' }, name),
      ' ',
      this.#now,
      ' ',
      this.#wanted,
      this.#bar,
    );
    this.#wanted.textContent = this.#wantedText;
  }

  /**
   * One line for the verdict; among alternatives, it says only what is wanted.
   * @param {Judged} judged
   * @param {boolean} alone
   */
  words({ values }, alone) {
    const { words, unit } = metrics[this.#rule.metric];
    const wanted = alone ? this.#wanted.textContent : wantedWords(this.#rule, unit);
    return `${words()} ${written(unit, values[0], true)}, ${wanted}`;
  }

  /**
   * @param {Judged} judged
   * @param {number} done how many seeds were checked
   */
  show({ values, passed, ok }, done) {
    const { unit } = metrics[this.#rule.metric];
    const numbers = /** @type {number[]} */ (values.filter((value) => Number.isFinite(value)));
    const range =
      numbers.length > 1 &&
      !this.#fixed &&
      [Math.min(...numbers), Math.max(...numbers)].map((value) => written(unit, value, true));
    this.#now.textContent =
      values.length === 0
        ? ''
        : written(unit, values[0], true) +
          (range && range[0] !== range[1] ? ` (${t('{0} to {1} across data sets', ...range)})` : '');
    this.#wanted.textContent = this.#wantedText + (this.#fixed ? '' : `: ${t('{0} pass', passed)}`);
    this.#bar.value = passed;
    this.element.classList.toggle('ok', ok);
    this.element.classList.toggle('partial', done < this.#seeds);
  }

  // One figure is enough.
  get #fixed() {
    return metrics[this.#rule.metric].fixed === true || this.#seeds === 1;
  }

  get #wantedText() {
    const wanted = wantedWords(this.#rule, metrics[this.#rule.metric].unit);
    if (this.#fixed) return wanted;
    const needed = neededOf(this.#rule, this.#seeds);
    const all = needed === this.#seeds;
    const on = all ? t('with all {0} data sets', needed) : t('with at least {0} of {1} data sets', needed, this.#seeds);
    return `${wanted} ${on}`;
  }
}
