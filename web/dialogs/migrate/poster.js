// The figure of a move as one picture, without a page: what web/poster/reshard-poster.mjs draws for a link with
// view=migration.
import { t, useTable } from '../../text/language.js';
import { Axis, kAllRows } from './axis.js';
import { svg as escaped } from '../../text/escaped.js';
import { wrapped } from '../tools/picture_file.js';
import { Film } from './film.js';
import { movePartsOf } from './link.js';
import { inputOfMove, moveOfText } from './spec.js';
import { placementsOf, subjectsOf } from './subject.js';
import { verdict } from './sentence.js';

export { useMoves } from './moves.js';

/** @typedef {typeof colors['light']} Colors */

// As in page.css and migrate.css; a test compares them.
export const colors = {
  light: {
    surface: '#ffffff',
    control: '#e9ebef',
    hairline: '#d9dce2',
    text: '#1b1f27',
    quiet: '#5a6270',
    accent: '#2f55d4',
    error: '#b3261e',
    phases: { p1: '#cfd9ff', p2: '#b4c4ff', p3: '#dfe6ff', p4: '#cfd9ff', p5: '#b4c4ff', pdone: '#d6e9dc' },
    outcomes: {
      right: '#9fb2c8',
      fromStore: '#b78bd0',
      redirected: '#5d83b3',
      waited: '#e0b64c',
      refused: '#c98a2b',
      failed: '#6b4b3a',
      overdue: '#8c7b4f',
    },
    nodes: [
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
      '#3c4350',
      '#b81fb8',
    ],
  },
  dark: {
    surface: '#1c2027',
    control: '#2a303a',
    hairline: '#333a45',
    text: '#e7eaf0',
    quiet: '#a2aab8',
    accent: '#8fa9ff',
    error: '#ff8a80',
    phases: { p1: '#33437d', p2: '#415399', p3: '#2b3766', p4: '#33437d', p5: '#415399', pdone: '#24442f' },
    outcomes: {
      right: '#54657a',
      fromStore: '#8f62aa',
      redirected: '#7ba3d6',
      waited: '#c2952a',
      refused: '#e6ad55',
      failed: '#b08e7b',
      overdue: '#cdbf93',
    },
    nodes: [
      '#819cfe',
      '#d0960c',
      '#007f5a',
      '#9c598d',
      '#69e4fe',
      '#ce3812',
      '#f1d407',
      '#735be1',
      '#f65e85',
      '#22b7a0',
      '#e879f9',
      '#8fe36a',
    ],
  },
};

/** @param {Colors} colors */
function styleOf({ surface, control, hairline, text, quiet, accent, error, phases, outcomes, nodes }) {
  const rules = (/** @type {Record<string, string>} */ names, /** @type {string} */ selector) =>
    Object.entries(names).map(([name, color]) => `${selector}.${name}{fill:${color}}`);
  return [
    `text{fill:${text};font-family:Inter,system-ui,sans-serif}`,
    `svg.axis{font-size:12px}`,
    `.quiet{fill:${quiet}}`,
    `.grid{stroke:${hairline}}`,
    `polyline{fill:none;stroke-width:1.5px;stroke:${accent}}`,
    `.slow{stroke:${quiet};stroke-dasharray:3 3}`,
    `.known{fill:${accent};fill-opacity:.35}`,
    `.phase{stroke:${surface};fill:${control}}`,
    '.many .phase{stroke:none}',
    ...rules(phases, '.phase'),
    ...rules(outcomes, '.outcome'),
    `.mark,.hatch,.outcome.missed{fill:${error}}`,
    `.outcome.stale{fill:url(#hatched)}.outcome.returned{fill:${text}}`,
    ...nodes.map((color, i) => `.served.n${i}{fill:${color}}`),
  ].join('');
}

const kLine = 22;
const kMoreLine = 18;

/**
 * What moves, and how, for the core's migrate(): from a scenario (core/scenario/json.h) and a link's fragment.
 * @param {import('../../api/shapes.js').ScenarioJson} scenario
 * @param {string} fragment
 */
export function inputOf(scenario, fragment) {
  const { move: text, subject } = movePartsOf(fragment);
  const ids = subjectsOf(scenario, (id) => id).map(({ id }) => id);
  const move = moveOfText(text);
  return {
    move,
    input: { ...inputOfMove(move), ...placementsOf(scenario, ids.includes(subject) ? subject : ids[0]), film: true },
  };
}

/**
 * @typedef {object} Look
 * @property {import('./film.js').Filmed} result
 * @property {import('./spec.js').Move} move
 * @property {number} width in CSS pixels
 * @property {number} height
 * @property {'light' | 'dark'} theme
 * @property {string} language
 * @property {import('../../text/language.js').Table} table
 *
 * @param {Look} look
 * @returns {string} an SVG document
 */
export function posterOf({ result, move, width, height, theme, language, table }) {
  useTable(language, table);
  const { bad, said, advice } = verdict(result, move);
  const shown = colors[theme];
  const film = new Film(result);
  const lines = wrapped(said, Math.floor((width - 24) / 11.5)),
    more = advice ? wrapped(advice, Math.floor((width - 24) / 8)) : [];
  const top = 12 + kLine * lines.length + kMoreLine * more.length + 10;
  let rows = kAllRows;
  while (rows.length > 2 && top + new Axis(film, width, film.end, rows).height > height) rows = rows.slice(0, -1);
  const axis = new Axis(film, width, film.end, rows).svg(said);
  const text = (/** @type {string} */ line, /** @type {number} */ y, /** @type {string} */ style) =>
    `<text x="12" y="${y}" ${style}>${escaped(line)}</text>`;
  const bold = `font-size="16" font-weight="600"${bad ? ` style="fill:${shown.error}"` : ''}`;
  const head = [
    ...lines.map((line, i) => text(line, 28 + kLine * i, bold)),
    ...more.map((line, i) => text(line, 24 + kLine * lines.length + kMoreLine * i, 'font-size="13"')),
  ].join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"` +
    ` role="img"><title>${escaped(said)}</title><desc>${escaped(advice || t('Migrate'))}</desc>` +
    `<style>${styleOf(shown)}</style><rect width="100%" height="100%" fill="${shown.surface}"/>` +
    `${head}<g transform="translate(0 ${top})">${axis}</g></svg>\n`
  );
}
