// What moves from where to where: a row for each node that gives keys, a column for each that receives some.
import { number, t } from '../../text/language.js';
import { svg as escaped } from '../../text/escaped.js';
import { share } from './counts_rules.js';

const kLeft = 120,
  kTop = 24,
  kTopTilted = 80, // for the longest name
  kMostNodes = 40,
  kMostCell = 44,
  kMostWithFigure = 132,
  kHeadings = 20,
  kFigureLetter = 6.6, // px wide
  kNameLetter = 7,
  kDark = 0.55,
  kLetters = 16,
  kLeftWithFigure = 156,
  kLettersWithFigure = 20;

/** How many signs all names begin with alike. @param {string[]} names */
function alike([first = '', ...others]) {
  let count = 0;
  while (count < first.length && others.every((name) => name[count] === first[count])) ++count;
  return count;
}

const backwards = (/** @type {string} */ name) => Array.from(name).reverse().join('');

/**
 * Names of at most so many signs, cut where all are alike, if that can be.
 * @param {string[]} names
 * @returns {(name: string) => string}
 */
export function shortened(names, most = kLetters) {
  const [head, tail] = [alike(names), alike(names.map(backwards))];
  return (name) => {
    if (name.length <= most) return name;
    const [from, to] = [Math.min(head, name.length), Math.max(head, name.length - tail)]; // where it differs
    if (to < most) return `${name.slice(0, most - 1)}…`;
    if (name.length - from < most) return `…${name.slice(1 - most)}`;
    if (to - from <= most - 2) return `…${name.slice(to - (most - 2), to)}…`;
    const first = Math.ceil((most - 1) / 2);
    return `${name.slice(0, first)}…${name.slice(first + 1 - most)}`;
  };
}

/** @typedef {{from: ?string, to: ?string, sums: {keys: bigint}}} Flow null: no node */
/**
 * Of all, of a flow in full, and, where they are wanted, of a flow in its cell and of rows and columns.
 * @typedef {{label: string, told: (from: string, to: string, flow: Flow) => string, figure?: (flow: Flow) => string,
 *   ends?: [string, string]}} Words
 */

/** @type {() => Words} */
const ofKeys = () => ({
  label: t('Keys that move, by the node that gives (row) and the node that gets (column); the darker, the more'),
  told: (from, to, { sums }) => t('{0} {0|key|keys} from {1} to {2}', number(sums.keys), from, to),
});

/**
 * @param {Flow[]} flows
 * @param {number} width in CSS pixels
 * @param {Words} [words]
 * @returns {string} '' if nothing moves, or too many nodes take part
 */
export function flowsPicture(flows, width, { label, told, figure, ends } = ofKeys()) {
  const name = (/** @type {?string} */ node) => node ?? t('no node');
  const givers = [...new Set(flows.map(({ from }) => name(from)))],
    takers = [...new Set(flows.map(({ to }) => name(to)))];
  if (flows.length === 0 || Math.max(givers.length, takers.length) > kMostNodes) return '';
  const short = shortened([...new Set([...givers, ...takers])], figure ? kLettersWithFigure : kLetters),
    left = figure ? kLeftWithFigure : kLeft;
  const texts = flows.map((flow) => figure?.(flow) ?? ''),
    cell = Math.min(figure ? kMostWithFigure : kMostCell, (width - left - 8) / takers.length),
    fits = texts.every((text) => kFigureLetter * text.length + 12 <= cell);
  const tilted = (!figure && takers.length > 6) || takers.some((taker) => kNameLetter * short(taker).length > cell),
    top = (tilted ? kTopTilted : kTop) + (ends ? kHeadings : 0);
  const row = Math.min(28, cell),
    height = top + row * givers.length + 8 + (fits ? 0 : kHeadings),
    most = flows.reduce((one, { sums }) => (sums.keys > one ? sums.keys : one), 1n);
  const cells = flows.map((flow, i) => {
    const { from, to, sums } = flow;
    const x = left + cell * takers.indexOf(name(to)),
      y = top + row * givers.indexOf(name(from));
    const size = `width="${(cell - 2).toFixed(1)}" height="${(row - 2).toFixed(1)}"`;
    const dark = (0.12 + 0.88 * share(sums.keys, most)).toFixed(3);
    const box = `x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${size} fill-opacity="${dark}"`;
    const middle = `x="${(x + cell / 2 - 1).toFixed(1)}" y="${(y + row / 2 + 3).toFixed(1)}" text-anchor="middle"`;
    const shown =
      fits && figure
        ? `<text${Number(dark) > kDark ? ' class="on-dark"' : ''} ${middle}>${escaped(texts[i])}</text>`
        : '';
    return `<g><title>${escaped(told(name(from), name(to), flow))}</title><rect class="bar l1" ${box}/>${shown}</g>`;
  });
  const rows = givers.map((giver, i) => {
    const y = (top + row * (i + 0.5) + 4).toFixed(1);
    return `<text x="${left - 8}" y="${y}" text-anchor="end">${escaped(short(giver))}</text>`;
  });
  const columns = takers.map((taker, i) => {
    const x = (left + cell * (i + 0.5)).toFixed(1),
      y = top - 8;
    const placed = tilted ? `transform="rotate(-35 ${x} ${y})"` : 'text-anchor="middle"';
    return `<text x="${x}" y="${y}" ${placed}>${escaped(short(taker))}</text>`;
  });
  const tall = height.toFixed(0),
    size = `viewBox="0 0 ${width} ${tall}" width="${width}" height="${tall}"`;
  const headings = ends
    ? [
        `<text class="quiet" x="${left - 8}" y="12" text-anchor="end">${escaped(ends[0])}</text>`,
        `<text class="quiet" x="${left}" y="12">${escaped(ends[1])}</text>`,
      ]
    : [];
  const largest = flows.find(({ sums }) => sums.keys === most) ?? flows[0];
  const scale = fits ? '' : t('The darker, the more: the darkest is {0}.', figure?.(largest) ?? '');
  if (scale) headings.push(`<text class="quiet" x="0" y="${(height - 6).toFixed(0)}">${escaped(scale)}</text>`);
  const shapes = [...headings, ...rows, ...columns, ...cells].join('');
  return `<svg class="study" ${size} role="img" aria-label="${escaped(label)}">${shapes}</svg>`;
}
