// What the last change of the page's scenario did, for an animated picture (moving.js).
import { number, t } from '../../text/language.js';
import { firstNodes } from '../tools/first_nodes.js';
import { kMostNodes, kNowhere, movingPicture, shownKeys } from './moving.js';
import { csv } from '../../text/quote.js';
import { rowsOf } from '../tools/csv_rows.js';
import { save } from '../tools/dialog.js';
import { numbersOf } from '../tools/nodes.js';

/** @typedef {Omit<import('./moving.js').Change, 'plays'>} Shown */
/** @typedef {import('../../host/page.js').Page} Page */
/** @typedef {import('../tools/dialog_core.js').Core} Core */

export const kPlaysHtml = `<label>Plays <select name="plays"><option value="loop">in a loop</option>
  <option value="once">once</option><option value="still">not at all</option></select></label>`;

export const aboutMoving = () =>
  t('Four seconds of the last change, for a README, a feed or a wiki: it moves without scripts.');

/**
 * Why no picture can show the last change; '' if one can.
 * @param {Pick<import('../../api/shapes.js').State, 'flows' | 'nodes'>} shown
 */
export function whyStill({ flows, nodes }) {
  if (flows.length === 0) return t('The last change moved no keys: an animated SVG would stand still.');
  if (nodes.length <= kMostNodes) return '';
  return t('An animated SVG shows up to {0} nodes; this scenario has {1}.', kMostNodes, nodes.length);
}

/** @param {Shown} change @param {import('./moving.js').Change['plays']} plays */
export const saveMoving = (change, plays) =>
  save(new Blob([movingPicture({ ...change, plays })], { type: 'image/svg+xml;charset=utf-8' }), 'reshard-moving.svg');

/**
 * All nodes that are there before or after the change, those that left at the end.
 * @param {{name: string}[]} shown
 * @param {string[][]} flows
 * @param {Map<string, number>} numbers
 */
function nodesOf(shown, flows, numbers) {
  const live = shown.map(({ name }) => csv(name));
  const gone = new Set(flows.map(([from]) => from).filter((name) => name !== '' && !live.includes(name)));
  /** @type {Map<string, import('./moving.js').MovingNode>} */
  const known = new Map([...numbers].map(([name, id]) => [csv(name), { name, id }]));
  let next = numbers.size; // if an addition was undone, the next one will get the same number
  const nodes = [...live, ...gone].map((field) => known.get(field) ?? { name: field, id: next++ });
  return { fields: [...live, ...gone], nodes };
}

/**
 * The input of movingPicture() except `plays`; null if nothing moved, or if more nodes have moved keys than a picture
 * can show.
 * @param {Page} page @param {Core} core
 * @returns {Promise<?Shown>}
 */
export async function lastChange(page, core) {
  const scenario = page.bridge.read('scenario');
  return changeShown(page, numbersOf(scenario, await firstNodes(core, scenario)));
}

/**
 * @param {Pick<Page, 'bridge' | 'state'>} page
 * @param {Map<string, number>} numbers the number of each node that ever existed
 * @returns {?Shown}
 */
function changeShown({ bridge, state }, numbers) {
  /** @type {{nodes: {name: string, keys: number}[], keys: number, fact: string}} */
  const { nodes: shown, keys, fact: title } = state();
  const flows = rowsOf(bridge.text('flows_csv'));
  const { fields, nodes } = nodesOf(shown, flows, numbers);
  if (flows.length === 0 || nodes.length > kMostNodes) return null;
  const after = [...shown.map((node) => node.keys), ...nodes.slice(shown.length).map(() => 0)];
  const before = after.slice();
  for (const [from, to, moved] of flows) {
    if (from !== '') before[fields.indexOf(from)] += Number(moved);
    if (to !== '') before[fields.indexOf(to)] -= Number(moved);
  }
  const sampled = shownKeys(keys).map((key) => rowsOf(bridge.text('owners_csv', key, 1))[0]);
  if (sampled.some(([, ...owners]) => owners.includes(''))) {
    fields.push('');
    nodes.push({ ...kNowhere, name: t('no node') });
    const placed = (/** @type {number[]} */ counts) => counts.reduce((sum, count) => sum + count, 0);
    const nowhere = [before, after].map((counts) => keys - placed(counts));
    before.push(nowhere[0]);
    after.push(nowhere[1]);
  }
  const isThere = {
    before: before.map((count) => count > 0),
    after: nodes.map((node, i) => i < shown.length || node.id < 0),
  };
  /** @param {number[]} counts @param {boolean[]} there */
  const words = (counts, there) => counts.map((count, i) => (there[i] ? number(count) : null));
  const row = {
    title: '',
    before: words(before, isThere.before),
    after: words(after, isThere.after),
    keys: sampled.map(([, to, from]) => ({ from: fields.indexOf(from), to: fields.indexOf(to) })),
  };
  const list = (/** @type {(string | null)[]} */ counts) =>
    nodes.flatMap(({ name }, i) => (counts[i] === null ? [] : [`${name} ${counts[i]}`])).join(', ');
  return {
    title,
    nodes,
    rows: [row],
    description: `${title} ${t('Keys per node before: {0}; after: {1}.', list(row.before), list(row.after))}`,
    when: /** @type {[string, string]} */ ([t('Before the change'), t('After the change')]),
    note: t('Each dot is a key: {0} of {1}', sampled.length, keys),
  };
}
