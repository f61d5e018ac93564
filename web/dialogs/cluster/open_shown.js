// Opens what was read: a list of nodes as a change of the page's, a link as the browser opens links, and a table, whose
// entries first become the page's keys.
import { checkPasted } from '../files/doors.js';
import { kCountedForm } from '../files/counted_lines.js';
import { nameFigure } from '../files/figure_words.js';
import { handKeys } from '../files/hand_keys.js';
import { setRunning } from '../files/running_cluster.js';
import { linkOfTable } from './given_table.js';
import { nodeListIn } from './reading_rules.js';

/** @typedef {import('../../host/page.js').Page} Page */
/** @typedef {import('./given_table.js').Table} Table */
/** @typedef {import('./reading_rules.js').Shown} Shown */
/** @typedef {{ended: () => boolean, progress: (share: number) => void}} Way */

/** Goes to a link as the reader would: with an entry in the history. @param {string} link */
async function go(link) {
  if (location.hash === `#${link}`) return;
  const gone = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
  location.hash = link;
  await gone;
}

const kSlice = 1 << 20;

/** @param {Blob} keys */
async function* piecesOf(keys) {
  for (let at = 0; at < keys.size; at += kSlice) {
    const bytes = new Uint8Array(await keys.slice(at, at + kSlice).arrayBuffer());
    yield { bytes, done: Math.min(1, (at + kSlice) / keys.size) };
  }
}

/** @param {Page} page @param {Table} table @param {Way} way @returns {Promise<?{error: string}>} */
async function openTable(page, table, way) {
  const { bridge, address, state, wake } = page;
  const hand = (/** @type {boolean} */ wanted, /** @type {() => Promise<void>} */ ready) =>
    handKeys(bridge, kCountedForm, piecesOf(table.keys), { ...way, wanted, ready });
  let used = false;
  // If the page's link asks for these keys, everything else is as the link has it.
  if (state().own_keys?.missing) {
    const refused = await hand(true, async () => {
      used = true;
    });
    if (!refused && used) nameFigure(page, table.figure);
    wake();
    if (!refused || !used) return refused;
  }
  used = false;
  // The page first gets another scenario; in it the keys become known, and then the owner of each.
  const refused = await hand(false, async () => {
    used = true;
    await go(table.before);
  });
  if (refused || !used) return refused;
  const link = linkOfTable(table, bridge.read('scenario').keys?.fingerprint ?? '');
  address.set(link);
  bridge.send('open', link);
  nameFigure(page, table.figure);
  wake();
  return null;
}

/**
 * What makes the list out of the page's nodes, as events of one step; null if it is another cluster: no name is the
 * same, or the nodes are in another order, which some strategies mind.
 * @param {{name: string, weight: number}[]} now @param {string} list
 */
function changesTo(now, list) {
  const next = nodeListIn(list);
  if (!next) return null;
  const [were, are] = [now, next].map((nodes) => new Map(nodes.map(({ name, weight }) => [name, weight])));
  const [stay, first] = [[...were.keys()].filter((name) => are.has(name)), [...are.keys()]];
  if (stay.length === 0 || stay.some((name, i) => name !== first[i])) return null;
  const events = [
    ...[...were.keys()].filter((name) => !are.has(name)).map((name) => ({ remove: name })),
    ...stay.filter((name) => were.get(name) !== are.get(name)).map((name) => ({ weigh: name, weight: are.get(name) })),
    ...first.slice(stay.length).map((name) => ({ add: { name, weight: are.get(name) } })),
  ];
  return events.length > 0 ? events.map((event, i) => ({ ...event, ...(i > 0 && { at_once: true }) })) : null;
}

/** A list with names that the page has is a change of its nodes. @param {Page} page @param {string} list */
function changeNodes({ bridge, state, wake }, list) {
  const events = changesTo(state().nodes ?? [], list);
  if (!events) return false;
  const scenario = bridge.read('scenario');
  const refused = bridge.ask(
    'take_scenario',
    JSON.stringify({ ...scenario, log: [...(scenario.log ?? []), ...events] }),
  );
  wake();
  return !refused;
}

/** @param {Page} page @param {string} list @returns {?{error: string}} */
function setNodes(page, list) {
  try {
    checkPasted(list);
  } catch (error) {
    return { error: /** @type {Error} */ (error).message };
  }
  // What a strategy refuses as a change, such as a node from the middle of jump's, it may take as a start.
  return changeNodes(page, list) ? null : page.run({ do: 'set_nodes', list });
}

/**
 * @param {Page} page
 * @param {Shown} shown
 * @param {Way} way
 * @returns {Promise<?{error: string}>} why it does not open
 */
export async function openShown(page, { list, link, table, running }, way) {
  if (list !== null) return setNodes(page, list);
  if (table !== null) return openTable(page, table, way);
  if (link !== null) await go(link);
  if (running) setRunning(running);
  return null;
}
