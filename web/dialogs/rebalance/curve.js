// How uneven the cluster is against what has been moved: the plan step by step, where one may stop, what no plan can do
// without, and where the plans of real tools end.
import { number, t } from '../../text/language.js';
import { svg as escaped } from '../../text/escaped.js';
import { legendPicture, marksPicture } from './marks.js';
import { ratioText } from './sentence.js';

/** @typedef {import('./replay.js').Point} Point */
/**
 * What a tool does, from the beginning to the end. `mark`: as in the table.
 * @typedef {{mark: string, title: string, points: {bytes: number, worst: number}[]}} ToolCurve
 */
/** @typedef {{title: string, labels: string[]}} Axis its numbers, and of what they are */

const kLeft = 48;
const kRight = 20;
const kTop = 52;
const kBottom = 44;
const kHeight = 270; // without the legend
const kBeyond = 3; // a tool that moves more than so many times as much stands at the edge
const kLeastRatio = 0.01; // between two levels: numbers have two decimals
const kLeastHigh = 0.05; // of the picture, in shares

/** 1, 2, 5, 10 … times a power of ten. @param {number} most @param {number} count @param {number} least */
function niceStep(most, count, least) {
  const decade = 10 ** Math.floor(Math.log10(most / count));
  const step = [1, 2, 5, 10].map((one) => one * decade).find((one) => most / one <= count) ?? most;
  return Math.max(least, step);
}

/** From 0 on, of a whole number of anything. @param {number} most @param {number} count */
export function linearTicks(most, count) {
  if (!(most > 0)) return [0];
  const step = niceStep(most, count, 1);
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, i) => i * step);
}

/** @param {number} low @param {number} high in shares */
function levelsOf(low, high) {
  const step = niceStep(high - low, 5, kLeastRatio);
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, i) => (first + i) * step);
}

/**
 * Where things are in the picture.
 * @param {{curve: Point[], limit: number, bound: number, tools: ToolCurve[], width: number}} of
 */
function scaleOf({ curve, limit, bound, tools, width }) {
  const ends = tools.map(({ points }) => points[points.length - 1]);
  const own = Math.max(curve[curve.length - 1].bytes, bound, 1);
  const most = Math.min(own * kBeyond, Math.max(own, ...ends.map(({ bytes }) => bytes))) * 1.06;
  const worsts = [limit, ...curve.map(({ worst }) => worst), ...ends.map(({ worst }) => worst)];
  const passed = tools.flatMap(({ points }) => points.map(({ worst }) => worst));
  const low = Math.min(1, ...worsts, ...passed);
  const high = Math.max(Math.max(...worsts) * 1.02, low + kLeastHigh);
  const [right, bottom] = [width - kRight, kHeight - kBottom];
  return {
    ...{ most, low, high, right, bottom },
    x: (/** @type {number} */ bytes) => kLeft + ((right - kLeft) * Math.min(bytes, most)) / most,
    y: (/** @type {number} */ worst) => bottom - ((bottom - kTop) * (worst - low)) / (high - low),
  };
}

/** @typedef {ReturnType<typeof scaleOf>} Scale */

const f = (/** @type {number} */ value) => value.toFixed(1);

/** @param {{bytes: number, worst: number}[]} points @param {Scale} scale */
const lineOf = (points, { x, y }) =>
  points.map(({ bytes, worst }, i) => `${i === 0 ? 'M' : 'L'}${f(x(bytes))} ${f(y(worst))}`).join('');

const kSample = 6; // px

/** Points on a line through these. @param {number[][]} points */
const along = (points) =>
  points.flatMap(([x, y], i) => {
    const [a, b] = points[Math.max(0, i - 1)];
    const count = Math.min(200, Math.floor(Math.hypot(x - a, y - b) / kSample));
    return [...Array.from({ length: count }, (_, j) => [a + ((x - a) * j) / count, b + ((y - b) * j) / count]), [x, y]];
  });

