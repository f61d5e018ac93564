// Which servers of a text stay, leave and come, so that it has the nodes that a scenario has, in their order.

/**
 * @typedef {object} Wanted a node of the scenario as it is now
 * @property {string} name @property {number} weight @property {boolean} [down]
 * @property {string} [was] its name in the text, if it was renamed since
 */
/** @typedef {{item: number, node: Wanted}} Kept `item`: the server's place in the text */
/**
 * @typedef {{after: number, node: Wanted, moved: number}} Come `after`: a place, or -1; `moved`: from, or -1: it is
 *   new
 */
/** @typedef {{kept: Kept[], come: Come[], gone: number[]}} Plan */

/** The places of a longest rising run of numbers that need not be neighbours. @param {number[]} numbers */
function rising(numbers) {
  const ends = /** @type {number[]} */ ([]); // by length, the place of the least number that ends such a run
  const before = /** @type {number[]} */ ([]);
  numbers.forEach((number, i) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[ends[middle]] < number) low = middle + 1;
      else high = middle;
    }
    before[i] = low > 0 ? ends[low - 1] : -1;
    ends[low] = i;
  });
  const run = new Set(/** @type {number[]} */ ([]));
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]) run.add(at);
  return run;
}

/**
 * @param {string[]} names of the servers in the text @param {Wanted[]} wanted
 * @returns {Plan}
 */
export function planOf(names, wanted) {
  const places = new Map(names.map((name, i) => [name, i]));
  const known = wanted.map((node) => places.get(node.was ?? node.name) ?? -1);
  const common = known.flatMap((place, i) => (place < 0 ? [] : [i]));
  const stay = rising(common.map((i) => known[i]));
  const kept = new Set(common.filter((_, at) => stay.has(at)));
  const plan = /** @type {Plan} */ ({ kept: [], come: [], gone: [] });
  let after = -1;
  wanted.forEach((node, i) => {
    if (kept.has(i)) plan.kept.push({ item: (after = known[i]), node });
    else plan.come.push({ after, node, moved: known[i] });
  });
  const staying = new Set(plan.kept.map(({ item }) => item));
  plan.gone = names.flatMap((_, i) => (staying.has(i) ? [] : [i]));
  return plan;
}
