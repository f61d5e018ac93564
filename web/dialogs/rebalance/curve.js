// How uneven the cluster is against what has been moved: the plan step by step, where one may stop, what no plan can do
// without, and where the plans of real tools end.
import { number, t } from '../../text/language.js';
import { svg as escaped } from '../../text/escaped.js';
import { ratioText } from './sentence.js';

/** @typedef {import('./replay.js').Point} Point */
/**
 * What a tool does, from the beginning to the end. `mark`: as in the table.
 * @typedef {{mark: string, title: string, points: {bytes: number, worst: number}[]}} ToolCurve
 */

const kLeft = 48;
const kRight = 20;
const kTop = 44;
const kBottom = 40;
const kHeight = 250;
const kMark = 17; // px between two marks
const kBeyond = 3; // a tool that moves more than so many times as much stands at the edge

/** 0, 1, 2, 5, 10 … times a power of ten. @param {number} most @param {number} count */
export function linearTicks(most, count) {
  if (!(most > 0)) return [0];
  const decade = 10 ** Math.floor(Math.log10(most / count));
  const step = [1, 2, 5, 10].map((one) => one * decade).find((one) => most / one <= count) ?? most;
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, i) => i * step);
}

/** Puts marks beside each other that would be on top of each other. */
function apartFrom(/** @type {[number, number][]} */ marks = []) {
  return (/** @type {number} */ x, /** @type {number} */ y) => {
    let left = x;
    while (marks.some(([at, height]) => Math.hypot(at - left, height - y) < kMark)) left -= kMark;
    marks.push([left, y]);
    return [left, y];
  };
}

/**
 * @param {object} of
 * @param {Point[]} of.curve @param {number} of.stop how many moves are carried out
 * @param {number} of.limit in shares @param {number} of.bound what no plan moves less than; 0: nobody knows
 * @param {ToolCurve[]} of.tools @param {number} of.width in CSS pixels
 * @param {(amount: number) => string} of.amount in words
 */
export function curvePicture({ curve, stop, limit, bound, tools, width, amount }) {
  const ends = tools.map(({ points }) => points[points.length - 1]);
  const own = Math.max(curve[curve.length - 1].bytes, bound, 1);
  const most = Math.min(own * kBeyond, Math.max(own, ...ends.map(({ bytes }) => bytes))) * 1.06;
  const worsts = [limit, ...curve.map(({ worst }) => worst), ...ends.map(({ worst }) => worst)];
  const [low, high] = [Math.min(1, ...worsts), Math.max(...worsts) * 1.02];
  const [right, bottom] = [width - kRight, kHeight - kBottom];
  const x = (/** @type {number} */ bytes) => kLeft + ((right - kLeft) * Math.min(bytes, most)) / most;
  const y = (/** @type {number} */ worst) => bottom - ((bottom - kTop) * (worst - low)) / Math.max(0.01, high - low);
  const f = (/** @type {number} */ value) => value.toFixed(1);
  const levels = linearTicks(high - low, 5).map((tick) => low + tick);
  const grid = levels.map(
    (level) => `<path class="grid" d="M${kLeft} ${f(y(level))}H${right}"/>
      <text x="${kLeft - 8}" y="${f(y(level) + 4)}" text-anchor="end">${ratioText(level)}</text>`,
  );
  const marks = linearTicks(most, Math.max(2, Math.floor(width / 120))).map(
    (tick, i) =>
      `<text x="${f(x(tick))}" y="${bottom + 18}" text-anchor="${i === 0 ? 'start' : 'middle'}">${escaped(
        tick === 0 ? '0' : amount(tick),
      )}</text>`,
  );
  const stops = curve.filter(({ stops: may }) => may);
  const at = curve[stop];
  const dots =
    stops.length <= 120
      ? stops.map(({ bytes, worst }) => `<circle class="l0" cx="${f(x(bytes))}" cy="${f(y(worst))}" r="2.5"/>`)
      : [];
  const lineOf = (/** @type {{bytes: number, worst: number}[]} */ points) =>
    points.map(({ bytes, worst }, i) => `${i === 0 ? 'M' : 'L'}${f(x(bytes))} ${f(y(worst))}`).join('');
  const apart = apartFrom();
  const others = tools.map(({ mark, title, points }, i) => {
    const { bytes, worst } = ends[i];
    const beyond = bytes > most;
    const inside = points.filter((point) => point.bytes <= most && point.worst <= high);
    const [left, height] = apart(x(bytes) - (beyond ? 10 : 0), y(worst));
    const place = f(left);
    return `<g class="tool"><title>${escaped(`${title}: ${amount(bytes)}, ${ratioText(worst)}`)}</title>
      <path d="${lineOf(inside)}"/><circle cx="${place}" cy="${f(height)}" r="8"/>
      <text x="${place}" y="${f(height + 4)}" text-anchor="middle">${mark}</text>
      ${beyond ? `<path class="more" d="M${right + 3} ${f(height - 4)}l4 4l-4 4"/>` : ''}</g>`;
  });
  const side = x(bound) > width / 2 ? 'end' : 'start';
  const least =
    bound > 0
      ? `<path class="here" d="M${f(x(bound))} ${kTop}V${bottom}"/>
        <text class="here-label" x="${f(x(bound))}" y="${kTop - 6}" text-anchor="${side}">
        ${escaped(t('the least possible'))}</text>`
      : '';
  const limitText = `${t('limit')} ${number(limit, 4, 2)}`;
  const label = t('The busiest node, in its share, against what has been moved');
  const size = `viewBox="0 0 ${width} ${kHeight}" width="${width}" height="${kHeight}"`;
  return `<svg class="study curve" data-most="${most}" ${size} role="img"
      aria-label="${escaped(label)}">
    <text x="0" y="14">${escaped(t('Busiest node, times its share'))}</text>
    ${grid.join('')}${marks.join('')}
    <path class="limit" d="M${kLeft} ${f(y(limit))}H${right}"/>
    <text class="mark" x="${kLeft + 4}" y="${f(y(limit) - 4)}">${escaped(limitText)}</text>
    ${least}<path class="line l0" d="${lineOf(stops)}"/>${dots.join('')}${others.join('')}
    <circle class="stop" cx="${f(x(at.bytes))}" cy="${f(y(at.worst))}" r="6"/>
    <text x="${(kLeft + right) / 2}" y="${bottom + 36}" text-anchor="middle">${escaped(t('Moved'))}</text></svg>`;
}

/**
 * After how many moves to stop where somebody presses on the picture.
 * @param {SVGSVGElement} picture @param {number} clientX @param {Point[]} curve
 */
export function stopAt(picture, clientX, curve) {
  const { left, width } = picture.getBoundingClientRect();
  const at = ((clientX - left) / width) * picture.viewBox.baseVal.width;
  const own = picture.viewBox.baseVal.width - kRight - kLeft;
  const bytes = ((at - kLeft) / own) * Number(picture.dataset.most);
  const away = (/** @type {Point} */ point) => Math.abs(point.bytes - bytes);
  return curve.filter(({ stops }) => stops).reduce((best, one) => (away(one) < away(best) ? one : best)).moves;
}
