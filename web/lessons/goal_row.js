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
  #name;
  #now = el('span', { className: 'now' });
  #wanted = el('span', { className: 'wanted' });
  #bar;

  /**
   * @param {import('./lesson.js').Rule} rule
   * @param {number} seeds
   * @param {object} [how]
   * @param {boolean} [how.isPar]
   * @param {boolean} [how.asOneChange] whether what moved is counted from the initial state, however many steps it took
   */
  constructor(rule, seeds, { isPar = false, asOneChange = false } = {}) {
    this.#rule = rule;
    this.#seeds = seeds;
    const measured = metrics[rule.metric].words();
    this.#name = asOneChange ? t('{0} from the initial state to here, as one change', measured) : measured;
    const before = isPar ? `${t('Par')}: ` : rule.or ? `${t('or')} ` : '';
    const name = before + this.#name;
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
    const { unit } = metrics[this.#rule.metric];
    const wanted = alone ? this.#wanted.textContent : wantedWords(this.#rule, unit);
    return `${this.#name} ${written(unit, values[0], true)}, ${wanted}`;
  }

  /**
   * @param {Judged} judged
   * @param {number} done how many seeds were checked
   */
  show({ values, passed, ok }, done) {
    const { unit } = metrics[this.#rule.metric];
    const numbers = /** @type {number[]} */ (values.filter((value) => Number.isFinite(value)));
    const [least, most] = [Math.min(...numbers), Math.max(...numbers)].map((value) => written(unit, value, true));
    const ranges = numbers.length > 1 && !this.#fixed && least !== most;
    const now = values.length === 0 ? '' : written(unit, values[0], true);
    this.#now.textContent = now + (ranges ? ` (${this.#rangeText(least, most)})` : '');
    this.#wanted.textContent = this.#wantedText + (this.#fixed ? '' : ` ${t('({0} so far)', passed)}`);
    this.#bar.value = passed;
    this.element.classList.toggle('ok', ok);
    this.element.classList.toggle('partial', done < this.#seeds);
  }

  // Each seed makes keys of its own, and for a lesson about a sharding key, a table.
  get #ofTables() {
    return metrics[this.#rule.metric].key === true;
  }

  /** @param {string} least @param {string} most */
  #rangeText(least, most) {
    return this.#ofTables
      ? t('{0} to {1} over the random tables', least, most)
      : t('{0} to {1} over the random key sets', least, most);
  }

  // One figure is enough.
  get #fixed() {
    return metrics[this.#rule.metric].fixed === true || this.#seeds === 1;
  }

  get #wantedText() {
    const wanted = wantedWords(this.#rule, metrics[this.#rule.metric].unit);
    if (this.#fixed) return wanted;
    const needed = neededOf(this.#rule, this.#seeds);
    if (needed === this.#seeds)
      return this.#ofTables
        ? t('{0}, in all {1} random tables', wanted, needed)
        : t('{0}, in all {1} random key sets', wanted, needed);
    return this.#ofTables
      ? t('{0}, in at least {1} of {2} random tables', wanted, needed, this.#seeds)
      : t('{0}, in at least {1} of {2} random key sets', wanted, needed, this.#seeds);
  }
}
