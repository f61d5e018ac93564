// “Rebalance”: the cheapest list of moves that makes a cluster even, empties a node or fills a new one.
import { studiesStyled } from '../tools/dialog.js';
import { addStyle } from '../../text_view/style.js';
import { View } from './view.js';

/** @typedef {import('../../host/page.js').Page} Page */

/** @type {?View} */
let view = null;

/** @param {Page} page */
async function viewOf(page) {
  await Promise.all([studiesStyled(), addStyle('rebalance', import.meta.url)]);
  return (view ??= new View(page));
}

/** @param {Page} page @param {string} [detail] of a link: about the page's own table */
export async function open(page, detail) {
  await (await viewOf(page)).open(detail);
}

/**
 * Opens with a cluster that somebody has opened.
 * @param {Page} page @param {import('./view.js').Given} given
 */
export async function openReading(page, given) {
  await (await viewOf(page)).openReading(given);
}

/**
 * Opens with the page's table, and what was counted on its nodes.
 * @param {Page} page @param {import('../own_data/counts_rules.js').Counts} counts @param {string} title
 */
export async function openCounts(page, counts, title) {
  await (await viewOf(page)).openCounts(counts, title);
}
