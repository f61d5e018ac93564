// Ranges of keys whose order only their system knows, such as MongoDB’s: “[from, to)”, one behind the other. Both
// texts begin and end alike, and share most borders. Between two shared borders, where one text has a single range, all
// ranges of the other lie in it.

/** @typedef {import('../reading/form.js').Entry} Entry */
/** @typedef {import('./form.js').Unit} Unit */
/** @typedef {{borders: string[], rows: Entry[]}} Chain a border more than rows */
/** @typedef {[row: Entry, other: Entry]} Beside */

/**
 * The borders of a range, where its first is known; or where the next range begins.
 * @param {string} id
 * @param {?string} from
 * @param {string} [next]
 */
function endOf(id, from, next) {
  if (!/^\[.*\)$/s.test(id)) return null;
  const inside = id.slice(1, -1);
  if (from !== null) return inside.startsWith(`${from}, `) ? [from, inside.slice(from.length + 2)] : null;
  // Keys may have commas, too: the range after it tells where this one ends.
  for (let at = inside.indexOf(', '); at >= 0; at = inside.indexOf(', ', at + 1)) {
    const to = inside.slice(at + 2);
    if (next === undefined ? !to.includes(', ') : next.startsWith(`[${to}, `)) return [inside.slice(0, at), to];
  }
  return null;
}

/** @param {Entry[]} rows in order @returns {?Chain} null: they are none */
function chainOf(rows) {
  const borders = /** @type {string[]} */ ([]);
  for (const [i, { id }] of rows.entries()) {
    const ends = endOf(id, borders.at(-1) ?? null, rows[i + 1]?.id);
    if (!ends) return null;
    if (i === 0) borders.push(ends[0]);
    borders.push(ends[1]);
  }
  return borders.length > 1 && new Set(borders).size === borders.length ? { borders, rows } : null;
}

const isWhole = (/** @type {string} */ border) => /^-?\d+$/.test(border);

/**
 * The rows between two shared borders, cut at all borders, which are whole numbers.
 * @param {Chain} one
 * @param {Chain} other
 * @returns {Beside[]}
 */
function cut(one, other) {
  const inner = [...new Set([...one.borders.slice(1, -1), ...other.borders.slice(1, -1)])].map(BigInt);
  inner.sort((a, b) => (a < b ? -1 : 1));
  const rowAt = (/** @type {Chain} */ { borders, rows }, /** @type {?bigint} */ end) =>
    rows[borders.slice(1, -1).filter((border) => end === null || BigInt(border) < end).length];
  return [...inner, null].map((end) => [rowAt(one, end), rowAt(other, end)]);
}

/** @param {Chain} chain @param {number} from @param {number} to */
const part = ({ borders, rows }, from, to) => ({ borders: borders.slice(from, to + 1), rows: rows.slice(from, to) });

/**
 * What lies beside what between two shared borders; null: the order of the borders is not known.
 * @param {Chain} one
 * @param {Chain} other
 * @returns {?Beside[]}
 */
function besides(one, other) {
  if (one.rows.length === 1) return other.rows.map((row) => [one.rows[0], row]);
  if (other.rows.length === 1) return one.rows.map((row) => [row, other.rows[0]]);
  const inner = [...one.borders.slice(1, -1), ...other.borders.slice(1, -1)];
  return inner.every(isWhole) ? cut(one, other) : null;
}

/**
 * Sizes of a pair: of a range that was split, the text has none for its parts.
 * @param {Beside[]} pairs
 * @param {'before' | 'after'} sizes
 */
function sized(pairs, sizes) {
  const side = sizes === 'before' ? 0 : 1;
  const times = /** @type {Map<Entry, number>} */ (new Map());
  for (const pair of pairs) times.set(pair[side], (times.get(pair[side]) ?? 0) + 1);
  return (/** @type {Beside} */ pair) => (times.get(pair[side]) === 1 ? pair[side].bytes : undefined);
}

/**
 * The pieces of two texts; null: they are no such ranges. `crossing`: ranges whose borders cannot be put in order.
 * @param {Entry[]} before
 * @param {Entry[]} after
 * @returns {?{units: Unit[], sizes: 'before' | 'after' | null, split: false, crossing: number}}
 */
export function linksOf(before, after) {
  const [one, other] = [chainOf(before), chainOf(after)];
  if (!one || !other) return null;
  const [ends, others] = [one.borders, other.borders];
  if (ends[0] !== others[0] || ends.at(-1) !== others.at(-1)) return null;
  const places = new Map(others.map((border, i) => [border, i]));
  const pairs = /** @type {Beside[]} */ ([]);
  let [i, j, crossing] = [0, 0, 0];
  while (i < one.rows.length) {
    let next = i + 1;
    while ((places.get(ends[next]) ?? -1) <= j) next += 1;
    const to = /** @type {number} */ (places.get(ends[next]));
    const found = besides(part(one, i, next), part(other, j, to));
    if (found) pairs.push(...found);
    else crossing += to - j;
    [i, j] = [next, to];
  }
  const has = (/** @type {Entry[]} */ rows) => rows.some(({ bytes }) => bytes !== undefined);
  const sizes = has(before) ? 'before' : has(after) ? 'after' : null;
  const sizeOf = sizes && sized(pairs, sizes);
  const units = pairs.map((pair) => {
    const [was, is] = pair;
    const size = sizeOf?.(pair);
    const id = was.id.length < is.id.length ? was.id : is.id;
    return { id, before: was, after: is, ...(size !== undefined && { size }) };
  });
  return { units, sizes, split: false, crossing };
}

/** @param {number} a @param {number} b @returns {number} */
const divisor = (a, b) => (b === 0 ? a : divisor(b, a % b));

const kMostRemainders = 2 ** 20;

/**
 * Remainders of two moduli: those of their least common multiple; null: they are too many, or not all there.
 * @param {Entry[]} before
 * @param {Entry[]} after
 * @returns {?Unit[]}
 */
export function remaindersOf(before, after) {
  const isAll = (/** @type {Entry[]} */ rows) => rows.every(({ id }, i) => id === `${i}`);
  const [one, other] = [before.length, after.length];
  const all = (one / divisor(one, other)) * other;
  if (all > kMostRemainders || !isAll(before) || !isAll(after)) return null;
  return Array.from({ length: all }, (_, i) => ({ id: `${i}`, before: before[i % one], after: after[i % other] }));
}
