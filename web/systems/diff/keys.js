// Two readings that place keys by functions: the same keys are placed with both.
import { causesOf } from './causes.js';
import { kNowhere, placed, placingOf } from './placing.js';

/** @typedef {import('../reading/form.js').Reading} Reading */
/** @typedef {import('./form.js').Cannot} Cannot */
/** @typedef {import('./form.js').Cause} Cause */
/** @typedef {import('./form.js').Unit} Unit */
/** @typedef {import('./placing.js').Core} Core */
/** @typedef {import('./placing.js').Placing} Placing */
/** @typedef {import('../../headless/reshard-core.d.ts').Placement} Placement */
/** @typedef {import('./form.js').Holder} Holder */
/**
 * @typedef {{by: 'keys', kind: 'generated' | 'given', units: Unit[], sizes: null, split: false, cannot: Cannot[],
 *   causes: Cause[]}} Compared
 */

const kGenerated = 100_000;

/** @param {Placement} placement @param {Map<string, string>} [same] other names for nodes @returns {Holder[]} */
function holdersOf({ nodes, owners, keys, replicas }, same) {
  const names = nodes.map((name) => same?.get(name) ?? name);
  const none = /** @type {string[]} */ ([]);
  return Array.from({ length: keys }, (_, key) => {
    const first = owners[key * replicas];
    const more =
      replicas === 1
        ? none
        : Array.from(owners.subarray(key * replicas + 1, (key + 1) * replicas))
            .filter((owner) => owner !== kNowhere)
            .map((owner) => names[owner]);
    return { owner: first === kNowhere ? null : names[first], replicas: more };
  });
}

/** @param {Holder[]} before @param {Holder[]} after */
const movedBetween = (before, after) => before.filter(({ owner }, key) => owner !== after[key].owner).length;

/** What keeps keys from being compared. @param {Reading} before @param {Reading} after @returns {Cannot[]} */
function hashedOf({ key_expression: one }, { key_expression: other }) {
  if (one === undefined || other === undefined || one === other) return [];
  return [{ what: 'hashed', before: one, after: other, all: true }];
}

/**
 * @param {Core} core
 * @param {Reading} before
 * @param {Reading} after with its own names
 * @param {{same: Map<string, string>, given?: string[], count?: number}} asked `given`: the keys
 * @returns {Promise<Compared | {cannot: Cannot[]}>}
 */
export async function keysOf(core, before, after, { same, given, count = kGenerated }) {
  const hashed = hashedOf(before, after);
  if (hashed.length > 0) return { cannot: hashed };
  const strategies = core.strategies();
  const [one, other] = [before, after].map((reading) => placingOf(reading, strategies));
  if ('why' in one) return { cannot: [{ what: 'no_link', of: 'before', why: one.why }] };
  if ('why' in other) return { cannot: [{ what: 'no_link', of: 'after', why: other.why }] };
  const keys = given ?? { count };
  const place = async (/** @type {Placing} */ input, /** @type {'before' | 'after'} */ of) => {
    try {
      return await placed(core, input, keys);
    } catch (error) {
      if (/** @type {Error} */ (error).name !== 'ReshardError') throw error;
      return /** @type {Cannot} */ ({ what: 'refused', of, why: /** @type {Error} */ (error).message });
    }
  };
  const was = await place(one.input, 'before');
  if ('what' in was) return { cannot: [was] };
  const is = await place(other.input, 'after');
  if ('what' in is) return { cannot: [is] };
  const [first, second] = [holdersOf(was), holdersOf(is, same)];
  const units = first.map((holder, key) => ({ id: given?.[key] ?? '', before: holder, after: second[key] }));
  const moved = movedBetween(first, second);
  const movedTo = async (/** @type {Placing} */ input) =>
    movedBetween(first, holdersOf(await placed(core, input, keys), same));
  const sides = { one: before, other: after, before: one.input, after: other.input, same };
  const causes = moved > 0 ? await causesOf(strategies, sides, movedTo, moved) : [];
  return { by: 'keys', kind: given ? 'given' : 'generated', units, sizes: null, split: false, cannot: [], causes };
}
