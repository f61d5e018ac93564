// The editor's fields for a prediction: a question and its answer, either a number or a metric measured at the start.
import { t } from '../text/language.js';
import { el, labelled } from './dom.js';
import { metrics } from './metrics.js';

const kUnits = { share: '%', times: '×', count: '' };
const measured = Object.keys(metrics).filter((id) => metrics[id].unit in kUnits);

/** @typedef {import('./lesson.js').Prediction} Prediction */

/**
 * @param {string} unit
 * @param {number} value
 */
const percent = (unit, value) => (unit === 'share' ? +(value * 100).toFixed(6) : value);
/**
 * @param {string} unit
 * @param {string} text
 */
const plain = (unit, text) => +(Number(text.replace(',', '.')) / (unit === 'share' ? 100 : 1)).toFixed(9);

/** @param {[value: string, text: string][]} rows */
const optionsOf = (rows) => rows.map(([value, text]) => new Option(text, value));

export class PredictionFields {
  /** @type {?Prediction} of an opened lesson: members that these fields do not show */
  #old = null;
  #part = (/** @type {string} */ name) =>
    /** @type {HTMLInputElement | HTMLSelectElement} */ (this.element.querySelector(`[name=${name}]`));

  constructor() {
    const input = (/** @type {string} */ name, /** @type {string} */ label) =>
      labelled(label, el('input', { name, autocomplete: 'off' }));
    /**
     * @param {string} name
     * @param {string} label
     * @param {[value: string, text: string][]} rows
     */
    const select = (name, label, rows) => labelled(label, el('select', { name }, optionsOf(rows)));
    this.element = el(
      'div',
      { className: 'rule prediction' },
      input('question', t('Question')),
      select('answer-metric', t('The answer'), [
        ['', t('this number:')],
        ...measured.map((id) => /** @type {[string, string]} */ ([id, metrics[id].words()])),
      ]),
      input('answer', t('Value')),
      select('answer-unit', t('Unit'), Object.entries(kUnits)),
      input('answer-tolerance', t('Plus or minus')),
    );
    this.#part('answer-metric').onchange = () => this.#update();
    this.#update();
  }

  // If the answer is measured, there is no number to enter.
  #update() {
    const metric = this.#part('answer-metric').value;
    this.#part('answer').disabled = this.#part('answer-unit').disabled = metric !== '';
    if (metric !== '') this.#part('answer-unit').value = metrics[metric].unit;
  }

  /** @param {?Prediction} prediction */
  fill(prediction) {
    this.#old = prediction;
    const {
      question,
      metric = '',
      answer,
      unit = 'share',
      tolerance,
    } = /** @type {Partial<Prediction>} */ (prediction ?? {});
    this.#part('question').value = question?.en ?? '';
    this.#part('answer-metric').value = metric;
    this.#part('answer-unit').value = unit;
    this.#part('answer').value = answer === undefined ? '' : String(percent(unit, answer));
    this.#part('answer-tolerance').value = tolerance === undefined ? '' : String(percent(unit, tolerance));
    this.#update();
  }

  /**
   * The prediction, or undefined if there is no question. A measured answer is measured after the lesson's trial.
   * @param {import('./lesson.js').Command[]} [trial]
   */
  read(trial) {
    /** @returns {string} */
    const text = (/** @type {string} */ name) => this.#part(name).value.trim();
    const [question, metric, unit] = ['question', 'answer-metric', 'answer-unit'].map(text);
    if (question === '') return undefined;
    const asked = {
      question: { ...this.#old?.question, en: question },
      unit,
      tolerance: plain(unit, text('answer-tolerance')),
    };
    if (metric === '') return { ...asked, answer: text('answer') === '' ? undefined : plain(unit, text('answer')) };
    /** @type {Pick<Prediction, 'setup' | 'trial'>} */
    const { setup, trial: own } = this.#old?.metric === metric ? this.#old : { trial };
    return { ...asked, metric, setup, trial: own };
  }
}
