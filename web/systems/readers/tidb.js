// TiDB: SHOW TABLE … REGIONS. A region's owner is the store of its leader; its other peers are told without their
// stores.
import { EntryTable } from '../reading/entry_table.js';
import { figure, Sum } from '../reading/figures.js';
import { Unreadable, noTemplate } from '../reading/form.js';
import { hasTable, tablesIn } from '../reading/tables.js';

/** @typedef {import('../reading/tables.js').Row} Row */
/** @typedef {import('../reading/form.js').Entry} Entry */

const kNeeded = ['region_id', 'start_key', 'end_key', 'leader_store_id'];
const isHeading = (/** @type {string[]} */ names) => kNeeded.every((name) => names.includes(name));

/** @param {Row} row @param {string} name */
function numberOf({ cells, line }, name) {
  const text = cells.get(name) ?? '';
  noTemplate(text, line);
  if (!/^\d{1,20}$/.test(text)) throw new Unreadable(line, `${name}: “${text.slice(0, 40)}” is no number`);
  return text;
}

/** @param {Row} row @param {string} name @returns {?bigint} null: unknown */
function figureOf(row, name) {
  const text = row.cells.get(name);
  return text === undefined || text === '' || text === 'NULL' ? null : BigInt(numberOf(row, name));
}

/** @param {import('../reading/pasted.js').Pasted} pasted @returns {import('../reading/form.js').Reading} */
function read(pasted) {
  const tables = tablesIn(pasted, isHeading);
  const rows = tables.flatMap((one) => one.rows);
  const table = new EntryTable('ranges', pasted);
  const nodes = /** @type {Map<string, {name: string, bytes: Sum, keys: Sum, sized: boolean}>} */ (new Map());
  const open = /** @type {import('../reading/form.js').Moving[]} */ ([]);
  const starts = new Map(rows.map(({ cells, line }) => [cells.get('start_key'), line]));
  let [total, before] = [0n, /** @type {?Row} */ (null)];
  for (const row of rows) {
    const [id, store] = [numberOf(row, 'region_id'), numberOf(row, 'leader_store_id')];
    const owner = store === '0' ? null : `store ${store}`;
    const [size, keys] = [figureOf(row, 'approximate_size(mb)'), figureOf(row, 'approximate_keys')];
    const bytes = size === null ? null : figure(size * 1_048_576n);
    const entry = /** @type {Entry} */ ({ id, owner, replicas: [], ...(bytes !== null && { bytes }) });
    if (!table.add(entry, row.line, `region ${id}`)) continue;
    const end = before?.cells.get('end_key') ?? '';
    const [from, last] = [row.cells.get('start_key') ?? '', before];
    if (last && end !== '' && from !== '' && !starts.has(end) && sameTable(end, from)) {
      throw new Unreadable(
        row.line,
        `between the keys ${end.slice(0, 60)} and ${from.slice(0, 60)} a region is missing`,
      );
    }
    before = row;
    if (row.cells.get('scattering') === '1') open.push({ entry: id, from: owner, to: null });
    total += size ?? 0n;
    if (owner === null) continue;
    const node = nodes.get(owner) ?? { name: owner, bytes: new Sum(), keys: new Sum(), sized: false };
    nodes.set(owner, node);
    if (bytes !== null) node.bytes.add(bytes);
    if (keys !== null) node.keys.add(figure(keys));
    node.sized ||= bytes !== null;
  }
  if (table.size === 0) throw new Unreadable(tables[0]?.line ?? pasted.last, 'headings without rows');
  const cut = pasted.skipped.some(({ why }) => why === 'cut') && before;
  return {
    ...{ system: 'tidb', form: 'SHOW TABLE REGIONS', strategy: 'table', key: null },
    nodes: [...nodes.values()].map(({ name, bytes, keys, sized }) => ({
      name,
      ...(sized && { bytes: bytes.value, keys: Number(keys.value) }),
    })),
    entries: table.entries(),
    ...(open.length > 0 && { open }),
    ...(total > 0n && { notes: ['sizes are rounded to 1,048,576 bytes'] }),
    skipped: pasted.skipped,
    cannot_know: [
      'stores of the other peers',
      'addresses of the stores',
      'requests',
      ...(cut ? [`what lies after ${(before?.cells.get('end_key') ?? '').slice(0, 60)}: the text is cut`] : []),
    ],
  };
}

/** Whether two keys are of rows, or of the same index, of one table. @param {string} a @param {string} b */
function sameTable(a, b) {
  const of = (/** @type {string} */ key) => /^t_\d+_(?:r|i_\d+)_/.exec(key)?.[0];
  return of(a) !== undefined && of(a) === of(b);
}

/** @param {import('../reading/pasted.js').Pasted} pasted */
const fits = ({ filled }) => (hasTable(filled, isHeading, /leader_store_id/i) ? 2 : 0);

export default { system: 'tidb', title: 'TiDB', fits, read };
