// CockroachDB: SHOW RANGES. A range's owner is its lease holder, a node's number; its replicas are the other copies
// that vote. Those that do not vote are told.
import { chosen } from '../reading/choices.js';
import { EntryTable } from '../reading/entry_table.js';
import { byNumber, figure, Sum } from '../reading/figures.js';
import { Unreadable, noTemplate } from '../reading/form.js';
import { hasTable, tablesIn } from '../reading/tables.js';

/** @typedef {import('../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../reading/form.js').ReadNode} ReadNode */
/** @typedef {import('../reading/form.js').Figure} Figure */
/** @typedef {import('../reading/tables.js').Row} Row */
/**
 * @typedef {object} Range
 * @property {string} id @property {string} table @property {?string} holder @property {string[]} replicas
 * @property {string[]} localities of the replicas in turn @property {string} holderLocality
 * @property {string[]} idle replicas that do not vote
 * @property {?Figure} bytes @property {string} from @property {string} to @property {number} line
 */

const kNeeded = ['start_key', 'end_key', 'range_id', 'replicas'];
const isHeading = (/** @type {string[]} */ names) => kNeeded.every((name) => names.includes(name));
const isNone = (/** @type {string | undefined} */ text) => text === undefined || text === '' || text === 'NULL';

/** An array of PostgreSQL's as its members, or null. @param {string} text */
function arrayIn(text) {
  if (!/^\{.*\}$/s.test(text)) return null;
  const members = /** @type {string[]} */ ([]);
  const within = text.slice(1, -1);
  const one = /\s*(?:"((?:[^"\\]|\\.)*)"|([^",{}]*))\s*(,|$)/gy;
  while (one.lastIndex < within.length || (members.length > 0 && within.endsWith(','))) {
    const found = one.exec(within);
    if (!found) return null;
    members.push(found[1]?.replace(/\\(.)/gs, '$1') ?? found[2].trim());
    if (found[3] === '') break;
  }
  return members;
}

/** Bytes of millions with a fraction, with all digits. @param {string} text @param {number} line @returns {Figure} */
function bytesOfMillions(text, line) {
  const [, whole, fraction = ''] = /^(\d{1,15})(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) throw new Unreadable(line, `range_size_mb: “${text.slice(0, 40)}” is no number`);
  const millionths = BigInt(whole + fraction.slice(0, 6).padEnd(6, '0'));
  return figure(millionths + (Number(fraction[6] ?? '0') >= 5 ? 1n : 0n));
}

/** @param {Row} row @returns {?Figure} */
function bytesOf({ cells, line }) {
  const [bytes, millions] = [cells.get('range_size'), cells.get('range_size_mb')];
  if (bytes !== undefined && !isNone(bytes)) {
    if (!/^\d{1,30}$/.test(bytes)) throw new Unreadable(line, `range_size: “${bytes.slice(0, 40)}” is no number`);
    return figure(BigInt(bytes));
  }
  return millions === undefined || isNone(millions) ? null : bytesOfMillions(millions, line);
}

/** @param {Row} row @returns {Range} */
function rangeOf(row) {
  const { cells, line } = row;
  const of = (/** @type {string} */ name) => cells.get(name) ?? '';
  for (const name of ['range_id', 'lease_holder', 'replicas', 'table_name']) noTemplate(of(name), line);
  const id = of('range_id');
  if (!/^\d{1,20}$/.test(id)) throw new Unreadable(line, `range_id: “${id.slice(0, 40)}” is no number`);
  const replicas = arrayIn(of('replicas'));
  if (!replicas?.every((one) => /^\d{1,10}$/.test(one))) {
    throw new Unreadable(line, `replicas: “${of('replicas').slice(0, 40)}” are no numbers`);
  }
  const holder = isNone(cells.get('lease_holder')) ? null : of('lease_holder');
  if (holder !== null && !/^\d{1,10}$/.test(holder)) {
    throw new Unreadable(line, `lease_holder: “${holder.slice(0, 40)}” is no number`);
  }
  if (holder !== null && !replicas.includes(holder)) {
    throw new Unreadable(line, `the lease holder ${holder} of range ${id} has no replica`);
  }
  const idle = isNone(cells.get('non_voting_replicas')) ? [] : arrayIn(of('non_voting_replicas'));
  if (!idle?.every((one) => replicas.includes(one))) {
    throw new Unreadable(line, 'the non_voting_replicas are not among the replicas');
  }
  const localities = isNone(cells.get('replica_localities')) ? [] : arrayIn(of('replica_localities'));
  if (!localities) throw new Unreadable(line, 'the replica_localities are no list');
  return {
    ...{ id, table: of('table_name'), holder, replicas, localities, holderLocality: of('lease_holder_locality') },
    idle,
    ...{ bytes: bytesOf(row), from: of('start_key'), to: of('end_key'), line },
  };
}

