// Phases by hand: a row per phase, with its most important fields as menus.
import { t } from '../../text/language.js';
import { phaseName } from './axis.js';
import { moves } from './moves.js';
import { phasesOf } from './spec.js';

/** @typedef {import('./spec.js').Phase} Phase */

/** @returns {[keyof Phase, string][]} the fields that have a column, with its title */
const columns = () => [
  ['reads', t('Reads')],
  ['writes', t('Writes')],
  ['copy', t('Copying')],
  ['conflict', t('A copy')],
  ['verify', t('Compared')],
  ['deletes', t('Deletes leave')],
  ['freeze', t('Wait')],
];

/** @param {string} value @returns {string} */
function wordsOf(value) {
  /** @type {Record<string, string>} */
  const words = {
    old: t('old'),
    new: t('new'),
    both: t('both'),
    none: t('nothing'),
    all: t('all'),
    migrate: t('key by key'),
    on_read: t('what is read'),
    overwrite: t('overwrites'),
    if_absent: t('if absent'),
    if_newer: t('if newer'),
    nothing: t('nothing'),
    tombstone: t('a tombstone'),
    both_sides: t('nothing, on both sides'),
    writes: t('writes'),
    sample: t('a sample'),
    both_old: t('both, old answers'),
    both_new: t('both, new answers'),
  };
  return words[value] ?? (value.includes('-') ? value.split('-').map(wordsOf).join(', ') : value);
}

/**
 * A phase that compares waits until it is done: whatever went on earlier would not have been compared.
 * @param {Phase} phase
 * @returns {Phase}
 */
function waitingIfCompared({ until = '', ...phase }) {
  const words = until.split('+').filter((word) => word !== '' && word !== 'verified');
  if (phase.verify) words.push('verified');
  return words.length > 0 ? { ...phase, until: words.join('+') } : phase;
}

/** @param {Phase} phase @param {keyof Phase} key @param {string | boolean} value '' and false: the default */
function changedPhase(phase, key, value) {
  const { [key]: _, ...rest } = phase;
  const next = /** @type {Phase} */ (value ? { ...rest, [key]: value } : rest);
  return key === 'verify' ? waitingIfCompared(next) : next;
}

/** A menu with the options of a phase's field, of which the default is ''. @param {keyof Phase} key */
function menuOf(key) {
  const { options = [], default: usual } = moves().tables.phaseFields.find((field) => field.key === key) ?? {};
  const menu = document.createElement('select');
  menu.append(...options.map((value) => new Option(wordsOf(value), value === usual ? '' : value)));
  return menu;
}

/**
 * @param {string} text of a protocol
 * @param {(protocol: import('./spec.js').Protocol) => void} changed it may not be one that the core accepts
 */
export function phasesTable(text, changed) {
  const { checks, phases } = phasesOf(text);
  const shown = columns();
  const table = document.createElement('table');
  const head = table.createTHead().insertRow();
  for (const title of [t('Phase'), ...shown.map(([, words]) => words), t('Held back')])
    head.append(Object.assign(document.createElement('th'), { scope: 'col', textContent: title }));
  const body = table.createTBody();
  phases.forEach((phase, i) => {
    const set = (/** @type {keyof Phase} */ key, /** @type {string | boolean} */ value) =>
      changed({ checks, phases: phases.with(i, changedPhase(phase, key, value)) });
    const row = body.insertRow();
    const name = phaseName(phase.name);
    row.append(Object.assign(document.createElement('th'), { scope: 'row', textContent: name }));
    for (const [key, words] of shown) {
      const menu = menuOf(key);
      menu.setAttribute('aria-label', `${name}: ${words}`);
      menu.value = String(phase[key] ?? '');
      menu.disabled = i === 0;
      menu.onchange = () => set(key, menu.value);
      row.insertCell().append(menu);
    }
    const held = Object.assign(document.createElement('input'), {
      type: 'checkbox',
      checked: Boolean(phase.barrier),
      disabled: i === 0,
    });
    held.setAttribute('aria-label', `${name}: ${t('Held back')}`);
    held.onchange = () => set('barrier', held.checked);
    row.insertCell().append(held);
  });
  return table;
}
