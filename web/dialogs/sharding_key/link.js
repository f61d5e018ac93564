// The view in a link: “sharding_key/world~shop/shards~8/pick~customer_id/sql~…”. A file's rows are never in a link.
// What is unknown or out of range is ignored: a link always opens.
import { unescaped } from '../../text/unescaped.js';

/**
 * @typedef {object} Settings
 * @property {string} world
 * @property {number} rows
 * @property {number} seed
 * @property {number} shards
 * @property {string} time
 * @property {'both' | 'first'} pairs
 * @property {string} pick
 * @property {string} sql
 * @property {string[]} candidates
 * @property {string} table
 * @property {string} unique
 * @property {string} reference
 * @property {string} keys
 * @property {string} show the parts that are open, with dots between them
 * @property {string} second
 * @property {string[]} kept the world's queries, as lists.js reads them
 * @property {boolean} file
 *
 * @typedef {string | number | boolean | string[]} Setting
 */

/** Whole numbers, each with the largest that it may be. @type {Record<string, number>} */
export const kWhole = { rows: 10_000_000, seed: 4_294_967_295, shards: 1000 };
const kTexts = ['world', 'time', 'pick', 'sql', 'table', 'unique', 'reference', 'keys', 'show', 'second'];
const kPairs = ['both', 'first'];

/** @returns {Partial<Settings>} */
export function settingsOf(detail = '') {
  /** @type {Record<string, Setting>} */
  const settings = {};
  for (const part of detail.split('/')) {
    const [, name, value] = /^([a-z]+)~(.*)$/s.exec(part) ?? [];
    if (name === undefined) continue;
    const text = unescaped(value);
    if (Object.hasOwn(kWhole, name)) {
      const amount = Number(text);
      if (Number.isInteger(amount) && amount >= (name === 'seed' ? 0 : 1) && amount <= kWhole[name])
        settings[name] = amount;
    } else if (kTexts.includes(name)) {
      settings[name] = text;
    } else if (name === 'pairs' && kPairs.includes(text)) {
      settings[name] = text;
    } else if (name === 'candidates' || name === 'kept') {
      settings[name] = text.split('|').filter(Boolean);
    } else if (name === 'file') {
      settings.file = true;
    }
  }
  return settings;
}

/** @param {Record<string, ?Setting | undefined>} settings those that are set */
export function detailOf(settings) {
  const written = (/** @type {?Setting | undefined} */ value) =>
    encodeURIComponent(Array.isArray(value) ? value.join('|') : value === true ? '1' : String(value)).replaceAll(
      '~',
      '%7E',
    );
  return Object.entries(settings)
    .filter(([, value]) => value !== undefined && value !== '' && value !== null && value !== false)
    .map(([name, value]) => `${name}~${written(value)}`)
    .join('/');
}