/** The parts of a locality, such as “region=eu,zone=a”. @param {string} locality @returns {Partial<ReadNode>} */
function placeOf(locality) {
  const tiers = new Map(
    locality.split(',').map((tier) => {
      const [name, ...value] = tier.split('=');
      return /** @type {[string, string]} */ ([name.trim(), value.join('=').trim()]);
    }),
  );
  const center = tiers.get('region') ?? tiers.get('datacenter') ?? tiers.get('dc');
  const [zone, rack] = [tiers.get('zone') ?? tiers.get('az'), tiers.get('rack')];
  return { ...(center && { data_center: center }), ...(zone && { zone }), ...(rack && { rack }) };
}

/** Where each node is, as its ranges say. @param {Range[]} ranges @param {string[]} warnings */
function localitiesOf(ranges, warnings) {
  const known = /** @type {Map<string, {locality: string, line: number}>} */ (new Map());
  const say = (/** @type {string} */ node, /** @type {string} */ locality, /** @type {number} */ line) => {
    if (locality === '' || locality === 'NULL') return;
    const before = known.get(node);
    if (!before) known.set(node, { locality, line });
    else if (before.locality !== locality) {
      warnings.push(`line ${line}: node ${node} is at ${locality}, in line ${before.line} at ${before.locality}`);
    }
  };
  for (const { holder, holderLocality, replicas, localities, line } of ranges) {
    if (holder !== null) say(holder, holderLocality, line);
    // A list of another length, or unquoted at commas, does not say whose each is.
    if (localities.length === replicas.length) replicas.forEach((node, i) => say(node, localities[i], line));
  }
  return known;
}

/** @param {Range[]} ranges of one table @param {string} prefix of the nodes' names @param {string[]} warnings */
function nodesOf(ranges, prefix, warnings) {
  const numbers = new Set(ranges.flatMap(({ replicas }) => replicas));
  const places = localitiesOf(ranges, warnings);
  const sums = /** @type {Map<string, Sum>} */ (new Map());
  for (const { holder, bytes } of ranges) {
    if (holder === null || bytes === null) continue;
    sums.set(holder, (sums.get(holder) ?? new Sum()).add(bytes));
  }
  return [...numbers].sort(byNumber).map((number) => {
    const [place, bytes] = [places.get(number), sums.get(number)?.value];
    return {
      ...{ name: `${prefix}${number}`, id: number },
      ...(place && { locality: place.locality, ...placeOf(place.locality) }),
      ...(bytes !== undefined && { bytes }),
    };
  });
}

/** @param {Range[]} ranges @param {(name: string) => string} named */
function entriesOf(ranges, named) {
  return {
    kind: 'ranges',
    rows: ranges.map(({ id, holder, replicas, idle, bytes }) => ({
      ...{ id, owner: holder === null ? null : named(holder) },
      replicas: replicas.filter((one) => one !== holder && !idle.includes(one)).map(named),
      ...(bytes !== null && { bytes }),
    })),
  };
}

