// What units that moved come to: counts, shares, bytes, copies.
import { Sum } from '../reading/figures.js';

/** @typedef {import('./form.js').Unit} Unit */
/** @typedef {import('./form.js').Flow} Flow */
/** @typedef {import('./form.js').Copies} Copies */
/** @typedef {import('./form.js').Bytes} Bytes */
/** @typedef {import('./form.js').Which} Which */

/** A text for both ends of a flow: names have no line ends. */
const pairOf = (/** @type {?string} */ from, /** @type {?string} */ to) =>
  `${from === null ? '' : `=${from}`}\n${to === null ? '' : `=${to}`}`;

/** Shares of widths, exact to 15 digits. @param {bigint} part @param {bigint} all */
const shareOf = (part, all) => Number((part * 10n ** 15n) / all) / 1e15;

/** Who gained more than it lost: what any strategy must move. */
export class Gains {
  /** @type {Map<?string, bigint>} */
  #gained = new Map();

  /** @param {?string} from @param {?string} to @param {bigint} amount */
  move(from, to, amount) {
    this.add(from, -amount);
    this.add(to, amount);
  }

  /** @param {?string} node @param {bigint} amount */
  add(node, amount) {
    this.#gained.set(node, (this.#gained.get(node) ?? 0n) + amount);
  }

  get least() {
    return [...this.#gained.values()].reduce((sum, one) => (one > 0n ? sum + one : sum), 0n);
  }
}

/** @param {Unit} unit */
const isMoved = ({ before, after }) => before.owner !== after.owner;

/** @param {import('./form.js').Holder} holder */
const holdersOf = ({ owner, replicas }) => new Set(owner === null ? replicas : [owner, ...replicas]);

/**
 * @param {Unit[]} units
 * @param {bigint} [all] the width of everything, where the units are pieces of ranges
 */
export function movementOf(units, all) {
  /** @type {Map<string, Flow & {width: bigint, sum: ?Sum}>} */
  const flows = new Map();
  const [gains, widths] = [new Gains(), new Gains()];
  let [moved, wide] = [0, 0n];
  for (const unit of units.filter(isMoved)) {
    const { before, after, width = 0n, size } = unit;
    const [from, to] = [before.owner, after.owner];
    moved += 1;
    wide += width;
    gains.move(from, to, 1n);
    widths.move(from, to, width);
    const flow = flows.get(pairOf(from, to)) ?? { from, to, count: 0, width: 0n, sum: null };
    flow.count += 1;
    flow.width += width;
    // a node that has a copy already is sent nothing
    if (size !== undefined) flow.sum = (flow.sum ?? new Sum()).add(to && before.replicas.includes(to) ? 0 : size);
    flows.set(pairOf(from, to), flow);
  }
  const least = Number(gains.least);
  const share = all && { moved: shareOf(wide, all), least: shareOf(widths.least, all) };
  return {
    ...{ moved, least, unnecessary: moved - least },
    ...(share && { share: { ...share, unnecessary: shareOf(wide - widths.least, all ?? 1n) } }),
    flows: [...flows.values()]
      .sort((a, b) => (all ? (b.width > a.width ? 1 : b.width < a.width ? -1 : 0) : 0) || b.count - a.count)
      .map(({ width, sum, ...flow }) => ({
        ...flow,
        ...(all && { share: shareOf(width, all) }),
        ...(sum && { bytes: sum.value }),
      })),
  };
}

/**
 * Copies that have to be made and those that are no longer needed; null: nothing has more than its owner.
 * @param {Unit[]} units
 * @returns {?Copies}
 */
export function copiesOf(units) {
  if (!units.some(({ before, after }) => before.replicas.length > 0 || after.replicas.length > 0)) return null;
  /** @type {Map<string, {copies: number, sum: ?Sum}>} */
  const to = new Map();
  let [changed, made, removed] = [0, 0, 0];
  for (const { before, after, size } of units) {
    const [had, has] = [holdersOf(before), holdersOf(after)];
    const news = [...has].filter((node) => !had.has(node));
    const gone = [...had].filter((node) => !has.has(node)).length;
    if (news.length + gone > 0) changed += 1;
    made += news.length;
    removed += gone;
    for (const node of news) {
      const sums = to.get(node) ?? { copies: 0, sum: null };
      sums.copies += 1;
      if (size !== undefined) sums.sum = (sums.sum ?? new Sum()).add(size);
      to.set(node, sums);
    }
  }
  const rows = [...to].map(([node, { copies, sum }]) => ({ node, copies, ...(sum && { bytes: sum.value }) }));
  return { changed, made, removed, to: rows.sort((a, b) => b.copies - a.copies) };
}

/**
 * Bytes of all copies that are made: of the owner's alone where no text has replicas.
 * @param {Unit[]} units
 * @param {?Which} of the text with sizes
 * @param {boolean} split
 * @returns {?Bytes}
 */
export function bytesOf(units, of, split) {
  if (of === null) return null;
  const sum = new Sum();
  let [lacking, largest] = [0, /** @type {import('./form.js').Figure} */ (0)];
  for (const { before, after, size } of units) {
    const had = holdersOf(before);
    const copies = [...holdersOf(after)].filter((node) => !had.has(node)).length;
    if (copies === 0) continue;
    if (size === undefined) lacking += copies;
    else {
      for (let i = 0; i < copies; ++i) sum.add(size);
      if (BigInt(size) > BigInt(largest)) largest = size;
    }
  }
  return { of, moved: sum.value, lacking, ...(split && { estimated: true }), largest };
}

/** From the second text to the first. @param {Unit[]} units @returns {Unit[]} */
export const swapped = (units) => units.map((unit) => ({ ...unit, before: unit.after, after: unit.before }));

/** @typedef {{bytesPerSecond: number, atOnce: number}} Rate of one copy, and how many are made at once */

/**
 * The page's own formula (Costs): bytes by bandwidth; and no copy is faster than one copier.
 * @param {?Bytes} bytes
 * @param {Rate} rate
 */
export function secondsOf(bytes, { bytesPerSecond, atOnce }) {
  if (!bytes) return null;
  const { moved, largest } = bytes;
  return Math.max(Number(moved) / (bytesPerSecond * atOnce), Number(largest) / bytesPerSecond);
}

/**
 * A difference with the time that it takes, and the way back.
 * @template {Pick<import('./form.js').Difference, 'bytes' | 'time' | 'back' | 'cannot'>} Of
 * @param {Of} difference
 * @param {Rate | undefined} rate
 * @returns {Of}
 */
export function timed(difference, rate) {
  if (!rate || !difference.back) return difference;
  const { bytes, back, cannot } = difference;
  const { bytesPerSecond, atOnce } = rate;
  const time = { bytes_per_second: bytesPerSecond, copies_at_once: atOnce, seconds: secondsOf(bytes, rate) };
  return {
    ...difference,
    ...{ time, back: { ...back, seconds: secondsOf(back.bytes, rate) } },
    cannot: bytes ? cannot : [...cannot, { what: 'sizes' }],
  };
}
