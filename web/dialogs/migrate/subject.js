// What moves: the placements before and after, from the page's scenario or of the reader's own keys.
import { t } from '../../text/language.js';
import { lastMoveOf } from '../tools/counted.js';
import { inputOf, lastStepOf, placing } from '../tools/plan.js';

const kKeys = 20_000; // in the sample that a run moves
const kStep = 7919; // has no common divisor with it

/** @typedef {import('../../api/shapes.js').ScenarioJson} ScenarioJson */
/** @typedef {import('../../headless/reshard-core.d.ts').NodeInput} Node */
/** @typedef {import('../../headless/reshard-core.d.ts').LogEntry} LogEntry */
/** @typedef {{add?: Node, remove?: string, rename?: string, to?: string}} Change what a LogEntry may say of names */
/** @typedef {import('./move_engine.js').Choice} Choice */
/** @typedef {import('./move_engine.js').Placing} Placing */
/** @typedef {import('./move_engine.js').Running} Running */
/** @typedef {import('./move_engine.js').Side} Side */
/** @typedef {import('./move_engine.js').Sides} Sides */

/** @param {Node} node */
const nameOf = (node) => (typeof node === 'string' ? node : node.name);

/**
 * The page's last change, on the reader's own keys weighted by their counts; null if there are none, or none moves.
 * @param {import('../../host/page.js').Page} page
 */
export function ownMoveOf({ state, bridge }) {
  const { own_keys: own, moved } = state();
  const move = own && !own.missing && moved > 0 ? lastMoveOf(bridge, kKeys) : null;
  return move && { ...move, before: mixed(move.before), after: mixed(move.after) };
}

// Mixed as by hashing: keys that are next to each other in a table are on many nodes.
/** @param {Running} side @returns {Running} */
const mixed = ({ nodes, owners }) => ({ nodes, owners: owners.map((_, key) => owners[(key * kStep) % owners.length]) });

/**
 * @param {ScenarioJson} scenario
 * @param {(id: string) => string} titleOf a strategy's
 * @param {boolean} [own] whether the page has keys of its own that move
 * @returns {{id: string, title: string}[]} what can be chosen; the first is what the view opens with
 */
export function subjectsOf(scenario, titleOf, own = false) {
  /** @type {LogEntry[]} */
  const log = scenario.log ?? [];
  /** @type {Choice[]} */
  const strategies = scenario.strategies ?? [{ strategy: 'ring' }];
  const list =
    log.length > 0
      ? [{ id: 'all', title: log.length === 1 ? t('the change') : t('all {0} {0|change|changes}', log.length) }]
      : [{ id: 'add', title: t('one more node') }];
  if (own) list.unshift({ id: 'own', title: t('your keys: last change') });
  if (lastStepOf(log) > 0) list.push({ id: 'last', title: t('the last change only') });
  strategies.slice(1).forEach((choice, i) =>
    list.push({
      id: `switch-${i + 1}`,
      title: t('from {0} to {1}', titleOf(strategies[0].strategy), titleOf(choice.strategy)),
    }),
  );
  return list;
}

/**
 * The inputs of core.place() before and after, with this many keys at most.
 * @param {ScenarioJson} scenario
 * @param {string} subject
 * @param {number} [most]
 * @returns {{before: Placing, after: Placing}}
 */
export function placementsOf(scenario, subject, most = kKeys) {
  /** @type {Choice[]} */
  const strategies = scenario.strategies ?? [{ strategy: 'ring' }];
  const { log, ...input } = inputOf(scenario);
  input.keys = { ...input.keys, count: Math.min(input.keys.count, most) };
  const of = (/** @type {Choice} */ choice, /** @type {LogEntry[]} */ changes) => ({
    ...placing(input, choice),
    log: changes,
  });
  if (subject.startsWith('switch-'))
    return { before: of(strategies[0], log), after: of(strategies[Number(subject.slice(7))], log) };
  if (subject === 'add')
    return { before: of(strategies[0], log), after: of(strategies[0], [...log, { add: freeName(scenario) }]) };
  return {
    before: of(strategies[0], subject === 'last' ? log.slice(0, lastStepOf(log)) : []),
    after: of(strategies[0], log),
  };
}

/** How many nodes there are. @param {Side} side */
export function nodeCount(side) {
  const { nodes } = side;
  const log = /** @type {Change[]} */ ('owners' in side ? [] : side.log);
  const names = new Set(
    Array.isArray(nodes) ? nodes.map(nameOf) : Array.from({ length: Number(nodes) }, (_, i) => `node-${i}`),
  );
  for (const { add, remove, rename, to = '' } of log) {
    if (add !== undefined) names.add(nameOf(add));
    if (remove !== undefined) names.delete(remove);
    if (rename !== undefined && names.delete(rename)) names.add(to);
  }
  return names.size;
}

/**
 * The same with fewer keys, of which each node has about the same share as before.
 * @param {Side} side
 * @param {number} share
 * @returns {Side}
 */
export function thinned(side, share) {
  if (!('owners' in side)) {
    const count = Math.max(1, Math.round(side.keys.count * share));
    return placing({ ...side, keys: { ...side.keys, count } }, { strategy: side.strategy });
  }
  const every = Math.round(1 / share);
  return { ...side, owners: side.owners.filter((_, key) => key % every === 0) };
}

/** @param {ScenarioJson} scenario */
function freeName({ nodes = 5, log = [] }) {
  const changes = /** @type {Change[]} */ (log);
  const names = new Set([
    ...(Array.isArray(nodes) ? nodes.map(nameOf) : []),
    ...changes.flatMap(({ add }) => (add === undefined ? [] : [nameOf(add)])),
  ]);
  let i = Array.isArray(nodes) ? nodes.length : Number(nodes);
  while (names.has(`node-${i}`)) ++i;
  return `node-${i}`;
}
