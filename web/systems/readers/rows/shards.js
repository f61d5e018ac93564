// Shards and their nodes, row by row, with bytes and requests where a text has them.
import { Sum, bytesOf, figure } from '../../reading/figures.js';
import { Unreadable, noTemplate } from '../../reading/form.js';

/** @typedef {import('../../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../../reading/form.js').Reading} Reading */
/** @typedef {import('../../reading/form.js').Figure} Figure */
/** @typedef {import('../../reading/form.js').Entry} Entry */
/** @typedef {'shard' | 'node' | 'bytes' | 'requests' | 'role'} Column */
/** @typedef {{[column in Column]?: string}} Cells as they were written */

export const kColumns = /** @type {Record<Column, string[]>} */ ({
  shard: ['shard', 'partition', 'slot', 'tablet'],
  node: ['node', 'owner', 'host', 'server'],
  bytes: ['bytes', 'size'],
  requests: ['requests', 'qps', 'load'],
  role: ['role'],
});

const kUnknown = ['', '-', '?', 'n/a', 'null', '\\n'];
const kPrimary = ['primary', 'leader', 'master', 'owner', 'p'];
const kCopy = ['replica', 'follower', 'secondary', 'slave', 'standby', 'copy', 'r'];
// eslint-disable-next-line no-control-regex -- control characters are what a name may not have
const kControl = /[\u0000-\u001f\u007f]/;
const kLongestName = 255;
/** The replicas of every row of a text without roles. */
const kNobody = /** @type {string[]} */ ([]);

const kNames = new Map(
  Object.entries(kColumns).flatMap(([column, names]) => names.map((name) => [name, /** @type {Column} */ (column)])),
);

/** @param {string} name @returns {?Column} */
export const columnOf = (name) => kNames.get(name) ?? kNames.get(name.toLowerCase().trim()) ?? null;

const isUnknown = (/** @type {string | undefined} */ text) =>
  text === undefined || kUnknown.includes(text.toLowerCase());

