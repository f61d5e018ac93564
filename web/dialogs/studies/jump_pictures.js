// The pictures of Jump: bars that drop from 1/n to 1/(n + 1), and the path of one key under both loops. Strings of SVG.
import { number, percentSign, t } from '../../text/language.js';

const kHeight = 240,
  kTop = 44,
  kBottom = 24,
  kLeft = 48,
  kRight = 8;
const kLane = 96,
  kDot = 5;

/** Rounded to tenths. @param {number} value */
const r = (value) => Math.round(value * 10) / 10;
/** @param {number} share 0 to 1 */
const shareText = (share) => number(100 * share, 1) + percentSign();

const kLetter = 6.6; // the average width of a letter

/** The meaning of the colours, side by side. @param {[string, string][]} items class and words */
function legend(items) {
  let x = 0;
  return items
    .map(([name, words]) => {
      const at = x;
      x += 32 + kLetter * words.length;
      return `<rect class="${name}" x="${r(at)}" y="2" width="12" height="12"/>
        <text x="${r(at + 17)}" y="12">${words}</text>`;
    })
    .join('');
}

/**
 * @param {{n: number, before: number[], after: number[], keys: number}} step from n to n + 1 nodes
 * @param {number} width in CSS pixels
 */
export function barsOf({ n, before, after, keys }, width) {
  const most = 1.12 * Math.max(1 / n, ...before.map((count) => count / keys));
  const y = (/** @type {number} */ share) => kHeight - kBottom - ((kHeight - kBottom - kTop) * share) / most;
  const slot = (width - kLeft - kRight) / (n + 1),
    bar = Math.min(64, 0.72 * slot);
  /** @param {string} name @param {number} i the node @param {number} from @param {number} to both shares */
  const box = (name, i, from, to) =>
    `<rect class="${name}" x="${r(kLeft + slot * (i + 0.5) - bar / 2)}" y="${r(y(to))}" width="${r(bar)}"
      height="${r(Math.max(0, y(from) - y(to)))}"/>`;
  const bars = after.map((count, i) =>
    i < n
      ? box('kept', i, 0, count / keys) + box('given', i, count / keys, before[i] / keys)
      : box('taken', i, 0, count / keys),
  );
  const names = after.map((_, i) =>
    slot >= 14 || i % 2 === 0
      ? `<text x="${r(kLeft + slot * (i + 0.5))}" y="${kHeight - 8}" text-anchor="middle">${i}</text>`
      : '',
  );
  /** @param {number} share @param {string} name @param {string} words @param {number} down of the words */
  const level = (share, name, words, down) =>
    `<path class="${name}" d="M${kLeft} ${r(y(share))}H${width - kRight}"/>
    <text x="${kLeft - 6}" y="${r(y(share) + down)}" text-anchor="end">${words}</text>`;
  const levels =
    level(1 / n, 'before', `1/${n}`, 4) +
    level(1 / (n + 1), 'expected', `1/${n + 1}`, y(1 / (n + 1)) - y(1 / n) < 14 ? 16 : 4);
  const label = t(
    'Bars of {0} nodes fall from {1} to {2}; the table has the numbers',
    n,
    shareText(1 / n),
    shareText(1 / (n + 1)),
  );
  return `<svg class="study" viewBox="0 0 ${width} ${kHeight}" role="img" aria-label="${label}">
    ${legend([
      ['kept', t('kept')],
      ['given', t('given away')],
      ['taken', t('taken by the new node')],
    ])}${bars.join('')}${levels}${names.join('')}</svg>`;
}

/** An arc above the line of nodes. @param {number} x1 @param {number} x2 @param {number} y */
function arc(x1, x2, y) {
  const top = y - Math.min(52, 14 + Math.abs(x2 - x1) / 3);
  return `<path class="jump" d="M${r(x1)} ${y}Q${r((x1 + x2) / 2)} ${r(top)} ${r(x2)} ${y}"/>`;
}

/**
 * Both loops on one key, one lane each.
 * @param {{coins: {node: number, moves: boolean}[], jumps: {from: number, to: number}[]}} draws
 * @param {number} width in CSS pixels
 */
export function lanesOf({ coins, jumps }, width) {
  const nodes = coins.length + 1;
  const step = (width - 24) / (nodes + 0.6);
  const x = (/** @type {number} */ node) => 12 + step * (node + 0.3);
  /** @param {number} top @param {string} title @param {(y: number) => string} row */
  const lane = (top, title, row) => `<text x="0" y="${top + 12}">${title}</text>${row(top + kLane - 30)}`;
  const names = (/** @type {number} */ y) =>
    Array.from({ length: nodes }, (_, i) =>
      step >= 16 || i % 2 === 0 ? `<text x="${r(x(i))}" y="${y + 18}" text-anchor="middle">${i}</text>` : '',
    ).join('');
  /** @param {number} i the node @param {number} y @param {boolean} on the key's path */
  const dot = (i, y, on) => `<circle class="${on ? 'on' : 'off'}" cx="${r(x(i))}" cy="${y}" r="${on ? kDot : 3}"/>`;
  const stops = [0, ...coins.filter(({ moves }) => moves).map(({ node }) => node)];
  const naive = (/** @type {number} */ y) =>
    stops
      .slice(1)
      .map((stop, i) => arc(x(stops[i]), x(stop), y))
      .join('') +
    Array.from({ length: nodes }, (_, i) => dot(i, y, stops.includes(i))).join('') +
    names(y);
  const landed = jumps.map(({ from }) => from);
  const jumping = (/** @type {number} */ y) =>
    jumps.map(({ from, to }) => arc(x(from), to < nodes ? x(to) : width - 2, y)).join('') +
    landed.map((stop) => dot(stop, y, true)).join('') +
    names(y);
  const label = t('The key’s path through both loops; the draws are in the tables');
  const ofNaive = t('Naive: {0} {0|coin|coins}, ends at node {1}', coins.length, String(stops.at(-1)));
  const ofJumping = t('Jumping: {0} {0|draw|draws}, ends at node {1}', jumps.length, String(landed.at(-1)));
  return `<svg class="study" viewBox="0 0 ${width} ${2 * kLane}" role="img" aria-label="${label}">
    ${lane(0, ofNaive, naive)}${lane(kLane, ofJumping, jumping)}</svg>`;
}
