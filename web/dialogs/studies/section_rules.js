// Sections and their loads: key → section by hash mod sections, section → node by a map. It needs no page: a worker
// runs it, and so do tests.

/** @typedef {import('./study_core.js').DialogCore} DialogCore */
/** @typedef {import('./study_core.js').StudyInput} StudyInput */

/** The numbers of sections to study; each divides the next, so that a key's section under the last gives all others. */
export const kSections = Array.from({ length: 13 }, (_, i) => 16 << i);
export const kMostSections = /** @type {number} */ (kSections.at(-1));
export const kRowBytes = 4; // of the map: a node's number, as in the core's tables

const kHottest = 10; // sections that the view lists

/** @typedef {number[] | Float64Array} Numbers */

/** @param {Numbers} values */
const sumOf = (values) => {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
};

/** The sections in order. @param {Numbers} loads by section */
const heaviestFirst = (loads) => Array.from(loads.keys()).sort((a, b) => loads[b] - loads[a] || a - b);

const kAnyPlacement = { strategy: 'slots', nodes: ['any'] }; // it hashes a key once; where keys live does not matter

/**
 * For each key: its hash mod 65,536.
 * @param {DialogCore} core
 * @param {StudyInput} input keys, seed, hash
 * @returns {Uint16Array}
 */
export function sectionsOfKeys(core, { keys, seed, hash }) {
  const { value: count, numbers } = core.callWithKeys('reshard_key_hashes', { ...kAnyPlacement, keys, seed, hash });
  const sections = new Uint16Array(count); // an element keeps the last 16 bits
  for (let key = 0; key < count; ++key) sections[key] = numbers[2 * key];
  return sections;
}

/**
 * For each key: its share of all requests, in proportion to 1 / number^skew; all nodes serve the first `spread` keys.
 * @param {DialogCore} core
 * @param {number} count
 * @param {number} skew
 */
export function requestsOfKeys(core, count, skew) {
  /** @type {StudyInput} */
  const input = { keys: { kind: 'sequential', count }, requests: { skew } };
  const { numbers } = core.callWithKeys('reshard_request_shares', { ...kAnyPlacement, ...input });
  return new Float64Array(numbers.buffer);
}

/**
 * For each section: the sum over its keys.
 * @param {Uint16Array} sections of kMostSections, by key
 * @param {number} count
 * @param {(key: number) => number} loadOfKey
 */
export function loadsOf(sections, count, loadOfKey) {
  const loads = new Float64Array(count);
  sections.forEach((section, key) => {
    loads[section % count] += loadOfKey(key);
  });
  return loads;
}

/** Gives, again and again, the position that is first by `before`: a heap of positions. */
class First {
  #heap;
  /** @type {(a: number, b: number) => boolean} */
  #before;

  /**
   * @param {number} size
   * @param {(a: number, b: number) => boolean} before
   */
  constructor(size, before) {
    this.#heap = Uint32Array.from({ length: size }, (_, i) => i);
    this.#before = (a, b) => before(a, b) || (!before(b, a) && a < b);
    for (let i = size >> 1; i >= 0; --i) this.#sink(i);
  }

  get top() {
    return this.#heap[0];
  }

  /** The top one must move down. */
  changed() {
    this.#sink(0);
  }

  /** @param {number} from */
  #sink(from) {
    const heap = this.#heap;
    for (let i = from; ; ) {
      let first = i;
      for (const child of [2 * i + 1, 2 * i + 2])
        if (child < heap.length && this.#before(heap[child], heap[first])) first = child;
      if (first === i) return;
      [heap[i], heap[first]] = [heap[first], heap[i]];
      i = first;
    }
  }
}

/**
 * Gives each section to the node that is furthest below its quota, as the core deals a new table.
 * @param {DialogCore} core
 * @param {number} sections
 * @param {number[]} weights above 0
 * @returns {number[]} the node of each section
 */
export const byCount = (core, sections, weights) =>
  core.call('reshard_deal', { slots: sections, nodes: weights.map((weight) => ({ weight })) });

/**
 * Gives each section, the heaviest first, to the node with the least load for its weight. No table of the core is dealt
 * by load, so this rule is only here.
 * @param {Numbers} loads by section
 * @param {number[]} weights
 */
