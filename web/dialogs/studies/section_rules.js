// Sections and their loads: key → section by hash mod sections, section → node by a map. It needs no page: a worker
// runs it, and so do tests.

/** The numbers of sections to study; each divides the next, so that a key's section under the last gives all others. */
export const kSections = Array.from({ length: 13 }, (_, i) => 16 << i);
export const kMostSections = kSections.at(-1);
export const kRowBytes = 4; // of the map: a node's number, as in the core's tables

const kHottest = 10; // sections that the view lists
const kLow = 8192; // nodes of modulo: the core refuses more than 10,000

const sumOf = (values) => values.reduce((sum, value) => sum + value, 0);
const heaviestFirst = (loads) => Array.from(loads.keys()).sort((a, b) => loads[b] - loads[a] || a - b);

/**
 * For each key: its hash mod 65,536, from two placements.
 * @param {any} core
 * @param {any} input of place(): keys, seed, hash
 * @returns {Uint16Array}
 */
export function sectionsOfKeys(core, { keys, seed, hash }) {
  const asked = { keys, ...(seed !== undefined && { seed }), ...(hash !== undefined && { hash }) };
  const low = core.place({ ...asked, strategy: 'modulo', nodes: kLow }).owners;
  const nodes = Array.from({ length: kMostSections / kLow }, (_, i) => `part-${i}`);
  const log = nodes.map((name, i) => ({ move_to: name, first: i * kLow, last: (i + 1) * kLow - 1 }));
  const high = core.place({ ...asked, strategy: 'slots', params: { buckets: kMostSections }, nodes, log }).owners;
  return Uint16Array.from(low, (section, key) => high[key] * kLow + section);
}

/**
 * For each key: its share of all requests, in proportion to 1 / number^skew; all nodes serve the first `spread` keys.
 */
export function requestsOfKeys(count, skew) {
  const shares = Float64Array.from({ length: count }, (_, i) => (i + 1) ** -skew);
  const all = sumOf(shares);
  return shares.map((share) => share / all);
}

/** For each section: the sum over its keys. @param {Uint16Array} sections of kMostSections, by key */
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
  #before;

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
 * @param {number[]} weights above 0
 */
export function byCount(sections, weights) {
  const all = sumOf(weights);
  const lacks = weights.map((weight) => (sections * weight) / all);
  const next = new First(weights.length, (a, b) => lacks[a] > lacks[b]);
  return Uint32Array.from({ length: sections }, () => {
    const { top } = next;
    --lacks[top];
    next.changed();
    return top;
  });
}

/** Gives each section, the heaviest first, to the node with the least load for its weight. */
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

/** For each node: the load of its sections, plus its part of what all nodes serve. */
export function heldBy(owners, loads, nodes, everywhere = 0) {
  const held = new Array(nodes).fill(everywhere / nodes);
  loads.forEach((load, section) => {
    held[owners[section]] += load;
  });
  return held;
}

/** The load of the most loaded node divided by its fair share, which among equal nodes is the mean. */
export function peakOf(held, weights) {
  const [load, weight] = [sumOf(held), sumOf(weights)];
  return Math.max(...held.map((each, i) => each / load / (weights[i] / weight)));
}

/** One number of sections under both placements: {row, held, sections}. */
function studyOf({ ofKeys, requests, spread, weights }, sections) {
  const everywhere = sumOf(requests.slice(0, spread));
  const keys = loadsOf(ofKeys, sections, () => 1);
  const loads = loadsOf(ofKeys, sections, (key) => (key < spread ? 0 : requests[key]));
  const owners = { count: byCount(sections, weights), load: byLoad(loads, weights) };
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
 */
export function studySections(core, { input, skew, spread, weights, sections }) {
  const ofKeys = sectionsOfKeys(core, input);
  const given = { ofKeys, requests: requestsOfKeys(ofKeys.length, skew), spread, weights };
  const all = kSections.map((count) => studyOf(given, count));
  const { held, hottest } = all[kSections.indexOf(sections)];
  return { rows: all.map(({ row }) => row), held, hottest };
}

/** Network bytes for the map: for one push to all clients; per second, if pushed at each change or polled whole. */
export function mapTraffic({ sections, clients, poll, changes }) {
  const map = sections * kRowBytes;
  return { map, push: map * clients, pushed: (map * clients * changes) / 3600, polled: (map * clients) / poll };
}
