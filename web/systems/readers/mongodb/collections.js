// Chunks, shards and zones of MongoDB as one text tells of them, whatever commands printed it.
import { Unreadable, noTemplate } from '../../reading/form.js';
import { boundOf, compareKeys } from './shell_values.js';

/** @typedef {import('../../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../../reading/form.js').Figure} Figure */
/** @typedef {import('./shell_values.js').Value} Value */
/** @typedef {import('./shell_values.js').Bound} Bound */
/**
 * @typedef {{min: Bound[], max: Bound[], from: string, to: string, shard: string, jumbo: boolean, line: number}} Chunk
 */
/** @typedef {{name: string, hosts: string[], zones: string[], draining: boolean, line: number}} Shard */

/** One collection that is sharded. */
export class Collection {
  /** @type {Chunk[]} */
  chunks = [];
  /** By shard, where the text only counts. @type {Map<string, number>} */
  counts = new Map();
  /** By shard. @type {Map<string, {bytes: ?Figure, keys: ?Figure}>} */
  sizes = new Map();
  /** The fields of the shard key with what they are: 1, −1 or “hashed”. @type {?[string, string][]} */
  key = null;
  zones = 0;
  /** Whether the text leaves chunks out. */
  partly = false;
  /** @type {Map<string, Chunk>} */
  #seen = new Map();

  /** @param {string} name */
  constructor(name) {
    this.name = name;
  }

  /** @param {Chunk} chunk @param {Pasted} pasted */
  add(chunk, pasted) {
    const before = this.#seen.get(chunk.from);
    if (!before) {
      this.#seen.set(chunk.from, chunk);
      this.chunks.push(chunk);
    } else if (before.to === chunk.to && before.shard === chunk.shard) pasted.skip(chunk.line, 'duplicate');
    else
      throw new Unreadable(
        chunk.line,
        `the keys from ${chunk.from} already belong to ${before.shard} (line ${before.line})`,
      );
  }

  /** @param {string} shard @param {number} count @param {number} line */
  count(shard, count, line) {
    const before = this.counts.get(shard);
    if (before !== undefined && before !== count) throw new Unreadable(line, `${shard} has ${before} chunks already`);
    this.counts.set(shard, count);
  }

  get hashed() {
    return this.key?.length === 1 && this.key[0][1] === 'hashed';
  }

  /** The chunks by their bounds; a hole between two, or a key in two, refuses. */
  get ordered() {
    const sorted = inOrder(this.chunks);
    for (let i = 1; i < sorted.length; ++i) {
      const [a, b] = [sorted[i - 1], sorted[i]];
      if (a.to === b.from) continue;
      const [first, later] = a.line < b.line ? [a, b] : [b, a];
      if (compareKeys(a.max, b.min) > 0)
        throw new Unreadable(later.line, `its keys already belong to ${first.shard} (line ${first.line})`);
      throw new Unreadable(b.line, `nothing holds the keys from ${a.to} to ${b.from}: a chunk is missing`);
    }
    return sorted;
  }
}

/** @param {Chunk[]} chunks */
function inOrder(chunks) {
  const width = chunks[0]?.min.length ?? 0;
  const odd = chunks.find(({ min, max }) => min.length !== width || max.length !== width);
  if (odd) throw new Unreadable(odd.line, 'a chunk whose bounds have other fields');
  let known = true;
  const sorted = [...chunks].sort((a, b) => {
    const order = compareKeys(a.min, b.min);
    if (Number.isNaN(order)) known = false;
    return order || 0;
  });
  if (known) return sorted;
  // Values without an order here: each chunk ends where another begins.
  const from = new Map(chunks.map((chunk) => [chunk.from, chunk]));
  const ends = new Set(chunks.map(({ to }) => to));
  const chain = /** @type {Chunk[]} */ ([]);
  for (let next = chunks.find((chunk) => !ends.has(chunk.from)); next && chain.length < chunks.length; ) {
    chain.push(next);
    next = from.get(next.to);
  }
  if (chain.length === chunks.length) return chain;
  throw new Unreadable(chunks[0].line, 'bounds of types whose order is not known here, with holes between them');
}

/** The fields of a bound, and what people read. @param {Value | undefined} value @param {number} line */
function keyOf(value, line) {
  if (value?.kind !== 'map' || value.members.size === 0)
    throw new Unreadable(value?.line ?? line, 'a chunk without bounds');
  const parts = [...value.members.values()].map(boundOf);
  const names = [...value.members.keys()];
  const shown =
    parts.length === 1 ? parts[0].shown : `{${parts.map((part, i) => `${names[i]}: ${part.shown}`).join(', ')}}`;
  return { parts, shown, names };
}

/**
 * @param {Value | undefined} min @param {Value | undefined} max @param {string} shard @param {number} line
 * @param {boolean} jumbo @returns {Chunk}
 */
export function chunkOf(min, max, shard, line, jumbo) {
  noTemplate(shard, line);
  if (shard === '') throw new Unreadable(line, 'a chunk without a shard');
  const [from, to] = [keyOf(min, line), keyOf(max, line)];
  if (from.names.join('\n') !== to.names.join('\n'))
    throw new Unreadable(line, 'a chunk whose bounds have other fields');
  if (compareKeys(from.parts, to.parts) >= 0)
    throw new Unreadable(line, `the chunk from ${from.shown} ends before it begins`);
  return { min: from.parts, max: to.parts, from: from.shown, to: to.shown, shard, jumbo, line };
}

/** All that a text has. */
export class Cluster {
  /** @type {Map<string, Collection>} */
  collections = new Map();
  /** @type {Map<string, Shard>} */
  shards = new Map();
  /** By uuid, the name. @type {Map<string, string>} */
  names = new Map();
  cut = false;

  /** @param {string} name @param {number} line */
  collection(name, line) {
    noTemplate(name, line);
    const found = this.collections.get(name) ?? new Collection(name);
    this.collections.set(name, found);
    return found;
  }

  /**
   * @param {string} name @param {string} host “rs-a/a:1,b:2” @param {string[]} zones @param {boolean} draining
   * @param {number} line
   */
  shard(name, host, zones, draining, line) {
    noTemplate(`${name} ${host}`, line);
    if (name === '') throw new Unreadable(line, 'a shard without a name');
    const hosts = host
      .replace(/^[^/]*\//, '')
      .split(',')
      .filter(Boolean);
    const before = this.shards.get(name);
    if (before && before.hosts.length > 0 && before.hosts.join() !== hosts.join())
      throw new Unreadable(line, `the shard ${name} is in line ${before.line} already`);
    if (before) Object.assign(before, { hosts, zones: before.zones.length > 0 ? before.zones : zones, draining });
    else this.shards.set(name, { name, hosts, zones, draining, line });
    return this.shards.get(name);
  }
}
