// What the two texts say differently that decides where keys go: each is made as it was before, alone, and the keys are
// placed again, so that it is known how many of them move because of it.
import { hashOf, settingsOf } from './placing.js';
import { portPairs } from './nodes.js';

/** @typedef {import('../reading/form.js').Reading} Reading */
/** @typedef {import('./placing.js').Placing} Placing */
/** @typedef {import('./form.js').Cause} Cause */
/** @typedef {import('../../headless/reshard-core.d.ts').StrategyInfo} StrategyInfo */
/** @typedef {{cause: Omit<Cause, 'moved_without'>, mended: Placing}} Suspect */
/** @typedef {(name: string) => string} NameOf the first text’s name of a node of the second */

const namesIn = (/** @type {Placing} */ { nodes }) => nodes.map(({ name }) => name);

/**
 * The nodes that both have, in the first one’s order, at the places where the second has such; null: that is as it is.
 * @param {Placing} before
 * @param {Placing} after
 * @param {NameOf} nameOf
 */
function reordered(before, after, nameOf) {
  const first = new Map(before.nodes.map(({ name }, i) => [name, i]));
  const placeOf = (/** @type {{name: string}} */ { name }) => first.get(nameOf(name)) ?? -1;
  const both = after.nodes.filter((node) => placeOf(node) >= 0);
  const order = [...both].sort((a, b) => placeOf(a) - placeOf(b));
  if (order.every((node, i) => node === both[i])) return null;
  return after.nodes.map((node) => (placeOf(node) >= 0 ? /** @type {typeof node} */ (order.shift()) : node));
}

/** @param {Placing} before @param {Placing} after @param {NameOf} nameOf @returns {Suspect[]} */
function orderOf(before, after, nameOf) {
  const nodes = reordered(before, after, nameOf);
  // A table names nodes by their places, so it has its own order.
  if (!nodes || before.table || after.table) return [];
  const told = { before: namesIn(before), after: namesIn(after) };
  return [{ cause: { what: 'order', nodes: told }, mended: { ...after, nodes } }];
}

/** @param {Placing} before @param {Placing} after @param {NameOf} nameOf @returns {Suspect[]} */
function weightsOf(before, after, nameOf) {
  const weights = new Map(before.nodes.map(({ name, weight }) => [name, weight]));
  const weightOf = (/** @type {import('./placing.js').Node} */ { name, weight }) => weights.get(nameOf(name)) ?? weight;
  const others = after.nodes.filter((node) => weightOf(node) !== node.weight);
  if (others.length === 0) return [];
  const nodes = after.nodes.map((node) => ({ ...node, weight: weightOf(node) }));
  const told = others.map((node) => ({ name: nameOf(node.name), before: weightOf(node), after: node.weight }));
  return [{ cause: { what: 'weights', weights: told }, mended: { ...after, nodes } }];
}

/** @param {Placing} before @param {Placing} after @param {StrategyInfo[]} strategies @returns {Suspect[]} */
function functionOf(before, after, strategies) {
  const { strategy, params, hash } = before;
  if (strategy !== after.strategy) {
    const mended = { ...after, strategy, params, hash };
    return [{ cause: { what: 'function', before: strategy, after: after.strategy }, mended }];
  }
  const [was, is] = [hashOf(before, strategies), hashOf(after, strategies)];
  const [first, second] = [settingsOf(before, strategies), settingsOf(after, strategies)];
  const settings = [...first.keys()].filter((name) => `${first.get(name)}` !== `${second.get(name)}`);
  return [
    ...(was === is
      ? []
      : [{ cause: /** @type {const} */ ({ what: 'hash', before: was, after: is }), mended: { ...after, hash } }]),
    ...settings.map((name) => ({
      cause: /** @type {const} */ ({
        what: 'setting',
        name,
        before: `${first.get(name)}`,
        after: `${second.get(name)}`,
      }),
      mended: { ...after, params: { ...after.params, [name]: /** @type {string | number} */ (first.get(name)) } },
    })),
  ];
}

/** @param {Reading} one @param {Reading} other as it is written @param {Placing} after @returns {Suspect[]} */
function portsOf(one, other, after) {
  const names = portPairs(one, other);
  if (names.size === 0 || after.table) return [];
  const nodes = after.nodes.map((node) => ({ ...node, name: names.get(node.name) ?? node.name }));
  const told = { before: [...names.values()], after: [...names.keys()] };
  return [{ cause: { what: 'port', nodes: told }, mended: { ...after, nodes } }];
}

/**
 * @param {StrategyInfo[]} strategies
 * @param {{one: Reading, other: Reading, before: Placing, after: Placing, same: Map<string, string>}} sides the
 *   readings, and what they place; `same`: of sameNodes()
 * @param {(placing: Placing) => Promise<number>} movedTo how many keys move to such a placing
 * @param {number} moved how many do as it is
 * @returns {Promise<Cause[]>} what makes keys move, the most of them first
 */
export async function causesOf(strategies, { one, other, before, after, same }, movedTo, moved) {
  const names = new Map([...portPairs(one, other), ...same]);
  const nameOf = (/** @type {string} */ name) => names.get(name) ?? name;
  const suspects = [
    ...functionOf(before, after, strategies),
    ...portsOf(one, other, after),
    ...orderOf(before, after, nameOf),
    ...weightsOf(before, after, nameOf),
  ];
  const causes = /** @type {Cause[]} */ ([]);
  for (const { cause, mended } of suspects) {
    const without = await movedTo(mended).catch(() => /** @type {?number} */ (null));
    if (without === null || without < moved) causes.push({ ...cause, moved_without: without });
  }
  return causes.sort((a, b) => (a.moved_without ?? moved) - (b.moved_without ?? moved));
}
