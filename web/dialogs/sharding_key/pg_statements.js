// Queries with how often each was called, as pg_stat_statements has them.
import { recordsOf } from '../files/separated.js';

/**
 * From CSV with its names first; null if it is something else.
 * @param {string} text
 * @returns {?{sql: string, calls: number}[]}
 */
export function statementsOfCsv(text) {
  const [first = ''] = text.replace(/^\ufeff/, '').split(/\r?\n/, 1);
  const separator = [',', '\t', ';', '|'].find(
    (each) => /\bquery\b/i.test(first) && /\bcalls\b/i.test(first) && first.includes(each),
  );
  if (!separator) return null;
  const [head, ...rows] = recordsOf(text.replace(/^\ufeff/, ''), separator, 100_001);
  const names = head.map((name) => name.trim().toLowerCase());
  const [query, calls] = [names.indexOf('query'), names.indexOf('calls')];
  if (query < 0 || calls < 0) return null;
  return rows
    .map((row) => ({ sql: row[query] ?? '', calls: Number(row[calls]) }))
    .filter(({ sql, calls: count }) => sql.trim() !== '' && count > 0 && Number.isFinite(count));
}
