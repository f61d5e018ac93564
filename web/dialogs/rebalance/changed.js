// What else is different after a choice by hand: the rest is planned again, and may come out otherwise.
import { t } from '../../text/language.js';

/** @typedef {import('./replay.js').Move} Move */
/** @typedef {import('./wish.js').Knobs} Knobs */

const kMostTold = 5;

/**
 * The entries about which something else is chosen by hand; null: anything else is chosen, too.
 * @param {Knobs} was @param {Knobs} is @returns {?string[]}
 */
export function handIds({ pin, forced, ...was }, { pin: nowPin, forced: nowForced, ...is }) {
  if (JSON.stringify(was) !== JSON.stringify(is)) return null;
  const texts = [
    new Set([...pin.map((id) => JSON.stringify([id])), ...forced.map((move) => JSON.stringify(move))]),
    new Set([...nowPin.map((id) => JSON.stringify([id])), ...nowForced.map((move) => JSON.stringify(move))]),
  ];
  const changed = texts.flatMap((some, i) => [...some].filter((text) => !texts[1 - i].has(text)));
  return changed.length === 0 ? null : [...new Set(changed.map((text) => JSON.parse(text)[0]))];
}

/** Where each entry's copies go. @param {Move[]} moves @returns {Map<string, string[]>} “a → b” */
function waysOf(moves) {
  /** @type {Map<string, string[]>} */
  const ways = new Map();
  for (const [id, from, to] of moves) ways.set(id, [...(ways.get(id) ?? []), `${from} → ${to}`]);
  return ways;
}

/** @param {string} id @param {string} was @param {string} is */
function changeText(id, was, is) {
  if (is === '') return t('{0} stays', id);
  return was === '' ? t('{0} now moves, {1}', id, is) : t('{0} now moves {1}, not {2}', id, is, was);
}

/**
 * @param {Move[]} before @param {Move[]} after @param {string[]} ids what was chosen by hand is no surprise
 * @returns {string}
 */
export function changedText(before, after, ids) {
  const [was, is] = [waysOf(before), waysOf(after)];
  const wayOf = (/** @type {Map<string, string[]>} */ ways, /** @type {string} */ id) =>
    [...(ways.get(id) ?? [])].sort().join(', ');
  const all = [...new Set([...was.keys(), ...is.keys()])].filter((id) => !ids.includes(id));
  const changed = all.filter((id) => wayOf(was, id) !== wayOf(is, id));
  if (changed.length === 0) return t('No other move has changed.');
  const told = changed.slice(0, kMostTold).map((id) => changeText(id, wayOf(was, id), wayOf(is, id)));
  const more = changed.length > kMostTold ? '; …' : '';
  return t('{0} other {0|move has|moves have} changed, too: {1}.', changed.length, told.join('; ') + more);
}
