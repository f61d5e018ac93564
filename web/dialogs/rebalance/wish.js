// What people choose in “Rebalance”, as a wish of systems/rebalance/problem.js. As a link has it: link.js.
import { kMega } from '../../systems/rebalance/amounts.js';
import { kMostKeys, kUsualRate } from '../../systems/rebalance/pace.js';

/** @typedef {import('../../systems/reading/form.js').Reading} Reading */
/** @typedef {import('../../systems/rebalance/problem.js').Amount} Amount */
/** @typedef {import('../../systems/rebalance/problem.js').Wish} Wish */
/** @typedef {import('../../systems/rebalance/forced.js').ForcedMove} ForcedMove */
/**
 * @typedef {object} Knobs
 * @property {'now' | 'before'} from the page's table as it is, or before the last change
 * @property {Amount | ''} by '': the most telling one
 * @property {Amount[]} also what else has to stay within the limits
 * @property {number} limit what a node may be above its share, in percent
 * @property {?number} least what it may be below it, in percent; null: as much as it likes
 * @property {string[]} drain @property {string} add new nodes as they are typed: “node-7, node-8*2@zone-b”
 * @property {string[]} pin entries that stay
 * @property {ForcedMove[]} forced moves by hand
 * @property {'' | 'distinct' | 'none'} zones '': as the text has them
 * @property {number} cost position in kCosts @property {number} atOnce
 * @property {number} rate of one copy, in MB/s
 * @property {?number} keyRate likewise, in keys per second, where bytes are not known; null: nobody knows
 * @property {string} window of the day: “01:00-05:00”; '': always
 * @property {?number} disk of each node, in GB; null: no limit
 * @property {Record<string, number>} weights of nodes, where they are not those of the text
 * @property {Record<string, number>} disks likewise, in GB
 * @property {number} seed @property {number} steps how much is tried
 */

/** What a move costs besides its bytes, in entries of mean size: from the fewest bytes to the fewest moves. */
export const kCosts = [0, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8];

/**
 * @typedef {'limit' | 'least' | 'cost' | 'atOnce' | 'rate' | 'keyRate' | 'disk' | 'weight' | 'seed' | 'steps'
 * } NumberName
 */
/**
 * Numbers, each with what it may be and what it is if nobody chooses. `digits`: after the point.
 * @type {Record<NumberName, {least: number, most: number, usual: ?number, digits: number}>}
 */
export const kNumbers = {
  limit: { least: 0, most: 9900, usual: 10, digits: 4 },
  least: { least: 0, most: 100, usual: null, digits: 4 },
  cost: { least: 0, most: kCosts.length - 1, usual: 3, digits: 0 },
  atOnce: { least: 1, most: 1000, usual: 1, digits: 0 },
  rate: { least: 0.001, most: 1_000_000, usual: kUsualRate / kMega, digits: 3 },
  keyRate: { least: 1, most: kMostKeys, usual: null, digits: 0 },
  disk: { least: 0.001, most: 9_000_000, usual: null, digits: 3 },
  weight: { least: 0, most: 100_000, usual: null, digits: 3 },
  seed: { least: 1, most: 4_294_967_295, usual: 1, digits: 0 },
  steps: { least: 1, most: 1_000_000_000_000, usual: 5_000_000, digits: 0 },
};

/** @type {Readonly<Knobs>} */
export const kUsual = Object.freeze({
  ...{ from: 'now', by: '', also: [], limit: 10, least: null, drain: [], add: '', pin: [], zones: '' },
  ...{ cost: 3, atOnce: 1, rate: kUsualRate / kMega, keyRate: null, disk: null, seed: 1, steps: 5_000_000 },
  ...{ forced: [], window: '', weights: {}, disks: {} },
});

/**
 * A number within its limits; what is none is as usual.
 * @param {NumberName} name @param {string | number | null | undefined} given
 * @returns {?number}
 */
export function numberWithin(name, given) {
  const { least, most, usual, digits } = kNumbers[name];
  const text = String(given ?? '').trim();
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) return usual;
  return Number(Math.min(most, Math.max(least, value)).toFixed(digits));
}

const kGiga = 1e9;
const kNode = /^(.+?)(?:\*(\d+(?:\.\d+)?))?(?:@([^@]*))?$/;

