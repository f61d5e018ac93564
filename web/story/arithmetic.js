// What the figures compute themselves: a hundred keys, a handful of nodes, the same numbers as the core's.
import { xxh64 } from './hash.js';

export const kKeys = 100;
export const kPrefix = 'file-'; // of the keys' names
export const kNodes = ['A', 'B', 'C', 'D', 'E'];
export const kNewcomer = 'F';

/**
 * The position of a text on the ring, 0 to 1.
 * @param {string} text
 */
export const placeOf = (text) => Number(xxh64(text) >> 11n) / 2 ** 53;

const hashes = Array.from({ length: kKeys }, (_, key) => xxh64(`${kPrefix}${key}`));
export const keyPlaces = hashes.map((hash) => Number(hash >> 11n) / 2 ** 53);

/**
 * hash % n of every key: the number of its node.
 * @param {number} nodes
 */
export const byRemainder = (nodes) => hashes.map((hash) => Number(hash % BigInt(nodes)));

/**
 * Where the core's strategy “ring” puts a node with one virtual node.
 * @param {string} name
 */
export const nodePlace = (name) => placeOf(`${name}-0`);

/** For each key, the index of the first place clockwise from it (inclusive). @param {number[]} places of the nodes */
export const byRing = (places) =>
  keyPlaces.map((key) => {
    const way = places.map((place) => (place - key + 1) % 1);
    return way.indexOf(Math.min(...way));
  });

/**
 * The share of the ring that each node owns, 0 to 1.
 * @param {string[]} names
 * @param {number} vnodes
 */
export function ringShares(names, vnodes) {
  const points = names.flatMap((name, node) =>
    Array.from({ length: vnodes }, (_, v) => ({ place: placeOf(`${name}-${v}`), node })),
  );
  points.sort((a, b) => a.place - b.place);
  const shares = names.map(() => 0);
  points.forEach(({ place, node }, i) => {
    shares[node] += i > 0 ? place - points[i - 1].place : place + 1 - points[points.length - 1].place;
  });
  return shares;
}

/** The standard deviation divided by the mean. @param {number[]} values */
export function spreadOf(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) / mean;
}

/**
 * How many keys each node has.
 * @param {number[]} owners by key
 * @param {number} nodes
 */
export const countsOf = (owners, nodes) =>
  Array.from({ length: nodes }, (_, node) => owners.filter((owner) => owner === node).length);

/**
 * The keys that have another owner afterwards.
 * @param {number[]} before
 * @param {number[]} after
 */
export const movedOf = (before, after) => before.flatMap((owner, key) => (owner === after[key] ? [] : [key]));

/**
 * The name beginning with the letter whose position is closest to a place: to drag a node is to rename it.
 * @param {string} letter
 * @param {number} place
 * @returns {string}
 */
export function nameAt(letter, place) {
  const names = candidates(letter);
  let low = 0,
    high = names.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (names[middle].place < place) low = middle + 1;
    else high = middle;
  }
  const before = names[(low + names.length - 1) % names.length];
  const distance = (/** @type {number} */ a) => Math.min(Math.abs(a - place), 1 - Math.abs(a - place));
  return distance(before.place) < distance(names[low].place) ? before.name : names[low].name;
}

const kCandidates = 1000; // on average a third of a degree apart
/** @type {Map<string, {name: string, place: number}[]>} by letter; in the order of their places */
const known = new Map();

/** @param {string} letter */
function candidates(letter) {
  let sorted = known.get(letter);
  if (!sorted) {
    const names = [letter, ...Array.from({ length: kCandidates }, (_, i) => `${letter}${i}`)];
    sorted = names.map((name) => ({ name, place: nodePlace(name) })).sort((a, b) => a.place - b.place);
    known.set(letter, sorted);
  }
  return sorted;
}
