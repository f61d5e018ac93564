// The life of one key as a sequence diagram.
import { t } from '../../text/language.js';
import { svg as escaped } from '../../text/escaped.js';

/** @typedef {import('./life_steps.js').Step} Step */
/** @typedef {import('./life_steps.js').Place} Place */

const kMost = 26; // steps that are drawn
const kAfter = 4; // steps among them that are after the last phase
const kRow = 28;
const kRoomy = 340; // in less width, times and titles are closer
const kAside = 0.5; // columns’ widths that the last title needs on its left
/** @type {Place[]} */
const kColumns = ['client', 'map', 'old', 'new', 'copier'];

/** The steps nearest to the moment when it went wrong; if nothing did, those of the move. @param {Step[]} steps */
function stepsShown(steps) {
  const announced = steps.findLastIndex(({ note }) => note);
  const unharmed = announced >= 0 && !steps.some(({ wrong }) => wrong);
  const end = unharmed ? Math.max(kMost, announced + kAfter) : steps.length;
  return steps.slice(Math.max(0, Math.min(end, steps.length) - kMost), end);
}

/** @param {Place} place */
function titleOf(place) {
  const titles = { client: t('client'), map: t('map'), old: t('old'), new: t('new'), copier: t('copier') };
  return titles[place];
}

/**
 * One step, as a row of the picture.
 * @param {Step} step
 * @param {number} y of its line
 * @param {Record<Place, number>} x of the columns
 * @param {{width: number, left: number}} picture `left`: where the columns begin
 */
function rowSvg(step, y, x, { width, left }) {
  const style = step.wrong ? 'wrong' : step.faint ? 'faint' : '';
  const text = (/** @type {string} */ kind, /** @type {number[]} */ [at, line], anchor = 'middle', words = '') =>
    `<text class="${kind}" x="${at}" y="${line}" text-anchor="${anchor}">${escaped(words)}</text>`;
  const time = `<text class="time" x="4" y="${y + 4}">${step.time.toFixed(1)}</text>`;
  if (step.note) {
    const name = step.words.replace(/^[^“«]*/, '');
    return `${time}<path class="note" d="M${left} ${y}H${width}"/>${text('note-text', [left, y - 5], 'start', name)}`;
  }
  const { from, to, also, at = 'client', short = '' } = step;
  if (from && to) {
    const arrow = (/** @type {Place} */ end) => {
      const way = Math.sign(x[end] - x[from]);
      const head = `m${-6 * way} -4l${6 * way} 4l${-6 * way} 4`;
      return `<path class="arrow ${style}" d="M${x[from]} ${y}H${x[end] - 2 * way}${head}"/>`;
    };
    const words = text(style, [(x[from] + x[to]) / 2, y - 5], 'middle', short);
    return time + arrow(to) + (also ? arrow(also) : '') + words;
  }
  const dot = `<circle class="dot ${style}" cx="${x[at]}" cy="${y}" r="4"/>`;
  const cross = step.wrong ? `<path class="cross" d="M${x[at] - 6} ${y - 6}l12 12m0 -12l-12 12"/>` : '';
  const [aside, anchor] = at === 'copier' ? [-9, 'end'] : [9, 'start'];
  return time + dot + cross + text(style, [x[at] + aside, y + 4], anchor, short);
}

/**
 * The most telling steps, as SVG of this width.
 * @param {Step[]} steps
 * @param {number} width
 * @param {string} label
 */
export function lifeSvg(steps, width, label) {
  const shown = stepsShown(steps);
  const height = 38 + shown.length * kRow;
  const left = width < kRoomy ? 44 : 54;
  const x = /** @type {Record<Place, number>} */ (
    Object.fromEntries(
      kColumns.map((name, i) => [name, left + ((width - left) * (i + 0.5)) / (kColumns.length + kAside)]),
    )
  );
  const lanes = kColumns.map((name) => {
    const [at, anchor] = name === 'copier' ? [width, 'end'] : [x[name], 'middle'];
    const title = `<text class="title" x="${at}" y="14" text-anchor="${anchor}">${titleOf(name)}</text>`;
    return `${title}<path class="lane" d="M${x[name]} 22V${height}"/>`;
  });
  lanes.push(`<text class="time" x="4" y="14">${escaped(t('ms'))}</text>`);
  const rows = shown.map((step, i) => rowSvg(step, 42 + i * kRow, x, { width, left }));
  return (
    `<svg class="life" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"` +
    ` width="${width}" height="${height}" role="img" aria-label="${escaped(label)}">` +
    `${lanes.join('')}${rows.join('')}</svg>`
  );
}
