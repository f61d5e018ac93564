// The page's own table as something to plan: as it is now, or as it was before the last change of nodes, which is then
// what the plan is for.
import { t } from '../../text/language.js';
import { inputOf, lastStepOf, placing } from '../tools/plan.js';
import { keysOfPage } from '../tools/study.js';
import { kUsual, newNodes } from './wish.js';

/** @typedef {import('../../host/page.js').Page} Page */
/** @typedef {import('./page_entries.js').Table} Table */
/** @typedef {import('./wish.js').Knobs} Knobs */
/**
 * @typedef {{add?: string | {name: string, weight?: number}, remove?: string, weigh?: string, weight?: number}} Event
 */
/**
 * @typedef {object} Change the last one, if it was of nodes alone
 * @property {Pick<Knobs, 'add' | 'drain'>} wish that makes it @property {string} title in words
 */
/** @typedef {{now: Table, before: ?Table, change: ?Change, says: string}} PageTable */

/** @param {string[]} come @param {string[]} gone */
function titleOf(come, gone) {
  const [joins, leaves] = [come.join(', '), gone.join(', ')];
  if (come.length === 0) return t('{0} {1|leaves|leave}', leaves, gone.length);
  if (gone.length === 0) return t('{0} {1|joins|join}', joins, come.length);
  return t('{0} {1|joins|join}, {2} {3|leaves|leave}', joins, come.length, leaves, gone.length);
}

/** @param {Event[]} events of one step @returns {?Change} */
export function changeOf(events) {
  const added = events.flatMap(({ add }) => (add === undefined ? [] : [typeof add === 'string' ? { name: add } : add]));
  const emptied = events.flatMap(({ remove, weigh, weight }) =>
    remove !== undefined ? [remove] : weigh !== undefined && weight === 0 ? [weigh] : [],
  );
  if (events.length === 0 || added.length + emptied.length < events.length) return null;
  const add = added.map(({ name, weight = 1 }) => (weight === 1 ? name : `${name}*${weight}`)).join(', ');
  return {
    wish: { add, drain: emptied },
    title: titleOf(
      added.map(({ name }) => name),
      emptied,
    ),
  };
}

/** The last change of the page's nodes, as what is wished of a plan. @param {Page} page @returns {?Change} */
export function lastChange(page) {
  const { log = [] } = page.bridge.read('scenario');
  return changeOf(/** @type {Event[]} */ (log.slice(lastStepOf(log))));
}

/** @param {Page} page @returns {?PageTable} null: its strategy has no table */
export function pageTable(page) {
  const { nodes = [], entries = 0 } = page.state();
  const scenario = page.bridge.read('scenario');
  const [choice] = scenario.strategies ?? [];
  if (!choice || entries === 0) return null;
  const { input: keys, says } = keysOfPage(page);
  const input = { ...placing(inputOf(scenario), choice), ...keys };
  const { log } = input;
  const last = lastStepOf(log);
  const change = changeOf(/** @type {Event[]} */ (log.slice(last)));
  const known = nodes.map(({ name, weight, zone, down }) => ({
    ...{ name, weight },
    ...(zone && { zone }),
    ...(down && { down }),
  }));
  const given = Array.isArray(input.nodes) ? input.nodes : [];
  const gone = given.flatMap((node) =>
    typeof node === 'string' || known.some(({ name }) => name === node.name)
      ? []
      : [{ name: node.name, weight: node.weight ?? 1 }],
  );
  return {
    now: { input, count: entries, nodes: known },
    before: change
      ? { input: { ...input, log: log.slice(0, last) }, count: entries, nodes: [...known, ...gone] }
      : null,
    ...{ change, says },
  };
}

/**
 * A new node is to be filled as far as others may be above their share, or it may stay nearly empty.
 * @param {Change['wish']} wish @param {number} limit in percent
 */
export const filled = (wish, limit) => ({ ...wish, ...(wish.add !== '' && { least: limit }) });

/**
 * What a change of the page means for a cluster as it was opened: nodes that it does not have are new.
 * @param {?Change} change @param {import('../../systems/reading/form.js').Reading} reading
 * @param {number} [limit] in percent
 */
export function wishIn(change, { nodes }, limit = kUsual.limit) {
  if (!change) return {};
  const names = new Set(nodes.map(({ name }) => name));
  const isNew = newNodes(change.wish.add).every(({ name }) => !names.has(name));
  const drain = change.wish.drain.filter((name) => names.has(name));
  return filled({ add: isNew ? change.wish.add : '', drain }, limit);
}
