// A reading as JSON: the neutral form of web/systems/README.md.
import { linkOf } from './link.js';

/** @typedef {import('./form.js').Reading} Reading */
/** @typedef {import('./form.js').Entries} Entries */
/** @typedef {(lines: Iterable<string>) => string | Promise<string>} Sha1 of all lines together, in hexadecimal */

/** @param {Entries['rows']} rows */
function* linesOf(rows) {
  for (const { id, owner, replicas } of rows) yield `${[id, owner ?? '-', ...replicas].join(' ')}\n`;
}

/** @param {Entries} entries @param {Sha1} sha1 */
async function entriesOf({ kind, rows, counts, without = 0 }, sha1) {
  if (counts) {
    const count = [...counts.values()].reduce((sum, one) => sum + one, without);
    return { kind, count, by_node: Object.fromEntries(counts) };
  }
  if (rows.length === 0) return { kind, count: 0 };
  const owned = /** @type {Map<string, number>} */ (new Map());
  for (const { owner } of rows) if (owner !== null) owned.set(owner, (owned.get(owner) ?? 0) + 1);
  return {
    ...{ kind, count: rows.length, by_node: Object.fromEntries(owned), digest: await sha1(linesOf(rows)) },
    rows: rows.map(({ line: _, assigned: __, moving: ___, unwell: ____, ...row }) => row),
  };
}

/** @param {Reading} reading @param {Sha1} sha1 */
export async function neutralForm(reading, sha1) {
  const { entries, running: _, each: __, key_fields: ___, bootstrap: ____, upmap: _____, ...rest } = reading;
  const linked = linkOf({ entries, ...rest });
  const opened = 'why' in linked ? { no_link: linked.why } : { link: linked.link };
  return { ...rest, ...opened, entries: await entriesOf(entries, sha1) };
}
