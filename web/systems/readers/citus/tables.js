// What Citus' catalogue says of shards, their placements and the nodes, whatever tables of it are in a text.
import { figure } from '../../reading/figures.js';
import { Unreadable, noTemplate } from '../../reading/form.js';

/** @typedef {import('../../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../../reading/psql.js').TableRow} TableRow */
/** @typedef {import('../../reading/form.js').ReadNode} ReadNode */
/** @typedef {import('../../reading/form.js').Figure} Figure */
/**
 * @typedef {{id: string, table: string, kind: string, range: ?[bigint, bigint], why: string, line: number}} Shard
 *   `range`: null: the text has none; `why`: why it places no keys by hash
 */
/** @typedef {{node: string, bytes: ?Figure, line: number}} Placed */
/** @typedef {{id: string, group: string, name: string, node: ReadNode, secondary: boolean}} Worker */

const kWhole = /^-?\d{1,20}$/;
/** Why the tables of citus_shards that are not distributed have no ranges. @type {Record<string, string>} */
const kKinds = {
  reference: 'a reference table',
  local: 'a local table',
  schema: 'a table of a schema: in one shard',
};
export const kPort = /^\d{1,5}$/;

/** @param {string} host @param {string} port */
export const address = (host, port) => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`);

/** psql's boolean. @param {string | undefined} text */
const isFalse = (text) => text === 'f' || text === 'false' || text === '0';

/** @param {TableRow} row @param {string} column @returns {string} */
export function nameIn({ of, line }, column) {
  const name = of.get(column) ?? '';
  noTemplate(name, line);
  if (name === '') throw new Unreadable(line, `a row without ${column}`);
  return name;
}

/** @param {TableRow} row @param {string} column @param {RegExp} [form] */
export function numberIn(row, column, form = /^\d{1,19}$/) {
  const text = nameIn(row, column);
  if (!form.test(text)) throw new Unreadable(row.line, `${column}: “${text.slice(0, 40)}” is no number`);
  return text;
}

export class Catalogue {
  /** @type {Map<string, Shard>} */
  shards = new Map();
  /** By shard. @type {Map<string, Placed[]>} */
  placements = new Map();
  /** @type {Worker[]} */
  workers = [];
  ranges = false;
  sizes = false;
  /** By table, the number of its colocation. @type {Map<string, string>} */
  colocations = new Map();
  #pasted;

  /** @param {Pasted} pasted */
  constructor(pasted) {
    this.#pasted = pasted;
  }

  /** @param {TableRow} row of pg_dist_shard */
  addShard(row) {
    const { of, line } = row;
    const [id, table] = [numberIn(row, 'shardid'), nameIn(row, 'logicalrelid')];
    const [min, max] = ['shardminvalue', 'shardmaxvalue'].map((name) => of.get(name) ?? '');
    noTemplate(`${min} ${max}`, line);
    this.ranges = true;
    let [range, why] = [/** @type {?[bigint, bigint]} */ (null), ''];
    if (min === '' && max === '') why = 'a reference table: on all nodes, without ranges';
    else if (!kWhole.test(min) || !kWhole.test(max)) why = 'ranges of values, not of a hash';
    else range = [BigInt(min), BigInt(max)];
    if (range && range[0] > range[1]) throw new Unreadable(line, `the range of shard ${id} ends before it begins`);
    const before = this.shards.get(id);
    const shard = { id, table, kind: '', range, why, line };
    if (!before || before.range === null) return void this.shards.set(id, { ...before, ...shard });
    if (before.table === table && String(before.range) === String(range)) return this.#pasted.skip(line, 'duplicate');
    throw new Unreadable(line, `shard ${id} is in line ${before.line} already`);
  }

  /** @param {TableRow} row of pg_dist_placement, or of the older pg_dist_shard_placement */
  addPlacement(row) {
    const id = numberIn(row, 'shardid');
    const state = row.of.get('shardstate') ?? '1';
    if (!/^\d$/.test(state)) throw new Unreadable(row.line, `shardstate: “${state.slice(0, 40)}” is no number`);
    const node = row.of.has('groupid') ? `group ${numberIn(row, 'groupid')}` : this.#address(row);
    if (state !== '1') return this.#pasted.skip(row.line, `a placement in state ${state}, which is not read`);
    this.#place(id, node, null, row.line);
  }

  /** @param {TableRow} row of citus_shards */
  addView(row) {
    const { of, line } = row;
    const [id, table] = [numberIn(row, 'shardid'), nameIn(row, 'table_name')];
    const [kind, size] = [of.get('citus_table_type') ?? 'distributed', of.get('shard_size') ?? ''];
    const colocation = of.get('colocation_id') ?? '';
    const node = this.#address(row);
    if (size !== '' && !/^\d{1,19}$/.test(size)) {
      noTemplate(size, line);
      throw new Unreadable(line, `shard_size: “${size.slice(0, 40)}” is no number`);
    }
    this.sizes = true;
    const before = this.shards.get(id);
    if (before && before.table !== table)
      throw new Unreadable(line, `shard ${id} is of ${before.table} (line ${before.line})`);
    const why = kind === 'distributed' ? '' : (kKinds[kind] ?? `a ${kind} table`);
    this.shards.set(id, { ...(before ?? { id, table, range: null, line }), kind, why: before?.why || why });
    if (kind === 'distributed' && colocation !== '' && colocation !== '0') this.colocations.set(table, colocation);
    this.#place(id, node, size === '' ? null : figure(BigInt(size)), line);
  }

  /** @param {TableRow} row with a host and a port */
  #address(row) {
    const [host, port] = [nameIn(row, 'nodename'), numberIn(row, 'nodeport', kPort)];
    return address(host, port);
  }

  /** @param {string} id @param {string} node @param {?Figure} bytes @param {number} line */
  #place(id, node, bytes, line) {
    const placed = this.placements.get(id) ?? [];
    this.placements.set(id, placed);
    const before = placed.find((one) => one.node === node);
    if (!before) return void placed.push({ node, bytes, line });
    if (before.bytes !== null && bytes !== null && before.bytes !== bytes)
      throw new Unreadable(line, `${node} has shard ${id} already, of another size (line ${before.line})`);
    before.bytes ??= bytes;
    this.#pasted.skip(line, 'duplicate');
  }

  /** @param {TableRow} row of pg_dist_node */
  addNode(row) {
    const { of, line } = row;
    const [group, name] = [numberIn(row, 'groupid'), this.#address(row)];
    const rack = of.get('noderack') ?? 'default';
    noTemplate(rack, line);
    const secondary = (of.get('noderole') ?? 'primary') === 'secondary';
    const node = {
      name,
      group: Number(group),
      ...(rack !== 'default' && rack !== '' && { rack }),
      ...(isFalse(of.get('isactive')) && { down: true }),
      ...(isFalse(of.get('shouldhaveshards')) && { draining: true }),
    };
    const before = this.workers.find(
      (one) => one.name === name || (one.group === group && !one.secondary && !secondary),
    );
    if (!before) return void this.workers.push({ id: `group ${group}`, group, name, node, secondary });
    if (before.name !== name || before.group !== group)
      throw new Unreadable(line, `${before.name} is already in group ${before.group}`);
    this.#pasted.skip(line, 'duplicate');
  }

  /** By “group 3”, the node's name. */
  get names() {
    const primaries = this.workers.filter(({ secondary }) => !secondary);
    return new Map(primaries.map(({ id, name }) => [id, name]));
  }
}
