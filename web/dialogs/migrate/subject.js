// What moves: the placements before and after, from the page's scenario or of the reader's own keys.
import { t } from '../../text/language.js';
import { lastMoveOf } from '../tools/counted.js';
import { inputOf, lastStepOf } from '../tools/plan.js';

const kKeys = 20_000; // in the sample that a run moves
const kStep = 7919; // has no common divisor with it

const added = (entry) => entry.add?.name ?? entry.add;

/**
 * The page's last change, on the reader's own keys weighted by their counts; null if there are none, or none moves.
 * @param {any} page
 */
export function ownMoveOf({ state, bridge }) {
  const { own_keys: own, moved } = state();
  const move = own && !own.missing && moved > 0 ? lastMoveOf(bridge, kKeys) : null;
  return move && { ...move, before: mixed(move.before), after: mixed(move.after) };
}

// Mixed as by hashing: keys that are next to each other in a table are on many nodes.
const mixed = ({ nodes, owners }) => ({ nodes, owners: owners.map((_, key) => owners[(key * kStep) % owners.length]) });

/**
 * @param {any} scenario @param {(id: string) => string} titleOf @param {boolean} [own] whether the page has keys of its
 * own that move
 * @returns {{id: string, title: string}[]} what can be chosen; the first is what the view opens with
 */
export function subjectsOf(scenario, titleOf, own = false) {
  const log = scenario.log ?? [];
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

/** The inputs of core.place() before and after, with this many keys at most. */
export function placementsOf(scenario, subject, most = kKeys) {
  const strategies = scenario.strategies ?? [{ strategy: 'ring' }];
  const { log, ...input } = inputOf(scenario);
  input.keys = { ...input.keys, count: Math.min(input.keys.count, most) };
  const of = (choice, changes) => ({ ...input, ...choice, log: changes });
  if (subject.startsWith('switch-'))
    return { before: of(strategies[0], log), after: of(strategies[Number(subject.slice(7))], log) };
  if (subject === 'add')
    return { before: of(strategies[0], log), after: of(strategies[0], [...log, { add: freeName(scenario) }]) };
  return {
    before: of(strategies[0], subject === 'last' ? log.slice(0, lastStepOf(log)) : []),
    after: of(strategies[0], log),
  };
}

/** How many nodes there are in a placement, or in an input of core.place(). @param {any} side */
export function nodeCount({ nodes, log = [] }) {
  const names = new Set(
    Array.isArray(nodes)
      ? nodes.map((node) => node.name ?? node)
      : Array.from({ length: Number(nodes) }, (_, i) => `node-${i}`),
  );
  for (const entry of log) {
    if (entry.add !== undefined) names.add(added(entry));
    if (entry.remove !== undefined) names.delete(entry.remove);
    if (entry.rename !== undefined && names.delete(entry.rename)) names.add(entry.to);
  }
  return names.size;
}

/** The same with fewer keys, of which each node has about the same share as before. @param {any} input */
export function thinned(input, /** @type {number} */ share) {
  if (!input.owners)
    return { ...input, keys: { ...input.keys, count: Math.max(1, Math.round(input.keys.count * share)) } };
  const every = Math.round(1 / share);
  return { ...input, owners: input.owners.filter((_, key) => key % every === 0) };
}

function freeName(scenario) {
  const names = new Set([
    ...(Array.isArray(scenario.nodes) ? scenario.nodes.map((node) => node.name ?? node) : []),
    ...(scenario.log ?? []).map(added),
  ]);
  let i = Array.isArray(scenario.nodes) ? scenario.nodes.length : Number(scenario.nodes ?? 5);
  while (names.has(`node-${i}`)) ++i;
  return `node-${i}`;
}
