// The figures' pictures as text, made from plain data: cmake/story_page.mjs puts the first ones into story.html, and
// the figures change them there. Colours are also attributes, for feeds that drop the style sheet.
import { html as escaped } from '../text/escaped.js';

const kColors = [
  '#242fac',
  '#ce9310',
  '#068e71',
  '#6e2446',
  '#1ba4ff',
  '#a64344',
  '#987302',
  '#7758de',
  '#fc5d88',
  '#006775',
];
const kQuiet = '#5a6270';

/** @typedef {{x: number, y: number}} Point of a picture */
/** @typedef {{name: string, place: number}} Placed a node on the ring */
/** @typedef {{vnodes: number, spread: number}} PlotPoint */

/**
 * The class of a node's colour, which web/story/story.css defines for light and dark.
 * @param {number} node
 */
const colored = (node) => `class="n${node % kColors.length}" color="${kColors[node % kColors.length]}"`;
const rounded = (/** @type {number} */ value) => String(Math.round(value * 100) / 100);

// --- Shelves: a column per node, with its keys as dots in it.

const kWidth = 360;
const kDot = 3.7;
const kStep = 9.6;
export const kShelvesHeight = 92;
const kFloor = kShelvesHeight - 26;

/**
 * @param {number[]} owners by key
 * @param {boolean[]} moved by key: these are above those that stayed
 * @param {number} nodes
 * @returns {Point[]} by key
 */
export function shelvesLayout(owners, moved, nodes) {
  const width = kWidth / nodes;
  const columns = Math.min(5, Math.floor((width - 4) / kStep));
  /** @type {number[]} */
  const filled = Array(nodes).fill(0);
  /** @type {Point[]} */
  const places = [];
  const order = owners.map((_, key) => key).sort((a, b) => Number(moved[a]) - Number(moved[b]) || a - b);
  for (const key of order) {
    const at = filled[owners[key]]++;
    const left = width * owners[key] + (width - (columns - 1) * kStep) / 2;
    places[key] = { x: left + (at % columns) * kStep, y: kFloor - 7 - Math.floor(at / columns) * kStep };
  }
  return places;
}

/**
 * The boards and names below the keys.
 * @param {string[]} names
 * @param {boolean} waiting the last node is not there yet
 */
export function shelvesBoards(names, waiting) {
  const width = kWidth / names.length;
  return names
    .map((name, node) => {
      const off = waiting && node === names.length - 1;
      const box = `x="${rounded(width * node + 3)}" y="${kFloor}" width="${rounded(width - 6)}" height="4" rx="2"`;
      const fill = off ? 'none' : 'currentColor';
      const line = off ? 'stroke-width="1" stroke-dasharray="3 3"' : 'stroke-width="0"';
      const at = `x="${rounded(width * (node + 0.5))}" y="${kFloor + 20}"`;
      return (
        `<g class="board${off ? ' off' : ''}">` +
        `<rect ${box} ${colored(node)} fill="${fill}" stroke="currentColor" ${line}/>` +
        `<text ${at} text-anchor="middle" font-size="13" fill="${kQuiet}">${escaped(name)}</text></g>`
      );
    })
    .join('');
}

/**
 * @param {number[]} owners by key
 * @param {string[]} names
 * @param {boolean} waiting
 * @param {string} label what it shows, in words
 */
export function shelves(owners, names, waiting, label) {
  const places = shelvesLayout(
    owners,
    owners.map(() => false),
    names.length,
  );
  const dots = places.map(
    ({ x, y }, key) =>
      `<circle ${colored(owners[key])} cx="${rounded(x)}" cy="${rounded(y)}" r="${kDot}" ` +
      'fill="currentColor" stroke="currentColor" stroke-width="1.6"/>',
  );
  return (
    `<svg class="shelves" viewBox="0 0 ${kWidth} ${kShelvesHeight}" role="img" aria-label="${escaped(label)}">` +
    `<g class="boards">${shelvesBoards(names, waiting)}</g><g class="keys">${dots.join('')}</g></svg>`
  );
}

// --- The ring: nodes on it, keys inside, each arc in the colour of the node that owns its keys.

const kRing = { width: 360, height: 300, x: 180, y: 150, arc: 112, key: 97, node: 112 };

/**
 * @param {number} place
 * @param {number} radius
 * @returns {Point}
 */
const pointAt = (place, radius) => ({
  x: kRing.x + radius * Math.sin(2 * Math.PI * place),
  y: kRing.y - radius * Math.cos(2 * Math.PI * place),
});

/**
 * The position on the ring at a point of the picture, 0 to 1 clockwise from the top.
 * @param {number} x
 * @param {number} y
 */