/** Refuses a hole between ranges that the text lists in turn. @param {Range[]} ranges */
function noHole(ranges) {
  // Of other tables' or indexes' keys, which may be between, the text does not have the names.
  const open = (/** @type {string} */ key) => isNone(key) || /^<|^…\/<Table(?:Min|Max)>/.test(key);
  const starts = new Set(ranges.map(({ from }) => from));
  ranges.forEach(({ from, line }, i) => {
    const before = ranges[i - 1];
    if (!before || starts.has(before.to) || open(from) || open(before.to)) return;
    throw new Unreadable(
      line,
      `between the keys ${before.to.slice(0, 60)} and ${from.slice(0, 60)} a range is missing`,
    );
  });
}

/** @param {Range[]} ranges of one table @param {Pasted} pasted @param {Set<string>} columns @param {string} after */
function readingOf(ranges, pasted, columns, after) {
  const warnings = /** @type {string[]} */ ([]);
  const named = (/** @type {string} */ number) => `n${number}`;
  const nodes = nodesOf(ranges, 'n', warnings);
  const without = ranges.filter(({ holder }) => holder === null).map(({ id }) => id);
  const details = columns.has('lease_holder');
  const sized = columns.has('range_size') || columns.has('range_size_mb');
  const more = without.length > 5 ? ` and ${without.length - 5} more` : '';
  const lacking = `lease holder of ${without.slice(0, 5).join(', ')}${more}`;
  const idle = ranges.filter((range) => range.idle.length > 0);
  const some = idle.slice(0, 5).map((range) => `${range.id} on ${range.idle.map(named).join(', ')}`);
  const notes = [
    ...(details ? [] : ['without DETAILS there is no lease holder: the replicas are known, the owner is not']),
    ...(idle.length > 0
      ? [`replicas that do not vote are not counted: ${some.join('; ')}${idle.length > 5 ? ' …' : ''}`]
      : []),
  ];
  return {
    ...{ system: 'cockroachdb', form: 'SHOW RANGES', strategy: /** @type {const} */ ('table'), key: null, nodes },
    entries: entriesOf(ranges, named),
    ...(warnings.length > 0 && { warnings }),
    ...(notes.length > 0 && { notes }),
    skipped: pasted.skipped,
    cannot_know: [
      ...(details ? (without.length > 0 ? [lacking] : []) : ['lease holders']),
      ...(sized ? [] : ['sizes']),
      ...(after ? [`what lies after ${after.slice(0, 60)}: the text is cut`] : []),
      'addresses of the nodes',
      'requests',
    ],
  };
}

/** @type {import('../reading/read.js').Reader['read']} */
function read(pasted, { choose }) {
  const tables = tablesIn(pasted, isHeading);
  const columns = new Set(tables.flatMap(({ names }) => names));
  const ranges = /** @type {Range[]} */ ([]);
  const table = new EntryTable('ranges', pasted);
  for (const row of tables.flatMap(({ rows }) => rows)) {
    const range = wholeRange(row, pasted);
    if (!range) continue;
    const { id, holder: owner, replicas, table: of } = range;
    // WITH TABLES lists a range once for each table in it.
    if (table.add({ id: `${of}\n${id}`, owner, replicas }, range.line, `range ${id}`)) ranges.push(range);
  }
  if (ranges.length === 0) throw new Unreadable(tables[0]?.line ?? pasted.last, 'headings without rows');
  noHole(ranges);
  const cut = pasted.skipped.some(({ why }) => why === 'cut') ? (ranges[ranges.length - 1].to ?? '') : '';
  const names = [...new Set(ranges.map((range) => range.table))];
  const offers = names.map((name) => ({
    name,
    read: () =>
      readingOf(
        ranges.filter((range) => range.table === name),
        pasted,
        columns,
        cut,
      ),
  }));
  return chosen(offers, choose);
}

/** A range, or null where the last line of a text without a line end is cut. @param {Row} row @param {Pasted} pasted */
function wholeRange(row, pasted) {
  try {
    return rangeOf(row);
  } catch (error) {
    if (!(error instanceof Unreadable) || row.line !== pasted.last || pasted.ends) throw error;
    pasted.skip(row.line, 'cut');
    return null;
  }
}

/** @param {Pasted} pasted */
const fits = ({ filled }) => (hasTable(filled, isHeading, /range_id/i) ? 2 : 0);

export default { system: 'cockroachdb', title: 'CockroachDB', fits, read };
