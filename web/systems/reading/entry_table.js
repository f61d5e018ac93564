// Entries that a text says row by row.
import { Unreadable } from './form.js';

/** @typedef {import('./form.js').Entry} Entry */

/** A table that is read row by row: two owners of one entry refuse the text, the same row twice is skipped. */
export class EntryTable {
  /** @type {Map<string, Entry>} */
  #rows = new Map();
  #kind;
  #pasted;

  /** @param {string} kind in one word: slots, shards @param {import('./pasted.js').Pasted} pasted */
  constructor(kind, pasted) {
    this.#kind = kind;
    this.#pasted = pasted;
  }

  /**
   * @param {Entry} entry
   * @param {number} line
   * @param {string | (() => string)} called how an error calls it, such as “slot 12”
   * @returns {boolean} whether it is new
   */
  add(entry, line, called) {
    const before = this.#rows.get(entry.id);
    if (!before) {
      entry.line = line;
      this.#rows.set(entry.id, entry);
      return true;
    }
    const { owner, replicas } = before;
    if (owner !== entry.owner || replicas.join('\n') !== entry.replicas.join('\n')) {
      const name = typeof called === 'string' ? called : called();
      throw new Unreadable(line, `${name} already belongs to ${owner ?? 'nobody'} (line ${before.line})`);
    }
    this.#pasted.skip(line, 'duplicate');
    return false;
  }

  /** @param {string} id */
  get(id) {
    return this.#rows.get(id);
  }

  get size() {
    return this.#rows.size;
  }

  /** @param {(a: string, b: string) => number} [order] of ids; by default that of the text */
  entries(order) {
    const rows = [...this.#rows.values()];
    return { kind: this.#kind, rows: order ? rows.sort((a, b) => order(a.id, b.id)) : rows };
  }
}
