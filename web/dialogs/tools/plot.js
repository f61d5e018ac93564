// Plots of what the studies compute, as SVG: lines over two axes, and bars by node. Colours are in studies.css; those
// of exported files are in save.js. Lines differ by their dashes too.
import { number } from '../../text/language.js';
import { svg as escaped } from '../../text/escaped.js';

const kLeft = 56,
  kRight = 24,
  kAxis = 44,
  kLegendRow = 20,
  kTop = 8;
const kSample = 28; // length of a line in the legend

/**
 * 1, 2, 5, 10, 20… between two values, or only powers of ten if there are many.
 * @param {number} least @param {number} most
 */
export function logTicks(least, most) {
  const first = Math.floor(Math.log10(least)),
    last = Math.ceil(Math.log10(most));
  const decades = Array.from({ length: last - first + 1 }, (_, i) => 10 ** (first + i));
  const steps = last - first > 3 ? [1] : last - first > 1 ? [1, 3] : [1, 1.5, 2, 3, 5];
  const every = Math.max(1, Math.ceil(decades.length / 9));
  return decades
    .filter((_, i) => i % every === 0)
    .flatMap((decade) => steps.map((step) => step * decade))
    .filter((tick) => tick >= least * 0.999 && tick <= most * 1.001);
}

/** @param {string[]} titles @param {number} width */
const legendOf = (titles, width) => {
  const columns = width < 560 ? 1 : 2;
  const items = titles.map((title, i) => {
    const x = kLeft + (i % columns) * ((width - kLeft) / columns),
      y = kTop + Math.floor(i / columns) * kLegendRow + 8;
    return { x, y, i, text: `<text class="legend" x="${x + kSample + 8}" y="${y + 4}">${escaped(title)}</text>` };
  });
  return { items, height: kTop + Math.ceil(titles.length / columns) * kLegendRow };
};

/**
 * How high lines are drawn, in CSS pixels: lower in a post, where the picture and its controls must both be in sight.
 * @param {boolean} embedded
 */
export const plotHeight = (embedded) => (embedded ? Math.max(150, Math.min(240, innerHeight - 270)) : 240);

/** A mark at the tick's height, and a line across. @param {number} width @param {number} y @param {string} text */
const gridLine = (width, y, text) =>
  `<path class="grid" d="M${kLeft} ${y.toFixed(1)}H${width - kRight}"/>` +
  `<text x="${kLeft - 8}" y="${(y + 4).toFixed(1)}" text-anchor="end">${text}</text>`;

/** What an SVG of a study begins with. @param {number} width @param {number} height @param {string} label */
const opened = (width, height, label) =>
  `<svg class="study" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img"
    aria-label="${escaped(label)}">`;

/**
 * @typedef {object} Plot lines over two logarithmic axes
 * @property {string} label
 * @property {number} width
 * @property {number} height from plotHeight()
 * @property {{title: string, points: [number, number][]}[]} lines
 * @property {{at: number, text: string}} [here] a place on the x axis
 * @property {{title: string, ticks: number[], text?: (value: number) => string}} x
 * @property {{title: string, least?: number, text?: (value: number) => string}} y
 */

/** The line that marks a place on the x axis. @param {{x: number, late: boolean, top: number, bottom: number,
 * text: string}} mark `late`: it is in the right half */
const markOf = ({ x, late, top, bottom, text }) =>
  `<path class="here" d="M${x.toFixed(1)} ${top}V${bottom}"/>` +
  `<text class="here-label" x="${x + (late ? -6 : 6)}" y="${top - 6}" text-anchor="${late ? 'end' : 'start'}">` +
  `${escaped(text)}</text>`;

