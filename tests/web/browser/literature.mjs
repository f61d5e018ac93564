// The figures of the page's text view, and the words of the Literature page composed from them.
/** @import {Page} from '@playwright/test' */

export const plain = (/** @type {string} */ text) => text.replace(/\s/gu, ' ');
const grouped = (/** @type {number} */ value) => value.toLocaleString('en');
const number = (/** @type {string} */ text) => Number(text.replaceAll(',', ''));
const percent = (/** @type {number} */ share) =>
  `${(100 * share).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}%`;

/**
 * The text view's figures as numbers; `title` is a strategy's, where several are compared.
 * @typedef {{
 *   title?: string, keys: number, moved: number, needless: number, least: number, most: number, stddev: number,
 *   before: {least: number, most: number, mean: number}, bytes: string, memory: number, load: string, steps: string[],
 *   nodes: {name: string, keys: number}[], flows: {from: string, to: string, keys: number}[],
 * }} View
 */

/**
 * A row for each strategy.
 * @param {Page} page
 * @returns {Promise<View[]>}
 */
export async function readTextView(page) {
  const text = async (/** @type {string} */ name) => plain(await page.locator(`#text-${name}`).textContent());
  const cells = (/** @type {string} */ name) =>
    page
      .locator(`#text-${name} tr`)
      .evaluateAll((rows) =>
        rows.map((row) => [...row.cells].map((cell) => cell.querySelector('input')?.value ?? cell.textContent)),
      );
  const range = (/** @type {string} */ words) => words.match(/\d[\d,.]*/g)?.map(number) ?? [];
  const [, count, keys, needless] =
    /^([\d,]+) of ([\d,]+) keys moved .*, ([\d,]+) unnecessarily/.exec(await text('moved')) ?? [];
  const [least, most, , stddev, leastBefore, mostBefore, meanBefore] = range(
    (await text('balance')).replaceAll('. ', ' ').replace(/\.$/, ''),
  );
  const [, bytes, exactly] = /: (.*) \(([\d,]+) B\)/.exec(await text('memory'));
  const before = { least: leastBefore, most: mostBefore, mean: meanBefore };
  const main = {
    moved: number(count ?? '0'),
    needless: number(needless ?? '0'),
    least,
    most,
    stddev,
    before,
    bytes,
    memory: number(exactly),
  };
  const shared = {
    keys: number(keys ?? (await page.locator('#text-count').inputValue())),
    load: await text('load'),
    nodes: (await cells('nodes')).map(([name, , held]) => ({ name, keys: number(held) })),
    flows: (await cells('flows tbody')).map(([from, to, moved]) => ({ from, to, keys: number(moved) })),
    steps: (await page.locator('#text-steps li').allTextContents()).map(plain),
  };
  if (await page.locator('#text-compare').isHidden()) return [{ ...main, ...shared }];
  const [head, ...rows] = await cells('compare');
  const column = (/** @type {string[]} */ row, /** @type {string} */ title) => plain(row[head.indexOf(title)]);
  return rows.map((row) => {
    const [moved, unnecessary] = range(column(row, 'Keys moved')),
      [low, high] = range(column(row, 'Keys per node')),
      was = range(column(row, 'Before the change'));
    return {
      ...shared,
      title: column(row, 'Strategy'),
      moved,
      needless: unnecessary,
      least: low,
      most: high,
      stddev: number(column(row, 'Standard deviation')),
      before: { least: was[0], most: was[1], mean: meanBefore },
      bytes: column(row, 'Memory'),
      memory: main.memory,
    };
  });
}

const movedWords = (/** @type {View} */ { moved, keys, needless }) =>
  `${grouped(moved)} of ${grouped(keys)} keys moved (${percent(moved / keys)}), ${grouped(needless)} unnecessarily.`;

/** The words for the size of a table, given its bytes for a million keys. @param {number} bytes */
export function priceWords(bytes) {
  const price = (bytes / 1e6).toPrecision(3);
  return `Table: ${price} MB at 10⁶ keys, ${price} GB at 10⁹, ${price} TB at 10¹²`;
}

const assigned = (/** @type {{least: number, most: number, mean: number}} */ { least, most, mean }) =>
  `${least} to ${most} assignments per node, target was ${Math.round(mean)}; ` +
  `${(100 * (1 - least / mean)).toFixed(2)}% under and ${(100 * (most / mean - 1)).toFixed(2)}% over`;

/** The coefficient of variation, as a percentage. @param {number[]} counts */
function shareOf(counts) {
  const mean = counts.reduce((sum, count) => sum + count) / counts.length;
  const cv = Math.sqrt(counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / counts.length) / mean;
  return `${(100 * cv).toFixed(cv < 0.1 ? 2 : 1)}%`;
}

// The words beside a link, composed from what the text view says once the link is open.
/** @type {Record<string, (view: View) => string>} */
export const kFromTextView = {
  moved: movedWords,
  assigned: ({ least, most, keys, nodes }) => assigned({ least, most, mean: keys / nodes.length }),
  items: ({ moved }) => `${moved} items moved`,
  gholt: ({ before, moved }) => `${assigned(before)}; ${moved} items moved`,
  overlap: ({ moved, keys, stddev }) =>
    `overlap ${percent(1 - moved / keys)}, σ ${stddev.toLocaleString('en', { minimumFractionDigits: 2 })}`,
  spread: ({ least, most }) =>
    `${grouped(least)} to ${grouped(most)} keys per ` +
    `node${least > 0 ? `, max / min ${(most / least).toFixed(2)}×` : ''}`,
  shares: ({ nodes, keys }) => nodes.map((node) => `${node.name} ${((100 * node.keys) / keys).toFixed(1)}%`).join(', '),
  fullest: ({ most, keys, nodes }) => `the fullest node has ${((most * nodes.length) / keys).toFixed(2)}× the mean`,
  units: ({ keys, nodes }) =>
    `${grouped(keys)} units: coefficient of variation ${shareOf(nodes.map((node) => node.keys))}`,
  memory: ({ bytes }) => `${bytes} per client`,
  table: movedWords, // plus the size of the table, below
  owner: ({ steps }) => /(\S+)$/.exec(steps.at(-1))[1],
  heirs: ({ flows }) =>
    `${flows.length} ${flows.length === 1 ? 'node takes' : 'nodes take'} ` +
    `over its ${grouped(flows.reduce((sum, { keys }) => sum + keys, 0))} keys`,
  pairs: (seen) =>
    `${movedWords(seen)} ${seen.flows.length} links carry them, ` +
    `the busiest ${grouped(Math.max(...seen.flows.map(({ keys }) => keys)))}.`,
  requests: ({ load }) =>
    `the busiest node serves ${/serves ([\d.]+) times the mean/.exec(load)[1]}× the mean`.replace(
      'the busiest node ',
      '',
    ),
};
