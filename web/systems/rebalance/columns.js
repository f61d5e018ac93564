// A problem of very many entries as columns (reshard-rebalance.d.ts), which go to a worker as they are: a million
// objects would take seconds, and become JSON there. Entries are then called by their places, and what comes back by
// their names.

/** @typedef {import('./form.js').Problem} Problem */
/** @typedef {import('../../headless/reshard-rebalance.d.ts').ColumnProblem} ColumnProblem */
/** @typedef {{moves: any[][], why?: any, obstacles?: any[], bound?: any}} Answer a plan, or one of a tool */

const kMany = 300_000;

/** @param {{entry?: string}[]} items @param {Problem['entries']} entries */
const named = (items, entries) =>
  items.map((item) => (item.entry === undefined ? item : { ...item, entry: entries[Number(item.entry)].id }));

/**
 * What a plan of columns says, with the names of the entries.
 * @template {Answer} One @param {One} answer @param {Problem['entries']} entries
 * @returns {One}
 */
function withNames(answer, entries) {
  const { moves, why, obstacles, bound } = answer;
  const hottest = bound?.hottest;
  return {
    ...answer,
    moves: moves.map(([entry, ...rest]) => [entries[Number(entry)].id, ...rest]),
    ...(why && {
      why: { ...why, conditions: named(why.conditions, entries), remedies: named(why.remedies, entries) },
    }),
    ...(obstacles && { obstacles: named(obstacles, entries) }),
    ...(hottest !== undefined && { bound: { ...bound, hottest: entries[Number(hottest)].id } }),
  };
}

/**
 * The problem as it is sent; with few entries, or further amounts, which are no columns, as it is.
 * @param {Problem} problem @param {number} [many]
 * @returns {{sent: Problem | ColumnProblem, named: <One extends Answer>(answer: One) => One,
 *   placed: <Move extends [string, ...string[]]>(moves: Move[]) => Move[]}} `placed`: moves as the worker names entries
 */
export function sentAs(problem, many = kMany) {
  const { entries, nodes, options } = problem;
  if (entries.length < many || options.limits) {
    return { sent: problem, named: (answer) => answer, placed: (moves) => moves };
  }
  const at = new Map(nodes.map(({ name }, i) => [name, i]));
  const placeOf = new Map(entries.map(({ id }, i) => [id, String(i)]));
  const place = (/** @type {string} */ id) => /** @type {string} */ (placeOf.get(id));
  const first = new Uint32Array(entries.length + 1);
  entries.forEach(({ replicas }, i) => void (first[i + 1] = first[i] + replicas.length));
  const holders = new Uint32Array(first[entries.length]);
  entries.forEach(({ replicas }, i) =>
    replicas.forEach((name, j) => void (holders[first[i] + j] = /** @type {number} */ (at.get(name)))),
  );
  const sent = {
    nodes,
    columns: {
      bytes: Float64Array.from(entries, ({ bytes }) => bytes),
      load: Float64Array.from(entries, ({ load }) => load),
      ...{ first, holders },
    },
    options: {
      ...{ ...options, pinned: options.pinned.map(place) },
      ...(options.forced && {
        forced: options.forced.map(([id, from, to]) => /** @type {[string, string, string]} */ ([place(id), from, to])),
      }),
    },
  };
  return {
    sent,
    named: (answer) => withNames(answer, entries),
    placed: (moves) => moves.map(([id, ...rest]) => /** @type {any} */ ([place(id), ...rest])),
  };
}
