// Any table of one's own that says where entries are: a row a copy.
import { t } from '../../text/language.js';
import { comment, cql, sqlName } from '../../text/quote.js';
import { movesBack, runsOf } from './form.js';

/** @typedef {import('./form.js').Move} Move */

const kMostRows = 100; // of a step, which is a transaction

/** Without it, psql goes on after a statement that has failed, and ends with status 0. */
export const stopsAtErrors = () => {
  const says = t('With psql -f, this ends at the first statement that fails. Without psql, take the next line out:');
  return [`-- ${comment(says)}`, '\\set ON_ERROR_STOP on'];
};

/** @param {Move[]} run @param {string} table */
const commandsOf = (run, table) => [
  'BEGIN;',
  ...run.map(
    ([entry, from, to]) =>
      `UPDATE ${table} SET "node" = ${cql(to)} WHERE "entry" = ${cql(entry)} AND "node" = ${cql(from)};`,
  ),
  'COMMIT;',
];

/** @type {import('./form.js').Writer['write']} */
function write({ moves, of = 'placement' }) {
  const table = sqlName(of);
  return {
    language: 'sql',
    before: stopsAtErrors(),
    steps: runsOf(moves, kMostRows, () => true).map((run) => ({
      moves: run,
      commands: [`-- ${comment(t('Run this once the data is copied:'))}`, ...commandsOf(run, table)],
      checks: [`SELECT "node", count(*) FROM ${table} GROUP BY "node" ORDER BY "node";`],
      back: [`-- ${comment(t('Run this once the data is copied:'))}`, ...commandsOf(movesBack(run), table)],
    })),
    after: [],
    files: [],
    notes: [t('Replace the names of the table “{0}” and of its columns “entry” and “node” with yours.', of)],
    held: t('Checked by a parser of PostgreSQL’s SQL. Not run.'),
  };
}

export default { system: 'sql', title: 'SQL', write };
