// The moves as a table for any program.
import { csvRows } from '../../text/quote.js';

/**
 * Step, entry, from, to, bytes: a line a move, in order.
 * @param {import('./form.js').Moving} moving
 */
export function csvOf({ moves, entries = [] }) {
  const bytes = new Map(entries.map((entry) => [entry.id, entry.bytes]));
  return csvRows([
    ['step', 'entry', 'from', 'to', 'bytes'],
    ...moves.map(([entry, from, to], i) => [String(i + 1), entry, from, to, String(bytes.get(entry) ?? '')]),
  ]);
}
