// “Rebalance”: the cheapest list of moves that makes a cluster even, empties a node or fills a new one.
import { studiesStyled } from '../tools/dialog.js';
import { addStyle } from '../../text_view/style.js';
import { counted } from '../own_data/counted.js';
import { View } from './view.js';

/** @typedef {import('../../host/page.js').Page} Page */

/** @type {?View} */
let made = null;

/** @param {Page} page */
async function viewOf(page) {
  await Promise.all([studiesStyled(), addStyle('rebalance', import.meta.url)]);
  return (made ??= new View(page));
}

/**
 * @param {Page} page @param {string} [detail] of a link: about the page's own table
 * @param {string} [subject] 'counts': about what was counted on its nodes
 */
export async function open(page, detail, subject) {
  const view = await viewOf(page);
  const given = subject === 'counts' ? counted() : null;
  await (given ? view.openCounts(given) : view.open(detail));
}

/**
 * Opens with a cluster that somebody has opened.
 * @param {Page} page @param {import('./view.js').Given} given
 */
export async function openReading(page, given) {
  await (await viewOf(page)).openReading(given);
}
