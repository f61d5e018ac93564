// Where a learner predicts what a lesson is about to measure.
import { t } from '../text/language.js';
import { el } from './dom.js';

/**
 * The form for a prediction, and why what was entered is refused.
 * @param {import('./lesson.js').Prediction} prediction
 * @param {(value: number) => void} predicted
 */
export function predictionForm({ unit }, predicted) {
  const unitWords = { share: '%', times: t('times'), count: '' }[unit];
  const input = el('input', { name: 'guess', inputMode: 'decimal', autocomplete: 'off', size: 6, required: true });
  const refused = el('p', { className: 'refused', role: 'alert', hidden: true }, t('Enter a number.'));
  const form = el(
    'form',
    {
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const value = Number(input.value.replace(',', '.').replace(/[%\s]/g, ''));
        refused.hidden = input.value.trim() !== '' && Number.isFinite(value);
        if (refused.hidden) predicted(unit === 'share' ? value / 100 : value);
      },
    },
    el('label', {}, `${t('Your prediction')} `, input, ` ${unitWords}`),
    el('button', {}, t('Predict')),
  );
  return [form, refused];
}
