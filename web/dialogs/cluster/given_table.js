// A table without a function that finds a key's entry: its entries become the page's own keys, and the strategy
// directory has each where the table has it.
import { itemsOf, kMostOpened, kMostShared, linkOf, runsOf, tooLong } from '../../systems/reading/link.js';
import { checkKey, countedLine } from '../files/counted_lines.js';

/** @typedef {import('../../systems/reading/form.js').Reading} Reading */
/** @typedef {import('../../systems/reading/form.js').Entry} Entry */
/** @typedef {'requests' | 'bytes'} Figure */
/**
 * @typedef {object} Table
 * @property {string} before the link of the nodes alone
 * @property {string} owners the link's field of the same name
 * @property {Blob} keys an entry a line, with its count (files/counted_lines.js)
 * @property {number} count of the entries
 * @property {?Figure} figure what the counts are; null: each entry counts as 1
 * @property {Figure[]} figures what they can be: the text has both
 * @property {number} unit how much of the figure counts as 1
 * @property {number} lacking entries without the figure, or with less than the unit: they count as 1
 */

const kMostCount = 10n ** 12n; // as kMaxKeyCount in core/model/key_reader.h
const kMostInAll = 2n ** 53n;
const kSomeFingerprint = '0'.repeat(16);
const kUnits = [1n, 10n ** 3n, 10n ** 6n, 10n ** 9n, 10n ** 12n, 10n ** 15n];

/** @type {Figure[]} */
const kFigures = ['requests', 'bytes']; // the first that the text has, if nobody chooses

/** @param {Entry[]} rows @param {Figure} figure @returns {bigint[]} 0: the text has none */
const figuresOf = (rows, figure) => rows.map((row) => BigInt(row[figure] ?? 0));

/** Rounded, and at least 1. @param {bigint} figure @param {bigint} unit */
function countOf(figure, unit) {
  const count = (figure + unit / 2n) / unit;
  return count > 1n ? count : 1n;
}

/**
 * What each entry counts, in a unit that keeps them within what the page can add up.
 * @param {Entry[]} rows
 * @param {Figure} [wanted]
 * @returns {{counts: bigint[]} & Pick<Table, 'figure' | 'figures' | 'unit' | 'lacking'>}
 */
function countsOf(rows, wanted) {
  const figures = kFigures.filter((one) => figuresOf(rows, one).some((each) => each > 0n));
  const figure = figures.find((one) => one === wanted) ?? figures[0] ?? null;
  const all = figure ? figuresOf(rows, figure) : [];
  for (const unit of figure ? kUnits : []) {
    const counts = all.map((one) => countOf(one, unit));
    const sum = counts.reduce((before, one) => before + one, 0n);
    if (sum >= kMostInAll || counts.some((one) => one > kMostCount)) continue;
    return { counts, figure, figures, unit: Number(unit), lacking: all.filter((one) => one < unit).length };
  }
  return { counts: rows.map(() => 1n), figure: null, figures, unit: 1, lacking: 0 };
}

/** The link of a table, once the page knows its keys. @param {Table} table @param {string} fingerprint */
export const linkOfTable = ({ before, owners, count }, fingerprint) =>
  `${before.replace('&keys=1&', `&keys=given:${fingerprint}:${count}&`)}&owners=${owners}`;

/**
 * @param {Reading} reading whose entries say it all
 * @param {Figure} [figure] what the counts shall be
 * @returns {{table: Table} | {why: string}}
 */
export function tableOf({ nodes, entries }, figure) {
  const { rows } = entries;
  if (rows.length === 0) return { why: 'the text does not say which entries each node has' };
  try {
    rows.forEach(({ id }, i) => checkKey(id, i + 1));
  } catch (error) {
    return { why: /** @type {Error} */ (error).message };
  }
  const { counts, ...of } = countsOf(rows, figure);
  // Generated keys, which the entries replace, are as few as can be.
  const before = `v=1&nodes=${itemsOf(nodes)}&keys=1&strategy=directory`;
  const keys = new Blob(['\ufeff', ...rows.map(({ id }, i) => countedLine(id, `${counts[i]}`))]); // as countedLines()
  return { table: { before, owners: `directory:${runsOf({ nodes, entries })}`, keys, count: rows.length, ...of } };
}

/**
 * What opens a reading on the page: its link; or, where Reshard has no function for the keys of a table, that table.
 * `length`: of the link.
 * @param {Reading} reading
 * @param {Figure} [figure] what a table's entries count
 * @returns {{link: string, length: number} | {table: Table, length: number} | {why: string}}
 */
export function openedBy(reading, figure) {
  const linked = linkOf(reading);
  const opened = 'table' in linked ? tableOf(reading, figure) : linked;
  if ('why' in opened) return opened;
  const { length } = 'link' in opened ? opened.link : linkOfTable(opened.table, kSomeFingerprint);
  return length > kMostOpened ? tooLong(length) : { ...opened, length };
}

/** Whether a link is too long for what carries links. @param {number} length */
export const isLong = (length) => length > kMostShared;