export function byLoad(loads, weights) {
  const held = weights.map(() => 0);
  const next = new First(weights.length, (a, b) => held[a] / weights[a] < held[b] / weights[b]);
  const owners = new Uint32Array(loads.length);
  for (const section of heaviestFirst(loads)) {
    const { top } = next;
    owners[section] = top;
    held[top] += loads[section];
    next.changed();
  }
  return owners;
}

/**
 * For each node: the load of its sections, plus its part of what all nodes serve.
 * @param {number[] | Uint32Array} owners by section
 * @param {Numbers} loads by section
 * @param {number} nodes
 */
export function heldBy(owners, loads, nodes, everywhere = 0) {
  /** @type {number[]} */
  const held = new Array(nodes).fill(everywhere / nodes);
  loads.forEach((load, section) => {
    held[owners[section]] += load;
  });
  return held;
}

/**
 * The load of the most loaded node divided by its fair share, which among equal nodes is the mean.
 * @param {number[]} held by node
 * @param {number[]} weights by node
 */
export function peakOf(held, weights) {
  const [load, weight] = [sumOf(held), sumOf(weights)];
  return Math.max(...held.map((each, i) => each / load / (weights[i] / weight)));
}

/**
 * One number of sections under both placements.
 * @typedef {ReturnType<typeof studyOf>} Study
 * @param {DialogCore} core
 * @param {{ofKeys: Uint16Array, requests: Float64Array, spread: number, weights: number[]}} given
 * @param {number} sections
 */
function studyOf(core, { ofKeys, requests, spread, weights }, sections) {
  const everywhere = sumOf(requests.slice(0, spread));
  const keys = loadsOf(ofKeys, sections, () => 1);
  const loads = loadsOf(ofKeys, sections, (key) => (key < spread ? 0 : requests[key]));
  const owners = { count: byCount(core, sections, weights), load: byLoad(loads, weights) };
  const held = {
    count: heldBy(owners.count, loads, weights.length, everywhere),
    load: heldBy(owners.load, loads, weights.length, everywhere),
  };
  const order = heaviestFirst(loads);
  const heaviest = loads[order[0]] > 0 ? loads[order[0]] + everywhere / weights.length : 0;
  const row = {
    sections,
    keys: peakOf(heldBy(owners.count, keys, weights.length), weights),
    count: peakOf(held.count, weights),
    load: peakOf(held.load, weights),
    floor: Math.max(1, (heaviest * sumOf(weights)) / Math.max(...weights)), // some node must serve the heaviest section
    used: keys.reduce((count, each) => count + Number(each > 0), 0),
    map: sections * kRowBytes,
  };
  return {
    row,
    held,
    hottest: order.slice(0, kHottest).map((section) => ({
      section,
      load: loads[section],
      count: owners.count[section],
      byLoad: owners.load[section],
    })),
  };
}

/**
 * What the view shows: a row for each number of sections, and for the chosen one the nodes and the hottest sections.
 * @param {DialogCore} core
 * @param {{input: StudyInput, skew: number, spread: number, weights: number[], sections: number}} asked `weights`: of
 *   the nodes
 * @returns {{rows: Study['row'][], held: Study['held'], hottest: Study['hottest']}}
 */
export function studySections(core, { input, skew, spread, weights, sections }) {
  const ofKeys = sectionsOfKeys(core, input);
  const given = { ofKeys, requests: requestsOfKeys(core, ofKeys.length, skew), spread, weights };
  const all = kSections.map((count) => studyOf(core, given, count));
  const { held, hottest } = all[kSections.indexOf(sections)];
  return { rows: all.map(({ row }) => row), held, hottest };
}

/**
 * Network bytes for the map: for one push to all clients; per second, if pushed at each change or polled whole.
 * @param {{sections: number, clients: number, poll: number, changes: number}} system `poll`: seconds; `changes`: per
 *   hour
 */
export function mapTraffic({ sections, clients, poll, changes }) {
  const map = sections * kRowBytes;
  return { map, push: map * clients, pushed: (map * clients * changes) / 3600, polled: (map * clients) / poll };
}
