// The pictures of a node that joins a ring or fails: what moves at each step, and who takes over. Strings of SVG.
import { number, percentSign, t } from '../../text/language.js';
import { svg as escaped } from '../../text/escaped.js';

const kHeight = 200,
  kTop = 24,
  kBottom = 34,
  kLeft = 48,
  kRight = 8;
const kRow = 34,
  kLabel = 48;
const kColors = 10;

/** Rounded to tenths. @param {number} value */
const r = (value) => Math.round(value * 10) / 10;
const kLegendRow = 20;

/**
 * Which colour belongs to which node, in as many rows as needed; nothing if there are more nodes than colours.
 * @param {string[]} names
 * @param {string[]} nodes
 * @param {number} width in CSS pixels
 */
function legendOf(names, nodes, width) {
  if (nodes.length > kColors) return { rows: 0, svg: '' };
  let x = 0,
    row = 0;
  const items = names.map((name) => {
    const wide = 32 + 7 * name.length;
    if (x > 0 && x + wide > width) {
      x = 0;
      ++row;
    }
    const at = x,
      y = kHeight + row * kLegendRow;
    x += wide;
    return `<rect class="${colorOf(name, nodes)}" x="${r(at)}" y="${y}" width="12" height="12"/>
      <text x="${r(at + 17)}" y="${y + 10}">${escaped(name)}</text>`;
  });
  return { rows: row + 1, svg: items.join('') };
}

/** @param {string} node @param {string[]} nodes */
const colorOf = (node, nodes) => `n${nodes.indexOf(node) % kColors}`;

/**
 * A column for each step, whose height is the keys that it moves, in the colours of the nodes that give them.
 * @param {{steps: {moved: number, from: {from: string, keys: number}[]}[], at: number, nodes: string[]}} activation
 *   `at`: the step that is shown; -1: none; `nodes`: the newcomer last
 * @param {number} width in CSS pixels
 */
export function columnsOf({ steps, at, nodes }, width) {
  const most = 1.05 * Math.max(1, ...steps.map(({ moved }) => moved));
  const slot = (width - kLeft - kRight) / steps.length,
    bar = Math.max(1, slot - (slot > 6 ? 2 : 0.5));
  const y = (/** @type {number} */ keys) => kHeight - kBottom - ((kHeight - kBottom - kTop) * keys) / most;
  const columns = steps.map(({ from }, i) => {
    let below = 0;
    return from
      .map((each) => {
        const low = below;
        below += each.keys;
        return `<rect class="${colorOf(each.from, nodes)}${i > at ? ' later' : ''}" x="${r(kLeft + slot * i)}"
          y="${r(y(below))}" width="${r(bar)}" height="${r(y(low) - y(below))}"/>`;
      })
      .join('');
  });
  const levels = [0.5, 1]
    .map((part) => (most / 1.05) * part)
    .filter((keys) => keys >= 1)
    .map(
      (keys) =>
        `<path class="before" d="M${kLeft} ${r(y(keys))}H${width - kRight}"/>
        <text x="${kLeft - 6}" y="${r(y(keys) + 4)}" text-anchor="end">${number(Math.round(keys))}</text>`,
    );
  const mark =
    at < 0 ? '' : `<path class="now" d="M${r(kLeft + slot * at + bar / 2 - 5)} ${kHeight - kBottom + 10}l5 -7l5 7z"/>`;
  const ends = [
    [0, 'start'],
    [0.5, 'middle'],
    [1, 'end'],
  ].map(
    ([part, anchor]) =>
      `<text x="${r(kLeft + (width - kLeft - kRight) * Number(part))}" y="${kHeight - 8}"
        text-anchor="${anchor}">${number(100 * Number(part)) + percentSign()}</text>`,
  );
  const givers = nodes.filter((node) => steps.some(({ from }) => from.some((each) => each.from === node)));
  const legend = legendOf(givers, nodes.slice(0, -1), width);
  const label = t('Keys that each step moves, by the node that gives them; the table has the numbers');
  const height = kHeight + legend.rows * kLegendRow;
  return `<svg class="study" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
    <text x="0" y="12">${t('Keys moved by each step')}</text>
    ${levels.join('')}${columns.join('')}${mark}${ends.join('')}${legend.svg}</svg>`;
}

/**
 * A bar for each number of virtual nodes, with a part for each heir.
 * @param {{vnodes: number, keys: number, heirs: {heir: string, keys: number}[]}[]} found
 * @param {string[]} nodes
 * @param {number} width in CSS pixels
 */
export function heirsOf(found, nodes, width) {
  const rows = found.map(({ vnodes, keys, heirs }, i) => {
    let x = kLabel;
    const y = i * kRow;
    const parts = heirs.map(({ heir, keys: taken }) => {
      const from = x;
      x += ((width - kLabel) * taken) / Math.max(1, keys);
      const name =
        x - from > 8 * heir.length
          ? `<text class="inside" x="${r((from + x) / 2)}" y="${y + 18}" text-anchor="middle">${escaped(heir)}</text>`
          : '';
      return `<rect class="part ${colorOf(heir, nodes)}" x="${r(from)}" y="${y + 2}" width="${r(x - from)}"
        height="${kRow - 10}"/>${name}`;
    });
    return `<text x="${kLabel - 8}" y="${y + 18}" text-anchor="end">${number(vnodes)}</text>${parts.join('')}`;
  });
  const label = t('Who takes over, by virtual nodes per node; the table has the numbers');
  return `<svg class="study" viewBox="0 0 ${width} ${found.length * kRow}" role="img"
    aria-label="${label}">${rows.join('')}</svg>`;
}
