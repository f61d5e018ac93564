// What people choose in “Rebalance”, as a link has it: what differs from the usual, “limit~5/pin~s1|s2”.
import { unescaped } from '../../text/unescaped.js';
import { windowIn } from '../../systems/rebalance/window.js';
import { kNumbers, kUsual, numberWithin } from './wish.js';

/** @typedef {import('./wish.js').Knobs} Knobs */
/** @typedef {import('./wish.js').NumberName} NumberName */

const kAmounts = ['requests', 'bytes', 'keys', 'cpu', 'network', 'count'];

/** A name within a list whose marks it must not have. @param {string} name */
const plain = (name) => name.replace(/[%|>*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

const partsOf = (/** @type {string} */ text) => text.split('|').filter(Boolean);

/** “node-3*2|node-4*0.5” @param {Record<string, number>} values */
const valuesText = (values) =>
  Object.entries(values)
    .map(([name, value]) => `${plain(name)}*${value}`)
    .join('|');

/** @param {string} text @param {NumberName} kind @returns {Record<string, number>} */
function valuesIn(text, kind) {
  const pairs = partsOf(text).flatMap((part) => {
    const [, name, value] = /^(.+)\*([^*]+)$/.exec(part) ?? [];
    const number = name === undefined ? null : numberWithin(kind, value);
    return number === null ? [] : [[unescaped(name), number]];
  });
  return Object.fromEntries(pairs);
}

/** @param {string} text @returns {Knobs['forced']} */
const forcedIn = (text) =>
  partsOf(text).flatMap((part) => {
    const names = part.split('>').map(unescaped);
    return names.length === 3 && names.every(Boolean) ? [/** @type {[string, string, string]} */ (names)] : [];
  });

/** @param {string} name @param {Knobs} knobs */
function textOf(name, knobs) {
  if (name === 'forced') return knobs.forced.map((move) => move.map(plain).join('>')).join('|');
  if (name === 'weights' || name === 'disks') return valuesText(knobs[name]);
  const value = knobs[/** @type {keyof Knobs} */ (name)] ?? '';
  return Array.isArray(value) ? /** @type {string[]} */ (value).map(plain).join('|') : String(value);
}

/** What differs from the usual, for a link. @param {Knobs} knobs */
export function detailOf(knobs) {
  const written = (/** @type {string} */ text) => encodeURIComponent(text).replaceAll('~', '%7E');
  return Object.keys(kUsual)
    .filter((name) => textOf(name, knobs) !== textOf(name, kUsual))
    .map((name) => `${name}~${written(textOf(name, knobs))}`)
    .join('/');
}

const oneOf = (/** @type {string[]} */ words) => (/** @type {string} */ text) =>
  words.includes(text) ? text : undefined;

/**
 * Names of a list. Links of earlier days have them as they are, with a % that escapes nothing.
 * @param {string} text
 */
const namesIn = (text) => partsOf(text).map(unescaped);

/** What a text means; undefined: nothing. @type {Record<string, (text: string) => unknown>} */
const kRead = {
  drain: namesIn,
  pin: namesIn,
  add: (text) => text,
  by: oneOf(kAmounts),
  also: (text) => text.split('|').filter((one) => kAmounts.includes(one)),
  from: oneOf(['now', 'before']),
  zones: oneOf(['distinct', 'none']),
  forced: forcedIn,
  window: (text) => (windowIn(text) ? text : undefined),
  weights: (text) => valuesIn(text, 'weight'),
  disks: (text) => valuesIn(text, 'disk'),
};

/** What a link says; whatever it does not, or not rightly, is as usual. @param {string} [detail] @returns {Knobs} */
export function knobsOf(detail = '') {
  /** @type {any} */
  const knobs = { ...kUsual };
  for (const part of detail.split('/')) {
    const [, name, value] = /^([a-zA-Z]+)~(.*)$/s.exec(part) ?? [];
    if (name === undefined || !Object.hasOwn(kUsual, name)) continue;
    const text = unescaped(value);
    if (Object.hasOwn(kNumbers, name)) knobs[name] = numberWithin(/** @type {NumberName} */ (name), text);
    else knobs[name] = kRead[name]?.(text) ?? knobs[name];
  }
  return knobs;
}
