// What readers take with them: a link, a tag for a post, pictures and tables of the first lane.
import { copy } from '../../host/clipboard.js';
import { csvRows } from '../../text/quote.js';
import { save } from '../tools/dialog.js';
import { pictureOf, pngOf } from '../tools/picture_file.js';
import { embedCode } from '../tools/pictures.js';
import { scenarioWithMove } from './link.js';
import { moveText } from './spec.js';

/** @typedef {import('../../host/page.js').Page} Page */
/** @typedef {import('./lane.js').Lane} Lane */

export const kExportsHtml = `<p class="buttons">
    <button type="button" name="copy-link">Copy link</button>
    <button type="button" name="copy-tag">Copy tag for a post</button>
    <button type="button" name="png">Save as PNG</button>
    <button type="button" name="svg">Save as SVG</button>
    <button type="button" name="csv">Save as CSV</button>
    <button type="button" name="json">Save as JSON</button>
    <span data-name="told" role="status" class="quiet"></span>
  </p>`;

/**
 * @typedef {object} Exporting
 * @property {import('./controls.js').PartOf} part
 * @property {Page} page
 * @property {() => Lane | undefined} laneOf the first lane, once there is one
 * @property {(words: string) => void} tell
 * @property {(error: unknown) => void} refuse
 */

/** @param {Exporting} view */
export function connectExports({ part, page, laneOf, tell, refuse }) {
  const lane = () => /** @type {Lane} */ (laneOf()); // these buttons are disabled while there is none
  const saved = (/** @type {string} */ text, /** @type {string} */ type, /** @type {string} */ name) =>
    save(new Blob([text], { type }), name);
  part('copy-link').onclick = () => copy(page.address.fullPage, tell);
  part('copy-tag').onclick = () => copy(tagOf(page, laneOf()?.said ?? ''), tell);
  part('csv').onclick = () => saved(csvRows(lane().rows()), 'text/csv', 'migration.csv');
  part('json').onclick = () => {
    const whole = { move: moveText(lane().move), ...lane().result, owners: undefined };
    saved(JSON.stringify(whole, null, 1), 'application/json', 'migration.json');
  };
  part('svg').onclick = () => saved(pictureOf(lane()), 'image/svg+xml', 'migration.svg');
  part('png').onclick = () => pngOf(lane()).then((blob) => save(blob, 'migration.png'), refuse);
}

/**
 * The tag of a figure.
 * @param {Page} page
 * @param {string} said before loading, it says in words what the figure will show
 */
function tagOf(page, said) {
  const [address, fragment] = page.address.fullPage.split('#');
  return embedCode(`${address}#${scenarioWithMove(fragment)}`, { view: 'migration', height: '480', title: said }, said);
}
