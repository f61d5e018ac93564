// The view in a link: “sharding_key/world~shop/shards~8/pick~customer_id/sql~…”. A file's rows are never in a link.
// What is unknown or out of range is ignored: a link always opens.
import { unescaped } from '../../text/unescaped.js';

/** @typedef {{world: string, rows: number, seed: number, shards: number, time: string, pairs: 'both' | 'first', pick: string, sql: string, candidates: string[], table: string,
 *   unique: string, reference: string, keys: string, show: string, file: boolean}} Settings */

/** Whole numbers, each with the largest that it may be. */
export const kWhole = { rows: 10_000_000, seed: 4_294_967_295, shards: 1000 };
const kTexts = ['world', 'time', 'pick', 'sql', 'table', 'unique', 'reference', 'keys', 'show', 'second'];
const kPairs = ['both', 'first'];

/** @param {string} [detail] @returns {Partial<Record<string, any>>} */
export function settingsOf(detail = '') {
  /** @type {Record<string, any>} */
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

/** @param {Record<string, any>} settings those that are set */
export function detailOf(settings) {
  const written = (value) =>
    encodeURIComponent(Array.isArray(value) ? value.join('|') : value === true ? '1' : String(value)).replaceAll(
      '~',
      '%7E',
    );
  return Object.entries(settings)
    .filter(([, value]) => value !== undefined && value !== '' && value !== null && value !== false)
    .map(([name, value]) => `${name}~${written(value)}`)
    .join('/');
}
