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

/** @param {import('../../headless/reshard-core.d.ts').NodeInput} node */
const nodeOf = (node) => (typeof node === 'string' ? { name: node } : node);

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
  const { nodes: initial } = table.input;
  const now = (page.state().nodes ?? []).map(({ name, weight, zone, down }) => ({
    ...{ name, weight, down: Boolean(down) },
    ...(zone && { zone }),
  }));
  const { entries } = problem;
  const byNumber = ofPage || kByNumber.includes(table.input.strategy);
  return {
    ...{ table: opened, known: [...(Array.isArray(initial) ? initial.map(nodeOf) : []), ...now] },
    added: newNodes(knobs.add),
    at: placesOf(entries, byNumber ? undefined : (reading.order ?? reading.entries.rows.map(({ id }) => id))),
    from: entries.map(({ replicas }) => replicas[0]),
    to: endsOf(entries, plan.moves.slice(0, stop)),
  };
}

/** @param {{log?: unknown[]}} scenario @param {unknown[]} log */
const hasLog = (scenario, log) => JSON.stringify(scenario.log ?? []) === JSON.stringify(log);

/**
 * Makes a plan the page's last change. Whatever else the page shows stays: nothing is undone.
 * @param {Page} page @param {LogEntry[]} log as it is before the plan @param {import('./page_change.js').Change} change
 * @returns {Promise<string>} why it is refused, or empty
 */
export async function applyTo(page, log, { start, moves }) {
  const { bridge, wake } = page;
  const take = (/** @type {object} */ next) => {
    const refused = bridge.ask('take_scenario', JSON.stringify({ ...bridge.read('scenario'), ...next }));
    wake();
    return refused?.error ?? '';
  };
  const none = /** @type {LogEntry[]} */ ([]);
  const begun = start ? { ...start, log: none } : hasLog(bridge.read('scenario'), log) ? null : { log };
  const refused = begun ? take(begun) : '';
  await new Promise(requestAnimationFrame);
  return refused || take({ log: [...(start ? [] : log), ...moves] });
}
