// A scenario of assets/literature as a link, as the headless core's input, and as what the core measures. It needs no
// page: a worker runs it, and so do tests.

/** @typedef {import('../../headless/reshard-core.d.ts').Core} Core */
/** @typedef {import('../../headless/reshard-core.d.ts').PlaceInput} PlaceInput */
/** @typedef {import('../../headless/reshard-core.d.ts').Placement} Placement */
/** @typedef {import('../../headless/reshard-core.d.ts').LogEntry} LogEntry */
/** @typedef {import('../../headless/reshard-core.d.ts').Failure} Failure there are nodes that are down */
/** @typedef {import('../../headless/reshard-core.d.ts').Comparison['flow']} Flow */
/** @typedef {import('../tools/plan.js').GeneratedKeys} GeneratedKeys */
/** @typedef {Omit<PlaceInput, 'keys'> & {keys: GeneratedKeys}} Input */
/** @typedef {{name: string, weight?: number}} Node */

/** @typedef {{en: string, ru: string}} Said */
/** @typedef {string | Said} Words the same in all languages, or in each */
/** @typedef {Pick<PlaceInput, 'strategy' | 'hash' | 'params'>} Strategy with its settings */
/**
 * A scenario as literature.json has it: the fields of a link, `key` being the one that is inspected.
 * @typedef {{
 *   nodes: string,
 *   log?: string,
 *   keys: number,
 *   kind?: GeneratedKeys['kind'],
 *   prefix?: string,
 *   replicas?: number,
 *   skew?: number,
 *   at_once?: number,
 *   key?: string,
 *   view?: string,
 *   ring?: string,
 *   move?: string,
 *   strategies: Strategy[],
 * }} Scenario
 */
/**
 * How a case's figure is worded.
 * @typedef {'moved' | 'assigned' | 'items' | 'gholt' | 'overlap' | 'spread' | 'shares' | 'memory' | 'table' |
 *   'suffix' | 'owner' | 'heirs' | 'pairs' | 'requests' | 'fullest' | 'units'} As
 */
/** @typedef {{as: As, scenario: Scenario, says?: Said, figure?: Words, formula?: Words}} Case */
/** @typedef {{says: Said, scenario: Scenario & {move: string}}} Move */
/**
 * `why`: what is wrong with what it says; `lacks`: what of it the page does not show; `dialog`, `lesson`: what shows
 * it.
 * @typedef {{
 *   id: string,
 *   says: Said,
 *   why?: Words,
 *   lacks?: Words,
 *   cases?: Case[],
 *   moves?: Move[],
 *   dialog?: string | string[],
 *   lesson?: string,
 * }} Statement
 */
/** @typedef {{id: string, title: Words, author?: Words, date?: Words, statements: Statement[]}} Text */
/**
 * What shows a statement; `about` and `link` as links have them.
 * @typedef {{
 *   about: string,
 *   link: string,
 *   says: Said,
 *   told?: Case,
 *   move?: Move,
 *   dialog?: string,
 *   lesson?: string,
 * }} View
 */

/**
 * What measure() finds of one strategy; what some kinds of case add is optional. Keys that moved have `needless` too.
 * @typedef {{
 *   title: string,
 *   keys: number,
 *   nodes: number,
 *   names: string[],
 *   counts: number[],
 *   least: number,
 *   most: number,
 *   mean: number,
 *   cv: number,
 *   memory: number,
 *   requestPeak: number,
 *   moved?: number,
 *   needless?: number,
 *   stddev?: number,
 *   nodesAfter?: number,
 *   requestPeakAfter?: number,
 *   grows?: boolean,
 *   suffix?: {same: number, example: ?{key: string, node: string}, moved: number},
 *   walk?: {same: number, moved: number},
 *   owner?: string,
 *   heirs?: {heir: ?string, keys: number}[],
 *   links?: number,
 *   busiest?: number,
 *   pairs?: Flow,
 * }} Figures `grows`: the memory of a client, with the number of keys; `suffix` and `walk`: of suffixes() and walk()
 */

