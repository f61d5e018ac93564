// A goal (or par) and how far it is: the learner's own figure, the range over the seeds, how many of them pass.
import { el } from './dom.js';
import { metrics } from './metrics.js';
import { neededOf } from './check.js';
import { say, wantedWords, written } from './words.js';

export class GoalRow {
  #language;
  #rule;
  #seeds;
  #now = el('span', { className: 'now' });
  #wanted = el('span', { className: 'wanted' });
  #bar;

  constructor(language, rule, seeds, isPar) {
    const { words } = metrics[rule.metric];
    this.#language = language;
    this.#rule = rule;
    this.#seeds = seeds;
    const before = isPar ? `${say(language, 'par')}: ` : rule.or ? `${say(language, 'or')} ` : '';
    const name = before + words[language];
    this.#bar = el('progress', { max: seeds, value: 0, 'aria-label': name });
    this.#bar.hidden = this.#fixed;
    this.element = el('li', { className: ['goal', isPar && 'par', this.#fixed && 'fixed'].filter(Boolean).join(' ') },
      el('span', { className: 'name' }, name), ' ', this.#now, ' ', this.#wanted, this.#bar);
    this.#wanted.textContent = this.#wantedText;
  }

  /** In one line, for the verdict. */
  words({ values }) {
    const { words, unit } = metrics[this.#rule.metric];
    return `${words[this.#language]} ${written(this.#language, unit, values[0], true)}, ${this.#wanted.textContent}`;
  }

  /** @param {object} judged as checkSetup() tells it @param {number} done how many seeds were checked */
  show({ values, passed, ok }, done) {
    const { unit } = metrics[this.#rule.metric];
    const numbers = values.filter((value) => Number.isFinite(value));
    const range = numbers.length > 1 && !this.#fixed && [Math.min(...numbers), Math.max(...numbers)].map((value) => written(this.#language, unit, value, true));
    this.#now.textContent = values.length === 0 ? '' :
      written(this.#language, unit, values[0], true) + (range && range[0] !== range[1] ? ` (${say(this.#language, 'range', ...range)})` : '');
    this.#wanted.textContent = this.#wantedText + (this.#fixed ? '' : `: ${say(this.#language, 'seedsPass', passed)}`);
    this.#bar.value = passed;
    this.element.classList.toggle('ok', ok);
    this.element.classList.toggle('partial', done < this.#seeds);
  }

  // One figure says it all.
  get #fixed() {
    return metrics[this.#rule.metric].fixed === true || this.#seeds === 1;
  }

  get #wantedText() {
    const language = this.#language;
    const wanted = wantedWords(language, this.#rule, metrics[this.#rule.metric].unit);
    if (this.#fixed) return wanted;
    const needed = neededOf(this.#rule, this.#seeds);
    return `${wanted} ${needed === this.#seeds ? say(language, 'onAllSeeds', this.#seeds) : say(language, 'onSeeds', needed, this.#seeds)}`;
  }
}
