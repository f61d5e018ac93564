// The moves of a runbook as a table for any program: which step each is in, and when it runs.
import { csvRows } from '../../text/quote.js';

/** A line a move, in order. @param {import('./form.js').Book} book */
export const movesCsv = ({ steps, unit = '' }) =>
  csvRows([
    ['step', 'night', 'begins', 'ends', 'entry', 'from', 'to', ...(unit === 'entries' ? [] : [unit])],
    ...steps.flatMap(({ rows = [] }, i) =>
      rows.map(({ entry, from, to, amount, night, begins, ends }) => [
        ...[i + 1, night ?? '', begins ?? '', ends ?? ''].map(String),
        ...[entry, from, to, ...(unit === 'entries' ? [] : [String(amount)])],
      ]),
    ),
  ]);