/** The grid with its numbers. @param {Scale} scale @param {number} width @param {(ticks: number[]) => Axis} axis */
function axesOf({ most, low, high, right, bottom, x, y }, width, axis) {
  const levels = levelsOf(low, high).map(
    (level) => `<path class="grid" d="M${kLeft} ${f(y(level))}H${right}"/>
      <text x="${kLeft - 8}" y="${f(y(level) + 4)}" text-anchor="end">${ratioText(level)}</text>`,
  );
  const ticks = linearTicks(most, Math.max(2, Math.floor(width / 70)));
  const { title, labels } = axis(ticks);
  const marks = ticks.map(
    (tick, i) => `<text x="${f(x(tick))}" y="${bottom + 18}" text-anchor="middle">${escaped(labels[i])}</text>`,
  );
  return `<text x="0" y="14">${escaped(t('Busiest node, times its share'))}</text>${levels.join('')}${marks.join('')}
    <text x="${f((kLeft + right) / 2)}" y="${bottom + 38}" text-anchor="middle">${escaped(title)}</text>`;
}

/** What no plan can do without, and the limit, each with its name. @param {Scale} scale */
function linesOf({ right, bottom, x, y }, /** @type {number} */ limit, /** @type {number} */ bound) {
  const side = x(bound) > (kLeft + right) / 2 ? 'end' : 'start';
  const least =
    bound > 0
      ? `<path class="here" d="M${f(x(bound))} ${kTop - 6}V${bottom}"/>
        <text class="here-label" x="${f(x(bound))}" y="${kTop - 12}" text-anchor="${side}">${escaped(
          t('the least possible'),
        )}</text>`
      : '';
  const above = y(limit) - kTop > 18;
  return `<path class="limit" d="M${kLeft} ${f(y(limit))}H${right}"/>
    <text class="mark" x="${kLeft + 4}" y="${f(y(limit) + (above ? -5 : 14))}">${escaped(
      `${t('limit')} ${number(limit, 4, 2)}`,
    )}</text>${least}`;
}

/**
 * @param {object} of
 * @param {Point[]} of.curve @param {number} of.stop how many moves are carried out
 * @param {number} of.limit in shares @param {number} of.bound what no plan moves less than; 0: nobody knows
 * @param {ToolCurve[]} of.tools @param {number} of.width in CSS pixels
 * @param {(amount: number) => string} of.amount in words @param {(ticks: number[]) => Axis} of.axis
 */
export function curvePicture({ curve, stop, limit, bound, tools, width, amount, axis }) {
  const scale = scaleOf({ curve, limit, bound, tools, width });
  const { most, high, x, y } = scale;
  const stops = curve.filter(({ stops: may }) => may);
  const at = curve[stop];
  const dots =
    stops.length <= 120
      ? stops.map(({ bytes, worst }) => `<circle class="l0" cx="${f(x(bytes))}" cy="${f(y(worst))}" r="2.5"/>`)
      : [];
  const paths = tools.map(({ points }) => {
    const inside = points.filter((point) => point.bytes <= most && point.worst <= high);
    return `<g class="tool"><path d="${lineOf(inside, scale)}"/></g>`;
  });
  const ends = tools.map(({ mark, title, points }) => {
    const { bytes, worst } = points[points.length - 1];
    const told = `${title}: ${amount(bytes)}, ${ratioText(worst)}`;
    return { mark, told, x: x(bytes), y: y(worst), beyond: bytes > most };
  });
  const marks = marksPicture(ends, {
    ...{ left: kLeft, right: scale.right, top: kTop, bottom: scale.bottom },
    taken: along(stops.map(({ bytes, worst }) => [x(bytes), y(worst)])),
    here: [x(at.bytes), y(at.worst)],
    ...{ across: y(limit), down: bound > 0 ? x(bound) : null },
  });
  const legend = legendPicture([['', t('This plan')], ...tools.map(({ mark, title }) => [mark, title])], {
    ...{ left: 0, top: kHeight + 4, width },
  });
  const label = t('The busiest node, in its share, against what has been moved');
  const tall = kHeight + legend.height + 4;
  return `<svg class="study curve" data-most="${most}" viewBox="0 0 ${width} ${tall}" width="${width}" height="${tall}"
      role="img" aria-label="${escaped(label)}">
    ${axesOf(scale, width, axis)}${linesOf(scale, limit, bound)}
    ${paths.join('')}<path class="line l0" d="${lineOf(stops, scale)}"/>${dots.join('')}
    <circle class="stop" cx="${f(x(at.bytes))}" cy="${f(y(at.worst))}" r="6"/>${marks}${legend.svg}</svg>`;
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
