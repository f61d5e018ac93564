// In how many windows of the day the steps of a runbook are done.

/** @typedef {import('../moves/form.js').Move} Move */
/** @typedef {{atOnce: number, serial: boolean}} How `atOnce`: copies at a node; `serial`: one after another */

/** When a copy starts that is not cut in two; `ms` is at most a window's `length`. */
const startOf = (/** @type {number} */ free, /** @type {number} */ ms, /** @type {number} */ length) =>
  (free % length) + ms > length ? Math.ceil(free / length) * length : free;

/**
 * One step after another; a copy that does not fit into what is left of a window waits for the next one.
 * @param {Move[][]} steps @param {(entry: string) => number} msOf a copy: at most `length`
 * @param {How} how @param {number} length of a window, in milliseconds
 */
export function nightsFor(steps, msOf, { atOnce, serial }, length) {
  let over = 0; // of windows that follow each other at once
  for (const moves of steps) {
    const begun = over;
    /** @type {Map<string, number[]>} when each place for a copy is free, by node */
    const free = new Map();
    for (const [entry, ...nodes] of moves) {
      const places = (serial ? [''] : nodes).map((node) => {
        const of = free.get(node) ?? new Array(serial ? 1 : atOnce).fill(begun);
        free.set(node, of);
        return of;
      });
      const soonest = places.map((of) => of.indexOf(Math.min(...of)));
      const ms = msOf(entry);
      const end = startOf(Math.max(...places.map((of, i) => of[soonest[i]])), ms, length) + ms;
      places.forEach((of, i) => void (of[soonest[i]] = end));
      over = Math.max(over, end);
    }
  }
  return Math.max(1, Math.ceil(over / length));
}