/** @param {string | undefined} written @param {number} line @returns {?Figure} null: unknown */
function figureOf(/** @type {'bytes' | 'requests'} */ column, written, line) {
  if (written === undefined || isUnknown(written)) return null;
  const text = /^\d{1,3}(?:,\d{3})+(?!\d)/.test(written) ? written.replace(/,/g, '') : written;
  if (/^\d+$/.test(text)) return text.length < 16 ? Number(text) : figure(BigInt(text));
  noTemplate(text, line);
  if (/^-\s*[\d.]/.test(text)) throw new Unreadable(line, `${column}: ${written.slice(0, 40)} is below 0`);
  const plain = /^\d*\.?\d+(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : null;
  const value = column === 'bytes' ? bytesOf(text, 'decimal') : plain;
  if (value !== null && Number.isFinite(value)) return value;
  throw new Unreadable(line, `${column}: “${written.slice(0, 40)}” is no number`);
}

/** @param {string | undefined} name @param {number} line */
function checked(name, line) {
  if (name === undefined) return null;
  if (name.includes('{') || name.includes('(') || name.includes('<')) noTemplate(name, line);
  if (name.length > kLongestName) throw new Unreadable(line, `a name of ${name.length} characters`);
  if (kControl.test(name)) throw new Unreadable(line, 'a name with a control character');
  return name;
}

export class Rows {
  notes = /** @type {string[]} */ ([]);
  /** @type {Map<string, {bytes?: Sum, requests?: Sum}>} */
  #nodes = new Map();
  /** @type {Map<string, Entry>} */
  #shards = new Map();
  #pasted;
  #withRoles = false;
  #lacking = { bytes: 0, requests: 0, node: 0, some: { bytes: '', requests: '', node: '' } };
  #known = { bytes: false, requests: false };

  /** @param {Pasted} pasted */
  constructor(pasted) {
    this.#pasted = pasted;
  }

  get size() {
    return this.#shards.size;
  }

  /** @param {Cells} cells @param {number} line */
  add({ shard, node, bytes: size, requests: load, role }, line) {
    const id = checked(shard, line);
    if (id === null || id === '') throw new Unreadable(line, 'a row without a shard');
    const owner = isUnknown(node) ? null : checked(node, line);
    const [bytes, requests] = [figureOf('bytes', size, line), figureOf('requests', load, line)];
    const row = /** @type {Entry} */ ({ id, owner, replicas: kNobody, line });
    if (bytes !== null) row.bytes = bytes;
    if (requests !== null) row.requests = requests;
    const isNew = role === undefined ? this.#plain(row, line) : this.#withRole(row, line, role.toLowerCase());
    if (!isNew) return;
    if (bytes === null) this.#lacks('bytes', id);
    else this.#known.bytes = true;
    if (requests === null) this.#lacks('requests', id);
    else this.#known.requests = true;
    if (owner === null) return this.#lacks('node', id);
    const sums = this.#nodes.get(owner) ?? {};
    if (bytes !== null) (sums.bytes ??= new Sum()).add(bytes);
    if (requests !== null) (sums.requests ??= new Sum()).add(requests);
    this.#nodes.set(owner, sums);
  }

  /** @param {'bytes' | 'requests' | 'node'} what @param {string} id */
  #lacks(what, id) {
    this.#lacking[what] += 1;
    if (this.#lacking[what] <= 5) this.#lacking.some[what] += `${this.#lacking.some[what] && ', '}${id}`;
  }

  /** @param {Entry} row @param {number} line */
  #plain(row, line) {
    const before = this.#shards.get(row.id);
    if (!before) {
      this.#shards.set(row.id, row);
      return true;
    }
    if (before.owner === row.owner && (before.bytes !== row.bytes || before.requests !== row.requests)) {
      this.notes.push(`lines ${before.line} and ${line} differ in the figures of ${row.id}: those of the first count`);
    }
    return this.#twice(row, before, line);
  }

  /** @param {Entry} row @param {number} line @param {string} role */
  #withRole(row, line, role) {
    this.#withRoles = true;
    const primary = kPrimary.includes(role);
    if (!primary && !kCopy.includes(role)) throw new Unreadable(line, `role: “${role.slice(0, 40)}” is not known`);
    const { id, owner } = row;
    const shard = this.#shards.get(id) ?? /** @type {Entry} */ ({ id, owner: null, replicas: [], line });
    this.#shards.set(id, shard);
    if (primary && shard.owner !== null) return this.#twice(row, shard, line);
    if (primary) Object.assign(shard, { ...row, replicas: shard.replicas });
    else if (owner !== null && shard.replicas.includes(owner)) return this.#twice(row, { ...shard, owner }, line);
    else if (owner !== null) shard.replicas.push(owner);
    return true;
  }

  /** @param {Entry} row @param {Entry} before @param {number} line */
  #twice(row, before, line) {
    if (before.owner !== row.owner) {
      const owner = before.owner ?? 'nobody';
      throw new Unreadable(line, `shard ${row.id} already belongs to ${owner} (line ${before.line})`);
    }
    this.#pasted.skip(line, 'duplicate');
    return false;
  }

  /** @param {string} form @returns {Reading} */
  reading(form) {
    const { bytes, requests, node, some } = this.#lacking;
    const of = (/** @type {string} */ what, /** @type {number} */ count, /** @type {string} */ names) =>
      count === 0 ? [] : [`${what} of ${names}${count > 5 ? ` and ${count - 5} more` : ''}`];
    const nodes = Array.from(this.#nodes, ([name, sums]) => ({
      name,
      ...(sums.bytes && { bytes: sums.bytes.value }),
      ...(sums.requests && { requests: sums.requests.value }),
    }));
    const rows = [...this.#shards.values()];
    if (this.#withRoles) for (const { replicas } of rows) replicas.sort();
    return {
      system: 'rows',
      form,
      strategy: 'table',
      key: null,
      nodes,
      entries: { kind: 'shards', rows },
      ...(this.notes.length > 0 && { notes: this.notes }),
      skipped: this.#pasted.skipped,
      cannot_know: [
        'which keys a shard holds',
        ...(this.#withRoles ? [] : ['replicas']),
        ...(this.#known.bytes ? of('bytes', bytes, some.bytes) : ['sizes']),
        ...(this.#known.requests ? of('requests', requests, some.requests) : ['requests']),
        ...of('node', node, some.node),
      ],
    };
  }
}
