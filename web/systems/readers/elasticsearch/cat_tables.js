// Tables of Elasticsearch's _cat interface: rows by their headings, or by the usual columns without them.

/** @typedef {Map<string, string>} CatRow the cells that are there, by their columns */
/** @typedef {{of: RegExp, needed?: boolean, words?: boolean}} Cell `words`: may hold blanks */

const kSize = /^(?:\d+(?:\.\d+)?(?:[kmgtp]?b)?|-1)$/;
const kCount = /^\d+$/;
const kAnything = /^/;
/** What cells look like, by their columns. @type {Record<string, Cell>} */
const kCells = {
  index: { of: kAnything, needed: true },
  shard: { of: kCount, needed: true },
  prirep: { of: /^[prs]$/, needed: true },
  state: { of: /^(?:STARTED|RELOCATING|INITIALIZING|UNASSIGNED)$/, needed: true },
  docs: { of: kCount },
  store: { of: kSize },
  dataset: { of: kSize },
  ip: { of: /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]*:[\da-f:.]*:[\da-f:.]*)$/i },
  id: { of: /^[\w-]{20,24}$/ },
  node: { of: kAnything, words: true },
  shards: { of: kCount, needed: true },
  'shards.undesired': { of: /^(?:\d+|-1)$/ },
  'write_load.forecast': { of: /^\d+(?:\.\d+)?$/ },
  'disk.indices.forecast': { of: kSize },
  'disk.indices': { of: kSize },
  'disk.used': { of: kSize },
  'disk.avail': { of: kSize },
  'disk.total': { of: kSize },
  'disk.percent': { of: kCount },
  'node.role': { of: /^(?:[a-z]+|-)$/ },
  'unassigned.reason': { of: /^[A-Z_]+$/ },
  'unassigned.at': { of: /^\d{4}-\d\d-\d\dT\S+$/ },
  'unassigned.for': { of: /^[\d.]+(?:nanos|micros|ms|[smhd])$/ },
  'unassigned.details': { of: kAnything, words: true },
};
const kOther = /** @type {Cell} */ ({ of: kAnything });
const kAliases = /** @type {Record<string, string>} */ ({
  i: 'index',
  idx: 'index',
  s: 'shard',
  sh: 'shard',
  p: 'prirep',
  pr: 'prirep',
  primaryOrReplica: 'prirep',
  st: 'state',
  d: 'docs',
  dc: 'docs',
  sto: 'store',
  n: 'node',
});
// No row is longer.
const kLongest = 4000;

/** The columns of a line of headings. @param {string} text */
export const columnsOf = (text) =>
  text.length > kLongest
    ? []
    : text
        .trim()
        .split(/\s+/)
        .map((word) => kAliases[word] ?? word);

export class CatTable {
  #columns;
  #cells;

  /** @param {string[]} columns */
  constructor(columns) {
    this.#columns = columns;
    this.#cells = columns.map((column) => (Object.hasOwn(kCells, column) ? kCells[column] : kOther));
  }

  /** @param {string} column */
  has(column) {
    return this.#columns.includes(column);
  }

  /** @param {string} text @returns {?CatRow} null: the text is no row */
  row(text) {
    if (text.length > kLongest) return null;
    const words = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
      word,
      from: index,
      to: index + word.length,
    }));
    const row = /** @type {CatRow} */ (new Map());
    const failed = /** @type {Set<number>} */ (new Set());
    const cells = this.#cells;
    /** @param {number} column @param {number} word @returns {boolean} whether the rest of the words fill the rest */
    const fill = (column, word) => {
      if (column === cells.length) return word === words.length;
      const state = column * (words.length + 1) + word;
      if (failed.has(state)) return false;
      const { of, needed, words: several } = cells[column];
      if (word < words.length && of.test(words[word].word)) {
        const most = several ? words.length : word + 1;
        for (let next = word + 1; next <= most; ++next) {
          if (!fill(column + 1, next)) continue;
          row.set(this.#columns[column], text.slice(words[word].from, words[next - 1].to));
          return true;
        }
      }
      if (!needed && fill(column + 1, word)) return true;
      failed.add(state);
      return false;
    };
    return fill(0, 0) ? row : null;
  }
}
