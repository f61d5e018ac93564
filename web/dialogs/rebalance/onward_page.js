// Which change of the page a plan is.
import { newNodes } from './wish.js';
import { pageTable } from './page_source.js';
import { endsOf, placesOf } from './page_change.js';

/** @typedef {import('../../host/page.js').Page} Page */
/** @typedef {import('./shown.js').Shown} Shown */
/** @typedef {import('../../headless/reshard-core.d.ts').LogEntry} LogEntry */

/** Strategies whose entries are called by their places. */
const kByNumber = ['redis_slots', 'slots', 'vbuckets', 'two_level'];

/** Whether the page shows a table of this reading's nodes. @param {Page} page @param {Shown['reading']} reading */
export function isOpenedTable({ state, bridge }, reading) {
  const { nodes = [] } = bridge.read('scenario');
  if (!(Number(state().entries) > 0) || !Array.isArray(nodes) || nodes.length === 0) return false;
  const names = new Set(reading.nodes.map(({ name }) => name));
  return nodes.every((node) => names.has(typeof node === 'string' ? node : (node.name ?? '')));
}

/** @param {import('./wish.js').Knobs} knobs @param {string[]} gone @returns {LogEntry[]} */
const eventsOf = ({ add }, gone) => [
  ...newNodes(add).map((node) => ({ add: node })),
  ...gone.map((name) => ({ remove: name })),
];

/**
 * @param {Page} page @param {Shown} shown
 * @param {{knobs: import('./wish.js').Knobs, ofPage: boolean}} of
 * @returns {import('./page_change.js').Wanted}
 */
export function wantedOn(page, { problem, plan, stop, reading }, { knobs, ofPage }) {
  const tables = /** @type {NonNullable<ReturnType<typeof pageTable>>} */ (pageTable(page));
  const before = ofPage && knobs.from === 'before' ? tables.before : null;
  const table = before ?? tables.now;
  // A cluster that was opened is planned as it was opened.
  const opened = ofPage ? table : { ...table, input: { ...table.input, log: [] } };
  const there = new Set(tables.now.nodes.map(({ name }) => name));
  const gone = before ? problem.options.drain.filter((name) => !there.has(name)) : [];
  const { entries } = problem;
  const byNumber = ofPage || kByNumber.includes(table.input.strategy);
  return {
    ...{ table: opened, events: eventsOf(knobs, stop === plan.moves.length ? gone : []) },
    at: placesOf(entries, byNumber ? undefined : (reading.order ?? reading.entries.rows.map(({ id }) => id))),
    from: entries.map(({ replicas }) => replicas[0]),
    to: endsOf(entries, plan.moves.slice(0, stop)),
  };
}
