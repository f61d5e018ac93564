// Phases by hand: a row per phase, with its most important fields as menus.
import { t } from '../../text/language.js';
import { phaseName } from './axis.js';
import { kMostPhases, phasesOf, phasesText } from './spec.js';

const kReads = ['old', 'new', 'old-new', 'new-old', 'new-old-new', 'both_old', 'both_new'];
const kFields = () =>
  /** @type {[string, string, string[]][]} */ ([
    ['reads', t('Reads'), kReads],
    ['writes', t('Writes'), ['old', 'new', 'both']],
    ['copy', t('Copying'), ['none', 'all', 'migrate', 'on_read']],
    ['conflict', t('A copy'), ['overwrite', 'if_absent', 'if_newer']],
    ['verify', t('Compared'), ['none', 'sample', 'all']],
    ['deletes', t('Deletes leave'), ['nothing', 'tombstone', 'both_sides']],
    ['freeze', t('Wait'), ['none', 'writes', 'all']],
  ]);

function wordsOf(value) {
  return (
    {
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
    }[value] ?? value.split('-').map(wordsOf).join(', ')
  );
}

// A phase that compares waits until it is done: whatever went on earlier would not have been compared.
function waitingFor({ until = '', ...phase }, what, on) {
  const words = String(until)
    .split('+')
    .filter((word) => word !== '' && word !== what);
  if (on) words.push(what);
  return words.length > 0 ? { ...phase, until: words.join('+') } : phase;
}

/** @param {string} text of a protocol @param {(text: string) => void} changed */
export function phasesTable(text, changed) {
  const protocol = phasesOf(text);
  const fields = kFields();
  const table = document.createElement('table');
  const head = table.createTHead().insertRow();
  for (const title of [t('Phase'), ...fields.map(([, words]) => words), t('Held back')]) {
    head.append(Object.assign(document.createElement('th'), { scope: 'col', textContent: title }));
  }
  const body = table.createTBody();
  const set = (i, key, value) => {
    const phases = protocol.phases.map((phase, at) => {
      if (at !== i) return phase;
      const { [key]: _, ...rest } = phase;
      const next = value === '' || value === false ? /** @type {any} */ (rest) : { ...rest, [key]: value };
      return key === 'verify' ? waitingFor(next, 'verified', value !== '') : next;
    });
    changed(phasesText({ checks: protocol.checks, phases }));
  };
  protocol.phases.slice(0, kMostPhases).forEach((phase, i) => {
    const row = body.insertRow();
    const name = phaseName(phase.name);
    row.append(Object.assign(document.createElement('th'), { scope: 'row', textContent: name }));
    for (const [key, words, options] of fields) {
      const menu = document.createElement('select');
      menu.setAttribute('aria-label', `${name}: ${words}`);
      menu.append(...options.map((value, at) => new Option(wordsOf(value), at === 0 ? '' : value)));
      menu.value = String(phase[key] ?? '');
      menu.disabled = i === 0;
      menu.onchange = () => set(i, key, menu.value);
      row.insertCell().append(menu);
    }
    const held = Object.assign(document.createElement('input'), {
      type: 'checkbox',
      checked: Boolean(phase.barrier),
      disabled: i === 0,
    });
    held.setAttribute('aria-label', `${name}: ${t('Held back')}`);
    held.onchange = () => set(i, 'barrier', held.checked);
    row.insertCell().append(held);
  });
  return table;
}
