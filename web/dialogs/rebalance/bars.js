// Each node as two bars, now and after the moves: its entries stacked, in its share; what leaves and what has come is
// hatched, in the colour of the node that it leaves.
import { number, t } from '../../text/language.js';
import { svg as escaped } from '../../text/escaped.js';
import { shortened } from '../own_data/flows.js';
import { ratioText } from './sentence.js';

/** @typedef {import('../../systems/rebalance/form.js').Problem} Problem */
/** @typedef {import('./replay.js').Nodes} Nodes */
/** @typedef {ReturnType<typeof import('./replay.js').heldAfter>} Held */
/**
 * @typedef {{size: number, color: number, moved: boolean, count: number, id?: string}} Part `size` in shares; of
 *   `count` entries; `id`: of one alone
 */
/** @typedef {{name: string, drained: boolean, before: Part[], after: Part[]}} Row */

const kMostRows = 24;
const kLetter = 7; // px of a name's, about
const kNarrow = 480; // px: shorter names
const kRight = 88;
const kTick = 48; // px between two, at least
const kTop = 30;
const kMargins = 180; // px, about
const kRow = 30;
const kBar = 10;
const kThin = 3; // px: what is thinner is joined
const kMoved = 3; // so many times as thick: what moves has an outline
const kColors = 10;

const sizeOf = (/** @type {Part[]} */ parts) => parts.reduce((sum, { size }) => sum + size, 0);

/**
 * Entries of one colour, the largest first; those that would be too thin to see are one part.
 * @param {{id: string, load: number}[]} held @param {number} share @param {number} thin in shares
 * @param {{color: number, moved: boolean}} of
 * @returns {Part[]}
 */
function partsOf(held, share, thin, of) {
  const sizes = held.map(({ id, load }) => ({ id, size: load / share })).sort((a, b) => b.size - a.size);
  const seen = sizes.filter(({ size }) => size >= thin);
  const rest = sizes.slice(seen.length);
  const joined = rest.reduce((sum, { size }) => sum + size, 0);
  return [
    ...seen.map((one) => ({ ...one, count: 1, ...of })),
    ...(joined > 0 ? [{ size: joined, count: rest.length, ...of, ...(rest.length === 1 && { id: rest[0].id }) }] : []),
  ];
}

/** What each node would bear if all were even, also those that leave. @param {Problem} problem @param {Nodes} of */
function sharesOf({ nodes }, { share }) {
  const at = share.findIndex((one) => one > 0);
  const each = at < 0 ? 1 : share[at] / nodes[at].capacity;
  return nodes.map(({ capacity }) => capacity * each);
}

/**
 * @param {Problem} problem @param {Nodes} of @param {Held} now @param {Held} then after the moves
 * @param {number} thin the smallest part, in shares
 * @returns {Row[]} of all nodes
 */
export function rowsOf(problem, of, now, then, thin) {
  const shares = sharesOf(problem, of);
  const at = new Map(problem.nodes.map(({ name }, i) => [name, i]));
  return problem.nodes.map(({ name }, i) => {
    const stays = new Set(then[i].flatMap(({ id, from }) => (from === null ? [id] : [])));
    const [share, color] = [shares[i], i % kColors];
    const own = (/** @type {boolean} */ staying) => now[i].filter(({ id }) => stays.has(id) === staying);
    const kept = partsOf(own(true), share, thin, { color, moved: false });
    const givers = [...new Set(then[i].flatMap(({ from }) => (from === null ? [] : [from])))];
    const come = givers.flatMap((giver) =>
      partsOf(
        then[i].filter(({ from }) => from === giver),
        share,
        thin * kMoved,
        { color: (at.get(giver) ?? 0) % kColors, moved: true },
      ),
    );
    const leave = partsOf(own(false), share, thin * kMoved, { color, moved: true });
    return { name, drained: of.drained[i], before: [...kept, ...leave], after: [...kept, ...come] };
  });
}

/** Those that are drawn: all, or those that change most, in their order. @param {Row[]} rows */
export function shownRows(rows) {
  if (rows.length <= kMostRows) return rows;
  const change = (/** @type {Row} */ { before, after }) => Math.abs(sizeOf(before) - sizeOf(after));
  const most = [...rows].sort((a, b) => change(b) - change(a) || sizeOf(b.before) - sizeOf(a.before));
  const chosen = new Set(most.slice(0, kMostRows));
  return rows.filter((row) => chosen.has(row));
}