export const placeAt = (x, y) => (Math.atan2(x - kRing.x, kRing.y - y) / (2 * Math.PI) + 1) % 1;

/**
 * The path along the ring, clockwise from one place to another.
 * @param {number} from
 * @param {number} to
 */
function arcPath(from, to) {
  const length = (to - from + 1) % 1 || 1;
  const step = (/** @type {number} */ part) => pointAt(from + length * part, kRing.arc);
  const start = step(0),
    middle = step(0.5),
    end = step(1);
  const arc = (/** @type {Point} */ { x, y }) => `A${kRing.arc} ${kRing.arc} 0 0 1 ${rounded(x)} ${rounded(y)}`;
  return `M${rounded(start.x)} ${rounded(start.y)}${arc(middle)}${arc(end)}`;
}

/**
 * Lays out what is drawn: an arc and a handle per node, a dot per key.
 * @param {{place: number}[]} nodes
 * @param {number[]} keys their places
 */
export function ringLayout(nodes, keys) {
  const order = nodes.map((_, node) => node).sort((a, b) => nodes[a].place - nodes[b].place);
  const arcs = nodes.map(({ place }, node) => {
    const before = order[(order.indexOf(node) + order.length - 1) % order.length];
    return arcPath(nodes[before].place, place);
  });
  const dots = keys.map((place, key) => pointAt(place, kRing.key - (key % 3) * 9));
  const handles = nodes.map(({ place }) => pointAt(place, kRing.node));
  const names = nodes.map(({ place }) => {
    const { x, y } = pointAt(place, kRing.node + 18);
    const side = Math.sin(2 * Math.PI * place);
    return { x: x - side * 3, y: y + 4.5, anchor: side > 0.5 ? 'start' : side < -0.5 ? 'end' : 'middle' };
  });
  return { arcs, dots, handles, names };
}

/**
 * @param {Placed[]} nodes
 * @param {number[]} keys their places
 * @param {number[]} owners by key
 * @param {string} label what it shows, in words
 * @param {(name: string) => string} nodeLabel a node's handle, in words
 */
export function ring(nodes, keys, owners, label, nodeLabel) {
  const { arcs, dots, handles, names } = ringLayout(nodes, keys);
  const arcsText = arcs.map(
    (path, node) => `<path ${colored(node)} d="${path}" fill="none" stroke="currentColor" stroke-width="6"/>`,
  );
  const dotsText = dots.map(
    ({ x, y }, key) =>
      `<circle ${colored(owners[key])} cx="${rounded(x)}" cy="${rounded(y)}" r="3.2" ` +
      'fill="currentColor" stroke="currentColor" stroke-width="1.5"/>',
  );
  const nodesText = nodes.map(({ name, place }, node) => {
    const range = `aria-valuemin="0" aria-valuemax="359" aria-valuenow="${Math.round(place * 360) % 360}"`;
    const center = `cx="${rounded(handles[node].x)}" cy="${rounded(handles[node].y)}"`;
    const { x, y, anchor } = names[node];
    return (
      `<g class="node" tabindex="0" role="slider" aria-label="${escaped(nodeLabel(name))}" ${range}>` +
      `<circle class="touch" ${center} r="26" fill="none" pointer-events="all"/>` +
      `<circle ${colored(node)} ${center} r="9" fill="#fff" stroke="currentColor" stroke-width="5"/>` +
      `<text x="${rounded(x)}" y="${rounded(y)}" text-anchor="${anchor}" font-size="13">${escaped(name)}</text></g>`
    );
  });
  const { width, height } = kRing;
  return (
    `<svg class="ring" viewBox="0 0 ${width} ${height}" role="group" aria-label="${escaped(label)}">` +
    `<g class="arcs">${arcsText.join('')}</g><g class="keys" aria-hidden="true">${dotsText.join('')}</g>` +
    `<g class="nodes">${nodesText.join('')}</g></svg>`
  );
}

// --- Bars: one line per node or strategy, readable as a list.

/** The pattern with which `bars` hatches; a page has it once. */
export const hatch =
  '<svg class="patterns" width="0" height="0" aria-hidden="true"><defs>' +
  '<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">' +
  '<path d="M0 0V6" stroke="#fff" stroke-width="5"/></pattern></defs></svg>';

/**
 * A bar: `value`, the hatched part `wasted` of it, and `tick` are fractions of the whole width.
 * @typedef {object} Bar
 * @property {string} name
 * @property {number} [node]
 * @property {number} value
 * @property {number} [wasted]
 * @property {number} [tick]
 * @property {string} text
 * @property {string} [note]
 */