/** “a,b*2,n0..n9” as a link has it, one by one. @param {string} text @returns {Node[]} */
export function nodesOf(text) {
  return text.split(',').flatMap((item) => {
    const [, stem, first, last] = /^(.*?)(\d+)\.\.\1(\d+)$/.exec(item) ?? [];
    if (stem !== undefined)
      return Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => ({
        name: `${stem}${Number(first) + i}`,
      }));
    const [name, weight] = item.split('*');
    return [weight === undefined ? { name } : { name, weight: Number(weight) }];
  });
}

/** @type {Record<string, (node: Node) => LogEntry>} */
const kEvents = {
  '+': (node) => ({ add: node }),
  '-': ({ name }) => ({ remove: name }),
  '!': ({ name }) => ({ down: name }),
};

/** @param {string} item @returns {LogEntry[]} */
function eventsOf(item) {
  const [, node, entry] = /^=(.*)=\w+:(\d+)$/.exec(item) ?? []; // moved by hand
  return node === undefined ? nodesOf(item.slice(1)).map(kEvents[item[0]]) : [{ move_to: node, first: Number(entry) }];
}

const logOf = (/** @type {string} */ text) => (text === '' ? [] : text.split(',').flatMap(eventsOf));

/** The fragment that opens the scenario in the playground. @param {Scenario} scenario */
export function linkOf({
  nodes,
  log,
  keys,
  kind,
  prefix,
  replicas,
  skew,
  at_once,
  key: inspect,
  view,
  ring,
  move,
  strategies,
}) {
  /** @type {Record<string, string | number | undefined>} */
  const fields = { v: 1, nodes, log, keys, kind, prefix, replicas, skew };
  strategies.forEach(({ strategy, hash, params }, i) => {
    const of = (/** @type {string} */ key) => (i === 0 ? key : `s${i + 1}.${key}`);
    fields[i === 0 ? 'strategy' : `s${i + 1}`] = strategy;
    fields[of('hash')] = hash;
    for (const [key, value] of Object.entries(params ?? {})) fields[of(key)] = String(value).replaceAll('+', '%2B');
  });
  return Object.entries({ ...fields, at_once, inspect, view, ring, move })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${value}`)
    .join('&');
}

/**
 * What shows a statement, in order: scenarios with a figure, moves, and dialogs.
 * @param {Statement} statement
 * @returns {View[]}
 */
export function viewsOf({ id, says, cases = [], moves = [], dialog = [], lesson }) {
  const views = [
    ...cases.map((told) => ({ says, told, link: linkOf(told.scenario) })),
    ...moves.map((move) => ({ says: move.says, move, link: linkOf(move.scenario) })),
    ...[dialog].flat().map((each) => ({ says, dialog: each, link: `v=1&dialog=${each}` })),
    ...(lesson ? [{ says, lesson, link: `v=1&lesson=${lesson}` }] : []),
  ];
  return views.map((view, i) => {
    const about = i === 0 ? id : `${id}.${i + 1}`;
    return { ...view, about, link: `${view.link}&about=${about}` };
  });
}

/**
 * The input of core.place(), by strategy; `log` is separate.
 * @param {Scenario} scenario
 * @returns {{log: LogEntry[], inputs: Input[]}}
 */
export function inputsOf(scenario) {
  const { nodes, log = '', keys: count, kind = 'sequential', prefix, replicas, skew, strategies } = scenario;
  const shared = {
    nodes: nodesOf(nodes),
    keys: { kind, count, ...(prefix !== undefined && { prefix }) },
    ...(replicas && { replicas }),
    ...(skew && { requests: { skew } }),
  };
  return { log: logOf(log), inputs: strategies.map((strategy) => ({ ...shared, ...strategy })) };
}

const extremes = (/** @type {number[]} */ counts) => ({ least: Math.min(...counts), most: Math.max(...counts) });

/**
 * Two copies of each key, under “key-1” and “key-2”: how many keys have both on one node, and how many copies move.
 * @param {Core} core
 * @param {Input} input
 * @param {LogEntry[]} log
 */
function suffixes(core, input, log) {
  const { count, prefix = 'key-' } = input.keys;
  const { replicas: _, ...alone } = input;
  const copies = [1, 2].map((copy) => {
    const keys = Array.from({ length: count }, (__, i) => `${prefix}${i}-${copy}`);
    const before = core.place({ ...alone, keys });
    return { before, moved: core.compare(before, core.place({ ...alone, keys, log })).moved.length };
  });
  const [one, other] = copies.map(({ before }) => before.owners);
  const same = Array.from(one.keys()).filter((key) => one[key] === other[key]);
  const example = same.length > 0 ? { key: `${prefix}${same[0]}`, node: copies[0].before.nodes[one[same[0]]] } : null;
  return { same: same.length, example, moved: copies[0].moved + copies[1].moved };
}

/**
 * The replicas that a strategy places itself: pairs on one node, and copies that a change puts on another node.
 * @param {Core} core
 * @param {Input} input
 * @param {LogEntry[]} log
 */
function walk(core, input, log) {
  const before = core.place(input),
    after = core.place({ ...input, log });
  let same = 0,
    moved = 0;
  for (let key = 0; key < before.keys; ++key) {
    const then = [0, 1].map((copy) => before.nodes[before.owners[key * 2 + copy]]);
    const now = [0, 1].map((copy) => after.nodes[after.owners[key * 2 + copy]]);
    same += Number(then[0] === then[1]);
    moved += now.filter((node) => !then.includes(node)).length;
  }
  return { same, moved };
}

/**
 * What some kinds of case add, from what is asked, its `key`, and which keys moved.
 * @type {Partial<Record<As, (core: Core, input: Input, log: LogEntry[], of: {key: string, flow: Flow}) =>
 *   Partial<Figures>>>}
 */
const kMore = {
  table: (core, input) => ({
    grows:
      core.place({ ...input, keys: { ...input.keys, count: input.keys.count / 2 } }).memoryBytes * 1.5 <
      core.place(input).memoryBytes,
  }),
  suffix: (core, input, log) => ({ suffix: suffixes(core, input, log), walk: walk(core, input, log) }),
  owner: (core, input, _, { key }) => ({ owner: core.explain(input, key).at(-1)?.node }),
  heirs: (core, input, log) => {
    const { failure } = core.place({ ...input, log });
    return { heirs: /** @type {Failure} */ (failure).heirs.map(({ heir, keys }) => ({ heir, keys })) };
  },
  pairs: (_, __, ___, { flow }) => ({ links: flow.length, busiest: flow[0]?.keys ?? 0, pairs: flow }),
};

/** What a change does. @param {Core} core @param {Placement} before @param {Placement} after */
function changed(core, before, after) {
  const { moved, needless, flow } = core.compare(before, after);
  const figures = {
    moved: moved.length,
    needless,
    stddev: after.stats.stddev,
    nodesAfter: after.nodes.length,
    requestPeakAfter: after.stats.requestPeakToMean,
  };
  return { figures, flow };
}

/**
 * @param {Core} core
 * @param {Case} told
 * @returns {Figures[]} by strategy
 */
export function measure(core, { as, scenario }) {
  const titles = new Map(core.strategies().map(({ id, title }) => [id, title]));
  const { log, inputs } = inputsOf(scenario);
  return inputs.map((input) => {
    const before = core.place(input);
    const change = log.length > 0 ? changed(core, before, core.place({ ...input, log })) : null;
    const of = { key: scenario.key ?? '', flow: change?.flow ?? [] };
    return {
      title: /** @type {string} */ (titles.get(input.strategy)),
      keys: before.keys,
      nodes: before.nodes.length,
      names: before.nodes,
      counts: before.counts,
      ...extremes(before.counts),
      mean: before.stats.mean,
      cv: before.stats.cv,
      memory: before.memoryBytes,
      requestPeak: before.stats.requestPeakToMean,
      ...change?.figures,
      ...kMore[as]?.(core, input, log, of),
    };
  });
}