/**
 * @param {Part[]} parts @param {number} y @param {(size: number) => number} x
 * @param {string} [node] whose parts can be pressed
 */
function barOf(parts, y, x, node) {
  let from = 0;
  return parts
    .map(({ size, color, moved, id }) => {
      const [start, end] = [x(from), x(from + size)];
      from += size;
      const width = Math.max(0.5, end - start - (end - start > 2 ? 0.8 : 0));
      const box = `x="${start.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${kBar}"`;
      const hatch = moved ? `<rect fill="url(#rebalance-hatch)" ${box}/><rect class="unit" ${box}/>` : '';
      const bar = `<rect class="n${color}" ${box}/>${hatch}`;
      if (node === undefined) return bar;
      const entry = id === undefined ? '' : ` data-entry="${escaped(id)}"`;
      const title = id === undefined ? '' : `<title>${escaped(id)}</title>`;
      return `<g data-node="${escaped(node)}"${entry}>${title}${bar}</g>`;
    })
    .join('');
}

/** Whole, half or fifth parts of a share, not too many. @param {number} most @param {number} count */
function ticksOf(most, count) {
  const step = [0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 1000].find((one) => most / one <= count) ?? most;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step);
}

/**
 * @param {Row[]} rows that are drawn
 * @param {{width: number, limit: number, least: ?number}} how `limit`, `least`: in shares
 */
export function barsPicture(rows, { width, limit, least }) {
  const most = Math.max(limit * 1.05, ...rows.flatMap(({ before, after }) => [sizeOf(before), sizeOf(after)]));
  const right = width - kRight;
  const short = shortened(
    rows.map(({ name }) => name),
    width < kNarrow ? 10 : 22,
  );
  const left = 12 + kLetter * Math.max(...rows.map(({ name }) => short(name).length));
  const x = (/** @type {number} */ size) => left + ((right - left) * size) / most;
  const bottom = kTop + rows.length * kRow;
  const line = (/** @type {number} */ at, /** @type {string} */ kind) =>
    `<path class="${kind}" d="M${x(at).toFixed(1)} ${kTop - 6}V${bottom}"/>`;
  const ticks = ticksOf(most, Math.min(8, (right - left) / kTick)).map((tick) => {
    const at = `x="${x(tick).toFixed(1)}" y="${bottom + 14}"`;
    return `${line(tick, 'grid')}<text ${at} text-anchor="middle">${number(tick, 2, 0)}×</text>`;
  });
  const bars = rows.map(({ name, drained, before, after }, i) => {
    const y = kTop + i * kRow + 3;
    const change = `${ratioText(sizeOf(before))} → ${ratioText(sizeOf(after))}`;
    const over = sizeOf(after) > limit + 1e-9 && !drained ? ' over' : '';
    return `<text x="${left - 8}" y="${y + 14}" text-anchor="end"${drained ? ' class="quiet"' : ''}>
      <title>${escaped(name)}</title>${escaped(short(name))}</text>
      ${barOf(before, y, x, name)}${barOf(after, y + kBar + 2, x)}
      <text class="figure${over}" x="${right + 8}" y="${y + 14}">${change}</text>`;
  });
  const label = t('Each node, now (upper bar) and after the moves (lower bar), in its share; the limit as a line');
  const marks = [line(1, 'expected'), line(limit, 'limit'), ...(least ? [line(least, 'limit')] : [])];
  const tall = bottom + 20;
  return `<svg class="study bars" viewBox="0 0 ${width} ${tall}" width="${width}" height="${tall}" role="img"
      aria-label="${escaped(label)}">
    <defs><pattern id="rebalance-hatch" width="5" height="5" patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"><path class="hatch" d="M0 0V5"/></pattern></defs>
    ${ticks.join('')}${bars.join('')}${marks.join('')}
    <text class="mark" x="${x(limit).toFixed(1)}" y="${kTop - 12}" text-anchor="middle">${escaped(t('limit'))}</text>
  </svg>`;
}

/** The smallest part that is drawn by itself, in shares. @param {number} width @param {number} most in shares */
export const thinnest = (width, most) => (kThin * most) / Math.max(1, width - kMargins);