/** @param {string} add as it is typed @returns {{name: string, weight?: number, zone?: string}[]} */
export function newNodes(add) {
  const names = add.split(/[,\n]/).map((part) => part.trim());
  return names.filter(Boolean).map((part) => {
    const [, name, weight, zone] = /** @type {RegExpExecArray} */ (kNode.exec(part) ?? ['', part]);
    return { name: name.trim(), ...(weight && { weight: Number(weight) }), ...(zone && { zone: zone.trim() }) };
  });
}

/** A name for one more node, in the manner of the others. @param {string[]} names */
export function nextName(names) {
  const numbered = names.map((name) => /^(.*\D)?(\d+)$/.exec(name));
  const [, prefix = ''] = numbered.at(-1) ?? [];
  const same = numbered.filter((match) => match && (match[1] ?? '') === prefix);
  const address = /[:.]$/.test(prefix) || (prefix === '' && names.length > 0 && same.length < names.length);
  const [stem, taken] = [address || same.length === 0 ? 'new-' : prefix, new Set(names)];
  let number = stem === prefix ? Math.max(...same.map((match) => Number(match?.[2]))) + 1 : 1;
  while (taken.has(stem + number)) ++number;
  return stem + number;
}

/**
 * The zone with the fewest nodes, if all nodes have one.
 * @param {Reading['nodes']} nodes @returns {string | undefined}
 */
function emptiestZone(nodes) {
  const zones = nodes.map(({ zone, rack }) => zone ?? rack);
  if (zones.length === 0 || zones.includes(undefined)) return undefined;
  const counts = new Map(zones.map((zone) => [zone, 0]));
  for (const zone of zones) counts.set(zone, (counts.get(zone) ?? 0) + 1);
  return [...counts].reduce((least, one) => (one[1] < least[1] ? one : least))[0];
}

/** @param {Reading['nodes']} nodes @param {string} add */
function placedInZones(nodes, add) {
  const all = [...nodes];
  return newNodes(add).map((node) => {
    const zone = node.zone ?? emptiestZone(all);
    const center = nodes[0]?.data_center;
    const made = { ...node, ...(zone !== undefined && { zone }), ...(center !== undefined && { data_center: center }) };
    all.push(made);
    return made;
  });
}

/** One with a percentage more or less, with the decimals that it has. @param {number} percent */
const shares = (percent) => Number((1 + percent / 100).toFixed(6));

/** Bytes of an entry of mean size, as much of it as a move costs besides. @param {number} cost @param {number} mean */
export const perMoveOf = (cost, mean) => Math.round((kCosts[cost] ?? 0) * mean);

/** Those of nodes that there are. @param {Record<string, number>} given @param {string[]} names */
const ofNodes = (given, names) => Object.entries(given).filter(([name]) => names.includes(name));

/**
 * @param {Knobs} knobs
 * @param {Reading} reading
 * @param {number} mean what is moved with an entry, in the mean
 * @returns {Wish}
 */
export function wishOf(knobs, { nodes }, mean) {
  const { by, also, limit, least, drain, add, pin, zones, cost, atOnce, disk, forced } = knobs;
  const added = placedInZones(nodes, add);
  const names = [...nodes, ...added].map(({ name }) => name);
  const weights = ofNodes(knobs.weights, names);
  const disks = [
    ...(disk === null ? [] : names.map((name) => /** @type {[string, number]} */ ([name, disk]))),
    ...ofNodes(knobs.disks, names),
  ].map(([name, size]) => [name, Math.round(size * kGiga)]);
  return {
    ...(by !== '' && { by }),
    ...(also.length > 0 && { also }),
    ...{ limit: shares(limit), drain, add: added, pin, atOnce, perMove: perMoveOf(cost, mean) },
    ...(least !== null && { least: shares(-least) }),
    ...(zones !== '' && { zones }),
    ...(forced.length > 0 && { force: forced.map(([entry, from, to]) => ({ entry, from, to })) }),
    ...(weights.length > 0 && { weights: Object.fromEntries(weights) }),
    ...(disks.length > 0 && { disks: Object.fromEntries(disks) }),
  };
}
