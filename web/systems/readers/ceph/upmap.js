// Where Ceph puts copies of a placement group elsewhere than CRUSH alone does: lines “pg_upmap_items 1.d [10,3]”, as
// `ceph osd dump` and `osdmaptool --print` write them.
import { Unreadable } from '../../reading/form.js';
import { osd } from './pgs.js';

/** @typedef {import('../../reading/pasted.js').Line} Line */
/** @typedef {[from: string, to: string]} Item OSDs by their names */

const kItems = /^\s*pg_upmap_items\s+(\d+\.[0-9a-f]+)\s+\[([\d,\s]*)\]\s*$/;
const kOsd = /^(?:osd\.)?(0|[1-9]\d{0,9})$/;

/** @param {string[]} osds two for each item @param {number} line @returns {Item[]} */
export function upmapItems(osds, line) {
  const names = osds.map((one) => {
    const [, number] = kOsd.exec(one) ?? [];
    if (number === undefined) throw new Unreadable(line, `“${one.slice(0, 40)}” is no OSD`);
    return osd(number);
  });
  const items = /** @type {Item[]} */ ([]);
  for (let i = 0; i < names.length; i += 2) {
    const [from, to] = names.slice(i, i + 2);
    if (to === undefined) throw new Unreadable(line, `${from} has no OSD to go to`);
    if (from === to) throw new Unreadable(line, `${from} would go to itself`);
    items.push([from, to]);
  }
  return items;
}

/** What such a line says. @param {Line} line @returns {?{group: string, items: Item[]}} */
export function upmapOf({ number, text }) {
  const [, group, list] = kItems.exec(text) ?? [];
  return group ? { group, items: upmapItems(list.split(/[,\s]+/).filter(Boolean), number) } : null;
}
