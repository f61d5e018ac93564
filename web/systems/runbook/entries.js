// Which entries move, short enough to read.
import { number, t } from '../../text/language.js';

const kMostNamed = 40;

/** Numbers without gaps as “5–9”, where all are numbers; else names. @param {string[]} ids */
function itemsOf(ids) {
  if (!ids.every((id) => /^\d{1,9}$/.test(id))) return ids;
  const sorted = ids.map(Number).toSorted((a, b) => a - b);
  /** @type {[number, number][]} */
  const runs = [];
  for (const id of sorted) {
    const last = runs.at(-1);
    if (last && id <= last[1] + 1) last[1] = id;
    else runs.push([id, id]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}\u2013${last}`));
}

/** @param {string[]} ids */
export function idsText(ids) {
  const items = itemsOf(ids);
  const rest = items.length - kMostNamed;
  return rest <= 0 ? items.join(', ') : t('{0} and {1} more', items.slice(0, kMostNamed).join(', '), number(rest));
}
