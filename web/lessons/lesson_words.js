// Values, goals and trials of lessons in words, for the lessons' panel and the teacher's page.
import { currentLanguage, number, percentSign, t } from '../text/language.js';

/**
 * A value of a metric as people read it. A measured one always has the same number of digits, so that nothing jumps.
 * @param {import('./metrics.js').Unit} unit
 * @param {number | string} value
 */
export function written(unit, value, measured = false) {
  if (unit === 'text') return String(value);
  if (typeof value !== 'number' || !Number.isFinite(value)) return '–';
  const shown = (/** @type {number} */ x, /** @type {number} */ digits) => number(x, digits, measured ? digits : 0);
  if (unit === 'share') return shown(value * 100, 1) + percentSign();
  if (unit === 'times') return shown(value, 2);
  if (unit === 'bytes') return `${shown(value / 1024, 1)}\u202fKB`;
  if (unit === 'ms') return t('{0} ms', shown(value, 2));
  if (unit === 's') return t('{0} s', shown(value, 1));
  return number(value);
}

/** @param {import('./lesson.js').Command} command */
function commandWords({ do: what, node }) {
  const who =
    node === '@hottest' ? t('the node with the most keys') : t('node number {0}', String(node ?? '').slice(1));
  if (what === 'add_node') return t('adds a node');
  if (what === 'remove_node') return t('removes {0}', who);
  if (what === 'set_node_state') return t('takes {0} down', who);
  if (what === 'cascade') return t('then every node over capacity, wave after wave');
  return what.replaceAll('_', ' ');
}

/**
 * What the trial of a lesson does, in words: “adds a node, 4 times”.
 * @param {import('./lesson.js').Command[]} trial
 */
export function trialWords(trial) {
  const each = trial.map(commandWords);
  const same = each.every((text) => text === each[0]);
  return same && each.length > 1 ? `${each[0]}, ${t('{0} {0|time|times}', each.length)}` : each.join(', ');
}

/**
 * What learners choose of a move or a sharding key, in words: “the protocol and the routing”.
 * @param {string[]} keys
 */
export function choiceWords(keys) {
  /** @type {Record<string, string>} */
  const words = {
    protocol: t('the protocol'),
    routing: t('the routing'),
    spread: t('how maps spread'),
    copy_bytes_per_second: t('the copy speed limit'),
    section_keys: t('the keys per part'),
    units_at_once: t('how many parts move at once'),
    page_rows: t('how many rows the copier reads at once'),
    page_delay_us: t('how long it holds them'),
    candidates: t('the columns to judge'),
    pick: t('the key'),
    pairs: t('how a pair is placed'),
    second: t('the second view'),
  };
  return new Intl.ListFormat(currentLanguage()).format(keys.map((key) => words[key]));
}

/**
 * What a rule (a goal or par) asks for, in words.
 * @param {import('./lesson.js').Rule} rule
 * @param {import('./metrics.js').Unit} unit
 */
export function wantedWords({ operator, value, tolerance }, unit) {
  const text = written(unit, value);
  if (operator === 'within') return t('wanted {0} ± {1}', text, written(unit, /** @type {number} */ (tolerance)));
  if (operator === '<=') return t('wanted at most {0}', text);
  return operator === '>=' ? t('wanted at least {0}', text) : t('wanted {0}', text);
}
