// The names of the table that was opened from PostgreSQL's \d+ in this visit, for whoever writes SQL: a link has only
// those of partitions. They are carried over the reload that loads the second build (web/host/second_build.js), and go
// with the page.
import { keepForReload, keptForReload } from '../../host/second_build.js';

/** @typedef {import('../../systems/readers/postgresql.js').SqlTable} SqlTable */

const kKept = 'table';

/** @type {?SqlTable} */
let opened = null;

/** @param {?SqlTable} table null: another cluster is opened @param {boolean} reloads whether the page loads again */
export function setTable(table, reloads) {
  keptForReload(kKept);
  opened = table;
  if (table && reloads) keepForReload(kKept, JSON.stringify(table));
}

/** The table, if the page has one of its partitions. @param {{name: string}[]} nodes @returns {SqlTable | undefined} */
export function openedTable(nodes) {
  const kept = keptForReload(kKept);
  if (kept) opened = JSON.parse(kept);
  const { partitions } = opened ?? { partitions: {} };
  return opened && nodes.some(({ name }) => Object.hasOwn(partitions, name)) ? opened : undefined;
}
