// How long moves take: each begins as soon as its nodes are free, in the order of the plan.

/** @typedef {import('./replay.js').Move} Move */

/**
 * @param {Move[]} moves
 * @param {(entry: string) => number} bytesOf
 * @param {{rate: number, atOnce: number, fixed: number}} pace `rate` of one copy, in bytes per second; `atOnce`: copies
 *   at a node; `fixed`: seconds that each move takes besides
 * @returns {number[]} for each move, the second at which it and all before it are over
 */
export function endsOf(moves, bytesOf, { rate, atOnce, fixed }) {
  /** @type {Map<string, number[]>} when each place for a copy is free, by node */
  const free = new Map();
  /** @type {Map<string, number>} when the last move of an entry is over */
  const settled = new Map();
  const placesOf = (/** @type {string} */ node) => {
    const places = free.get(node) ?? new Array(atOnce).fill(0);
    free.set(node, places);
    return places;
  };
  let over = 0;
  return moves.map(([entry, from, to, lead]) => {
    const both = [placesOf(from), placesOf(to)];
    const soonest = both.map((places) => places.indexOf(Math.min(...places)));
    const start = Math.max(settled.get(entry) ?? 0, ...both.map((places, i) => places[soonest[i]]));
    const end = start + fixed + (lead ? 0 : bytesOf(entry) / rate);
    both.forEach((places, i) => void (places[soonest[i]] = end));
    settled.set(entry, end);
    return (over = Math.max(over, end));
  });
}