/** @param {Plot} plot */
export function plotOf({ label, width, height, lines, here, x, y }) {
  const all = lines.flatMap(({ points }) => points);
  const [left, right] = [Math.min(...all.map(([at]) => at)), Math.max(...all.map(([at]) => at))];
  const values = all.map(([, value]) => value).filter((value) => value > 0);
  const low = y.least ?? Math.min(...values),
    high = Math.max(...values, low * 1.5);
  const legend = legendOf(
    lines.map(({ title }) => title),
    width,
  );
  const top = legend.height + 38,
    bottom = top + height - kAxis;
  const share = (/** @type {number} */ value, /** @type {number} */ from, /** @type {number} */ to) =>
    Math.log(value / from) / Math.log(to / from);
  const xOf = (/** @type {number} */ value) => kLeft + (width - kLeft - kRight) * share(value, left, right);
  const yOf = (/** @type {number} */ value) => bottom - (bottom - top) * share(value, low, high);
  const written = {
    x: x.text ?? ((/** @type {number} */ value) => number(value)),
    y: y.text ?? ((/** @type {number} */ value) => number(value, 2, 0)),
  };
  const every = Math.ceil(x.ticks.length / ((width - kLeft) / 56));
  const grid = logTicks(low, high).map((tick) => gridLine(width, yOf(tick), written.y(tick)));
  const marks = x.ticks
    .filter((tick, i) => i % every === 0)
    .map(
      (tick) => `<text x="${xOf(tick).toFixed(1)}" y="${bottom + 18}" text-anchor="middle">${written.x(tick)}</text>`,
    );
  const drawn = lines.map(
    ({ points }, i) =>
      `<polyline class="line l${i}" points="${points
        .filter(([, value]) => value > 0)
        .map(([at, value]) => `${xOf(at).toFixed(1)},${yOf(value).toFixed(1)}`)
        .join(' ')}"/>`,
  );
  const mark = here ? markOf({ x: xOf(here.at), late: xOf(here.at) > width / 2, top, bottom, text: here.text }) : '';
  const shown = legend.items.map(
    (item) => `<path class="line l${item.i}" d="M${item.x} ${item.y}h${kSample}"/>${item.text}`,
  );
  return `${opened(width, bottom + kAxis, label)}
    ${shown.join('')}
    <text x="8" y="${top - 24}">${escaped(y.title)}</text>${grid.join('')}${mark}${drawn.join('')}${marks.join('')}
    <text x="${(kLeft + width - kRight) / 2}" y="${bottom + 38}" text-anchor="middle">${escaped(x.title)}</text></svg>`;
}

/**
 * Bars side by side, with a line at 1.
 * @param {{label: string, width: number, titles: string[], groups: {name: string, values: number[]}[],
 *   text: (value: number) => string}} bars
 */
export function barsOf({ label, width, titles, groups, text }) {
  const most = Math.max(1, ...groups.flatMap(({ values }) => values)) * 1.05;
  const legend = legendOf(titles, width);
  const top = legend.height + 8,
    bottom = top + 160;
  const step = (width - kLeft - kRight) / groups.length,
    each = Math.min(20, (step * 0.8) / titles.length);
  const yOf = (/** @type {number} */ value) => bottom - ((bottom - top) * value) / most;
  const every = Math.ceil(64 / step);
  const drawn = groups.map(({ name, values }, i) => {
    const middle = kLeft + step * (i + 0.5),
      from = middle - (each * values.length) / 2;
    const bars = values.map((value, at) => {
      const [x, y] = [(from + at * each).toFixed(1), yOf(value).toFixed(1)];
      const size = `width="${(each * 0.92).toFixed(1)}" height="${(bottom - yOf(value)).toFixed(1)}"`;
      return `<rect class="bar l${at}" x="${x}" y="${y}" ${size}/>`;
    });
    return (
      bars.join('') +
      (i % every === 0
        ? `<text x="${middle.toFixed(1)}" y="${bottom + 18}" text-anchor="middle">${escaped(name)}</text>`
        : '')
    );
  });
  const levels = [0, 1, ...(most >= 2.2 ? [Math.floor(most)] : [])];
  const shown = legend.items.map(
    (item) =>
      `<rect class="bar l${item.i}" x="${item.x}" y="${item.y - 5}" width="${kSample}" height="10"/>${item.text}`,
  );
  return `${opened(width, bottom + 24, label)}
    ${shown.join('')}
    ${levels.map((level) => gridLine(width, yOf(level), text(level))).join('')}
    ${drawn.join('')}</svg>`;
}