/**
 * @param {Bar[]} rows
 * @param {{mark?: number}} options `mark`: where a line crosses all bars
 */
export function bars(rows, { mark } = {}) {
  const percent = (/** @type {number} */ part) => `${rounded(Math.min(1, Math.max(0, part)) * 100)}%`;
  const kindOf = (/** @type {number | undefined} */ node) =>
    node === undefined ? 'class="plain" color="#2f55d4"' : colored(node);
  const line = (/** @type {Bar} */ { name, node, value, wasted = 0, tick, text, note }) => {
    const hatched = `x="${percent(value - wasted)}" width="${percent(wasted)}"`;
    const parts = [
      `<rect class="track" width="100%" height="100%" rx="3" fill="#e9ebef"/>`,
      `<rect class="bar" width="${percent(value)}" height="100%" rx="3" fill="currentColor"/>`,
      wasted > 0 ? `<rect class="wasted" ${hatched} height="100%" fill="url(#hatch)"/>` : '',
      tick === undefined ? '' : `<rect class="tick" x="${percent(tick)}" width="3" height="100%"/>`,
      mark === undefined ? '' : `<rect class="mark" x="${percent(mark)}" width="2" height="100%"/>`,
    ];
    const noted = note ? ` <span class="note">${escaped(note)}</span>` : '';
    return (
      `<li><span class="name">${escaped(name)}</span> ` +
      `<svg ${kindOf(node)} width="100%" height="18" aria-hidden="true">${parts.join('')}</svg> ` +
      `<span class="value">${escaped(text)}</span>${noted}</li>`
    );
  };
  const named = rows.every(({ node }) => node === undefined);
  return `<ul class="bars${named ? ' named' : ''}">${rows.map(line).join('')}</ul>`;
}

// --- The plot of spread against virtual nodes, both on logarithmic axes.

const kPlot = {
  width: 360,
  height: 176,
  left: 40,
  right: 350,
  top: 12,
  bottom: 146,
  most: 200,
  highest: 1.25,
  lowest: 0.04,
};

const plotX = (/** @type {number} */ vnodes) =>
  kPlot.left + ((kPlot.right - kPlot.left) * Math.log(vnodes)) / Math.log(kPlot.most);
const plotY = (/** @type {number} */ spread) => {
  const part = Math.log(Math.max(spread, kPlot.lowest) / kPlot.lowest) / Math.log(kPlot.highest / kPlot.lowest);
  return kPlot.bottom - part * (kPlot.bottom - kPlot.top);
};

/**
 * @param {PlotPoint[]} points
 * @param {number} at the chosen one's vnodes
 * @param {import('./story_words.js').PlotWords} words
 */
export function plot(points, at, { label, x, law, percent }) {
  const shares = [0.05, 0.1, 0.2, 0.5, 1].map((spread) => {
    const y = rounded(plotY(spread));
    const textY = rounded(plotY(spread) + 4);
    return (
      `<line class="grid" x1="${kPlot.left}" x2="${kPlot.right}" y1="${y}" y2="${y}" stroke="#d9dce2"/>` +
      `<text x="${kPlot.left - 5}" y="${textY}" text-anchor="end" font-size="11">${percent(spread)}</text>`
    );
  });
  const counts = [1, 10, 100, 200].map((vnodes) => {
    const place = `x="${rounded(plotX(vnodes))}" y="${kPlot.bottom + 14}"`;
    return `<text ${place} text-anchor="middle" font-size="11">${vnodes}</text>`;
  });
  const dots = points.map(({ vnodes, spread }) => {
    const center = `cx="${rounded(plotX(vnodes))}" cy="${rounded(plotY(spread))}"`;
    return `<circle class="${vnodes === at ? 'at' : 'dot'}" ${center} r="${vnodes === at ? 6 : 3}"/>`;
  });
  const { width, height, left, right, most } = kPlot;
  const lawLine =
    `x1="${plotX(1)}" x2="${plotX(most)}" ` +
    `y1="${rounded(plotY(1))}" y2="${rounded(plotY(most ** -0.5))}" stroke="#2f55d4" stroke-width="2"`;
  const lawAt = `x="${rounded(plotX(14))}" y="${rounded(plotY(14 ** -0.5) - 8)}"`;
  return (
    `<svg class="plot" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(label)}">` +
    `${shares.join('')}${counts.join('')}` +
    `<text x="${(left + right) / 2}" y="${height - 4}" text-anchor="middle" font-size="11">${escaped(x)}</text>` +
    `<line class="law" ${lawLine}/>` +
    `<text class="law" ${lawAt} font-size="12">${escaped(law)}</text>${dots.join('')}</svg>`
  );
}
